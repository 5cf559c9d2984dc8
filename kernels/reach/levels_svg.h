/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A picture of what a package drags in, level by level. */
#ifndef LEVELS_SVG_H
#define LEVELS_SVG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Names that are written beside a level's bar. */
#define LEVELS_NAMES 4

typedef struct level_bar {
    uint32_t count;
    const char *names[LEVELS_NAMES]; /* some of them; NULL: no more */
} level_bar;

typedef struct levels_chart {
    const char *name; /* the package */
    uint32_t nodes;   /* of the whole graph */
    const level_bar *bars;
    size_t count;
} levels_chart;

/* Returns 0, or -1 when writing failed. */
int levels_svg_write(FILE *file, const levels_chart *chart);

#endif
