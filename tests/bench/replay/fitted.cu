/* SPDX-License-Identifier: MIT */
#include <cooperative_groups.h>

#include "fitted_kernels.h"

extern "C" __global__ void start(unsigned *x, unsigned *a)
{
    const unsigned i = blockIdx.x * B + threadIdx.x;

    x[i] = i * 2654435761u;
    if (i < P)
        a[i] = i;
}

/* The sum of all threads of a block of up to 32 whole warps, for its first thread. */
static __device__ unsigned sum_of_block(unsigned mine)
{
    __shared__ unsigned warps[32];
    unsigned sum = 0;

    for (unsigned half = 16; half > 0; half /= 2)
        mine += __shfl_down_sync(0xffffffffu, mine, half);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = mine;
    __syncthreads();
    for (unsigned w = 0; threadIdx.x == 0 && w < blockDim.x / 32; w++)
        sum += warps[w];
    return sum;
}

extern "C" __global__ void part(const unsigned *x, unsigned *sums)
{
    unsigned mine = 0, sum;

    for (unsigned i = blockIdx.x * B + threadIdx.x; i < N; i += gridDim.x * B)
        mine += x[i];
    sum = sum_of_block(mine);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

/* Blocks that there are not have left 0. */
extern "C" __global__ void add(const unsigned *sums, unsigned count, unsigned *total)
{
    unsigned mine = 0, sum;

    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        mine += sums[i];
    sum = sum_of_block(mine);
    if (threadIdx.x == 0)
        *total += sum;
}

static __device__ void one_phase(const unsigned *from, unsigned *to, unsigned i)
{
    to[i] = from[i] * 3 + from[(i + 1) % P];
}

extern "C" __global__ void phase(const unsigned *from, unsigned *to)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    one_phase(from, to, blockIdx.x * PB + threadIdx.x);
}

/* As many blocks as there are, which the device may have fewer of than elements need. */
extern "C" __global__ void phases(unsigned *a, unsigned *b)
{
    const cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    const unsigned first = blockIdx.x * PB + threadIdx.x, all = gridDim.x * PB;

    for (unsigned pass = 0; pass < PHASES; pass += 2) {
        for (unsigned i = first; i < P; i += all)
            one_phase(a, b, i);
        grid.sync();
        for (unsigned i = first; i < P; i += all)
            one_phase(b, a, i);
        grid.sync();
    }
}
