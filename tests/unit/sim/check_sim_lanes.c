/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The CPU device with several graphs at once: lanes of one program, graphs that take turns. */
#include "sim_lane.h"
#include "unit/run_suite.h"

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

int main(void)
{
    const TTest *const single[] = {test_openings,     test_lanes_overlap,           test_wrong_address_in_a_lane,
                                   test_interleaving, test_one_exec_in_two_streams, test_begun_graphs_end};
    Suite *suite = suite_create("sim_lanes");
    TCase *one = tcase_create("lanes");
    tcase_add_checked_fixture(one, setup, teardown);
    tcase_add_loop_test(one, test_lanes_are_not_mixed_up, 0, 24);
    for (size_t i = 0; i < sizeof single / sizeof single[0]; i++) {
        tcase_add_test(one, single[i]);
    }
    suite_add_tcase(suite, one);
    return run_suite(suite);
}
