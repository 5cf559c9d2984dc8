/* SPDX-License-Identifier: MIT */
/* Kernels that are parts of fused launches in check_sim_fused. */
#include <cuda_runtime.h>

extern "C" __global__ void fuse_add(const unsigned *from, unsigned *to)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[i] + 1;
}

extern "C" __global__ void fuse_scale(const unsigned *from, unsigned *to, unsigned by)
{
    to[threadIdx.x] = from[threadIdx.x] * by;
}

/* Leaves the last element out. */
extern "C" __global__ void fuse_most(const unsigned *from, unsigned *to)
{
    if (threadIdx.x + 1 < blockDim.x) {
        to[threadIdx.x] = from[threadIdx.x] + 1;
    }
}

/* One more in `to`, and whether to go on. */
extern "C" __global__ void fuse_again(unsigned *to, cudaGraphConditionalHandle go, unsigned most)
{
    to[threadIdx.x]++;
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(go, to[0] < most);
    }
}

extern "C" __global__ void fuse_pick(const unsigned *from, cudaGraphConditionalHandle pick)
{
    cudaGraphSetConditional(pick, from[0]);
}

extern "C" __global__ void fuse_end(unsigned *word)
{
    __threadfence_system();
    *(volatile unsigned *)word = 1;
}
