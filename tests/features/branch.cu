/* SPDX-License-Identifier: MIT */
#include "branch_kernels.h"

/* Not only a sum: what came before what shows. */
extern "C" __global__ void put(unsigned *y, unsigned value)
{
    y[threadIdx.x] = y[threadIdx.x] * 7 + value + threadIdx.x;
}

extern "C" __global__ void overwrite(unsigned *y, unsigned value)
{
    y[threadIdx.x] = value + threadIdx.x;
}

extern "C" __global__ void look(const unsigned *script, const unsigned *n, unsigned *flag, unsigned *pick,
                                unsigned *left)
{
    *flag = script[*n] % 2;
    *pick = script[*n] / 2;
    --*left;
}
