/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Times of frames, counted in bins of 10 ns, so that any number of frames takes the same memory. */
#ifndef LATENCY_H
#define LATENCY_H

#include <stddef.h>
#include <stdint.h>

enum { LATENCY_BINS = 100000, LATENCY_BIN_NS = 10 }; /* up to a millisecond; the last bin holds what takes longer */

typedef struct latency {
    uint32_t bins[LATENCY_BINS];
    uint64_t count, missed; /* frames, and those that took longer than `period` */
    uint64_t period, worst; /* nanoseconds */
} latency;

void latency_start(latency *l, uint64_t period);
void latency_add(latency *l, uint64_t nanoseconds);

/* Microseconds that at least `percent` (0 to 100) of the frames do not exceed, to a bin; 0 without frames. */
double latency_percentile(const latency *l, double percent);

/* A line: median, p99, p99.9, the worst, and how many frames were late. */
void latency_print(const latency *l, const char *name);

#endif
