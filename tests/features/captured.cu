/* SPDX-License-Identifier: MIT */
#include "captured_kernels.h"

/* It waits, so that it may begin before what a capture ends with has ended. */
extern "C" __global__ void add(const float *x, const float *more, float *y)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    cudaGridDependencySynchronize();
    y[i] = x[i] + more[i];
}

extern "C" __global__ void count_down(unsigned *left)
{
    *left -= 1u;
}

extern "C" __global__ void spread(const float *y, float *z)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x)
        z[i] = y[i];
}
