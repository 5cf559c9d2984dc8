/* SPDX-License-Identifier: MIT */
/* The kernel of kernels/saxpy. */
#include "saxpy_call_kernels.h"

extern "C" __global__ void saxpy(const float *x, const float *y, const float *z, float a, float *u, float *v,
                                 unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float scaled = a * x[i];

        u[i] = scaled + y[i];
        v[i] = scaled - z[i];
    }
}
