/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_timed.c - a replay that is timed, on the host and by two events on the device. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

static vg_status mark_time(vg_program *rt, unsigned event, unsigned graph)
{
    return vg_checked(rt, cuEventRecord((CUevent)rt->events[event], (CUstream)rt->stream), "cuEventRecord",
                      rt->desc->graphs[graph].name);
}

/* Waits even when the second event could not be recorded: the replay must not be left running. */
static vg_status finish_timed(vg_program *rt, vg_status timed)
{
    const vg_detail first = rt->detail;
    vg_status status;
    if (timed == VG_LOST) {
        return timed;
    }
    status = vg_wait_for_end(rt, vg_time_left(rt));
    if (timed == VG_OK) {
        return status;
    }
    rt->detail = first;
    return timed;
}

/* With a limit nothing waits in the driver. */
static vg_status await_event(vg_program *rt, unsigned graph)
{
    const CUevent event = (CUevent)rt->events[1];
    const char *call = "cuEventSynchronize";
    CUresult result;
    if (rt->config.timeout_ns == 0u) {
        result = cuEventSynchronize(event);
    } else {
        call = "cuEventQuery";
        while ((result = cuEventQuery(event)) == CUDA_ERROR_NOT_READY && vg_time_left(rt) != 0u) {
            VG_PAUSE();
        }
    }
    return vg_checked(rt, result, call, rt->desc->graphs[graph].name);
}

static vg_status replay_timed(vg_program *rt, unsigned graph, vg_times *times)
{
    uint64_t launching;
    uint64_t launched;
    uint64_t ended;
    float milliseconds = 0.0f;
    vg_status timed;
    vg_status status = vg_commit(rt, graph);
    if (status == VG_OK) {
        status = mark_time(rt, 0, graph);
    }
    if (status != VG_OK) {
        return status;
    }
    launching = vg_now();
    status = vg_launch(rt, graph, (CUgraphExec)rt->store.graphs[graph].exec);
    launched = vg_now();
    if (status != VG_OK) {
        return status;
    }
    timed = mark_time(rt, 1, graph); /* before the stream writes its number, which is not part of the replay */
    vg_mark_end(rt);
    vg_count_launch(rt, graph);
    status = finish_timed(rt, timed);
    ended = vg_now();
    if (status == VG_OK) { /* a last node writes the word before this event */
        status = await_event(rt, graph);
    }
    if (status == VG_OK) {
        status = vg_checked(rt, cuEventElapsedTime(&milliseconds, (CUevent)rt->events[0], (CUevent)rt->events[1]),
                            "cuEventElapsedTime", rt->desc->graphs[graph].name);
    }
    if (status == VG_OK) {
        times->enqueue = launched - launching;
        times->wait = ended - launched;
        times->device = (uint64_t)((double)milliseconds * 1e6 + 0.5);
    }
    return status;
}

static void count_times(vg_stats *stats, const vg_times *times)
{
    stats->timed++;
    stats->times.wall += times->wall;
    stats->times.enqueue += times->enqueue;
    stats->times.wait += times->wait;
    stats->times.device += times->device;
}

vg_status vg_replay_timed(vg_program *rt, unsigned graph, vg_times *times)
{
    const uint64_t begin = vg_now();
    CUcontext caller = NULL;
    vg_status status = vg_check_startable(rt, graph);
    if (status == VG_OK && times == NULL) {
        status = vg_refuse(rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    if (status == VG_OK) {
        status = vg_enter_to_wait(rt, &caller);
    }
    if (status != VG_OK) {
        return status;
    }
    status = vg_leave(rt, caller, replay_timed(rt, graph, times));
    if (status == VG_OK) {
        times->wall = vg_now() - begin;
        count_times(&rt->store.graphs[graph].counted, times);
    }
    return status;
}

#endif
