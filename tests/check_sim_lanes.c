/* SPDX-License-Identifier: MIT */
/* The CPU device with several graphs at once: lanes of one program, changes of an exec, nodes that are switched off. */
#include "sim_fixture.h"

#define COUNT 128u
#define BYTES 512u

static const char stub[] = "vggen stub 1\nkernel lane_scale 8 8 8\nkernel lane_add 8 8 8 4\n";

enum { UPLOAD, SCALE, CLEAR, ADD, DOWNLOAD, NODES };

typedef struct {
    CUstream stream;
    CUdeviceptr device;
    float *pinned; /* x, then y */
    CUgraph graph;
    CUgraphNode nodes[NODES];
    CUgraphExec exec;
    CUdeviceptr x, t, y;
    float offset;
    void *arguments[4];
} lane;

static CUdeviceptr gain;
static lane lanes[3];

static CUDA_KERNEL_NODE_PARAMS add_node(lane *l)
{
    l->arguments[0] = &l->t;
    l->arguments[1] = &l->x;
    l->arguments[2] = &l->y;
    l->arguments[3] = &l->offset;
    return kernel_node(get_function("lane_add"), 1, COUNT, l->arguments);
}

static void build(lane *l)
{
    void *scale_arguments[] = {&l->x, &gain, &l->t};
    CUDA_MEMCPY3D upload = copy_node(NULL, l->x, l->pinned, 0, BYTES);
    CUDA_MEMCPY3D download = copy_node(l->pinned + COUNT, 0, NULL, l->y, BYTES);
    CUDA_MEMSET_NODE_PARAMS clear = fill_node(l->y, 0, 4, COUNT);
    CUDA_KERNEL_NODE_PARAMS scale = kernel_node(get_function("lane_scale"), 1, COUNT, scale_arguments);
    CUDA_KERNEL_NODE_PARAMS add = add_node(l);
    CUgraphNode *n = l->nodes, before_add[2];
    OK(cuGraphCreate(&l->graph, 0));
    OK(cuGraphAddMemcpyNode(&n[UPLOAD], l->graph, NULL, 0, &upload, context));
    OK(cuGraphAddKernelNode(&n[SCALE], l->graph, &n[UPLOAD], 1, &scale));
    OK(cuGraphAddMemsetNode(&n[CLEAR], l->graph, NULL, 0, &clear, context));
    before_add[0] = n[SCALE];
    before_add[1] = n[CLEAR];
    OK(cuGraphAddKernelNode(&n[ADD], l->graph, before_add, 2, &add));
    OK(cuGraphAddMemcpyNode(&n[DOWNLOAD], l->graph, &n[ADD], 1, &download, context));
    OK(cuGraphInstantiateWithFlags(&l->exec, l->graph, 0));
}

static void allocate(lane *l)
{
    OK(cuStreamCreate(&l->stream, CU_STREAM_NON_BLOCKING));
    l->device = get_memory(3 * BYTES);
    OK(cuMemAllocHost((void **)&l->pinned, 2 * BYTES));
    l->x = l->device;
    l->t = l->device + BYTES;
    l->y = l->device + 2 * BYTES;
    l->offset = 0;
}

static void release(lane *l)
{
    OK(cuGraphExecDestroy(l->exec));
    OK(cuGraphDestroy(l->graph));
    OK(cuMemFreeHost(l->pinned));
    OK(cuMemFree(l->device));
    OK(cuStreamDestroy(l->stream));
}

static void setup(void)
{
    float values[COUNT];
    start_device();
    load_module(stub);
    gain = get_memory(BYTES);
    for (unsigned i = 0; i < COUNT; i++) {
        values[i] = (float)(i % 5);
    }
    OK(cuMemcpyHtoD(gain, values, BYTES));
}

static void teardown(void)
{
    cuMemFree(gain);
    stop_device();
    vgsim_seed(1);
}

static void open_lanes(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        allocate(&lanes[i]);
        build(&lanes[i]);
    }
    NO_PROBLEM();
}

static void close_lanes(unsigned count)
{
    while (count-- > 0) {
        release(&lanes[count]);
    }
}

static void start(lane *l, unsigned seed)
{
    for (unsigned i = 0; i < COUNT; i++) {
        l->pinned[i] = (float)(i + 1000 * seed);
        l->pinned[COUNT + i] = -1.0f;
    }
    OK(cuGraphLaunch(l->exec, l->stream));
}

static void finish(lane *l, unsigned seed)
{
    OK(cuStreamSynchronize(l->stream));
    for (unsigned i = 0; i < COUNT; i++) {
        float x = (float)(i + 1000 * seed);
        ck_assert_float_eq(l->pinned[COUNT + i], x * (float)(i % 5) + x + l->offset);
    }
}

static int stale(const lane *l)
{
    return l->pinned[COUNT] == -1.0f;
}

/* ---- lanes ---- */

START_TEST(test_lanes_are_not_mixed_up)
{
    vgsim_seed((uint64_t)_i);
    open_lanes(2);
    lanes[1].offset = 0.0f;
    for (unsigned turn = 0; turn < 4; turn++) {
        start(&lanes[0], turn);
        start(&lanes[1], 50 + turn);
        if (turn % 2) {
            finish(&lanes[0], turn);
            ck_assert(stale(&lanes[1])); /* nobody has waited for it */
            finish(&lanes[1], 50 + turn);
        } else {
            finish(&lanes[1], 50 + turn);
            ck_assert(stale(&lanes[0]));
            finish(&lanes[0], turn);
        }
    }
    NO_PROBLEM();
    close_lanes(2);
}
END_TEST

/* A program of two lanes that is opened twice, and once more in between. */
START_TEST(test_openings)
{
    open_lanes(3);
    for (unsigned i = 0; i < 3; i++) {
        start(&lanes[i], i);
    }
    for (unsigned i = 0; i < 3; i++) {
        finish(&lanes[i], i);
    }
    release(&lanes[1]);
    allocate(&lanes[1]);
    build(&lanes[1]);
    start(&lanes[1], 7);
    finish(&lanes[1], 7);
    NO_PROBLEM();
    close_lanes(3);
}
END_TEST

START_TEST(test_lanes_overlap)
{
    open_lanes(1);
    allocate(&lanes[1]);
    OK(cuMemFreeHost(lanes[1].pinned));
    lanes[1].pinned = lanes[0].pinned; /* as if the first lane's were meant */
    build(&lanes[1]);
    ck_assert_uint_eq(vgsim_problem_count(), 1);
    PROBLEM("lanes overlap");
    OK(cuMemAllocHost((void **)&lanes[1].pinned, 2 * BYTES));
    close_lanes(2);
}
END_TEST

START_TEST(test_wrong_address_in_a_lane)
{
    open_lanes(1);
    allocate(&lanes[1]);
    lanes[1].t += 16;
    build(&lanes[1]);
    PROBLEM("binding");
    close_lanes(2);
}
END_TEST

/* ---- graphs that nobody registered take turns too ---- */

static char order[16];

static void note(void *letter)
{
    strcat(order, (const char *)letter);
}

static CUgraphExec letters(const char *first, const char *second, const char *third)
{
    const char *const names[] = {first, second, third};
    CUgraph graph;
    CUgraphNode node = NULL;
    CUgraphExec exec;
    OK(cuGraphCreate(&graph, 0));
    for (int i = 0; i < 3; i++) {
        CUDA_HOST_NODE_PARAMS host = {note, (void *)(uintptr_t)names[i]};
        CUgraphNode next;
        OK(cuGraphAddHostNode(&next, graph, &node, i ? 1 : 0, &host));
        node = next;
    }
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(cuGraphDestroy(graph));
    return exec;
}

START_TEST(test_interleaving)
{
    CUstream other;
    CUgraphExec small = letters("a", "b", "c"), large = letters("A", "B", "C");
    unsigned mixed = 0;
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    for (unsigned seed = 0; seed < 64; seed++) {
        vgsim_seed(seed);
        order[0] = '\0';
        OK(cuGraphLaunch(small, stream));
        OK(cuGraphLaunch(large, other));
        OK(cuStreamSynchronize(stream));
        ck_assert_ptr_null(strchr(order, 'C'));
        ck_assert_ptr_nonnull(strchr(order, 'c'));
        mixed += strchr(order, 'A') != NULL;
        ck_assert(seed || strcmp(order, "abc") == 0);
        OK(cuStreamSynchronize(other));
        ck_assert_uint_eq(strlen(order), 6);
        ck_assert(strchr(order, 'a') < strchr(order, 'b') && strchr(order, 'b') < strchr(order, 'c'));
        ck_assert(strchr(order, 'A') < strchr(order, 'B') && strchr(order, 'B') < strchr(order, 'C'));
    }
    ck_assert_uint_gt(mixed, 16);
    ck_assert_uint_lt(mixed, 64);
    OK(cuGraphExecDestroy(small));
    OK(cuGraphExecDestroy(large));
    OK(cuStreamDestroy(other));
}
END_TEST

/* Launches of one exec run in the order of the calls, and not at once. */
START_TEST(test_one_exec_in_two_streams)
{
    CUstream other;
    CUgraphExec small = letters("a", "b", "c"), large = letters("A", "B", "C");
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    for (unsigned seed = 0; seed < 32; seed++) {
        vgsim_seed(seed);
        order[0] = '\0';
        OK(cuGraphLaunch(small, stream));
        OK(cuGraphLaunch(small, other));
        OK(cuGraphLaunch(large, other));
        OK(cuStreamSynchronize(other));
        ck_assert_str_eq(order, "abcabcABC");
        OK(cuStreamSynchronize(stream));
        ck_assert_uint_eq(strlen(order), 9);
    }
    OK(cuGraphExecDestroy(small));
    OK(cuGraphExecDestroy(large));
    OK(cuStreamDestroy(other));
}
END_TEST

/* Begun, and then the stream goes, or the exec. */
START_TEST(test_begun_graphs_end)
{
    CUstream other;
    CUgraphExec small = letters("a", "b", "c"), large = letters("A", "B", "C");
    for (unsigned seed = 1; seed < 32; seed++) {
        vgsim_seed(seed);
        order[0] = '\0';
        OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
        OK(cuGraphLaunch(small, stream));
        OK(cuGraphLaunch(large, other));
        OK(cuStreamSynchronize(stream));
        if (seed == 31) {
            OK(cuGraphExecDestroy(large));
        }
        OK(cuStreamDestroy(other));
        ck_assert_uint_eq(strlen(order), 6);
    }
    OK(cuGraphExecDestroy(small));
}
END_TEST

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
    ck_assert(stale(&lanes[0]));
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

int main(void)
{
    const TTest *const single[] = {test_openings,
                                   test_lanes_overlap,
                                   test_wrong_address_in_a_lane,
                                   test_interleaving,
                                   test_one_exec_in_two_streams,
                                   test_begun_graphs_end,
                                   test_defined_from_outside,
                                   test_kernel_changes_refused,
                                   test_function_of_another_context,
                                   test_transfer_changes};
    Suite *suite = suite_create("sim_lanes");
    TCase *one = tcase_create("lanes");
    SRunner *runner = srunner_create(suite);
    int failed;
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_loop_test(one, test_lanes_are_not_mixed_up, 0, 24);
    tcase_add_loop_test(one, test_switched_off, 0, 8);
    tcase_add_loop_test(one, test_switched_off_and_read, 0, 8);
    tcase_add_loop_test(one, test_patched, 0, 8);
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        tcase_add_test(one, single[i]);
    }
    suite_add_tcase(suite, one);
    srunner_run_all(runner, CK_NORMAL);
    failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return failed ? 1 : 0;
}
