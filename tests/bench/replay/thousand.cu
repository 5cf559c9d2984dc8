/* SPDX-License-Identifier: MIT */
#include "thousand_kernels.h"

/* The next one is let in only after the wait: in a chain it could do nothing earlier but take up room. */
extern "C" __global__ void ready(const unsigned *x, unsigned *y)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
#endif
    y[threadIdx.x] = x[threadIdx.x] * 3 + threadIdx.x;
}
