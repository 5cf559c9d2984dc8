/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_control.c - the runtime with kernel attributes, and with graphs that the driver does not clone. */
#include "rt_fixture.h"

#include <stdlib.h>
#include <string.h>

static uint64_t ns[MAIN_NODES];
static void *scratch[4 * MAIN_NODES + 2 + 1];
static const vg_node_times times = {MAIN_NODES, ns, scratch};

static void setup(void)
{
    setup_program();
}

static void refused(vg_status status, const char *call, uint64_t expected, uint64_t found)
{
    const vg_detail *detail = &p.lane[0].rt.detail;
    ck_assert_int_eq(rt_program_open(&p, NULL), status);
    ck_assert_str_eq(detail->call, call);
    ck_assert_str_eq(detail->step, "launch scale");
    ck_assert_uint_eq(detail->expected, expected);
    ck_assert_uint_eq(detail->found, found);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}

/* ---- attributes ---- */

START_TEST(what_fits_is_cooperative)
{
    p.cooperative_blocks = 6;
    p.cooperative_shared = 1000;
    fake.resident = 2;
    fake.multiprocessors = 3;
    open_well();
    ck_assert_uint_eq(fake.asked_shared, 1000);
    ck_assert_uint_eq(fake_count("cuGraphKernelNodeSetAttribute"), 1);
    ck_assert_uint_eq(fake_count("cuGraphKernelNodeGetAttribute"), 1);
    close_well();
}
END_TEST

START_TEST(one_block_too_many_is_refused_with_the_numbers)
{
    char text[400];
    p.cooperative_blocks = 7;
    refused(VG_NO_ROOM, "blocks of a cooperative grid, which run at once", 7, 6);
    ck_assert_uint_eq(fake_count("cuGraphAddKernelNode"), 0); /* before the node is there */
    vg_detail_text(&p.lane[0].rt.detail, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "for 'launch scale' (test.yaml:31), expected 7, found 6 "
                                       "(2 on each of 3 multiprocessors). "));
    ck_assert_ptr_nonnull(strstr(text, "make each phase between two barriers a step of its own"));
}
END_TEST

/* A green context has fewer multiprocessors than its device. */
START_TEST(the_multiprocessors_of_the_applications_context_count)
{
    p.cooperative_blocks = 5;
    fake.resident = 2;
    fake.multiprocessors = 3;
    fake.context_multiprocessors = 2;
    open_well(); /* the primary context has all */
    close_well();
    config.context = fake_application_context();
    ck_assert_int_eq(rt_program_open(&p, &config), VG_NO_ROOM);
    ck_assert_uint_eq(p.lane[0].rt.detail.expected, 5);
    ck_assert_uint_eq(p.lane[0].rt.detail.found, 4);
    ck_assert_uint_eq(p.lane[0].rt.detail.units, 2);
    p.cooperative_blocks = 4;
    open_well();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_uint_eq(fake_count("cuCtxGetDevResource"), 3);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_OK);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

START_TEST(a_driver_that_knows_no_multiprocessors_of_contexts)
{
    p.cooperative_blocks = 5;
    fake.resident = 2;
    fake.multiprocessors = 3;
    config.context = fake_application_context();
    open_well(); /* it has no such call */
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_OK);
    fake.context_multiprocessors = 2;
    fake.version = 12030;
    open_well(); /* it is too old to be asked */
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_OK);
    ck_assert_uint_eq(fake_count("cuCtxGetDevResource"), 0);
    fake.version = 13000;
    fake.resource_error = CUDA_ERROR_NOT_SUPPORTED;
    open_well();
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_OK);
    fake.resource_error = CUDA_ERROR_INVALID_CONTEXT;
    ck_assert_int_eq(rt_program_open(&p, &config), VG_DRIVER);
    ck_assert_str_eq(p.lane[0].rt.detail.call, "cuCtxGetDevResource");
    ck_assert_str_eq(p.lane[0].rt.detail.step, "launch scale");
}
END_TEST

START_TEST(a_device_without_cooperative_launches)
{
    p.images[2].capability = 50;
    p.images[2].target = "compute_50";
    p.cooperative_blocks = 1;
    fake.capability = 52;
    refused(VG_NO_ROOM, "cooperative launches of the device", 1, 0);
    ck_assert_uint_eq(p.lane[0].rt.detail.units, 0);
}
END_TEST

static void has_blocks(uint32_t cluster, uint32_t most, uint32_t blocks)
{
    p.resident_cluster = cluster;
    p.resident_most = most;
    open_well();
    ck_assert_uint_eq(p.resident_blocks, blocks);
    ck_assert_uint_eq(fake.asked_shared, 500);
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_OK);
}

/* The fake driver has as many clusters at once as blocks on a multiprocessor. */
START_TEST(a_resident_grid_has_what_fits)
{
    fake.resident = 5;
    fake.multiprocessors = 7;
    has_blocks(1, 0, 35);
    has_blocks(1, 36, 35);
    has_blocks(1, 34, 34);
    has_blocks(4, 0, 20);
    has_blocks(4, 19, 16);
    fake.multiprocessors = 3;
    has_blocks(4, 0, 12);
    has_blocks(2, 0, 10);
    config.context = fake_application_context();
    fake.context_multiprocessors = 2;
    p.resident_cluster = 1;
    p.resident_most = 0;
    ck_assert_int_eq(rt_program_open(&p, &config), VG_OK);
    ck_assert_uint_eq(p.resident_blocks, 10); /* of a green context */
    close_well();
}
END_TEST

START_TEST(a_resident_grid_without_room)
{
    p.resident_cluster = 1;
    fake.resident = 0;
    refused(VG_NO_ROOM, "blocks of a resident grid, which run at once", 1, 0);
    fake.resident = 1;
    fake.multiprocessors = 3;
    p.resident_cluster = 4;
    refused(VG_NO_ROOM, "blocks of a resident grid, which run at once", 4, 3);
}
END_TEST

START_TEST(a_cluster_that_fits_nowhere)
{
    p.cluster[0] = p.cluster[1] = 2;
    p.cluster[2] = 1;
    fake.resident = 0;
    refused(VG_NO_ROOM, "clusters that run at once", 1, 0);
    ck_assert_int_eq(fake.large_clusters, 0);
}
END_TEST

START_TEST(a_large_cluster_is_allowed_for_its_kernel)
{
    p.cluster[0] = 16;
    p.cluster[1] = p.cluster[2] = 1;
    open_well();
    ck_assert_int_eq(fake.large_clusters, 1);
    close_well();
}
END_TEST

START_TEST(what_the_driver_forgets_is_told)
{
    fake.forgets_attributes = 1;
    p.cooperative_blocks = 1;
    refused(VG_DRIVER, "cooperative, as the driver has it", 1, 0);
    p.cooperative_blocks = 0;
    p.cluster[0] = p.cluster[1] = 1;
    p.cluster[2] = 4;
    refused(VG_DRIVER, "cluster's z, as the driver has it", 4, 1);
    p.cluster[0] = 0;
    p.priority = -3;
    refused(VG_DRIVER, "priority below 0, as the driver has it", 3, 0);
    p.priority = 2;
    refused(VG_DRIVER, "priority, as the driver has it", 2, 0);
}
END_TEST

START_TEST(priorities_count_only_where_a_graph_has_some)
{
    open_well();
    ck_assert_uint_eq(fake.instantiate_flags, 0);
    close_well();
    setup();
    p.priority = -1;
    p.traits = VG_HAS_PRIORITIES;
    p.desc.graph_count = 1;
    p.desc.setup = 0;
    open_well();
    ck_assert_uint_eq(fake.instantiate_flags, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY);
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 1, &times), VG_OK); /* a clone has them, too */
    ck_assert_uint_eq(fake.instantiate_flags, CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY);
    close_well();
}
END_TEST

/* ---- images ---- */

START_TEST(the_image_that_was_loaded_is_known)
{
    open_well();
    ck_assert_uint_eq(p.lane[0].built_with, 2); /* sm_90 is the second one */
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_uint_eq(p.lane[1].built_with, 2);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
    fake.capability = 100;
    open_well();
    ck_assert_uint_eq(p.lane[0].built_with, 4); /* PTX, the third */
    close_well();
}
END_TEST

/* ---- graphs that are not cloned ---- */

START_TEST(conditional_nodes_are_not_stepped)
{
    p.traits = VG_HAS_CONDITIONAL;
    open_well();
    const unsigned long calls = fake.calls;
    ck_assert_int_eq(vg_step(&p.lane[0].rt, MAIN), VG_CANNOT);
    ck_assert_str_eq(p.lane[0].rt.detail.step, "main");
    ck_assert_uint_eq(fake.calls, calls);
    ck_assert_int_eq(vg_step(&p.lane[0].rt, AGAIN), VG_OK);
    close_well();
}
END_TEST

START_TEST(the_twin_is_built_again)
{
    p.traits = _i == 0 ? VG_HAS_CONDITIONAL : VG_HAS_PROGRAMMATIC;
    open_well();
    void *nodes[NODES];
    memcpy(nodes, p.lane[0].nodes, sizeof nodes);
    p.lane[0].want = 1;
    p.lane[0].blocks = 9; /* not committed yet */
    const unsigned live = fake_live();
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 3, &times), VG_OK);
    ck_assert_uint_eq(fake_live(), live);
    ck_assert_uint_eq(fake_count("cuGraphClone"), 0);
    ck_assert_uint_eq(p.builds, 2);
    ck_assert_uint_eq(p.lane[0].built_with, 0); /* no programmatic edge is asked for */
    ck_assert_uint_eq(p.lane[0].rt.images, 2);
    ck_assert_uint_eq(p.lane[0].conditions[0], 1);
    ck_assert_mem_eq(nodes, p.lane[0].nodes, MAIN_NODES * sizeof nodes[0]);
    ck_assert_uint_eq(ns[SCALE_NODE], 1000000);
    ck_assert_uint_eq(ns[FILL_NODE], 2000000);
    ck_assert_uint_eq(ns[COPY_NODE], 3000000);
    ck_assert_uint_eq(p.lane[0].rt.stats.replays, 3);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_uint_eq(p.lane[0].committed_blocks, 9);
    ck_assert_uint_eq(fake_patches(p.lane[0].nodes[SCALE_NODE]), 1); /* of its exec */
    close_well();
}
END_TEST

START_TEST(a_twin_that_was_built_has_what_is_switched_off)
{
    p.traits = VG_HAS_CONDITIONAL;
    open_well();
    p.lane[0].fill = 0;
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 1, &times), VG_OK);
    ck_assert_uint_eq(ns[SCALE_NODE], 1000000);
    ck_assert_uint_eq(ns[FILL_NODE], 0);
    close_well();
}
END_TEST

/* An exec that the device could launch, where the driver makes one; twins record events and are none. */
START_TEST(small_copies_ask_for_another_exec)
{
    const int refused = _i % 2;
    p.traits = VG_HAS_SMALL_COPIES | (_i < 2 ? 0 : VG_HAS_PRIORITIES | VG_HAS_PROGRAMMATIC);
    fake.device_launch_error = refused ? 801 : 0;
    p.desc.setup = 0;
    p.desc.graph_count = AGAIN; /* the last exec is MAIN's */
    open_well();
    ck_assert_uint_eq(fake.for_device, refused ? 0 : 1);
    ck_assert_uint_eq(fake.instantiate_flags, (_i < 2 ? 0 : CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY) |
                                                  (refused ? 0 : CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH));
    ck_assert_uint_eq(fake_count("cuGraphInstantiateWithParams"), refused ? 2 : 1);
    ck_assert_uint_eq(p.lane[0].rt.stats.errors, 0);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_profile(&p.lane[0].rt, MAIN, 1, &times), VG_OK);
    ck_assert_uint_eq(fake_count("cuGraphInstantiateWithParams"), refused ? 3 : 2);
    ck_assert_uint_eq(fake.for_device, refused ? 0 : 1);
    close_well();
}
END_TEST

/* main has small copies, the others have not. */
START_TEST(only_graphs_with_small_copies_ask)
{
    open_well();
    ck_assert_uint_eq(fake.for_device, 0);
    close_well();
    setup();
    p.traits = VG_HAS_SMALL_COPIES;
    open_well();
    ck_assert_uint_eq(fake.for_device, 1);
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_uint_eq(fake.for_device, 2);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

/* What is refused both ways is told. */
START_TEST(an_exec_that_cannot_be_made)
{
    p.traits = VG_HAS_SMALL_COPIES;
    fake.device_launch_error = 801;
    fake.graph_error_node = 2;
    ck_assert_int_eq(rt_program_open(&p, NULL), VG_DRIVER);
    ck_assert_str_eq(p.lane[0].rt.detail.step, "fill y");
    ck_assert_int_eq(p.lane[0].rt.detail.code, 1);
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

/* Whichever call fails while a twin is made and run: the program goes on as if nothing had been. */
START_TEST(each_call_of_a_twin_fails_once)
{
    p.traits = VG_HAS_CONDITIONAL;
    p.cooperative_blocks = 2;
    p.priority = -1;
    open_well();
    void *nodes[NODES];
    memcpy(nodes, p.lane[0].nodes, sizeof nodes);
    const unsigned live = fake_live();
    unsigned long n = 1;
    for (;; n++) {
        fake_fail(n, 999, 0);
        const vg_status status = vg_profile(&p.lane[0].rt, MAIN, 2, &times);
        if (fake.failed == NULL) {
            ck_assert_int_eq(status, VG_OK);
            break;
        }
        ck_assert_msg(status == (fake_failed_word() ? VG_OK : VG_DRIVER), "call %lu, %s: %s", n, fake.failed,
                      vg_status_name(status));
        ck_assert_str_eq(p.lane[0].rt.detail.call, fake_failed_word() ? "" : fake.failed);
        ck_assert_mem_eq(nodes, p.lane[0].nodes, MAIN_NODES * sizeof nodes[0]);
        ck_assert_uint_eq(p.lane[0].conditions[0], 1);
        ck_assert_uint_eq(p.lane[0].rt.images, 2);
        ck_assert_uint_eq(p.lane[0].rt.stepping, 0);
        ck_assert_msg(fake_live() == live, "call %lu, %s: %u objects instead of %u", n, fake.failed, fake_live(), live);
        ck_assert_str_eq(fake.misuse, "");
        fake_fail(0, 0, 0);
        ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
        p.lane[0].rt.detail.call = "";
    }
    ck_assert_uint_gt(n, 30);
    fake_fail(0, 0, 0);
    close_well();
}
END_TEST

/* Whichever call of open fails: the detail names it, and nothing is left. */
START_TEST(each_call_of_open_fails_once)
{
    unsigned long n = 1;
    for (;; n++) {
        setup();
        p.cooperative_blocks = 2;
        p.resident_cluster = 2;
        p.cluster[0] = 16;
        p.cluster[1] = p.cluster[2] = 1;
        p.priority = -1;
        p.traits = VG_HAS_PROGRAMMATIC | VG_HAS_PRIORITIES | VG_HAS_SMALL_COPIES;
        fake_fail(n, 999, 0);
        const vg_status status = rt_program_open(&p, NULL);
        if (fake.failed == NULL) {
            ck_assert_int_eq(status, VG_OK);
            break;
        }
        if (fake_failed_quietly()) {
            ck_assert_int_eq(status, VG_OK);
            ck_assert_int_eq(p.lane[0].rt.config.completion,
                             fake_failed_word() ? VG_COMPLETION_QUERY : VG_COMPLETION_WORD);
            close_well();
            continue;
        }
        ck_assert_msg(status != VG_OK, "call %lu, %s", n, fake.failed);
        ck_assert_str_eq(p.lane[0].rt.detail.call, fake.failed);
        ck_assert_uint_eq(fake_live(), 0);
        ck_assert_str_eq(fake.misuse, "");
    }
    ck_assert_uint_gt(n, 30);
    fake_fail(0, 0, 0);
    close_well();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_control");
    TCase *tests = tcase_create("control");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_test(tests, what_fits_is_cooperative);
    tcase_add_test(tests, the_multiprocessors_of_the_applications_context_count);
    tcase_add_test(tests, a_driver_that_knows_no_multiprocessors_of_contexts);
    tcase_add_test(tests, one_block_too_many_is_refused_with_the_numbers);
    tcase_add_test(tests, a_device_without_cooperative_launches);
    tcase_add_test(tests, a_resident_grid_has_what_fits);
    tcase_add_test(tests, a_resident_grid_without_room);
    tcase_add_test(tests, a_cluster_that_fits_nowhere);
    tcase_add_test(tests, a_large_cluster_is_allowed_for_its_kernel);
    tcase_add_test(tests, what_the_driver_forgets_is_told);
    tcase_add_test(tests, priorities_count_only_where_a_graph_has_some);
    tcase_add_test(tests, the_image_that_was_loaded_is_known);
    tcase_add_test(tests, conditional_nodes_are_not_stepped);
    tcase_add_loop_test(tests, the_twin_is_built_again, 0, 2);
    tcase_add_test(tests, a_twin_that_was_built_has_what_is_switched_off);
    tcase_add_loop_test(tests, small_copies_ask_for_another_exec, 0, 4);
    tcase_add_test(tests, only_graphs_with_small_copies_ask);
    tcase_add_test(tests, an_exec_that_cannot_be_made);
    tcase_add_test(tests, each_call_of_a_twin_fails_once);
    tcase_add_test(tests, each_call_of_open_fails_once);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
