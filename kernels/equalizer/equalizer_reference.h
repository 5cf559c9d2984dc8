/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the equalizer must give, in double precision, sample after sample. */
#ifndef EQUALIZER_REFERENCE_H
#define EQUALIZER_REFERENCE_H

#include <stddef.h>

#include "taps.h"

typedef struct equalizer_reference {
    double taps[TAPS_COUNT];
    double history[TAPS_COUNT]; /* the last samples as a ring, silence at first */
    size_t newest;              /* index of the last sample in history */
} equalizer_reference;

typedef struct equalizer_level {
    double energy; /* sum of squares */
    double peak;   /* largest magnitude */
} equalizer_level;

void equalizer_reference_start(equalizer_reference *r, const float taps[TAPS_COUNT]);

/* Filters the next `count` samples of x into y and measures both. */
void equalizer_reference_next(equalizer_reference *r, const float *x, float gain, double *y, size_t count,
                              equalizer_level *before, equalizer_level *after);

#endif
