/* SPDX-License-Identifier: MIT */
#include "loops_kernels.h"

extern "C" __global__ void work(const unsigned *left, unsigned *x)
{
    if (*left != 0) {
        x[threadIdx.x] = x[threadIdx.x] * 3 + *left;
    }
}

extern "C" __global__ void tick(unsigned *left)
{
    if (*left != 0) {
        --*left;
    }
}

extern "C" __global__ void note(unsigned *left, const unsigned *pass, unsigned *last)
{
    if (*left != 0) {
        --*left;
        *last = *pass;
    }
}

extern "C" __global__ void tick_and_tell(unsigned *left, cudaGraphConditionalHandle go)
{
    if (*left != 0) {
        --*left;
    }
    cudaGraphSetConditional(go, *left != 0);
}

/* The next one is let in only after the wait: in a chain it could do nothing earlier but take up room. */
extern "C" __global__ void ready(const unsigned *x, unsigned *y)
{
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
    y[threadIdx.x] = x[threadIdx.x] * 3 + threadIdx.x;
}

extern "C" __global__ void put(unsigned *x)
{
    x[threadIdx.x] = x[threadIdx.x] * 3 + threadIdx.x;
}
