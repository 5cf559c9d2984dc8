/* SPDX-License-Identifier: MIT */
#include "sink_kernels.h"

extern "C" __global__ void less(const float *y, float *z, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        z[i] = y[i] - 1.0f;
}
