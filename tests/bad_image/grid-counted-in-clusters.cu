/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
extern "C" __global__ void __block_size__((256, 1, 1), (2, 1, 1)) scale(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x];
}
