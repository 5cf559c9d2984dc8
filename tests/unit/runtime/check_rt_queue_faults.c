/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* check_rt_queue_faults.c - every driver call of the life of two queues is made to fail, one run each. */
#include "rt_queue.h"

#include <stdio.h>

typedef struct outcome {
    vg_status status; /* the first that was not VG_OK */
    vg_detail detail;
    char step[VG_QUEUE_NAME_BYTES];
    int phase; /* in which */
    unsigned handed;
} outcome;

enum { OPENS, STARTS, WAITS, CLOSES, NOTHING };

static int good(outcome *o, vg_status status, int phase)
{
    if (status == VG_OK || status == VG_BUSY) {
        return 1;
    }
    if (o->status == VG_OK) {
        o->status = status;
        o->phase = phase;
        if (phase != OPENS) {
            o->detail = lane->detail;
        }
        snprintf(o->step, sizeof o->step, "%s", o->detail.step);
    }
    return 0;
}

/* Two rounds, in which slots come round while others are in flight. The first lane's is watched. */
static void rounds(outcome *o)
{
    unsigned started = 0;
    int fails = 0;
    while (!fails && o->handed < 2 * SLOTS) {
        while (!fails && started < 2 * SLOTS && queues[0].count < SLOTS) {
            slots[0][vg_queue_next(lane)].blocks = 5 + started;
            fails = !good(o, vg_queue_start(lane, started % 2 == 0 ? MAIN : AGAIN), STARTS);
            started++;
        }
        if (!fails) {
            vg_status status = VG_BUSY;
            while (status == VG_BUSY && o->handed % 2 == 0) {
                status = vg_queue_poll(lane);
            }
            status = status == VG_BUSY ? vg_queue_finish(lane, VG_FOREVER) : status;
            fails = !good(o, status, WAITS);
            o->handed += !fails;
        }
    }
}

static void live(outcome *o)
{
    memset(o, 0, sizeof *o);
    o->phase = NOTHING;
    if (good(o, open_queues(QUEUES, &o->detail), OPENS)) {
        rounds(o);
    }
}

/* What is open after a failure that does not lose the device does what it did before. */
static void go_on(unsigned long n)
{
    (void)vg_queue_finish_all(lane, VG_FOREVER);
    ck_assert_uint_eq(queues[0].count, 0);
    for (unsigned i = 0; i < 2 * SLOTS; i++) {
        const vg_status status = i % SLOTS == 0 ? vg_queue_finish_all(lane, VG_FOREVER) : VG_OK;
        ck_assert_msg(status == VG_OK, "call %lu (%s): %s", n, fake.failed, vg_status_name(status));
        start(MAIN);
    }
    ck_assert_int_eq(vg_queue_finish_all(lane, VG_FOREVER), VG_OK);
}

static void check_closed(unsigned long n)
{
    ck_assert_msg(fake_live() == 0, "call %lu (%s): %u objects live", n, fake.failed, fake_live());
    for (unsigned i = 0; i < QUEUES * SLOTS; i++) {
        ck_assert_uint_eq(queues[i / SLOTS].count, 0);
        ck_assert_uint_eq(slots[i / SLOTS][i % SLOTS].rt.state, 0);
        ck_assert_ptr_null(slots[i / SLOTS][i % SLOTS].graphs[MAIN].exec);
    }
}

/* There is another way to see the end. */
static int is_quiet(void)
{
    return fake_failed_quietly() || strcmp(fake.failed, "cuEventRecord") == 0;
}

/* A start or wait names its call; and a wait, or the loss of the device, the replay, too. */
static void check_detail(const outcome *o, unsigned long n, vg_status status, int code)
{
    char expected[64];
    ck_assert_msg(o->status == status, "call %lu (%s): %s", n, fake.failed, vg_status_name(o->status));
    ck_assert_int_eq(o->detail.code, code);
    if (!is_quiet()) {
        ck_assert_msg(strcmp(o->detail.call, fake.failed) == 0, "call %lu (%s): %s", n, fake.failed, o->detail.call);
    }
    if (o->phase == WAITS || (o->phase == STARTS && status == VG_LOST)) {
        snprintf(expected, sizeof expected, "%s, replay %u", o->handed % 2 == 0 ? "main" : "again", o->handed + 1);
        ck_assert_msg(strcmp(o->step, expected) == 0, "call %lu (%s) in %d: '%s', not '%s'", n, fake.failed, o->phase,
                      o->step, expected);
    }
}

static void lives_again(unsigned long n)
{
    outcome o;
    fake_fail(0, 0, 0);
    fake.misuse[0] = '\0';
    (void)cuCtxSetCurrent(NULL);
    live(&o);
    ck_assert_msg(o.phase == NOTHING, "call %lu: the second try fails in %d, %s", n, o.phase, o.detail.call);
    ck_assert_int_eq(close_queues(QUEUES), VG_OK);
    ck_assert_str_eq(fake.misuse, "");
    check_closed(n);
}

START_TEST(each_call_fails_once)
{
    unsigned phases[NOTHING + 1] = {0};
    for (unsigned long n = 1;; n++) {
        outcome o;
        setup_way(_i);
        fake_fail(n, HARMLESS, 0);
        live(&o);
        if (o.phase != NOTHING) {
            check_detail(&o, n, VG_DRIVER, HARMLESS);
        }
        if (o.phase != OPENS) {
            if (fake.failed != NULL) {
                go_on(n);
            }
            (void)good(&o, close_queues(QUEUES), CLOSES);
        }
        check_closed(n);
        ck_assert_msg(fake.misuse[0] == '\0' || strncmp(fake.failed, "cuCtx", 5) == 0, "call %lu: %s", n, fake.misuse);
        if (fake.failed == NULL) {
            break;
        }
        ck_assert_msg(o.phase != NOTHING || is_quiet(), "call %lu: nobody was told of %s", n, fake.failed);
        phases[o.phase]++;
        lives_again(n);
    }
    ck_assert_uint_gt(phases[OPENS], 100);
    ck_assert_uint_ge(phases[STARTS], 2 * SLOTS);
    ck_assert_uint_ge(phases[CLOSES], 40);
    ck_assert(phases[WAITS] != 0 || _i == ENDS);
}
END_TEST

START_TEST(the_device_is_lost_at_each_call)
{
    for (unsigned long n = 1;; n++) {
        outcome o;
        setup_way(_i);
        fake_fail(n, ILLEGAL_ADDRESS, 1);
        live(&o);
        if (o.phase == NOTHING) {
            const vg_status status = close_queues(QUEUES);
            ck_assert_int_eq(status, fake.failed == NULL ? VG_OK : VG_LOST);
            if (status != VG_OK) { /* the first failure comes first */
                ck_assert_msg(strcmp(of_close.call, fake.failed) == 0, "call %lu (%s): %s", n, fake.failed, of_close.call);
            }
        }
        if (fake.failed == NULL) {
            break;
        }
        if (o.phase == STARTS) {
            while (vg_queue_finish(lane, VG_FOREVER) == VG_OK) {
                o.handed++;
            }
        }
        if (o.phase != NOTHING) {
            check_detail(&o, n, VG_LOST, ILLEGAL_ADDRESS);
        }
        if (o.phase == STARTS || o.phase == WAITS) {
            ck_assert_int_eq(vg_queue_start(lane, MAIN), VG_LOST);
            ck_assert_int_eq(close_queues(QUEUES), VG_LOST);
        }
        check_closed(n);
        lives_again(n);
    }
}
END_TEST

/* Each call of close fails, and each is said. */
START_TEST(close_says_every_failure)
{
    setup_way(NUMBERS);
    opened(1);
    start(MAIN);
    ck_assert_int_eq(vg_queue_finish(lane, VG_FOREVER), VG_OK);
    const unsigned long before = fake.calls;
    fake_fail(1, HARMLESS, 1);
    ck_assert_int_eq(vg_queue_close(lane), VG_DRIVER);
    unsigned long failures = 0;
    for (unsigned long place = before + 1; place <= fake.calls; place++) {
        failures++;
        place += strcmp(fake_name(place), "cuCtxSetCurrent") == 0; /* the second try */
    }
    ck_assert_uint_eq(lane->detail.further, failures - 1);
    ck_assert_str_eq(lane->detail.call, "cuCtxGetCurrent");
    fake_fail(0, 0, 0);
    check_closed(0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("rt_queue_faults");
    TCase *tests = tcase_create("faults");
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, each_call_fails_once, 0, WAYS);
    tcase_add_loop_test(tests, the_device_is_lost_at_each_call, 0, WAYS);
    tcase_add_test(tests, close_says_every_failure);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
