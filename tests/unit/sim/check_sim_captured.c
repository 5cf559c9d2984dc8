/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the CPU device captures besides copies, fills and launches: memory, words and events that a graph cannot hold
 * here, programmatic edges, graphs of the application's; and objects that graphs keep alive. */
#include "sim_fixture.h"
#include "sim_output.h"
#include "unit/run_suite.h"

#include <sys/wait.h>

#define COUNT 64u
#define BYTES 256u

static const char stub[] = "vggen stub 1\nkernel pdl_idle 8\n";

static CUdeviceptr memory;
static CUevent event;
static CUgraph graph;

/* Programmatic edges need it. */
__attribute__((constructor)) static void at_start(void)
{
    setenv("VGSIM_CC", "90", 1);
}

static void setup(void)
{
    start_device();
    load_module(stub);
    memory = get_memory(4 * BYTES);
    OK(cuEventCreate(&event, 0));
    graph = NULL;
}

static void teardown(void)
{
    if (graph) {
        OK(cuGraphDestroy(graph));
    }
    OK(cuEventDestroy(event));
    OK(cuMemFree(memory));
    stop_device();
}

static void begin(void)
{
    OK(cuStreamBeginCapture(stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
}

static CUgraphNodeType only_type(size_t at, size_t expected)
{
    CUgraphNode nodes[4];
    CUgraphNodeType type;
    size_t count = 4;
    OK(cuGraphGetNodes(graph, nodes, &count));
    ck_assert_uint_eq(count, expected);
    OK(cuGraphNodeGetType(nodes[at], &type));
    return type;
}

static void expect_not_runnable(void)
{
    CUgraphExec exec;
    FAILS(CUDA_ERROR_NOT_SUPPORTED, cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphDestroy(graph));
    graph = NULL;
    NO_PROBLEM();
}

START_TEST(test_memory)
{
    CUdeviceptr block;
    OK(cuMemAllocAsync(&block, BYTES, stream));
    OK(cuMemsetD32Async(block, 1, COUNT, stream));
    OK(cuMemFreeAsync(block, stream));
    begin();
    OK(cuMemAllocAsync(&block, BYTES, stream));
    OK(cuMemFreeAsync(block, stream));
    OK(cuStreamEndCapture(stream, &graph));
    ck_assert_int_eq((int)only_type(0, 2), CU_GRAPH_NODE_TYPE_MEM_ALLOC);
    ck_assert_int_eq((int)only_type(1, 2), CU_GRAPH_NODE_TYPE_MEM_FREE);
    expect_not_runnable();
}
END_TEST

START_TEST(test_word)
{
    begin();
    OK(cuStreamWriteValue32(stream, memory, 1, 0));
    OK(cuStreamEndCapture(stream, &graph));
    ck_assert_int_eq((int)only_type(0, 1), CU_GRAPH_NODE_TYPE_BATCH_MEM_OP);
    expect_not_runnable();
}
END_TEST

START_TEST(test_events)
{
    FAILS(CUDA_ERROR_INVALID_VALUE, cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuStreamWaitEvent(stream, event, CU_EVENT_WAIT_EXTERNAL));
    begin();
    OK(cuEventRecord(event, stream)); /* no node */
    OK(cuEventRecordWithFlags(event, stream, CU_EVENT_RECORD_EXTERNAL));
    OK(cuStreamWaitEvent(stream, event, CU_EVENT_WAIT_EXTERNAL));
    OK(cuStreamEndCapture(stream, &graph));
    ck_assert_int_eq((int)only_type(0, 2), CU_GRAPH_NODE_TYPE_EVENT_RECORD);
    ck_assert_int_eq((int)only_type(1, 2), CU_GRAPH_NODE_TYPE_WAIT_EVENT);
    expect_not_runnable();
}
END_TEST

/* A launch that may begin early has a programmatic edge; its attributes can be copied to another node. */
START_TEST(test_programmatic)
{
    CUlaunchAttribute attributes[2];
    CUlaunchConfig config;
    CUgraphEdgeData data[2];
    CUgraphNode nodes[2], from[2], to[2];
    CUlaunchAttributeValue value;
    void *parameters[] = {&memory};
    size_t edges = 2, count = 2;
    memset(attributes, 0, sizeof attributes);
    memset(&config, 0, sizeof config);
    config.gridDimX = config.gridDimY = config.gridDimZ = config.blockDimY = config.blockDimZ = 1;
    config.blockDimX = 32;
    config.hStream = stream;
    config.attrs = attributes;
    config.numAttrs = 2;
    attributes[0].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    attributes[0].value.programmaticStreamSerializationAllowed = 1;
    attributes[1].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
    attributes[1].value.priority = -2;
    begin();
    OK(cuLaunchKernel(get_function("pdl_idle"), 1, 1, 1, 32, 1, 1, 0, stream, parameters, NULL));
    OK(cuLaunchKernelEx(&config, get_function("pdl_idle"), parameters, NULL));
    OK(cuStreamEndCapture(stream, &graph));
    FAILS(CUDA_ERROR_LOSSY_QUERY, cuGraphGetEdges(graph, from, to, NULL, &edges));
    OK(cuGraphGetEdges(graph, from, to, data, &edges));
    ck_assert_uint_eq(edges, 1);
    ck_assert(data[0].from_port == CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC &&
              data[0].type == CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);
    OK(cuGraphGetNodes(graph, nodes, &count));
    OK(cuGraphKernelNodeCopyAttributes(nodes[0], nodes[1]));
    OK(cuGraphKernelNodeGetAttribute(nodes[0], CU_LAUNCH_ATTRIBUTE_PRIORITY, &value));
    ck_assert_int_eq(value.priority, -2);
    NO_PROBLEM();
}
END_TEST

/* A capture into a graph that is there, and what is known of it meanwhile. */
START_TEST(test_to_graph)
{
    CUstreamCaptureStatus status;
    const CUgraphNode *after;
    const CUgraphEdgeData *data;
    CUgraphNode first, found[2];
    CUgraph into, ended;
    size_t count;
    cuuint64_t id = 0;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddEmptyNode(&first, graph, NULL, 0));
    OK(cuStreamBeginCaptureToGraph(stream, graph, &first, NULL, 1, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    OK(cuStreamGetCaptureInfo(stream, &status, &id, &into, &after, &data, &count));
    ck_assert(status == CU_STREAM_CAPTURE_STATUS_ACTIVE && id != 0 && into == graph && count == 1 && *after == first);
    ck_assert_uint_eq(data[0].type, CU_GRAPH_DEPENDENCY_TYPE_DEFAULT);
    OK(cuMemsetD32Async(memory, 1, COUNT, stream));
    OK(cuStreamGetCaptureInfo(stream, &status, NULL, NULL, &after, NULL, &count));
    ck_assert(count == 1 && *after != first);
    OK(cuStreamUpdateCaptureDependencies(stream, &first, NULL, 1, CU_STREAM_ADD_CAPTURE_DEPENDENCIES));
    OK(cuMemsetD32Async(memory + BYTES, 1, COUNT, stream));
    OK(cuStreamEndCapture(stream, &ended));
    ck_assert_ptr_eq(ended, graph);
    OK(cuStreamGetCaptureInfo(stream, &status, NULL, NULL, &after, NULL, &count));
    ck_assert(status == CU_STREAM_CAPTURE_STATUS_NONE && count == 0);
    count = 2;
    OK(cuGraphNodeGetDependentNodes(first, found, NULL, &count));
    ck_assert_uint_eq(count, 2);
    FAILS(CUDA_ERROR_ILLEGAL_STATE, cuStreamUpdateCaptureDependencies(stream, &first, NULL, 1, 0));
}
END_TEST

/* ---- user objects ---- */

static unsigned destroyed;

static void count_destroyed(void *user)
{
    destroyed += *(unsigned *)user;
}

/* An exec keeps what its graph held; the graph alone keeps what was added later. */
START_TEST(test_user_objects)
{
    unsigned one = 1;
    CUuserObject object, late;
    CUgraphExec exec;
    destroyed = 0;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectCreate(&object, &one, count_destroyed, 1, 0));
    OK(cuUserObjectCreate(&object, &one, count_destroyed, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    OK(cuUserObjectCreate(&late, &one, count_destroyed, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    begin();
    OK(cuMemsetD32Async(memory, 1, COUNT, stream));
    OK(cuStreamEndCapture(stream, &graph));
    OK(cuGraphRetainUserObject(graph, object, 1, CU_GRAPH_USER_OBJECT_MOVE));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphRetainUserObject(graph, late, 2, 0));
    OK(cuUserObjectRelease(late, 1));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectRelease(late, 3));
    OK(cuGraphReleaseUserObject(graph, late, 1));
    ck_assert_uint_eq(destroyed, 0);
    OK(cuGraphDestroy(graph));
    graph = NULL;
    ck_assert_uint_eq(destroyed, 1);
    OK(cuGraphLaunch(exec, stream));
    OK(cuGraphExecDestroy(exec));
    ck_assert_uint_eq(destroyed, 1);
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(destroyed, 2);
    NO_PROBLEM();
}
END_TEST

/* One that is never released is a leak. */
START_TEST(test_user_object_counts)
{
    unsigned one = 1;
    CUuserObject object;
    const unsigned long live = vgsim_live_count();
    destroyed = 0;
    OK(cuUserObjectCreate(&object, &one, count_destroyed, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    ck_assert_uint_eq(vgsim_live_count(), live + 1);
    OK(cuUserObjectRetain(object, 2));
    OK(cuUserObjectRelease(object, 3));
    ck_assert_uint_eq(vgsim_live_count(), live);
    ck_assert_uint_eq(destroyed, 1);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuUserObjectRetain(object, 1));
    PROBLEM("use after destroy");
}
END_TEST

/* ---- the end of the program ---- */

static void leave_open(void)
{
    CUuserObject object;
    static unsigned one = 1;
    start_device();
    begin();
    OK(cuUserObjectCreate(&object, &one, count_destroyed, 1, CU_USER_OBJECT_NO_DESTRUCTOR_SYNC));
    exit(0);
}

START_TEST(test_left_at_exit)
{
    int status = 0;
    pid_t child;
    output_begin(STDERR_FILENO);
    child = fork();
    if (child == 0) {
        leave_open();
    }
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    output_end();
    ck_assert_int_eq(WEXITSTATUS(status), 97);
    ck_assert_int_eq(output_count("leak: capture begun by the 1st cuStreamBeginCapture was never ended\n"), 1);
    ck_assert_int_eq(output_count("leak: user object made by the 1st cuUserObjectCreate was never destroyed\n"), 1);
    ck_assert_int_eq(output_count("leak: graph"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_captured");
    TCase *cases = tcase_create("captured");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, test_memory);
    tcase_add_test(cases, test_word);
    tcase_add_test(cases, test_events);
    tcase_add_test(cases, test_programmatic);
    tcase_add_test(cases, test_to_graph);
    tcase_add_test(cases, test_user_objects);
    tcase_add_test(cases, test_user_object_counts);
    suite_add_tcase(suite, cases);
    cases = tcase_create("exit");
    tcase_add_test(cases, test_left_at_exit);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
