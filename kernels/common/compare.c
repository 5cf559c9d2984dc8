/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "compare.h"

#include <math.h>

void comparison_add(comparison *c, double found, double expected)
{
    double magnitude = fabs(expected);
    double error = fabs(found - expected);

    if (magnitude > c->magnitude) {
        c->magnitude = magnitude;
    }
    /* A plain comparison would let a NaN pass as no error at all. */
    if (isnan(error)) {
        error = HUGE_VAL;
    }
    if (error > c->error) {
        c->error = error;
    }
}

double comparison_relative(const comparison *c)
{
    if (c->error > 0.0) {
        return c->magnitude > 0.0 ? c->error / c->magnitude : HUGE_VAL;
    }
    return 0.0;
}
