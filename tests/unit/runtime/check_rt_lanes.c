/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_lanes.c - further lanes, what is committed before a launch, and reset, over a driver that only keeps books. */
#include "rt_fixture.h"

#include <stdlib.h>
#include <string.h>

static _Alignas(256) unsigned char device_memory[FIRST_STRIDE + (LANES - 1) * LANE_STRIDE];
static _Alignas(256) unsigned char pinned_memory[LANES * PINNED_STRIDE];

static vg_program *rt(unsigned lane)
{
    return &p.lane[lane].rt;
}

static unsigned char *shared(unsigned lane)
{
    return (unsigned char *)(uintptr_t)p.lane[lane].arenas[1];
}

static void open_lanes(unsigned count)
{
    ck_assert_int_eq(rt_program_open(&p, &config), VG_OK);
    for (unsigned lane = 1; lane < count; lane++) {
        ck_assert_int_eq(rt_program_open_lane(&p, lane), VG_OK);
    }
}

static void close_lanes(void)
{
    for (unsigned lane = LANES; lane-- > 0;) {
        if (rt(lane)->state != 0) {
            ck_assert_int_eq(vg_close(rt(lane)), VG_OK);
        }
    }
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}

/* ---- what a lane has of its own ---- */

START_TEST(a_lane_shares_only_what_is_shared)
{
    config.warm_up = 2;
    open_lanes(1);
    memcpy(shared(0) + SHARED_AT, "derived!", 8);
    const unsigned long launches = fake_count("cuGraphLaunch");
    const unsigned long modules = fake_count("cuModuleLoadDataEx");
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_uint_eq(fake_count("cuGraphLaunch"), launches + 2 * 2); /* warm-up, without setup */
    ck_assert_uint_eq(fake_count("cuModuleLoadDataEx"), modules);
    ck_assert_uint_eq(p.lane[0].arenas[1], p.lane[1].arenas[1]);
    ck_assert_mem_eq(shared(1) + SHARED_AT, "derived!", 8);
    ck_assert_uint_ne(p.lane[0].arenas[0], p.lane[1].arenas[0]);
    ck_assert_ptr_ne(rt(0)->pinned, rt(1)->pinned);
    ck_assert_ptr_ne(rt(0)->stream, rt(1)->stream);
    ck_assert_ptr_eq(rt(0)->context, rt(1)->context);
    for (unsigned i = MAIN; i <= AGAIN; i++) {
        ck_assert_ptr_nonnull(p.lane[1].graphs[i].exec);
        ck_assert_ptr_ne(p.lane[0].graphs[i].exec, p.lane[1].graphs[i].exec);
    }
    ck_assert_ptr_null(p.lane[1].graphs[SETUP].graph);
    ck_assert_mem_eq(rt_program_arena(&p, 1), rt_program_arena(&p, 0), ARENA_BYTES);
    ck_assert_uint_eq(rt(1)->stats.device_bytes, ARENA_BYTES);
    ck_assert_uint_eq(rt(1)->stats.pinned_bytes, PINNED_BYTES);
    ck_assert_uint_eq(rt(1)->stats.launches, 0);
    ck_assert_ptr_null(fake_current());
    close_lanes();
}
END_TEST

START_TEST(lanes_do_not_wait_for_one_another)
{
    fake.busy = 2;
    open_lanes(LANES);
    ck_assert_int_eq(vg_start(rt(0), MAIN), VG_OK);
    ck_assert_int_eq(vg_start(rt(1), AGAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt(0)), VG_BUSY);
    p.lane[2].fill = 0; /* changes only its own exec */
    ck_assert_int_eq(vg_replay(rt(2), MAIN), VG_OK);
    ck_assert_int_eq(vg_reset(rt(2)), VG_OK);
    ck_assert_int_eq(vg_close(rt(2)), VG_OK);
    ck_assert_int_eq(vg_poll(rt(0)), VG_BUSY);
    ck_assert_int_eq(vg_finish(rt(1), VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_poll(rt(0)), VG_OK);
    ck_assert_uint_eq(rt(0)->stats.replays, 1);
    ck_assert_uint_eq(rt(1)->stats.replays, 1);
    ck_assert_uint_eq(vg_sum_graph(&p.desc.graphs[MAIN], &p.lane[0].graphs[MAIN])->uploads, 2);
    ck_assert_uint_eq(vg_sum_graph(&p.desc.graphs[MAIN], &p.lane[1].graphs[MAIN])->uploads, 0);
    close_lanes();
}
END_TEST

/* ---- the application's memory and stream ---- */

static void give_memory(size_t device, size_t pinned)
{
    config.device_memory = (uint64_t)(uintptr_t)device_memory;
    config.device_memory_bytes = device;
    config.pinned_memory = pinned_memory;
    config.pinned_memory_bytes = pinned;
}

START_TEST(lanes_lie_side_by_side_in_given_memory)
{
    give_memory(sizeof device_memory, sizeof pinned_memory);
    open_lanes(LANES);
    ck_assert_uint_eq(p.lane[0].arenas[0], config.device_memory);
    ck_assert_uint_eq(p.lane[0].arenas[1], config.device_memory + ARENA_BYTES);
    for (unsigned lane = 1; lane < LANES; lane++) {
        ck_assert_uint_eq(p.lane[lane].arenas[0], config.device_memory + FIRST_STRIDE + (lane - 1) * LANE_STRIDE);
        ck_assert_uint_eq(p.lane[lane].arenas[1], p.lane[0].arenas[1]);
        ck_assert_ptr_eq(rt(lane)->pinned, pinned_memory + lane * PINNED_STRIDE);
        ck_assert_uint_eq(rt(lane)->stats.device_bytes, 0);
    }
    /* A lane that was closed gets its place back, whichever struct it is in. */
    ck_assert_int_eq(vg_close(rt(1)), VG_OK);
    ck_assert_int_eq(vg_close(rt(2)), VG_OK);
    ck_assert_int_eq(rt_program_open_lane(&p, 2), VG_OK);
    ck_assert_ptr_eq(rt(2)->pinned, pinned_memory + PINNED_STRIDE);
    close_lanes();
    ck_assert_uint_eq(fake_count("cuMemAlloc") + fake_count("cuMemFree"), 0);
    ck_assert_uint_eq(fake_count("cuMemHostAlloc") + fake_count("cuMemFreeHost"), 0);
    ck_assert_uint_eq(fake_count("cuMemHostRegister") + fake_count("cuMemHostUnregister"), 0);
}
END_TEST

static void refuses(vg_status status, uint64_t expected, uint64_t found)
{
    const unsigned live = fake_live();
    const unsigned long calls = fake.calls;
    ck_assert_int_eq(rt_program_open_lane(&p, 1), status);
    ck_assert_int_eq(rt(1)->detail.status, status);
    ck_assert_uint_eq(rt(1)->detail.expected, expected);
    ck_assert_uint_eq(rt(1)->detail.found, found);
    ck_assert_uint_eq(rt(1)->state, 0);
    ck_assert_uint_eq(fake_live(), live);
    ck_assert_uint_eq(fake.calls, calls);
    ck_assert_uint_eq(rt(0)->lanes, 0);
}

START_TEST(given_memory_must_do_for_every_lane)
{
    const size_t device = FIRST_STRIDE + ARENA_BYTES, pinned = PINNED_STRIDE + PINNED_BYTES;
    give_memory(device - 1, sizeof pinned_memory);
    open_lanes(1);
    refuses(VG_NO_MEMORY, device, device - 1);
    close_lanes();
    give_memory(device, pinned - 1);
    open_lanes(1);
    refuses(VG_NO_MEMORY, pinned, pinned - 1);
    close_lanes();
    give_memory(device, pinned);
    open_lanes(2);
    close_lanes();
}
END_TEST

START_TEST(given_stream_is_for_one_lane)
{
    config.context = fake_application_context();
    config.stream = fake_application_stream();
    open_lanes(1);
    refuses(VG_ARGUMENT, 1, 2);
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    close_lanes();
    config.stream = NULL;
    open_lanes(2);
    ck_assert_ptr_ne(rt(0)->stream, rt(1)->stream);
    close_lanes();
}
END_TEST

START_TEST(app_data_is_needed_for_own_arenas_only)
{
    open_lanes(1);
    p.app_data[1] = NULL; /* shared, and written already */
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_mem_eq(rt_program_arena(&p, 1) + APP_AT, "from app", 8);
    ck_assert_int_eq(vg_close(rt(1)), VG_OK);
    p.app_data[0] = NULL;
    refuses(VG_ARGUMENT, 0, 0);
    close_lanes();
}
END_TEST

/* ---- states ---- */

START_TEST(lanes_need_an_open_first_one)
{
    vg_storage none;
    memset(&none, 0, sizeof none);
    ck_assert_int_eq(vg_open_lane(NULL, rt(0), &none), VG_ARGUMENT);
    ck_assert_int_eq(vg_open_lane(rt(1), NULL, &none), VG_ARGUMENT);
    ck_assert_int_eq(vg_open_lane(rt(1), rt(0), NULL), VG_ARGUMENT);
    refuses(VG_STATE, 0, 0);
    open_lanes(2);
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_STATE); /* is open */
    ck_assert_int_eq(vg_open_lane(rt(2), rt(1), &none), VG_STATE);
    ck_assert_str_eq(rt(2)->detail.call, "this is not the first lane: give the first");
    ck_assert_int_eq(vg_close(rt(0)), VG_STATE); /* the other one needs its kernels */
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    ck_assert_int_eq(vg_replay(rt(1), MAIN), VG_OK);
    ck_assert_int_eq(vg_close(rt(1)), VG_OK);
    rt(0)->lanes = ~UINT32_C(1);
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_ARGUMENT);
    rt(0)->lanes = 0;
    close_lanes();
}
END_TEST

/* ---- commit ---- */

START_TEST(only_changes_reach_the_driver)
{
    rt_lane *lane = &p.lane[0];
    open_lanes(1);
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuGraphNodeSetEnabled"), 1); /* nobody has asked for y */
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuGraphNodeSetEnabled"), 1);
    lane->fill = 0;
    lane->blocks = 9;
    ck_assert_int_eq(vg_replay(rt(0), AGAIN), VG_OK); /* another graph's nodes */
    ck_assert_uint_eq(fake_count("cuGraphNodeSetEnabled"), 1);
    ck_assert_int_eq(vg_start(rt(0), MAIN), VG_OK);
    ck_assert_int_eq(fake_disabled(lane->nodes[FILL_NODE]), 1);
    ck_assert_uint_eq(fake_patches(lane->nodes[SCALE_NODE]), 1);
    ck_assert_int_eq(vg_finish(rt(0), VG_FOREVER), VG_OK);
    lane->blocks = 0;
    lane->want = 1;
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    ck_assert_int_eq(fake_disabled(lane->nodes[SCALE_NODE]), 1);
    ck_assert_uint_eq(fake_patches(lane->nodes[SCALE_NODE]), 1);
    ck_assert_int_eq(fake_disabled(lane->nodes[COPY_NODE]), 0);
    lane->blocks = 9; /* as it was before */
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    ck_assert_int_eq(fake_disabled(lane->nodes[SCALE_NODE]), 0);
    ck_assert_uint_eq(fake_patches(lane->nodes[SCALE_NODE]), 1);
    ck_assert_int_eq(fake_disabled(lane->nodes[COPY_NODE]), 1); /* for one replay only */
    close_lanes();
}
END_TEST

START_TEST(nodes_belong_to_their_graph)
{
    open_lanes(2);
    cuCtxSetCurrent(rt(0)->context); /* as in a commit */
    ck_assert_int_eq(vg_node_enable(rt(1), AGAIN, AGAIN_NODE, 0), VG_OK);
    ck_assert_str_eq(fake.misuse, "");
    ck_assert_int_eq(fake_disabled(p.lane[1].nodes[AGAIN_NODE]), 1);
    ck_assert_int_eq(fake_disabled(p.lane[0].nodes[AGAIN_NODE]), 0);
    ck_assert_int_eq(p.lane[1].disabled[AGAIN_NODE], 1);
    CUDA_KERNEL_NODE_PARAMS launch;
    memset(&launch, 0, sizeof launch);
    launch.func = p.kernels[0];
    ck_assert_int_eq(vg_node_patch(rt(1), AGAIN, AGAIN_NODE, &launch), VG_OK);
    ck_assert_uint_eq(fake_patches(p.lane[1].nodes[AGAIN_NODE]), 1);
    ck_assert_uint_eq(fake_patches(p.lane[0].nodes[AGAIN_NODE]), 0);
    fake_fail(1, 1, 0);
    ck_assert_int_eq(vg_node_patch(rt(1), AGAIN, AGAIN_NODE, &launch), VG_DRIVER);
    ck_assert_str_eq(rt(1)->detail.call, "cuGraphExecKernelNodeSetParams");
    ck_assert_str_eq(rt(1)->detail.step, "launch again");
    cuCtxSetCurrent(NULL);
    /* Opened again, everything is enabled. */
    ck_assert_int_eq(vg_close(rt(1)), VG_OK);
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(p.lane[1].disabled[AGAIN_NODE], 0);
    close_lanes();
}
END_TEST

START_TEST(failed_commit_is_made_good)
{
    rt_lane *lane = &p.lane[0];
    open_lanes(1);
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    lane->fill = 0;
    lane->want = 1;
    fake_fail(4, 304, 0); /* two for the context, the fill, the copy */
    ck_assert_int_eq(vg_start(rt(0), MAIN), VG_DRIVER);
    ck_assert_str_eq(rt(0)->detail.call, "cuGraphNodeSetEnabled");
    ck_assert_str_eq(rt(0)->detail.step, "download y");
    ck_assert_int_eq(lane->disabled[COPY_NODE], 1);
    ck_assert_int_eq(lane->disabled[FILL_NODE], 1);
    ck_assert_int_eq(lane->want, 1);
    ck_assert_int_eq(vg_poll(rt(0)), VG_STATE);
    fake_fail(4, 304, 0); /* two for the context, the copy, the launch */
    ck_assert_int_eq(vg_start(rt(0), MAIN), VG_DRIVER);
    ck_assert_str_eq(rt(0)->detail.call, "cuGraphLaunch");
    ck_assert_int_eq(lane->want, 1);
    ck_assert_int_eq(vg_replay(rt(0), MAIN), VG_OK);
    ck_assert_int_eq(lane->want, 0);
    ck_assert_int_eq(fake_disabled(lane->nodes[COPY_NODE]), 0);
    close_lanes();
}
END_TEST

static unsigned committed;

static vg_status commit_setup(void *self, unsigned graph)
{
    (void)self;
    committed |= 1u << graph;
    return graph == SETUP ? vg_refuse(rt(0), VG_ARGUMENT, "setup", 1, 2) : VG_OK;
}

START_TEST(setup_is_committed_too)
{
    p.desc.commit = commit_setup;
    committed = 0;
    ck_assert_int_eq(rt_program_open(&p, NULL), VG_ARGUMENT);
    ck_assert_uint_eq(committed, 1u << SETUP);
    ck_assert_str_eq(rt(0)->detail.call, "setup");
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_str_eq(fake.misuse, "");
}
END_TEST

/* ---- reset ---- */

START_TEST(reset_is_for_the_state_of_one_lane)
{
    open_lanes(2);
    for (unsigned lane = 0; lane < 2; lane++) {
        memset(rt_program_arena(&p, lane), 0xee, ARENA_BYTES);
        memset(rt(lane)->pinned, 0xee, PINNED_BYTES);
        p.lane[lane].gain = 3.0f;
    }
    memset(shared(0), 0xee, SHARED_BYTES);
    ck_assert_int_eq(vg_reset(rt(1)), VG_OK);
    ck_assert_uint_eq(fake.pending, 0);
    for (unsigned i = 0; i < ARENA_BYTES; i++) {
        ck_assert_uint_eq(rt_program_arena(&p, 0)[i], 0xee);
        ck_assert_uint_eq(rt_program_arena(&p, 1)[i], i < 16 ? (i % 4 == 0 ? 7 : 0) : 0xee);
    }
    for (unsigned i = 0; i < SHARED_BYTES; i++) {
        ck_assert_uint_eq(shared(1)[i], 0xee);
    }
    for (unsigned i = 0; i < PINNED_BYTES; i++) {
        ck_assert_uint_eq(rt(1)->pinned[i], 0xee);
    }
    ck_assert_float_eq(p.lane[1].gain, 3.0f);
    ck_assert_ptr_null(fake_current());
    close_lanes();
}
END_TEST

START_TEST(reset_waits_for_its_turn)
{
    ck_assert_int_eq(vg_reset(NULL), VG_ARGUMENT);
    ck_assert_int_eq(vg_reset(rt(0)), VG_STATE);
    fake.busy = 1;
    open_lanes(1);
    ck_assert_int_eq(vg_start(rt(0), MAIN), VG_OK);
    ck_assert_int_eq(vg_reset(rt(0)), VG_STATE);
    ck_assert_int_eq(vg_finish(rt(0), VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_reset(rt(0)), VG_OK);
    close_lanes();
}
END_TEST

static TCase *lanes(void)
{
    TCase *cases = tcase_create("lanes");
    tcase_add_test(cases, a_lane_shares_only_what_is_shared);
    tcase_add_test(cases, lanes_do_not_wait_for_one_another);
    tcase_add_test(cases, lanes_lie_side_by_side_in_given_memory);
    tcase_add_test(cases, given_memory_must_do_for_every_lane);
    tcase_add_test(cases, given_stream_is_for_one_lane);
    tcase_add_test(cases, app_data_is_needed_for_own_arenas_only);
    tcase_add_test(cases, lanes_need_an_open_first_one);
    tcase_add_test(cases, only_changes_reach_the_driver);
    tcase_add_test(cases, nodes_belong_to_their_graph);
    tcase_add_test(cases, failed_commit_is_made_good);
    tcase_add_test(cases, setup_is_committed_too);
    tcase_add_test(cases, reset_is_for_the_state_of_one_lane);
    tcase_add_test(cases, reset_waits_for_its_turn);
    return cases;
}

int main(void)
{
    Suite *suite = suite_create("rt_lanes");
    TCase *cases = lanes();
    tcase_add_checked_fixture(cases, setup_program, NULL);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
