/* SPDX-License-Identifier: MIT */
#include "loop_kernels.h"

extern "C" __global__ void take(const unsigned *from, unsigned *left)
{
    *left = *from;
}

/* One pass: the number of those before it goes into every sum, and one less is left. */
extern "C" __global__ void add(const unsigned *n, unsigned *left, unsigned *sum)
{
    sum[threadIdx.x] += *n * 3 + threadIdx.x + 1;
    if (threadIdx.x == 0 && *left > 0) {
        --*left;
    }
}

extern "C" __global__ void mark(const unsigned *row, const unsigned *column, unsigned *left, unsigned *cells)
{
    cells[*row * MOST + *column] += 1000 + *row * 100 + *column;
    --*left;
}

extern "C" __global__ void drop(unsigned *left)
{
    --*left;
}

extern "C" __global__ void gather(const unsigned *n, unsigned *total, unsigned *last)
{
    *total += *n;
    *last = *n;
}
