/* SPDX-License-Identifier: MIT */
/* The kernel of kernels/saxpy, with a word of state that each replay counts up. */
#include "saxpy_count_kernels.h"

extern "C" __global__ void saxpy(const float *x, const float *y, const float *z, float a, float *u, float *v,
                                 unsigned n, unsigned *count)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i == 0)
        *count += 1;
    if (i < n) {
        float scaled = a * x[i], added = y[i], taken = z[i];

        u[i] = scaled + added;
        v[i] = scaled - taken;
    }
}
