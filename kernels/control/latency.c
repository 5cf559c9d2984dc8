/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "latency.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void latency_start(latency *l, uint64_t period)
{
    memset(l, 0, sizeof *l);
    l->period = period;
}

void latency_add(latency *l, uint64_t nanoseconds)
{
    const uint64_t bin = nanoseconds / LATENCY_BIN_NS;

    l->bins[bin < LATENCY_BINS ? bin : LATENCY_BINS - 1]++;
    l->count++;
    l->missed += nanoseconds > l->period;
    l->worst = nanoseconds > l->worst ? nanoseconds : l->worst;
}

double latency_percentile(const latency *l, double percent)
{
    const double rank = ceil(percent / 100.0 * (double)l->count);
    uint64_t below = 0;
    size_t bin;

    if (l->count == 0)
        return 0.0;
    for (bin = 0; bin < LATENCY_BINS - 1; bin++) {
        below += l->bins[bin];
        if (below > 0 && (double)below >= rank)
            return (double)(bin * LATENCY_BIN_NS) / 1000.0;
    }
    return (double)l->worst / 1000.0;
}

void latency_print(const latency *l, const char *name)
{
    printf("  %-24s %9" PRIu64 " frames: median %.2f us, p99 %.2f, p99.9 %.2f, worst %.2f; %" PRIu64
           " beyond %.0f us\n",
           name, l->count, latency_percentile(l, 50.0), latency_percentile(l, 99.0), latency_percentile(l, 99.9),
           (double)l->worst / 1000.0, l->missed, (double)l->period / 1000.0);
}
