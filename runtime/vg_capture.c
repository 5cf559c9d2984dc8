/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_capture.c - `capture:` steps: functions of the application's that enqueue work on a stream. vg_capture_call.c
 * calls and captures them, vg_capture_nodes.c makes nodes of the program's graph of what they enqueued, and
 * vg_capture_look.c says what that may be. Here is what open, build functions, commit and step mode ask for.
 *
 * A captured graph is kept until the exec with its nodes is destroyed. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* Of the drivers that there may be, as cuDriverGetVersion counts. */
#define OLDEST_VERSION 12000

/* ---- the room of a step ---- */

static unsigned index_of(const vg_captures *captures, const vg_capture_desc *what)
{
    return (unsigned)(what - captures->steps);
}

vg_captured *vg_captured_of(const vg_captures *captures, const vg_capture_desc *what)
{
    return &captures->made[index_of(captures, what)];
}

vg_captured_node *vg_captured_nodes(const vg_captures *captures, const vg_capture_desc *what)
{
    vg_captured_node *nodes = captures->nodes;
    const vg_capture_desc *each;
    for (each = captures->steps; each != what; each++) {
        nodes += each->most;
    }
    return nodes;
}

/* Setup is built and run in the first lane only. */
static int is_left_out(const vg_program *rt, const vg_capture_desc *what)
{
    return rt->first != NULL && rt->desc->setup != 0u && what->graph == rt->desc->graph_count - 1u;
}

vg_status vg_refuse_capture(vg_program *rt, const vg_capture_desc *what, const char *why, uint64_t expected,
                            uint64_t found)
{
    (void)vg_refuse(rt, VG_ARGUMENT, why, expected, found);
    rt->detail.step = what->name;
    return vg_at_node(rt, VG_ARGUMENT, what->first_node);
}

vg_status vg_exchange_mode(vg_program *rt, CUstreamCaptureMode *mode)
{
    return vg_called(rt, cuThreadExchangeStreamCaptureMode(mode), "cuThreadExchangeStreamCaptureMode");
}

/* ---- the functions are called ---- */

/* Libraries make at their first call what they may not make while they are captured. The contents are written again
 * behind it. */
static vg_status warm(vg_program *rt)
{
    const vg_captures *captures = rt->store.captures;
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < captures->count; i++) {
        if (!is_left_out(rt, &captures->steps[i])) {
            status = vg_at_node(rt, vg_call_uncaptured(rt, &captures->steps[i]), captures->steps[i].first_node);
        }
    }
    return status == VG_OK ? vg_fill_memory(rt) : status;
}

/* Nodes that do nothing are never disabled, and may be the first ones. */
static int is_switched_off(const vg_program *rt, const vg_capture_desc *what)
{
    unsigned i = 0;
    while (i < what->most && !vg_is_disabled(rt, what->first_node + i)) {
        i++;
    }
    return i < what->most;
}

static vg_status step(vg_program *rt, unsigned node, unsigned *slots)
{
    const vg_captures *captures = rt->store.captures;
    unsigned i = 0;
    vg_status status;
    while (i < captures->count && captures->steps[i].first_node != node) {
        i++;
    }
    *slots = i < captures->count ? captures->steps[i].most : 0u;
    if (*slots == 0 || is_switched_off(rt, &captures->steps[i])) {
        return VG_OK;
    }
    vg_range_push(captures->steps[i].name);
    status = vg_call_uncaptured(rt, &captures->steps[i]);
    vg_range_pop();
    return vg_at_node(rt, status, node);
}

/* ---- build functions and commit ---- */

/* A node of the CPU device's, which calls the function at each replay. */
static vg_status add_call(vg_program *rt, const vg_capture_desc *what, void *graph, void *const *after, unsigned count)
{
    const vg_captures *captures = rt->store.captures;
    const vg_capture_call call = vg_describe_call(rt, what);
    void *node = NULL;
    const int result = captures->add_call(&node, graph, after, count, &call);
    vg_captured_nodes(captures, what)->type = CU_GRAPH_NODE_TYPE_HOST;
    vg_captured_of(captures, what)->count = 1;
    return vg_node_added(rt, what->first_node, node, result, "vgsim_add_call");
}

vg_status vg_capture(vg_program *rt, const vg_capture_desc *what, void *graph, void *const *after, unsigned count)
{
    const vg_captures *captures = rt->store.captures;
    CUgraph captured = NULL;
    vg_status status;
    if (captures->add_call != NULL) {
        return add_call(rt, what, graph, after, count);
    }
    status = vg_call_captured(rt, what, &captured);
    if (rt->stepping == 0u) {
        vg_captured_of(captures, what)->graph = captured;
    } else {
        vg_captured_of(captures, what)->twin = captured;
    }
    (void)vg_describe_call(rt, what);
    if (status == VG_OK) {
        status = vg_add_captured(rt, what, captured, (CUgraph)graph, after, count);
    }
    return vg_at_node(rt, status, what->first_node);
}

static unsigned last_slot(const vg_program *rt, const vg_capture_desc *what)
{
    return vg_captured_of(rt->store.captures, what)->count - 1u;
}

void *vg_capture_end(const vg_program *rt, const vg_capture_desc *what)
{
    return rt->store.nodes[what->first_node + last_slot(rt, what)];
}

int vg_capture_ends_in_kernel(const vg_program *rt, const vg_capture_desc *what)
{
    return rt->stepping == 0u &&
           vg_captured_nodes(rt->store.captures, what)[last_slot(rt, what)].type == (uint32_t)CU_GRAPH_NODE_TYPE_KERNEL;
}

/* A node that does nothing, such as one that joins others, is never disabled. */
vg_status vg_capture_enable(vg_program *rt, const vg_capture_desc *what, unsigned char enabled)
{
    const vg_captured_node *nodes = vg_captured_nodes(rt->store.captures, what);
    const unsigned count = vg_captured_of(rt->store.captures, what)->count;
    vg_status status = VG_OK;
    unsigned i;
    for (i = 0; status == VG_OK && i < count; i++) {
        if (nodes[i].type != (uint32_t)CU_GRAPH_NODE_TYPE_EMPTY) {
            status = vg_node_enable(rt, what->graph, what->first_node + i, enabled);
        }
    }
    return status;
}

/* ---- open and close ---- */

static vg_status check_given(vg_program *rt)
{
    const vg_captures *captures = rt->store.captures;
    unsigned i;
    for (i = 0; i < captures->count; i++) {
        const vg_capture_desc *what = &captures->steps[i];
        if (what->given != NULL && what->given(rt->store.self) == 0) {
            return vg_refuse_capture(rt, what, "function of a `capture:` step, which open is to be given", 0, 0);
        }
    }
    return VG_OK;
}

/* A capture of this thread's on a stream that nothing here knows is found by the driver, at the first call that may not
 * be made meanwhile. */
static vg_status check_stream(vg_program *rt, CUstream stream)
{
    CUstreamCaptureStatus state = CU_STREAM_CAPTURE_STATUS_NONE;
    const vg_status status = vg_called(rt, cuStreamIsCapturing(stream, &state), "cuStreamIsCapturing");
    return status == VG_OK && state != CU_STREAM_CAPTURE_STATUS_NONE
               ? vg_refuse(rt, VG_STATE, "the stream is being captured: end that capture first, then open", 0, 0)
               : status;
}

/* The driver of the CPU device calls functions itself; others know no such calls. */
static vg_status find_calls(vg_program *rt, vg_captures *captures)
{
    void *add = NULL;
    void *run_once = NULL;
    vg_status status = vg_find_call(rt, "vgsim_add_call", OLDEST_VERSION, &add);
    if (status == VG_OK) {
        status = vg_find_call(rt, "vgsim_run_call", OLDEST_VERSION, &run_once);
    }
    (void)memcpy(&captures->add_call, &add, sizeof add);
    (void)memcpy(&captures->run_call, &run_once, sizeof run_once);
    return status;
}

static vg_status begin(vg_program *rt)
{
    vg_captures *captures = rt->store.captures;
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_THREAD_LOCAL;
    vg_status status;
    unsigned i;
    captures->stream = NULL;
    captures->exchanged = 0;
    captures->left_open = 0;
    for (i = 0; i < captures->count; i++) {
        (void)memset(vg_captured_nodes(captures, &captures->steps[i]), 0,
               captures->steps[i].most * sizeof captures->nodes[0]);
        (void)memset(&captures->made[i], 0, sizeof captures->made[i]);
    }
    status = check_given(rt);
    if (status == VG_OK && rt->config.stream != NULL) {
        status = check_stream(rt, (CUstream)rt->config.stream);
    }
    if (status == VG_OK) {
        status = find_calls(rt, captures);
    }
    if (status == VG_OK) {
        status = vg_exchange_mode(rt, &mode);
        captures->exchanged = status == VG_OK;
        captures->mode = (unsigned)mode;
    }
    return status;
}

static void end(vg_program *rt, vg_status *first)
{
    vg_captures *captures = rt->store.captures;
    CUstreamCaptureMode mode = (CUstreamCaptureMode)captures->mode;
    if (captures->exchanged != 0u) {
        captures->exchanged = 0;
        vg_undone(rt, first, cuThreadExchangeStreamCaptureMode(&mode), "cuThreadExchangeStreamCaptureMode");
    }
}

/* The functions have been called when the lane was opened. */
static vg_status build(vg_program *rt)
{
    vg_status status = begin(rt);
    if (status == VG_OK) {
        status = vg_build_graphs(rt);
    }
    end(rt, &status);
    return status;
}

static void drop(vg_program *rt, void **graph, vg_status *first)
{
    if (*graph != NULL) {
        vg_undone(rt, first, cuGraphDestroy((CUgraph)*graph), "cuGraphDestroy");
        *graph = NULL;
    }
}

static void drop_twin(vg_program *rt, vg_status *first)
{
    unsigned i;
    i = rt->store.captures->count;
    while (i > 0u) {
        i--;
        drop(rt, &rt->store.captures->made[i].twin, first);
    }
}

static void release(vg_program *rt, vg_status *first)
{
    vg_captures *captures = rt->store.captures;
    unsigned i;
    i = captures->count;
    while (i > 0u) {
        i--;
        drop(rt, &captures->made[i].graph, first);
    }
    if (captures->stream != NULL) {
        vg_undone(rt, first, cuStreamDestroy_v2((CUstream)captures->stream), "cuStreamDestroy");
        captures->stream = NULL;
    }
}

void vg_captures_for(vg_storage *storage, vg_captures *room, const vg_capture_desc *steps, unsigned count,
                     vg_captured *made, vg_captured_node *nodes, void **list, vg_capture_place *places)
{
    unsigned i;
    room->steps = steps;
    room->count = count;
    room->most = 0;
    for (i = 0; i < count; i++) {
        room->most = steps[i].most > room->most ? steps[i].most : room->most;
    }
    room->made = made;
    room->nodes = nodes;
    room->list = list;
    room->places = places;
    room->begin = begin;
    room->end = end;
    room->warm = warm;
    room->build = build;
    room->step = step;
    room->drop_twin = drop_twin;
    room->release = release;
    storage->captures = room;
    storage->rebuild = vg_rebuild;
}

#endif
