/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Right-hand sides to solve for. */
#ifndef SIDES_H
#define SIDES_H

#include <stddef.h>

typedef enum side_kind {
    SIDE_POINT,  /* 1 at one point, off the middle */
    SIDE_SMOOTH, /* of a smooth solution, which is known */
    SIDE_RANDOM, /* noise */
    SIDE_ZERO,   /* nothing to do */
    SIDE_KINDS
} side_kind;

const char *side_name(side_kind kind);
/* Fills b, size * size. */
void side_fill(side_kind kind, double *b, size_t size);
/* The solution of SIDE_SMOOTH at a point. */
double side_smooth(size_t size, size_t row, size_t column);

#endif
