/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fails every driver call of program "lanes" on the CPU device, one in each run: opening three lanes, replays with changed
 * settings, switches and requests, reset, closing. Each failed run must say what failed and leave nothing behind, what
 * stays open must go on working, and the next run must be as good as the first. Usage: lanes_faults */
#include "lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failed_call.h"

#define LANES LANES_LANES
#define COUNT ((unsigned)LANES_N)
#define MOST_CALLS 5000u

typedef struct outcome {
    vg_status status; /* the first that was not VG_OK … */
    vg_detail detail;
    const char *phase; /* … and in what */
    unsigned long calls;
    float sum[LANES][LANES_N];
} outcome;

static lanes program;
static unsigned failures;

static void complain(unsigned long n, const outcome *o, const char *what)
{
    char text[400];
    (void)vg_detail_text(&o->detail, text, sizeof text);
    fprintf(stderr, "call %lu: %s\n    %s ended with %s\n", n, what, o->phase == NULL ? "the run" : o->phase, text);
    failures++;
}

static int done(outcome *o, unsigned lane, vg_status status, const char *phase)
{
    if (status != VG_OK && o->status == VG_OK) {
        o->status = status;
        o->detail = *lanes_detail(&program, lane);
        o->phase = phase;
    }
    return status == VG_OK;
}

static vg_status replay(unsigned lane)
{
    unsigned i;
    for (i = 0; i < COUNT; i++) {
        lanes_x(&program, lane)[i] = (float)(i % 50 + lane);
    }
    return lanes_replay(&program, lane);
}

/* Everything that a commit can have to do, and a state that is reset in between. */
static int use_lane(outcome *o, unsigned lane)
{
    vg_times times;
    return done(o, lane, replay(lane), "replay") && done(o, lane, lanes_reset(&program, lane), "reset") &&
           done(o, lane, lanes_set_gain(&program, (float)(2 + lane), lane), "set") &&
           done(o, lane, lanes_switch_doubled(&program, 1, lane), "switch") &&
           done(o, lane, lanes_changed_offset(&program, lane), "changed") &&
           done(o, lane, replay(lane), "replay with changes") &&
           done(o, lane, lanes_want_sum(&program, lane), "want") &&
           done(o, lane, lanes_replay_timed(&program, &times, lane), "timed replay");
}

/* A run that failed in one lane must leave the others, and that one, fit for use, unless the device is lost. */
static void use_after_failure(unsigned long n, const outcome *o)
{
    unsigned lane;
    for (lane = 0; lane < LANES; lane++) {
        vg_status status = lanes_finish(&program, VG_FOREVER, lane);
        if (status != VG_OK && status != VG_STATE && status != VG_LOST) {
            complain(n, o, "finish after the failure fails");
        }
        status = replay(lane);
        if (status != (o->status == VG_LOST ? VG_LOST : VG_OK)) {
            complain(n, o, "replay after the failure does not answer as it should");
        }
    }
}

static void run(unsigned long n, outcome *o)
{
    const unsigned long before = vgsim_call_count();
    unsigned lane;
    memset(o, 0, sizeof *o);
    if (done(o, 0, lanes_open(&program, NULL, NULL), "open")) {
        for (lane = 0; lane < LANES && use_lane(o, lane); lane++) {
            memcpy(o->sum[lane], lanes_sum_out(&program, lane), sizeof o->sum[lane]);
        }
        if (o->status != VG_OK) {
            use_after_failure(n, o);
        }
        (void)done(o, 0, lanes_close(&program), "close");
    }
    o->calls = vgsim_call_count() - before;
}

static int same_results(const outcome *a, const outcome *b)
{
    return memcmp(a->sum, b->sum, sizeof a->sum) == 0;
}

/* Nor need be told that the driver makes no exec that the device could launch: it makes another. That of the setup graph is
 * of the other kind. */
static int ends_well(const outcome *o)
{
    return has_another_way() || (is_call(vgsim_failed(), "cuGraphInstantiateWithParams") && o->status == VG_OK);
}

static void check_status(unsigned long n, const outcome *o, const outcome *good, int code, vg_status expected)
{
    if (ends_well(o) && expected != VG_LOST) {
        if (o->status != VG_OK || !same_results(o, good)) {
            complain(n, o, "the other way is not as good");
        }
        return;
    }
    if (o->status != expected && !(expected == VG_DRIVER && o->status == VG_NO_IMAGE)) {
        complain(n, o, "another status was expected");
    }
    if (o->detail.code != code || (!ends_well(o) && !is_call(o->detail.call, vgsim_failed()))) {
        complain(n, o, "the detail lacks the call or its code");
    }
}

static unsigned long fail_each_call(const outcome *good, int code, vg_status expected)
{
    static outcome o;
    static outcome second;
    unsigned long n;
    for (n = 1; n <= MOST_CALLS; n++) {
        vgsim_fail(n, NULL, code);
        run(n, &o);
        vgsim_fail(0, NULL, 0);
        if (vgsim_failed()[0] == '\0') {
            break;
        }
        check_status(n, &o, good, code, expected);
        if (vgsim_live_count() != 0) {
            complain(n, &o, "something is left");
        }
        run(n, &second);
        if (second.status == VG_LOST) { /* until the context is gone */
            run(n, &second);
        }
        if (second.status != VG_OK || !same_results(&second, good)) {
            complain(n, &second, "the next run is not as good");
        }
    }
    return n - 1;
}

/* From the first call of close on all of them fail, in each lane: lane 0 reports all, whichever lane met them. */
static void close_with_all_failing(void)
{
    outcome o;
    unsigned long before, calls;
    unsigned count = 0;
    const vg_detail *each;
    memset(&o, 0, sizeof o);
    (void)done(&o, 0, lanes_open(&program, NULL, NULL), "open");
    vgsim_fail(1, NULL, 700);
    before = vgsim_call_count();
    (void)done(&o, 0, lanes_close(&program), "close");
    calls = vgsim_call_count() - before;
    vgsim_fail(0, NULL, 0);
    for (each = lanes_detail(&program, 0); each != NULL; each = each->next) {
        count += each->code == 700;
    }
    printf("lanes: %lu driver calls of close, each of which failed; reported: %u\n", calls,
           lanes_detail(&program, 0)->further + 1u);
    /* More than two of three lanes can have met. */
    if (o.status != VG_LOST || count != 1 + VG_MORE_DETAILS ||
        (lanes_detail(&program, 0)->further + 1u) * 3u <= calls * 2u) {
        complain(calls, &o, "close does not report all that failed");
    }
}

int main(void)
{
    static const struct {
        int code;
        vg_status status;
    } codes[] = {{999, VG_DRIVER}, {2, VG_NO_MEMORY}, {700, VG_LOST}};
    static outcome good;
    size_t i;
    run(0, &good);
    if (good.status != VG_OK || vgsim_live_count() != 0) {
        complain(0, &good, "the program does not run as it is");
        return 1;
    }
    for (i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        const unsigned long failed = fail_each_call(&good, codes[i].code, codes[i].status);
        printf("lanes: %lu driver calls failed with code %d, one a run\n", failed, codes[i].code);
        if (failed != good.calls) {
            fprintf(stderr, "a good run makes %lu calls\n", good.calls);
            failures++;
        }
    }
    close_with_all_failing();
    if (vgsim_problem_count() != 0) {
        fprintf(stderr, "the CPU device found %lu problems, the last: %s\n", vgsim_problem_count(),
                vgsim_problem_kind());
        failures++;
    }
    printf("lanes: %s\n", failures == 0 ? "every failure was reported and undone" : "FAILED");
    return failures != 0;
}
