/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
__global__ void scale(const float *x, float *y)
{
    y[threadIdx.x] = 2 * x[threadIdx.x];
}
