/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fails every driver call of program "flight" on the CPU device, one in each run: opening lanes with queues, starts with
 * changed settings and switches while others are in flight, waits, closing. Each failed run must say what failed, and of a
 * wait which replay; must leave nothing behind; what stays open must go on working with the outputs that it should have,
 * and the next run must be as good as the first. Usage: flight_faults */
#include "flight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failed_call.h"

#define LANES FLIGHT_LANES
#define DEEP FLIGHT_IN_FLIGHT
#define MOST_CALLS 5000u

typedef enum phase { OPEN, START, WAIT, CLOSE, NOTHING } phase;

typedef struct outcome {
    vg_status status; /* the first that was not VG_OK … */
    vg_detail detail;
    char step[96];
    phase phase; /* … and in what */
    unsigned lane, handed;
    unsigned long calls;
    float y[LANES][2 * DEEP];
} outcome;

static const char *const phases[] = {"open", "start", "wait", "close", "nothing"};
static flight program;
static unsigned failures;

static void complain(unsigned long n, const outcome *o, const char *what)
{
    char text[400];

    (void)vg_detail_text(&o->detail, text, sizeof text);
    fprintf(stderr, "call %lu: %s\n    %s of lane %u ended with %s\n", n, what, phases[o->phase], o->lane, text);
    failures++;
}

static int done(outcome *o, unsigned lane, vg_status status, phase which)
{
    if (status != VG_OK && o->status == VG_OK) {
        o->status = status;
        o->detail = *flight_detail(&program, lane);
        (void)snprintf(o->step, sizeof o->step, "%s", o->detail.step);
        o->phase = which;
        o->lane = lane;
    }
    return status == VG_OK;
}

static vg_status start(unsigned lane, unsigned number)
{
    unsigned i;

    for (i = 0; i < FLIGHT_N; i++) {
        flight_x(&program, lane)[i] = (float)(i % 50 + lane + number);
    }
    (void)flight_set_gain(&program, (float)(2 + number), lane);
    (void)flight_set_offset(&program, (float)number, lane);
    (void)flight_switch_marked(&program, number % 2 == 0, lane);
    return number % DEEP == 1 ? flight_sent_start(&program, lane) : flight_added_start(&program, lane);
}

/* The queue is full in between, and slots come round while others are in flight. */
static int use_lane(outcome *o, unsigned lane)
{
    unsigned started = 0;
    int good = 1;

    o->handed = 0;
    while (good && o->handed < 2 * DEEP) {
        while (good && started < 2 * DEEP && flight_in_flight(&program, lane) < DEEP) {
            good = done(o, lane, start(lane, started), START);
            started++;
        }
        if (good && done(o, lane, flight_finish(&program, VG_FOREVER, lane), WAIT)) {
            o->y[lane][o->handed] = flight_y(&program, lane)[3];
            o->handed++;
        } else {
            good = 0;
        }
    }
    return good;
}

/* A run that failed in one lane must leave the others, and that one, fit for use, unless the device is lost. */
static void use_after_failure(unsigned long n, const outcome *o)
{
    unsigned lane;

    for (lane = 0; lane < LANES; lane++) {
        const vg_status status = flight_finish_all(&program, VG_FOREVER, lane);

        if (status != VG_OK && status != VG_LOST) {
            complain(n, o, "finish after the failure fails");
        }
        if (o->status == VG_LOST) {
            continue;
        }
        if (flight_reset(&program, lane) != VG_OK || start(lane, 0) != VG_OK || start(lane, 2) != VG_OK ||
            flight_finish_all(&program, VG_FOREVER, lane) != VG_OK) {
            complain(n, o, "a start after the failure does not go well");
        }
    }
}

static void run(unsigned long n, outcome *o)
{
    const unsigned long before = vgsim_call_count();
    unsigned lane;

    memset(o, 0, sizeof *o);
    o->phase = NOTHING;
    if (done(o, 0, flight_open(&program, NULL, NULL), OPEN)) {
        for (lane = 0; lane < LANES && use_lane(o, lane); lane++) {
        }
        if (o->status != VG_OK) {
            use_after_failure(n, o);
        }
        (void)done(o, 0, flight_close(&program), CLOSE);
    }
    o->calls = vgsim_call_count() - before;
}

/* A replay whose word is not written is waited for by its event, or with the stream; and there is another way to make an
 * exec. */
static int ends_well(const outcome *o)
{
    return has_another_way() || is_call(vgsim_failed(), "cuEventRecord") ||
           (is_call(vgsim_failed(), "cuGraphInstantiateWithParams") && o->status == VG_OK);
}

static void check_status(unsigned long n, const outcome *o, const outcome *good, int code, vg_status expected)
{
    char replay[64];

    if (ends_well(o) && expected != VG_LOST) {
        if (o->status != VG_OK || memcmp(o->y, good->y, sizeof o->y) != 0) {
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
    (void)snprintf(replay, sizeof replay, "%s, replay %u", o->handed % DEEP == 1 ? "sent" : "added", o->handed + 1);
    if (o->phase == WAIT && strcmp(o->step, replay) != 0) {
        complain(n, o, "the detail does not say which replay it was");
    }
    if (memcmp(o->y[o->lane], good->y[o->lane], o->handed * sizeof(float)) != 0) {
        complain(n, o, "a replay before the failure was not as good");
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
        if (second.status != VG_OK || memcmp(second.y, good->y, sizeof second.y) != 0) {
            complain(n, &second, "the next run is not as good");
        }
    }
    return n - 1;
}

int main(void)
{
    static const struct {
        int code;
        vg_status status;
    } codes[] = {{999, VG_DRIVER}, {700, VG_LOST}};
    static outcome good;
    size_t i;

    (void)setenv("VGSIM_CHECK", "races", 0); /* its kernels are looked at elsewhere, and take long that way */
    run(0, &good);
    if (good.status != VG_OK || vgsim_live_count() != 0) {
        complain(0, &good, "the program does not run as it is");
        return 1;
    }
    for (i = 0; i < sizeof codes / sizeof codes[0]; i++) {
        const unsigned long failed = fail_each_call(&good, codes[i].code, codes[i].status);

        printf("flight: %lu driver calls failed with code %d, one a run\n", failed, codes[i].code);
    }
    if (vgsim_problem_count() != 0) {
        fprintf(stderr, "the CPU device found %lu problems, the last: %s\n", vgsim_problem_count(),
                vgsim_problem_kind());
        failures++;
    }
    printf("flight: %s\n", failures == 0 ? "every failure was reported and undone" : "FAILED");
    return failures != 0;
}
