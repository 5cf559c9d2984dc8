/* SPDX-License-Identifier: MIT */
#include "called_kernels.h"

extern "C" __global__ void add_row(const unsigned *w, const unsigned *x, unsigned *y, unsigned row)
{
    y[threadIdx.x] = w[threadIdx.x] * 3 + x[threadIdx.x] + row;
}

extern "C" __global__ void mix(unsigned *x, unsigned k)
{
    x[threadIdx.x] = x[threadIdx.x] * 5 + k + threadIdx.x;
}

extern "C" __global__ void bump(unsigned *y)
{
    y[blockIdx.x] += blockIdx.x + 1;
}

extern "C" __global__ void drop(unsigned *left)
{
    --*left;
}
