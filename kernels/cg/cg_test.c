/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Solves for several right-hand sides. Iterations must be those of the reference, and so must be the residual after
 * each one and the solution; the residual of the solution, computed anew, must be small.
 * Usage: cg_test [--once]: only one right-hand side. Exit status: 0 all agree, 1 they do not or a call failed. */
#include "cg.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg_reference.h"
#include "compare.h"
#include "report.h"
#include "sides.h"
#include "timing.h"

#define TOLERANCE 1e-12
#define PATIENCE_NS UINT64_C(60000000000)

enum { SIZE = CG_SIZE, POINTS = CG_POINTS };

static int solve(cg *program, double tolerance, uint64_t *nanoseconds)
{
    const uint64_t begin = timing_now();
    vg_status status = cg_set_tolerance(program, tolerance);

    if (status == VG_OK)
        status = cg_start(program);
    if (status == VG_OK)
        status = cg_finish(program, PATIENCE_NS);
    *nanoseconds = timing_now() - begin;
    if (status != VG_OK)
        report_failure("cg", "solve", cg_detail(program));
    return status == VG_OK;
}

static double largest_of(const double *b)
{
    double largest = 0.0;
    size_t i;

    for (i = 0; i < POINTS; i++)
        largest = fmax(largest, fabs(b[i]));
    return largest;
}

/* The residual's norm is at most `tolerance` times that of b, so no element is larger than that, apart from
 * rounding. */
static int is_solved(const cg *program, const double *b, double tolerance)
{
    return cg_residual(b, cg_x(program), SIZE) <= 2.0 * tolerance * SIZE * largest_of(b);
}

static int is_right(const cg *program, const cg_reference *expected)
{
    comparison x = {0.0, 0.0};
    comparison history = {0.0, 0.0};
    size_t i;

    for (i = 0; i < POINTS; i++)
        comparison_add(&x, cg_x(program)[i], expected->x[i]);
    for (i = 0; i <= CG_MOST; i++)
        comparison_add(&history, cg_history(program)[i], expected->history[i]);
    return cg_iterations(program)[0] == expected->iterations && (cg_running(program)[0] != 0) == expected->running &&
           comparison_relative(&x) <= TOLERANCE && comparison_relative(&history) <= TOLERANCE;
}

static int run_side(cg *program, cg_reference *expected, side_kind kind, double tolerance)
{
    double *b = cg_b(program);
    uint64_t nanoseconds;

    side_fill(kind, b, SIZE);
    cg_reference_solve(expected, b, tolerance);
    if (!solve(program, tolerance, &nanoseconds))
        return 0;
    if (!is_right(program, expected) || (!expected->running && !is_solved(program, b, tolerance))) {
        fprintf(stderr,
                "cg: %s, tolerance %g: %" PRIu32 " iterations, %" PRIu32 " by the reference, or another result\n",
                side_name(kind), tolerance, cg_iterations(program)[0], expected->iterations);
        return 0;
    }
    printf("figure: %s %.0e: %" PRIu32 " iterations%s, %.1f us each\n", side_name(kind), tolerance,
           expected->iterations, expected->running ? " and not there" : "",
           expected->iterations > 0 ? (double)nanoseconds / 1000.0 / (double)expected->iterations : 0.0);
    return 1;
}

/* Against what b was made from: what differs is the residual, enlarged by how badly A is conditioned. */
static int is_smooth(const cg *program)
{
    comparison x = {0.0, 0.0};
    size_t row, column;

    for (row = 0; row < SIZE; row++)
        for (column = 0; column < SIZE; column++)
            comparison_add(&x, cg_x(program)[row * SIZE + column], side_smooth(SIZE, row, column));
    return comparison_relative(&x) < 1e-4;
}

static int run(cg *program, cg_reference *expected, int once)
{
    char device[REPORT_NAME_SIZE];
    int good;

    report_device_name(0, device);
    printf("cg on %s: %d x %d\n", device, SIZE, SIZE);
    good = run_side(program, expected, SIDE_SMOOTH, 1e-8) && is_smooth(program);
    if (once)
        return good;
    good = good && run_side(program, expected, SIDE_POINT, 1e-8) && run_side(program, expected, SIDE_RANDOM, 1e-8);
    good = good && run_side(program, expected, SIDE_RANDOM, 1e-3) && run_side(program, expected, SIDE_ZERO, 1e-8);
    good = good && run_side(program, expected, SIDE_POINT, 1.0);                      /* small enough at once */
    return good && run_side(program, expected, SIDE_POINT, 0.0) && expected->running; /* never small enough */
}

int main(int argc, char **argv)
{
    static cg program;
    cg_reference expected;
    int good = 0;

    if (argc > 2 || (argc == 2 && strcmp(argv[1], "--once") != 0)) {
        fprintf(stderr, "usage: cg_test [--once]\n");
        return 2;
    }
    if (cg_open(&program, NULL, NULL) != VG_OK) {
        report_failure("cg", "open", cg_detail(&program));
        return 1;
    }
    if (cg_reference_make(&expected, SIZE, CG_BLOCK, CG_CHUNK, CG_MOST) != 0)
        fprintf(stderr, "cg: no memory\n");
    else
        good = run(&program, &expected, argc == 2);
    cg_reference_free(&expected);
    if (cg_close(&program) != VG_OK) {
        report_failure("cg", "close", cg_detail(&program));
        good = 0;
    }
    return good ? 0 : 1;
}
