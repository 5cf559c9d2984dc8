/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_sleep.c - for loops that sleep between replays: waking in time, and what a late frame has missed. Needs no program
 * and no CUDA. Leave it out of programs that do not call it. */
#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200112L /* clock_nanosleep */
#endif
#include "vg_rt.h"

#include <errno.h>
#include <time.h>

#define SECOND UINT64_C(1000000000)

static uint64_t now(void)
{
    struct timespec time;
    if (clock_gettime(CLOCK_MONOTONIC, &time) != 0) {
        return UINT64_MAX; /* cannot happen where the clock exists; nobody then waits for good */
    }
    return (uint64_t)time.tv_sec * SECOND + (uint64_t)time.tv_nsec;
}

/* Signals wake it, too. */
static void sleep_until(uint64_t when_ns)
{
    struct timespec when;
    when.tv_sec = (time_t)(when_ns / SECOND);
    when.tv_nsec = (long)(when_ns % SECOND);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &when, NULL) == EINTR) {
    }
}

uint64_t vg_sleep_until(uint64_t when_ns, uint64_t awake_ns)
{
    uint64_t time = now();
    if (when_ns > awake_ns && time < when_ns - awake_ns) {
        sleep_until(when_ns - awake_ns);
        time = now();
    }
    while (time < when_ns) {
        VG_PAUSE();
        time = now();
    }
    return time - when_ns;
}

uint64_t vg_missed_periods(uint64_t when_ns, uint64_t period_ns)
{
    const uint64_t time = now();
    return period_ns == 0u || time < when_ns ? 0u : (time - when_ns) / period_ns;
}
