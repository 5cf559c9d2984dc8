/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_words.c - the end of a replay as a word that the stream writes, and what happens where it does not come. */
#include "rt_fixture.h"

#include <string.h>

enum { NOT_SUPPORTED = 801 };

static vg_program *const rt = &p.lane[0].rt;
static unsigned pauses;

static void count_pauses(void *user)
{
    (void)user;
    pauses++;
}

static void setup(void)
{
    setup_program();
    config.pause = count_pauses;
    pauses = 0;
}

static uint32_t word_of(const vg_program *lane)
{
    uint32_t word;
    memcpy(&word, lane->pinned + p.desc.pinned_bytes - VG_COMPLETION_BYTES, sizeof word);
    return word;
}

/* ---- as it should be ---- */

START_TEST(a_replay_ends_without_a_question)
{
    open_well();
    ck_assert_int_eq(rt->config.completion, VG_COMPLETION_WORD);
    const uint32_t first = word_of(rt);
    const unsigned long before = writes();
    for (uint32_t i = 1; i <= 3; i++) {
        ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
        ck_assert_uint_eq(word_of(rt), first + 4 * i);
        ck_assert_uint_eq(fake_last("cuStreamWriteValue32"), fake_last("cuGraphLaunch") + 1);
    }
    ck_assert_uint_eq(writes(), before + 3);
    ck_assert_uint_eq(queries(), 0);
    ck_assert_uint_eq(rt->stats.replays, 3);
    close_well();
}
END_TEST

START_TEST(a_timed_replay_ends_before_its_word)
{
    vg_times times;
    open_well();
    ck_assert_int_eq(vg_replay_timed(rt, MAIN, &times), VG_OK);
    ck_assert_uint_eq(fake_last("cuEventRecord"), fake_last("cuGraphLaunch") + 1);
    ck_assert_uint_eq(fake_last("cuStreamWriteValue32"), fake_last("cuEventRecord") + 1);
    ck_assert_uint_eq(times.device, 250000);
    ck_assert_uint_eq(queries(), 0);
    ck_assert_uint_eq(rt->stats.launches, 1);
    close_well();
}
END_TEST

START_TEST(only_the_last_bytes_are_written)
{
    static _Alignas(256) unsigned char memory[LANES * PINNED_STRIDE + 256];
    memset(memory, 0xa5, sizeof memory);
    config.pinned_memory = memory;
    config.pinned_memory_bytes = LANES * PINNED_STRIDE;
    open_well();
    for (unsigned lane = 1; lane < LANES; lane++) {
        ck_assert_int_eq(rt_program_open_lane(&p, lane), VG_OK);
    }
    for (unsigned lane = 0; lane < LANES; lane++) {
        ck_assert_int_eq(vg_replay(&p.lane[lane].rt, AGAIN), VG_OK);
        ck_assert_ptr_eq(p.lane[lane].rt.end.word, memory + lane * PINNED_STRIDE + PINNED_BYTES - VG_COMPLETION_BYTES);
        ck_assert_uint_eq(p.lane[lane].rt.end.word_device, (uintptr_t)p.lane[lane].rt.end.word);
        for (unsigned i = sizeof(float); i < PINNED_BYTES; i++) { /* after the setting */
            const int of_word = i >= PINNED_BYTES - VG_COMPLETION_BYTES && i < PINNED_BYTES - VG_COMPLETION_BYTES + 4;
            ck_assert_msg(of_word || memory[lane * PINNED_STRIDE + i] == 0, "lane %u, byte %u", lane, i);
        }
    }
    ck_assert_uint_eq(memory[LANES * PINNED_STRIDE], 0xa5);
    for (unsigned lane = LANES; lane-- > 1;) {
        ck_assert_int_eq(vg_close(&p.lane[lane].rt), VG_OK);
    }
    close_well();
}
END_TEST

START_TEST(lanes_have_words_of_their_own)
{
    config.completion = VG_COMPLETION_WORD;
    fake.busy = 3;
    open_well();
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    vg_program *other = &p.lane[1].rt;
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_start(other, MAIN), VG_OK);
    fake_write_words();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_int_eq(vg_poll(other), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_uint_eq(word_of(other) + 1, other->end.number + 1);
    ck_assert_uint_ne(word_of(rt), rt->end.number);
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_close(other), VG_OK);
    close_well();
}
END_TEST

/* The driver may say of a stream that it is busy when the word is there. */
START_TEST(a_word_may_come_before_the_driver_knows)
{
    fake.busy = 2;
    fake.word_first = 1;
    open_well();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_int_eq(vg_poll(rt), VG_OK);
    ck_assert_uint_eq(queries(), 2);
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_finish(rt, 0), VG_TIMEOUT);
    ck_assert_int_eq(vg_finish(rt, 0), VG_OK);
    ck_assert_uint_eq(rt->stats.timeouts, 1);
    close_well();
}
END_TEST

/* ---- where no word comes ---- */

START_TEST(a_write_that_fails_is_not_waited_for)
{
    static const int codes[] = {1, 2, 201, NOT_SUPPORTED, 999};
    open_well();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    fake.word_error = codes[_i];
    fake.busy = 2;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    fake_write_words(); /* nothing */
    fake.word_error = 0;
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    ck_assert_uint_eq(queries(), 1);
    ck_assert_uint_eq(rt->stats.replays, 2);
    ck_assert_uint_eq(rt->stats.errors, 0);
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK); /* with a word again */
    fake_write_words();
    ck_assert_int_eq(vg_poll(rt), VG_OK);
    ck_assert_uint_eq(queries(), 1);
    close_well();
}
END_TEST

/* Each look asks where no word is to come. */
START_TEST(a_write_that_fails_costs_no_looks)
{
    open_well();
    fake.word_error = NOT_SUPPORTED;
    fake.busy = 7;
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(queries(), 8);
    ck_assert_uint_eq(pauses, 7);
    close_well();
}
END_TEST

/* ---- words of earlier replays ---- */

START_TEST(a_word_that_was_written_though_the_call_failed)
{
    open_well();
    fake.word_error = 999;
    fake.word_comes = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    const uint32_t late = word_of(rt);
    ck_assert_uint_eq(late, rt->end.number);
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    fake.word_error = 0;
    fake.busy = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_uint_eq(word_of(rt), late);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_int_eq(vg_poll(rt), VG_OK);
    close_well();
}
END_TEST

START_TEST(a_word_after_a_timeout_is_not_the_next_ones)
{
    fake.busy = 2;
    open_well();
    for (unsigned i = 1; i <= 3; i++) {
        ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
        ck_assert_int_eq(vg_finish(rt, 0), VG_TIMEOUT);
        ck_assert_int_eq(vg_poll(rt), VG_BUSY);
        ck_assert_int_eq(vg_finish(rt, VG_FOREVER - 1), VG_OK);
        ck_assert_uint_eq(rt->stats.replays, i);
    }
    close_well();
}
END_TEST

START_TEST(other_ways_to_run_leave_no_word_behind)
{
    static uint64_t ns[MAIN_NODES];
    static void *scratch[2 * MAIN_NODES + 2];
    static unsigned char filled[8];
    vg_node_times times;
    times.count = MAIN_NODES;
    times.ns = ns;
    times.scratch = scratch;
    fake.fill.dst = (uint64_t)(uintptr_t)filled;
    fake.fill.elementSize = 1;
    fake.fill.width = sizeof filled;
    fake.fill.height = 1;
    config.warm_up = 2;
    open_well();
    const unsigned long before = writes();
    ck_assert_uint_eq(before, 1 + 2 * 2); /* the first one and those of warm-up: none for setup */
    ck_assert_int_eq(vg_step(rt, MAIN), VG_OK);
    ck_assert_uint_eq(writes(), before);
    ck_assert_uint_eq(rt->end.marked, 0);
    ck_assert_int_eq(vg_profile(rt, MAIN, 3, &times), VG_OK);
    ck_assert_uint_eq(writes(), before + 3);
    ck_assert_uint_eq(queries(), 0);
    fake.busy = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_int_eq(vg_poll(rt), VG_OK);
    ck_assert_uint_eq(rt->stats.replays, 5);
    close_well();
}
END_TEST

START_TEST(numbers_go_round)
{
    open_well();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    rt->end.number += (UINT32_MAX - rt->end.number) / 4 * 4 - 8;
    for (unsigned i = 0; i < 5; i++) {
        static const uint32_t numbers[] = {UINT32_MAX - 5, UINT32_MAX - 1, 2, 6, 10};
        fake.busy = 1;
        ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
        ck_assert_uint_eq(rt->end.number, numbers[i]);
        ck_assert_int_eq(vg_poll(rt), VG_BUSY);
        ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
        fake.busy = 0;
        ck_assert_uint_eq(word_of(rt), rt->end.number);
    }
    close_well();
}
END_TEST

START_TEST(close_waits_for_the_word)
{
    fake.busy = 1000;
    open_well();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    close_well();
    ck_assert_uint_lt(fake_last("cuStreamSynchronize"), fake_last("cuMemHostUnregister"));
    ck_assert_uint_eq(queries(), 0);
}
END_TEST

/* ---- where it is not to be ---- */

START_TEST(whoever_wants_is_asked)
{
    config.completion = VG_COMPLETION_QUERY;
    fake.busy = 7;
    open_well();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(writes(), 0);
    ck_assert_uint_eq(queries(), 8);
    ck_assert_uint_eq(word_of(rt), 0);
    close_well();
}
END_TEST

START_TEST(there_are_three_ways)
{
    config.completion = (vg_completion)3;
    ck_assert_int_eq(rt_program_open(&p, &config), VG_ARGUMENT);
    ck_assert_str_eq(rt->detail.call, "config.completion");
    ck_assert_uint_eq(fake.calls, 0);
}
END_TEST

START_TEST(a_device_that_refuses_is_asked)
{
    static const int codes[] = {NOT_SUPPORTED, 1, 800};
    fake.word_error = codes[_i];
    open_well();
    ck_assert_int_eq(rt->config.completion, VG_COMPLETION_QUERY);
    fake.word_error = 0;
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_replay(&p.lane[1].rt, MAIN), VG_OK);
    ck_assert_uint_eq(writes(), 1);
    ck_assert_uint_eq(queries(), 2);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

START_TEST(a_device_whose_words_are_not_seen_is_asked)
{
    open_well();
    const unsigned long waits = fake_count("cuStreamSynchronize");
    close_well();
    setup();
    fake.word_lost = 1;
    open_well();
    ck_assert_int_eq(rt->config.completion, VG_COMPLETION_QUERY);
    ck_assert_uint_eq(fake_count("cuStreamSynchronize"), waits + 1); /* to be sure */
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(writes(), 1);
    ck_assert_uint_eq(queries(), 1);
    close_well();
}
END_TEST

START_TEST(lanes_are_asked_unless_told_otherwise)
{
    open_well();
    ck_assert_int_eq(rt->config.completion, VG_COMPLETION_WORD);
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(rt->config.completion, VG_COMPLETION_QUERY);
    ck_assert_int_eq(p.lane[1].rt.config.completion, VG_COMPLETION_QUERY);
    const unsigned long before = writes();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_replay(&p.lane[1].rt, MAIN), VG_OK);
    ck_assert_uint_eq(writes(), before);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

START_TEST(a_lane_may_be_refused_alone)
{
    config.completion = VG_COMPLETION_WORD;
    open_well();
    fake.word_error = NOT_SUPPORTED;
    ck_assert_int_eq(rt_program_open_lane(&p, 1), VG_OK);
    ck_assert_int_eq(rt->config.completion, VG_COMPLETION_WORD);
    ck_assert_int_eq(p.lane[1].rt.config.completion, VG_COMPLETION_QUERY);
    ck_assert_int_eq(vg_replay(&p.lane[1].rt, MAIN), VG_OK);
    ck_assert_uint_eq(queries(), 1);
    ck_assert_int_eq(vg_close(&p.lane[1].rt), VG_OK);
    close_well();
}
END_TEST

START_TEST(no_room_for_a_word)
{
    p.desc.pinned_bytes = VG_COMPLETION_BYTES - 1;
    open_well();
    ck_assert_int_eq(rt->config.completion, VG_COMPLETION_QUERY);
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(writes(), 0);
    close_well();
}
END_TEST

static TCase *words(void)
{
    TCase *tests = tcase_create("words");
    tcase_add_test(tests, a_replay_ends_without_a_question);
    tcase_add_test(tests, a_timed_replay_ends_before_its_word);
    tcase_add_test(tests, only_the_last_bytes_are_written);
    tcase_add_test(tests, lanes_have_words_of_their_own);
    tcase_add_test(tests, a_word_may_come_before_the_driver_knows);
    tcase_add_loop_test(tests, a_write_that_fails_is_not_waited_for, 0, 5);
    tcase_add_test(tests, a_write_that_fails_costs_no_looks);
    return tests;
}

static TCase *others(void)
{
    TCase *tests = tcase_create("earlier words, and none");
    tcase_add_test(tests, a_word_that_was_written_though_the_call_failed);
    tcase_add_test(tests, a_word_after_a_timeout_is_not_the_next_ones);
    tcase_add_test(tests, other_ways_to_run_leave_no_word_behind);
    tcase_add_test(tests, numbers_go_round);
    tcase_add_test(tests, close_waits_for_the_word);
    tcase_add_test(tests, whoever_wants_is_asked);
    tcase_add_test(tests, there_are_three_ways);
    tcase_add_loop_test(tests, a_device_that_refuses_is_asked, 0, 3);
    tcase_add_test(tests, a_device_whose_words_are_not_seen_is_asked);
    tcase_add_test(tests, lanes_are_asked_unless_told_otherwise);
    tcase_add_test(tests, a_lane_may_be_refused_alone);
    tcase_add_test(tests, no_room_for_a_word);
    return tests;
}

int main(void)
{
    Suite *suite = suite_create("rt_words");
    TCase *both[2];
    both[0] = words();
    both[1] = others();
    for (int i = 0; i < 2; i++) {
        tcase_add_checked_fixture(both[i], setup, NULL);
        suite_add_tcase(suite, both[i]);
    }
    return run_suite(suite);
}
