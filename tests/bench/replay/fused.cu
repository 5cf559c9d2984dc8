/* SPDX-License-Identifier: MIT */
#include "fused_kernels.h"

static __device__ inline unsigned thread_of_all()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

/* What a graph by hand with programmatic edges begins a kernel with. The next one is let in only after the wait: in a
 * chain it could do nothing earlier but take up room. */
static __device__ inline void wait_early()
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/* A value of its own and one of a neighbour, which may be another block's. */
static __device__ inline void mix(const unsigned *x, unsigned *y)
{
    const unsigned i = thread_of_all();
    const unsigned all = gridDim.x * blockDim.x;

    y[i] = x[i] * 3 + x[(i + 1) % all] + i;
}

static __device__ inline void start(const unsigned *from, unsigned *left, unsigned *x)
{
    x[threadIdx.x] = 1;
    if (threadIdx.x == 0) {
        *left = *from;
    }
}

static __device__ inline void pass(const unsigned *left, unsigned *x)
{
    if (*left != 0) {
        x[threadIdx.x] = x[threadIdx.x] * 3 + *left;
    }
}

static __device__ inline void count(unsigned *left)
{
    if (*left != 0) {
        --*left;
    }
}

extern "C" __global__ void first(const unsigned *x, unsigned *y)
{
    y[thread_of_all()] = x[thread_of_all()] * 5 + 1;
}

extern "C" __global__ void blend(const unsigned *x, unsigned *y)
{
    mix(x, y);
}

extern "C" __global__ void last(const unsigned *x, unsigned *y)
{
    mix(x, y);
}

extern "C" __global__ void only(const unsigned *x, unsigned *y)
{
    y[thread_of_all()] = x[thread_of_all()] * 5 + 1;
}

extern "C" __global__ void begin(const unsigned *from, unsigned *left, unsigned *x)
{
    start(from, left, x);
}

extern "C" __global__ void work(const unsigned *left, unsigned *x)
{
    pass(left, x);
}

extern "C" __global__ void tick(unsigned *left)
{
    count(left);
}

extern "C" __global__ void tell(const unsigned *x, unsigned *y)
{
    y[threadIdx.x] = x[threadIdx.x];
}

/* ---- for graphs by hand ---- */

extern "C" __global__ void first_early(const unsigned *x, unsigned *y)
{
    wait_early();
    y[thread_of_all()] = x[thread_of_all()] * 5 + 1;
}

extern "C" __global__ void blend_early(const unsigned *x, unsigned *y)
{
    wait_early();
    mix(x, y);
}

extern "C" __global__ void begin_early(const unsigned *from, unsigned *left, unsigned *x)
{
    wait_early();
    start(from, left, x);
}

extern "C" __global__ void work_early(const unsigned *left, unsigned *x)
{
    wait_early();
    pass(left, x);
}

extern "C" __global__ void tick_early(unsigned *left)
{
    wait_early();
    count(left);
}

extern "C" __global__ void tell_early(const unsigned *x, unsigned *y)
{
    wait_early();
    y[threadIdx.x] = x[threadIdx.x];
}

/* In front of kernels side by side. */
extern "C" __global__ void go_early(unsigned *word)
{
    wait_early();
    if (word == nullptr) {
        __trap();
    }
}

/* All that the kernels before it wrote is seen by the host before the word is. */
extern "C" __global__ void end_early(unsigned *word)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    __threadfence_system();
    *(volatile unsigned *)word = 1;
}

/* Tells the host each word that it asks with, until that is the last one. */
extern "C" __global__ void answer(unsigned *asked, unsigned *told)
{
    unsigned seen = 0;

    while (seen != 0xffffffffu) {
        const unsigned now = *(volatile unsigned *)asked;

        if (now != seen) {
            *(volatile unsigned *)told = now;
            seen = now;
        }
    }
}
