/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_abandon.c - what close asks first where it has several streams to ask; and the way out after a hang. For that no
 * call of the driver is made, because each of them may wait for what hangs: everything that a program has is left to
 * the driver, which frees it with the process, and the struct is closed. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- before lanes are closed ---- */

vg_status vg_quiet(vg_program *rt, const vg_program *since)
{
    CUcontext caller = NULL;
    const char *call;
    CUresult result;
    vg_status status;
    if (vg_is_held(rt) == 0 || rt->config.timeout_ns == 0u) {
        return VG_OK;
    }
    if (since == rt) {
        vg_begin_wait(rt);
    } else if (since != NULL) {
        rt->deadline = since->deadline;
    } else {
        /* its own time was begun already */
    }
    status = vg_enter(rt, &caller);
    if (status != VG_OK) {
        return VG_OK; /* close reports it */
    }
    result = rt->stream != NULL ? vg_drain(rt, rt->stream, &call) : CUDA_SUCCESS;
    status = result == CUDA_ERROR_NOT_READY ? vg_called(rt, result, call) : VG_OK;
    return vg_leave(rt, caller, status);
}

/* ---- the way out ---- */

static void count_graphs(const vg_program *rt, vg_abandoned *left)
{
    const vg_captures *captures = rt->store.captures;
    unsigned i;
    for (i = 0u; i < rt->desc->graph_count; i++) {
        left->count[VG_LEFT_GRAPHS] += rt->store.graphs[i].graph != NULL ? 1u : 0u;
    }
    left->count[VG_LEFT_GRAPHS] += rt->left.graph != NULL ? 1u : 0u;
    for (i = 0u; captures != NULL && i < captures->count; i++) {
        left->count[VG_LEFT_GRAPHS] += captures->made[i].graph != NULL ? 1u : 0u;
        left->count[VG_LEFT_GRAPHS] += captures->made[i].twin != NULL ? 1u : 0u;
    }
    left->count[VG_LEFT_STREAMS] += captures != NULL && captures->stream != NULL ? 1u : 0u;
}

static void count_events(const vg_program *rt, vg_abandoned *left)
{
    unsigned i;
    for (i = 0u; i < VG_EVENTS; i++) {
        left->count[VG_LEFT_EVENTS] += rt->events[i] != NULL ? 1u : 0u;
    }
    for (i = 0u; rt->left.drop != NULL && i <= rt->desc->graphs[rt->left.of].node_count; i++) {
        left->count[VG_LEFT_EVENTS] += rt->left.events[i] != NULL ? 1u : 0u;
    }
}

/* Code that is shared stays loaded, and the pool keeps its memory: to both the program counts as open for good. */
static void count_shared(vg_program *rt, vg_abandoned *left)
{
    vg_pool *pool = rt->config.pool;
    unsigned i;
    for (i = 0u; rt->first == NULL && (rt->own & VG_SHARES_CODE) == 0u && i < rt->desc->module_count; i++) {
        left->count[VG_LEFT_MODULES] += rt->store.modules[i] != NULL ? 1u : 0u;
    }
    left->count[VG_LEFT_CONTEXTS] += (rt->own & VG_OWN_CONTEXT) != 0u ? 1u : 0u;
    if ((rt->own & VG_SHARES_POOL) != 0u && pool->turn == rt) {
        pool->turn = NULL;
        pool->abandoned = 1;
    }
}

void vg_abandon(vg_program *rt, vg_abandoned *left)
{
    if (vg_is_held(rt) == 0) {
        return;
    }
    left->programs++;
    left->count[VG_LEFT_DEVICE_BYTES] += rt->stats.device_bytes;
    left->count[VG_LEFT_PINNED_BYTES] += rt->stats.pinned_bytes;
    left->count[VG_LEFT_STREAMS] += (rt->own & VG_OWN_STREAM) != 0u ? 1u : 0u;
    count_events(rt, left);
    count_graphs(rt, left);
    count_shared(rt, left);
    if (rt->running != 0u) {
        vg_end_replay(rt, VG_TIMEOUT);
    }
    if (rt->first != NULL) {
        rt->first->lanes &= ~((uint32_t)1 << rt->lane);
    }
    (void)memset(rt, 0, offsetof(vg_program, detail));
}

vg_status vg_tell_abandoned(vg_program *rt, const vg_abandoned *left)
{
    static const char *const names[VG_LEFT_KINDS] = {
        "bytes of device memory", "bytes of pinned memory", "streams", "events", "graphs", "modules",
        "uses of the device's primary context",
    };
    unsigned kind;
    if (left->programs == 0u) {
        return vg_refuse(rt, VG_STATE, "the program is not open: open it first", 0u, 0u);
    }
    (void)memset(&rt->detail, 0, sizeof rt->detail);
    rt->detail.call = "";
    rt->detail.step = "";
    for (kind = 0u; kind < VG_LEFT_KINDS; kind++) {
        vg_detail *to = &rt->detail;
        if (left->count[kind] == 0u) {
            continue;
        }
        if (rt->detail.call[0] != '\0') {
            to = vg_next_detail(rt);
            (void)memset(to, 0, sizeof *to);
        }
        to->call = names[kind];
        to->step = "";
        to->found = left->count[kind];
    }
    return VG_OK;
}

#endif
