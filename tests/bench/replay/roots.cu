/* SPDX-License-Identifier: MIT */
#include "roots_kernels.h"

/* The kernel of many. */
extern "C" __global__ void busy(const unsigned *x, unsigned *y, unsigned read)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i % read];

    for (unsigned k = 0; k < 32; k++) {
        v = (v * 5) ^ k;
    }
    y[i] = v;
}

/* What a graph by hand may end with: all that the kernels before it wrote is seen by the host before the word is. */
extern "C" __global__ void hand_end(unsigned *word)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    __threadfence_system();
    *(volatile unsigned *)word = 1;
}
