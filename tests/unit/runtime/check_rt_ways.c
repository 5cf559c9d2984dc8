/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_ways.c - what holds of both ways in which a replay ends by a word: the stream writes it, or the last node.
 * check_rt_words.c and check_rt_ends.c have what is only of one. */
#include "rt_fixture.h"

#include <stdbool.h>

enum { LOOKS_PER_QUERY = 256, ILLEGAL_ADDRESS = 700, WAYS = 2 };

typedef struct way {
    unsigned ends;       /* graphs whose last node writes */
    void (*write)(void); /* the words that are due are written now */
    int *lost;           /* set: no word is seen */
} way;

static const way ways[WAYS] = {
    {0, fake_write_words, &fake.word_lost},
    {1 << MAIN | 1 << AGAIN, fake_write_ends, &fake.end_lost},
};

static vg_program *const rt = &p.lane[0].rt;
static const way *chosen;
static unsigned pauses, written_at; /* the pause, from 1, in which words are written; 0: in none */

static void pause_and_write(void *user)
{
    (void)user;
    if (++pauses == written_at) {
        chosen->write();
    }
}

static void setup(void)
{
    setup_program();
    config.pause = pause_and_write;
    pauses = 0;
    written_at = 0;
}

/* The program ends in this way; number is a loop test's. */
static void choose(int number)
{
    chosen = &ways[number];
    p.ends = chosen->ends;
}

START_TEST(the_word_is_seen_while_the_stream_is_busy)
{
    choose(_i);
    fake.busy = 1000;
    written_at = 100;
    open_well();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(pauses, 100);
    ck_assert_uint_eq(queries(), 0);
    close_well();
}
END_TEST

START_TEST(poll_and_finish_read_the_word_first)
{
    static const uint64_t timeouts[] = {0, 1000, VG_FOREVER};
    const int how = _i / WAYS;
    unsigned long calls;

    choose(_i % WAYS);
    fake.busy = 5;
    open_well();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_poll(rt), VG_BUSY);
    ck_assert_uint_eq(queries(), 1);
    chosen->write();
    calls = fake.calls;
    ck_assert_int_eq(how < 3 ? vg_finish(rt, timeouts[how]) : vg_poll(rt), VG_OK);
    ck_assert_uint_eq(fake.calls, calls); /* not even for the context */
    ck_assert_uint_eq(rt->stats.replays, 1);
    ck_assert_uint_eq(rt->stats.timeouts, 0);
    ck_assert_int_eq(vg_poll(rt), VG_STATE);
    close_well();
}
END_TEST

START_TEST(finish_reads_the_word_first_without_a_poll)
{
    static const uint64_t timeouts[] = {0, 1000, VG_FOREVER};
    unsigned long calls;

    choose(_i % WAYS);
    fake.busy = 5;
    open_well();
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    chosen->write();
    calls = fake.calls;
    ck_assert_int_eq(vg_finish(rt, timeouts[_i / WAYS]), VG_OK);
    ck_assert_uint_eq(fake.calls, calls);
    ck_assert_uint_eq(rt->stats.timeouts, 0);
    close_well();
}
END_TEST

START_TEST(no_sleep_where_the_word_is_there)
{
    choose(_i);
    config.wait = VG_WAIT_BLOCK;
    config.spin_count = 1;
    open_well();
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 0);
    fake.busy = 1;
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 1);
    if (chosen->ends == 0) {
        ck_assert_uint_lt(fake_last("cuStreamWriteValue32"), fake_last("cuEventRecord"));
    }
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    close_well();
}
END_TEST

START_TEST(the_stream_is_asked_now_and_then)
{
    choose(_i);
    open_well();
    *chosen->lost = 1;
    fake.busy = 3;
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(queries(), 4);
    ck_assert_uint_eq(pauses, 4 * LOOKS_PER_QUERY - 1);
    close_well();
}
END_TEST

START_TEST(a_fault_is_found_while_the_word_is_looked_at)
{
    const bool polled = _i / WAYS == 1;

    choose(_i % WAYS);
    open_well();
    fake.busy = 1000000;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    cuCtxSetCurrent(rt->context);
    fake_fail(polled ? 2 : 3, ILLEGAL_ADDRESS, 1); /* the second look at the stream; the context is looked at before */
    ck_assert_int_eq(polled ? vg_poll(rt) : vg_finish(rt, VG_FOREVER), VG_LOST);
    ck_assert_str_eq(fake.failed, "cuStreamQuery");
    ck_assert_str_eq(rt->detail.call, "cuStreamQuery");
    ck_assert_str_eq(rt->detail.step, "main");
    ck_assert_uint_eq(pauses, polled ? 0 : 2 * LOOKS_PER_QUERY - 1);
    if (chosen->ends != 0) {
        chosen->write();
    }
    ck_assert_int_eq(vg_poll(rt), VG_LOST);
    ck_assert_int_eq(vg_close(rt), VG_LOST);
}
END_TEST

START_TEST(a_wait_that_ends_asks_at_last)
{
    choose(_i);
    open_well();
    *chosen->lost = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_finish(rt, 1), VG_OK); /* the time is up after one look, and the stream has done its work */
    ck_assert_uint_eq(pauses, 1);
    ck_assert_uint_eq(queries(), 1);
    fake.busy = 1;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    ck_assert_int_eq(vg_finish(rt, 1), VG_TIMEOUT);
    ck_assert_uint_eq(queries(), 2);
    ck_assert_uint_eq(rt->stats.timeouts, 1);
    ck_assert_int_eq(vg_finish(rt, 0), VG_OK);
    ck_assert_uint_eq(rt->stats.replays, 2);
    close_well();
}
END_TEST

/* ---- VG_WAIT_BLOCK: spin_count looks, then asleep ---- */

enum { SPIN = 100 };
enum { FINISH, REPLAY, TIMED, PROFILE, RUNS }; /* calls that wait for a replay */
enum { STEP, RESET, SAVE, RESTORE, CLOSE, DRAINS }; /* calls that wait for all that the stream has to do */

static void block(unsigned spins)
{
    config.wait = VG_WAIT_BLOCK;
    config.spin_count = spins;
}

static void run(int call)
{
    uint64_t ns[MAIN_NODES];
    void *scratch[2 * MAIN_NODES + 2];
    const vg_node_times nodes = {MAIN_NODES, ns, scratch};
    vg_times times;

    switch (call) {
    case FINISH:
        ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
        ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
        break;
    case REPLAY:
        ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
        break;
    case TIMED:
        ck_assert_int_eq(vg_replay_timed(rt, MAIN, &times), VG_OK);
        break;
    default:
        ck_assert_int_eq(vg_profile(rt, MAIN, 1, &nodes), VG_OK);
        break;
    }
}

/* The last look that is allowed finds the end, or does not. A timed replay waits for its second event besides. */
START_TEST(a_wait_for_a_replay_looks_before_it_sleeps)
{
    const int call = _i / 2;
    const unsigned sleeps = (unsigned)_i % 2;
    unsigned long looks, waits;

    block(SPIN);
    config.completion = VG_COMPLETION_QUERY;
    open_well();
    fake.busy = SPIN - 1 + sleeps;
    looks = queries();
    waits = fake_count("cuEventSynchronize") + (call == TIMED);
    run(call);
    ck_assert_uint_eq(queries(), looks + SPIN);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), waits + sleeps);
    ck_assert_uint_eq(rt->stats.replays, 1);
    ck_assert_uint_eq(pauses, 0);
    fake.busy = 0;
    close_well();
}
END_TEST

/* Looks at the word count, of which one in 256 asks the stream, too. */
START_TEST(looks_at_the_word_come_before_sleep)
{
    unsigned long looks;

    choose(_i % WAYS);
    block(_i / WAYS == 0 ? 3 * LOOKS_PER_QUERY : 0);
    open_well();
    *chosen->lost = 1;
    fake.busy = 1000;
    looks = queries(); /* open waits, too */
    ck_assert_int_eq(vg_replay(rt, MAIN), VG_OK);
    ck_assert_uint_eq(queries() - looks, _i / WAYS == 0 ? 3u : 4096u / LOOKS_PER_QUERY);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 1);
    fake.busy = 0;
    close_well();
}
END_TEST

static void drain(int call)
{
    unsigned char state[STATE_BYTES] = {0};

    switch (call) {
    case STEP:
        fake.fill.dst = p.lane[0].arenas[0];
        fake.fill.elementSize = 4;
        fake.fill.width = fake.fill.height = 1;
        ck_assert_int_eq(vg_step(rt, MAIN), VG_OK);
        break;
    case RESET:
        ck_assert_int_eq(vg_reset(rt), VG_OK);
        break;
    case SAVE:
        ck_assert_int_eq(vg_save(rt, state, sizeof state), VG_OK);
        break;
    case RESTORE:
        ck_assert_int_eq(vg_restore(rt, state, sizeof state), VG_OK);
        break;
    default:
        close_well();
        break;
    }
}

/* The replay has ended by its last node's word, but its stream is still busy when the call comes to wait. */
START_TEST(other_waits_look_before_they_sleep)
{
    const int call = _i / 2;
    const unsigned sleeps = (unsigned)_i % 2;
    unsigned long looks, waits;

    choose(1);
    block(SPIN);
    open_well();
    fake.busy = SPIN - 1 + sleeps;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    fake_write_ends();
    ck_assert_int_eq(vg_finish(rt, VG_FOREVER), VG_OK);
    looks = queries();
    waits = fake_count("cuEventSynchronize");
    drain(call);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), waits + sleeps);
    /* A step waits for each of its two enabled nodes, too, and finds the stream idle. */
    ck_assert_uint_eq(queries(), looks + SPIN + (call == STEP ? 2 : 0));
    if (call != CLOSE) {
        fake.busy = 0;
        close_well();
    }
}
END_TEST

/* Without VG_WAIT_BLOCK the driver waits. */
START_TEST(nothing_sleeps_unasked)
{
    open_well();
    fake.busy = SPIN;
    ck_assert_int_eq(vg_start(rt, MAIN), VG_OK);
    close_well();
    ck_assert_uint_eq(queries(), 0);
    ck_assert_uint_eq(fake_count("cuEventSynchronize"), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_ways");
    TCase *tests = tcase_create("both ways to end");

    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_loop_test(tests, the_word_is_seen_while_the_stream_is_busy, 0, WAYS);
    tcase_add_loop_test(tests, poll_and_finish_read_the_word_first, 0, 4 * WAYS);
    tcase_add_loop_test(tests, finish_reads_the_word_first_without_a_poll, 0, 3 * WAYS);
    tcase_add_loop_test(tests, no_sleep_where_the_word_is_there, 0, WAYS);
    tcase_add_loop_test(tests, the_stream_is_asked_now_and_then, 0, WAYS);
    tcase_add_loop_test(tests, a_fault_is_found_while_the_word_is_looked_at, 0, 2 * WAYS);
    tcase_add_loop_test(tests, a_wait_that_ends_asks_at_last, 0, WAYS);
    suite_add_tcase(suite, tests);
    tests = tcase_create("asleep");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_loop_test(tests, a_wait_for_a_replay_looks_before_it_sleeps, 0, 2 * RUNS);
    tcase_add_loop_test(tests, looks_at_the_word_come_before_sleep, 0, 2 * WAYS);
    tcase_add_loop_test(tests, other_waits_look_before_they_sleep, 0, 2 * DRAINS);
    tcase_add_test(tests, nothing_sleeps_unasked);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
