/* SPDX-License-Identifier: MIT */
/* Kernels that set conditions, wait for their grid, and wait for the kernel before them. */
#include <cooperative_groups.h>

#include "flow_kernels.h"

extern "C" __global__ void flow_set(cudaGraphConditionalHandle go, unsigned value)
{
    cudaGraphSetConditional(go, value);
}

/* One more, and whether to go on. */
extern "C" __global__ void flow_count(unsigned *n, cudaGraphConditionalHandle go, unsigned most)
{
    const unsigned now = ++*n;
    cudaGraphSetConditional(go, now < most);
}

extern "C" __global__ void flow_add(unsigned *sum, unsigned value)
{
    *sum += value;
}

/* Each block adds up its part of x, then every block all parts. */
extern "C" __global__ void flow_grid_sum(const unsigned *x, unsigned *part, unsigned *total)
{
    __shared__ unsigned own;
    unsigned all = 0;
    if (threadIdx.x == 0)
        own = 0;
    __syncthreads();
    atomicAdd(&own, x[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        part[blockIdx.x] = own;
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0) {
        for (unsigned b = 0; b < gridDim.x; b++)
            all += part[b];
        total[blockIdx.x] = all;
    }
}

/* Turns the values of each block round. */
extern "C" __global__ void flow_turn(unsigned *values)
{
    __shared__ unsigned old[256];
    const unsigned first = blockIdx.x * blockDim.x;

    old[threadIdx.x] = values[first + threadIdx.x];
    __syncthreads();
    values[first + threadIdx.x] = old[blockDim.x - 1 - threadIdx.x] + 1;
}

extern "C" __global__ void flow_next(const unsigned *from, unsigned *to)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    to[threadIdx.x] = from[threadIdx.x] + 1;
}
