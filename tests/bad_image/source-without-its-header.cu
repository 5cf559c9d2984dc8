/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
#include "no_such_header.h"
extern "C" __global__ void scale(const float *x, float *y)
{
    y[threadIdx.x] = 2 * x[threadIdx.x];
}
