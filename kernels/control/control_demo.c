/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* control_demo STEP.svg LATENCY.svg [--frames N] [--paced N] [--unpaced N]
 * A load is put onto the plate at once; the controller brings it to rest, for N frames (default 6,000). Then armed
 * frames are timed: N at 20 kHz (default 40,000) and N one after the other (default 100,000). Prints how long points go
 * on moving and how long frames took, and draws both. Exit status: 0; 1 where the plate does not come to rest or a call
 * failed; 2 wrong usage or files. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"
#include "latency_svg.h"
#include "report.h"
#include "step_svg.h"

#define LOAD 100.0 /* N */
#define LOADED 400 /* the frame in which it comes */
#define LEAST_FRAMES 3000u
#define MOST_FRAMES 200000u

/* Columns and rows from 1. */
typedef struct place {
    const char *name;
    unsigned point;
} place;

static const place places[STEP_CURVES] = {
    {"beside the load: column 4, row 4", 3 + 3 * PLATE_COLUMNS},
    {"column 2, row 2", 1 + 1 * PLATE_COLUMNS},
    {"far from it: column 7, row 6", 6 + 5 * PLATE_COLUMNS},
};

typedef struct request {
    const char *step, *latency;
    uint64_t frames, paced, unpaced;
} request;

typedef struct curves {
    float *with[STEP_CURVES], *without[STEP_CURVES], *force;
} curves;

static frames all;
static latency unpaced, paced;

/* ---- the plate ---- */

static int curves_make(curves *c, size_t count)
{
    float *values = (float *)calloc((2 * STEP_CURVES + 1) * count, sizeof *values);
    int i;

    c->force = values;
    for (i = 0; i < STEP_CURVES && values != NULL; i++) {
        c->with[i] = values + (size_t)(2 * i + 1) * count;
        c->without[i] = values + (size_t)(2 * i + 2) * count;
    }
    return values != NULL;
}

static int move(curves *c, size_t count)
{
    static const float none[CONTROL_CHANNELS];
    static plate alone;
    size_t frame;
    int i;

    plate_make(&alone);
    for (frame = 0; frame < count; frame++) {
        const double load = frame >= LOADED ? LOAD : 0.0;

        if (!frames_control(&all, load))
            return 0;
        plate_move(&alone, none, load, 1.0 / DESIGN_RATE);
        for (i = 0; i < STEP_CURVES; i++) {
            c->with[i][frame] = (float)(1000.0 * plate_deflection(&all.plate, places[i].point));
            c->without[i][frame] = (float)(1000.0 * plate_deflection(&alone, places[i].point));
        }
        c->force[frame] = control_forces(&all.program)[places[0].point];
        if (frame % FRAMES_REPORT == FRAMES_REPORT - 1 && !frames_report(&all))
            return 0;
    }
    return 1;
}

/* Milliseconds after the load until a point stays within a twentieth of where it ends. */
static double settled(const float *values, size_t count, float end)
{
    size_t frame = count;

    while (frame > LOADED && fabsf(values[frame - 1] - end) <= 0.05f * fabsf(end))
        frame--;
    return 1000.0 * (double)(frame - LOADED) / DESIGN_RATE;
}

/* Whether all points come to rest. */
static int print_points(const curves *c, size_t count)
{
    int rest = 1, i;

    printf("  comes to rest within 5 %% of its deflection:\n");
    for (i = 0; i < STEP_CURVES; i++) {
        const float end = c->with[i][count - 1];
        const double with = settled(c->with[i], count, end), without = settled(c->without[i], count, end);

        rest = rest && with < 1000.0 * (double)(count - LOADED) / DESIGN_RATE - 1.0;
        printf("    %-34s %6.3f mm: after %.1f ms; without control ", places[i].name, (double)end, with);
        if (without < 1000.0 * (double)(count - LOADED) / DESIGN_RATE - 1.0)
            printf("after %.1f ms\n", without);
        else
            printf("not in %.0f ms\n", 1000.0 * (double)(count - LOADED) / DESIGN_RATE);
    }
    return rest;
}

static void print_report(void)
{
    const control_tally *report = control_report(&all.program);
    const double counted = (double)control_frames(&all.program)[0];
    double loudest = 0.0, strongest = 0.0;
    unsigned channel, limited = 0;

    for (channel = 0; channel < CONTROL_CHANNELS; channel++) {
        loudest = fmax(loudest, (double)report[channel].peak);
        strongest = fmax(strongest, sqrt((double)report[channel].effort / counted));
        limited += report[channel].limited;
    }
    printf("  the last report, of %.0f frames: at most %.2f m/s2, %.3f N rms, %u forces limited\n", counted, loudest,
           strongest, limited);
}

/* ---- files ---- */

static int close_picture(FILE *file, int failed, const char *path)
{
    if (fclose(file) == 0 && !failed)
        return 1;
    perror(path);
    return 0;
}

static int draw_step(const curves *c, const request *r)
{
    FILE *file = fopen(r->step, "w");
    step_chart chart;
    int i;

    if (file == NULL) {
        perror(r->step);
        return 0;
    }
    for (i = 0; i < STEP_CURVES; i++) {
        chart.names[i] = places[i].name;
        chart.with[i] = c->with[i];
        chart.without[i] = c->without[i];
    }
    chart.force = c->force;
    chart.count = (size_t)r->frames;
    chart.loaded = LOADED;
    chart.seconds = 1.0 / DESIGN_RATE;
    return close_picture(file, step_svg_write(file, &chart), r->step);
}

static int draw_latency(const char *device, const request *r)
{
    const latency_chart chart = {
        device, {"one after the other", "at 20 kHz", NULL, NULL}, {&unpaced, &paced, NULL, NULL}, 2};
    FILE *file = fopen(r->latency, "w");

    if (file == NULL) {
        perror(r->latency);
        return 0;
    }
    return close_picture(file, latency_svg_write(file, &chart), r->latency);
}

/* ---- all ---- */

static int run(const curves *c, const request *r)
{
    curves mutable_curves = *c;
    char device[REPORT_NAME_SIZE];
    int rest;

    report_device_name(0, device);
    printf("control on %s: %d sensors and actuators, %.0f frames a second\n", device, (int)CONTROL_CHANNELS,
           DESIGN_RATE);
    if (!move(&mutable_curves, (size_t)r->frames))
        return 1;
    rest = print_points(c, (size_t)r->frames);
    print_report();
    if (!frames_record(&all) || !frames_arm(&all) || !frames_run(&all, &unpaced, r->unpaced, 0) ||
        !frames_run(&all, &paced, r->paced, 1) || !frames_disarm(&all))
        return 1;
    latency_print(&unpaced, "one after the other");
    latency_print(&paced, "at 20 kHz");
    if (!draw_step(c, r) || !draw_latency(device, r))
        return 2;
    if (!rest)
        fprintf(stderr, "control: the plate does not come to rest\n");
    return rest ? 0 : 1;
}

/* ---- command line ---- */

static int read_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;

    *number = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *number >= least && *number <= most;
}

static int parse(int argc, char **argv, request *r)
{
    int i;

    if (argc < 3)
        return 0;
    r->step = argv[1];
    r->latency = argv[2];
    r->frames = 6000;
    r->paced = 40000;
    r->unpaced = 100000;
    for (i = 3; i + 1 < argc; i += 2) {
        const char *name = argv[i];
        int good = 0;

        if (strcmp(name, "--frames") == 0)
            good = read_number(argv[i + 1], LEAST_FRAMES, MOST_FRAMES, &r->frames);
        else if (strcmp(name, "--paced") == 0)
            good = read_number(argv[i + 1], 1, UINT32_MAX, &r->paced);
        else if (strcmp(name, "--unpaced") == 0)
            good = read_number(argv[i + 1], 1, UINT32_MAX, &r->unpaced);
        if (!good)
            return 0;
    }
    return i == argc;
}

int main(int argc, char **argv)
{
    curves c;
    request r;
    int status;

    if (!parse(argc, argv, &r)) {
        fprintf(stderr,
                "usage: control_demo STEP.svg LATENCY.svg [--frames N] [--paced N] [--unpaced N]\n"
                "  frames of the plate, from %u to %u; of each way that is timed\n",
                LEAST_FRAMES, MOST_FRAMES);
        return 2;
    }
    memset(&c, 0, sizeof c);
    if (!curves_make(&c, (size_t)r.frames) || !frames_open(&all)) {
        free(c.force);
        return 1;
    }
    status = run(&c, &r);
    free(c.force);
    return frames_close(&all) ? status : 1;
}
