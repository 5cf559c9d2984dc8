/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What saxpy must give, in double precision. */
#ifndef SAXPY_REFERENCE_H
#define SAXPY_REFERENCE_H

#include <stddef.h>

/* u = a x + y and v = a x - z; each array has `count` elements. */
void saxpy_reference(const float *x, const float *y, const float *z, float a, double *u, double *v, size_t count);

#endif
