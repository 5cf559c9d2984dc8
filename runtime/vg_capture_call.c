/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_capture_call.c - a function of a `capture:` step is called: outside a capture, and while its stream is captured.
 *
 * The thread is in thread-local mode meanwhile, so that a capture of another thread is not disturbed. What was begun
 * here is ended here, whatever fails. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* What is declared, where it lies in this lane. */
vg_capture_call vg_describe_call(const vg_program *rt, const vg_capture_desc *what)
{
    vg_capture_place *places = rt->store.captures->places;
    vg_capture_call call;
    unsigned i;
    for (i = 0; i < what->range_count; i++) {
        const vg_capture_range *range = &what->ranges[i];
        places[i].address = rt->store.arenas[range->arena] + range->first;
        places[i].bytes = range->last - range->first;
        places[i].access = range->access;
    }
    call.title = what->name;
    call.function = what->call;
    call.self = rt->store.self;
    call.ranges = places;
    call.range_count = what->range_count;
    return call;
}

/* ---- the function is called ---- */

static vg_status check_context(vg_program *rt, const vg_capture_desc *what, vg_status status)
{
    CUcontext now = NULL;
    vg_status checked = vg_checked(rt, cuCtxGetCurrent(&now), "cuCtxGetCurrent", what->name);
    if (checked == VG_OK && (void *)now != rt->context) {
        checked = vg_checked(rt, cuCtxSetCurrent((CUcontext)rt->context), "cuCtxSetCurrent", what->name);
        if (checked == VG_OK && status == VG_OK) {
            checked = vg_refuse_capture(rt, what,
                                        "device and context after the function, which has to leave both current", 0, 0);
        }
    }
    return status == VG_OK ? checked : status;
}

/* Only what the generator writes tells by itself. */
static vg_status check_answer(vg_program *rt, const vg_capture_desc *what, int answer, const char *when)
{
    if (answer == VG_CAPTURE_TOLD && what->allowed != 0u && rt->detail.status != VG_OK) {
        return rt->detail.status;
    }
    return answer == 0 ? VG_OK : vg_refuse_capture(rt, what, when, 0, (unsigned)answer);
}

static vg_status call_function(vg_program *rt, const vg_capture_desc *what, CUstream stream, const char *when)
{
    const int answer = what->call(rt->store.self, stream);
    return check_context(rt, what, check_answer(rt, what, answer, when));
}

/* A capture that the function has begun on the lane's stream is ended. */
static vg_status check_left_open(vg_program *rt, const vg_capture_desc *what, vg_status status)
{
    CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
    CUgraph graph = NULL;
    const vg_status checked =
        vg_checked(rt, cuStreamIsCapturing((CUstream)rt->stream, &state), "cuStreamIsCapturing", what->name);
    if (checked != VG_OK || state == CU_STREAM_CAPTURE_STATUS_NONE) {
        return status == VG_OK ? checked : status;
    }
    if (cuStreamEndCapture((CUstream)rt->stream, &graph) == CUDA_SUCCESS && graph != NULL) {
        (void)cuGraphDestroy(graph);
    }
    return vg_refuse_capture(rt, what, "stream after the function, which left it open for capture: end what it begins",
                             0, 0);
}

/* Once, with the lane's stream, outside any capture. */
vg_status vg_call_uncaptured(vg_program *rt, const vg_capture_desc *what)
{
    const char *when = "what the function returned, called outside a capture";
    const vg_captures *captures = rt->store.captures;
    int answer = 0;
    vg_status status;
    if (captures->run_call != NULL) {
        const vg_capture_call call = vg_describe_call(rt, what);
        status = vg_checked(rt, (CUresult)captures->run_call(rt->stream, &call, &answer), "vgsim_run_call", what->name);
        return check_context(rt, what, status == VG_OK ? check_answer(rt, what, answer, when) : status);
    }
    status = check_left_open(rt, what, call_function(rt, what, (CUstream)rt->stream, when));
    if (rt->state != VG_MARK_OPEN) {
        vg_begin_wait(rt); /* in open, where libraries may take long to begin */
    }
    return status == VG_OK ? vg_synchronize(rt, what->name) : status;
}

/* ---- it is captured ---- */

/* The capture has ended. Any call that a capture forbids tells whether the function has begun another one: the driver
 * refuses it. */
static vg_status check_others(vg_program *rt, const vg_capture_desc *what, CUstream stream)
{
    const CUresult result = cuStreamQuery(stream);
    if (result == CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED) {
        rt->store.captures->left_open = 1;
        return vg_refuse_capture(rt, what, "captures after the function, which left one open on another stream", 0, 1);
    }
    return result == CUDA_ERROR_NOT_READY ? VG_OK : vg_checked(rt, result, "cuStreamQuery", what->name);
}

/* Between begin and end. A function that failed usually did so because a call may not be made in a capture; then the
 * detail leads on to the driver's reason. */
static vg_status capture_call(vg_program *rt, const vg_capture_desc *what, CUstream stream, CUgraph *graph)
{
    CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    vg_status status = call_function(rt, what, stream, "what the function returned while its stream was captured");
    const CUresult asked = cuStreamIsCapturing(stream, &state);
    const CUresult ended = cuStreamEndCapture(stream, graph);
    if (ended != CUDA_SUCCESS) {
        *graph = NULL;
    }
    if (status == VG_OK) {
        status = vg_checked(rt, asked, "cuStreamIsCapturing", what->name);
    }
    if (status == VG_OK && state == CU_STREAM_CAPTURE_STATUS_NONE) {
        return vg_refuse_capture(rt, what, "capture after the function, which ended it: leave that to the runtime", 0,
                                 0);
    }
    if (status == VG_OK) {
        status = vg_checked(rt, ended, "cuStreamEndCapture", what->name);
    } else if (state != CU_STREAM_CAPTURE_STATUS_NONE) {
        vg_undone(rt, &status, ended, "cuStreamEndCapture");
    } else {
        /* nothing to do */
    }
    return status;
}

/* The lane's stream is captured meanwhile, too: what the function enqueues there, because it has kept the stream from
 * its first call, would be missing in the graph. Its own reason counts first if it has failed. */
static vg_status end_stray(vg_program *rt, const vg_capture_desc *what, vg_status status)
{
    CUgraph graph = NULL;
    size_t count = 0;
    CUresult result = cuStreamEndCapture((CUstream)rt->stream, &graph);
    if (status != VG_OK && result != CUDA_SUCCESS) {
        return status;
    }
    if (result != CUDA_SUCCESS) {
        return vg_driver_failed(rt, (int)result, "cuStreamEndCapture", what->name);
    }
    result = cuGraphGetNodes(graph, NULL, &count);
    if (status == VG_OK) {
        status = vg_checked(rt, result, "cuGraphGetNodes", what->name);
    }
    if (status == VG_OK && count != 0u) {
        status = vg_refuse_capture(rt, what, VG_NOT_ON_THIS_STREAM, 0, count);
    }
    vg_undone(rt, &status, cuGraphDestroy(graph), "cuGraphDestroy");
    return status;
}

/* An application's stream is never captured: other threads of its may use it. */
static vg_status capture_both(vg_program *rt, const vg_capture_desc *what, CUstream stream, CUgraph *graph)
{
    const CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    vg_status status;
    if (rt->config.stream != NULL) {
        return capture_call(rt, what, stream, graph);
    }
    status = vg_checked(rt, cuStreamBeginCapture_v2((CUstream)rt->stream, mode), "cuStreamBeginCapture", what->name);
    if (status == VG_OK) {
        return end_stray(rt, what, capture_call(rt, what, stream, graph));
    }
    if (cuStreamEndCapture(stream, graph) != CUDA_SUCCESS) {
        *graph = NULL;
    }
    return status;
}

static vg_status make_stream(vg_program *rt, const vg_capture_desc *what)
{
    CUstream stream = NULL;
    vg_status status = VG_OK;
    if (rt->store.captures->stream == NULL) {
        status = vg_checked(rt, cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING), "cuStreamCreate", what->name);
        rt->store.captures->stream = status == VG_OK ? stream : NULL;
    }
    return status;
}

vg_status vg_call_captured(vg_program *rt, const vg_capture_desc *what, CUgraph *graph)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    CUstream stream;
    CUresult restored;
    vg_status status = make_stream(rt, what);
    if (status == VG_OK) {
        status = vg_exchange_mode(rt, &mode);
    }
    if (status != VG_OK) {
        return status;
    }
    stream = (CUstream)rt->store.captures->stream;
    status = vg_checked(rt, cuStreamBeginCapture_v2(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL),
                        "cuStreamBeginCapture", what->name);
    if (status == VG_OK) {
        status = capture_both(rt, what, stream, graph);
    }
    if (status == VG_OK) {
        status = check_others(rt, what, stream);
    }
    /* A capture that the function left open is not ours to end. A relaxed thread can still undo the open. */
    if (rt->store.captures->left_open != 0u && rt->store.captures->exchanged != 0u) {
        mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    }
    restored = cuThreadExchangeStreamCaptureMode(&mode);
    vg_undone(rt, &status, restored, "cuThreadExchangeStreamCaptureMode");
    return status;
}

#endif
