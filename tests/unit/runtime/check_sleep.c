/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_sleep.c - waiting for a point in time, without a program and without CUDA. */
#define _POSIX_C_SOURCE 200809L
#include "vg_program.h"
#include "unit/run_suite.h"

#include <check.h>
#include <signal.h>
#include <time.h>

#define MILLISECOND UINT64_C(1000000)

static uint64_t now(void)
{
    struct timespec time;
    ck_assert_int_eq(clock_gettime(CLOCK_MONOTONIC, &time), 0);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Asleep, half awake, awake all the time, and longer than there is. */
START_TEST(not_before_when)
{
    static const uint64_t awake[] = {0, 1, MILLISECOND, 2 * MILLISECOND, 1000 * MILLISECOND, UINT64_MAX};
    const uint64_t when = now() + 2 * MILLISECOND;
    const uint64_t late = vg_sleep_until(when, awake[_i]);
    const uint64_t after = now();
    ck_assert_uint_ge(after, when);
    ck_assert_uint_le(late, after - when);
}
END_TEST

START_TEST(what_is_past_is_late)
{
    const uint64_t before = now();
    ck_assert_uint_ge(vg_sleep_until(before - 5 * MILLISECOND, 0), 5 * MILLISECOND);
    ck_assert_uint_ge(vg_sleep_until(before - 5 * MILLISECOND, MILLISECOND), 5 * MILLISECOND);
    ck_assert_uint_ge(vg_sleep_until(0, MILLISECOND), before);
    ck_assert_uint_ge(vg_sleep_until(1, UINT64_MAX), before - 1);
}
END_TEST

/* The processor's time tells: of 30 ms it is awake for one, and no load of the machine makes that more. */
START_TEST(it_sleeps)
{
    const clock_t before = clock();
    (void)vg_sleep_until(now() + 30 * MILLISECOND, MILLISECOND);
    ck_assert_int_lt((clock() - before) * 1000 / CLOCKS_PER_SEC, 25);
}
END_TEST

static volatile sig_atomic_t signals;

static void count_signal(int number)
{
    (void)number;
    signals = signals + 1;
}

START_TEST(signals_do_not_end_it)
{
    const struct sigaction action = {.sa_handler = count_signal};
    struct sigevent event = {0};
    struct itimerspec each = {{0, 1000000}, {0, 1000000}};
    timer_t timer;
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGALRM;
    ck_assert_int_eq(sigaction(SIGALRM, &action, NULL), 0);
    ck_assert_int_eq(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    ck_assert_int_eq(timer_settime(timer, 0, &each, NULL), 0);
    const uint64_t when = now() + 20 * MILLISECOND;
    (void)vg_sleep_until(when, 0);
    ck_assert_uint_ge(now(), when);
    ck_assert_int_gt(signals, 0);
    ck_assert_int_eq(timer_delete(timer), 0);
}
END_TEST

START_TEST(only_whole_periods_are_missed)
{
    ck_assert_uint_eq(vg_missed_periods(now() + 1000 * MILLISECOND, 1), 0);
    ck_assert_uint_eq(vg_missed_periods(now(), 1000000 * MILLISECOND), 0);
    ck_assert_uint_eq(vg_missed_periods(0, 0), 0);
    ck_assert_uint_eq(vg_missed_periods(UINT64_MAX, UINT64_MAX), 0);
    const uint64_t before = now();
    const uint64_t missed = vg_missed_periods(before - 5 * MILLISECOND, MILLISECOND);
    ck_assert_uint_ge(missed, 5);
    ck_assert_uint_le(missed, 5 + (now() - before) / MILLISECOND);
}
END_TEST

enum { SKIP, CATCH_UP, STOP };

struct frames {
    uint64_t run, missed, periods;
};

/* The loop of the runtime's README: 20 frames, the third of which takes ten periods. */
static struct frames loop(int choice)
{
    const uint64_t period = MILLISECOND;
    const uint64_t begin = now() + period;
    struct frames frames = {0};
    uint64_t when;
    for (when = begin; frames.run < 20; when += period) {
        const uint64_t missed = vg_missed_periods(when, period);
        frames.missed += missed;
        if (choice == SKIP) {
            when += missed * period;
        }
        if (choice == STOP && missed > 0) {
            break;
        }
        (void)vg_sleep_until(when, 0);
        if (++frames.run == 3) {
            (void)vg_sleep_until(now() + 10 * period, 0);
        }
    }
    frames.periods = (when - begin) / period;
    return frames;
}

START_TEST(what_is_skipped_is_counted)
{
    const struct frames frames = loop(SKIP);
    ck_assert_uint_ge(frames.missed, 9);
    ck_assert_uint_eq(frames.periods, frames.run + frames.missed);
}
END_TEST

START_TEST(catching_up_runs_every_frame)
{
    const struct frames frames = loop(CATCH_UP);
    ck_assert_uint_eq(frames.periods, 20);
    ck_assert_uint_gt(frames.missed, 9); /* each late frame again */
}
END_TEST

START_TEST(a_missed_period_stops_it)
{
    const struct frames frames = loop(STOP);
    ck_assert_uint_le(frames.run, 3);
    ck_assert_uint_gt(frames.missed, 0);
}
END_TEST

START_TEST(nothing_to_touch_without_cuda)
{
    vg_program program = {0};
    ck_assert_int_eq(vg_touch(&program), VG_NO_CUDA);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("sleep");
    TCase *tests = tcase_create("sleep");
    tcase_add_loop_test(tests, not_before_when, 0, 6);
    tcase_add_test(tests, what_is_past_is_late);
    tcase_add_test(tests, it_sleeps);
    tcase_add_test(tests, signals_do_not_end_it);
    tcase_add_test(tests, only_whole_periods_are_missed);
    tcase_add_test(tests, what_is_skipped_is_counted);
    tcase_add_test(tests, catching_up_runs_every_frame);
    tcase_add_test(tests, a_missed_period_stops_it);
    tcase_add_test(tests, nothing_to_touch_without_cuda);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
