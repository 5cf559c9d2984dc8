/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device runs graphs whose last kernel lets the host see their end by a word: it comes when all is done and not
 * before, nobody else touches it, and ends that are none are found. The program "ended" of sim_end.cpp. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#include <math.h>

#define COUNT 128u
#define BYTES 512u
#define WORD_AT 2048u
#define PINNED_BYTES 2304u
#define LOOKS 256u /* between two questions */

static const char stub[] =
    "vggen stub 1\n"
    "kernel vg_begin\nkernel vg_end 8\nkernel end_double 8 8\nkernel end_add 8 8\n"
    "kernel end_idle 8 8\nkernel end_add_of_word 8 8\nkernel end_add_and_word 8 8\nkernel end_stray 8 8 8\n"
    "kernel end_without_wait 8\nkernel end_before_wait 8\nkernel end_silent 8\n"
    "kernel end_wrong_value 8\nkernel end_beside 8\nkernel end_trap 8\n";

static float *x, *y;
static uint32_t *word;
static CUdeviceptr pinned, device;

static void setup(void)
{
    start_device();
    load_module(stub);
    OK(cuMemHostAlloc((void **)&x, PINNED_BYTES, CU_MEMHOSTALLOC_PORTABLE));
    OK(cuMemHostGetDevicePointer(&pinned, x, 0));
    y = x + COUNT;
    word = (uint32_t *)(void *)x + WORD_AT / 4;
    device = get_memory(BYTES);
    *word = 0;
    for (unsigned i = 0; i < COUNT; i++) {
        x[i] = (float)i;
    }
}

static void teardown(void)
{
    cuMemFree(device);
    cuMemFreeHost(x);
    stop_device();
    vgsim_seed(1);
}

static uint32_t look(void)
{
    return __atomic_load_n(word, __ATOMIC_ACQUIRE);
}

/* ---- graphs ---- */

typedef enum { NOT_AT_ALL, TO_THE_END, PROGRAMMATICALLY } waiting;

typedef struct {
    const char *first, *second, *third, *end; /* kernels; NULL: no such node */
    waiting edge;                             /* of each node for the one before it … */
    waiting last;                             /* … and of the end */
    uint64_t word;                            /* from where it should be */
} recipe;

typedef struct {
    CUgraph graph;
    CUgraphNode nodes[5];
    size_t count;
    CUgraphExec exec;
} replay;

static const recipe good = {"end_double", "end_add", NULL, "vg_end", PROGRAMMATICALLY, PROGRAMMATICALLY, 0};

static void add(replay *r, const char *kernel, unsigned threads, void **parameters, waiting how)
{
    CUgraphNodeParams node;
    CUgraphEdgeData edge;
    const size_t before = r->count && how != NOT_AT_ALL ? 1 : 0;
    memset(&edge, 0, sizeof edge);
    memset(&node, 0, sizeof node);
    if (how == PROGRAMMATICALLY) {
        edge.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
        edge.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
    }
    node.type = CU_GRAPH_NODE_TYPE_KERNEL;
    node.kernel.func = get_function(kernel);
    node.kernel.gridDimX = node.kernel.gridDimY = node.kernel.gridDimZ = 1;
    node.kernel.blockDimX = threads;
    node.kernel.blockDimY = node.kernel.blockDimZ = 1;
    node.kernel.kernelParams = parameters;
    OK(cuGraphAddNode(&r->nodes[r->count], r->graph, before ? &r->nodes[r->count - 1] : NULL, before ? &edge : NULL,
                      before, &node));
    r->count++;
}

static void build(replay *r, recipe how)
{
    CUdeviceptr to = pinned + BYTES, stray = pinned + WORD_AT, end = pinned + WORD_AT + how.word;
    void *doubles[] = {&pinned, &device}, *adds[] = {&device, &to, &stray}, *ends[] = {&end};
    memset(r, 0, sizeof *r);
    OK(cuGraphCreate(&r->graph, 0));
    add(r, "vg_begin", 1, NULL, NOT_AT_ALL);
    if (how.first) {
        add(r, how.first, COUNT, doubles, how.edge);
    }
    add(r, how.second, COUNT, adds, how.edge);
    if (how.third) {
        add(r, how.third, 1, adds, how.edge);
    }
    if (how.end) {
        add(r, how.end, 1, ends, how.last);
    }
    OK(cuGraphInstantiateWithFlags(&r->exec, r->graph, 0));
}

static void drop(replay *r)
{
    cuGraphExecDestroy(r->exec);
    cuGraphDestroy(r->graph);
}

static void start(const replay *r)
{
    *word = 0;
    OK(cuGraphLaunch(r->exec, stream));
}

/* Spins as a program does; the answer to the last question. */
static CUresult spin(void)
{
    CUresult answer = CUDA_SUCCESS;
    for (unsigned looks = 1; look() != 1; looks++) {
        if (looks % LOOKS == 0) {
            answer = cuStreamQuery(stream);
            if (answer != CUDA_ERROR_NOT_READY) {
                return answer;
            }
        }
        ck_assert_uint_lt(looks, 16 * LOOKS);
    }
    return answer;
}

static void check_y(float more)
{
    for (unsigned i = 0; i < COUNT; i++) {
        ck_assert_float_eq(y[i], 2.0f * ((float)i + more) + 1.0f);
    }
}

/* ---- what is good ---- */

/* Before the end there is junk, after it everything; some seeds show the word before the stream says that it is done, and
 * then the application may go on at once. */
START_TEST(test_end_is_seen)
{
    recipe how = good;
    replay r;
    vgsim_seed((uint64_t)_i);
    how.edge = _i & 4 ? TO_THE_END : PROGRAMMATICALLY;
    how.last = _i & 8 ? TO_THE_END : PROGRAMMATICALLY;
    build(&r, how);
    for (unsigned turn = 0; turn < 3; turn++) {
        CUresult answer;
        start(&r);
        ck_assert_uint_eq(look(), 0);
        ck_assert_float_lt(fabsf(y[4]), 1e-10f);
        answer = spin();
        ck_assert_uint_eq(look(), 1);
        check_y((float)turn);
        ck_assert_int_eq((int)answer, (int)(_i & 2 ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS));
        for (unsigned i = 0; i < COUNT; i++) {
            x[i] += 1.0f;
            y[i] = -1.0f;
        }
        *word = 0;
        OK(cuStreamSynchronize(stream));
        ck_assert_uint_eq(look(), 0);
        ck_assert_float_eq(y[4], -1.0f);
    }
    NO_PROBLEM();
    drop(&r);
}
END_TEST

/* Who looks at the stream need not clear the word; streams and launches by themselves may write it, too. */
START_TEST(test_other_ways)
{
    CUdeviceptr at = pinned + WORD_AT;
    void *parameters[] = {&at};
    replay r;
    build(&r, good);
    OK(cuGraphLaunch(r.exec, stream));
    OK(cuGraphLaunch(r.exec, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 1);
    OK(cuGraphLaunch(r.exec, stream));
    OK(cuStreamWriteValue32(stream, at, 77, 0));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 77);
    OK(cuLaunchKernel(get_function("vg_end"), 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
    OK(cuStreamWriteValue32(stream, at, 78, 0));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 78);
    OK(cuGraphLaunch(r.exec, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 1);
    OK(cuGraphNodeSetEnabled(r.exec, r.nodes[3], 0));
    start(&r);
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 0);
    check_y(0);
    NO_PROBLEM();
    drop(&r);
}
END_TEST

/* Each end is its own lane's. */
START_TEST(test_two_lanes)
{
    const CUdeviceptr first_pinned = pinned, first_device = device;
    float *const first_x = x;
    CUstream other;
    replay a, b;
    uint32_t *words[2] = {word, NULL};
    build(&a, good);
    OK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    OK(cuMemHostAlloc((void **)&x, PINNED_BYTES, CU_MEMHOSTALLOC_PORTABLE));
    OK(cuMemHostGetDevicePointer(&pinned, x, 0));
    memset(x, 0, PINNED_BYTES);
    device = get_memory(BYTES);
    words[1] = (uint32_t *)(void *)x + WORD_AT / 4;
    build(&b, good);
    for (uint64_t seed = 0; seed < 16; seed++) {
        vgsim_seed(seed);
        *words[0] = *words[1] = 0;
        OK(cuGraphLaunch(a.exec, stream));
        OK(cuGraphLaunch(b.exec, other));
        OK(cuStreamSynchronize(seed & 1 ? stream : other));
        ck_assert_uint_eq(*words[0], seed & 1);
        ck_assert_uint_eq(*words[1], 1 - (seed & 1));
        OK(cuStreamSynchronize(seed & 1 ? other : stream));
        ck_assert_uint_eq(*words[0] & *words[1], 1);
    }
    NO_PROBLEM();
    drop(&b);
    OK(cuMemFree(device));
    OK(cuMemFreeHost(x));
    OK(cuStreamDestroy(other));
    drop(&a);
    x = first_x;
    pinned = first_pinned;
    device = first_device;
}
END_TEST

/* ---- ends that are none ---- */

START_TEST(test_bad_ends)
{
    static const struct {
        recipe how;
        const char *problem;
        uint32_t seen;
    } all[] = {
        {{"end_double", "end_add", NULL, "end_without_wait", TO_THE_END, TO_THE_END, 0}, NULL, 1},
        {{"end_double", "end_add", NULL, "end_before_wait", TO_THE_END, PROGRAMMATICALLY, 0}, "before the wait", 1},
        {{"end_double", "end_add", NULL, "end_before_wait", TO_THE_END, TO_THE_END, 0}, NULL, 1},
        {{"end_double", "end_add", NULL, "end_silent", TO_THE_END, TO_THE_END, 0}, "unwritten out", 0},
        {{"end_double", "end_add", NULL, "end_wrong_value", TO_THE_END, TO_THE_END, 0}, "unwritten out", 0},
        {{"end_double", "end_add", NULL, "end_beside", TO_THE_END, TO_THE_END, 0}, "write outside", 0},
        {{"end_double", "end_add_and_word", NULL, "vg_end", TO_THE_END, TO_THE_END, 0}, "write outside", 1},
        {{"end_double", "end_add_of_word", NULL, "vg_end", TO_THE_END, TO_THE_END, 0}, NULL, 1},
        {{"end_double", "end_add", "end_stray", "vg_end", TO_THE_END, TO_THE_END, 0}, "write outside", 1},
        {{"end_double", "end_add", "end_idle", "vg_end", TO_THE_END, PROGRAMMATICALLY, 0}, NULL, 1},
        {{"end_double", "end_add", "end_idle", "vg_end", PROGRAMMATICALLY, TO_THE_END, 0}, "race", 1},
    };
    replay r;
    build(&r, all[_i].how);
    NO_PROBLEM();
    start(&r);
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), all[_i].seen);
    if (all[_i].problem) {
        ck_assert_uint_eq(vgsim_problem_count(), 1);
        PROBLEM(all[_i].problem);
    }
    NO_PROBLEM();
    drop(&r);
}
END_TEST

/* It says so of the node that may still run, besides what it says of the kernel. */
START_TEST(test_end_waits_for_nobody)
{
    recipe how = good;
    replay r;
    how.end = "end_without_wait";
    how.edge = TO_THE_END;
    build(&r, how);
    start(&r);
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(vgsim_problem_count(), 2);
    ck_assert_str_eq(vgsim_problem_kind(), "race");
    vgsim_problems_clear();
    drop(&r);
}
END_TEST

START_TEST(test_bad_graphs)
{
    recipe how = good;
    replay r;
    how.word = 4;
    build(&r, how);
    PROBLEM("binding");
    drop(&r);
    how.word = 0;
    how.end = NULL;
    build(&r, how);
    PROBLEM("binding");
    drop(&r);
    how = good;
    how.last = NOT_AT_ALL;
    build(&r, how);
    PROBLEM("race");
    drop(&r);
    how = good;
    how.first = NULL;
    build(&r, how);
    PROBLEM("race");
    drop(&r);
}
END_TEST

/* ---- what the application may not do before the end ---- */

START_TEST(test_host_races)
{
    replay r;
    build(&r, good);
    start(&r);
    x[4] += 1.0f;
    OK(cuStreamSynchronize(stream));
    PROBLEM("race with the host");
    start(&r);
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
    OK(cuGraphLaunch(r.exec, stream));
    *word = 0; /* too late: the end may have come */
    OK(cuStreamSynchronize(stream));
    PROBLEM("race with the host");
    ck_assert_uint_eq(look(), 1);
    *word = 5; /* nobody has written that */
    OK(cuGraphLaunch(r.exec, stream));
    OK(cuStreamSynchronize(stream));
    PROBLEM("write outside");
    drop(&r);
}
END_TEST

/* ---- faults: none leaves the word ---- */

START_TEST(test_faults)
{
    recipe how = good;
    replay r;
    build(&r, good);
    vgsim_fail(1, "cuGraphLaunch", CUDA_ERROR_OUT_OF_MEMORY);
    *word = 0;
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuGraphLaunch(r.exec, stream));
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(look(), 0);
    vgsim_fail(1, "@cuGraphLaunch", CUDA_ERROR_UNKNOWN);
    start(&r);
    FAILS(CUDA_ERROR_UNKNOWN, spin());
    ck_assert_uint_eq(look(), 0);
    start(&r);
    spin();
    ck_assert_uint_eq(look(), 1);
    drop(&r);
    NO_PROBLEM();
    how.end = "end_trap";
    build(&r, how);
    start(&r);
    ck_assert_int_ne((int)spin(), CUDA_SUCCESS);
    ck_assert_uint_eq(look(), 0);
    PROBLEM("trap");
    drop(&r);
}
END_TEST

int main(void)
{
    const TTest *const single[] = {test_other_ways, test_two_lanes,  test_end_waits_for_nobody,
                                   test_bad_graphs, test_host_races, test_faults};
    Suite *suite = suite_create("sim_end");
    TCase *one = tcase_create("end");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_loop_test(one, test_end_is_seen, 0, 16);
    tcase_add_loop_test(one, test_bad_ends, 0, 11);
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        tcase_add_test(one, single[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
