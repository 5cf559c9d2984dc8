/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cg_demo PICTURE.svg
 * Solves for three right-hand sides, prints what each took, and draws the residual by iteration as SVG.
 * Exit status: 0 solved, 1 a call failed or a residual stayed large, 2 wrong usage or file. */
#include "cg.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cg_reference.h"
#include "convergence_svg.h"
#include "report.h"
#include "sides.h"
#include "timing.h"

#define TOLERANCE 1e-8
#define COUNT ((size_t)CG_MOST + 1)

/* Prints one, and keeps its history. */
static int solve(cg *program, side_kind kind, convergence_curve *curve, double *history)
{
    uint64_t begin;

    side_fill(kind, cg_b(program), CG_SIZE);
    begin = timing_now();
    if (cg_replay(program) != VG_OK) {
        report_failure("cg", "solve", cg_detail(program));
        return 0;
    }
    printf("%-8s %5" PRIu32 " iterations, %8.1f us, largest residual %.1e%s\n", side_name(kind),
           cg_iterations(program)[0], (double)(timing_now() - begin) / 1000.0,
           cg_residual(cg_b(program), cg_x(program), CG_SIZE), cg_running(program)[0] != 0 ? ", not small enough" : "");
    memcpy(history, cg_history(program), COUNT * sizeof *history);
    curve->name = side_name(kind);
    curve->squares = history;
    curve->count = (size_t)cg_iterations(program)[0] + 1;
    return cg_running(program)[0] == 0;
}

static int draw(const convergence_chart *chart, const char *path)
{
    FILE *file = fopen(path, "w");
    int failed = file == NULL || convergence_svg_write(file, chart) != 0;

    if (file != NULL && fclose(file) != 0)
        failed = 1;
    if (failed)
        perror(path);
    return failed ? 2 : 0;
}

static int run(cg *program, double *histories, const char *path)
{
    static const side_kind kinds[CONVERGENCE_CURVES] = {SIDE_POINT, SIDE_SMOOTH, SIDE_RANDOM};
    char device[REPORT_NAME_SIZE];
    convergence_chart chart;
    size_t i;

    memset(&chart, 0, sizeof chart);
    chart.size = CG_SIZE;
    chart.tolerance = TOLERANCE;
    report_device_name(0, device);
    printf("cg on %s: %d x %d, tolerance %.0e\n", device, CG_SIZE, CG_SIZE, TOLERANCE);
    if (cg_set_tolerance(program, TOLERANCE) != VG_OK)
        return 1;
    for (i = 0; i < CONVERGENCE_CURVES; i++)
        if (!solve(program, kinds[i], &chart.curves[chart.count++], histories + i * COUNT))
            return 1;
    return draw(&chart, path);
}

int main(int argc, char **argv)
{
    static cg program;
    double *histories;
    int status = 1;

    if (argc != 2) {
        fprintf(stderr, "usage: cg_demo PICTURE.svg\n");
        return 2;
    }
    if (cg_open(&program, NULL, NULL) != VG_OK) {
        report_failure("cg", "open", cg_detail(&program));
        return 1;
    }
    histories = (double *)calloc(CONVERGENCE_CURVES * COUNT, sizeof *histories);
    if (histories != NULL)
        status = run(&program, histories, argv[1]);
    free(histories);
    if (cg_close(&program) != VG_OK) {
        report_failure("cg", "close", cg_detail(&program));
        status = 1;
    }
    return status;
}
