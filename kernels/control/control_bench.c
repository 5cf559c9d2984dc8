/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* control_bench [--paced N] [--unpaced N] [--picture FILE.svg]
 * How long a frame takes from the sensors to the forces in the host's memory: N frames at 20 kHz (default 100,000; 0:
 * none), and N one after the other (default 1,000,000); by launches, and armed. A report comes after every thousandth
 * frame. Exit status: 0, or 1 where a call failed or forces are not those of the reference, 2 wrong usage or files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control_reference.h"
#include "frames.h"
#include "latency_svg.h"
#include "report.h"

#define CHECKED 512u

typedef struct request {
    uint64_t paced, unpaced;
    const char *picture; /* or NULL */
} request;

static frames all;
static latency times[LATENCY_WAYS];
static char names[LATENCY_WAYS][64];
static size_t measured;

/* The first frames after a reset, bit by bit. */
static int is_right(int in_mailbox)
{
    static control_exact exact;
    const reference_settings s = {control_limit(&all.program), control_trip(&all.program), 0};
    unsigned frame;

    if (control_reset(&all.program) != VG_OK)
        return 0;
    if (in_mailbox && !frames_arm(&all))
        return 0;
    control_exact_start(&exact, &all.constants);
    for (frame = 0; frame < CHECKED; frame++) {
        control_exact_frame(&exact, all.ring[frame], &s);
        if (!frames_replay(&all, all.ring[frame]) ||
            memcmp(control_forces(&all.program), exact.forces, sizeof exact.forces) != 0) {
            fprintf(stderr, "control: the forces of frame %u are not those of the reference\n", frame);
            return 0;
        }
    }
    return !in_mailbox || frames_disarm(&all);
}

static int measure(const char *way, uint64_t count, int paced)
{
    latency *l = &times[measured];

    if (count == 0)
        return 1;
    if (!frames_run(&all, l, count < 20000 ? count / 4 : 5000, paced) || !frames_run(&all, l, count, paced))
        return 0;
    snprintf(names[measured], sizeof names[measured], "%s, %s", way, paced ? "at 20 kHz" : "one after the other");
    latency_print(l, names[measured]);
    printf("figure: %s %.2f us (p99 %.2f, worst %.0f)\n", names[measured], latency_percentile(l, 50.0),
           latency_percentile(l, 99.0), (double)l->worst / 1000.0);
    measured++;
    return 1;
}

static int draw(const char *device, const char *path)
{
    latency_chart chart;
    FILE *file = fopen(path, "w");
    int failed;

    if (file == NULL) {
        perror(path);
        return 0;
    }
    chart.device = device;
    for (chart.count = 0; chart.count < measured; chart.count++) {
        chart.names[chart.count] = names[chart.count];
        chart.ways[chart.count] = &times[chart.count];
    }
    failed = latency_svg_write(file, &chart);
    if (fclose(file) == 0 && !failed)
        return 1;
    perror(path);
    return 0;
}

static int run(const request *r)
{
    char device[REPORT_NAME_SIZE];

    report_device_name(0, device);
    printf("control on %s: %d sensors and actuators\n", device, (int)CONTROL_CHANNELS);
    if (!frames_record(&all) || !is_right(0) || !is_right(1) || !measure("graph", r->unpaced, 0) ||
        !measure("graph", r->paced, 1))
        return 1;
    if (!frames_arm(&all) || !measure("armed", r->unpaced, 0) || !measure("armed", r->paced, 1) || !frames_disarm(&all))
        return 1;
    return r->picture == NULL || measured == 0 || draw(device, r->picture) ? 0 : 2;
}

static int parse(int argc, char **argv, request *r)
{
    int i;

    r->paced = 100000;
    r->unpaced = 1000000;
    r->picture = NULL;
    for (i = 1; i + 1 < argc; i += 2) {
        char *end;
        const uint64_t number = strtoull(argv[i + 1], &end, 10);

        if (strcmp(argv[i], "--picture") == 0) {
            r->picture = argv[i + 1];
            continue;
        }
        if (argv[i + 1][0] < '0' || argv[i + 1][0] > '9' || *end != '\0' || number > UINT32_MAX)
            return 0;
        if (strcmp(argv[i], "--paced") == 0)
            r->paced = number;
        else if (strcmp(argv[i], "--unpaced") == 0)
            r->unpaced = number;
        else
            return 0;
    }
    return i == argc;
}

int main(int argc, char **argv)
{
    request r;
    int status;

    if (!parse(argc, argv, &r)) {
        fprintf(stderr, "usage: control_bench [--paced N] [--unpaced N] [--picture FILE.svg]\n");
        return 2;
    }
    if (!frames_open(&all))
        return 1;
    status = run(&r);
    return frames_close(&all) ? status : 1;
}
