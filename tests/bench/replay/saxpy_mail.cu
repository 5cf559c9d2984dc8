/* SPDX-License-Identifier: MIT */
/* The kernel of kernels/saxpy. */
#include "saxpy_mail_kernels.h"

extern "C" __global__ void saxpy(const float *x, const float *y, const float *z, float a, float *u, float *v,
                                 unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float scaled = a * x[i], added = y[i], taken = z[i];

        u[i] = scaled + added;
        v[i] = scaled - taken;
    }
}
