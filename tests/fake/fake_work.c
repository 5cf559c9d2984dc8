/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_work.c - the fake driver's streams, events and graphs. */
#include "fake_books.h"

#include <stdlib.h>
#include <string.h>

/* ---- work for streams ---- */

void fake_give_work(const char *call, CUstream handle, CUresult result)
{
    object *stream = fake_use(call, handle, STREAM);
    if (stream != NULL && result == CUDA_SUCCESS) {
        stream->pending++;
        fake.pending++;
    }
}

CUresult fake_write(const char *call, CUdeviceptr to, const void *element, size_t size, size_t count, CUstream stream)
{
    const CUresult result = fake_enter_with_context(call);
    unsigned char *bytes = (unsigned char *)(uintptr_t)to;
    if (count == 0) {
        fake_misuse(call, "no bytes");
    }
    fake_give_work(call, stream, result);
    for (size_t i = 0; result == CUDA_SUCCESS && i < count; i++) {
        memcpy(bytes + i * size, element, size);
    }
    return result;
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t count, CUstream stream)
{
    return fake_write("cuMemsetD8Async", to, &value, 1, count, stream);
}

CUresult CUDAAPI cuMemsetD16Async(CUdeviceptr to, unsigned short value, size_t count, CUstream stream)
{
    return fake_write("cuMemsetD16Async", to, &value, 2, count, stream);
}

CUresult CUDAAPI cuMemsetD32Async(CUdeviceptr to, unsigned int value, size_t count, CUstream stream)
{
    return fake_write("cuMemsetD32Async", to, &value, 4, count, stream);
}

CUresult CUDAAPI cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    return fake_write("cuMemcpyHtoDAsync", to, from, bytes, 1, stream);
}

CUresult CUDAAPI cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return fake_write("cuMemcpyDtoHAsync", (CUdeviceptr)(uintptr_t)to, (void *)(uintptr_t)from, bytes, 1, stream);
}

CUresult CUDAAPI cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    if (from + bytes > to && to + bytes > from) {
        fake_misuse("cuMemcpyDtoDAsync", "the ranges overlap");
    }
    return fake_write("cuMemcpyDtoDAsync", to, (void *)(uintptr_t)from, bytes, 1, stream);
}

/* ---- streams and events ---- */

CUresult CUDAAPI cuStreamCreate(CUstream *stream, unsigned int flags)
{
    if (flags != CU_STREAM_NON_BLOCKING) {
        fake_misuse("cuStreamCreate", "flags");
    }
    return fake_create("cuStreamCreate", stream, STREAM, NULL);
}

CUresult CUDAAPI cuStreamDestroy_v2(CUstream stream)
{
    return fake_destroy("cuStreamDestroy", stream, STREAM, fake_enter("cuStreamDestroy"));
}

CUresult CUDAAPI cuStreamSynchronize(CUstream stream)
{
    const CUresult result = fake_enter("cuStreamSynchronize");
    object *waited = fake_use("cuStreamSynchronize", stream, STREAM);
    if (waited != NULL) {
        fake_stream_done(waited);
    }
    return result;
}

CUresult CUDAAPI cuStreamQuery(CUstream stream)
{
    const CUresult result = fake_enter_with_context("cuStreamQuery");
    object *asked = fake_use("cuStreamQuery", stream, STREAM);
    if (result == CUDA_SUCCESS && fake.query_error != 0) {
        return (CUresult)fake.query_error;
    }
    if (result != CUDA_SUCCESS || asked == NULL) {
        return result;
    }
    if (fake.hang) {
        return CUDA_ERROR_NOT_READY;
    }
    if (asked->task_count != 0) {
        fake_look_at_tasks(asked);
        if (asked->task_count != 0) {
            return CUDA_ERROR_NOT_READY;
        }
    }
    if (asked->busy_left == 0) {
        fake_stream_done(asked);
        return CUDA_SUCCESS;
    }
    asked->busy_left--;
    if (fake.word_first && asked->busy_left == 0) {
        fake_stream_done(asked);
    }
    return CUDA_ERROR_NOT_READY;
}

/* Whether the stream has not come to it yet. */
static int is_ahead(const object *event)
{
    for (unsigned i = 0; i < event->stream->task_count; i++) {
        if (event->stream->tasks[i].event == event) {
            return 1;
        }
    }
    return 0;
}

CUresult CUDAAPI cuEventQuery(CUevent event)
{
    const CUresult result = fake_enter_with_context("cuEventQuery");
    const object *asked = fake_use("cuEventQuery", event, EVENT);
    if (asked != NULL && !asked->recorded) {
        fake_misuse("cuEventQuery", "the event was never recorded");
    }
    if (asked != NULL && result == CUDA_SUCCESS && fake.hang) {
        return CUDA_ERROR_NOT_READY;
    }
    if (asked == NULL || result != CUDA_SUCCESS || !is_ahead(asked)) {
        return result;
    }
    fake_look_at_tasks(asked->stream);
    return is_ahead(asked) ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

/* At once where nothing is left to do. */
CUresult CUDAAPI cuStreamWriteValue32_v2(CUstream handle, CUdeviceptr address, cuuint32_t value, unsigned int flags)
{
    CUresult result = fake_enter_with_context("cuStreamWriteValue32");
    object *stream = fake_use("cuStreamWriteValue32", handle, STREAM);
    if (result == CUDA_SUCCESS) {
        result = (CUresult)fake.word_error;
    }
    if (address == 0 || address % sizeof value != 0 || flags != CU_STREAM_WRITE_VALUE_DEFAULT) {
        fake_misuse("cuStreamWriteValue32", "address or flags");
    }
    if (stream != NULL && stream->task_count != 0 && (result == CUDA_SUCCESS || fake.word_comes)) {
        task *last = &stream->tasks[stream->task_count - 1];
        last->word = (uint32_t *)(uintptr_t)address;
        last->number = value;
        fake_give_work("cuStreamWriteValue32", handle, CUDA_SUCCESS);
    } else if (stream != NULL && (result == CUDA_SUCCESS || fake.word_comes)) {
        stream->word = (uint32_t *)(uintptr_t)address;
        stream->number = value;
        fake_give_work("cuStreamWriteValue32", handle, CUDA_SUCCESS);
        if (stream->busy_left == 0 && !fake.word_lost && !fake.hang) {
            fake_stream_done(stream);
        }
    }
    return result;
}

CUresult CUDAAPI cuEventCreate(CUevent *event, unsigned int flags)
{
    (void)flags;
    return fake_create("cuEventCreate", event, EVENT, NULL);
}

CUresult CUDAAPI cuEventDestroy_v2(CUevent event)
{
    return fake_destroy("cuEventDestroy", event, EVENT, fake_enter("cuEventDestroy"));
}

CUresult CUDAAPI cuEventRecord(CUevent event, CUstream stream)
{
    const CUresult result = fake_enter_with_context("cuEventRecord");
    object *recorded = fake_use("cuEventRecord", event, EVENT);
    object *given = fake_use("cuEventRecord", stream, STREAM);
    if (recorded != NULL && result == CUDA_SUCCESS) {
        recorded->recorded = 1;
        recorded->stream = given;
    }
    if (given != NULL && given->task_count != 0 && result == CUDA_SUCCESS) {
        given->tasks[given->task_count - 1].event = recorded;
    }
    return result;
}

static object *use_recorded(const char *call, CUevent event)
{
    object *used = fake_use(call, event, EVENT);
    if (used != NULL && !used->recorded) {
        fake_misuse(call, "the event was never recorded");
    }
    return used;
}

CUresult CUDAAPI cuEventSynchronize(CUevent event)
{
    const CUresult result = fake_enter_with_context("cuEventSynchronize");
    const object *waited = use_recorded("cuEventSynchronize", event);
    while (waited != NULL && result == CUDA_SUCCESS && is_ahead(waited)) {
        fake_finish_task(waited->stream);
    }
    if (waited != NULL && waited->stream->task_count == 0) {
        fake_stream_done(waited->stream);
    }
    return result;
}

CUresult CUDAAPI cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
    const CUresult result = fake_enter("cuEventElapsedTime");
    const object *begin = use_recorded("cuEventElapsedTime", start);
    const object *last = use_recorded("cuEventElapsedTime", end);
    if (last != NULL && last->stream->busy_left != 0) {
        fake_misuse("cuEventElapsedTime", "the stream is still busy");
    }
    *milliseconds = -1e30f;
    if (result == CUDA_SUCCESS) {
        *milliseconds = last != NULL && begin != NULL && last->at > 0.0f ? last->at - begin->at : 0.25f;
    }
    return result;
}

/* ---- graphs ---- */

CUresult CUDAAPI cuGraphCreate(CUgraph *graph, unsigned int flags)
{
    (void)flags;
    return fake_create("cuGraphCreate", graph, GRAPH, NULL);
}

CUresult CUDAAPI cuGraphDestroy(CUgraph graph)
{
    return fake_destroy("cuGraphDestroy", graph, GRAPH, fake_enter("cuGraphDestroy"));
}

CUresult fake_add_node(const char *call, CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                       CUgraphNodeType type)
{
    object *parent = fake_use(call, graph, GRAPH);
    for (size_t i = 0; i < count; i++) {
        fake_use(call, after[i], NODE);
    }
    const CUresult result = fake_create(call, node, NODE, parent);
    if (result == CUDA_SUCCESS) {
        object *made = fake_use(call, *node, NODE);
        made->type = type;
        made->after_count = (unsigned)count;
        for (size_t i = 0; i < count && i < MOST_AFTER; i++) {
            made->after[i] = (object *)after[i];
        }
    }
    return result;
}

CUresult CUDAAPI cuGraphAddKernelNode_v2(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                         const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    if (parameters->func != NULL || parameters->kern == NULL) {
        fake_use("cuGraphAddKernelNode", parameters->func, FUNCTION);
    }
    const CUresult result = fake_add_node("cuGraphAddKernelNode", node, graph, after, count, CU_GRAPH_NODE_TYPE_KERNEL);
    if (result == CUDA_SUCCESS && fake.body_error != 0) {
        fake_use("cuGraphAddKernelNode", *node, NODE)->live = 0;
        *node = (CUgraphNode)TRAP;
        return (CUresult)fake.body_error;
    }
    if (result == CUDA_SUCCESS) {
        fake_use("cuGraphAddKernelNode", *node, NODE)->launch = *parameters;
    }
    return result;
}

CUresult CUDAAPI cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count)
{
    return fake_add_node("cuGraphAddEmptyNode", node, graph, after, count, CU_GRAPH_NODE_TYPE_EMPTY);
}

CUresult CUDAAPI cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                      const CUDA_MEMCPY3D *copy, CUcontext context)
{
    fake_use("cuGraphAddMemcpyNode", context, CONTEXT);
    const CUresult result = fake_add_node("cuGraphAddMemcpyNode", node, graph, after, count, CU_GRAPH_NODE_TYPE_MEMCPY);
    if (result == CUDA_SUCCESS) {
        fake_use("cuGraphAddMemcpyNode", *node, NODE)->copy = *copy;
    }
    return result;
}

CUresult CUDAAPI cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                      const CUDA_MEMSET_NODE_PARAMS *fill, CUcontext context)
{
    fake_use("cuGraphAddMemsetNode", context, CONTEXT);
    const CUresult result = fake_add_node("cuGraphAddMemsetNode", node, graph, after, count, CU_GRAPH_NODE_TYPE_MEMSET);
    if (result == CUDA_SUCCESS && fill->elementSize != 0) {
        fake_use("cuGraphAddMemsetNode", *node, NODE)->fill = *fill;
        fake_use("cuGraphAddMemsetNode", *node, NODE)->has_fill = 1;
    }
    return result;
}

static int is_queued(const object *exec)
{
    for (unsigned i = 0; i < exec->stream->task_count; i++) {
        if (exec->stream->tasks[i].graph == exec->parent) {
            return 1;
        }
    }
    return 0;
}

/* A node of the graph that the exec was made from, whose work nobody waits for. */
static object *use_node_of(const char *call, CUgraphExec handle, CUgraphNode node_handle)
{
    const object *exec = fake_use(call, handle, EXEC);
    object *node = fake_use(call, node_handle, NODE);
    if (exec == NULL || node == NULL) {
        return NULL;
    }
    if (node->parent != exec->parent) {
        fake_misuse(call, "a node of another graph");
    }
    if (fake.queues ? is_queued(exec) : exec->stream->busy_left != 0 && !exec->stream->over) {
        fake_misuse(call, "the exec is running");
    }
    return node;
}

CUresult CUDAAPI cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode handle, unsigned int enabled)
{
    const CUresult result = fake_enter_with_context("cuGraphNodeSetEnabled");
    object *node = use_node_of("cuGraphNodeSetEnabled", exec, handle);
    if (node != NULL && node->type == CU_GRAPH_NODE_TYPE_EMPTY) {
        fake_misuse("cuGraphNodeSetEnabled", "type of node");
    }
    if (node != NULL && result == CUDA_SUCCESS) {
        node->disabled = enabled == 0;
    }
    return result;
}

CUresult CUDAAPI cuGraphExecKernelNodeSetParams_v2(CUgraphExec exec, CUgraphNode handle,
                                                   const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    const CUresult result = fake_enter_with_context("cuGraphExecKernelNodeSetParams");
    object *node = use_node_of("cuGraphExecKernelNodeSetParams", exec, handle);
    fake_use("cuGraphExecKernelNodeSetParams", parameters->func, FUNCTION);
    if (node != NULL && node->type != CU_GRAPH_NODE_TYPE_KERNEL) {
        fake_misuse("cuGraphExecKernelNodeSetParams", "type of node");
    }
    if (node != NULL && result == CUDA_SUCCESS) {
        node->patches++;
    }
    return result;
}

CUresult CUDAAPI cuGraphKernelNodeSetParams_v2(CUgraphNode handle, const CUDA_KERNEL_NODE_PARAMS *parameters)
{
    const CUresult result = fake_enter_with_context("cuGraphKernelNodeSetParams");
    object *node = fake_use("cuGraphKernelNodeSetParams", handle, NODE);
    fake_use("cuGraphKernelNodeSetParams", parameters->func, FUNCTION);
    if (node != NULL && node->type != CU_GRAPH_NODE_TYPE_KERNEL) {
        fake_misuse("cuGraphKernelNodeSetParams", "type of node");
    }
    if (node != NULL && result == CUDA_SUCCESS) {
        node->launch = *parameters;
    }
    return result;
}

/* Such an exec has no events; whoever wants one has another way if it is refused. */
static CUresult for_device(const object *graph, CUresult result)
{
    const object *node;
    for (int i = 0; (node = fake_node_of(graph, i)) != NULL; i++) {
        if (node->type == CU_GRAPH_NODE_TYPE_EVENT_RECORD) {
            fake_misuse("cuGraphInstantiateWithParams", "events");
        }
    }
    if (result != CUDA_SUCCESS) {
        fake.first_try = 1;
    } else if (fake.device_launch_error == 0) {
        fake.for_device++;
    }
    return result != CUDA_SUCCESS ? result : (CUresult)fake.device_launch_error;
}

CUresult CUDAAPI cuGraphInstantiateWithParams(CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params)
{
    object *source = fake_use("cuGraphInstantiateWithParams", graph, GRAPH);
    CUresult result = fake_create("cuGraphInstantiateWithParams", exec, EXEC, source);
    fake.instantiate_flags = params->flags;
    if ((params->flags & CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH) != 0 && source != NULL) {
        const CUresult made = result;
        result = for_device(source, result);
        if (made == CUDA_SUCCESS && result != CUDA_SUCCESS) {
            fake_use("cuGraphInstantiateWithParams", *exec, EXEC)->live = 0; /* it never was */
            *exec = (CUgraphExec)TRAP;
        }
    }
    if (result != CUDA_SUCCESS) {
        params->hErrNode_out = (CUgraphNode)TRAP;
        return result;
    }
    if (fake.graph_error_node != 0) {
        fake_use("cuGraphInstantiateWithParams", *exec, EXEC)->live = 0; /* it never was an exec that has work */
        *exec = (CUgraphExec)TRAP;
        params->hErrNode_out = (CUgraphNode)fake_node_of(source, fake.graph_error_node - 1);
        params->result_out = CUDA_GRAPH_INSTANTIATE_INVALID_STRUCTURE;
        return CUDA_ERROR_INVALID_VALUE;
    }
    return result;
}

CUresult CUDAAPI cuGraphExecDestroy(CUgraphExec exec)
{
    return fake_destroy("cuGraphExecDestroy", exec, EXEC, fake_enter("cuGraphExecDestroy"));
}

CUresult CUDAAPI cuGraphUpload(CUgraphExec exec, CUstream stream)
{
    const CUresult result = fake_enter_with_context("cuGraphUpload");
    fake_use("cuGraphUpload", exec, EXEC);
    fake_give_work("cuGraphUpload", stream, result);
    return result;
}

static int is_library(const object *node)
{
    const object *function = (const object *)(const void *)node->launch.func;
    return node->type == CU_GRAPH_NODE_TYPE_KERNEL && (function == NULL || function->application);
}

static uint32_t *end_of_graph(const object *graph)
{
    uint32_t *end = NULL;
    const object *node;
    for (int i = 0; end == NULL && (node = fake_node_of(graph, i)) != NULL; i++) {
        end = is_library(node) ? NULL : fake_end_of(node->launch.kernelParams);
    }
    return end;
}

static void queue(object *stream, const object *graph)
{
    if (stream->task_count == MOST_TASKS) {
        abort();
    }
    stream->busy_left = stream->task_count == 0 ? fake.busy : stream->busy_left;
    memset(&stream->tasks[stream->task_count], 0, sizeof stream->tasks[0]);
    stream->tasks[stream->task_count].graph = graph;
    stream->tasks[stream->task_count].end = end_of_graph(graph);
    stream->task_count++;
    fake_record_events(graph);
}

/* After what the stream had to do before. */
static void launch(object *stream, const object *graph)
{
    if (stream->word != NULL && !fake.word_lost) {
        *stream->word = stream->number;
    }
    stream->word = NULL;
    stream->end = end_of_graph(graph);
    stream->busy_left = fake.busy;
    fake_record_events(graph);
    if (fake.on_launch != NULL) {
        fake.on_launch();
    }
    if (stream->busy_left == 0) {
        fake_write_end(stream->end);
        stream->end = NULL;
    }
}

CUresult CUDAAPI cuGraphLaunch(CUgraphExec exec, CUstream handle)
{
    CUresult result = fake_enter_with_context("cuGraphLaunch");
    const object *launched = fake_use("cuGraphLaunch", exec, EXEC);
    object *stream = fake_use("cuGraphLaunch", handle, STREAM);
    if (result == CUDA_SUCCESS) {
        result = (CUresult)fake.launch_error;
    }
    if (launched != NULL && stream != NULL && (result == CUDA_SUCCESS || fake.launch_comes)) {
        if (fake.queues && is_queued(launched)) {
            fake_misuse("cuGraphLaunch", "the exec is running");
        }
        (fake.queues ? queue : launch)(stream, launched->parent);
        fake_give_work("cuGraphLaunch", handle, CUDA_SUCCESS);
        fake.launched = exec;
        stream->over = result != CUDA_SUCCESS;
    }
    return result;
}
