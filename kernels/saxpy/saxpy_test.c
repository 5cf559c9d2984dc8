/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Runs saxpy again and again on new random inputs and compares every output with the reference.
 * Usage: saxpy_test [--replays N]. Exit status: 0 all agree, 1 they do not or a call failed, 2 wrong usage. */
#include "saxpy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "noise.h"
#include "report.h"
#include "saxpy_reference.h"
#include "timing.h"

#define TOLERANCE 1e-5
#define DEFAULT_REPLAYS 1000
#define MOST_REPLAYS 10000000
#define PATIENCE_NS UINT64_C(10000000000)

static void fill_inputs(saxpy *program, uint64_t *seed)
{
    float *x = saxpy_x(program);
    float *y = saxpy_y(program);
    float *z = saxpy_z(program);
    size_t i;

    for (i = 0; i < SAXPY_N; ++i) {
        x[i] = noise_float(seed);
        y[i] = noise_float(seed);
        z[i] = noise_float(seed);
    }
}

/* The inputs are read from pinned memory again, so a replay that changed them shows too. */
static void compare_outputs(saxpy *program, comparison *c)
{
    const float *u = saxpy_u(program);
    const float *v = saxpy_v(program);
    double u_expected[SAXPY_N];
    double v_expected[SAXPY_N];
    size_t i;

    saxpy_reference(saxpy_x(program), saxpy_y(program), saxpy_z(program), (float)SAXPY_SCALE, u_expected, v_expected,
                    SAXPY_N);
    for (i = 0; i < SAXPY_N; ++i) {
        comparison_add(c, (double)u[i], u_expected[i]);
        comparison_add(c, (double)v[i], v_expected[i]);
    }
}

static int run(saxpy *program, size_t replays, uint64_t *nanoseconds, comparison *c)
{
    uint64_t seed = 1;
    size_t i;

    for (i = 0; i < replays; ++i) {
        uint64_t begin;
        vg_status status;

        fill_inputs(program, &seed);
        begin = timing_now();
        status = saxpy_start(program);
        if (status == VG_OK) {
            status = saxpy_finish(program, PATIENCE_NS);
        }
        nanoseconds[i] = timing_now() - begin;
        if (status != VG_OK) {
            report_failure("saxpy", "replay", saxpy_detail(program));
            return 1;
        }
        compare_outputs(program, c);
    }
    return 0;
}

static void print_summary(size_t replays, uint64_t *nanoseconds, double error)
{
    char device[REPORT_NAME_SIZE];

    report_device_name(0, device);
    timing_sort(nanoseconds, replays);
    printf("saxpy on %s: %zu replays\n", device, replays);
    printf("figure: median %.1f us, p99 %.1f us a replay\n",
           (double)timing_percentile(nanoseconds, replays, 50.0) / 1000.0,
           (double)timing_percentile(nanoseconds, replays, 99.0) / 1000.0);
    printf("figure: largest error %.2e of the largest magnitude (allowed: %.0e)\n", error, TOLERANCE);
}

static int test(size_t replays, uint64_t *nanoseconds)
{
    saxpy program;
    comparison c = {0.0, 0.0};
    double error;
    int failed;

    memset(&program, 0, sizeof program);
    if (saxpy_open(&program, NULL, NULL) != VG_OK) {
        report_failure("saxpy", "open", saxpy_detail(&program));
        return 1;
    }
    failed = run(&program, replays, nanoseconds, &c);
    error = comparison_relative(&c);
    if (!failed) {
        print_summary(replays, nanoseconds, error);
        if (error > TOLERANCE) {
            fprintf(stderr, "saxpy: the outputs differ from the reference by more than %.0e\n", TOLERANCE);
            failed = 1;
        }
    }
    if (saxpy_close(&program) != VG_OK) {
        report_failure("saxpy", "close", saxpy_detail(&program));
        failed = 1;
    }
    return failed;
}

/* Returns 0, or -1 when the text is no number from 1 to MOST_REPLAYS. */
static int parse_count(const char *text, unsigned long *count)
{
    char *end;

    *count = strtoul(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && *end == '\0' && *count > 0 && *count <= MOST_REPLAYS ? 0 : -1;
}

int main(int argc, char **argv)
{
    unsigned long replays = DEFAULT_REPLAYS;
    uint64_t *nanoseconds;
    int failed;

    if (argc > 1 && (argc != 3 || strcmp(argv[1], "--replays") != 0 || parse_count(argv[2], &replays) != 0)) {
        fprintf(stderr, "usage: saxpy_test [--replays N]   1 to %d, %d if not given\n", MOST_REPLAYS, DEFAULT_REPLAYS);
        return 2;
    }
    nanoseconds = (uint64_t *)calloc(replays, sizeof *nanoseconds);
    if (nanoseconds == NULL) {
        fprintf(stderr, "saxpy: no memory for %lu measurements\n", replays);
        return 1;
    }
    failed = test(replays, nanoseconds);
    free(nanoseconds);
    return failed;
}
