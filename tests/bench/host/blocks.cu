/* SPDX-License-Identifier: MIT */
#include "blocks_kernels.h"

extern "C" __global__ void pace(const unsigned *x, unsigned *y)
{
    y[threadIdx.x] = x[threadIdx.x] + 1;
}

extern "C" __global__ void wide(const unsigned *x, unsigned add, unsigned *y)
{
    y[blockIdx.x * blockDim.x + threadIdx.x] = x[threadIdx.x] + add;
}
