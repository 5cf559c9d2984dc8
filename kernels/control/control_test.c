/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Frames whose forces are known. They must be those of the reference in single precision, bit by bit, and within a
 * bound those in double precision: for noise, for settings that change, with faults of every kind, in step mode,
 * after reset and restore, and in the mailbox; so must the reports. Then the plate is loaded, and must come to rest.
 * Usage: control_test [--frames N]: of the plate. Exit status: 0 all agree, 1 they do not or a call failed, 2 wrong
 * usage. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "control_reference.h"
#include "frames.h"
#include "noise.h"
#include "report.h"

enum { CHANNELS = CONTROL_CHANNELS };

typedef struct bench {
    frames all;
    control_reference reference;
    control_exact exact;
    comparison forces;
    uint64_t random;
    unsigned frame;
} bench;

typedef vg_status (*replay_of)(control *p);

static int fail(const bench *b, const char *what)
{
    fprintf(stderr, "control: frame %u: %s\n", b->frame, what);
    return 0;
}

static void start_references(bench *b)
{
    control_reference_start(&b->reference, &b->all.constants);
    control_exact_start(&b->exact, &b->all.constants);
}

/* ---- one frame against the references ---- */

static int is_right(bench *b)
{
    const control *p = &b->all.program;
    unsigned channel;

    if (memcmp(control_forces(p), b->exact.forces, sizeof b->exact.forces) != 0)
        return fail(b, "forces that are not those of the reference");
    if (memcmp(control_status(p), &b->exact.watched, sizeof b->exact.watched) != 0)
        return fail(b, "another status than that of the reference");
    for (channel = 0; channel < CHANNELS; channel++)
        comparison_add(&b->forces, (double)control_forces(p)[channel], b->reference.forces[channel]);
    return 1;
}

static int frame_by(bench *b, replay_of replay, const float *sensors)
{
    control *p = &b->all.program;
    const reference_settings s = {control_limit(p), control_trip(p), control_clear(p)};

    b->frame++;
    control_reference_frame(&b->reference, sensors, &s);
    control_exact_frame(&b->exact, sensors, &s);
    memcpy(control_sensors(p), sensors, CONTROL_SENSORS_BYTES);
    if (replay(p) != VG_OK) {
        report_failure("control", "frame", control_detail(p));
        return 0;
    }
    return is_right(b);
}

static int frame_of(bench *b, const float *sensors)
{
    return frame_by(b, control_control_replay, sensors);
}

static void make_noise(bench *b, float *sensors, float largest)
{
    unsigned channel;

    for (channel = 0; channel < CHANNELS; channel++)
        sensors[channel] = largest * noise_float(&b->random);
}

static int noise_frames(bench *b, unsigned count, float largest)
{
    float sensors[CHANNELS];
    unsigned i;

    for (i = 0; i < count; i++) {
        make_noise(b, sensors, largest);
        if (!frame_of(b, sensors))
            return 0;
    }
    return 1;
}

static int report_is_right(bench *b)
{
    control_tally expected[CHANNELS];
    uint32_t counted;

    control_exact_report(&b->exact, expected, &counted);
    if (!frames_report(&b->all))
        return 0;
    if (memcmp(control_report(&b->all.program), expected, sizeof expected) != 0 ||
        control_frames(&b->all.program)[0] != counted)
        return fail(b, "another report than that of the reference");
    return 1;
}

/* ---- settings ---- */

static int set_limit(bench *b, float limit)
{
    return control_set_limit(&b->all.program, limit) == VG_OK || fail(b, "set_limit");
}

static int set_trip(bench *b, float trip)
{
    return control_set_trip(&b->all.program, trip) == VG_OK || fail(b, "set_trip");
}

static int set_clear(bench *b, uint32_t clear)
{
    return control_set_clear(&b->all.program, clear) == VG_OK || fail(b, "set_clear");
}

static int limits_are_right(bench *b)
{
    unsigned channel;

    if (!set_limit(b, 0.0f) || !noise_frames(b, 3, 500.0f))
        return 0;
    for (channel = 0; channel < CHANNELS; channel++)
        if (control_forces(&b->all.program)[channel] != 0.0f)
            return fail(b, "a force beyond a limit of 0");
    if (!set_limit(b, 0.05f) || !noise_frames(b, 20, 1500.0f) || !report_is_right(b))
        return 0;
    for (channel = 0; channel < CHANNELS; channel++)
        if (control_report(&b->all.program)[channel].limited == 0)
            return fail(b, "an actuator that never reached a low limit");
    return set_limit(b, 5.0f) && noise_frames(b, 20, 500.0f);
}

/* ---- faults ---- */

/* A frame of noise in which one sensor says that. */
static int bad_frame(bench *b, unsigned sensor, float value)
{
    float sensors[CHANNELS];

    make_noise(b, sensors, 100.0f);
    sensors[sensor] = value;
    return frame_of(b, sensors);
}

static int frozen(bench *b, const float *before, unsigned sensor)
{
    const control_watch *w = control_status(&b->all.program);

    if (memcmp(control_forces(&b->all.program), before, CONTROL_FORCES_BYTES) != 0)
        return fail(b, "forces that move in spite of a fault");
    return (w->fault == 1 && w->sensor == sensor) || fail(b, "a fault of another sensor");
}

static int moving(bench *b, const float *before)
{
    if (control_status(&b->all.program)->fault != 0)
        return fail(b, "a fault that does not end");
    return memcmp(control_forces(&b->all.program), before, CONTROL_FORCES_BYTES) != 0 || fail(b, "forces that stay");
}

/* The sensor fails for a frame; the forces stay until `clear`, which does not help while a sensor is bad. */
static int fault_is_right(bench *b, unsigned sensor, float value)
{
    const unsigned other = (sensor + 17) % CHANNELS;
    float before[CHANNELS];

    if (!noise_frames(b, 5, 100.0f))
        return 0;
    memcpy(before, control_forces(&b->all.program), sizeof before);
    if (!bad_frame(b, sensor, value) || !frozen(b, before, sensor) || !noise_frames(b, 3, 100.0f) ||
        !frozen(b, before, sensor) || !bad_frame(b, other, value) || !frozen(b, before, sensor))
        return 0;
    if (!set_clear(b, 1) || !bad_frame(b, other, value) || !frozen(b, before, other))
        return 0;
    return noise_frames(b, 1, 100.0f) && moving(b, before) && set_clear(b, 0) && noise_frames(b, 2, 100.0f) &&
           moving(b, before) && report_is_right(b);
}

static int faults_are_right(bench *b)
{
    static const unsigned sensors[] = {0, 31, 32, 63, 5};
    const float values[] = {NAN, INFINITY, -INFINITY, 2000.5f, -2001.0f};
    size_t i;

    for (i = 0; i < sizeof sensors / sizeof *sensors; i++)
        if (!fault_is_right(b, sensors[i], values[i]))
            return 0;
    /* What is just within is none. */
    if (!bad_frame(b, 9, 2000.0f) || control_status(&b->all.program)->fault != 0)
        return fail(b, "a fault without a reason");
    return set_trip(b, 50.0f) && bad_frame(b, 0, 50.5f) && control_status(&b->all.program)->fault == 1 &&
           set_trip(b, 2000.0f) && set_clear(b, 1) && noise_frames(b, 1, 100.0f) && set_clear(b, 0);
}

/* ---- other ways to replay ---- */

static int steps_are_right(bench *b)
{
    float sensors[CHANNELS];
    unsigned i;

    for (i = 0; i < 6; i++) {
        make_noise(b, sensors, 100.0f);
        if (!frame_by(b, i % 2 == 0 ? control_control_step : control_control_replay, sensors))
            return 0;
    }
    return 1;
}

/* Restored, the same frames give the same forces. */
static int state_is_right(bench *b)
{
    static unsigned char state[CONTROL_STATE_BYTES];
    const control_reference reference = b->reference;
    const control_exact exact = b->exact;
    const uint64_t random = b->random;

    if (control_save(&b->all.program, state, sizeof state) != VG_OK || !noise_frames(b, 5, 100.0f))
        return fail(b, "save");
    if (control_restore(&b->all.program, state, sizeof state) != VG_OK)
        return fail(b, "restore");
    b->reference = reference;
    b->exact = exact;
    b->random = random;
    if (!noise_frames(b, 5, 100.0f) || control_reset(&b->all.program) != VG_OK)
        return fail(b, "reset");
    start_references(b);
    return noise_frames(b, 5, 100.0f) && report_is_right(b);
}

/* ---- in the mailbox ---- */

/* What has no place while a resident block replays. */
static int refuses_while_armed(bench *b)
{
    static unsigned char state[CONTROL_STATE_BYTES];
    control *p = &b->all.program;

    return (control_arm(p) == VG_STATE && control_control_step(p) == VG_STATE && control_reset(p) == VG_STATE &&
            control_save(p, state, sizeof state) == VG_STATE && control_restore(p, state, sizeof state) == VG_STATE) ||
           fail(b, "something goes that has no place while armed");
}

/* Everything as before, without a launch; state, settings and faults go on from one to the other and back. */
static int mailbox_is_right(bench *b)
{
    unsigned cycle;

    if (!frames_arm(&b->all) || !noise_frames(b, 50, 100.0f) || !report_is_right(b) || !refuses_while_armed(b) ||
        !limits_are_right(b) || !faults_are_right(b) || !frames_disarm(&b->all))
        return 0;
    if (control_disarm(&b->all.program) != VG_STATE)
        return fail(b, "disarmed twice");
    for (cycle = 0; cycle < 10; cycle++)
        if (!noise_frames(b, 2, 100.0f) || !frames_arm(&b->all) || !noise_frames(b, 2, 100.0f) ||
            !frames_disarm(&b->all))
            return 0;
    return noise_frames(b, 5, 100.0f) && report_is_right(b);
}

/* ---- the plate ---- */

/* The energy of a plate about where it rests under its load is hard to say, but not how fast its points still move. */
static double speed_of(const plate *p)
{
    double sum = 0.0;
    unsigned mode;

    for (mode = 0; mode < PLATE_MODES; mode++)
        sum += p->speeds[mode] * p->speeds[mode];
    return sqrt(sum);
}

/* The largest speed among frames from there on, with and without control. */
static int plate_is_damped(bench *b, unsigned count)
{
    static const float none[CHANNELS];
    static plate alone;
    double with = 0.0, without = 0.0;
    float sensors[CHANNELS];
    unsigned i;

    if (control_reset(&b->all.program) != VG_OK)
        return fail(b, "reset");
    start_references(b);
    plate_make(&alone);
    plate_make(&b->all.plate);
    for (i = 0; i < count; i++) {
        plate_sense(&b->all.plate, sensors);
        if (!frame_of(b, sensors))
            return 0;
        plate_move(&b->all.plate, control_forces(&b->all.program), 100.0, 1.0 / DESIGN_RATE);
        plate_move(&alone, none, 100.0, 1.0 / DESIGN_RATE);
        if (i >= count * 4 / 5) {
            with = fmax(with, speed_of(&b->all.plate));
            without = fmax(without, speed_of(&alone));
        }
        if (i % FRAMES_REPORT == FRAMES_REPORT - 1 && !report_is_right(b))
            return 0;
    }
    printf("figure: after %.0f ms the plate moves at %.4f of its speed without control\n", 1000.0 * count / DESIGN_RATE,
           with / without);
    return with < 0.15 * without || fail(b, "the plate does not come to rest");
}

/* ---- all ---- */

static int run(bench *b, unsigned count)
{
    char device[REPORT_NAME_SIZE];
    int good;

    report_device_name(0, device);
    printf("control on %s\n", device);
    start_references(b);
    good = noise_frames(b, 200, 100.0f) && report_is_right(b) && limits_are_right(b) && faults_are_right(b) &&
           steps_are_right(b) && state_is_right(b) && mailbox_is_right(b) && plate_is_damped(b, count);
    if (good && comparison_relative(&b->forces) > CONTROL_TOLERANCE)
        good = fail(b, "forces that differ too much from those in double precision");
    if (good)
        printf("figure: %u frames bit by bit, largest error %.1e of the largest force (allowed: %.0e)\n", b->frame,
               comparison_relative(&b->forces), CONTROL_TOLERANCE);
    return good;
}

int main(int argc, char **argv)
{
    static bench b;
    unsigned long count = 1200;
    int good;

    if (argc == 3 && strcmp(argv[1], "--frames") == 0)
        count = strtoul(argv[2], NULL, 10);
    if ((argc != 1 && argc != 3) || count < 1000 || count > 10000000) {
        fprintf(stderr, "usage: control_test [--frames N]\n  N: from 1000\n");
        return 2;
    }
    b.random = 3;
    if (!frames_open(&b.all))
        return 1;
    good = run(&b, (unsigned)count);
    return frames_close(&b.all) && good ? 0 : 1;
}
