/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "numbers.h"

#include <math.h>

#include "feature.h"

static numbers p;

/* What the 8 bits mean. NaN for both NaNs. */
static double meaning(unsigned bits, int mantissa, int bias)
{
    const unsigned exponent = (bits & 0x7f) >> mantissa, fraction = bits & ((1u << mantissa) - 1);
    const double size = exponent == 0 ? ldexp(fraction, 1 - bias - mantissa)
                                      : ldexp((1 << mantissa) + (int)fraction, (int)exponent - bias - mantissa);

    if (mantissa == 3 ? (bits & 0x7f) == 0x7f : exponent == 31)
        return fraction != 0 ? NAN : bits & 0x80 ? -INFINITY : INFINITY;
    return bits & 0x80 ? -size : size;
}

/* The nearest of all that are finite; of two, the even one. */
static unsigned nearest(double x, int mantissa, int bias)
{
    const unsigned last = mantissa == 3 ? 0x7e : 0x7b;
    unsigned best = 0;

    if (isnan(x))
        return 0x7f;
    for (unsigned bits = 1; bits <= last; bits++) {
        const double now = fabs(fabs(x) - meaning(bits, mantissa, bias)),
                     then = fabs(fabs(x) - meaning(best, mantissa, bias));

        if (now < then || (now == then && bits % 2 == 0))
            best = bits;
    }
    return isinf(x) ? last | (x < 0 ? 0x80u : 0) : best | (signbit(x) ? 0x80u : 0);
}

static int same(double a, double b)
{
    return (isnan(a) && isnan(b)) || a == b;
}

static void fill(void)
{
    for (int i = 0; i < NUMBERS_N; i++) {
        /* Small whole numbers: products and sums are exact in any order. */
        numbers_a(&p)[i].x = (float)(i % 17 - 8);
        numbers_a(&p)[i].y = (float)(i % 5 * 3);
        numbers_b(&p)[i].x = (float)(i % 7 + 1);
        numbers_b(&p)[i].y = (float)(i % 11 - 5);
        /* All of them, what lies halfway between two, and a bit more. */
        numbers_x(&p)[i] = (float)(meaning((unsigned)i, 3, 7) * (i % 3 == 0 ? 1.0 : i % 3 == 1 ? 1.0625 : 1.0626));
    }
    numbers_x(&p)[1] = INFINITY;
    numbers_x(&p)[2] = -1e9f;
    numbers_x(&p)[3] = -0.0f;
}

static int complex_good(int i)
{
    const double ax = numbers_a(&p)[i].x, ay = numbers_a(&p)[i].y, bx = numbers_b(&p)[i].x, by = numbers_b(&p)[i].y;
    const double nx = ax * bx - ay * by + ax, ny = ax * by + ay * bx + ay, norm = bx * bx + by * by;
    int good = 1;

    good &= CHECK(same(numbers_product(&p)[i].x, ax * bx + ay * by + ax - 1) &&
                  same(numbers_product(&p)[i].y, ay * bx - ax * by + ay - 2));
    good &= CHECK(fabs(numbers_quotient(&p)[i].x - (nx * bx + ny * by) / norm) < 1e-12);
    good &= CHECK(fabs(numbers_quotient(&p)[i].y - (ny * bx - nx * by) / norm) < 1e-12);
    good &= CHECK(fabs(numbers_size(&p)[i] - (hypot(ax, ay) + hypot(bx, by) + ax + by)) < 1e-5);
    return good;
}

static int small_good(int i)
{
    const double x = numbers_x(&p)[i], parts[4] = {x, -x, 2 * x, 0.25};
    const float *back = &numbers_back(&p)[i].x;
    const unsigned half = numbers_pairs(&p)[i];
    int good = 1;

    good &= CHECK(numbers_narrow(&p)[i] == nearest(x, 3, 7) && numbers_narrow5(&p)[i] == nearest(x, 2, 15));
    good &= CHECK(same(numbers_wide(&p)[i], meaning((unsigned)i, 3, 7)) &&
                  same(numbers_wide5(&p)[i], meaning((unsigned)i, 2, 15)));
    good &= CHECK(half >> 8 == nearest(448, 2, 15) && (fabs(x) > 61440 || (half & 0xff) == nearest(x, 2, 15)));
    good &= CHECK(fabs(x) < 1e6 || isnan(x) || (half & 0x7f) == 0x7c); /* not cut off */
    for (int k = 0; k < 4; k++) {
        good &= CHECK((numbers_fours(&p)[i] >> 8 * k & 0xff) == nearest(parts[k], 3, 7));
        good &= CHECK(same(back[k], meaning(numbers_fours(&p)[i] >> 8 * k & 0xff, 3, 7)));
    }
    return good;
}

int main(void)
{
    OPEN_OR_SKIP(numbers_open(&p, NULL, NULL));
    fill();
    OK(numbers_detail(&p), numbers_replay(&p));
    for (int i = 0; i < NUMBERS_N && complex_good(i) && small_good(i); i++)
        ;
    OK(NULL, numbers_close(&p));
    return checks_end();
}
