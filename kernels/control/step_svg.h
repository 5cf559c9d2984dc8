/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A picture of how points of the plate move when it is loaded, with and without control. */
#ifndef STEP_SVG_H
#define STEP_SVG_H

#include <stddef.h>
#include <stdio.h>

enum { STEP_CURVES = 3 };

typedef struct step_chart {
    const char *names[STEP_CURVES]; /* of the points */
    const float *with[STEP_CURVES]; /* deflections in mm */
    const float *without[STEP_CURVES];
    const float *force; /* in N, of the actuator at the first point */
    size_t count;       /* frames */
    size_t loaded;      /* the frame in which the load comes */
    double seconds;     /* a frame lasts */
} step_chart;

/* Writes the picture as SVG. Returns 0, or -1 when the file has an error. */
int step_svg_write(FILE *file, const step_chart *chart);

#endif
