/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A picture of the level of each frame, before and after the equalizer. */
#ifndef LEVEL_SVG_H
#define LEVEL_SVG_H

#include <stddef.h>
#include <stdio.h>

/* Amplitudes, where 1.0 is full scale. */
typedef struct frame_level {
    double rms_before, rms_after;
    double peak_before, peak_after;
    float gain;
} frame_level;

typedef struct level_chart {
    const char *name; /* of the recording */
    const frame_level *frames;
    size_t count;   /* of frames, at least 1 */
    double seconds; /* a frame lasts */
} level_chart;

/* Writes the picture as SVG. Returns 0, or -1 when the file has an error. */
int level_svg_write(FILE *file, const level_chart *chart);

#endif
