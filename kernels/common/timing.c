/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L
#include "timing.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

uint64_t timing_now(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static int compare_samples(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left;
    uint64_t b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

void timing_sort(uint64_t *samples, size_t count)
{
    if (count > 1) {
        qsort(samples, count, sizeof samples[0], compare_samples);
    }
}

uint64_t timing_percentile(const uint64_t *sorted, size_t count, double percent)
{
    double rank = ceil(percent / 100.0 * (double)count);
    size_t index;

    if (count == 0) {
        return 0;
    }
    index = rank < 1.0 ? 0 : (size_t)rank - 1;
    return sorted[index < count ? index : count - 1];
}
