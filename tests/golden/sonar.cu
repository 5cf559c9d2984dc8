/* SPDX-License-Identifier: MIT */
#include "sonar_kernels.h"

#include <cuda_fp16.h>

extern "C" __global__ void window(float *w, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        w[i] = (float)i / (float)n;
}

extern "C" __global__ void filter(const float *x, const float *w, const unsigned char *mask, float gain, __half bias,
                                  unsigned count, double *sum, float *y)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= count)
        return;
    y[i] = mask[i] != 0 ? gain * w[i] * x[i] + __half2float(bias) : 0.0f;
    if (i < 2)
        sum[i] += y[i];
}

extern "C" __global__ void peak(const float *y, float *top, const float *limit)
{
    extern __shared__ float part[];

    part[threadIdx.x % 4] = y[threadIdx.x];
    __syncthreads();
    if (blockIdx.x + blockIdx.y + blockIdx.z + threadIdx.x + threadIdx.y == 0)
        top[0] = part[0] > limit[0] ? part[0] : 0.0f;
}

extern "C" __global__ void scan_u32(const unsigned *v, unsigned *total)
{
    if (threadIdx.x == 0)
        total[0] = v[0];
}
