/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A picture of a frame: the power of each cell by range and Doppler bin, with rings around what was found. */
#ifndef RANGE_DOPPLER_SVG_H
#define RANGE_DOPPLER_SVG_H

#include <stddef.h>
#include <stdio.h>

typedef struct range_doppler_ring {
    size_t range, doppler;
} range_doppler_ring;

typedef struct range_doppler_chart {
    size_t ranges, pulses;           /* ranges is even */
    const float *power;              /* [ranges][pulses] */
    double noise;                    /* the power of a cell without an echo: 0 dB */
    const range_doppler_ring *rings; /* one for each target */
    size_t count;
} range_doppler_chart;

/* Returns 0, or -1 when there is no memory or the file cannot be written. */
int range_doppler_svg_write(FILE *file, const range_doppler_chart *chart);

#endif
