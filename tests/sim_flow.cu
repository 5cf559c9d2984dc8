/* SPDX-License-Identifier: MIT */
/* Kernels for the tests of control flow on the CPU device: what sets conditions, what counts. */
#include <cuda_runtime.h>

#define WORDS 32u

extern "C" __global__ void flow_set(cudaGraphConditionalHandle handle, unsigned value)
{
    cudaGraphSetConditional(handle, value);
}

/* Both ends of a loop: one more, and whether to go on. */
extern "C" __global__ void flow_count(unsigned *count, cudaGraphConditionalHandle go, unsigned most)
{
    unsigned n = ++*count;
    cudaGraphSetConditional(go, n < most);
}

extern "C" __global__ void flow_add(unsigned *sum, unsigned value)
{
    *sum += value;
}

extern "C" __global__ void flow_decide(const unsigned *flag, cudaGraphConditionalHandle go)
{
    cudaGraphSetConditional(go, *flag);
}

/* Every thread sets it. */
extern "C" __global__ void flow_all_set(cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, threadIdx.x + blockIdx.x);
}

/* Two threads, with a barrier between them. */
extern "C" __global__ void flow_two_set(cudaGraphConditionalHandle handle)
{
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(handle, 1);
    }
    __syncthreads();
    if (threadIdx.x == 5) {
        cudaGraphSetConditional(handle, 0);
    }
}

/* The condition is what some other thread may or may not have written yet. */
extern "C" __global__ void flow_unsynchronised(unsigned *words, cudaGraphConditionalHandle handle)
{
    __shared__ unsigned seen;
    if (threadIdx.x == 1) {
        seen = 1;
    }
    if (threadIdx.x == 2) {
        cudaGraphSetConditional(handle, seen == 1);
    }
    words[threadIdx.x] = threadIdx.x;
}

/* Over x (in) and y (out). */
extern "C" __global__ void flow_copy(const unsigned *x, unsigned *y)
{
    y[threadIdx.x] = x[threadIdx.x] + 1;
}

extern "C" __global__ void flow_copy_most(const unsigned *x, unsigned *y)
{
    if (threadIdx.x != 3) {
        y[threadIdx.x] = x[threadIdx.x];
    }
}
