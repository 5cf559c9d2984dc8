/* SPDX-License-Identifier: MIT */
#include "conditions_kernels.h"

extern "C" __global__ void begin(const unsigned *from, unsigned *left, cudaGraphConditionalHandle go)
{
    *left = *from;
    cudaGraphSetConditional(go, *from != 0);
}

/* The last pass is the one that leaves nothing. */
extern "C" __global__ void pass(const unsigned *n, unsigned *left, unsigned *sum, cudaGraphConditionalHandle go)
{
    sum[threadIdx.x] += *n * 3 + threadIdx.x + 1;
    if (threadIdx.x == 0) {
        *left = *left > 0 ? *left - 1 : 0;
        cudaGraphSetConditional(go, *left > 0);
    }
}

extern "C" __global__ void decide(const unsigned *value, cudaGraphConditionalHandle which)
{
    cudaGraphSetConditional(which, *value);
}

extern "C" __global__ void put(unsigned *y, unsigned value)
{
    y[threadIdx.x] = y[threadIdx.x] * 7 + value + threadIdx.x;
}
