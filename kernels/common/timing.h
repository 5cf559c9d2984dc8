/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A clock, and percentiles of what it measured. */
#ifndef TIMING_H
#define TIMING_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of a clock that never goes back. */
uint64_t timing_now(void);

/* Sorts the samples in place: what timing_percentile needs. */
void timing_sort(uint64_t *samples, size_t count);

/* The smallest of the sorted samples that at least `percent` (0 to 100) of them do not exceed; 0 without samples. */
uint64_t timing_percentile(const uint64_t *sorted, size_t count, double percent);

#endif
