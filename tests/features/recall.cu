/* SPDX-License-Identifier: MIT */
#include "recall_kernels.h"

extern "C" __global__ void mix(const unsigned *a, const unsigned *b, const unsigned *add, unsigned factor, unsigned *y)
{
    const int i = (int)threadIdx.x;

    y[i] = a[i] * factor + 5u * b[i] + add[0];
}

extern "C" __global__ void turn(unsigned *y)
{
    const int i = (int)threadIdx.x;

    y[i] = ~y[i];
}

extern "C" __global__ void count(const unsigned *x, unsigned *y)
{
    const int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    y[i] = x[i] + 1u;
}

extern "C" __global__ void collect(const unsigned *x, unsigned *sum, unsigned *y)
{
    const int i = (int)threadIdx.x;

    sum[i] += x[i];
    y[i] = 3u * sum[i];
}
