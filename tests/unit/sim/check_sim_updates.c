/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device's executable graphs: nodes that are switched off, and changes of parameters. */
#include "sim_lane.h"
#include "unit/run_suite.h"

/* ---- nodes that are off ---- */

static void enable(lane *l, int node, unsigned enabled)
{
    unsigned now;
    OK(cuGraphNodeSetEnabled(l->exec, l->nodes[node], enabled));
    OK(cuGraphNodeGetEnabled(l->exec, l->nodes[node], &now));
    ck_assert_uint_eq(now, enabled);
}

START_TEST(test_switched_off)
{
    vgsim_seed((uint64_t)_i);
    lane_flags = _i % 2 == 0 ? 0 : CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH;
    open_lanes(1);
    start(&lanes[0], 1);
    finish(&lanes[0], 1);
    enable(&lanes[0], ADD, 0); /* y is clear, and the download still waits for everything */
    start(&lanes[0], 2);
    OK(cuStreamSynchronize(lanes[0].stream));
    for (unsigned i = 0; i < COUNT; i++) {
        ck_assert_float_eq(lanes[0].pinned[COUNT + i], 0.0f);
    }
    enable(&lanes[0], ADD, 1);
    enable(&lanes[0], UPLOAD, 0); /* nobody asks for a new x: the old one stays */
    start(&lanes[0], 3);
    finish(&lanes[0], 2);
    enable(&lanes[0], UPLOAD, 1);
    enable(&lanes[0], DOWNLOAD, 0);
    start(&lanes[0], 4);
    OK(cuStreamSynchronize(lanes[0].stream));
    ck_assert_float_eq(lanes[0].pinned[COUNT], -1.0f);
    enable(&lanes[0], DOWNLOAD, 1);
    start(&lanes[0], 5);
    finish(&lanes[0], 5);
    NO_PROBLEM();
    close_lanes(1);
}
END_TEST

/* What is off was the only one to define what is read. */
START_TEST(test_switched_off_and_read)
{
    vgsim_seed((uint64_t)_i);
    lane_flags = _i % 2 == 0 ? 0 : CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH;
    open_lanes(1);
    start(&lanes[0], 1);
    finish(&lanes[0], 1);
    enable(&lanes[0], SCALE, 0);
    start(&lanes[0], 2);
    OK(cuStreamSynchronize(lanes[0].stream));
    ck_assert_uint_eq(vgsim_problem_count(), 1);
    PROBLEM("undefined read");
    enable(&lanes[0], ADD, 0); /* nobody needs it */
    start(&lanes[0], 3);
    OK(cuStreamSynchronize(lanes[0].stream));
    NO_PROBLEM();
    enable(&lanes[0], CLEAR, 0); /* the download does need y */
    start(&lanes[0], 4);
    OK(cuStreamSynchronize(lanes[0].stream));
    ck_assert_uint_eq(vgsim_problem_count(), 1);
    PROBLEM("undefined read");
    enable(&lanes[0], SCALE, 1);
    enable(&lanes[0], ADD, 1);
    enable(&lanes[0], CLEAR, 1);
    start(&lanes[0], 5);
    finish(&lanes[0], 5);
    NO_PROBLEM();
    close_lanes(1);
}
END_TEST

/* One copy from the device's memory to all of the pinned memory. */
static void copy_out(lane *l, uint64_t first)
{
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    CUDA_MEMCPY3D copy = copy_node(l->pinned, 0, NULL, l->device + first, 2 * BYTES);
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddMemcpyNode(&node, graph, NULL, 0, &copy, context));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphLaunch(exec, l->stream));
    OK(cuStreamSynchronize(l->stream));
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

/* Bytes between those that a copy needs may be undefined. */
START_TEST(test_spare_bytes)
{
    open_lanes(1);
    enable(&lanes[0], SCALE, 0);
    enable(&lanes[0], ADD, 0);
    start(&lanes[0], 1);
    OK(cuStreamSynchronize(lanes[0].stream));
    NO_PROBLEM();
    copy_out(&lanes[0], 0); /* x, and t, which is spare */
    NO_PROBLEM();
    copy_out(&lanes[0], BYTES); /* t and y, which are not */
    ck_assert_uint_eq(vgsim_problem_count(), 1);
    PROBLEM("undefined read");
    close_lanes(1);
}
END_TEST

/* Bytes that were undefined and are written from outside of any graph are defined. */
START_TEST(test_defined_from_outside)
{
    float values[COUNT];
    open_lanes(1);
    enable(&lanes[0], SCALE, 0);
    enable(&lanes[0], ADD, 0);
    start(&lanes[0], 1);
    OK(cuStreamSynchronize(lanes[0].stream));
    NO_PROBLEM();
    enable(&lanes[0], SCALE, 1);
    enable(&lanes[0], ADD, 1);
    for (unsigned i = 0; i < COUNT; i++) {
        values[i] = 1.0f;
    }
    OK(cuMemcpyHtoD(lanes[0].t, values, BYTES));
    start(&lanes[0], 2);
    finish(&lanes[0], 2);
    NO_PROBLEM();
    close_lanes(1);
}
END_TEST

/* ---- changes of an exec ---- */

START_TEST(test_patched)
{
    CUDA_KERNEL_NODE_PARAMS add;
    vgsim_seed((uint64_t)_i);
    lane_flags = _i % 2 == 0 ? 0 : CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH;
    open_lanes(2);
    start(&lanes[0], 1);
    start(&lanes[1], 2);
    lanes[1].offset = 8.0f;
    add = add_node(&lanes[1]);
    /* Only for launches to come, and no reason for the other lane to run. */
    OK(cuGraphExecKernelNodeSetParams(lanes[1].exec, lanes[1].nodes[ADD], &add));
    ck_assert(stale(&lanes[0]));
    lanes[1].offset = 0.0f;
    finish(&lanes[1], 2);
    finish(&lanes[0], 1);
    lanes[1].offset = 8.0f;
    for (unsigned turn = 0; turn < 3; turn++) {
        start(&lanes[0], turn);
        start(&lanes[1], turn + 9);
        finish(&lanes[1], turn + 9);
        finish(&lanes[0], turn);
    }
    /* A node that is off takes parameters too. */
    enable(&lanes[1], ADD, 0);
    lanes[1].offset = 3.0f;
    add = add_node(&lanes[1]);
    OK(cuGraphExecKernelNodeSetParams(lanes[1].exec, lanes[1].nodes[ADD], &add));
    enable(&lanes[1], ADD, 1);
    start(&lanes[1], 4);
    finish(&lanes[1], 4);
    NO_PROBLEM();
    close_lanes(2);
}
END_TEST

START_TEST(test_kernel_changes_refused)
{
    CUDA_KERNEL_NODE_PARAMS good, p;
    lane *l = &lanes[0];
    open_lanes(2);
    good = add_node(l);
#define REFUSED(code, exec, node, change)                                                                              \
    p = good;                                                                                                          \
    change;                                                                                                            \
    FAILS(code, cuGraphExecKernelNodeSetParams(exec, node, &p))
    REFUSED(CUDA_ERROR_INVALID_VALUE, l->exec, l->nodes[ADD], p.gridDimX = 0);
    REFUSED(CUDA_ERROR_INVALID_VALUE, l->exec, l->nodes[ADD], p.gridDimY = 65536);
    REFUSED(CUDA_ERROR_INVALID_VALUE, l->exec, l->nodes[ADD], p.blockDimX = 1025);
    REFUSED(CUDA_ERROR_INVALID_VALUE, l->exec, l->nodes[ADD], p.sharedMemBytes = 50000);
    REFUSED(CUDA_ERROR_INVALID_VALUE, l->exec, l->nodes[ADD], p.kernelParams = NULL);
    REFUSED(CUDA_ERROR_INVALID_VALUE, l->exec, l->nodes[CLEAR], (void)0);
    REFUSED(CUDA_ERROR_INVALID_VALUE, l->exec, lanes[1].nodes[ADD], (void)0);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeSetEnabled(l->exec, lanes[1].nodes[ADD], 0));
    NO_PROBLEM();
    start(l, 1); /* as it was */
    finish(l, 1);
    OK(cuGraphExecKernelNodeSetParams(l->exec, l->nodes[ADD], &good));
    NO_PROBLEM();
    l->x += 4;
    p = add_node(l);
    OK(cuGraphExecKernelNodeSetParams(l->exec, l->nodes[ADD], &p));
    PROBLEM("binding");
    l->x -= 4;
    p = add_node(l);
    p.func = get_function("lane_scale");
    OK(cuGraphExecKernelNodeSetParams(l->exec, l->nodes[ADD], &p));
    PROBLEM("binding");
    close_lanes(2);
}
END_TEST

START_TEST(test_function_of_another_context)
{
    CUcontext other;
    CUmodule there;
    lane *l = &lanes[0];
    CUDA_KERNEL_NODE_PARAMS p;
    open_lanes(1);
    p = add_node(l);
    OK(cuCtxCreate(&other, NULL, 0, 0));
    OK(cuModuleLoadData(&there, stub));
    OK(cuModuleGetFunction(&p.func, there, "lane_add"));
    OK(cuCtxSetCurrent(context));
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphExecKernelNodeSetParams(l->exec, l->nodes[ADD], &p));
    start(l, 1);
    finish(l, 1);
    OK(cuModuleUnload(there));
    OK(cuCtxDestroy(other));
    NO_PROBLEM();
    close_lanes(1);
}
END_TEST

START_TEST(test_transfer_changes)
{
    lane_flags = _i == 0 ? 0 : CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH;
    lane *l = &lanes[0];
    CUDA_MEMCPY3D copy;
    CUDA_MEMSET_NODE_PARAMS fill;
    open_lanes(1);
#define COPY(code, in, change)                                                                                         \
    copy = copy_node(NULL, l->x, l->pinned, 0, BYTES);                                                                 \
    change;                                                                                                            \
    FAILS(code, cuGraphExecMemcpyNodeSetParams(l->exec, l->nodes[UPLOAD], &copy, in))
#define FILL(code, in, change)                                                                                         \
    fill = fill_node(l->y, 0, 4, COUNT);                                                                               \
    change;                                                                                                            \
    FAILS(code, cuGraphExecMemsetNodeSetParams(l->exec, l->nodes[CLEAR], &fill, in))
    COPY(CUDA_SUCCESS, context, (void)0);
    COPY(CUDA_SUCCESS, NULL, (void)0);
    COPY(CUDA_ERROR_INVALID_VALUE, context, copy.WidthInBytes = 0);
    COPY(CUDA_ERROR_INVALID_VALUE, context, copy.WidthInBytes = 64; copy.Height = 2);
    COPY(CUDA_ERROR_INVALID_VALUE, context, copy.srcMemoryType = CU_MEMORYTYPE_DEVICE; copy.srcDevice = gain);
    FILL(CUDA_SUCCESS, context, (void)0);
    FILL(CUDA_SUCCESS, NULL, (void)0);
    FILL(CUDA_ERROR_INVALID_VALUE, context, fill.width = 0);
    FILL(CUDA_ERROR_INVALID_VALUE, context, fill.height = 2; fill.width = 4; fill.pitch = 32);
    FILL(CUDA_ERROR_INVALID_VALUE, context, fill.dst = (CUdeviceptr)(uintptr_t)l->pinned);
    NO_PROBLEM();
    start(l, 1);
    finish(l, 1);
    FILL(CUDA_SUCCESS, context, fill.value = 7); /* only one dimension and no other kind of memory: allowed */
    enable(l, ADD, 0);
    start(l, 2);
    OK(cuStreamSynchronize(l->stream));
    ck_assert_mem_eq(l->pinned + COUNT, "\7\0\0\0\7\0\0\0", 8);
    NO_PROBLEM();
    COPY(CUDA_SUCCESS, context, copy.dstDevice = l->t);
    PROBLEM("write outside");
    FILL(CUDA_SUCCESS, context, fill.dst = l->x);
    PROBLEM("write outside");
    close_lanes(1);
}
END_TEST

/* ---- execs that the device could launch ---- */

#define DEVICE_LAUNCH CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH

static CUresult instantiate(CUgraph graph, cuuint64_t flags, CUgraphNode *refused)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS params;
    CUgraphExec exec = NULL;
    cuuint64_t found = 99;
    memset(&params, 0, sizeof params);
    params.flags = flags;
    CUresult result = cuGraphInstantiateWithParams(&exec, graph, &params);
    *refused = params.hErrNode_out;
    ck_assert_int_eq(params.result_out == CUDA_GRAPH_INSTANTIATE_SUCCESS, result == CUDA_SUCCESS);
    if (result == CUDA_SUCCESS) {
        OK(cuGraphExecGetFlags(exec, &found));
        ck_assert_uint_eq(found, flags);
        OK(cuGraphExecDestroy(exec));
    }
    return result;
}

START_TEST(test_device_launch)
{
    const cuuint64_t others = CUDA_GRAPH_INSTANTIATE_FLAG_UPLOAD | CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY;
    CUgraph around;
    CUgraphNode child, refused;
    open_lanes(1);
    OK(instantiate(lanes[0].graph, 0, &refused));
    OK(instantiate(lanes[0].graph, DEVICE_LAUNCH, &refused));
    OK(instantiate(lanes[0].graph, DEVICE_LAUNCH | others, &refused));
    FAILS(CUDA_ERROR_INVALID_VALUE,
          instantiate(lanes[0].graph, DEVICE_LAUNCH | CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH, &refused));
    FAILS(CUDA_ERROR_NOT_SUPPORTED, instantiate(lanes[0].graph, DEVICE_LAUNCH | 16, &refused));
    OK(cuGraphCreate(&around, 0));
    OK(cuGraphAddChildGraphNode(&child, around, NULL, 0, lanes[0].graph));
    OK(instantiate(around, DEVICE_LAUNCH, &refused));
    OK(cuGraphDestroy(around));
    NO_PROBLEM();
    close_lanes(1);
}
END_TEST

static void nothing(void *user)
{
    (void)user;
}

/* A node that the device does not launch, of each kind. */
static CUgraphNode add_other(CUgraph graph, int kind, CUevent event)
{
    CUDA_HOST_NODE_PARAMS host = {nothing, NULL};
    CUgraphNodeParams condition;
    CUgraphNode node;
    switch (kind) {
    case 0:
        OK(cuGraphAddEventRecordNode(&node, graph, NULL, 0, event));
        break;
    case 1:
        OK(cuGraphAddHostNode(&node, graph, NULL, 0, &host));
        break;
    case 2:
        OK(cuGraphAddEmptyNode(&node, graph, NULL, 0));
        break;
    default:
        memset(&condition, 0, sizeof condition);
        condition.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
        OK(cuGraphConditionalHandleCreate(&condition.conditional.handle, graph, context, 0, 0));
        condition.conditional.type = CU_GRAPH_COND_TYPE_IF;
        condition.conditional.size = 1;
        condition.conditional.ctx = context;
        OK(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &condition));
        break;
    }
    return node;
}

START_TEST(test_device_launch_refused)
{
    CUgraph around;
    CUgraphNode other, child, refused;
    CUevent event;
    OK(cuEventCreate(&event, 0));
    open_lanes(1);
    OK(cuGraphExecDestroy(lanes[0].exec)); /* of a graph with conditional nodes there is one at a time */
    other = add_other(lanes[0].graph, _i, event);
    FAILS(CUDA_ERROR_NOT_SUPPORTED, instantiate(lanes[0].graph, DEVICE_LAUNCH, &refused));
    ck_assert_ptr_eq(refused, other);
    if (_i < 3) {
        OK(cuGraphCreate(&around, 0));
        OK(cuGraphAddChildGraphNode(&child, around, NULL, 0, lanes[0].graph));
        OK(instantiate(around, 0, &refused));
        FAILS(CUDA_ERROR_NOT_SUPPORTED, instantiate(around, DEVICE_LAUNCH, &refused));
        ck_assert_ptr_eq(refused, child);
        OK(cuGraphDestroy(around));
    }
    OK(cuGraphInstantiateWithFlags(&lanes[0].exec, lanes[0].graph, 0));
    NO_PROBLEM();
    close_lanes(1);
    OK(cuEventDestroy(event));
}
END_TEST

int main(void)
{
    const TTest *const single[] = {test_defined_from_outside, test_spare_bytes, test_kernel_changes_refused,
                                   test_function_of_another_context, test_device_launch};
    Suite *suite = suite_create("sim_updates");
    TCase *one = tcase_create("updates");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_loop_test(one, test_switched_off, 0, 8);
    tcase_add_loop_test(one, test_switched_off_and_read, 0, 8);
    tcase_add_loop_test(one, test_patched, 0, 8);
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        tcase_add_test(one, single[i]);
    }
    tcase_add_loop_test(one, test_transfer_changes, 0, 2);
    tcase_add_loop_test(one, test_device_launch_refused, 0, 4);
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
