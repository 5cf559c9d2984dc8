/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A picture of how long frames took. */
#ifndef LATENCY_SVG_H
#define LATENCY_SVG_H

#include <stdio.h>

#include "latency.h"

enum { LATENCY_WAYS = 4 };

typedef struct latency_chart {
    const char *device;
    const char *names[LATENCY_WAYS];
    const latency *ways[LATENCY_WAYS]; /* at most LATENCY_WAYS, at least one frame each */
    size_t count;
} latency_chart;

/* Writes the picture as SVG. Returns 0, or -1 when the file has an error. */
int latency_svg_write(FILE *file, const latency_chart *chart);

#endif
