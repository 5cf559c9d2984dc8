/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_slots.c - the slots of a queue are opened and closed: pinned memory, graphs and an event for each. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- pinned memory ---- */

/* The first slot has that of its lane. The second one owns that of all others: to vg_memory.c it is a program with as
 * much. */
static vg_desc desc_of_owner(const vg_program *rt)
{
    vg_desc desc = *rt->desc;
    desc.pinned_bytes *= rt->store.slots - 1u;
    return desc;
}

/* All lanes are open by now. */
static unsigned count_lanes(const vg_program *lane)
{
    uint32_t further = (lane->first != NULL ? lane->first : lane)->lanes;
    unsigned count = 1;
    for (; further != 0u; further &= further - 1u) {
        count++;
    }
    return count;
}

/* In memory of the application it lies behind that of all first slots. */
static vg_status take_pinned_memory(vg_program *rt, const vg_program *lane)
{
    const vg_desc *desc = rt->desc;
    const vg_desc owner = desc_of_owner(rt);
    const uint64_t before = count_lanes(lane) * desc->pinned_bytes;
    const uint64_t wanted = before * rt->store.slots;
    vg_status status;
    if (rt->config.pinned_memory != NULL) {
        if (rt->config.pinned_memory_bytes < wanted) {
            return vg_refuse(rt, VG_NO_MEMORY, "alignment or size of config.pinned_memory", wanted,
                             rt->config.pinned_memory_bytes);
        }
        rt->config.pinned_memory = (unsigned char *)rt->config.pinned_memory + before;
    }
    rt->desc = &owner;
    status = vg_take_pinned_memory(rt);
    rt->desc = desc;
    return status;
}

static void release_pinned_memory(vg_program *rt, vg_status *first)
{
    const vg_desc *desc = rt->desc;
    const vg_desc owner = desc_of_owner(rt);
    rt->desc = &owner;
    vg_release_memory(rt, first);
    rt->desc = desc;
    rt->own = 0;
}

/* Its place, and the word at its end, about which vg_open.c has found out what it can do. */
static vg_status find_pinned_memory(vg_program *rt, vg_program *lane, unsigned slot)
{
    const uint64_t bytes = rt->desc->pinned_bytes;
    if (bytes == 0u) {
        return VG_OK;
    }
    if (slot == 1u) {
        const vg_status status = take_pinned_memory(rt, lane);
        if (status != VG_OK) {
            return status;
        }
    } else {
        rt->pinned = vg_slot_at(lane, 1)->pinned + (slot - 1u) * bytes;
        rt->pinned_device = vg_slot_at(lane, 1)->pinned_device + (slot - 1u) * bytes;
    }
    rt->end = lane->end;
    rt->end.marked = 0;
    if (lane->end.word != NULL) {
        rt->end.word = (uint32_t *)(void *)(rt->pinned + bytes - VG_COMPLETION_BYTES);
        rt->end.word_device = rt->pinned_device + bytes - VG_COMPLETION_BYTES;
    }
    return VG_OK;
}

/* ---- slots are opened and closed ---- */

/* What the slot shares with the lane. */
static void adopt(vg_program *rt, vg_program *lane, const vg_storage *storage)
{
    unsigned i;
    (void)memset(rt, 0, sizeof *rt);
    rt->desc = lane->desc;
    rt->store = *storage;
    rt->config = lane->config;
    rt->config.pool = NULL;
    rt->first = lane;
    rt->lane = lane->lane;
    rt->context = lane->context;
    rt->device = lane->device;
    rt->stream = lane->stream;
    rt->images = lane->images;
    rt->detail.call = "";
    rt->detail.step = "";
    for (i = 0; i < rt->desc->arena_count; i++) {
        rt->store.arenas[i] = lane->store.arenas[i];
    }
    (void)memset(rt->store.nodes, 0, rt->desc->node_count * sizeof rt->store.nodes[0]);
    (void)memset(rt->store.graphs, 0, rt->desc->graph_count * sizeof rt->store.graphs[0]);
    if (rt->store.disabled != NULL) {
        (void)memset(rt->store.disabled, 0, rt->desc->node_count * sizeof rt->store.disabled[0]);
    }
}

static vg_status make_event(vg_program *rt)
{
    CUevent made = NULL;
    const vg_status status =
        vg_checked(rt, cuEventCreate(&made, CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING), "cuEventCreate", "");
    if (status == VG_OK) {
        rt->events[rt->config.wait == VG_WAIT_BLOCK ? VG_EVENT_DONE : 0] = made;
    }
    return status;
}

/* As in vg_open.c, which has warmed up the first slot: the replays leave no trace. */
static vg_status warm_up(vg_program *rt, vg_program *lane)
{
    const unsigned replayed = rt->desc->graph_count - rt->desc->setup;
    const vg_stats before = rt->stats;
    struct vg_trace *trace = rt->config.trace;
    vg_status status = VG_OK;
    uint32_t turn;
    unsigned i;
    if (rt->config.warm_up == 0u) {
        return VG_OK;
    }
    vg_begin_wait(rt);
    rt->config.trace = NULL;
    for (turn = 0; turn < rt->config.warm_up; turn++) {
        for (i = 0; status == VG_OK && i < replayed; i++) {
            status = vg_run(rt, i);
        }
    }
    rt->config.trace = trace;
    for (i = 0; i < replayed; i++) {
        (void)memset(&rt->store.graphs[i].counted, 0, sizeof rt->store.graphs[i].counted);
    }
    rt->stats = before;
    if (status == VG_OK) {
        status = vg_rewind(lane);
        if (status != VG_OK) {
            rt->detail = lane->detail;
        }
    }
    if (rt->pinned != NULL) {
        (void)memset(rt->pinned, 0, rt->desc->pinned_bytes - (rt->end.word != NULL ? VG_COMPLETION_BYTES : 0u));
    }
    vg_reset_settings(rt);
    return status;
}

static vg_status open_in_context(vg_program *rt, vg_program *lane, unsigned slot)
{
    vg_status status = find_pinned_memory(rt, lane, slot);
    if (status == VG_OK) {
        status = make_event(rt);
    }
    if (status == VG_OK) {
        status = rt->store.captures != NULL ? rt->store.captures->build(rt) : vg_build_graphs(rt);
    }
    if (status == VG_OK) {
        vg_reset_settings(rt);
        rt->state = VG_MARK_OPEN;
        rt->here = rt;
        status = warm_up(rt, lane);
    }
    if (status == VG_OK && rt->store.binds == 0u) {
        status = vg_settle(rt);
    }
    return status;
}

static void release(vg_program *rt, vg_status *first)
{
    unsigned i;
    if (rt->running != 0u) {
        vg_end_replay(rt, *first);
    }
    i = rt->desc->graph_count;
    while (i > 0u) {
        i--;
        vg_destroy_graph(rt, &rt->store.graphs[i].graph, &rt->store.graphs[i].exec, first);
    }
    if (rt->store.captures != NULL) {
        rt->store.captures->release(rt, first);
    }
    if (vg_slot_event(rt) != NULL) {
        vg_undone(rt, first, cuEventDestroy_v2(vg_slot_event(rt)), "cuEventDestroy");
    }
    release_pinned_memory(rt, first);
    rt->state = 0;
    rt->here = NULL;
}

/* As in vg_open.c: what runs in the stream may use what is about to be freed. 0: the time was up. */
static int drain(vg_program *rt, vg_program *lane, vg_status *first)
{
    const char *call = "cuStreamSynchronize";
    const CUresult result = lane->config.timeout_ns == 0u ? cuStreamSynchronize((CUstream)lane->stream)
                                                         : vg_drain(lane, lane->stream, &call);
    vg_undone(rt, first, result, call);
    return (result != CUDA_ERROR_NOT_READY) ? 1 : 0;
}

static void undo(vg_program *rt, CUcontext caller, vg_status *first)
{
    vg_set_context(rt, first, (CUcontext)rt->context);
    if (*first != VG_TIMEOUT) {
        vg_begin_wait(rt);
    }
    if (drain(rt, rt, first) != 0) {
        release(rt, first);
    } else {
        *first = VG_TIMEOUT;
        vg_set_stuck(rt);
    }
    vg_set_context(rt, first, caller);
}

vg_status vg_open_slot(vg_program *rt, vg_program *lane, const vg_storage *storage, unsigned slot)
{
    vg_queue *queue = storage->queue;
    CUcontext caller = NULL;
    vg_status status = vg_check_idle(lane);
    if (status != VG_OK) {
        rt->detail = lane->detail;
        return status;
    }
    if (slot == 1u) {
        (void)memset(queue, 0, sizeof *queue);
        queue->slots = 1;
        queue->stride = (size_t)((unsigned char *)rt - (unsigned char *)lane);
    }
    adopt(rt, lane, storage);
    status = vg_enter(rt, &caller);
    if (status == VG_OK) {
        status = vg_leave(rt, caller, open_in_context(rt, lane, slot));
        if (status != VG_OK) {
            undo(rt, caller, &status);
        }
    }
    if (status == VG_OK || rt->state == VG_MARK_STUCK) {
        queue->slots++;
        vg_take_figures(lane, rt);
    }
    return status;
}

/* A program that is not open is left to vg_close. */
vg_status vg_queue_check_close(vg_program *lane)
{
    const vg_queue *queue = lane->store.queue;
    if (lane->here != lane || queue->count == 0u || queue->failed != 0u) {
        return VG_OK;
    }
    return vg_refuse(lane, VG_STATE, "replays are in flight: finish them first", 0, queue->count);
}

/* What fails is put together in `blamed`, which is the second slot and closed last. */
static void close_slots(vg_program *lane, vg_program *blamed, vg_status *first)
{
    vg_queue *queue = lane->store.queue;
    CUcontext caller = NULL;
    const CUresult saved = cuCtxGetCurrent(&caller);
    vg_undone(blamed, first, saved, "cuCtxGetCurrent");
    vg_set_context(blamed, first, (CUcontext)lane->context);
    (void)drain(blamed, lane, first);
    while (queue->slots > 2u) {
        vg_program *slot = vg_slot_at(lane, --queue->slots);
        vg_status status = VG_OK;
        release(slot, &status);
        vg_take_figures(lane, slot);
        if (status != VG_OK && *first == VG_OK) {
            *first = status;
            blamed->detail = slot->detail;
        } else if (status != VG_OK) {
            vg_add_failures(blamed, slot);
        } else {
            /* nothing to do */
        }
    }
    queue->slots = 1;
    queue->count = 0;
    release(blamed, first);
    vg_take_figures(lane, blamed);
    vg_set_context(blamed, first, saved == CUDA_SUCCESS ? caller : NULL);
}

vg_status vg_queue_close(vg_program *lane)
{
    const int was_lost = (lane->state == VG_MARK_LOST) ? 1 : 0;
    const int was_stuck = (lane->state == VG_MARK_STUCK) ? 1 : 0;
    vg_program *blamed;
    vg_status slots = VG_OK;
    vg_status status = vg_queue_check_close(lane);
    if (status != VG_OK) {
        return status;
    }
    if (vg_quiet(lane, lane) == VG_TIMEOUT) {
        return VG_TIMEOUT;
    }
    if ((lane->here != lane && was_lost == 0 && was_stuck == 0) || lane->store.queue->slots < 2u) {
        return vg_close(lane);
    }
    blamed = vg_slot_at(lane, 1);
    close_slots(lane, blamed, &slots);
    status = vg_close(lane);
    if (slots != VG_OK && was_lost) {
        vg_add_failures(lane, blamed);
    } else if (slots != VG_OK) {
        vg_add_failures(blamed, lane);
        lane->detail = blamed->detail;
        status = slots;
    } else {
        /* nothing to do */
    }
    return status;
}

#endif
