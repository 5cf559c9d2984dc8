// SPDX-License-Identifier: MIT
#include <cooperative_groups.h>

#include "seek_kernels.h"

// One up; there is more to do below 8.
extern "C" __global__ void climb(const float *from, float *to, unsigned *rest)
{
    const unsigned i = threadIdx.x;
    to[i] = from[i] + 1.0f;
    if (i == 0)
        *rest = to[0] < 8.0f;
}

// Adds what the other block holds.
extern "C" __global__ void fold(float *x)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    const float other = x[(i + N / 2) % N];
    cooperative_groups::this_grid().sync();
    x[i] += other;
}

extern "C" __global__ void halve(float *x, cudaGraphConditionalHandle more)
{
    const unsigned i = threadIdx.x;
    x[i] *= 0.5f;
    if (i == 0)
        cudaGraphSetConditional(more, x[0] > 1.0f);
}

extern "C" __global__ void judge(const float *x, float limit, cudaGraphConditionalHandle hot)
{
    cudaGraphSetConditional(hot, x[0] > limit);
}

extern "C" __global__ void lift(float *x, float by, unsigned *seen)
{
    x[threadIdx.x] += by;
    if (threadIdx.x == 0)
        ++*seen;
}
