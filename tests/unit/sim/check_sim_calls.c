/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device and functions of the application's in place of nodes: what each may touch, and what is said of one that
 * touches something else, leaves something out, remembers something, or uses the driver. */
#include "sim_fixture.h"
#include "unit/run_suite.h"

#include <signal.h>

#define COUNT 128u
#define BYTES 512u
#define A 0u
#define B 768u
#define C 1536u
#define SPACE 2304u

static const vgsim_space spaces[] = {{"device", SPACE, 0, 0}};
static const vgsim_buffer buffers[] = {{"a", 0, A, BYTES, 4}, {"b", 0, B, BYTES, 4}, {"c", 0, C, BYTES, 4}};
static const vgsim_binding bindings[] = {{0, 0, A}, {1, 0, B}, {2, 0, C}};
static const vgsim_range ranges[] = {
    {0, VGSIM_READ, A, A + BYTES, "a"},
    {0, VGSIM_WRITE | VGSIM_WHOLE, B, B + BYTES, "b"},
    {0, VGSIM_READ | VGSIM_WRITE | VGSIM_WORK, C, C + BYTES, "c"},
};
static const vgsim_node one[] = {{VGSIM_CALL_NODE, "capture f", NULL, bindings, 3, ranges, 3, NULL, 0, 7}};
static const vgsim_node two[] = {
    {VGSIM_CALL_NODE, "capture f", NULL, bindings, 3, ranges, 3, NULL, 0, 7},
    {VGSIM_CALL_NODE, "capture g", NULL, bindings, 3, ranges, 3, NULL, 0, 8},
};
static const vgsim_graph graphs[] = {{"one", one, 1}, {"two", two, 2}};
static const vgsim_program program = {"calls", 90, spaces, 1, graphs, 2, 1, buffers, 3, "calls.yaml", 0, NULL};

__attribute__((constructor)) static void at_start(void)
{
    vgsim_register_program(&program);
}

typedef enum { GOOD, OUTSIDE, TO_IN, LEAVES, READS_OUTSIDE, READS_WORK, COUNTS, ANSWERS, CALLS, FAILS_ONCE, ELSEWHERE } way;

typedef struct {
    float *a, *b, *c;
    float *elsewhere;
    way how;
    unsigned calls;
    CUresult answer;
    void *stream;
} work;

static CUdeviceptr device, other;
static CUgraph graph;
static CUgraphNode node;
static CUgraphExec exec;
static work given;

/* b = 2 a, by way of c. */
static int function(void *self, void *to)
{
    work *w = (work *)self;
    w->calls++;
    w->stream = to;
    for (unsigned i = 0; i < COUNT; i++) {
        if (w->how != READS_WORK) {
            w->c[i] = w->a[i];
        }
    }
    for (unsigned i = 0; i < COUNT - (w->how == LEAVES); i++) {
        w->b[i] = 2.0f * w->c[i];
    }
    switch (w->how) {
    case OUTSIDE:
        w->b[COUNT] = 1.0f;
        break;
    case TO_IN:
        w->a[3] += 1.0f;
        break;
    case READS_OUTSIDE:
        w->b[5] = w->a[COUNT];
        break;
    case COUNTS:
        w->b[9] = (float)w->calls;
        break;
    case ANSWERS:
        return w->calls == 2;
    case CALLS:
        w->answer = cuMemsetD32(device + B, 0, COUNT);
        w->answer = cuStreamSynchronize(NULL);
        break;
    case FAILS_ONCE:
        return 5;
    case ELSEWHERE:
        w->elsewhere[0] = 1.0f;
        break;
    default:
        break;
    }
    return 0;
}

static void setup(void)
{
    float values[COUNT];
    start_device();
    device = get_memory(SPACE);
    other = get_memory(BYTES);
    for (unsigned i = 0; i < COUNT; i++) {
        values[i] = (float)(i + 1);
    }
    OK(cuMemcpyHtoD(device + A, values, BYTES));
    memset(&given, 0, sizeof given);
    given.a = (float *)(uintptr_t)(device + A);
    given.b = (float *)(uintptr_t)(device + B);
    given.c = (float *)(uintptr_t)(device + C);
    given.elsewhere = (float *)(uintptr_t)other;
    OK(cuGraphCreate(&graph, 0));
    exec = NULL;
}

static void teardown(void)
{
    if (exec) {
        cuGraphExecDestroy(exec);
    }
    cuGraphDestroy(graph);
    cuMemFree(device);
    cuMemFree(other);
    stop_device();
}

static vgsim_call call_of(const char *title, vgsim_call_range *r)
{
    vgsim_call call = {title, function, &given, r, 3};
    r[0] = (vgsim_call_range){device + A, BYTES, VGSIM_READ};
    r[1] = (vgsim_call_range){device + B, BYTES, VGSIM_WRITE};
    r[2] = (vgsim_call_range){device + C, BYTES, VGSIM_READ | VGSIM_WRITE};
    return call;
}

static CUgraphNode add(const char *title)
{
    vgsim_call_range r[3];
    const vgsim_call call = call_of(title, r);
    CUgraphNode added;
    OK(vgsim_add_call((void **)&added, graph, NULL, 0, &call));
    return added;
}

static void build_as(const char *title, way how)
{
    node = add(title);
    given.how = how;
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    NO_PROBLEM();
}

static void build(way how)
{
    build_as("capture f", how);
}

static CUresult launch(void)
{
    OK(cuGraphLaunch(exec, stream));
    return cuStreamSynchronize(stream);
}

static void expect_b(void)
{
    float values[COUNT];
    OK(cuMemcpyDtoH(values, device + B, BYTES));
    for (unsigned i = 0; i < COUNT; i++) {
        ck_assert(values[i] == 2.0f * (float)(i + 1));
    }
}

START_TEST(test_good)
{
    CUgraphNodeType type;
    build(GOOD);
    OK(cuGraphNodeGetType(node, &type));
    ck_assert_int_eq((int)type, CU_GRAPH_NODE_TYPE_HOST);
    for (unsigned i = 1; i <= 3; i++) {
        OK(launch());
        NO_PROBLEM();
        expect_b();
        ck_assert_uint_eq(given.calls, 2 * i);
        ck_assert_ptr_null(given.stream);
    }
}
END_TEST

START_TEST(test_switched_off)
{
    unsigned enabled = 1;
    build(GOOD);
    OK(cuGraphNodeSetEnabled(exec, node, 0));
    OK(cuGraphNodeGetEnabled(exec, node, &enabled));
    ck_assert_uint_eq(enabled, 0);
    OK(launch());
    ck_assert_uint_eq(given.calls, 0);
    OK(cuGraphNodeSetEnabled(exec, node, 1));
    OK(launch());
    NO_PROBLEM();
    expect_b();
}
END_TEST

static const struct {
    way how;
    const char *kind;
} wrong[] = {
    {OUTSIDE, "write outside"},        {TO_IN, "write to in"},
    {LEAVES, "unwritten out"},         {READS_OUTSIDE, "undefined read"},
    {READS_WORK, "undefined read"},    {COUNTS, "changing call"},
    {ANSWERS, "changing call"},        {CALLS, "driver call"},
};

START_TEST(test_wrong)
{
    build(wrong[_i].how);
    OK(launch());
    PROBLEM(wrong[_i].kind);
    if (wrong[_i].how == CALLS) {
        ck_assert_int_eq((int)given.answer, CUDA_ERROR_NOT_PERMITTED);
    }
    given.how = GOOD;
    OK(launch());
    NO_PROBLEM();
    expect_b();
}
END_TEST

/* The launch fails as a kernel's would. */
START_TEST(test_fails)
{
    build(FAILS_ONCE);
    OK(cuGraphLaunch(exec, stream));
    FAILS(CUDA_ERROR_LAUNCH_FAILED, cuStreamSynchronize(stream));
    PROBLEM("failed call");
}
END_TEST

START_TEST(test_elsewhere)
{
    build(ELSEWHERE);
    launch();
}
END_TEST

START_TEST(test_race)
{
    given.how = GOOD;
    add("capture f");
    add("capture g");
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    PROBLEM("race");
}
END_TEST

/* Addresses that are not where the program has these buffers. */
START_TEST(test_binding)
{
    vgsim_call_range r[3];
    const vgsim_call call = call_of("capture f", r);
    r[1].address = device + C;
    OK(vgsim_add_call((void **)&node, graph, NULL, 0, &call));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    PROBLEM("binding");
}
END_TEST

START_TEST(test_refused)
{
    vgsim_call_range r[3];
    vgsim_call call = call_of("capture f", r);
    FAILS(CUDA_ERROR_INVALID_VALUE, vgsim_add_call((void **)&node, graph, NULL, 0, NULL));
    r[1].access = 0;
    FAILS(CUDA_ERROR_INVALID_VALUE, vgsim_add_call((void **)&node, graph, NULL, 0, &call));
    NO_PROBLEM();
    r[1] = (vgsim_call_range){device + B, SPACE, VGSIM_WRITE};
    FAILS(CUDA_ERROR_INVALID_VALUE, vgsim_add_call((void **)&node, graph, NULL, 0, &call));
    PROBLEM("out of bounds");
}
END_TEST

/* In a graph that is none of the program's: a registered node of that name says what it may do. Of no program: what is
 * known of the memory is what the function was added with. */
START_TEST(test_unregistered)
{
    static const char *const titles[] = {"f", "capture h", "elf"};
    static const way ways[] = {GOOD, OUTSIDE, TO_IN, COUNTS};
    static const char *const kinds[] = {NULL, "write outside", "write to in", "changing call"};
    CUgraphNode first;
    OK(cuGraphAddEmptyNode(&first, graph, NULL, 0));
    build_as(titles[_i], GOOD);
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        given.how = ways[i];
        OK(launch());
        if (kinds[i]) {
            PROBLEM(kinds[i]);
        }
        NO_PROBLEM();
    }
    given.how = LEAVES;
    OK(launch());
    ck_assert_uint_eq(vgsim_problem_count(), _i == 0);
    vgsim_problems_clear();
}
END_TEST

START_TEST(test_at_once)
{
    vgsim_call_range r[3];
    const vgsim_call call = call_of("capture f", r);
    int answer = -1;
    OK(vgsim_run_call(stream, &call, &answer));
    ck_assert_int_eq(answer, 0);
    NO_PROBLEM();
    expect_b();
    given.how = FAILS_ONCE;
    OK(vgsim_run_call(stream, &call, &answer));
    ck_assert_int_eq(answer, 5);
    NO_PROBLEM();
    given.how = OUTSIDE;
    OK(vgsim_run_call(stream, &call, &answer));
    PROBLEM("write outside");
    given.how = GOOD;
    OK(cuMemsetD32Async(device + A, 0x40400000u, COUNT, stream)); /* 3.0f, before the call */
    OK(vgsim_run_call(stream, &call, &answer));
    NO_PROBLEM();
    OK(cuMemcpyDtoH(&r, device + B, 4));
    ck_assert_uint_eq(*(uint32_t *)(void *)&r, 0x40c00000u);
}
END_TEST

START_TEST(test_in_a_body)
{
    CUgraphConditionalHandle handle;
    CUgraphNodeParams p;
    CUgraph outer = graph;
    memset(&p, 0, sizeof p);
    OK(cuGraphConditionalHandleCreate(&handle, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    p.conditional.handle = handle;
    p.conditional.type = CU_GRAPH_COND_TYPE_IF;
    p.conditional.size = 1;
    p.conditional.ctx = context;
    OK(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &p));
    graph = p.conditional.phGraph_out[0];
    add("capture f");
    graph = outer;
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    OK(launch());
    NO_PROBLEM();
    expect_b();
}
END_TEST

/* As on a GPU, there is no such call. */
START_TEST(test_not_offered)
{
    CUdriverProcAddressQueryResult found;
    void *address = NULL;
    OK(cuGetProcAddress("vgsim_add_call", &address, 0, 0, &found));
    ck_assert(address == (void *)(uintptr_t)&vgsim_add_call);
    vgsim_capture(1);
    OK(cuGetProcAddress("vgsim_add_call", &address, 12000, 0, &found));
    ck_assert_ptr_null(address);
    ck_assert_int_eq((int)found, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    OK(cuGetProcAddress("vgsim_run_call", &address, 12000, 0, &found));
    ck_assert_ptr_null(address);
    vgsim_capture(0);
}
END_TEST

/* The same by the environment, which is read once. */
START_TEST(test_not_offered_by_environment)
{
    CUdriverProcAddressQueryResult found;
    void *address = NULL;
    setenv("VGSIM_CAPTURE", "1", 1);
    OK(cuInit(0));
    OK(cuGetProcAddress("vgsim_add_call", &address, 0, 0, &found));
    ck_assert_ptr_null(address);
    OK(cuGetProcAddress("cuStreamBeginCapture", &address, 12000, 0, &found));
    ck_assert_ptr_nonnull(address);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sim_calls");
    TCase *cases = tcase_create("calls");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_add_test(cases, test_good);
    tcase_add_test(cases, test_switched_off);
    tcase_add_loop_test(cases, test_wrong, 0, (int)(sizeof wrong / sizeof wrong[0]));
    tcase_add_test(cases, test_fails);
    tcase_add_test_raise_signal(cases, test_elsewhere, SIGSEGV);
    tcase_add_test(cases, test_race);
    tcase_add_test(cases, test_binding);
    tcase_add_test(cases, test_refused);
    tcase_add_loop_test(cases, test_unregistered, 0, 3);
    tcase_add_test(cases, test_at_once);
    tcase_add_test(cases, test_in_a_body);
    tcase_add_test(cases, test_not_offered);
    suite_add_tcase(suite, cases);
    cases = tcase_create("environment");
    tcase_add_test(cases, test_not_offered_by_environment);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
