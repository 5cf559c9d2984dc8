/* SPDX-License-Identifier: MIT */
#include "phases_kernels.h"

extern "C" __global__ void squares(unsigned *t)
{
    t[threadIdx.x] = threadIdx.x * threadIdx.x;
}

extern "C" __global__ void gather(const unsigned *x, const unsigned *table, unsigned *tmp)
{
    tmp[threadIdx.x] = table[x[threadIdx.x] % N];
}

extern "C" __global__ void add(const unsigned *tmp, unsigned *total)
{
    total[threadIdx.x] += tmp[threadIdx.x];
}

extern "C" __global__ void report(const unsigned *total, unsigned *tmp, unsigned *y)
{
    tmp[threadIdx.x] = total[threadIdx.x] * 2;
    y[threadIdx.x] = tmp[threadIdx.x] + 1;
}
