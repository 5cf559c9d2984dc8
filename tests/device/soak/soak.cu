/* SPDX-License-Identifier: MIT */
#include "soak_kernels.h"

/* Each byte of an element becomes another one when that byte of the input does. */
extern "C" __global__ void apply(const unsigned *x, unsigned *y, unsigned key, unsigned n)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        y[i] = x[i] ^ (key + i);
    }
}
