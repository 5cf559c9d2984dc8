/* SPDX-License-Identifier: MIT */
#include "chain_kernels.h"

/* Where there is no such wait, there are no launches that need it. */
static __device__ inline void wait_for_those_before()
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

static __device__ inline void let_the_next_begin()
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

extern "C" __global__ void ready(const unsigned *x, unsigned *y, unsigned k)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    let_the_next_begin();
    wait_for_those_before();
    y[i] = x[i] * 3 + x[(i * 7 + 1) % N] + k;
}

extern "C" __global__ void joined(const unsigned *a, const unsigned *b, unsigned *y)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    wait_for_those_before();
    let_the_next_begin();
    y[i] = a[i] * 5 + b[(i * 11 + 3) % N];
}

extern "C" __global__ void never(const unsigned *x, unsigned *y, unsigned k)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    let_the_next_begin();
    y[i] = x[i] * 3 + x[(i * 7 + 1) % N] + k;
}

extern "C" __global__ void sometimes(const unsigned *x, unsigned *y, unsigned k)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    if (threadIdx.x % 2 == 0) {
        wait_for_those_before();
    }
    y[i] = x[i] * 3 + x[(i * 7 + 1) % N] + k;
}

extern "C" __global__ void drop(unsigned *left)
{
    --*left;
}
