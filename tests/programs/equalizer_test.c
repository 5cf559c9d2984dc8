/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The equalizer on a synthetic voice: every frame's samples and levels against the reference, gain changes between
 * frames, the history from frame to frame, and the same bytes in every run, whatever order blocks and nodes take.
 * Runs on a GPU and on the CPU device, which reports problems of its own. Usage: equalizer_test [--frames N] */
#include "equalizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#include "compare.h"
#include "equalizer_reference.h"
#include "noise.h"
#include "report.h"
#include "sim/vgsim.h"

/* NULL on a GPU, where there is no CPU device to ask. */
#pragma weak vgsim_seed
#pragma weak vgsim_problem_count
#pragma weak vgsim_live_count

#define MOST_FRAMES 50
#define STEP_FRAMES 7 /* between two gains */
#define SEEDS 4
#define TOLERANCE 1e-5

/* All that a run gives. */
typedef struct recording {
    float y[MOST_FRAMES][EQUALIZER_FRAME];
    uint64_t energy[MOST_FRAMES][2];
    float peak[MOST_FRAMES][2];
} recording;

static float sound[MOST_FRAMES][EQUALIZER_FRAME];
static recording first_run;
static recording other_run;
static size_t frames = MOST_FRAMES;
static int failures;

VG_STATIC_ASSERT(EQUALIZER_TAPS == TAPS_COUNT, reference_has_the_filter_of_the_spec);

static void expect(int condition, const char *what)
{
    if (!condition) {
        fprintf(stderr, "equalizer_test: %s\n", what);
        ++failures;
    }
}

static void expect_ok(vg_status status, const char *doing, const equalizer *program)
{
    if (status != VG_OK) {
        report_failure("equalizer_test", doing, equalizer_detail(program));
        exit(1);
    }
}

/* Harmonics of 120 Hz that swell four times a second, and noise like that of an s in every other quarter. */
static void make_sound(void)
{
    const double pi = 3.14159265358979323846;
    uint64_t state = 7;
    size_t i;

    for (i = 0; i < (size_t)MOST_FRAMES * EQUALIZER_FRAME; ++i) {
        const double time = (double)i / TAPS_RATE;
        const double swell = 0.5 - 0.5 * cos(2.0 * pi * 4.0 * time);
        double sample = 0.0;
        int harmonic;

        for (harmonic = 1; harmonic <= 30; ++harmonic) {
            sample += 0.3 / harmonic * sin(2.0 * pi * 120.0 * harmonic * time + harmonic);
        }
        if ((size_t)(time * 8.0) % 2 != 0) {
            sample += 0.2 * (double)noise_float(&state);
        }
        sound[i / EQUALIZER_FRAME][i % EQUALIZER_FRAME] = (float)(0.8 * swell * sample);
    }
}

/* Changes now and then, keeps what it was in between, and is 0 once. */
static float gain_of(size_t frame)
{
    static const float gains[] = {1.0f, 0.25f, 3.0f, 0.0f, 1.5f, -1.0f, 0.1f, 2.0f};

    return gains[frame / STEP_FRAMES];
}

static void run(recording *out)
{
    equalizer program;
    size_t frame;

    memset(&program, 0, sizeof program);
    expect_ok(equalizer_open(&program, NULL, NULL), "open", &program);
    expect(equalizer_gain(&program) == 1.0f, "the gain is not the spec's after open");
    for (frame = 0; frame < frames; ++frame) {
        memcpy(equalizer_x(&program), sound[frame], sizeof sound[frame]);
        if (frame > 0 && gain_of(frame) != gain_of(frame - 1)) {
            expect_ok(equalizer_set_gain(&program, gain_of(frame)), "set_gain", &program);
        }
        expect_ok(equalizer_start(&program), "start", &program);
        expect_ok(equalizer_finish(&program, VG_FOREVER), "finish", &program);
        expect(equalizer_gain(&program) == gain_of(frame), "the gain is not the one that was set");
        memcpy(out->y[frame], equalizer_y(&program), sizeof out->y[frame]);
        memcpy(out->energy[frame], equalizer_energy(&program), sizeof out->energy[frame]);
        memcpy(out->peak[frame], equalizer_peak(&program), sizeof out->peak[frame]);
    }
    expect(equalizer_stats(&program)->replays == frames, "the statistics count other replays");
    expect_ok(equalizer_close(&program), "close", &program);
}

static void compare_level(comparison *energy, comparison *peak, const recording *r, size_t frame, size_t which,
                          const equalizer_level *level)
{
    comparison_add(energy, (double)r->energy[frame][which] / (double)EQUALIZER_ENERGY_ONE, level->energy);
    comparison_add(peak, (double)r->peak[frame][which], level->peak);
}

static void expect_close(const comparison *c, const char *what)
{
    const double error = comparison_relative(c);

    printf("figure: %s: largest error %.2e of %.3g\n", what, error, c->magnitude);
    expect(error <= TOLERANCE, "too far from the reference");
    expect(c->magnitude > 0.01, "the test signal is silent");
}

/* With `forgetful`, from a reference that loses its history before every frame. */
static void compare(const recording *r, int forgetful, comparison *y, comparison *energy, comparison *peak)
{
    equalizer_reference reference;
    float taps[TAPS_COUNT];
    size_t frame;

    memset(y, 0, sizeof *y);
    memset(energy, 0, sizeof *energy);
    memset(peak, 0, sizeof *peak);
    taps_design(taps);
    equalizer_reference_start(&reference, taps);
    for (frame = 0; frame < frames; ++frame) {
        double expected[EQUALIZER_FRAME];
        equalizer_level before;
        equalizer_level after;
        size_t i;

        if (forgetful) {
            equalizer_reference_start(&reference, taps);
        }
        equalizer_reference_next(&reference, sound[frame], gain_of(frame), expected, EQUALIZER_FRAME, &before, &after);
        for (i = 0; i < EQUALIZER_FRAME; ++i) {
            comparison_add(y, (double)r->y[frame][i], expected[i]);
        }
        compare_level(energy, peak, r, frame, 0, &before);
        compare_level(energy, peak, r, frame, 1, &after);
    }
}

static void test_against_reference(void)
{
    comparison y;
    comparison energy;
    comparison peak;

    compare(&first_run, 0, &y, &energy, &peak);
    expect_close(&y, "samples");
    expect_close(&energy, "sum of squares");
    expect_close(&peak, "peak");
    /* That comparison must be able to tell: without a history the samples are far off. */
    compare(&first_run, 1, &y, &energy, &peak);
    expect(comparison_relative(&y) > 100.0 * TOLERANCE, "the test cannot see whether the history is kept");
}

/* Opening again starts from silence, and neither blocks nor nodes in another order change a bit. */
static void test_repeatable(void)
{
    uint64_t seed;

    for (seed = 1; seed <= SEEDS; ++seed) {
        if (vgsim_seed != NULL) {
            vgsim_seed(seed);
        }
        memset(&other_run, 0, sizeof other_run);
        run(&other_run);
        expect(memcmp(&first_run, &other_run, sizeof first_run) == 0, "another run gives other bytes");
    }
}

static int parse_arguments(int argc, char **argv)
{
    char *end;

    if (argc == 1) {
        return 0;
    }
    if (argc != 3 || strcmp(argv[1], "--frames") != 0 || argv[2][0] < '0' || argv[2][0] > '9') {
        return -1;
    }
    frames = strtoul(argv[2], &end, 10);
    return *end == '\0' && frames > STEP_FRAMES && frames <= MOST_FRAMES ? 0 : -1;
}

int main(int argc, char **argv)
{
    if (parse_arguments(argc, argv) != 0) {
        fprintf(stderr, "usage: equalizer_test [--frames N]   %d to %d\n", STEP_FRAMES + 1, MOST_FRAMES);
        return 2;
    }
    make_sound();
    run(&first_run);
    test_against_reference();
    test_repeatable();
    if (vgsim_problem_count != NULL) {
        expect(vgsim_problem_count() == 0, "the CPU device found a problem");
        expect(vgsim_live_count() == 0, "something is left after close");
    }
    printf("equalizer_test: %zu frames, %d runs: %s\n", frames, 1 + SEEDS, failures == 0 ? "all agree" : "FAILED");
    return failures != 0;
}
