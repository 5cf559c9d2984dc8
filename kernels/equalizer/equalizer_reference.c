/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "equalizer_reference.h"

#include <math.h>
#include <string.h>

void equalizer_reference_start(equalizer_reference *r, const float taps[TAPS_COUNT])
{
    size_t k;

    memset(r, 0, sizeof *r);
    for (k = 0; k < TAPS_COUNT; ++k) {
        r->taps[k] = (double)taps[k];
    }
}

static double filter(equalizer_reference *r, double sample)
{
    double sum = 0.0;
    size_t k;

    r->newest = (r->newest + 1) % TAPS_COUNT;
    r->history[r->newest] = sample;
    for (k = 0; k < TAPS_COUNT; ++k) {
        sum += r->taps[k] * r->history[(r->newest + TAPS_COUNT - k) % TAPS_COUNT];
    }
    return sum;
}

static void measure(equalizer_level *level, double sample)
{
    level->energy += sample * sample;
    level->peak = fmax(level->peak, fabs(sample));
}

void equalizer_reference_next(equalizer_reference *r, const float *x, float gain, double *y, size_t count,
                              equalizer_level *before, equalizer_level *after)
{
    size_t i;

    memset(before, 0, sizeof *before);
    memset(after, 0, sizeof *after);
    for (i = 0; i < count; ++i) {
        y[i] = (double)gain * filter(r, (double)x[i]);
        measure(before, (double)x[i]);
        measure(after, y[i]);
    }
}
