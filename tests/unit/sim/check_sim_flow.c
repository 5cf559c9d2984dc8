/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conditional nodes on the CPU device: what they run, what they hold, and what is wrong with conditions. */
#include "sim_flow.h"
#include "unit/run_suite.h"

static void setup(void)
{
    setup_words(512);
}

/* ---- what runs ---- */

/* A loop of five passes, launched three times: the default comes back, the count is cleared by a node. */
START_TEST(test_while)
{
    CUgraphNode clear = add_clear(flow_graph, words), loop, added;
    CUgraphConditionalHandle go = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraph body = *add_conditional(&loop, flow_graph, &clear, go, CU_GRAPH_COND_TYPE_WHILE, 1);
    CUgraphNodeType type;
    OK(cuGraphNodeGetType(loop, &type));
    ck_assert_int_eq(type, CU_GRAPH_NODE_TYPE_CONDITIONAL);
    added = add_sum(body, NULL, words + 128, 3);
    add_count(body, &added, words, go, 5);
    add_sum(flow_graph, &loop, words + 256, 1);
    OK(run_flow(3));
    ck_assert_uint_eq(get_word(words), 5);
    ck_assert_uint_eq(get_word(words + 128), 3 * 5 * 3);
    ck_assert_uint_eq(get_word(words + 256), 3);
}
END_TEST

/* Sets the condition to `value`, runs the node; each body adds 1 to a word of its own. */
static void choose(CUgraphConditionalNodeType type, unsigned size, unsigned value)
{
    CUgraphConditionalHandle pick = make_handle(flow_graph, 0, 0);
    CUgraphNode set = add_set(flow_graph, NULL, pick, value), node;
    CUgraph *bodies = add_conditional(&node, flow_graph, &set, pick, type, size);
    for (unsigned b = 0; b < size; b++) {
        add_sum(bodies[b], NULL, words + 4 * b, 1);
    }
    OK(run_flow(1));
    OK(cuGraphCreate(&flow_graph, 0));
}

START_TEST(test_choices)
{
    static const struct {
        CUgraphConditionalNodeType type;
        unsigned size, value;
        int runs; /* -1: none */
    } cases[] = {
        {CU_GRAPH_COND_TYPE_IF, 1, 0, -1},     {CU_GRAPH_COND_TYPE_IF, 1, 7, 0},
        {CU_GRAPH_COND_TYPE_IF, 2, 0, 1},      {CU_GRAPH_COND_TYPE_IF, 2, 1, 0},
        {CU_GRAPH_COND_TYPE_SWITCH, 3, 0, 0},  {CU_GRAPH_COND_TYPE_SWITCH, 3, 2, 2},
        {CU_GRAPH_COND_TYPE_SWITCH, 3, 3, -1}, {CU_GRAPH_COND_TYPE_SWITCH, 1, ~0u, -1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        OK(cuMemsetD8(words, 0, 512));
        choose(cases[i].type, cases[i].size, cases[i].value);
        for (int b = 0; b < 4; b++) {
            ck_assert_uint_eq(get_word(words + 4 * (CUdeviceptr)b), b == cases[i].runs);
        }
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* A loop in a loop, and a choice in both: 3 times 4 passes; the inner handle is made on the body. */
START_TEST(test_nested)
{
    CUgraphConditionalHandle outer = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT), inner, choice;
    CUgraphNode loop, clear, begin, second, third, decided, decide;
    CUgraph body = *add_conditional(&loop, flow_graph, NULL, outer, CU_GRAPH_COND_TYPE_WHILE, 1), deep;
    void *parameters[2];
    CUdeviceptr flag = words + 4;
    inner = make_handle(body, 0, 0);
    clear = add_clear(body, words + 4);
    begin = add_set(body, &clear, inner, 1);
    deep = *add_conditional(&second, body, &begin, inner, CU_GRAPH_COND_TYPE_WHILE, 1);
    add_count(body, &second, words, outer, 3);
    choice = make_handle(flow_graph, 0, 0); /* of an enclosing graph */
    third = add_count(deep, NULL, words + 4, inner, 4);
    parameters[0] = &flag;
    parameters[1] = &choice;
    decide = add_launch(deep, &third, "flow_decide", 1, parameters);
    add_sum(*add_conditional(&decided, deep, &decide, choice, CU_GRAPH_COND_TYPE_IF, 1), NULL, words + 8, 1);
    OK(run_flow(1));
    ck_assert_uint_eq(get_word(words), 3);
    ck_assert_uint_eq(get_word(words + 8), 12);
}
END_TEST

/* Nothing runs before somebody waits, also in bodies; a graph that is destroyed leaves its exec whole. */
START_TEST(test_lazy)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraphNode loop;
    CUgraph body = *add_conditional(&loop, flow_graph, NULL, go, CU_GRAPH_COND_TYPE_WHILE, 1);
    CUgraphExec exec;
    unsigned *seen;
    CUDA_MEMCPY3D copy;
    CUgraphNode counted, copied;
    OK(cuMemHostAlloc((void **)(void *)&seen, 4, 0));
    *seen = 99;
    counted = add_count(body, NULL, words, go, 4);
    copy = copy_node(seen, 0, NULL, words, 4);
    OK(cuGraphAddMemcpyNode(&copied, body, &counted, 1, &copy, context));
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    OK(cuGraphDestroy(flow_graph));
    OK(cuGraphLaunch(exec, stream));
    ck_assert_uint_eq(*seen, 99);
    OK(cuStreamSynchronize(stream));
    ck_assert_uint_eq(*seen, 4);
    OK(cuGraphExecDestroy(exec));
    OK(cuMemFreeHost(seen));
}
END_TEST

/* ---- what is wrong with conditions ---- */

START_TEST(test_undefined)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 1, 0);
    CUgraphNode node;
    add_sum(*add_conditional(&node, flow_graph, NULL, go, CU_GRAPH_COND_TYPE_IF, 1), NULL, words, 1);
    OK(run_flow(1));
    PROBLEM("undefined read");
    ck_assert_uint_eq(get_word(words), 0);
}
END_TEST

/* What a launch set is gone in the next one: whoever sets the condition does it only where a flag says so. */
START_TEST(test_not_kept)
{
    CUgraphConditionalHandle first = make_handle(flow_graph, 0, 0), go = make_handle(flow_graph, 0, 0);
    void *parameters[] = {&words, &first};
    CUgraphNode decide = add_launch(flow_graph, NULL, "flow_decide", 1, parameters), once, node;
    CUgraphExec exec;
    add_set(*add_conditional(&once, flow_graph, &decide, first, CU_GRAPH_COND_TYPE_IF, 1), NULL, go, 1);
    add_sum(*add_conditional(&node, flow_graph, &once, go, CU_GRAPH_COND_TYPE_IF, 1), NULL, words + 4, 1);
    OK(cuMemsetD32(words, 1, 1));
    OK(cuGraphInstantiateWithFlags(&exec, flow_graph, 0));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    NO_PROBLEM();
    ck_assert_uint_eq(get_word(words + 4), 1);
    OK(cuMemsetD32(words, 0, 1));
    OK(cuGraphLaunch(exec, stream));
    OK(cuStreamSynchronize(stream));
    PROBLEM("undefined read");
    ck_assert_uint_eq(get_word(words + 4), 1);
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* A launch outside of the graph sets nothing. */
START_TEST(test_launch_outside)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 0, 0);
    unsigned value = 1;
    void *parameters[] = {&go, &value};
    OK(cuLaunchKernel(get_function("flow_set"), 1, 1, 1, 1, 1, 1, 0, stream, parameters, NULL));
    OK(cuStreamSynchronize(stream));
    PROBLEM("bad handle");
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

START_TEST(test_foreign_handle)
{
    CUgraph other;
    CUgraphConditionalHandle go = make_handle(flow_graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT), foreign;
    CUgraphNode node, set;
    OK(cuGraphCreate(&other, 0));
    foreign = make_handle(other, 0, 0);
    set = add_set(flow_graph, NULL, foreign, 1);
    add_conditional(&node, flow_graph, &set, go, CU_GRAPH_COND_TYPE_IF, 1);
    OK(run_flow(1));
    PROBLEM("bad handle");
    OK(cuGraphDestroy(other));
}
END_TEST

/* Two setters, a setter and the node, a setter after the node in a body beside: each pair without an edge. */
START_TEST(test_races)
{
    for (int which = 0; which < 4; which++) {
        CUgraphConditionalHandle go = make_handle(flow_graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT);
        CUgraphNode first = add_set(flow_graph, NULL, go, 0), second, node, both[2];
        CUgraphNodeParams p = conditional(go, CU_GRAPH_COND_TYPE_IF, 1);
        second = add_set(flow_graph, which == 0 ? NULL : &first, go, 0);
        both[0] = first;
        both[1] = second;
        OK(cuGraphAddNode_v2(&node, flow_graph, both, NULL, which == 1 ? 1 : 2, &p));
        if (which == 2) {
            add_set(flow_graph, &second, go, 0);
        }
        OK(run_flow(1));
        if (which < 3) {
            PROBLEM("race");
        }
        NO_PROBLEM();
        OK(cuGraphCreate(&flow_graph, 0));
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

static void run_setter(const char *kernel, unsigned threads, bool words_too)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT);
    void *with_words[] = {&words, &go}, *alone[] = {&go};
    CUgraphNode set = add_launch(flow_graph, NULL, kernel, threads, words_too ? with_words : alone), node;
    add_conditional(&node, flow_graph, &set, go, CU_GRAPH_COND_TYPE_IF, 1);
    OK(run_flow(1));
}

START_TEST(test_threads_race)
{
    run_setter("flow_all_set", 2, false);
    PROBLEM("race");
}
END_TEST

START_TEST(test_threads_in_order)
{
    run_setter("flow_two_set", 32, false);
    NO_PROBLEM();
}
END_TEST

/* Whether the condition is set to 0 or 1 depends on the order of the threads. */
START_TEST(test_unsynchronised)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 0, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUdeviceptr x = words + 128;
    void *parameters[] = {&x, &go};
    CUgraphNode set = add_launch(flow_graph, NULL, "flow_unsynchronised", 32, parameters), node;
    add_conditional(&node, flow_graph, &set, go, CU_GRAPH_COND_TYPE_IF, 1);
    OK(run_flow(1));
    PROBLEM("missing barrier");
}
END_TEST

/* A default of a handle that a body owns: once for each launch, or for each pass? */
START_TEST(test_default_in_body)
{
    CUgraphConditionalHandle outer = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT), inner;
    CUgraphNode loop, node, counted;
    CUgraph body = *add_conditional(&loop, flow_graph, NULL, outer, CU_GRAPH_COND_TYPE_WHILE, 1);
    inner = make_handle(body, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    add_sum(*add_conditional(&node, body, NULL, inner, CU_GRAPH_COND_TYPE_IF, 1), NULL, words + 4, 1);
    counted = add_count(body, &node, words, outer, 3);
    add_set(body, &counted, inner, 0);
    OK(run_flow(1));
    PROBLEM("undefined read");
}
END_TEST

/* A program of more than 64 MiB is checked only where VGSIM_CHECK says so, which is not set here. */
START_TEST(test_as_much_memory)
{
    for (unsigned larger = 0; larger < 2; larger++) {
        CUdeviceptr x = get_memory(((size_t)64 << 20) + 256 * larger), y = x + 1024 + 1024 * larger;
        void *parameters[] = {&x, &y};
        add_launch(flow_graph, NULL, "flow_copy_most", 32, parameters);
        OK(cuMemsetD8(x, 0, 4096));
        OK(run_flow(1));
        if (larger) {
            NO_PROBLEM();
        } else {
            PROBLEM("unwritten out");
        }
        OK(cuGraphCreate(&flow_graph, 0));
        OK(cuMemFree(x));
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

/* As many passes as VGSIM_PASSES says are no problem, one more is. */
START_TEST(test_endless)
{
    for (unsigned passes = 1000; passes <= 1001; passes++) {
        CUgraphConditionalHandle go = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
        CUgraphNode clear = add_clear(flow_graph, words), loop;
        add_count(*add_conditional(&loop, flow_graph, &clear, go, CU_GRAPH_COND_TYPE_WHILE, 1), NULL, words, go,
                  passes);
        NO_PROBLEM();
        FAILS(passes > 1000 ? CUDA_ERROR_LAUNCH_TIMEOUT : CUDA_SUCCESS, run_flow(1));
        if (passes == 1000) {
            OK(cuGraphCreate(&flow_graph, 0));
        }
    }
    PROBLEM("hang");
    FAILS(CUDA_ERROR_LAUNCH_TIMEOUT, cuCtxSynchronize()); /* it sticks */
}
END_TEST

/* An error in a body ends the graph and sticks; a fault that is planted comes up in the synchronising call. */
START_TEST(test_faults)
{
    CUgraphConditionalHandle go = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraphNode loop, bad;
    CUgraph body = *add_conditional(&loop, flow_graph, NULL, go, CU_GRAPH_COND_TYPE_WHILE, 1);
    CUgraphNodeParams p = conditional(go, CU_GRAPH_COND_TYPE_IF, 1);
    CUgraphConditionalHandle handle;
    CUgraph graph;
    vgsim_fail(1, "cuGraphConditionalHandleCreate", CUDA_ERROR_OUT_OF_MEMORY);
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuGraphConditionalHandleCreate(&handle, flow_graph, context, 0, 0));
    ck_assert_uint_eq(handle, 0xDBDBDBDBDBDBDBDBu);
    vgsim_fail(1, "cuGraphAddNode", CUDA_ERROR_OUT_OF_MEMORY);
    FAILS(CUDA_ERROR_OUT_OF_MEMORY, cuGraphAddNode_v2(&bad, flow_graph, NULL, NULL, 0, &p));
    add_count(body, NULL, words, go, 3);
    NO_PROBLEM();
    graph = flow_graph;
    OK(cuGraphCreate(&flow_graph, 0));
    add_conditional(&loop, flow_graph, NULL, make_handle(flow_graph, 1, 1), CU_GRAPH_COND_TYPE_IF, 1);
    vgsim_fail(1, "@cuGraphLaunch", CUDA_ERROR_ILLEGAL_ADDRESS);
    FAILS(CUDA_ERROR_ILLEGAL_ADDRESS, run_flow(1));
    cuGraphDestroy(graph);
    NO_PROBLEM();
}
END_TEST

/* ---- bodies of registered graphs ---- */

/* clear count; while { first; perhaps second; count } over the memory from `at` on. */
static void build_registered(const char *first, CUdeviceptr first_x, CUdeviceptr first_y, bool second, bool ordered)
{
    CUgraphNode clear = add_clear(flow_graph, words), loop, a, b;
    CUgraphConditionalHandle go = make_handle(flow_graph, 1, CU_GRAPH_COND_ASSIGN_DEFAULT);
    CUgraph body = *add_conditional(&loop, flow_graph, &clear, go, CU_GRAPH_COND_TYPE_WHILE, 1);
    CUdeviceptr y = words + 256, z = words + 384;
    void *first_parameters[] = {&first_x, &first_y}, *second_parameters[] = {&y, &z};
    a = add_launch(body, NULL, first, 32, first_parameters);
    b = second ? add_launch(body, ordered ? &a : NULL, "flow_copy", 32, second_parameters) : a;
    add_count(body, &b, words, go, 3);
}

START_TEST(test_registered)
{
    build_registered("flow_copy", words + 128, words + 256, true, true);
    OK(run_flow(2));
    NO_PROBLEM();
    ck_assert_uint_eq(get_word(words), 3);
    ck_assert_uint_eq(get_word(words + 384), 2);
}
END_TEST

START_TEST(test_race_in_body)
{
    build_registered("flow_copy", words + 128, words + 256, true, false);
    OK(run_flow(1));
    PROBLEM("race");
}
END_TEST

START_TEST(test_binding_in_body)
{
    build_registered("flow_copy", words + 128, words + 384, true, true);
    OK(run_flow(0));
    PROBLEM("binding");
}
END_TEST

START_TEST(test_unwritten_in_body)
{
    build_registered("flow_copy_most", words + 128, words + 256, false, true);
    OK(run_flow(1));
    PROBLEM("unwritten out");
}
END_TEST

/* The conditional node's ranges are what its neighbours are ordered by. */
START_TEST(test_outside_holder)
{
    build_registered("flow_copy", words + 256, words + 384, false, true);
    OK(run_flow(0));
    PROBLEM("write outside");
}
END_TEST

/* Whatever the order of the nodes and threads, the result is one. */
START_TEST(test_seeds)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        vgsim_seed(seed);
        build_registered("flow_copy", words + 128, words + 256, true, true);
        OK(run_flow(1));
        NO_PROBLEM();
        ck_assert_uint_eq(get_word(words + 384), 2);
        OK(cuGraphCreate(&flow_graph, 0));
    }
    OK(cuGraphDestroy(flow_graph));
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {test_while,
                                  test_choices,
                                  test_nested,
                                  test_lazy,
                                  test_undefined,
                                  test_not_kept,
                                  test_launch_outside,
                                  test_as_much_memory,
                                  test_unsynchronised,
                                  test_foreign_handle,
                                  test_races,
                                  test_threads_race,
                                  test_threads_in_order,
                                  test_default_in_body,
                                  test_endless,
                                  test_faults,
                                  test_registered,
                                  test_race_in_body,
                                  test_binding_in_body,
                                  test_unwritten_in_body,
                                  test_outside_holder,
                                  test_seeds};
    Suite *suite = suite_create("sim_flow");
    TCase *one = tcase_create("flow");
    setenv("VGSIM_PASSES", "1000", 1);
    tcase_add_checked_fixture(one, setup, free_words);
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++) {
        tcase_add_test(one, tests[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
