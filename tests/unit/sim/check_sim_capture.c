/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Streams that the CPU device captures: what becomes of work, events and other streams, and what the driver answers to
 * what cannot be captured. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#include <pthread.h>

#define COUNT 64u
#define BYTES 256u

static const char stub[] = "vggen stub 1\nkernel k_votes 8\n";

static CUdeviceptr memory;
static CUstream second, blocking;
static CUevent event;
static CUgraph graph;

static void setup(void)
{
    start_device();
    load_module(stub);
    memory = get_memory(4 * BYTES);
    OK(cuStreamCreate(&second, CU_STREAM_NON_BLOCKING));
    OK(cuStreamCreate(&blocking, CU_STREAM_DEFAULT));
    OK(cuEventCreate(&event, 0));
    graph = NULL;
}

static void teardown(void)
{
    if (graph) {
        OK(cuGraphDestroy(graph));
    }
    OK(cuEventDestroy(event));
    OK(cuStreamDestroy(second));
    OK(cuStreamDestroy(blocking));
    OK(cuMemFree(memory));
    stop_device();
}

static void begin(void)
{
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
}

static CUstreamCaptureStatus status_of(CUstream which)
{
    CUstreamCaptureStatus status;
    OK(cuStreamIsCapturing(which, &status));
    return status;
}

/* The capture is invalid, and gives no graph. */
static void expect_invalid(void)
{
    CUgraph none = (CUgraph)(void *)&none;
    ck_assert_int_eq((int)status_of(stream), CU_STREAM_CAPTURE_STATUS_INVALIDATED);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuMemsetD32Async(memory, 0, 1, stream));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &none));
    ck_assert_ptr_null(none);
    ck_assert_int_eq((int)status_of(stream), CU_STREAM_CAPTURE_STATUS_NONE);
    OK(cuMemsetD32Async(memory, 0, 1, stream));
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
}

static void fill(CUstream in, unsigned part, unsigned value)
{
    OK(cuMemsetD32Async(memory + part * BYTES, value, COUNT, in));
}

static void expect(unsigned part, unsigned value)
{
    unsigned words[COUNT];
    OK(cuMemcpyDtoH(words, memory + part * BYTES, BYTES));
    for (unsigned i = 0; i < COUNT; i++) {
        ck_assert_uint_eq(words[i], value);
    }
}

static unsigned host_calls;

static void count_call(void *user)
{
    host_calls += *(unsigned *)user;
}

static void replay(CUgraph what)
{
    CUgraphExec exec;
    OK(cuGraphInstantiateWithFlags(&exec, what, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    OK(cuGraphExecDestroy(exec));
    NO_PROBLEM();
}

static CUgraphNodeType type_of(CUgraphNode node)
{
    CUgraphNodeType type;
    OK(cuGraphNodeGetType(node, &type));
    return type;
}

/* Nothing runs while a stream is captured, and all of it does with the graph. */
START_TEST(test_kinds)
{
    static const CUgraphNodeType types[] = {CU_GRAPH_NODE_TYPE_MEMSET, CU_GRAPH_NODE_TYPE_MEMCPY,
                                            CU_GRAPH_NODE_TYPE_KERNEL, CU_GRAPH_NODE_TYPE_HOST};
    CUdeviceptr third = memory + 2 * BYTES;
    void *parameters[] = {&third};
    unsigned one = 1;
    CUgraphNode nodes[5], from[4], to[4];
    size_t count = 5, edges = 4;
    CUDA_MEMCPY3D copy;
    CUDA_MEMSET_NODE_PARAMS set;
    CUDA_KERNEL_NODE_PARAMS kernel;
    CUDA_HOST_NODE_PARAMS host;
    host_calls = 0;
    OK(cuMemsetD32(memory, 5, 2 * COUNT));
    begin();
    ck_assert_int_eq((int)status_of(stream), CU_STREAM_CAPTURE_STATUS_ACTIVE);
    fill(stream, 0, 7);
    OK(cuMemcpyDtoDAsync(memory + BYTES, memory, BYTES, stream));
    OK(cuLaunchKernel(get_function("k_votes"), 1, 1, 1, 32, 1, 1, 0, stream, parameters, NULL));
    OK(cuLaunchHostFunc(stream, count_call, &one));
    OK(cuStreamEndCapture(stream, &graph));
    ck_assert_int_eq((int)status_of(stream), CU_STREAM_CAPTURE_STATUS_NONE);
    OK(cuGraphGetNodes(graph, nodes, &count));
    ck_assert_uint_eq(count, 4);
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_int_eq((int)type_of(nodes[i]), (int)types[i]);
    }
    OK(cuGraphGetEdges(graph, from, to, NULL, &edges));
    ck_assert_uint_eq(edges, 3);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert(from[i] == nodes[i] && to[i] == nodes[i + 1]);
    }
    OK(cuGraphMemsetNodeGetParams(nodes[0], &set));
    ck_assert(set.dst == memory && set.value == 7 && set.elementSize == 4 && set.width == COUNT && set.height == 1);
    OK(cuGraphMemcpyNodeGetParams(nodes[1], &copy));
    ck_assert(copy.srcDevice == memory && copy.dstDevice == memory + BYTES && copy.WidthInBytes == BYTES);
    ck_assert(copy.srcMemoryType == CU_MEMORYTYPE_DEVICE && copy.dstMemoryType == CU_MEMORYTYPE_DEVICE);
    OK(cuGraphKernelNodeGetParams(nodes[2], &kernel));
    ck_assert(kernel.func == get_function("k_votes") && kernel.blockDimX == 32);
    ck_assert(*(CUdeviceptr *)kernel.kernelParams[0] == third);
    OK(cuGraphHostNodeGetParams(nodes[3], &host));
    ck_assert(host.fn == count_call && host.userData == &one);
    expect(1, 5);
    ck_assert_uint_eq(host_calls, 0);
    replay(graph);
    expect(1, 7);
    ck_assert_uint_eq(host_calls, 1);
}
END_TEST

/* A pitched copy comes back as it was. */
START_TEST(test_rows)
{
    CUDA_MEMCPY3D rows = copy_node(NULL, memory + 2 * BYTES, NULL, memory, 16), copy;
    CUgraphNode nodes[2];
    size_t count = 2;
    rows.Height = 3;
    rows.srcPitch = 32;
    rows.dstPitch = 64;
    begin();
    OK(cuMemcpy3DAsync(&rows, stream));
    OK(cuMemsetD2D16Async(memory, 64, 3, 8, 2, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphGetNodes(graph, nodes, &count));
    ck_assert_uint_eq(count, 2);
    OK(cuGraphMemcpyNodeGetParams(nodes[0], &copy));
    ck_assert(copy.Height == 3 && copy.srcPitch == 32 && copy.dstPitch == 64 && copy.Depth == 1);
    OK(cuMemsetD32(memory, 0, 4 * COUNT));
    replay(graph);
}
END_TEST

/* A graph is not captured, and a call with wrong arguments ends a capture, too. */
START_TEST(test_no_node)
{
    CUgraphExec exec;
    void *parameters[] = {&memory};
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    begin();
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuGraphLaunch(exec, stream));
    expect_invalid();
    begin();
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuGraphUpload(exec, stream));
    expect_invalid();
    begin();
    FAILS(CUDA_ERROR_INVALID_VALUE,
          cuLaunchKernel(get_function("k_votes"), 1, 1, 1, 4096, 1, 1, 0, stream, parameters, NULL));
    expect_invalid();
    begin();
    FAILS(CUDA_ERROR_INVALID_VALUE, cuMemcpyAsync(0, memory, 4, stream));
    expect_invalid();
    begin();
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuGraphExecDestroy(exec));
    expect_invalid();
    OK(cuGraphExecDestroy(exec));
}
END_TEST

/* A stream that waits for an event of the capture belongs to it, until the first one waits for it in turn. */
START_TEST(test_fork_and_join)
{
    CUgraphNode nodes[4], from[4], to[4];
    size_t count = 4, edges = 4;
    begin();
    fill(stream, 0, 1);
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(second, event, 0));
    ck_assert_int_eq((int)status_of(second), CU_STREAM_CAPTURE_STATUS_ACTIVE);
    fill(second, 1, 2);
    fill(stream, 2, 3);
    OK(cuEventRecord(event, second));
    OK(cuStreamWaitEvent(stream, event, 0));
    OK(cuMemcpyDtoDAsync(memory + 3 * BYTES, memory + BYTES, BYTES, stream));
    OK(cuStreamEndCapture(stream, &graph));
    ck_assert_int_eq((int)status_of(second), CU_STREAM_CAPTURE_STATUS_NONE);
    OK(cuGraphGetNodes(graph, nodes, &count));
    OK(cuGraphGetEdges(graph, from, to, NULL, &edges));
    ck_assert_uint_eq(count, 4);
    ck_assert_uint_eq(edges, 4);
    ck_assert(from[0] == nodes[0] && to[0] == nodes[1] && from[1] == nodes[0] && to[1] == nodes[2]);
    ck_assert(from[2] == nodes[2] && from[3] == nodes[1] && to[2] == nodes[3] && to[3] == nodes[3]);
    replay(graph);
    expect(0, 1);
    expect(2, 3);
    expect(3, 2);
}
END_TEST

START_TEST(test_unjoined)
{
    CUgraph none;
    begin();
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(second, event, 0));
    fill(second, 1, 2);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, cuStreamEndCapture(second, &none));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(stream, &none));
    begin();
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(second, event, 0));
    fill(second, 1, 2);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, cuStreamEndCapture(stream, &none));
    ck_assert_ptr_null(none);
    ck_assert_int_eq((int)status_of(second), CU_STREAM_CAPTURE_STATUS_NONE);
    NO_PROBLEM();
}
END_TEST

/* One that joins without work of its own leaves nothing to wait for. */
START_TEST(test_idle_fork)
{
    begin();
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitEvent(second, event, 0));
    fill(stream, 1, 2);
    OK(cuStreamEndCapture(stream, &graph));
    ck_assert_int_eq((int)status_of(second), CU_STREAM_CAPTURE_STATUS_NONE);
}
END_TEST

START_TEST(test_isolation)
{
    CUevent outside;
    OK(cuEventCreate(&outside, 0));
    OK(cuEventRecord(outside, second));
    begin();
    FAILS(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, cuStreamWaitEvent(stream, outside, 0));
    expect_invalid();
    OK(cuEventDestroy(outside));
}
END_TEST

START_TEST(test_merge)
{
    CUgraph none;
    begin();
    OK(cuStreamBeginCapture(second, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    OK(cuEventRecord(event, second));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_MERGE, cuStreamWaitEvent(stream, event, 0));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(second, &none));
    expect_invalid();
}
END_TEST

/* What waits for the stream, or asks it. */
START_TEST(test_waiting)
{
    begin();
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(stream));
    expect_invalid();
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamQuery(stream));
    expect_invalid();
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuCtxSynchronize());
    expect_invalid();
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuEventRecord(event, stream));
    FAILS(CUDA_ERROR_CAPTURED_EVENT, cuEventSynchronize(event));
    expect_invalid();
    FAILS(CUDA_ERROR_CAPTURED_EVENT, cuEventQuery(event));
    FAILS(CUDA_ERROR_CAPTURED_EVENT, cuStreamWaitEvent(second, event, 0));
    OK(cuEventRecord(event, second));
    OK(cuEventSynchronize(event));
}
END_TEST

/* What no stream sees, by the capture's mode and the thread's. */
START_TEST(test_unsafe)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    CUgraphExec exec;
    CUdeviceptr none;
    begin();
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuMemAlloc(&none, 64));
    expect_invalid();
    begin();
    OK(cuGraphCreate(&graph, 0));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphDestroy(graph));
    expect_invalid();
    begin();
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamSynchronize(second));
    expect_invalid();
    begin();
    OK(cuEventRecord(event, second));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuEventQuery(event));
    expect_invalid();
    begin();
    OK(cuEventRecord(event, stream));
    FAILS(CUDA_ERROR_CAPTURED_EVENT, cuEventQuery(event));
    expect_invalid();
    begin();
    OK(cuThreadExchangeStreamCaptureMode(&mode));
    ck_assert_int_eq((int)mode, CU_STREAM_CAPTURE_MODE_GLOBAL);
    OK(cuMemFree(get_memory(64)));
    OK(cuThreadExchangeStreamCaptureMode(&mode));
    ck_assert_int_eq((int)mode, CU_STREAM_CAPTURE_MODE_RELAXED);
    fill(stream, 0, 1);
    OK(cuStreamEndCapture(stream, &graph));
    mode = (CUstreamCaptureMode)3;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuThreadExchangeStreamCaptureMode(&mode));
}
END_TEST

/* Copies that name the kinds of their ends, and one that leaves them to the driver; and what a GPU does at once. */
START_TEST(test_copies)
{
    static unsigned host[COUNT];
    CUDA_MEMCPY3D p[3];
    CUgraphNode nodes[3];
    size_t count = 3;
    begin();
    OK(cuMemcpyHtoDAsync(memory, host, BYTES, stream));
    OK(cuMemcpyDtoHAsync(host, memory, BYTES, stream));
    OK(cuMemcpyAsync(memory, memory + BYTES, BYTES, stream));
    OK(cuMemcpyDtoD(memory + BYTES, memory, BYTES));
    OK(cuMemsetD32(memory, 3, COUNT));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphGetNodes(graph, nodes, &count));
    ck_assert_uint_eq(count, 3);
    for (unsigned i = 0; i < 3; i++) {
        OK(cuGraphMemcpyNodeGetParams(nodes[i], &p[i]));
    }
    ck_assert(p[0].srcMemoryType == CU_MEMORYTYPE_HOST && p[0].srcHost == host && p[0].dstDevice == memory);
    ck_assert(p[1].dstMemoryType == CU_MEMORYTYPE_HOST && p[1].dstHost == host && p[1].srcDevice == memory);
    ck_assert(p[2].srcMemoryType == CU_MEMORYTYPE_UNIFIED && p[2].dstMemoryType == CU_MEMORYTYPE_UNIFIED);
    expect(0, 3);
}
END_TEST

/* ---- another thread ---- */

typedef struct {
    CUstreamCaptureMode mode;
    CUresult allocated, ended;
} errand;

static void *run_errand(void *user)
{
    errand *e = (errand *)user;
    CUstreamCaptureMode mode = e->mode;
    CUdeviceptr other;
    CUgraph none;
    cuCtxSetCurrent(context);
    cuThreadExchangeStreamCaptureMode(&mode);
    e->allocated = cuMemAlloc(&other, 64);
    if (!e->allocated) {
        cuMemFree(other);
    }
    e->ended = cuStreamEndCapture(stream, &none);
    if (!e->ended) {
        cuGraphDestroy(none);
    }
    return NULL;
}

static errand in_thread(CUstreamCaptureMode mode)
{
    errand e = {mode, CUDA_SUCCESS, CUDA_SUCCESS};
    pthread_t thread;
    ck_assert_int_eq(pthread_create(&thread, NULL, run_errand, &e), 0);
    pthread_join(thread, NULL);
    return e;
}

START_TEST(test_threads)
{
    errand e;
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    e = in_thread(CU_STREAM_CAPTURE_MODE_GLOBAL);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, e.allocated);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, e.ended);
    ck_assert_int_eq((int)status_of(stream), CU_STREAM_CAPTURE_STATUS_NONE);
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_GLOBAL));
    e = in_thread(CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
    OK(e.allocated);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, e.ended);
    begin();
    OK(in_thread(CU_STREAM_CAPTURE_MODE_GLOBAL).allocated);
    FAILS(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(stream, &graph));
    graph = NULL;
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(in_thread(CU_STREAM_CAPTURE_MODE_GLOBAL).ended);
}
END_TEST

/* The null stream waits for a blocking stream, which cannot be captured then. */
START_TEST(test_null_stream)
{
    CUstreamCaptureStatus status;
    CUgraph none;
    FAILS(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, cuStreamBeginCapture(NULL, CU_STREAM_CAPTURE_MODE_RELAXED));
    begin();
    fill(NULL, 0, 1);
    OK(cuStreamIsCapturing(NULL, &status));
    ck_assert_int_eq((int)status, CU_STREAM_CAPTURE_STATUS_NONE);
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuStreamBeginCapture(blocking, CU_STREAM_CAPTURE_MODE_RELAXED));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cuStreamIsCapturing(NULL, &status));
    ck_assert_int_eq((int)status_of(CU_STREAM_PER_THREAD), CU_STREAM_CAPTURE_STATUS_NONE);
    ck_assert_int_eq((int)status_of(blocking), CU_STREAM_CAPTURE_STATUS_ACTIVE);
    FAILS(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, cuMemsetD32Async(memory, 0, 1, NULL));
    FAILS(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, cuStreamEndCapture(blocking, &none));
    NO_PROBLEM();
}
END_TEST

START_TEST(test_states)
{
    CUgraph none;
    FAILS(CUDA_ERROR_ILLEGAL_STATE, cuStreamEndCapture(stream, &none));
    begin();
    FAILS(CUDA_ERROR_ILLEGAL_STATE, cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_RELAXED));
    OK(cuStreamEndCapture(stream, &graph));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamBeginCapture(stream, (CUstreamCaptureMode)7));
    NO_PROBLEM();
}
END_TEST

/* A call that was made to fail ends it as a real one does. */
START_TEST(test_failing_end)
{
    const unsigned long live = vgsim_live_count();
    CUgraph none;
    begin();
    fill(stream, 0, 1);
    vgsim_fail(1, "cuStreamEndCapture", 999);
    FAILS(999, cuStreamEndCapture(stream, &none));
    ck_assert_int_eq((int)status_of(stream), CU_STREAM_CAPTURE_STATUS_NONE);
    ck_assert_uint_eq(vgsim_live_count(), live);
    NO_PROBLEM();
}
END_TEST

/* The graph is counted as long as it is captured, and a stream that goes takes it along. */
START_TEST(test_left_open)
{
    const unsigned long live = vgsim_live_count();
    CUstream third;
    OK(cuStreamCreate(&third, CU_STREAM_NON_BLOCKING));
    OK(cuStreamBeginCapture(third, CU_STREAM_CAPTURE_MODE_RELAXED));
    ck_assert_uint_gt(vgsim_live_count(), live + 1);
    fill(third, 0, 1);
    OK(cuStreamDestroy(third));
    PROBLEM("leak");
    ck_assert_uint_eq(vgsim_live_count(), live);
    begin();
    OK(cuEventRecord(event, stream));
    OK(cuStreamCreate(&third, CU_STREAM_NON_BLOCKING));
    OK(cuStreamWaitEvent(third, event, 0));
    OK(cuStreamDestroy(third)); /* without nodes of its own */
    OK(cuStreamEndCapture(stream, &graph));
    NO_PROBLEM();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_capture");
    TCase *cases = tcase_create("capture");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, test_kinds);
    tcase_add_test(cases, test_rows);
    tcase_add_test(cases, test_no_node);
    tcase_add_test(cases, test_fork_and_join);
    tcase_add_test(cases, test_unjoined);
    tcase_add_test(cases, test_idle_fork);
    tcase_add_test(cases, test_isolation);
    tcase_add_test(cases, test_merge);
    tcase_add_test(cases, test_waiting);
    tcase_add_test(cases, test_unsafe);
    tcase_add_test(cases, test_copies);
    tcase_add_test(cases, test_threads);
    tcase_add_test(cases, test_null_stream);
    tcase_add_test(cases, test_states);
    tcase_add_test(cases, test_failing_end);
    tcase_add_test(cases, test_left_open);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
