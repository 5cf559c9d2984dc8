/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Frames whose echoes are known, and frames of noise. The power of every cell must be that of the reference, the
 * list must hold the cells above the threshold and no others, by range and Doppler bin, targets must be found in
 * their cells, and noise must be taken for targets as rarely as the spec says. Usage: radar_test [--noise FRAMES].
 * Exit status: 0 all agree, 1 they do not or a call failed, 2 wrong usage. */
#include "radar_form.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "radar_reference.h"
#include "report.h"
#include "scene.h"

/* Of the largest power of a frame: what single precision leaves. */
#define TOLERANCE 2e-6
/* Cells whose ratio is this close to the threshold may count either way. */
#define MARGIN 1e-3
/* Targets of the crowded frame. */
#define TARGETS 6
#define SIGMAS 4.0

static const scene_sizes sizes = {CHANNELS, PULSES, RANGES};

typedef struct bench {
    form program;
    radar_reference reference;
    float *power; /* what the device has, from the last replay */
    uint64_t random;
} bench;

static int fail(const char *what)
{
    fprintf(stderr, FORM_NAME ": %s\n", what);
    return 0;
}

static float *samples_of(bench *b)
{
    return &CALL(echo)(&b->program)->x;
}

static int replay(bench *b)
{
    const vg_status status = CALL(replay)(&b->program);

    if (status != VG_OK)
        report_failure(FORM_NAME, "replay", CALL(detail)(&b->program));
    return status == VG_OK;
}

/* ---- one frame against the reference ---- */

static int power_is_right(bench *b)
{
    comparison all = {0.0, 0.0};
    size_t i;

    if (CALL(save)(&b->program, b->power, CELLS * sizeof *b->power) != VG_OK)
        return fail("the power cannot be saved");
    for (i = 0; i < CELLS; i++)
        comparison_add(&all, (double)b->power[i], b->reference.power[i]);
    if (comparison_relative(&all) <= TOLERANCE)
        return 1;
    fprintf(stderr, FORM_NAME ": the power differs by %g of the largest\n", comparison_relative(&all));
    return 0;
}

static size_t listed(const bench *b)
{
    const size_t count = CALL(count)(&b->program)[0];

    return count < MOST ? count : MOST;
}

/* Each entry is behind the one before, has the power of its cell, and is above the threshold. */
static int entries_are_right(const bench *b)
{
    const detection *found = CALL(found)(&b->program);
    size_t before = 0, i;

    for (i = 0; i < listed(b); i++) {
        const size_t cell = (size_t)found[i].range * PULSES + found[i].doppler;

        if (found[i].range >= RANGES || found[i].doppler >= PULSES || (i > 0 && cell <= before))
            return fail("the list is out of order");
        if (memcmp(&found[i].power, &b->power[cell], sizeof b->power[cell]) != 0)
            return fail("a detection has another power than its cell");
        if (radar_reference_ratio(&b->reference, found[i].range, found[i].doppler) <
            b->reference.factor * (1.0 - MARGIN))
            return fail("a detection is below the threshold");
        before = cell;
    }
    for (; i < MOST; i++)
        if (found[i].range != 0 || found[i].doppler != 0 || fabsf(found[i].power) > 0.0f)
            return fail("there is something behind the last detection");
    return 1;
}

static const detection *find(const bench *b, size_t range, size_t doppler)
{
    const detection *found = CALL(found)(&b->program);
    size_t i;

    for (i = 0; i < listed(b); i++)
        if (found[i].range == range && found[i].doppler == doppler)
            return &found[i];
    return NULL;
}

/* No cell above the threshold is missing from the list, as far as that goes. */
static int list_is_whole(const bench *b)
{
    const detection *found = CALL(found)(&b->program);
    const size_t last = listed(b) > 0 ? (size_t)found[listed(b) - 1].range * PULSES + found[listed(b) - 1].doppler : 0;
    size_t sure = 0, likely = 0, cell;

    for (cell = 0; cell < CELLS; cell++) {
        const double ratio = radar_reference_ratio(&b->reference, cell / PULSES, cell % PULSES) / b->reference.factor;

        sure += ratio > 1.0 + MARGIN;
        likely += ratio > 1.0 - MARGIN;
        if (ratio > 1.0 + MARGIN && (listed(b) < MOST || cell <= last) && find(b, cell / PULSES, cell % PULSES) == NULL)
            return fail("a cell above the threshold is not in the list");
    }
    if (CALL(count)(&b->program)[0] < sure || CALL(count)(&b->program)[0] > likely)
        return fail("the count is not that of the cells above the threshold");
    return 1;
}

static int frame_is_right(bench *b)
{
    radar_reference_frame(&b->reference, samples_of(b));
    return power_is_right(b) && entries_are_right(b) && list_is_whole(b);
}

/* ---- frames ---- */

/* Targets of several strengths: each is in the list, and none of the cells around it has more power. */
static int test_targets(bench *b)
{
    size_t i, largest = 0;
    int range, doppler;

    scene_noise(samples_of(b), &sizes, &b->random);
    for (i = 0; i < TARGETS; i++) {
        const scene_target target = scene_place(&sizes, i, TARGETS);

        scene_add(samples_of(b), &sizes, &target, &b->random);
    }
    if (!replay(b) || !frame_is_right(b))
        return 0;
    for (i = 0; i < TARGETS; i++) {
        const scene_target target = scene_place(&sizes, i, TARGETS);
        const detection *hit = find(b, (size_t)target.range, (size_t)target.doppler);

        if (hit == NULL) {
            fprintf(stderr, FORM_NAME ": nothing was found at range %g, Doppler %g\n", target.range, target.doppler);
            return 0;
        }
        for (range = -1; range <= 1; range++)
            for (doppler = -1; doppler <= 1; doppler++) {
                const size_t beside = (size_t)((hit->range + range + RANGES) % RANGES * PULSES +
                                               (hit->doppler + doppler + PULSES) % PULSES);

                if (b->power[beside] > hit->power)
                    return fail("a target is stronger beside its cell");
            }
        largest += hit->power > 0.0f;
    }
    printf("figure: %zu of %d targets found, %" PRIu32 " cells\n", largest, TARGETS, CALL(count)(&b->program)[0]);
    return 1;
}

/* The same frame gives the same bits, whatever came before. */
static int test_again(bench *b)
{
    detection *before = (detection *)malloc(MOST * sizeof *before);
    const uint32_t count = CALL(count)(&b->program)[0];
    int same = 0;

    if (before == NULL)
        return fail("no memory");
    memcpy(before, CALL(found)(&b->program), MOST * sizeof *before);
    if (replay(b))
        same = CALL(count)(&b->program)[0] == count &&
               memcmp(before, CALL(found)(&b->program), MOST * sizeof *before) == 0;
    free(before);
    return same ? 1 : fail("the second replay of a frame gives another list");
}

/* Nothing is above the sum of nothing. */
static int test_silence(bench *b)
{
    memset(samples_of(b), 0, 2 * SAMPLES * sizeof(float));
    return replay(b) && frame_is_right(b) && CALL(count)(&b->program)[0] == 0 ? 1
                                                                              : fail("something was heard in silence");
}

/* A target in a single pulse is in every Doppler bin; several of them are more than the list has room for. */
static int test_full_list(bench *b)
{
    const size_t targets = (size_t)(MOST / PULSES) + 1;
    float *samples = samples_of(b);
    size_t i, n;

    scene_noise(samples, &sizes, &b->random);
    for (i = 0; i < targets; i++) {
        float *pulse = samples + 2 * (PULSES / 2) * RANGES; /* of the first channel */

        for (n = 0; n < RANGES; n++) {
            const double phase = 2.0 * 3.14159265358979323846 * (double)(i * RANGES / targets * n) / RANGES;

            pulse[2 * n] += 100.0f * (float)cos(phase);
            pulse[2 * n + 1] += 100.0f * (float)sin(phase);
        }
    }
    if (!replay(b) || !frame_is_right(b))
        return 0;
    return CALL(count)(&b->program)[0] > MOST ? 1 : fail("the list was to be too small");
}

/* ---- noise ---- */

/* The number of false alarms in `frames` frames must be within SIGMAS of what PFA says. Cells beside one another are
 * alike, so alarms come in groups; how many come together the frames themselves say, which are independent. */
static int test_noise(bench *b, size_t frames)
{
    const double expected = (double)frames * CELLS * SIZE_OF(PFA);
    double sum = 0.0, squares = 0.0, spread;
    size_t i;

    for (i = 0; i < frames; i++) {
        double count;

        scene_noise(samples_of(b), &sizes, &b->random);
        if (!replay(b))
            return 0;
        if (i == 0 && !frame_is_right(b))
            return 0;
        count = (double)CALL(count)(&b->program)[0];
        sum += count;
        squares += count * count;
    }
    spread = sqrt(fmax(expected, squares - sum * sum / (double)frames));
    printf("figure: %.0f false alarms in %zu frames of noise, expected %.1f, within %.1f\n", sum, frames, expected,
           SIGMAS * spread);
    return fabs(sum - expected) <= fmax(SIGMAS * spread, 3.0)
               ? 1
               : fail("the rate of false alarms is not that of the spec");
}

/* ---- all of it ---- */

/* What the threshold would be if no two cells were alike, and how often noise would be above it. */
static void print_threshold(const radar_reference *r)
{
    const double plain = radar_reference_factor(&r->sizes, 0);

    printf("threshold: %.4f of the mean around; %.4f if cells were independent, at a rate of %.3g instead of %.3g\n",
           r->factor * (double)(2 * r->sizes.train), plain * (double)(2 * r->sizes.train),
           radar_reference_false_alarms(&r->sizes, plain, 1), r->sizes.pfa);
}

static int run(bench *b, size_t frames)
{
    static const radar_sizes all = {CHANNELS, PULSES, RANGES, SIZE_OF(GUARD), SIZE_OF(TRAIN), SIZE_OF(PFA)};
    int good;

    b->random = 11;
    b->power = (float *)calloc(CELLS, sizeof *b->power);
    if (b->power == NULL || radar_reference_make(&b->reference, &all) != 0)
        return fail("no memory");
    print_threshold(&b->reference);
    good = test_targets(b) && test_again(b) && test_silence(b) && test_full_list(b) && test_noise(b, frames);
    radar_reference_free(&b->reference);
    free(b->power);
    return good;
}

int main(int argc, char **argv)
{
    static bench b;
    size_t frames = 20;
    int good;

    if (argc == 3 && strcmp(argv[1], "--noise") == 0 && atol(argv[2]) > 0)
        frames = (size_t)atol(argv[2]);
    else if (argc != 1) {
        fprintf(stderr, "usage: radar_test [--noise FRAMES]\n");
        return 2;
    }
    if (form_open(&b.program) != VG_OK) {
        report_failure(FORM_NAME, "open", CALL(detail)(&b.program));
        return 1;
    }
    good = run(&b, frames);
    if (form_close(&b.program) != VG_OK) {
        report_failure(FORM_NAME, "close", CALL(detail)(&b.program));
        return 1;
    }
    return good ? 0 : 1;
}
