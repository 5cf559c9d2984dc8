/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_capture.c - the fake driver's captures of streams: what a function of a test enqueues becomes nodes of a graph,
 * one after the other, or as the test says. */
#include "fake_books.h"

#include <string.h>

static CUstreamCaptureMode mode_of_thread;
static object *event_of_library; /* that captured nodes wait for and record */

void fake_reset_captures(void)
{
    mode_of_thread = CU_STREAM_CAPTURE_MODE_GLOBAL;
    event_of_library = NULL;
}

int fake_mode(void)
{
    return (int)mode_of_thread;
}

CUresult CUDAAPI cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode)
{
    const CUresult result = fake_enter("cuThreadExchangeStreamCaptureMode");
    if (result == CUDA_SUCCESS) {
        const CUstreamCaptureMode before = mode_of_thread;
        mode_of_thread = *mode;
        *mode = before;
    }
    return result;
}

CUresult CUDAAPI cuStreamBeginCapture_v2(CUstream handle, CUstreamCaptureMode mode)
{
    const CUresult result = fake_enter_with_context("cuStreamBeginCapture");
    object *stream = fake_use("cuStreamBeginCapture", handle, STREAM);
    if (mode != CU_STREAM_CAPTURE_MODE_THREAD_LOCAL || stream == NULL || stream->capturing != NULL) {
        fake_misuse("cuStreamBeginCapture", "mode or stream");
    } else if (result == CUDA_SUCCESS) {
        stream->capturing = fake_make(GRAPH);
        stream->invalidated = 0;
    }
    return result;
}

CUresult CUDAAPI cuStreamIsCapturing(CUstream handle, CUstreamCaptureStatus *status)
{
    const CUresult result = fake_enter_with_context("cuStreamIsCapturing");
    const object *stream = fake_use("cuStreamIsCapturing", handle, STREAM);
    *status = (CUstreamCaptureStatus)0x5a;
    if (result == CUDA_SUCCESS && stream != NULL) {
        *status = stream->capturing == NULL ? CU_STREAM_CAPTURE_STATUS_NONE
                  : stream->invalidated     ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                            : CU_STREAM_CAPTURE_STATUS_ACTIVE;
    }
    return result;
}

/* A call that fails still ends the capture. */
CUresult CUDAAPI cuStreamEndCapture(CUstream handle, CUgraph *graph)
{
    CUresult result = fake_enter_with_context("cuStreamEndCapture");
    object *stream = fake_use("cuStreamEndCapture", handle, STREAM);
    *graph = (CUgraph)TRAP;
    if (stream == NULL || stream->capturing == NULL) {
        return result != CUDA_SUCCESS ? result : CUDA_ERROR_ILLEGAL_STATE;
    }
    if (result == CUDA_SUCCESS) {
        result = stream->invalidated ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : (CUresult)fake.end_capture_error;
    }
    if (result == CUDA_SUCCESS) {
        *graph = (CUgraph)stream->capturing;
    } else {
        stream->capturing->live = 0;
    }
    stream->capturing = NULL;
    return result;
}

void fake_begin_capture(void *handle)
{
    object *stream = fake_use("fake_begin_capture", handle, STREAM);
    stream->capturing = fake_make(GRAPH);
    stream->capturing->stream = NULL; /* nobody launches it */
}

void fake_end_capture(void *handle)
{
    object *stream = fake_use("fake_end_capture", handle, STREAM);
    stream->capturing->live = 0;
    stream->capturing = NULL;
}

void fake_invalidate(void *handle)
{
    object *stream = fake_use("fake_invalidate", handle, STREAM);
    stream->invalidated = stream->capturing != NULL;
}

/* ---- what is enqueued ---- */

void fake_make_busy(void *handle, unsigned looks)
{
    fake_give_work("fake_make_busy", (CUstream)handle, CUDA_SUCCESS);
    ((object *)handle)->busy_left = looks;
}

void *fake_enqueue_after(void *handle, CUgraphNodeType type, const void *params, void *const *after, unsigned count)
{
    object *stream = fake_use("fake_enqueue", handle, STREAM);
    object *node;
    if (stream->capturing == NULL) {
        fake_give_work("fake_enqueue", (CUstream)handle, CUDA_SUCCESS);
        return NULL;
    }
    node = fake_make(NODE);
    node->parent = stream->capturing;
    node->type = type;
    if (type == CU_GRAPH_NODE_TYPE_KERNEL) {
        memcpy(&node->launch, params, sizeof node->launch);
    } else if (type == CU_GRAPH_NODE_TYPE_MEMCPY) {
        memcpy(&node->copy, params, sizeof node->copy);
    } else if (type == CU_GRAPH_NODE_TYPE_MEMSET) {
        memcpy(&node->fill, params, sizeof node->fill);
        node->has_fill = 1;
    }
    for (unsigned i = 0; i < count; i++) {
        node->after[node->after_count++] = (object *)after[i];
    }
    return node;
}

void *fake_enqueue(void *handle, CUgraphNodeType type, const void *params)
{
    const object *stream = fake_use("fake_enqueue", handle, STREAM);
    void *last = NULL;
    for (int i = 0; stream->capturing != NULL && fake_node_of(stream->capturing, i) != NULL; i++) {
        last = fake_node_of(stream->capturing, i);
    }
    return fake_enqueue_after(handle, type, params, &last, last != NULL ? 1 : 0);
}

void fake_make_programmatic(void *node, void *after)
{
    object *to = fake_use("fake_make_programmatic", node, NODE);
    for (unsigned i = 0; i < to->after_count; i++) {
        to->kinds[i] = to->after[i] == after ? 1 : to->kinds[i];
    }
}

int fake_is_programmatic(const void *node, const void *after)
{
    const object *to = fake_use("fake_is_programmatic", node, NODE);
    for (unsigned i = 0; i < to->after_count; i++) {
        if (to->after[i] == after) {
            return to->kinds[i];
        }
    }
    fake_misuse("fake_is_programmatic", "no such edge");
    return 0;
}

unsigned fake_waits_for(const void *node, const void *after)
{
    const object *to = fake_use("fake_waits_for", node, NODE);
    unsigned count = 0;
    for (unsigned i = 0; i < to->after_count; i++) {
        count += after == NULL || to->after[i] == after;
    }
    return count;
}

const void *fake_attributes_from(const void *node)
{
    return fake_use("fake_attributes_from", node, NODE)->attributes_from;
}

int fake_type(const void *node)
{
    return (int)fake_use("fake_type", node, NODE)->type;
}

CUfunction fake_library_function(void)
{
    object *made = fake_make(FUNCTION);
    made->application = 1;
    return (CUfunction)made;
}

/* ---- nodes of captured graphs ---- */

CUresult CUDAAPI cuGraphGetNodes(CUgraph handle, CUgraphNode *nodes, size_t *count)
{
    const CUresult result = fake_enter_with_context("cuGraphGetNodes");
    const object *graph = fake_use("cuGraphGetNodes", handle, GRAPH);
    size_t found = 0;
    while (fake_node_of(graph, (int)found) != NULL) {
        found++;
    }
    if (nodes != NULL && *count < found) {
        fake_misuse("cuGraphGetNodes", "no room for all");
    }
    for (size_t i = 0; nodes != NULL && result == CUDA_SUCCESS && i < found; i++) {
        nodes[i] = (CUgraphNode)fake_node_of(graph, fake.nodes_reversed ? (int)(found - 1 - i) : (int)i);
    }
    *count = result == CUDA_SUCCESS ? found : 0x5a5a5a5a;
    return result;
}

CUresult CUDAAPI cuGraphKernelNodeCopyAttributes(CUgraphNode to, CUgraphNode from)
{
    const CUresult result = fake_enter_with_context("cuGraphKernelNodeCopyAttributes");
    object *node = fake_use("cuGraphKernelNodeCopyAttributes", to, NODE);
    const object *source = fake_use("cuGraphKernelNodeCopyAttributes", from, NODE);
    if (node == NULL || source == NULL || node->type != CU_GRAPH_NODE_TYPE_KERNEL || source->type != node->type) {
        fake_misuse("cuGraphKernelNodeCopyAttributes", "type of node");
    } else if (result == CUDA_SUCCESS) {
        node->attributes_from = source;
    }
    return result;
}

CUresult CUDAAPI cuGraphAddHostNode(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count,
                                    const CUDA_HOST_NODE_PARAMS *parameters)
{
    (void)parameters;
    return fake_add_node("cuGraphAddHostNode", node, graph, after, count, CU_GRAPH_NODE_TYPE_HOST);
}

CUresult CUDAAPI cuGraphHostNodeGetParams(CUgraphNode handle, CUDA_HOST_NODE_PARAMS *parameters)
{
    const CUresult result = fake_enter_with_context("cuGraphHostNodeGetParams");
    fake_use("cuGraphHostNodeGetParams", handle, NODE);
    memset(parameters, result == CUDA_SUCCESS ? 0 : 0x5a, sizeof *parameters);
    return result;
}

/* ---- events, which are somebody else's ---- */

static CUresult event_of(const char *call, CUgraphNode handle, CUevent *event)
{
    const CUresult result = fake_enter_with_context(call);
    fake_use(call, handle, NODE);
    if (event_of_library == NULL) {
        event_of_library = fake_make(EVENT);
        event_of_library->application = 1;
    }
    *event = result == CUDA_SUCCESS ? (CUevent)event_of_library : (CUevent)TRAP;
    return result;
}

static CUresult event_of_wait(CUgraphNode handle, CUevent *event)
{
    return event_of("cuGraphEventWaitNodeGetEvent", handle, event);
}

static CUresult event_of_record(CUgraphNode handle, CUevent *event)
{
    return event_of("cuGraphEventRecordNodeGetEvent", handle, event);
}

static CUresult add_wait(CUgraphNode *node, CUgraph graph, const CUgraphNode *after, size_t count, CUevent event)
{
    fake_use("cuGraphAddEventWaitNode", event, EVENT);
    return fake_add_node("cuGraphAddEventWaitNode", node, graph, after, count, CU_GRAPH_NODE_TYPE_WAIT_EVENT);
}

static void *event_call(const char *name)
{
    CUresult (*first)(CUgraphNode, CUevent *) = event_of_wait;
    CUresult (*second)(CUgraphNode, CUevent *) = event_of_record;
    CUresult (*third)(CUgraphNode *, CUgraph, const CUgraphNode *, size_t, CUevent) = add_wait;
    void *address = NULL;
    if (strcmp(name, "cuGraphEventWaitNodeGetEvent") == 0) {
        memcpy(&address, &first, sizeof address);
    } else if (strcmp(name, "cuGraphEventRecordNodeGetEvent") == 0) {
        memcpy(&address, &second, sizeof address);
    } else if (strcmp(name, "cuGraphAddEventWaitNode") == 0) {
        memcpy(&address, &third, sizeof address);
    }
    return address;
}

/* ---- kernels of a library ---- */

static CUresult give_name(const char *call, const void *kernel, const char **name)
{
    const CUresult result = fake_enter(call);
    *name = result != CUDA_SUCCESS ? (const char *)TRAP : kernel == fake.renamed ? "other_kernel" : "library_kernel";
    return result;
}

static CUresult name_of_function(const char **name, CUfunction function)
{
    fake_use("cuFuncGetName", function, FUNCTION);
    return give_name("cuFuncGetName", function, name);
}

static CUresult name_of_kernel(const char **name, CUkernel kernel)
{
    return give_name("cuKernelGetName", kernel, name);
}

CUresult fake_library_param(const char *call, size_t index, size_t *offset, size_t *size)
{
    CUresult result = fake_enter_with_context(call);
    *offset = 0x5a5a5a5a;
    *size = 0x5a5a5a5a;
    if (result == CUDA_SUCCESS && index >= fake.library_param_count) {
        result = CUDA_ERROR_INVALID_VALUE;
    }
    if (result == CUDA_SUCCESS) {
        *offset = fake.library_params[index].offset;
        *size = fake.library_params[index].size;
    }
    return result;
}

static CUresult param_of_kernel(CUkernel kernel, size_t index, size_t *offset, size_t *size)
{
    (void)kernel;
    return fake_library_param("cuKernelGetParamInfo", index, offset, size);
}

/* ---- a driver that calls functions itself ---- */

static int add_call(void **node, void *graph, void *const *after, size_t count, const vg_capture_call *call)
{
    CUgraphNode made = NULL;
    const CUresult result =
        fake_add_node("vgsim_add_call", &made, (CUgraph)graph, (const CUgraphNode *)(const void *)after, count,
                      CU_GRAPH_NODE_TYPE_HOST);
    *node = made;
    fake.call = *call;
    fake.call_place = call->range_count != 0 ? call->ranges[call->range_count - 1] : fake.call_place;
    return (int)result;
}

static int run_call(void *stream, const vg_capture_call *call, int *answer)
{
    const CUresult result = fake_enter_with_context("vgsim_run_call");
    fake_use("vgsim_run_call", stream, STREAM);
    *answer = result == CUDA_SUCCESS ? call->function(call->self, NULL) : 0x5a5a;
    return (int)result;
}

void *fake_capture_call(const char *name)
{
    CUresult (*first)(const char **, CUfunction) = name_of_function;
    CUresult (*second)(const char **, CUkernel) = name_of_kernel;
    CUresult (*third)(CUkernel, size_t, size_t *, size_t *) = param_of_kernel;
    int (*add)(void **, void *, void *const *, size_t, const vg_capture_call *) = add_call;
    int (*run)(void *, const vg_capture_call *, int *) = run_call;
    void *address = event_call(name);
    if (fake.names && strcmp(name, "cuFuncGetName") == 0) {
        memcpy(&address, &first, sizeof address);
    } else if (fake.names && strcmp(name, "cuKernelGetName") == 0) {
        memcpy(&address, &second, sizeof address);
    } else if (fake.param_info && strcmp(name, "cuKernelGetParamInfo") == 0) {
        memcpy(&address, &third, sizeof address);
    } else if (fake.calls_functions && strcmp(name, "vgsim_add_call") == 0) {
        memcpy(&address, &add, sizeof address);
    } else if (fake.calls_functions && strcmp(name, "vgsim_run_call") == 0) {
        memcpy(&address, &run, sizeof address);
    }
    return address;
}
