/* SPDX-License-Identifier: MIT */
#include "measure_kernels.h"

extern "C" __global__ void scale(const float *x, const float *gain, float offset, float *o, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        o[i] = x[i] * gain[0] + offset;
}

extern "C" __global__ void keep(const float *o, float *sum, float *y)
{
    sum[threadIdx.x] += o[threadIdx.x];
    y[threadIdx.x] = sum[threadIdx.x];
}

extern "C" __global__ void negate(float *y)
{
    y[threadIdx.x] = -y[threadIdx.x];
}
