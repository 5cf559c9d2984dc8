/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* conjugate: several right-hand sides. The solution's residual, computed anew, must be as small as asked for; iterations
 * and the residual after each of them must be those of the same algorithm on the host, apart from rounding. */
#include "feature.h"

#include <math.h>

#include "conjugate_calls.h"

enum { SIZE = CONJUGATE_SIZE, POINTS = CONJUGATE_POINTS };

static conjugate p;
static double history[CONJUGATE_MOST + 1];

static double dot(const double *x, const double *y)
{
    double sum = 0.0;
    unsigned i;

    for (i = 0; i < POINTS; i++) {
        sum += x[i] * y[i];
    }
    return sum;
}

/* y = A x */
static void apply(const double *x, double *y)
{
    unsigned i;

    for (i = 0; i < POINTS; i++) {
        y[i] = 4.0 * x[i] - (i % SIZE > 0 ? x[i - 1] : 0.0) - (i % SIZE + 1 < SIZE ? x[i + 1] : 0.0) -
               (i >= SIZE ? x[i - SIZE] : 0.0) - (i + SIZE < POINTS ? x[i + SIZE] : 0.0);
    }
}

static void give_matrix(void)
{
    const int steps[] = {-SIZE, -1, 0, 1, SIZE};
    int32_t count = 0;
    int i;
    unsigned k;

    for (i = 0; i < POINTS; i++) {
        conjugate_first(&p)[i] = count;
        for (k = 0; k < 5; k++) {
            const int j = i + steps[k];

            if (j >= 0 && j < POINTS && (steps[k] * steps[k] != 1 || i / SIZE == j / SIZE)) {
                conjugate_column(&p)[count] = j;
                conjugate_value(&p)[count++] = j == i ? 4.0 : -1.0;
            }
        }
    }
    conjugate_first(&p)[POINTS] = count;
    CHECK(count == CONJUGATE_ENTRIES);
}

/* Iterations of the host's, with `history`. */
static unsigned solve(const double *b, double tolerance)
{
    static double x[POINTS], r[POINTS], d[POINTS], q[POINTS];
    const double limit = tolerance * tolerance * dot(b, b);
    double rr = dot(b, b);
    unsigned i, count = 0;

    memset(x, 0, sizeof x);
    memcpy(r, b, sizeof r);
    memcpy(d, b, sizeof d);
    memset(history, 0, sizeof history);
    for (history[0] = rr; rr > limit && count < CONJUGATE_MOST; history[++count] = rr) {
        double alpha, beta;

        apply(d, q);
        alpha = rr / dot(d, q);
        for (i = 0; i < POINTS; i++) {
            x[i] += alpha * d[i];
            r[i] -= alpha * q[i];
        }
        beta = dot(r, r) / rr;
        rr *= beta;
        for (i = 0; i < POINTS; i++) {
            d[i] = beta * d[i] + r[i];
        }
    }
    return count;
}

static void fill_side(unsigned kind, double *b)
{
    unsigned i;

    for (i = 0; i < POINTS; i++) {
        const double row = i / SIZE, column = i % SIZE;

        b[i] = kind == 0   ? sin(0.3 * row) * cos(0.2 * column) + 0.1
               : kind == 1 ? (i == POINTS / 3 ? 1.0 : 0.0)
               : kind == 2 ? (double)(i * 7919u % 101u) / 50.0 - 1.0
                           : 0.0;
    }
}

static void solve_side(unsigned kind, double tolerance)
{
    static double b[POINTS], residual[POINTS];
    unsigned i, expected, off = 0;

    fill_side(kind, b);
    memcpy(conjugate_b(&p), b, sizeof b);
    OK(conjugate_detail(&p), conjugate_set_tolerance(&p, tolerance));
    if (!OK(conjugate_detail(&p), conjugate_replay(&p))) {
        return;
    }
    expected = solve(b, tolerance);
    apply(conjugate_x(&p), residual);
    for (i = 0; i < POINTS; i++) {
        residual[i] = b[i] - residual[i];
    }
    CHECK(conjugate_iterations(&p)[0] == expected);
    CHECK(conjugate_running(&p)[0] == 0);
    CHECK(sqrt(dot(residual, residual)) <= 1.0001 * tolerance * sqrt(dot(b, b)) + 1e-13);
    for (i = 0; i <= CONJUGATE_MOST; i++) {
        /* what rounding makes of a residual that is as small as rounding */
        off += !(fabs(conjugate_history(&p)[i] - history[i]) <= 1e-6 * history[i] + 1e-22 * history[0]);
    }
    CHECK(off == 0);
    printf("figure: side %u to %.0e: %u iterations\n", kind, tolerance, expected);
}

int main(void)
{
    const conjugate_data data = {.square = conjugate_square, .apply = conjugate_apply, .along = conjugate_along,
                                 .improve = conjugate_improve, .residual = conjugate_residual, .turn = conjugate_turn};
    const vg_status status = conjugate_open(&p, NULL, &data);
    char text[256];
    uint64_t bytes = 0;
    unsigned round;

    if (status != VG_OK && status != VG_NO_DEVICE && status != VG_NO_CUDA) {
        char detail[512];

        conjugate_calls_text(text, sizeof text);
        vg_detail_text(conjugate_detail(&p), detail, sizeof detail);
        printf("%s\n%s\n", text, detail);
    }
    OPEN_OR_SKIP(status);
    CHECK(conjugate_apply_asks(&data, &bytes) == VG_OK && bytes <= CONJUGATE_WORKSPACE);
    CHECK(conjugate_along_asks(&data, &bytes) == VG_OK && bytes <= CONJUGATE_WORKSPACE);
    give_matrix();
    for (round = 0; round < 2; round++) {
        solve_side(0, 1e-10);
        solve_side(1, 1e-10);
        solve_side(2, 1e-3);
        solve_side(3, 1e-10); /* nothing to do */
        solve_side(2, 1.0);   /* small enough at once */
    }
    CHECK(conjugate_calls_close() == 0);
    CHECK(conjugate_close(&p) == VG_OK);
    return checks_end();
}
