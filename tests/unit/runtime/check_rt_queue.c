/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_queue.c - several replays of a lane in flight, over a driver that does one launch after the other. */
#include "rt_queue.h"

enum { LONG = 1000 };

static void setup(void)
{
    setup_way(NUMBERS);
}

/* ---- what goes well ---- */

START_TEST(one_after_the_other)
{
    setup_way(_i);
    opened(1);
    fake.busy = LONG;
    for (unsigned i = 0; i < SLOTS; i++) {
        ck_assert_uint_eq(vg_queue_next(lane), i);
        start(i == 1 ? AGAIN : MAIN);
        ck_assert_ptr_eq(fake.launched, slots[0][i].graphs[i == 1 ? AGAIN : MAIN].exec);
        ck_assert_uint_eq(queues[0].count, i + 1);
    }
    ck_assert_int_eq(vg_queue_poll(lane), VG_BUSY);
    ck_assert_int_eq(vg_queue_has_outputs(lane), 0);
    fake_finish_oldest();
    ck_assert_uint_eq(slots[0][0].rt.stats.replays, 0); /* nobody has looked */
    ck_assert_int_eq(vg_queue_poll(lane), VG_OK);
    ck_assert_uint_eq(vg_queue_last(lane), 0);
    ck_assert_int_eq(vg_queue_has_outputs(lane), 1);
    ck_assert_int_eq(vg_queue_poll(lane), VG_BUSY); /* one end is not the next one's */
    start(AGAIN);
    ck_assert_ptr_eq(fake.launched, slots[0][0].graphs[AGAIN].exec);
    ck_assert_int_eq(vg_queue_has_outputs(lane), 0);
    fake.busy = 2;
    fake_finish_oldest();
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
    ck_assert_uint_eq(vg_queue_last(lane), 1);
    ck_assert_uint_eq(queues[0].count, 2);
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
    ck_assert_uint_eq(vg_queue_last(lane), 0);
    ck_assert_uint_eq(queues[0].count, 0);
    ck_assert_uint_eq(lane->stats.launches, SLOTS + 1);
    ck_assert_uint_eq(lane->stats.replays, SLOTS + 1);
    ck_assert_uint_eq(slots[0][0].graphs[MAIN].counted.replays, 2);
    ck_assert_uint_eq(slots[0][0].graphs[AGAIN].counted.replays, 2);
    ck_assert_uint_eq(slots[0][1].rt.stats.replays, 0); /* the lane's by now */
    start(MAIN); /* an empty queue begins with the first slot */
    ck_assert_ptr_eq(fake.launched, slots[0][0].graphs[MAIN].exec);
    ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
    closed(1);
}
END_TEST

/* Each wait waits for its own replay alone, whatever the way. */
START_TEST(waits_for_the_oldest)
{
    setup_way(_i);
    config.spin_count = 4;
    opened(1);
    fake.busy = 20;
    for (unsigned turn = 0; turn < 4; turn++) {
        for (unsigned i = 0; i < SLOTS; i++) {
            start(MAIN);
        }
        for (unsigned i = 0; i < SLOTS; i++) {
            ck_assert_uint_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
            ck_assert_uint_eq(queues[0].count, SLOTS - 1 - i);
            ck_assert_int_eq(queues[0].count == 0 ? VG_BUSY : vg_queue_poll(lane), VG_BUSY);
        }
    }
    ck_assert_uint_eq(lane->stats.replays, 4 * SLOTS);
    ck_assert_int_eq(fake_count("cuEventSynchronize") != 0, _i == ASLEEP || _i == ASLEEP_BY_EVENTS);
    ck_assert_uint_eq(fake_count("cuEventRecord"), _i == NUMBERS || _i == ENDS ? 0 : 4 * SLOTS);
    closed(1);
}
END_TEST

START_TEST(times_out)
{
    setup_way(_i);
    opened(1);
    fake.busy = LONG;
    start(MAIN);
    start(MAIN);
    ck_assert_int_eq(vg_queue_finish(lane, 0), VG_TIMEOUT);
    ck_assert_int_eq(vg_queue_finish(lane, 1), VG_TIMEOUT);
    ck_assert_uint_eq(lane->stats.timeouts, 2);
    ck_assert_uint_eq(queues[0].count, 2);
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish_all(lane, 1000), VG_TIMEOUT); /* one of them is handed out */
    ck_assert_uint_eq(queues[0].count, 1);
    ck_assert_uint_eq(lane->stats.replays, 1);
    start(MAIN); /* a timeout ends nothing */
    ck_assert_int_eq(vg_queue_finish_all(lane, 0), VG_TIMEOUT);
    fake_finish_oldest();
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish_all(lane, 0), VG_OK);
    ck_assert_uint_eq(lane->stats.replays, 3);
    ck_assert_uint_eq(lane->stats.errors, 0);
    closed(1);
}
END_TEST

/* Without a word an event is recorded; without that, too, the stream is asked, which is done when all is done. */
START_TEST(without_a_word)
{
    opened(1);
    for (unsigned i = 0; i < SLOTS; i++) { /* after this a start changes no node */
        start(MAIN);
    }
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
    fake.busy = LONG;
    fake.word_error = 801;
    start(MAIN);
    ck_assert_uint_eq(fake_count("cuEventRecord"), 1);
    fake_fail(5, HARMLESS, 0); /* context twice, launch, word, event */
    start(MAIN);
    ck_assert_str_eq(fake.failed, "cuEventRecord");
    fake.word_error = 0;
    start(MAIN);
    ck_assert_uint_eq(fake_count("cuEventRecord"), 2);
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_poll(lane), VG_OK);
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_poll(lane), VG_BUSY); /* the stream still has the last one to do */
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
    ck_assert_uint_eq(lane->stats.replays, SLOTS + 3);
    closed(1);
}
END_TEST

START_TEST(lanes_have_queues_of_their_own)
{
    setup_way(_i);
    opened(2);
    fake.busy = LONG;
    for (unsigned i = 0; i < SLOTS; i++) {
        start(MAIN);
    }
    ck_assert_int_eq(vg_queue_start(second, AGAIN), VG_OK);
    ck_assert_ptr_eq(fake.launched, slots[1][0].graphs[AGAIN].exec);
    ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_STATE);
    ck_assert_int_eq(vg_queue_poll(second), VG_BUSY);
    fake_finish_oldest(); /* of each lane */
    ck_assert_int_eq(vg_queue_finish_all(second, VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_queue_alone(second), VG_OK);
    ck_assert_int_eq(vg_queue_close(second), VG_OK);
    ck_assert_uint_eq(queues[0].count, SLOTS);
    fake_finish_oldest();
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish_all(lane, 0), VG_OK);
    ck_assert_uint_eq(lane->stats.replays, SLOTS);
    ck_assert_uint_eq(second->stats.replays, 1);
    closed(1);
}
END_TEST

/* ---- what is refused ---- */

static void refused(vg_status status, const char *call, uint64_t expected, uint64_t found)
{
    ck_assert_int_eq(status, VG_STATE);
    ck_assert_str_eq(lane->detail.call, call);
    ck_assert_uint_eq(lane->detail.expected, expected);
    ck_assert_uint_eq(lane->detail.found, found);
}

START_TEST(wrong_use_is_refused)
{
    static const char none[] = "no replay is in flight: start one first";
    static const char some[] = "replays are in flight: finish them first";
    setup_way(_i);
    refused(vg_queue_start(lane, MAIN), "the program is not open: open it first", 0, 0);
    opened(1);
    const unsigned long calls = fake.calls;
    refused(vg_queue_finish(lane, VG_FOREVER), none, 0, 0);
    refused(vg_queue_poll(lane), none, 0, 0);
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
    ck_assert_int_eq(vg_queue_start(lane, SETUP), VG_ARGUMENT);
    ck_assert_uint_eq(fake.calls, calls);
    for (unsigned i = 0; i < SLOTS; i++) {
        start(MAIN);
    }
    const unsigned long full = fake.calls;
    refused(vg_queue_start(lane, MAIN), "the queue is full: finish a replay first", SLOTS, SLOTS);
    refused(vg_queue_alone(lane), some, 0, SLOTS);
    refused(vg_queue_check_close(lane), some, 0, SLOTS);
    refused(vg_queue_close(lane), some, 0, SLOTS);
    ck_assert_uint_eq(fake.calls, full);
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
    ck_assert_uint_eq(lane->stats.replays, SLOTS);
    closed(1);
    refused(vg_queue_poll(lane), "the program is not open: open it first", 0, 0);
    ck_assert_int_eq(vg_queue_close(lane), VG_STATE);
}
END_TEST

/* ---- what fails ---- */

/* Nothing is started after a wait that failed, until the replay was waited for again; or close. */
START_TEST(a_failed_wait_ends_the_queue)
{
    setup_way(_i);
    opened(1);
    fake.busy = LONG;
    start(AGAIN);
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish(lane, 0), VG_OK);
    start(MAIN);
    start(AGAIN);
    fake_fail(2, HARMLESS, 0); /* context, look */
    ck_assert_int_eq(vg_queue_poll(lane), VG_DRIVER);
    ck_assert_str_eq(lane->detail.call, fake.failed);
    ck_assert_str_eq(lane->detail.step, "main, replay 2");
    ck_assert_int_eq(lane->detail.code, HARMLESS);
    ck_assert_uint_eq(queues[0].count, 2);
    refused(vg_queue_start(lane, MAIN), "a replay of the queue failed: finish it again, or close", 0, 0);
    ck_assert_int_eq(vg_queue_poll(lane), VG_BUSY);
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_poll(lane), VG_OK);
    start(MAIN);
    fake_fail(2, HARMLESS, 0);
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_DRIVER);
    ck_assert_str_eq(lane->detail.step, "again, replay 3");
    closed(1); /* with two in flight, which it waits for */
}
END_TEST

/* A replay by itself whose wait failed still runs: a poll asks for its end, not for that of what an earlier event stood
 * behind. */
START_TEST(a_failed_replay_still_runs)
{
    setup_way(_i);
    opened(1);
    start(MAIN);
    ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
    fake.busy = LONG;
    ck_assert_int_eq(vg_queue_alone(lane), VG_OK);
    ck_assert_int_eq(vg_start(lane, MAIN), VG_OK);
    ck_assert_int_eq(vg_queue_ran(lane, VG_DRIVER), VG_DRIVER); /* as after a replay whose look failed */
    ck_assert_uint_eq(queues[0].count, 1);
    ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_STATE);
    ck_assert_int_eq(vg_queue_poll(lane), VG_BUSY);
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
    ck_assert_uint_eq(lane->stats.replays, 2);
    start(MAIN);
    fake_finish_oldest();
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
    closed(1);
}
END_TEST

/* What has ended before the device was lost is still handed out, whoever finds the loss. */
static void lose(int way, vg_status (*find)(void))
{
    setup_way(way);
    opened(1);
    fake.busy = LONG;
    start(MAIN);
    start(AGAIN);
    fake_finish_oldest();
    const int has_words = way == NUMBERS || way == ENDS || way == ASLEEP;
    fake_fail(1, ILLEGAL_ADDRESS, 1);
    ck_assert_int_eq(find != NULL ? find() : VG_LOST, VG_LOST);
    if (has_words) {
        ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
        ck_assert_uint_eq(vg_queue_last(lane), 0);
        ck_assert_int_eq(vg_queue_has_outputs(lane), 1);
    }
    ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_LOST);
    ck_assert_int_eq(lane->detail.code, ILLEGAL_ADDRESS);
    ck_assert_str_eq(lane->detail.call, fake.failed);
    ck_assert_str_eq(lane->detail.step, has_words ? "again, replay 2" : "main, replay 1");
    ck_assert_uint_eq(lane->stats.replays, has_words ? 1 : 0);
    ck_assert_uint_eq(queues[0].count, 0);
    ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_LOST);
    ck_assert_int_eq(vg_queue_poll(lane), VG_LOST);
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_LOST);
    ck_assert_int_eq(vg_queue_alone(lane), VG_LOST);
    ck_assert_int_eq(close_queues(1), VG_LOST);
    ck_assert_uint_eq(fake_live(), 0);
}

static vg_status start_more(void)
{
    return vg_queue_start(lane, MAIN);
}

START_TEST(a_wait_finds_the_loss)
{
    lose(_i, NULL);
}
END_TEST

START_TEST(a_start_finds_the_loss)
{
    lose(_i, start_more);
}
END_TEST

/* A program that is opened again has nothing in flight, though its queue is made last: a lane that cannot be opened must
 * not leave the first one open. */
START_TEST(close_forgets_what_was_in_flight)
{
    vg_detail detail;
    opened(QUEUES);
    fake.busy = LONG;
    start(MAIN);
    start(AGAIN);
    fake_finish_oldest();
    fake_fail(1, ILLEGAL_ADDRESS, 1);
    ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_LOST);
    ck_assert_uint_eq(queues[0].count, 1); /* it could be handed out */
    ck_assert_int_eq(close_queues(QUEUES), VG_LOST);
    ck_assert_uint_eq(fake_live(), 0);
    fake_fail(0, 0, 0);
    fake.misuse[0] = '\0';
    config.stream = fake_application_stream(); /* which only one lane can have */
    ck_assert_int_eq(open_queues(QUEUES, &detail), VG_ARGUMENT);
    ck_assert_uint_eq(fake_live(), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_queue");
    TCase *tests = tcase_create("queue");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_loop_test(tests, one_after_the_other, 0, WAYS);
    tcase_add_loop_test(tests, waits_for_the_oldest, 0, WAYS);
    tcase_add_loop_test(tests, times_out, 0, WAYS);
    tcase_add_test(tests, without_a_word);
    tcase_add_loop_test(tests, lanes_have_queues_of_their_own, 0, WAYS);
    tcase_add_loop_test(tests, wrong_use_is_refused, 0, WAYS);
    tcase_add_loop_test(tests, a_failed_wait_ends_the_queue, 0, WAYS);
    tcase_add_loop_test(tests, a_failed_replay_still_runs, 0, WAYS);
    tcase_add_loop_test(tests, a_wait_finds_the_loss, 0, WAYS);
    tcase_add_loop_test(tests, a_start_finds_the_loss, 0, WAYS);
    tcase_add_test(tests, close_forgets_what_was_in_flight);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
