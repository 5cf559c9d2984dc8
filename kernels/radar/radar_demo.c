/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* radar_demo PICTURE.svg A frame with targets that move at several speeds, some of them between two bins: prints
 * what was found for each, how long a frame takes, and draws the power of each cell. Exit status: 0; 1 where a
 * target that is strong enough was not found, or a call failed; 2 wrong usage or files. */
#include "radar_form.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "range_doppler_svg.h"
#include "report.h"
#include "scene.h"
#include "timing.h"

#define REPLAYS 20

static const scene_sizes sizes = {CHANNELS, PULSES, RANGES};

/* Shares of the ranges and of the pulses, and decibels. The last two are beside each other. */
static const scene_target places[] = {
    {0.07, 0.11, 24.0}, {0.16, 0.86, 9.0},  {0.273, 0.337, 15.0}, {0.38, 0.52, 12.0}, {0.455, 0.731, 21.0},
    {0.57, 0.204, 7.5}, {0.641, 0.9, 18.0}, {0.78, 0.43, 10.5},   {0.88, 0.62, 27.0}, {0.89, 0.69, 13.5}};

enum { TARGETS = sizeof places / sizeof places[0] };

static scene_target target_of(size_t i)
{
    scene_target target = places[i];

    target.range *= RANGES;
    target.doppler *= PULSES;
    return target;
}

static void make_frame(form *program)
{
    float *samples = &CALL(echo)(program)->x;
    uint64_t random = 20;
    size_t i;

    scene_noise(samples, &sizes, &random);
    for (i = 0; i < TARGETS; i++) {
        const scene_target target = target_of(i);

        scene_add(samples, &sizes, &target, &random);
    }
}

/* The strongest detection within a bin or two of a target; NULL if there is none. */
static const detection *find(const form *program, const scene_target *target)
{
    const detection *found = CALL(found)(program);
    const detection *best = NULL;
    size_t i;

    for (i = 0; i < CALL(count)(program)[0] && i < MOST; i++) {
        const double range = (double)found[i].range - target->range,
                     doppler = (double)found[i].doppler - target->doppler;

        if (range * range <= 4.0 && doppler * doppler <= 4.0 && (best == NULL || found[i].power > best->power))
            best = &found[i];
    }
    return best;
}

/* Prints a line for each target; returns how many were not found. */
static int print_targets(const form *program, range_doppler_ring *rings, size_t *count)
{
    int missing = 0;
    size_t i;

    *count = 0;
    printf("  range  Doppler    dB   found at\n");
    for (i = 0; i < TARGETS; i++) {
        const scene_target target = target_of(i);
        const detection *hit = find(program, &target);

        printf("  %5.1f  %7.1f  %4.1f   ", target.range, target.doppler, target.decibels);
        if (hit == NULL) {
            printf("nothing\n");
            missing++;
            continue;
        }
        printf("%u, %u with %.1f of the noise\n", hit->range, hit->doppler, (double)hit->power / CHANNELS);
        rings[*count].range = hit->range;
        rings[(*count)++].doppler = hit->doppler;
    }
    return missing;
}

static int draw(form *program, const range_doppler_ring *rings, size_t count, const char *path)
{
    float *power = (float *)calloc(CELLS, sizeof *power);
    const range_doppler_chart chart = {RANGES, PULSES, power, CHANNELS, rings, count};
    FILE *file = fopen(path, "w");
    int status = 1;

    if (file == NULL)
        perror(path);
    else if (power != NULL && CALL(save)(program, power, CELLS * sizeof *power) == VG_OK)
        status = range_doppler_svg_write(file, &chart);
    free(power);
    return file != NULL && fclose(file) == 0 && status == 0 ? 0 : 2;
}

static int run(form *program, const char *path)
{
    range_doppler_ring rings[TARGETS];
    uint64_t nanoseconds[REPLAYS];
    char device[REPORT_NAME_SIZE];
    size_t count, i;
    int missing;

    make_frame(program);
    for (i = 0; i < REPLAYS; i++) {
        const uint64_t begin = timing_now();

        if (CALL(replay)(program) != VG_OK) {
            report_failure(FORM_NAME, "replay", CALL(detail)(program));
            return 1;
        }
        nanoseconds[i] = timing_now() - begin;
    }
    timing_sort(nanoseconds, REPLAYS);
    report_device_name(0, device);
    printf(FORM_NAME " on %s: %d channels, %d pulses, %d range bins; a frame takes %.1f us\n", device, CHANNELS, PULSES,
           RANGES, (double)timing_percentile(nanoseconds, REPLAYS, 50.0) / 1000.0);
    missing = print_targets(program, rings, &count);
    printf("figure: %zu of %d targets, %" PRIu32 " cells\n", count, TARGETS, CALL(count)(program)[0]);
    if (draw(program, rings, count, path) != 0)
        return 2;
    return missing == 0 ? 0 : 1;
}

int main(int argc, char **argv)
{
    static form program;
    int status;

    if (argc != 2) {
        fprintf(stderr, "usage: radar_demo PICTURE.svg\n");
        return 2;
    }
    if (form_open(&program) != VG_OK) {
        report_failure(FORM_NAME, "open", CALL(detail)(&program));
        return 1;
    }
    status = run(&program, argv[1]);
    if (form_close(&program) != VG_OK) {
        report_failure(FORM_NAME, "close", CALL(detail)(&program));
        return 1;
    }
    return status;
}
