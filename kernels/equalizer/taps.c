/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "taps.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

/* Amplitude of a filter whose taps are doubles. */
static double response(const double *taps, double frequency)
{
    double real = 0.0;
    double imaginary = 0.0;
    int k;

    for (k = 0; k < TAPS_COUNT; ++k) {
        const double angle = 2.0 * pi * frequency / TAPS_RATE * k;

        real += taps[k] * cos(angle);
        imaginary -= taps[k] * sin(angle);
    }
    return hypot(real, imaginary);
}

/* An ideal low-pass at `cutoff`, seen `distance` samples from its middle; the distance is never 0 for an even count. */
static double low_pass(double cutoff, double distance)
{
    return sin(2.0 * pi * cutoff / TAPS_RATE * distance) / (pi * distance);
}

void taps_design(float taps[TAPS_COUNT])
{
    double exact[TAPS_COUNT];
    double middle;
    int k;

    for (k = 0; k < TAPS_COUNT; ++k) {
        const double distance = k - (TAPS_COUNT - 1) / 2.0;
        const double hamming = 0.54 - 0.46 * cos(2.0 * pi * k / (TAPS_COUNT - 1));

        exact[k] = (low_pass(TAPS_HIGH, distance) - low_pass(TAPS_LOW, distance)) * hamming;
    }
    middle = response(exact, sqrt(TAPS_LOW * TAPS_HIGH));
    for (k = 0; k < TAPS_COUNT; ++k) {
        taps[k] = (float)(exact[k] / middle);
    }
}

double taps_response(const float taps[TAPS_COUNT], double frequency)
{
    double exact[TAPS_COUNT];
    int k;

    for (k = 0; k < TAPS_COUNT; ++k) {
        exact[k] = (double)taps[k];
    }
    return response(exact, frequency);
}
