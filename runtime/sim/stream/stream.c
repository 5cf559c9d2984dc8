/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Streams. Work waits in its stream until a call that synchronises, so that a missing synchronise shows. */
#define _GNU_SOURCE
#include "check/check.h"
#include "stream/capture.h"

#include <stdlib.h>

static sim_stream null_stream;
static sim_stream **streams;
static size_t stream_count, stream_capacity;
static uint64_t sequence;

uint64_t sim_stream_next_sequence(void)
{
    return sequence + 1;
}

sim_stream *sim_stream_get(CUstream handle)
{
    if (!handle || handle == CU_STREAM_LEGACY || handle == CU_STREAM_PER_THREAD) {
        return &null_stream;
    }
    return (sim_stream *)sim_object_data(handle, SIM_STREAM);
}

bool sim_stream_known(CUstream handle)
{
    return sim_stream_get(handle) != NULL;
}

bool sim_stream_captured(CUstream handle)
{
    const sim_stream *stream = sim_stream_get(handle);
    return stream && stream->capture;
}

size_t sim_stream_count(void)
{
    return stream_count;
}

sim_stream *sim_stream_at(size_t index)
{
    return streams[index];
}

void sim_stream_enlist(sim_stream *stream)
{
    streams = (sim_stream **)sim_grow(streams, stream_count, &stream_capacity, sizeof *streams);
    streams[stream_count++] = stream;
}

bool sim_stream_idle(CUstream handle)
{
    const sim_stream *stream = sim_stream_get(handle);
    return stream && !stream->head;
}

static CUresult drain_to(sim_stream *stream, uint64_t last);

/* ---- graphs take turns ---- */

/* The place of the last launch of the exec before `before` that waits in the stream; 0: none. */
static uint64_t last_launch(const sim_stream *stream, const sim_exec *exec, uint64_t before)
{
    uint64_t found = 0;
    for (const sim_work *work = stream->head; work && work->sequence < before; work = work->next) {
        found = work->exec == exec ? work->sequence : found;
    }
    return found;
}

void sim_drain_exec(const sim_exec *exec)
{
    drain_to(&null_stream, last_launch(&null_stream, exec, UINT64_MAX));
    for (size_t i = 0; i < stream_count; i++) {
        drain_to(streams[i], last_launch(streams[i], exec, UINT64_MAX));
    }
}

/* Launches of one exec never overlap, whatever streams they are in. */
static CUresult finish_earlier_launches(const sim_work *work)
{
    CUresult result = drain_to(&null_stream, last_launch(&null_stream, work->exec, work->sequence));
    for (size_t i = 0; !result && i < stream_count; i++) {
        result = drain_to(streams[i], last_launch(streams[i], work->exec, work->sequence));
    }
    return result;
}

static bool has_earlier_launch(const sim_work *work)
{
    uint64_t found = last_launch(&null_stream, work->exec, work->sequence);
    for (size_t i = 0; !found && i < stream_count; i++) {
        found = last_launch(streams[i], work->exec, work->sequence);
    }
    return found != 0;
}

/* Two graphs over the same memory run one after the other: it is their program that has to order them. */
static bool same_memory(const sim_exec *a, const sim_exec *b)
{
    return a->match && b->match && a->match->instance == b->match->instance;
}

/* Could the graph at the stream's head run a node beside `beside`? Not its last one: it is not done before its own
 * stream is waited for, so that a missing wait shows. */
static bool may_step(const sim_stream *stream, const sim_work *beside)
{
    const sim_work *work = stream->head;
    if (stream->draining || !stream->non_blocking || !work || work->kind != SIM_WORK_GRAPH ||
        same_memory(work->exec, beside->exec)) {
        return false;
    }
    if (work->progress) {
        return sim_exec_left(work->progress) > 1;
    }
    return work->exec->count > 1 && !work->exec->running && work->exec != beside->exec && !has_earlier_launch(work);
}

static CUresult step(sim_work *work)
{
    CUresult result;
    if (!work->progress) {
        work->progress = sim_exec_begin(work->exec);
    }
    result = sim_exec_step(work->progress);
    if (result) {
        sim_set_sticky(result);
    }
    return result;
}

/* A node of another stream's graph, or none, as the seed chooses. */
static CUresult step_another(const sim_work *beside)
{
    sim_stream *chosen = NULL;
    size_t count = 0;
    CUresult result;
    if (!sim_get_settings()->seed || sim_random(sim_random_state()) % 2) {
        return CUDA_SUCCESS;
    }
    for (size_t i = 0; i < stream_count; i++) {
        if (may_step(streams[i], beside) && sim_random(sim_random_state()) % ++count == 0) {
            chosen = streams[i];
        }
    }
    if (!chosen) {
        return CUDA_SUCCESS;
    }
    chosen->draining = true;
    result = step(chosen->head);
    chosen->draining = false;
    return result;
}

static CUresult run_graph(sim_work *work)
{
    CUresult result = work->progress ? CUDA_SUCCESS : finish_earlier_launches(work);
    if (!result && !work->progress) {
        work->progress = sim_exec_begin(work->exec);
    }
    while (!result && sim_exec_left(work->progress)) {
        result = step_another(work);
        result = result ? result : step(work);
    }
    if (!result) {
        sim_watch_end(work->exec, work->watch);
        sim_end_show(work->exec, sim_watch_word(work->watch));
    }
    return result;
}

/* ---- draining ---- */

void sim_stream_delist(sim_stream *stream)
{
    drain_to(stream, UINT64_MAX);
    for (size_t i = 0; i < stream_count; i++) {
        if (streams[i] == stream) {
            streams[i] = streams[--stream_count];
            break;
        }
    }
}

/* The null stream and the streams that are not non-blocking wait for one another. */
static CUresult drain_legacy_before(const sim_stream *stream, uint64_t last)
{
    CUresult result = CUDA_SUCCESS;
    if (stream->non_blocking) {
        return result;
    }
    if (stream != &null_stream) {
        return drain_to(&null_stream, last);
    }
    for (size_t i = 0; !result && i < stream_count; i++) {
        result = streams[i]->non_blocking ? CUDA_SUCCESS : drain_to(streams[i], last);
    }
    return result;
}

CUresult sim_stream_wait(const sim_work *work)
{
    sim_stream *source = &null_stream;
    if (work->source) {
        if (work->source->dead) {
            return CUDA_SUCCESS; /* it was drained when it was destroyed */
        }
        source = (sim_stream *)work->source->data;
    }
    return drain_to(source, work->source_sequence);
}

/* ---- planned delays ---- */

/* The first work up to `last` for which whoever waits would sleep; NULL: none. */
static const sim_work *first_delayed(const sim_stream *stream, uint64_t last)
{
    for (const sim_work *work = stream->head; work && work->sequence <= last; work = work->next) {
        if (!sim_delay_is_over(work) || (work->kind == SIM_WORK_WAIT && sim_stream_wait_is_delayed(work))) {
            return work;
        }
    }
    return NULL;
}

bool sim_stream_wait_is_delayed(const sim_work *work)
{
    const sim_stream *source = &null_stream;
    if (!sim_delay_any() || (work->source && work->source->dead)) {
        return false;
    }
    if (work->source) {
        source = (const sim_stream *)work->source->data;
    }
    return first_delayed(source, work->source_sequence) != NULL;
}

static CUresult run_work(sim_work *work)
{
    sim_event *event;
    sim_exec single;
    sim_node node;
    switch (work->kind) {
    case SIM_WORK_GRAPH:
        return run_graph(work);
    case SIM_WORK_LAUNCH:
        single = (sim_exec){0};
        node = (sim_node){0};
        node.type = CU_GRAPH_NODE_TYPE_KERNEL;
        node.enabled = true;
        node.launch = work->launch;
        single.nodes = &node;
        single.count = 1;
        return sim_exec_run(&single);
    case SIM_WORK_COPY:
    case SIM_WORK_FILL:
        sim_memory_open();
        if (work->kind == SIM_WORK_COPY) {
            sim_copy_run(&work->copy);
        } else {
            sim_fill_run(&work->fill);
        }
        sim_memory_close();
        return CUDA_SUCCESS;
    case SIM_WORK_WORD:
        sim_word_write(work->fill.to, work->fill.value);
        return CUDA_SUCCESS;
    case SIM_WORK_RECORD:
        event = work->event->dead ? NULL : (sim_event *)work->event->data;
        if (event && event->completed < work->version) {
            event->completed = work->version;
            clock_gettime(CLOCK_MONOTONIC, &event->at);
        }
        return CUDA_SUCCESS;
    case SIM_WORK_WAIT:
        return sim_stream_wait(work);
    case SIM_WORK_HOST:
        sim_call_host(&work->host);
        return CUDA_SUCCESS;
    case SIM_WORK_ALLOCATE:
    case SIM_WORK_FREE:
        break;
    }
    return CUDA_SUCCESS;
}

static void free_work(sim_work *work)
{
    if (work->progress) {
        sim_exec_end(work->progress);
    }
    if (work->exec) {
        sim_exec_release(work->exec);
    }
    sim_launch_free(&work->launch);
    sim_watch_free(work->watch);
    free(work);
}

static CUresult drain_to(sim_stream *stream, uint64_t last)
{
    CUresult result = CUDA_SUCCESS;
    if (stream->draining || !stream->head || stream->head->sequence > last) {
        return result;
    }
    stream->draining = true;
    sim_memory_open(); /* once for all that runs now: each time costs a system call for each allocation */
    while (stream->head && stream->head->sequence <= last) {
        sim_work *work = stream->head;
        result = result ? result : drain_legacy_before(stream, work->sequence - 1);
        result = result ? result : sim_sticky();
        if (!result && sim_delay_never_ends(work)) {
            sim_call_problem("hang", "%s",
                             "this call waits for a launch that never ends: on a GPU it would never return");
            result = CUDA_ERROR_LAUNCH_TIMEOUT;
        }
        if (!result) {
            sim_delay_sleep(work);
        }
        result = result ? result : run_work(work);
        if (result) {
            sim_set_sticky(result);
        }
        stream->head = work->next;
        if (!stream->head) {
            stream->tail = &stream->head;
        }
        free_work(work);
    }
    sim_memory_close();
    stream->draining = false;
    return result;
}

sim_work *sim_work_new(sim_work_kind kind)
{
    sim_work *work = (sim_work *)sim_allocate(1, sizeof *work);
    work->kind = kind;
    return work;
}

CUresult sim_stream_push(CUstream handle, sim_work *work)
{
    sim_stream *stream = sim_stream_get(handle);
    CUresult result = stream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (stream == &null_stream) {
        result = sim_capture_implicit(true);
    } else if (stream && stream->capture) {
        result = sim_capture_add(stream, work);
    }
    if (result || stream->capture) {
        free_work(work);
        return result;
    }
    if (!stream->tail) {
        stream->tail = &stream->head;
    }
    work->sequence = ++sequence;
    work->next = NULL;
    *stream->tail = work;
    stream->tail = &work->next;
    stream->asked = false;
    sim_delay_plan(stream, work);
    if (sim_get_settings()->lazy || (sim_delay_any() && first_delayed(stream, UINT64_MAX))) {
        return CUDA_SUCCESS;
    }
    return drain_to(stream, UINT64_MAX);
}

CUresult sim_stream_drain(CUstream handle)
{
    sim_stream *stream = sim_stream_get(handle);
    CUresult result = stream ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
    if (stream == &null_stream) {
        result = sim_capture_implicit(true);
    } else if (stream && stream->capture) {
        result = sim_capture_refuse(stream);
    }
    result = result ? result : drain_to(stream, UINT64_MAX);
    if (!result && stream == &null_stream) {
        result = drain_legacy_before(stream, UINT64_MAX);
    }
    return result ? result : sim_take_async();
}

CUresult sim_drain_legacy(void)
{
    return sim_stream_drain(NULL);
}

CUresult sim_drain_all(void)
{
    CUresult result = drain_to(&null_stream, UINT64_MAX);
    for (size_t i = 0; i < stream_count; i++) {
        CUresult other = drain_to(streams[i], UINT64_MAX);
        result = result ? result : other;
    }
    return result;
}

bool sim_stream_any_hangs(void)
{
    for (size_t i = 0; i < stream_count; i++) {
        for (const sim_work *work = streams[i]->head; work; work = work->next) {
            if (sim_delay_never_ends(work)) {
                return true;
            }
        }
    }
    return false;
}

/* ---- asking ---- */

static bool ends_with_word(const sim_stream *stream)
{
    const sim_work *last = stream->head;
    while (last && last->next) {
        last = last->next;
    }
    return last && (last->kind == SIM_WORK_WORD || (last->kind == SIM_WORK_GRAPH && sim_end_word(last->exec)));
}

/* This does not depend on chance, so repeated runs make the same calls. */
static bool runs_ahead(const sim_stream *stream)
{
    return ends_with_word(stream) && !sim_async_waits() && sim_get_settings()->seed & 2;
}

/* The first query after a launch finds it still running. If a word ends the work, some seeds let it appear right after
 * that query, before the driver ever reports that all is done. */
CUresult sim_stream_query(CUstream handle)
{
    sim_stream *stream = sim_stream_get(handle);
    CUresult result = CUDA_SUCCESS;
    const sim_work *delayed;
    if (!stream || stream->capture) {
        return stream ? sim_capture_refuse(stream) : CUDA_ERROR_INVALID_HANDLE;
    }
    delayed = sim_delay_any() ? first_delayed(stream, UINT64_MAX) : NULL;
    if (delayed) {
        result = drain_to(stream, delayed->sequence - 1);
        return result ? result : CUDA_ERROR_NOT_READY;
    }
    if (!stream->head || stream->asked) {
        return sim_stream_drain(handle);
    }
    stream->asked = true;
    if (runs_ahead(stream)) {
        result = sim_stream_drain(handle);
    }
    return result ? result : CUDA_ERROR_NOT_READY;
}
