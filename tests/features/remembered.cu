/* SPDX-License-Identifier: MIT */
#include "remembered_kernels.h"

extern "C" __global__ void scale(const unsigned *x, unsigned gain, unsigned *y)
{
    const int i = (int)threadIdx.x;

    y[i] = x[i] * gain + 1u;
}

extern "C" __global__ void pair(const unsigned long long *key, const unsigned *x, unsigned *y, unsigned *z)
{
    const int i = (int)threadIdx.x;

    y[i] = x[i] + (unsigned)key[0];
    z[i] = x[i] + (unsigned)key[1];
}

extern "C" __global__ void invert(unsigned *y)
{
    const int i = (int)threadIdx.x;

    y[i] = ~y[i];
}

extern "C" __global__ void collect(const unsigned *x, unsigned *sum)
{
    const int i = (int)threadIdx.x;

    sum[i] += x[i];
}
