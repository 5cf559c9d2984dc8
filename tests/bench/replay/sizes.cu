/* SPDX-License-Identifier: MIT */
#include "sizes_kernels.h"

extern "C" __global__ void scale(const float4 *x, float4 *y, unsigned n)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float4 v = x[i];

        v.x *= 2.0f;
        v.y *= 2.0f;
        v.z *= 2.0f;
        v.w *= 2.0f;
        y[i] = v;
    }
}
