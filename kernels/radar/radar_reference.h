/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The radar by one thread, in double precision. The threshold comes from another formula than that of the kernels:
 * the characteristic function of what is compared, integrated. */
#ifndef RADAR_REFERENCE_H
#define RADAR_REFERENCE_H

#include <stddef.h>

typedef struct radar_sizes {
    size_t channels, pulses, ranges; /* pulses and ranges are powers of two */
    size_t guard, train;             /* cells on each side; train is at most RADAR_REFERENCE_TRAIN */
    double pfa;
} radar_sizes;

#define RADAR_REFERENCE_TRAIN 32

typedef struct radar_reference {
    radar_sizes sizes;
    double factor;  /* the threshold, against the sum of a cell's surroundings */
    double *window; /* ranges + pulses: one behind the other */
    double *points; /* real and imaginary parts: [channels][pulses][ranges], and later a column */
    double *power;  /* [ranges][pulses] */
} radar_reference;

/* Returns 0, or -1 when there is no memory; radar_reference_free may follow in either case. */
int radar_reference_make(radar_reference *r, const radar_sizes *sizes);
void radar_reference_free(radar_reference *r);

/* The power of every cell; samples are [channels][pulses][ranges], real and imaginary parts in turn. */
void radar_reference_frame(radar_reference *r, const float *samples);

/* The power of a cell over the sum of its surroundings; 0 where both are 0. */
double radar_reference_ratio(const radar_reference *r, size_t range, size_t doppler);

/* The probability of a false alarm with a factor; with `alike` 0 as if no two cells were alike. */
double radar_reference_false_alarms(const radar_sizes *sizes, double factor, int alike);
/* The factor of a probability. */
double radar_reference_factor(const radar_sizes *sizes, int alike);

#endif
