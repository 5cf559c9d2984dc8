/* SPDX-License-Identifier: MIT */
#include "caller_kernels.h"

extern "C" __global__ void scale(const float *x, float gain, float *y)
{
    y[threadIdx.x] = gain * x[threadIdx.x];
}

extern "C" __global__ void accrue(const float *x, float *sum, float *total)
{
    sum[threadIdx.x] += x[threadIdx.x];
    total[threadIdx.x] = sum[threadIdx.x];
}
