/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The largest error of a result, measured against the largest magnitude of its reference. */
#ifndef COMPARE_H
#define COMPARE_H

/* Both are 0 before the first value. */
typedef struct comparison {
    double magnitude; /* largest |expected| so far */
    double error;     /* largest |found - expected| so far; infinite once a value was not a number */
} comparison;

void comparison_add(comparison *c, double found, double expected);

/* error / magnitude; 0 where both are 0, infinite where only the magnitude is. */
double comparison_relative(const comparison *c);

#endif
