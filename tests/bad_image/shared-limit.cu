/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
extern "C" __global__ void scale(const float *x, float *y)
{
    __shared__ float held[1024];
    extern __shared__ float more[];
    held[threadIdx.x] = more[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = held[255 - threadIdx.x] + more[255 - threadIdx.x];
}
