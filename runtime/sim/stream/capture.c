/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Capturing streams: what is pushed into one becomes a node behind those that the stream came to last, an event that is
 * recorded there carries them on, and a stream that waits for it belongs to the capture from then on. */
#define _GNU_SOURCE
#include "stream/capture.h"

#include <stdlib.h>
#include <string.h>

#define BREAK(stream, code, ...) sim_capture_break(&(stream)->capture->state, code, __VA_ARGS__)

/* ---- nodes ---- */

static CUresult check_valid(const sim_stream *stream)
{
    return stream->capture->state.invalid
               ? sim_refuse(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "an earlier call has made the capture invalid")
               : CUDA_SUCCESS;
}

static CUDA_MEMSET_NODE_PARAMS fill_parameters(const sim_fill *fill)
{
    CUDA_MEMSET_NODE_PARAMS p;
    memset(&p, 0, sizeof p);
    p.dst = fill->to;
    p.pitch = fill->rows > 1 ? fill->pitch : 0;
    p.value = fill->value;
    p.elementSize = fill->element;
    p.width = fill->count;
    p.height = fill->rows;
    return p;
}

static CUgraphNodeType type_of(const sim_work *work)
{
    switch (work->kind) {
    case SIM_WORK_LAUNCH:
        return CU_GRAPH_NODE_TYPE_KERNEL;
    case SIM_WORK_COPY:
        return CU_GRAPH_NODE_TYPE_MEMCPY;
    case SIM_WORK_FILL:
        return CU_GRAPH_NODE_TYPE_MEMSET;
    case SIM_WORK_WORD:
        return CU_GRAPH_NODE_TYPE_BATCH_MEM_OP;
    case SIM_WORK_HOST:
        return CU_GRAPH_NODE_TYPE_HOST;
    case SIM_WORK_ALLOCATE:
        return CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    case SIM_WORK_FREE:
        return CU_GRAPH_NODE_TYPE_MEM_FREE;
    case SIM_WORK_GRAPH:
    case SIM_WORK_RECORD:
    case SIM_WORK_WAIT:
        break;
    }
    return CU_GRAPH_NODE_TYPE_EMPTY;
}

static void fill_in(sim_node *node, const sim_stream *stream, sim_work *work)
{
    node->context = sim_context_top();
    node->launch = work->launch;
    memset(&work->launch, 0, sizeof work->launch);
    if (node->type == CU_GRAPH_NODE_TYPE_KERNEL && !node->launch.priority) {
        node->launch.priority = stream->priority;
    }
    node->copy = work->copy;
    node->fill = work->fill;
    node->host = work->host;
    node->copy_parameters = work->copy_parameters;
    if (node->type == CU_GRAPH_NODE_TYPE_MEMSET) {
        node->fill_parameters = fill_parameters(&work->fill);
    }
}

static void come_to(sim_stream *stream, const CUgraphNode *nodes, size_t count)
{
    CUgraphNode *copy = (CUgraphNode *)sim_allocate(count, sizeof *copy);
    if (count) {
        memcpy(copy, nodes, count * sizeof *copy);
    }
    free(stream->after);
    stream->after = copy;
    stream->after_count = count;
}

/* The edges from kernels are programmatic where the launch asks for it. */
static CUgraphEdgeData *make_edges(const sim_stream *stream, bool programmatic)
{
    CUgraphEdgeData *edges = (CUgraphEdgeData *)sim_allocate(stream->after_count, sizeof *edges);
    for (size_t i = 0; programmatic && i < stream->after_count; i++) {
        const sim_node *before = (const sim_node *)sim_object_data(stream->after[i], SIM_NODE);
        if (before && before->type == CU_GRAPH_NODE_TYPE_KERNEL) {
            edges[i].from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
            edges[i].type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
        }
    }
    return edges;
}

static CUresult add_node(sim_stream *stream, CUgraphNodeType type, sim_work *work, sim_object *event)
{
    CUgraphEdgeData *edges = make_edges(stream, work && work->launch.programmatic);
    CUgraphNode added = NULL;
    const sim_place place = {&added, stream->capture->graph, stream->after, edges, stream->after_count};
    sim_node *node;
    CUresult result = sim_node_begin(&node, &place, type);
    if (!result && work) {
        fill_in(node, stream, work);
    }
    if (!result) {
        node->event = event;
    }
    result = sim_node_end(result, node, &place);
    free(edges);
    if (!result) {
        come_to(stream, &added, 1);
    }
    return result;
}

CUresult sim_capture_add(sim_stream *stream, sim_work *work)
{
    CUresult result = work->kind == SIM_WORK_GRAPH ? sim_capture_refuse(stream) : check_valid(stream);
    return result ? result : add_node(stream, type_of(work), work, NULL);
}

CUresult sim_capture_external(sim_stream *stream, sim_event *event, CUgraphNodeType type)
{
    CUresult result = check_valid(stream);
    return result ? result : add_node(stream, type, NULL, event->object);
}

/* ---- events ---- */

CUresult sim_capture_record(sim_stream *stream, sim_event *event)
{
    CUresult result = check_valid(stream);
    if (result) {
        return result;
    }
    free(event->after);
    event->after = (CUgraphNode *)sim_allocate(stream->after_count, sizeof *event->after);
    if (stream->after_count) {
        memcpy(event->after, stream->after, stream->after_count * sizeof *event->after);
    }
    event->after_count = stream->after_count;
    event->capture = stream->capture->state.id;
    return CUDA_SUCCESS;
}

static void join(sim_stream *stream, const sim_event *event)
{
    CUgraphNode *all = (CUgraphNode *)sim_allocate(stream->after_count + event->after_count, sizeof *all);
    size_t count = stream->after_count;
    if (count) {
        memcpy(all, stream->after, count * sizeof *all);
    }
    for (size_t i = 0; i < event->after_count; i++) {
        bool known = false;
        for (size_t k = 0; k < count && !known; k++) {
            known = all[k] == event->after[i];
        }
        if (!known) {
            all[count++] = event->after[i];
        }
    }
    free(stream->after);
    stream->after = all;
    stream->after_count = count;
}

CUresult sim_capture_wait(sim_stream *stream, sim_event *event)
{
    sim_capture *of_event = (sim_capture *)(void *)sim_capture_find(event->capture);
    CUresult result = stream->capture ? check_valid(stream) : CUDA_SUCCESS;
    if (result) {
        return result;
    }
    if (!event->capture) {
        return event->recorded ? BREAK(stream, CUDA_ERROR_STREAM_CAPTURE_ISOLATION,
                                       "the event was recorded outside of the capture")
                               : CUDA_SUCCESS;
    }
    if (!of_event) {
        return stream->capture ? BREAK(stream, CUDA_ERROR_STREAM_CAPTURE_ISOLATION,
                                       "the event was recorded in a capture that has ended")
                               : sim_capture_refuse_event(event);
    }
    if (of_event->state.invalid) {
        return sim_refuse(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
                          "an earlier call has made the event's capture invalid");
    }
    if (!stream->object) {
        return sim_capture_break(&of_event->state, CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
                                 "the null stream cannot be captured");
    }
    if (stream->capture && stream->capture != of_event) {
        sim_capture_break(&of_event->state, CUDA_ERROR_STREAM_CAPTURE_MERGE, "two captures would be one");
        return BREAK(stream, CUDA_ERROR_STREAM_CAPTURE_MERGE, "two captures would be one");
    }
    if (!stream->capture) {
        stream->capture = of_event;
        come_to(stream, event->after, event->after_count);
        return CUDA_SUCCESS;
    }
    join(stream, event);
    return CUDA_SUCCESS;
}

CUresult sim_capture_refuse_event(const sim_event *event)
{
    sim_capture_state *state = sim_capture_find(event->capture);
    if (state) {
        return sim_capture_break(state, CUDA_ERROR_CAPTURED_EVENT, "the event was last recorded in a capture");
    }
    return sim_refuse(CUDA_ERROR_CAPTURED_EVENT, "the event was last recorded in a capture, which has ended");
}

CUresult sim_capture_refuse(sim_stream *stream)
{
    CUresult result = check_valid(stream);
    return result ? result
                  : BREAK(stream, CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
                          "the stream is being captured, and this call cannot be a part of a graph");
}

void sim_stream_failed(CUstream handle, CUresult code)
{
    sim_stream *stream = code ? sim_stream_get(handle) : NULL;
    if (stream && stream->capture && !stream->capture->state.invalid) {
        BREAK(stream, code, "the call has failed");
    }
}

/* ---- begin and end ---- */

static void end(sim_capture *capture)
{
    for (size_t i = 0; i < sim_stream_count(); i++) {
        sim_stream *stream = sim_stream_at(i);
        if (stream->capture == capture) {
            stream->capture = NULL;
            free(stream->after);
            stream->after = NULL;
            stream->after_count = 0;
        }
    }
    sim_capture_delist(&capture->state);
    sim_object_destroy(capture->object);
    free(capture);
}

static void drop(sim_capture *capture)
{
    sim_graph *graph = capture->given ? NULL : (sim_graph *)sim_object_data(capture->graph, SIM_GRAPH);
    end(capture);
    if (graph) {
        sim_graph_destroy(graph);
    }
}

void sim_capture_abandon(sim_stream *stream)
{
    sim_capture *capture = stream->capture;
    if (capture->origin == stream) {
        sim_problem("leak",
                    "a stream is destroyed while it is being captured, and the capture begun by %s was never ended",
                    sim_call_words(capture->state.begun).text);
        drop(capture);
    } else {
        stream->capture = NULL; /* what it has captured may be waited for, or not */
    }
}

/* Marks the node and what is before it. */
static void mark(const sim_graph *graph, CUgraphNode handle, uint8_t *seen)
{
    const sim_node *node = (const sim_node *)sim_object_data(handle, SIM_NODE);
    uint32_t *open = (uint32_t *)sim_allocate(graph->count, sizeof *open);
    size_t count = 0;
    if (node && !seen[node->index]) {
        seen[node->index] = 1;
        open[count++] = node->index;
    }
    while (count) {
        const sim_node *at = graph->nodes[open[--count]];
        for (size_t k = 0; k < at->after_count; k++) {
            if (!seen[at->after[k]]) {
                seen[at->after[k]] = 1;
                open[count++] = at->after[k];
            }
        }
    }
    free(open);
}

/* Has the stream where it began come to all that was captured? */
static bool is_joined(const sim_capture *capture)
{
    const sim_graph *graph = (const sim_graph *)sim_object_data(capture->graph, SIM_GRAPH);
    uint8_t *seen = (uint8_t *)sim_allocate(graph->count, 1);
    bool joined = true;
    for (size_t i = 0; i < capture->origin->after_count; i++) {
        mark(graph, capture->origin->after[i], seen);
    }
    for (size_t i = capture->before; i < graph->count; i++) {
        joined = joined && seen[i];
    }
    free(seen);
    return joined;
}

CUresult sim_capture_begin(CUstream handle, CUstreamCaptureMode mode, const sim_place *into)
{
    sim_stream *stream = sim_stream_get(handle);
    sim_capture *capture;
    CUresult result = CUDA_SUCCESS;
    if (!stream) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (!stream->object) {
        return sim_refuse(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, "the null stream cannot be captured");
    }
    if (stream->capture) {
        return sim_refuse(CUDA_ERROR_ILLEGAL_STATE, "the stream is being captured already");
    }
    if ((unsigned)mode > CU_STREAM_CAPTURE_MODE_RELAXED) {
        return sim_refuse(CUDA_ERROR_INVALID_VALUE, "mode %d", (int)mode);
    }
    capture = (sim_capture *)sim_allocate(1, sizeof *capture);
    if (into) {
        capture->graph = into->graph;
        capture->given = (sim_graph *)sim_object_data(into->graph, SIM_GRAPH);
        result = capture->given ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
    } else {
        result = sim_graph_create(&capture->graph);
    }
    if (result) {
        free(capture);
        return result;
    }
    capture->object = sim_object_new(SIM_CAPTURE, capture, NULL);
    capture->origin = stream;
    if (into) {
        capture->before = capture->given->count;
        come_to(stream, into->after, into->count);
    } else {
        ((sim_object *)(void *)capture->graph)->owner = capture; /* until it is handed over */
    }
    sim_capture_enlist(&capture->state, mode, !stream->non_blocking);
    stream->capture = capture;
    return CUDA_SUCCESS;
}

CUresult sim_capture_end(CUstream handle, CUgraph *out)
{
    sim_stream *stream = sim_stream_get(handle);
    sim_capture *capture = stream ? stream->capture : NULL;
    if (!stream || !out) {
        return stream ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    }
    *out = NULL;
    if (!capture) {
        return sim_refuse(CUDA_ERROR_ILLEGAL_STATE, "the stream is not being captured");
    }
    if (capture->origin != stream) {
        return BREAK(stream, CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, "the capture began in another stream");
    }
    if (capture->state.mode != CU_STREAM_CAPTURE_MODE_RELAXED && !sim_capture_is_mine(&capture->state)) {
        drop(capture);
        return sim_refuse(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, "another thread began the capture");
    }
    if (capture->state.invalid) {
        drop(capture);
        return sim_refuse(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, "an earlier call has made the capture invalid");
    }
    if (!is_joined(capture)) {
        drop(capture);
        return sim_refuse(CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
                          "another stream has captured nodes for which this one does not wait");
    }
    *out = capture->graph;
    if (!capture->given) {
        ((sim_object *)(void *)capture->graph)->owner = NULL;
    }
    end(capture);
    return CUDA_SUCCESS;
}

void sim_capture_give_up(CUstream handle)
{
    sim_stream *stream = sim_stream_get(handle);
    if (stream && stream->capture && stream->capture->origin == stream) {
        drop(stream->capture);
    }
}

/* ---- what is known of it ---- */

CUresult sim_capture_look(CUstream handle, sim_capture_view *view)
{
    const sim_stream *stream = sim_stream_get(handle);
    memset(view, 0, sizeof *view);
    if (!stream) {
        return CUDA_ERROR_INVALID_HANDLE;
    }
    if (!stream->object) {
        return handle == CU_STREAM_PER_THREAD ? CUDA_SUCCESS : sim_capture_implicit(false);
    }
    if (stream->capture) {
        view->status = stream->capture->state.invalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                                      : CU_STREAM_CAPTURE_STATUS_ACTIVE;
        view->id = stream->capture->state.id;
        view->graph = stream->capture->graph;
        view->after = stream->after;
        view->count = stream->after_count;
    }
    return CUDA_SUCCESS;
}

CUresult sim_capture_update(CUstream handle, const CUgraphNode *nodes, size_t count, bool replace)
{
    sim_stream *stream = sim_stream_get(handle);
    sim_event all;
    if (!stream || (count && !nodes)) {
        return stream ? CUDA_ERROR_INVALID_VALUE : CUDA_ERROR_INVALID_HANDLE;
    }
    if (!stream->capture) {
        return sim_refuse(CUDA_ERROR_ILLEGAL_STATE, "the stream is not being captured");
    }
    if (replace) {
        come_to(stream, nodes, count);
        return CUDA_SUCCESS;
    }
    memset(&all, 0, sizeof all);
    all.after = (CUgraphNode *)(uintptr_t)nodes;
    all.after_count = count;
    join(stream, &all);
    return CUDA_SUCCESS;
}
