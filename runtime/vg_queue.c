/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_queue.c - replays in a queue (`in_flight: K`): several starts before the first replay is waited for.
 *
 * vg_queue in vg_program.h says what a slot is. Slots are taken in turn, so those in flight are `count` slots from
 * `oldest` on. The stream runs the replays in the order of their starts, which is all that state and device memory
 * need: every slot's graphs use the same. What the host writes and reads, the word of the end among it, is each slot's
 * own. vg_rt.c launches a slot's replay and waits for it as if it were a lane's; this file chooses the slot, and hands
 * on to the lane what the slot's struct was told: figures, details, and that the device is lost. */
#include "vg_impl.h"

#ifndef VG_WITHOUT_CUDA /* vg_none.c stands in for it */

#include <string.h>

/* ---- what a slot gives back to its lane ---- */

static void take(vg_stats *to, vg_stats *from)
{
    vg_add_figures(to, from);
    (void)memset(from, 0, sizeof *from);
}

void vg_take_figures(vg_program *lane, vg_program *slot)
{
    unsigned i;
    if (slot == lane) {
        return;
    }
    take(&lane->stats, &slot->stats);
    for (i = 0; i < lane->desc->graph_count; i++) {
        vg_stats *counted = &slot->store.graphs[i].counted;
        if (counted->launches != 0u || counted->replays != 0u) {
            take(&lane->store.graphs[i].counted, counted);
        }
    }
}

static size_t put_number(char *to, uint64_t number)
{
    char digits[20];
    size_t count = 0;
    size_t i;
    do {
        digits[count++] = (char)('0' + (int)(number % 10u));
        number /= 10;
    } while (number != 0u);
    for (i = 0; i < count; i++) {
        to[i] = digits[count - 1u - i];
    }
    to[count] = '\0';
    return count;
}

/* "main, replay 12": a graph's name and the number of a launch since open, from 1. Long names are cut. */
static const char *name_replay(vg_queue *queue, const char *graph, uint64_t number)
{
    static const char between[] = ", replay ";
    const size_t room = sizeof queue->name - sizeof between - 20u;
    const size_t length = strlen(graph) < room ? strlen(graph) : room;
    (void)memcpy(queue->name, graph, length);
    (void)memcpy(queue->name + length, between, sizeof between);
    (void)put_number(queue->name + length + sizeof between - 1u, number);
    return queue->name;
}

/* After a slot's call that failed: its detail becomes the lane's. */
static void take_failure(vg_program *lane, const vg_program *slot)
{
    if (slot != lane) {
        lane->detail = slot->detail;
    }
    if (slot->state == VG_MARK_LOST) {
        lane->state = VG_MARK_LOST;
        lane->here = NULL;
    }
}

/* ---- replays ---- */

static vg_status check_room(vg_program *lane)
{
    const vg_queue *queue = lane->store.queue;
    const vg_status status = vg_check_here(lane);
    if (status != VG_OK) {
        return status;
    }
    if (queue->failed != 0u) {
        return vg_refuse(lane, VG_STATE, "a replay of the queue failed: finish it again, or close", 0, 0);
    }
    return queue->count == queue->slots
               ? vg_refuse(lane, VG_STATE, "the queue is full: finish a replay first", queue->slots, queue->count)
               : VG_OK;
}

/* The word of its end has come, for which no driver is asked. */
static int has_ended(const vg_program *slot)
{
    return slot->end.marked != 0u && vg_is_marked(slot);
}

static const char *running_name(const vg_program *slot)
{
    return slot->desc->graphs[slot->running - 1u].name;
}

/* The device is lost, which ends the queue: the detail names the replay that it was lost in, and only those that have
 * ended before stay in flight. `oldest` is the number of the first of them, `graph` what was to be started. */
static void end_queue(vg_program *lane, const char *graph, uint64_t oldest)
{
    vg_queue *queue = lane->store.queue;
    const unsigned count = queue->count;
    queue->count = 0;
    while (queue->count < count && has_ended(vg_slot_at(lane, vg_queue_next(lane)))) {
        queue->count++;
    }
    graph = queue->count < count ? running_name(vg_slot_at(lane, vg_queue_next(lane))) : graph;
    lane->detail.step = name_replay(queue, graph, oldest + queue->count);
}

/* The launch may have gone well although the call failed (the caller's context could not be set again). */
static void note_start(vg_program *lane, vg_program *slot)
{
    if (slot->running != 0u) {
        lane->store.queue->count++;
    }
    vg_take_figures(lane, slot);
}

static uint64_t bit_of(const vg_program *lane, const vg_program *slot)
{
    const size_t distance = (size_t)((const unsigned char *)slot - (const unsigned char *)lane);
    return UINT64_C(1) << distance / lane->store.queue->stride;
}

/* Without its event the replay is waited for by its word, or with all that is queued. */
static vg_status launch(vg_program *lane, vg_program *slot, unsigned graph)
{
    vg_queue *queue = lane->store.queue;
    vg_status status = vg_commit(slot, graph);
    if (status == VG_OK) {
        status = vg_launch(slot, graph, (CUgraphExec)slot->store.graphs[graph].exec);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_mark_end(slot);
    vg_count_launch(slot, graph);
    queue->recorded &= ~bit_of(lane, slot);
    if ((slot->end.marked == 0u || slot->config.wait == VG_WAIT_BLOCK) &&
        cuEventRecord(vg_slot_event(slot), (CUstream)slot->stream) == CUDA_SUCCESS) {
        queue->recorded |= bit_of(lane, slot);
    }
    return VG_OK;
}

vg_status vg_queue_start(vg_program *lane, unsigned graph)
{
    CUcontext caller = NULL;
    vg_program *slot;
    uint64_t first;
    vg_status status = check_room(lane);
    if (status != VG_OK) {
        return status;
    }
    first = lane->stats.launches - lane->store.queue->count + 1u;
    slot = vg_slot_at(lane, vg_queue_next(lane));
    status = vg_check_startable(slot, graph);
    if (status == VG_OK) {
        status = vg_enter(slot, &caller);
    }
    if (status == VG_OK) {
        status = vg_leave(slot, caller, launch(lane, slot, graph));
    }
    note_start(lane, slot);
    if (status != VG_OK) {
        take_failure(lane, slot);
        if (status == VG_LOST) {
            end_queue(lane, lane->desc->graphs[graph].name, first);
        }
    }
    return status;
}

/* Of a lost program those are in flight that have ended. */
static vg_status check_open(vg_program *lane)
{
    const vg_status status = vg_check_here(lane);
    return status == VG_LOST && lane->store.queue->count != 0u ? VG_OK : status;
}

static vg_status check_any(vg_program *lane)
{
    const vg_status status = check_open(lane);
    if (status != VG_OK) {
        return status;
    }
    return lane->store.queue->count == 0u ? vg_refuse(lane, VG_STATE, "no replay is in flight: start one first", 0, 0)
                                         : VG_OK;
}

/* The oldest replay has ended: its slot is free, and its outputs are those that the application reads. */
static void advance(vg_queue *queue)
{
    queue->last = queue->oldest;
    queue->failed = 0;
    queue->count--;
    queue->oldest = queue->count == 0u ? 0u : (queue->oldest + 1u) % queue->slots;
}

/* After a look or a wait at the oldest replay, which was one of `graph`. */
static vg_status settle(vg_program *lane, vg_program *slot, const char *graph, vg_status status)
{
    vg_queue *queue = lane->store.queue;
    const uint64_t number = lane->stats.launches - queue->count + 1u;
    const int ended = (status != VG_LOST && slot->running == 0u) ? 1 : 0;
    vg_take_figures(lane, slot);
    if (ended != 0) {
        advance(queue);
    }
    if (status == VG_OK || status == VG_BUSY || status == VG_TIMEOUT) {
        return status;
    }
    take_failure(lane, slot);
    if (!ended || lane->detail.step[0] == '\0') {
        lane->detail.step = name_replay(queue, graph, number);
    }
    queue->failed = !ended;
    queue->count = status == VG_LOST ? 0u : queue->count;
    return status;
}

/* ---- by the event behind a replay ---- */

/* As in vg_rt.c. */
#define DEFAULT_SPIN_COUNT 4096u

static vg_status look_at_event(vg_program *slot)
{
    CUresult result = CUDA_SUCCESS;
    if (!has_ended(slot)) {
        result = cuEventQuery(vg_slot_event(slot));
    }
    if (result == CUDA_ERROR_NOT_READY) {
        return VG_BUSY;
    }
    if (result != CUDA_SUCCESS) {
        return vg_driver_failed(slot, (int)result, "cuEventQuery", running_name(slot));
    }
    return vg_count_replay(slot);
}

static vg_status sleep_for_event(vg_program *slot)
{
    const CUresult result = cuEventSynchronize(vg_slot_event(slot));
    if (result != CUDA_SUCCESS) {
        return vg_driver_failed(slot, (int)result, "cuEventSynchronize", running_name(slot));
    }
    return vg_count_replay(slot);
}

static vg_status watch_event(vg_program *slot, uint64_t timeout_ns)
{
    const vg_config *config = &slot->config;
    const uint32_t spin = config->spin_count != 0u ? config->spin_count : DEFAULT_SPIN_COUNT;
    const uint64_t begin = vg_now();
    uint32_t looks = 0;
    vg_status status;
    for (status = look_at_event(slot); status == VG_BUSY; status = look_at_event(slot)) {
        looks += (looks < spin) ? 1u : 0u;
        if (timeout_ns != VG_FOREVER && vg_now() - begin >= timeout_ns) {
            slot->stats.timeouts++;
            return VG_TIMEOUT;
        }
        if (timeout_ns == VG_FOREVER && config->wait == VG_WAIT_BLOCK && looks == spin) {
            return sleep_for_event(slot);
        }
        if (config->pause != NULL && (config->wait == VG_WAIT_SPIN || looks == spin)) {
            config->pause(config->pause_user);
        } else {
            VG_PAUSE();
        }
    }
    return status;
}

static vg_status by_event(vg_program *slot, int polls, uint64_t timeout_ns)
{
    CUcontext caller = NULL;
    vg_status status = vg_enter(slot, &caller);
    if (status != VG_OK) {
        return status;
    }
    status = polls ? look_at_event(slot) : watch_event(slot, timeout_ns);
    return vg_leave(slot, caller, status);
}

static int has_event(const vg_program *lane, const vg_program *slot)
{
    return (lane->store.queue->recorded & bit_of(lane, slot)) != 0u;
}

/* ---- the oldest replay ---- */

/* Of a lost program its slots are not asked: the replay has ended. */
static vg_status see_end(vg_program *lane, int polls, uint64_t timeout_ns)
{
    vg_status status = check_any(lane);
    vg_program *slot;
    const char *graph;
    if (status != VG_OK) {
        return status;
    }
    slot = vg_slot_at(lane, lane->store.queue->oldest);
    graph = running_name(slot);
    if (has_ended(slot) != 0) {
        status = vg_count_replay(slot);
    } else if (has_event(lane, slot) != 0) {
        status = by_event(slot, polls, timeout_ns);
    } else {
        status = polls ? vg_poll(slot) : vg_finish(slot, timeout_ns);
    }
    return settle(lane, slot, graph, status);
}

vg_status vg_queue_poll(vg_program *lane)
{
    return see_end(lane, 1, 0);
}

vg_status vg_queue_finish(vg_program *lane, uint64_t timeout_ns)
{
    return see_end(lane, 0, timeout_ns);
}

vg_status vg_queue_finish_all(vg_program *lane, uint64_t timeout_ns)
{
    const int finite = (timeout_ns != VG_FOREVER && timeout_ns != 0u) ? 1 : 0;
    const uint64_t begin = finite ? vg_now() : 0u;
    uint64_t left = timeout_ns;
    vg_status status = check_open(lane);
    while (status == VG_OK && lane->store.queue->count != 0u) {
        status = vg_queue_finish(lane, left);
        if (finite != 0) {
            const uint64_t passed = vg_now() - begin;
            left = passed < timeout_ns ? timeout_ns - passed : 0u;
        }
    }
    return status == VG_OK ? vg_check_here(lane) : status;
}

/* ---- calls that need the lane for themselves ---- */

vg_status vg_queue_alone(vg_program *lane)
{
    const vg_status status = vg_check_here(lane);
    if (status != VG_OK) {
        return status;
    }
    if (lane->store.queue->count != 0u) {
        return vg_refuse(lane, VG_STATE, "replays are in flight: finish them first", 0, lane->store.queue->count);
    }
    return VG_OK;
}

/* What failed while it waited may have left its replay running, which finish then waits for, behind no event. */
vg_status vg_queue_ran(vg_program *lane, vg_status status)
{
    vg_queue *queue = lane->store.queue;
    if (status == VG_OK) {
        queue->last = 0;
    } else if (lane->running != 0u) {
        queue->count = 1;
        queue->failed = status != VG_TIMEOUT;
        queue->recorded &= ~bit_of(lane, lane);
    } else {
        /* nothing to do */
    }
    return status;
}

#endif
