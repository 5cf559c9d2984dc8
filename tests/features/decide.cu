// SPDX-License-Identifier: MIT
#include <cuda_runtime.h>

#include "decide_kernels.h"

// Twice as much, until the first one is at the limit.
extern "C" __global__ void grow(float *y, const float *limit, unsigned *rest)
{
    const unsigned i = threadIdx.x;
    y[i] *= 2.0f;
    if (i == 0)
        *rest = y[0] < *limit;
}

extern "C" __global__ void turn(float *y)
{
    y[threadIdx.x] = -y[threadIdx.x];
}

extern "C" __global__ void judge(const float *y, float threshold, cudaGraphConditionalHandle late)
{
    cudaGraphSetConditional(late, y[0] > threshold);
}

extern "C" __global__ void sum(const float *x, float *total, float *y)
{
    const unsigned i = threadIdx.x;
    total[i] += x[i];
    y[i] = total[i];
}
