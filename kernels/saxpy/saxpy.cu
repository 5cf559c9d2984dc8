/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One thread an element: u = a x + y and v = a x - z. All is read before anything is written: the compiler must not
 * read z before u is written, which could be the same memory, and over the bus a second wait takes a microsecond. */
#include "saxpy_kernels.h"

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
