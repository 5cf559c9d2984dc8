/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
extern "C" __global__ void scale(float *x, float *y)
{
    y[threadIdx.x] = factor * x[threadIdx.x];
}
