/* SPDX-License-Identifier: 0BSD */
/* vg_sleep.c - for loops that sleep between replays: waking in time, and with what the next replay needs close at hand.
 * Leave it out of programs that do neither. */
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

#ifdef VG_WITHOUT_CUDA

vg_status vg_touch(vg_program *rt)
{
    (void)rt;
    return VG_NO_CUDA;
}

#else

#include "vg_impl.h"

#define CACHE_LINE 64u
/* Of pinned memory: more would drive out what else is needed. */
#define TOUCHED_BYTES 65536u

static void read_lines(const void *memory, size_t bytes)
{
    const volatile unsigned char *at = (const volatile unsigned char *)memory;
    size_t i;
    for (i = 0; i < bytes; i += CACHE_LINE) {
        (void)at[i];
    }
}

static void read_program(const vg_program *rt)
{
    const vg_desc *desc = rt->desc;
    read_lines(rt, sizeof *rt);
    read_lines(desc, sizeof *desc);
    read_lines(desc->graphs, desc->graph_count * sizeof desc->graphs[0]);
    read_lines(rt->store.graphs, desc->graph_count * sizeof rt->store.graphs[0]);
    if (rt->store.disabled != NULL) {
        read_lines(rt->store.disabled, desc->node_count);
    }
    read_lines(rt->pinned, desc->pinned_bytes < TOUCHED_BYTES ? (size_t)desc->pinned_bytes : TOUCHED_BYTES);
}

/* The word is written as it is, which no replay waits for: the way to the device is that of a launch. */
static vg_status touch_stream(vg_program *rt)
{
    CUresult result;
    if (rt->config.completion == VG_COMPLETION_WORD) {
        (void)cuStreamWriteValue32((CUstream)rt->stream, (CUdeviceptr)rt->word_device, rt->number,
                                   CU_STREAM_WRITE_VALUE_DEFAULT);
    }
    result = cuStreamQuery((CUstream)rt->stream);
    return result == CUDA_ERROR_NOT_READY ? VG_OK : vg_checked(rt, result, "cuStreamQuery", "");
}

vg_status vg_touch(vg_program *rt)
{
    CUcontext caller = NULL;
    vg_status status = vg_check_idle(rt);
    if (status == VG_OK) {
        read_program(rt);
        status = vg_enter(rt, &caller);
    }
    return status == VG_OK ? vg_leave(rt, caller, touch_stream(rt)) : status;
}

#endif
