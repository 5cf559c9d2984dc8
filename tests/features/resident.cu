/* SPDX-License-Identifier: MIT */
#include <cooperative_groups.h>

#include "resident_kernels.h"

namespace cg = cooperative_groups;

/* How many threads there are is known to the device alone. */
#define EACH(i, count) (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < (count); i += gridDim.x * blockDim.x)

extern "C" __global__ void table(unsigned *t)
{
    for EACH (i, TABLE)
        t[i] = 3 * i + 1;
}

static __device__ void sum_of_block(const unsigned *x, const unsigned *t, unsigned *sum)
{
    __shared__ unsigned values[B];
    unsigned mine = 0;

    for EACH (i, N)
        mine += x[i] * t[i % TABLE];
    values[threadIdx.x] = mine;
    __syncthreads();
    for (unsigned half = B / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            values[threadIdx.x] += values[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *sum = values[0];
}

extern "C" __global__ void part(const unsigned *x, const unsigned *t, unsigned *sums, long long blocks)
{
    if (blocks == (long long)gridDim.x) /* else the total is wrong */
        sum_of_block(x, t, &sums[blockIdx.x]);
}

extern "C" __global__ void add(const unsigned *sums, unsigned *total)
{
    unsigned sum = 0;

    for (unsigned i = 0; i < MOST; i++)
        sum += sums[i];
    *total = sum;
}

extern "C" __global__ void together(const unsigned *x, const unsigned *t, unsigned *sums, unsigned *total,
                                    unsigned blocks)
{
    unsigned sum = 0;

    sum_of_block(x, t, &sums[blockIdx.x]);
    cg::this_grid().sync();
    if (blockIdx.x > 0 || threadIdx.x > 0)
        return;
    for (unsigned i = 0; i < blocks; i++)
        sum += sums[i];
    *total = sum;
}

extern "C" __global__ void count(unsigned *seen, unsigned gain, unsigned long long blocks)
{
    if (blockIdx.x > 0 || threadIdx.x > 0 || threadIdx.y > 0)
        return;
    seen[0] = gridDim.x;
    seen[1] = gridDim.y == 1 && gridDim.z == 1 ? (unsigned)blocks * gain : 0;
}

extern "C" __global__ void scale(unsigned *y, unsigned gain)
{
    for EACH (i, N)
        y[i] *= gain;
}

extern "C" __global__ void grow(unsigned *y, const unsigned *pass, const unsigned *left,
                                cudaGraphConditionalHandle more)
{
    for EACH (i, N)
        y[i] += i + *pass;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        cudaGraphSetConditional(more, *pass + 1 < *left);
}
