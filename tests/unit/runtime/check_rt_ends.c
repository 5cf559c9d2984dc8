/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_ends.c - the end of a replay as a word that the graph's last node writes, beside words that streams write. */
#include "rt_fixture.h"

#include <string.h>

enum { HARMLESS = 304, NOT_SUPPORTED = 801 };
enum { MAIN_ENDS = 1 << MAIN, AGAIN_ENDS = 1 << AGAIN, BOTH_END = MAIN_ENDS | AGAIN_ENDS };

static vg_program *const rt = &p.lane[0].rt;
static unsigned pauses, ended_at; /* the pause, from 1, in which last nodes write; 0: in none */
static unsigned cleared;          /* launches that found the word so */

static void pause_and_end(void *user)
{
    (void)user;
    if (++pauses == ended_at) {
        fake_write_ends();
    }
}

static void look_at_word(void)
{
    cleared += rt->end.word != NULL && *rt->end.word == 0 ? 1 : 0;
}

static void setup(void)
{
    setup_program();
    p.ends = BOTH_END;
    config.pause = pause_and_end;
    fake.on_launch = look_at_word;
    pauses = 0;
    ended_at = 0;
}

static void open_with_ends(void)
{
    open_well();
    cleared = 0;
}

/* ---- as it should be ---- */

START_TEST(a_replay_ends_by_its_last_node)
{
    open_with_ends();
    for (unsigned i = 1; i <= 3; i++) {
        ck_assert_int_eq(vg_replay(rt, i % 2 == 0 ? AGAIN : MAIN), VG_OK);
        ck_assert_uint_eq(*rt->end.word, 1);
        ck_assert_uint_eq(cleared, i);
    }
    ck_assert_uint_eq(writes() + queries(), 0);
    ck_assert_uint_eq(rt->stats.replays, 3);
    close_well();
}
END_TEST

START_TEST(a_replay_is_one_call_of_the_driver)
{
    open_with_ends();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    unsigned long calls = fake.calls;
    ck_assert_int_eq(vg_replay(rt, AGAIN), VG_OK);
    ck_assert_uint_eq(fake.calls, calls + 4); /* the context: asked for, set, set back */
    cuCtxSetCurrent(rt->context);
    calls = fake.calls;
    ck_assert_int_eq(vg_replay(rt, AGAIN), VG_OK);
    ck_assert_uint_eq(fake.calls, calls + 2); /* asked for */
    ck_assert_uint_eq(fake_last("cuGraphLaunch"), fake.calls);
    close_well();
}
END_TEST

START_TEST(no_sleep_where_the_word_is_there)
{
    config.wait = VG_WAIT_BLOCK;
    config.spin_count = 1;
    open_with_ends();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 0);
    fake.busy = 1;
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 1);
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(cleared, 3);
    close_well();
}
END_TEST

/* The event after the launch comes later than the word. */
START_TEST(a_timed_replay_waits_for_its_event)
{
    vg_times times;
    fake.busy = 1000;
    ended_at = 10;
    open_with_ends();
    ck_assert_int_eq(vg_replay_timed(rt, MAIN, &times), VG_OK);
    ck_assert_uint_eq(pauses, 10);
    ck_assert_uint_eq(times.device, 250000);
    ck_assert_uint_eq(fake_last("cuEventElapsedTime"), fake_last("cuEventSynchronize") + 1);
    ck_assert_uint_eq(writes() + queries(), 0);
    close_well();
}
END_TEST

START_TEST(lanes_end_by_their_last_nodes)
{
    fake.busy = 3;
    open_with_ends();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    vg_program *other = &p.lane[1].rt;
    ck_assert_ptr_ne(other->end.word, rt->end.word);
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    fake_write_ends();
    ck_assert_int_eq(vg_start(other, MAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_OK);
    ck_assert_int_eq(vg_poll(other), VG_BUSY);
    fake_write_ends();
    ck_assert_int_eq(vg_poll(other), VG_OK);
    ck_assert_uint_eq(writes(), 0);
    ck_assert_uint_eq(queries(), 1);
    ck_assert_int_eq(vg_close(other), VG_OK);
    close_well();
}
END_TEST

/* Lanes of a program that asks for queries ask, too, whatever the driver makes of them. */
START_TEST(whoever_wants_is_asked)
{
    config.completion = VG_COMPLETION_QUERY;
    fake.busy = 7;
    open_with_ends();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    fake_write_ends();
    for (unsigned lane = 0; lane < 2; lane++) {
        ck_assert_int_eq(vg_start(&p.lane[lane].rt, AGAIN), VG_OK);
        fake_write_ends();
        ck_assert_int_eq(vg_finish(&p.lane[lane].rt, VG_FOREVER), VG_OK);
        ck_assert_uint_eq(queries(), 8 * (lane + 1));
    }
    ck_assert_uint_eq(writes(), 0);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

/* Nothing is tried of what no graph needs; what the stream cannot is no matter. */
START_TEST(a_stream_that_writes_nothing)
{
    fake.word_error = NOT_SUPPORTED;
    p.ends = _i == 0 ? BOTH_END : AGAIN_ENDS;
    open_with_ends();
    ck_assert_uint_eq(writes(), _i == 0 ? 0 : 1);
    ck_assert_int_eq(vg_replay(rt, AGAIN), VG_OK);
    ck_assert_uint_eq(queries(), 0);
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(queries(), _i == 0 ? 0 : 1);
    ck_assert_int_eq(rt->config.completion, _i == 0 ? VG_COMPLETION_WORD : VG_COMPLETION_QUERY);
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(vg_replay(&p.lane[1].rt, AGAIN), VG_OK);
    ck_assert_uint_eq(queries(), _i == 0 ? 0 : 1);
    ck_assert_uint_eq(writes(), _i == 0 ? 0 : 1);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

START_TEST(no_room_for_a_word)
{
    p.desc.pinned_bytes = VG_COMPLETION_BYTES - 1;
    fake.end_lost = 1; /* it would be nowhere */
    open_with_ends();
    for (unsigned i = 1; i <= 2; i++) {
        ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
        ck_assert_uint_eq(queries(), i);
    }
    ck_assert_uint_eq(writes(), 0);
    close_well();
}
END_TEST

/* ---- where no word comes ---- */

START_TEST(a_word_after_a_timeout_is_seen)
{
    open_with_ends();
    fake.end_lost = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_finish(rt, 1), VG_OK); /* the time is up after one look, and the stream has done its work */
    ck_assert_uint_eq(pauses, 1);
    ck_assert_uint_eq(queries(), 1);
    fake.busy = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_finish(rt, 1), VG_TIMEOUT);
    fake.end_lost = 0;
    fake_write_ends();
    const unsigned long calls = fake.calls;
    ck_assert_int_eq(vg_finish(rt, 0), VG_OK);
    ck_assert_uint_eq(fake.calls, calls);
    fake_write_words();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK); /* the word of that one is not this one's */
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    close_well();
}
END_TEST

START_TEST(close_waits_for_the_stream)
{
    fake.busy = 1000;
    open_with_ends();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    close_well();
    ck_assert_uint_lt(fake_last("cuStreamSynchronize"), fake_last("cuMemHostUnregister"));
    open_with_ends();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    fake_write_ends();
    ck_assert_int_eq(vg_poll(rt), VG_OK); /* and the node that said so may be at its end */
    close_well();
    ck_assert_uint_lt(fake_last("cuStreamSynchronize"), fake_last("cuMemHostUnregister"));
}
END_TEST

/* ---- words of others ---- */

/* A stream's number ends no replay that a last node ends, nor the other way round, wherever numbers have come to. */
START_TEST(both_kinds_in_turn)
{
    static const unsigned order[] = {MAIN, AGAIN, AGAIN, MAIN, MAIN, AGAIN, MAIN, AGAIN};
    p.ends = AGAIN_ENDS;
    fake.busy = 1;
    open_with_ends();
    rt->end.number += (UINT32_MAX - rt->end.number) / 4 * 4 - 4u * (unsigned)_i;
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++) {
        const unsigned long before = writes();
        ck_assert_int_eq(vg_start(rt, order[i]), VG_OK);
        ck_assert_uint_eq(writes(), before + (order[i] == MAIN ? 1 : 0));
        ck_assert_int_eq(vg_poll(rt), VG_BUSY);
        fake_write_words();
        ck_assert_int_eq(vg_poll(rt), VG_OK);
        ck_assert_uint_eq(*rt->end.word == 1, order[i] == AGAIN);
        ck_assert_uint_ne(*rt->end.word, 0);
    }
    ck_assert_uint_eq(queries(), sizeof order / sizeof order[0]);
    close_well();
}
END_TEST

/* Its number comes after the word was cleared. */
START_TEST(a_touch_may_be_under_way_when_a_replay_starts)
{
    p.ends = AGAIN_ENDS;
    fake.busy = 5;
    open_with_ends();
    rt->end.number += (UINT32_MAX - rt->end.number) / 4 * 4 - 4u * (unsigned)_i;
    for (unsigned i = 0; i < 4; i++) {
        ck_assert_int_eq(vg_start(rt, AGAIN), VG_OK);
        fake_write_ends();
        ck_assert_int_eq(vg_poll(rt), VG_OK);
        ck_assert_int_eq(vg_touch(rt), VG_OK); /* the stream is busy still */
        ck_assert_uint_eq(*rt->end.word, 1);
        ck_assert_int_eq(vg_start(rt, i % 2 == 0 ? AGAIN : MAIN), VG_OK);
        ck_assert_int_eq(vg_poll(rt), VG_BUSY);
        fake_write_words();
        ck_assert_int_eq(vg_poll(rt), VG_OK);
    }
    ck_assert_uint_eq(cleared, 4); /* the others found the number of a touch, or of a replay */
    close_well();
}
END_TEST

/* A launch that failed and runs all the same: its word is not the next one's. */
START_TEST(a_failed_launch_may_end_late)
{
    p.ends = _i == 0 ? BOTH_END : AGAIN_ENDS;
    fake.busy = 4;
    open_with_ends();
    fake.launch_error = HARMLESS;
    fake.launch_comes = 1;
    ck_assert_int_eq(vg_start(rt, AGAIN), VG_DRIVER);
    ck_assert_int_eq(vg_poll(rt), VG_STATE);
    fake.launch_error = 0;
    for (unsigned i = 0; i < 2; i++) {
        ck_assert_int_eq(vg_start(rt, _i == 2 ? MAIN : AGAIN), VG_OK);
        *rt->end.word = 1; /* late */
        ck_assert_int_eq(vg_poll(rt), i == 0 || _i == 2 ? VG_BUSY : VG_OK);
        fake_write_words();
        ck_assert_int_eq(rt->running != 0 ? vg_finish(rt, VG_FOREVER) : VG_OK, VG_OK);
    }
    const unsigned long before = writes() + queries();
    fake.busy = 0;
    ck_assert_int_eq(vg_replay(rt, AGAIN), VG_OK);
    ck_assert_uint_eq(writes() + queries(), before); /* trusted again */
    close_well();
}
END_TEST

static vg_status profile(unsigned graph)
{
    static uint64_t ns[MAIN_NODES];
    static void *scratch[2 * MAIN_NODES + 2];
    vg_node_times times;
    times.count = MAIN_NODES;
    times.ns = ns;
    times.scratch = scratch;
    return vg_profile(rt, graph, 2, &times);
}

/* Steps or a twin that fail: whatever of them may still run ends no later replay. */
START_TEST(what_was_given_up_may_end_late)
{
    unsigned untrusted = 0;
    for (unsigned long n = 1; n < 100; n++) {
        setup();
        open_with_ends();
        fake.busy = _i == 0 ? 0 : 2; /* so that a twin is waited for by queries */
        fake_fail(n, HARMLESS, 0);
        const vg_status status = _i == 0 ? vg_step(rt, AGAIN) : profile(AGAIN);
        const int launched = fake_count(_i == 0 ? "cuLaunchKernelEx" : "cuGraphLaunch") > (_i == 0 ? 0u : 1u);
        const char *failed = fake.failed;
        if (failed == NULL) {
            ck_assert_int_eq(status, VG_OK);
            break;
        }
        fake_fail(0, 0, 0);
        const int finished = rt->stats.replays != 0 && strcmp(failed, "cuStreamQuery") != 0;
        fake.busy = 3;
        ck_assert_int_eq(vg_start(rt, AGAIN), VG_OK);
        if (launched && !finished && status == VG_DRIVER) {
            *rt->end.word = 1;
            ck_assert_msg(vg_poll(rt) == VG_BUSY, "%s", failed);
            untrusted++;
        }
        ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
        fake.busy = 0;
        fake_write_words();
        const unsigned long before = writes() + queries();
        ck_assert_int_eq(vg_replay(rt, AGAIN), VG_OK);
        ck_assert_uint_eq(writes() + queries(), before);
        ck_assert_int_eq(vg_close(rt), VG_OK);
    }
    ck_assert_uint_ge(untrusted, 1);
}
END_TEST

START_TEST(steps_and_twins_leave_no_word_behind)
{
    p.ends = _i == 0 ? BOTH_END : AGAIN_ENDS;
    config.warm_up = 2;
    open_with_ends();
    const unsigned long before = writes();
    ck_assert_uint_eq(before, _i == 0 ? 0 : 1 + 2); /* a number for each replay of the graph that has no word */
    for (unsigned i = 0; i < 2; i++) {
        fake.busy = 0;
        ck_assert_int_eq(vg_step(rt, AGAIN), VG_OK);
        ck_assert_uint_eq(*rt->end.word, 1);
        ck_assert_uint_eq(writes(), before + 2 * i);
        fake.busy = 2;
        ck_assert_int_eq(vg_start(rt, i == 0 ? AGAIN : MAIN), VG_OK);
        ck_assert_int_eq(vg_poll(rt), VG_BUSY);
        fake_write_words();
        ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
        if (i == 0) {
            fake.busy = 1000;
            ended_at = pauses + 10; /* of the twin, whose events come later */
            ck_assert_int_eq(profile(AGAIN), VG_OK);
            ck_assert_uint_eq(writes(), before + 2);
        }
    }
    ck_assert_uint_eq(rt->stats.replays, 6);
    close_well();
}
END_TEST

static TCase *ends(void)
{
    TCase *tests = tcase_create("ends");
    tcase_add_test(tests, a_replay_ends_by_its_last_node);
    tcase_add_test(tests, a_replay_is_one_call_of_the_driver);
    tcase_add_test(tests, no_sleep_where_the_word_is_there);
    tcase_add_test(tests, a_timed_replay_waits_for_its_event);
    tcase_add_test(tests, lanes_end_by_their_last_nodes);
    tcase_add_test(tests, whoever_wants_is_asked);
    tcase_add_loop_test(tests, a_stream_that_writes_nothing, 0, 2);
    tcase_add_test(tests, no_room_for_a_word);
    tcase_add_test(tests, a_word_after_a_timeout_is_seen);
    tcase_add_test(tests, close_waits_for_the_stream);
    return tests;
}

static TCase *others(void)
{
    TCase *tests = tcase_create("words of others");
    tcase_add_loop_test(tests, both_kinds_in_turn, 0, 8);
    tcase_add_loop_test(tests, a_touch_may_be_under_way_when_a_replay_starts, 0, 8);
    tcase_add_loop_test(tests, a_failed_launch_may_end_late, 0, 3);
    tcase_add_loop_test(tests, what_was_given_up_may_end_late, 0, 2);
    tcase_add_loop_test(tests, steps_and_twins_leave_no_word_behind, 0, 2);
    return tests;
}

int main(void)
{
    Suite *suite = suite_create("rt_ends");
    TCase *both[2];
    both[0] = ends();
    both[1] = others();
    for (int i = 0; i < 2; i++) {
        tcase_add_checked_fixture(both[i], setup, NULL);
        suite_add_tcase(suite, both[i]);
    }
    return run_suite(suite);
}
