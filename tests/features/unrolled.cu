/* SPDX-License-Identifier: MIT */
#include "unrolled_kernels.h"

extern "C" __global__ void work(const unsigned *left, const unsigned *n, unsigned *x, unsigned *trace)
{
    if (*left == 0) {
        return;
    }
    x[threadIdx.x] = x[threadIdx.x] * 5 + *left + threadIdx.x;
    if (threadIdx.x == 0) {
        trace[*n] += 1000 + *left;
    }
}

extern "C" __global__ void plain(const unsigned *left, unsigned *x)
{
    if (*left != 0) {
        x[threadIdx.x] = x[threadIdx.x] * 5 + *left + threadIdx.x;
    }
}

extern "C" __global__ void drop(unsigned *left)
{
    if (*left != 0) {
        --*left;
    }
}
