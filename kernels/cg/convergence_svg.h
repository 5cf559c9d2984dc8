/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A picture of residuals by iteration. */
#ifndef CONVERGENCE_SVG_H
#define CONVERGENCE_SVG_H

#include <stddef.h>
#include <stdio.h>

#define CONVERGENCE_CURVES 3

typedef struct convergence_curve {
    const char *name;
    const double *squares; /* of the residual's norm, by iteration from 0; the first is not 0 */
    size_t count;
} convergence_curve;

typedef struct convergence_chart {
    size_t size; /* of the grid, each way */
    double tolerance;
    convergence_curve curves[CONVERGENCE_CURVES];
    size_t count;
} convergence_chart;

/* Returns 0, or -1 when writing failed. */
int convergence_svg_write(FILE *file, const convergence_chart *chart);

#endif
