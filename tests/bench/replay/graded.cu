/* SPDX-License-Identifier: MIT */
#include "graded_kernels.h"

extern "C" __global__ void tell(const unsigned *wanted, unsigned *blocks)
{
    *blocks = *wanted;
}

extern "C" __global__ void work(unsigned *y)
{
    if (threadIdx.x == 0)
        y[blockIdx.x] += blockIdx.x + 1;
}

extern "C" __global__ void look(const unsigned *blocks, unsigned *y)
{
    if (blockIdx.x < *blocks && threadIdx.x == 0)
        y[blockIdx.x] += blockIdx.x + 1;
}
