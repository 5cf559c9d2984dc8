/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Edges with data on the CPU device: which may be, what queries say, and kernels that look too early or wait for nothing. */
#include "sim_flow.h"
#include "unit/run_suite.h"

static void setup(void)
{
    setup_words(512);
}

static CUgraphEdgeData edge(unsigned char port, unsigned char type)
{
    CUgraphEdgeData data;
    memset(&data, 0, sizeof data);
    data.from_port = port;
    data.type = type;
    return data;
}

static const CUgraphEdgeData *programmatic(void)
{
    static CUgraphEdgeData data;
    data = edge(CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC, CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC);
    return &data;
}

/* ---- which edges may be ---- */

START_TEST(test_rules)
{
    void *parameters[] = {&words};
    CUgraphNode a = add_launch(flow_graph, NULL, "pdl_idle", 32, parameters);
    CUgraphNode b = add_launch(flow_graph, NULL, "pdl_idle", 32, parameters), empty, out;
    CUgraphNodeParams p;
    CUgraphEdgeData data;
    OK(cuGraphAddEmptyNode(&empty, flow_graph, NULL, 0));
#define EDGE(code, from, to, port, type)                                                                               \
    data = edge(port, type);                                                                                           \
    FAILS(code, cuGraphAddDependencies_v2(flow_graph, &from, &to, &data, 1))
    EDGE(CUDA_ERROR_INVALID_VALUE, empty, b, 1, 1);
    EDGE(CUDA_ERROR_INVALID_VALUE, a, empty, 1, 1);
    EDGE(CUDA_ERROR_INVALID_VALUE, a, b, 0, 1);
    EDGE(CUDA_ERROR_INVALID_VALUE, a, b, 1, 0);
    EDGE(CUDA_ERROR_INVALID_VALUE, a, b, 3, 1);
    EDGE(CUDA_ERROR_INVALID_VALUE, a, b, 1, 2);
    data = edge(1, 1);
    data.to_port = 1;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(flow_graph, &a, &b, &data, 1));
    data = edge(1, 1);
    data.reserved[4] = 1;
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddDependencies_v2(flow_graph, &a, &b, &data, 1));
    EDGE(CUDA_SUCCESS, a, b, 1, 1);
    EDGE(CUDA_ERROR_INVALID_VALUE, a, b, 0, 0);                                                 /* exists */
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphRemoveDependencies_v2(flow_graph, &a, &b, NULL, 1)); /* other data */
    data = edge(1, 1);
    OK(cuGraphRemoveDependencies_v2(flow_graph, &a, &b, &data, 1));
    EDGE(CUDA_SUCCESS, a, b, 2, 1);
    memset(&p, 0, sizeof p);
    p.type = CU_GRAPH_NODE_TYPE_EMPTY;
    data = edge(1, 1);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphAddNode_v2(&out, flow_graph, &a, &data, 1, &p));
    NO_PROBLEM();
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* Without room for the data only ordinary edges can be told. */
START_TEST(test_queries)
{
    void *parameters[] = {&words};
    CUgraphNode a = add_launch(flow_graph, NULL, "pdl_idle", 32, parameters);
    CUgraphNode b = add_launch(flow_graph, &a, "pdl_idle", 32, parameters);
    CUgraphNode c = add_launch(flow_graph, NULL, "pdl_idle", 32, parameters), from[4], to[4], nodes[4];
    CUgraphEdgeData data[4];
    size_t count = 0;
    OK(cuGraphAddDependencies_v2(flow_graph, &a, &c, programmatic(), 1));
    OK(cuGraphGetEdges_v2(flow_graph, NULL, NULL, NULL, &count));
    ck_assert_uint_eq(count, 2);
    count = 4;
    FAILS(CUDA_ERROR_LOSSY_QUERY, cuGraphGetEdges_v2(flow_graph, from, to, NULL, &count));
    count = 4;
    OK(cuGraphGetEdges_v2(flow_graph, from, to, data, &count));
    ck_assert_uint_eq(count, 2);
    for (size_t i = 0; i < 2; i++) {
        ck_assert_ptr_eq(from[i], a);
        ck_assert_uint_eq(data[i].from_port, to[i] == c);
        ck_assert_uint_eq(data[i].type, to[i] == c);
    }
    count = 4;
    FAILS(CUDA_ERROR_LOSSY_QUERY, cuGraphNodeGetDependencies_v2(c, nodes, NULL, &count));
    count = 4;
    OK(cuGraphNodeGetDependencies_v2(b, nodes, NULL, &count));
    ck_assert_uint_eq(count, 1);
    count = 1;
    OK(cuGraphNodeGetDependencies_v2(c, nodes, data, &count));
    ck_assert_uint_eq(data[0].from_port, 1);
    count = 4;
    FAILS(CUDA_ERROR_LOSSY_QUERY, cuGraphNodeGetDependentNodes_v2(a, nodes, NULL, &count));
    count = 4;
    OK(cuGraphNodeGetDependentNodes_v2(a, nodes, data, &count));
    ck_assert_uint_eq(count, 2);
    ck_assert_ptr_eq(nodes[0], b);
    ck_assert_ptr_eq(nodes[1], c);
    ck_assert_uint_eq(data[0].from_port + 2 * data[1].from_port, 2);
    FAILS(CUDA_ERROR_INVALID_VALUE, cuGraphNodeGetDependentNodes_v2(a, NULL, data, &count));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* ---- what kernels do before they wait ---- */

/* x = 1 …; y = x + 1 by flow_copy; behind it the kernel, from y to z or back to x, by a programmatic edge or not. */
static void run_pair(const char *kernel, bool is_programmatic, bool back)
{
    CUdeviceptr x = words + 128, y = words + 256, z = words + 384, to = back ? x : z;
    void *first_parameters[] = {&x, &y}, *second_parameters[] = {&y, &to};
    CUgraphNode first = add_launch(flow_graph, NULL, "flow_copy", 32, first_parameters);
    CUgraphNode second = add_launch(flow_graph, NULL, kernel, 32, second_parameters);
    OK(cuMemsetD32(x, 1, 32));
    OK(cuGraphAddDependencies_v2(flow_graph, &first, &second, is_programmatic ? programmatic() : NULL, 1));
    OK(run_flow(1));
    ck_assert_uint_eq(get_word(to + 4 * 31), 3);
    OK(cuGraphCreate(&flow_graph, 0));
}

START_TEST(test_waits)
{
    for (uint64_t seed = 0; seed < 5; seed++) {
        vgsim_seed(seed);
        run_pair("pdl_copy", true, false);
        run_pair("pdl_one_waits", true, false);
    }
    NO_PROBLEM();
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_too_early)
{
    static const struct {
        const char *kernel, *kind;
        bool back;
    } cases[] = {{"pdl_early_read", "before the wait", false},
                 {"pdl_path_read", "before the wait", false},
                 {"pdl_early_write", "before the wait", true},
                 {"pdl_no_wait", "before the wait", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_pair(cases[i].kernel, false, cases[i].back); /* an ordinary edge allows all of it */
        NO_PROBLEM();
        run_pair(cases[i].kernel, true, cases[i].back);
        if (strcmp(cases[i].kernel, "pdl_no_wait") == 0) {
            PROBLEM("race"); /* it ends without having waited */
        } else {
            PROBLEM(cases[i].kind);
        }
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* In the second run, whose order is the other way round, the first block is the last one. */
static void run_blocks(unsigned blocks, CUdeviceptr x, CUdeviceptr y, CUdeviceptr z)
{
    void *first_parameters[] = {&x, &y}, *second_parameters[] = {&y, &z};
    CUgraphNode first = add_launch(flow_graph, NULL, "flow_copy", 32, first_parameters), second;
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(get_function("pdl_first_block"), blocks, 32, second_parameters);
    OK(cuGraphAddKernelNode(&second, flow_graph, NULL, 0, &p));
    OK(cuGraphAddDependencies_v2(flow_graph, &first, &second, programmatic(), 1));
    OK(run_flow(1));
    OK(cuGraphCreate(&flow_graph, 0));
}

/* 64 blocks are looked at; where 3 MiB are hidden, 4 MiB are less than two blocks would need, and two are. */
START_TEST(test_as_many_blocks)
{
    const CUdeviceptr wide = get_memory(4096 + 3 * 1048576);
    OK(cuMemsetD8(wide, 0, 4096 + 3 * 1048576));
    OK(cuStreamSynchronize(NULL));
    vgsim_seed(0);
    run_blocks(65, words + 128, words + 256, words + 384);
    NO_PROBLEM();
    run_blocks(64, words + 128, words + 256, words + 384);
    PROBLEM("before the wait");
    run_blocks(3, wide, wide + 4096, wide + 1024);
    NO_PROBLEM();
    run_blocks(2, wide, wide + 4096, wide + 1024);
    PROBLEM("before the wait");
    OK(cuMemFree(wide));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* first -> second programmatic, second -> third ordinary; third needs what first wrote, second does not. */
static void run_triple(const char *kernel, bool direct_edge)
{
    CUdeviceptr x = words + 128, y = words + 256, z = words + 384;
    void *first_parameters[] = {&x, &y}, *second_parameters[] = {&z}, *third_parameters[] = {&y, &words};
    CUgraphNode first = add_launch(flow_graph, NULL, "flow_copy", 32, first_parameters);
    CUgraphNode second = add_launch(flow_graph, NULL, kernel, 32, second_parameters);
    CUgraphNode third = add_launch(flow_graph, &second, "flow_copy", 32, third_parameters);
    OK(cuMemsetD32(x, 1, 32));
    OK(cuGraphAddDependencies_v2(flow_graph, &first, &second, programmatic(), 1));
    if (direct_edge) {
        OK(cuGraphAddDependencies_v2(flow_graph, &first, &third, NULL, 1));
    }
    OK(run_flow(1));
    ck_assert_uint_eq(get_word(words + 4 * 31), 3);
    OK(cuGraphCreate(&flow_graph, 0));
}

START_TEST(test_transitivity)
{
    run_triple("pdl_idle_waits", false);
    NO_PROBLEM();
    run_triple("pdl_idle", true);
    NO_PROBLEM();
    run_triple("pdl_idle", false);
    PROBLEM("race");
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_rules,     test_queries,        test_waits,
                                  test_too_early, test_as_many_blocks, test_transitivity};
    Suite *suite = suite_create("sim_edges");
    TCase *one = tcase_create("edges");
    setenv("VGSIM_CC", "90", 1);
    tcase_add_checked_fixture(one, setup, free_words);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(one, tests[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
