/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "saxpy_reference.h"

void saxpy_reference(const float *x, const float *y, const float *z, float a, double *u, double *v, size_t count)
{
    size_t i;

    for (i = 0; i < count; ++i) {
        u[i] = (double)a * (double)x[i] + (double)y[i];
        v[i] = (double)a * (double)x[i] - (double)z[i];
    }
}
