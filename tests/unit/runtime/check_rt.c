/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt.c - states, replays, waiting and contents of a program, over a driver that only keeps books. */
#include "rt_fixture.h"

#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

START_TEST(closed_program_answers_state)
{
    vg_times times;
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_STATE);
    ck_assert_int_eq(vg_poll(&p.lane[0].rt), VG_STATE);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, 0), VG_STATE);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_STATE);
    ck_assert_int_eq(vg_replay_timed(&p.lane[0].rt, 0, &times), VG_STATE);
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_STATE);
    ck_assert_uint_eq(fake.calls, 0);
    ck_assert_str_eq(p.lane[0].rt.detail.call, "the program is not open: open it first");
}
END_TEST

START_TEST(no_program_is_an_argument)
{
    vg_times times;
    ck_assert_int_eq(vg_open(NULL, &p.desc, NULL, NULL), VG_ARGUMENT);
    ck_assert_int_eq(vg_start(NULL, 0), VG_ARGUMENT);
    ck_assert_int_eq(vg_poll(NULL), VG_ARGUMENT);
    ck_assert_int_eq(vg_finish(NULL, 0), VG_ARGUMENT);
    ck_assert_int_eq(vg_replay(NULL, 0), VG_ARGUMENT);
    ck_assert_int_eq(vg_replay_timed(NULL, 0, &times), VG_ARGUMENT);
    ck_assert_int_eq(vg_close(NULL), VG_ARGUMENT);
}
END_TEST

START_TEST(open_program_is_not_opened_again)
{
    open_well();
    const vg_program before = p.lane[0].rt;
    ck_assert_int_eq(rt_program_open(&p, NULL), VG_STATE);
    ck_assert_ptr_eq(p.lane[0].rt.stream, before.stream);
    ck_assert_uint_eq(p.lane[0].rt.state, VG_MARK_OPEN);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_OK);
    close_well();
    open_well();
    close_well();
}
END_TEST

START_TEST(memory_that_was_not_zeroed_is_noticed)
{
    memset(&p.lane[0].rt, 0xa5, sizeof p.lane[0].rt);
    ck_assert_int_eq(rt_program_open(&p, NULL), VG_STATE);
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_STATE);
    ck_assert_int_eq(vg_close(&p.lane[0].rt), VG_STATE);
}
END_TEST

START_TEST(one_replay_at_a_time)
{
    vg_times times;
    fake.busy = 1;
    open_well();
    ck_assert_int_eq(vg_poll(&p.lane[0].rt), VG_STATE);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, VG_FOREVER), VG_STATE);
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_OK);
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_STATE);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_STATE);
    ck_assert_int_eq(vg_replay_timed(&p.lane[0].rt, 0, &times), VG_STATE);
    ck_assert_int_eq(vg_poll(&p.lane[0].rt), VG_BUSY);
    ck_assert_int_eq(vg_poll(&p.lane[0].rt), VG_OK);
    ck_assert_int_eq(vg_poll(&p.lane[0].rt), VG_STATE);
    ck_assert_uint_eq(p.lane[0].rt.stats.launches, 1); /* setup is not counted */
    close_well();
}
END_TEST

START_TEST(setup_and_unknown_graphs_are_not_started)
{
    open_well();
    ck_assert_int_eq(vg_start(&p.lane[0].rt, SETUP), VG_ARGUMENT);
    ck_assert_uint_eq(p.lane[0].rt.detail.expected, SETUP);
    ck_assert_uint_eq(p.lane[0].rt.detail.found, SETUP);
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 4000000000u), VG_ARGUMENT);
    ck_assert_int_eq(vg_replay_timed(&p.lane[0].rt, 0, NULL), VG_ARGUMENT);
    ck_assert_uint_eq(p.lane[0].rt.stats.launches, 0);
    close_well();
}
END_TEST

START_TEST(context_is_changed_only_where_needed)
{
    CUcontext other = fake_application_context();
    open_well();
    ck_assert_ptr_null(fake_current());
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_OK);
    ck_assert_ptr_null(fake_current());
    cuCtxSetCurrent(other);
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_OK);
    ck_assert_ptr_eq(fake_current(), other);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, VG_FOREVER), VG_OK);
    ck_assert_ptr_eq(fake_current(), other);
    cuCtxSetCurrent(p.lane[0].rt.context);
    const unsigned long changes = fake_count("cuCtxSetCurrent");
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_OK);
    ck_assert_uint_eq(fake_count("cuCtxSetCurrent"), changes);
    cuCtxSetCurrent(other);
    close_well();
    ck_assert_ptr_eq(fake_current(), other);
}
END_TEST

START_TEST(close_waits_for_the_replay)
{
    fake.busy = 1000;
    open_well();
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_OK);
    const unsigned long waits = fake_count("cuStreamSynchronize");
    close_well();
    ck_assert_uint_eq(fake_count("cuStreamSynchronize"), waits + 1);
    ck_assert_uint_lt(fake_last("cuStreamSynchronize"), fake_last("cuGraphExecDestroy"));
}
END_TEST

START_TEST(close_goes_in_reverse)
{
    static const char *const order[] = {"cuGraphExecDestroy",  "cuGraphDestroy",  "cuModuleUnload",
                                        "cuMemHostUnregister", "cuMemFree",       "cuEventDestroy",
                                        "cuStreamDestroy",     "cuCtxSetCurrent", "cuDevicePrimaryCtxRelease"};
    open_well();
    close_well();
    for (size_t i = 1; i < sizeof order / sizeof order[0]; i++) {
        ck_assert_msg(fake_last(order[i - 1]) < fake_last(order[i]), "%s after %s", order[i - 1], order[i]);
    }
}
END_TEST

/* ---- waiting ---- */

START_TEST(finish_of_zero_looks_once)
{
    fake.busy = 3;
    open_well();
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_OK);
    const unsigned long looks = fake_count("cuStreamQuery");
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, 0), VG_TIMEOUT);
    ck_assert_uint_eq(fake_count("cuStreamQuery"), looks + 1);
    ck_assert_uint_eq(p.lane[0].rt.stats.timeouts, 1);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, VG_FOREVER - 1), VG_OK);
    ck_assert_uint_eq(p.lane[0].rt.stats.replays, 1);
    close_well();
}
END_TEST

START_TEST(finish_gives_up_in_time)
{
    fake.busy = 2000;
    config.wait = VG_WAIT_BLOCK; /* must not sleep in the driver when there is an end */
    open_well();
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_OK);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, 1), VG_TIMEOUT);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 0);
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, VG_FOREVER), VG_OK);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 1);
    close_well();
}
END_TEST

static unsigned pauses;

static void count_pause(void *user)
{
    ck_assert_ptr_eq(user, &pauses);
    pauses++;
}

START_TEST(application_may_pause)
{
    static const unsigned expected[] = {10, 10 - 4 + 1};
    fake.busy = 10;
    pauses = 0;
    config.completion = VG_COMPLETION_QUERY;
    config.wait = _i == 0 ? VG_WAIT_SPIN : VG_WAIT_YIELD;
    config.spin_count = 4;
    config.pause = count_pause;
    config.pause_user = &pauses;
    open_well();
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_OK);
    ck_assert_uint_eq(pauses, expected[_i]);
    close_well();
}
END_TEST

START_TEST(times_and_figures)
{
    vg_times times = {0};
    fake.busy = 5;
    open_well();
    ck_assert_int_eq(vg_replay_timed(&p.lane[0].rt, 0, &times), VG_OK);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_OK);
    ck_assert_uint_eq(times.device, 250000);
    ck_assert_uint_gt(times.enqueue, 0);
    ck_assert_uint_gt(times.wait, 0);
    ck_assert_uint_ge(times.wall, times.enqueue + times.wait);
    const vg_stats *all = vg_sum_stats(&p.lane[0].rt, p.desc.graphs, p.lane[0].graphs, p.desc.graph_count);
    ck_assert_uint_eq(all->replays, 2);
    ck_assert_uint_eq(all->launches, 2);
    ck_assert_uint_eq(all->uploads, 4);
    ck_assert_uint_eq(all->upload_bytes, 192);
    ck_assert_uint_eq(all->downloads, 2);
    ck_assert_uint_eq(all->download_bytes, 64);
    ck_assert_uint_eq(all->device_bytes, FIRST_BYTES);
    ck_assert_uint_eq(all->pinned_bytes, PINNED_BYTES);
    ck_assert_uint_eq(all->synchronisations, 2);
    ck_assert_uint_eq(all->timed, 1);
    ck_assert_uint_eq(all->times.device, times.device);
    ck_assert_uint_eq(all->times.wall, times.wall);
    ck_assert_uint_eq(p.lane[0].rt.stats.errors, 0);
    close_well();
}
END_TEST

static vg_stats figures_of(unsigned graph)
{
    return *vg_sum_graph(&p.desc.graphs[graph], &p.lane[0].graphs[graph]);
}

/* Each graph has its own; warm-up has none; they are there after close, and begin anew with open. */
START_TEST(each_graph_has_its_figures)
{
    vg_times times[3];
    config.warm_up = 2;
    p.graph_descs[AGAIN].uploads = 1;
    p.graph_descs[AGAIN].upload_bytes = 5;
    open_well();
    ck_assert_uint_eq(figures_of(MAIN).replays + figures_of(MAIN).launches + figures_of(AGAIN).uploads, 0);
    for (unsigned i = 0; i < 3; i++) {
        ck_assert_int_eq(vg_replay_timed(&p.lane[0].rt, AGAIN, &times[i]), VG_OK);
    }
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, AGAIN), VG_OK);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
    const vg_stats *all = vg_sum_stats(&p.lane[0].rt, p.desc.graphs, p.lane[0].graphs, p.desc.graph_count);
    close_well();
    const vg_stats main_graph = figures_of(MAIN), again = figures_of(AGAIN);
    ck_assert_uint_eq(main_graph.replays, 1);
    ck_assert_uint_eq(main_graph.upload_bytes, 96);
    ck_assert_uint_eq(main_graph.timed, 0);
    ck_assert_uint_eq(again.replays, 4);
    ck_assert_uint_eq(again.launches, 4);
    ck_assert_uint_eq(again.uploads, 4);
    ck_assert_uint_eq(again.upload_bytes, 20);
    ck_assert_uint_eq(again.timed, 3);
    ck_assert_uint_eq(again.times.device, 3 * UINT64_C(250000));
    ck_assert_uint_eq(again.times.wall, times[0].wall + times[1].wall + times[2].wall);
    ck_assert_uint_eq(again.times.enqueue, times[0].enqueue + times[1].enqueue + times[2].enqueue);
    ck_assert_uint_eq(again.times.wait, times[0].wait + times[1].wait + times[2].wait);
    ck_assert_uint_eq(all->replays, 5);
    ck_assert_uint_eq(all->uploads, 6);
    ck_assert_uint_eq(all->upload_bytes, 116);
    ck_assert_uint_eq(all->timed, 3);
    open_well();
    ck_assert_uint_eq(figures_of(AGAIN).replays, 0);
    ck_assert_uint_eq(figures_of(AGAIN).timed, 0);
    close_well();
}
END_TEST

START_TEST(first_failure_of_a_timed_replay_is_kept)
{
    vg_times times = {0};
    open_well();
    fake_fail(5, 304, 1); /* two for the context, event, launch, event */
    ck_assert_int_eq(vg_replay_timed(&p.lane[0].rt, 0, &times), VG_DRIVER);
    ck_assert_str_eq(fake.failed, "cuEventRecord");
    ck_assert_str_eq(p.lane[0].rt.detail.call, "cuEventRecord");
    ck_assert_uint_eq(times.wall, 0);
    fake_fail(0, 0, 0);
    cuCtxSetCurrent(NULL);                                         /* could not be restored */
    ck_assert_int_eq(vg_finish(&p.lane[0].rt, VG_FOREVER), VG_OK); /* nobody could tell that it ended */
    close_well();
}
END_TEST

/* ---- contents, settings, warm-up ---- */

START_TEST(one_element_of_data_repeats)
{
    p.contents[1].element = 3;
    open_well();
    ck_assert_mem_eq(rt_program_arena(&p, 0) + DATA_AT, "conconco\0", 9);
    close_well();
}
END_TEST

START_TEST(memory_has_its_contents_and_zeros)
{
    static const unsigned char bytes[4] = {0x11, 0x11, 0x11, 0};
    open_well();
    ck_assert_uint_eq(fake.pending, 0);
    const unsigned char *arena = rt_program_arena(&p, 0);
    for (unsigned i = 0; i < 4; i++) {
        uint32_t state;
        uint16_t word;
        memcpy(&state, arena + STATE_AT + 4 * i, 4);
        memcpy(&word, arena + WORDS_AT + 2 * i, 2);
        ck_assert_uint_eq(state, 7);
        ck_assert_uint_eq(word, 0x2233);
    }
    for (unsigned i = 0; i < 6; i++) {
        uint64_t pair;
        memcpy(&pair, arena + PAIRS_AT + 8 * i, 8);
        ck_assert_uint_eq(pair, i < 5 ? PAIR : 0);
    }
    ck_assert_mem_eq(arena + DATA_AT, "constant\0", 9);
    ck_assert_mem_eq(arena + BYTES_AT, bytes, 4);
    ck_assert_mem_eq(arena + EQUAL_AT, "DDDDDDDDDDDDDDDD\0", 17);
    ck_assert_mem_eq(arena + APP_AT, "from app", 8);
    for (unsigned i = END_OF_CONTENTS; i < ARENA_BYTES; i++) {
        ck_assert_uint_eq(arena[i], 0);
    }
    /* The setting was committed. */
    for (unsigned i = sizeof(float); i < PINNED_BYTES - VG_COMPLETION_BYTES; i++) {
        ck_assert_uint_eq(p.lane[0].rt.pinned[i], 0);
    }
    ck_assert_mem_eq(p.lane[0].rt.pinned, &p.lane[0].gain, sizeof(float));
    ck_assert_mem_eq((void *)(uintptr_t)(p.lane[0].arenas[1] + SHARED_AT), "to share", 8);
    ck_assert_ptr_null(p.lane[0].rt.store.app_data);
    close_well();
}
END_TEST

static float committed;

static void leave_traces(void)
{
    memcpy(&committed, p.lane[0].rt.pinned, sizeof committed);
    memset(rt_program_arena(&p, 0) + STATE_AT, 0xee, 16);
    memset(rt_program_arena(&p, 0) + WORDS_AT, 0xee, 8);
    memset(p.lane[0].rt.pinned + 64, 0xee, 64);
    p.lane[0].gain = 5.0f;
}

/* Setup's graph, too, and none by a replay. */
START_TEST(each_graph_is_uploaded_once)
{
    open_well();
    ck_assert_uint_eq(fake_count("cuGraphUpload"), GRAPHS);
    ck_assert_uint_lt(fake_last("cuGraphUpload"), fake_last("cuGraphLaunch"));
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, AGAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuGraphUpload"), GRAPHS);
    close_well();
}
END_TEST

START_TEST(warm_up_leaves_no_trace)
{
    config.warm_up = 3;
    fake.on_launch = leave_traces;
    open_well();
    ck_assert_uint_eq(fake_count("cuGraphLaunch"), 1 + 2 * 3);
    for (unsigned i = 0; i < 16; i += 4) {
        ck_assert_uint_eq(rt_program_arena(&p, 0)[STATE_AT + i], 7);
    }
    for (unsigned i = 0; i < 8; i += 2) {
        ck_assert_uint_eq(rt_program_arena(&p, 0)[WORDS_AT + i], 0x33);
    }
    /* The setting was committed. */
    for (unsigned i = sizeof(float); i < PINNED_BYTES - VG_COMPLETION_BYTES; i++) {
        ck_assert_uint_eq(p.lane[0].rt.pinned[i], 0);
    }
    ck_assert_mem_eq(p.lane[0].rt.pinned, &p.lane[0].gain, sizeof(float));
    ck_assert_float_eq(p.lane[0].gain, 1.0f);
    ck_assert_uint_eq(p.lane[0].rt.stats.replays, 0);
    ck_assert_uint_eq(p.lane[0].rt.stats.device_bytes, FIRST_BYTES);
    p.lane[0].gain = 2.5f;
    ck_assert_int_eq(vg_replay(&p.lane[0].rt, 0), VG_OK);
    ck_assert_float_eq(committed, 2.5f);
    ck_assert_int_eq(vg_reset(&p.lane[0].rt), VG_OK);
    ck_assert_uint_eq(rt_program_arena(&p, 0)[STATE_AT], 7);
    ck_assert_uint_eq(rt_program_arena(&p, 0)[WORDS_AT], 0xee); /* what replays did to an inout stays */
    close_well();
}
END_TEST

START_TEST(setup_graph_is_gone_after_open)
{
    open_well();
    ck_assert_ptr_null(p.lane[0].graphs[SETUP].exec);
    ck_assert_ptr_null(p.lane[0].graphs[SETUP].graph);
    ck_assert_ptr_nonnull(p.lane[0].graphs[MAIN].exec);
    ck_assert_uint_eq(fake_count("cuGraphLaunch"), 1);
    close_well();
}
END_TEST

START_TEST(program_without_anything_opens)
{
    memset(&p.desc, 0, sizeof p.desc);
    p.desc.abi = VG_ABI;
    p.desc.program = "empty";
    open_well();
    ck_assert_int_eq(vg_start(&p.lane[0].rt, 0), VG_ARGUMENT);
    close_well();
}
END_TEST

static TCase *states(void)
{
    TCase *cases = tcase_create("states");
    tcase_add_test(cases, closed_program_answers_state);
    tcase_add_test(cases, no_program_is_an_argument);
    tcase_add_test(cases, open_program_is_not_opened_again);
    tcase_add_test(cases, memory_that_was_not_zeroed_is_noticed);
    tcase_add_test(cases, one_replay_at_a_time);
    tcase_add_test(cases, setup_and_unknown_graphs_are_not_started);
    tcase_add_test(cases, context_is_changed_only_where_needed);
    tcase_add_test(cases, close_waits_for_the_replay);
    tcase_add_test(cases, close_goes_in_reverse);
    tcase_add_test(cases, finish_of_zero_looks_once);
    tcase_add_test(cases, finish_gives_up_in_time);
    tcase_add_loop_test(cases, application_may_pause, 0, 2);
    tcase_add_test(cases, times_and_figures);
    tcase_add_test(cases, each_graph_has_its_figures);
    tcase_add_test(cases, first_failure_of_a_timed_replay_is_kept);
    tcase_add_test(cases, memory_has_its_contents_and_zeros);
    tcase_add_test(cases, one_element_of_data_repeats);
    tcase_add_test(cases, each_graph_is_uploaded_once);
    tcase_add_test(cases, warm_up_leaves_no_trace);
    tcase_add_test(cases, setup_graph_is_gone_after_open);
    tcase_add_test(cases, program_without_anything_opens);
    return cases;
}

int main(void)
{
    Suite *suite = suite_create("rt");
    TCase *cases = states();
    tcase_add_checked_fixture(cases, setup_program, NULL);
    suite_add_tcase(suite, cases);
    return run_suite(suite);
}
