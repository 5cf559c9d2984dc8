/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "radar_reference.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- the threshold ---- */

/* How alike cells at this distance are behind a Hann window: its square has five lines in its spectrum. */
static double likeness(size_t distance)
{
    static const double hann[] = {1.0, -2.0 / 3.0, 1.0 / 6.0};

    return distance < sizeof hann / sizeof hann[0] ? hann[distance] : 0.0;
}

/* det(I + s R), by elimination; R is that of one side. */
static double complex determinant(size_t train, double complex s, int alike)
{
    double complex a[RADAR_REFERENCE_TRAIN][RADAR_REFERENCE_TRAIN];
    double complex product = 1.0;
    size_t i, j, k;

    for (i = 0; i < train; i++)
        for (j = 0; j < train; j++) {
            const double alike_here = alike ? likeness(i > j ? i - j : j - i) : (double)(i == j);

            a[i][j] = (double)(i == j) + s * alike_here;
        }
    for (k = 0; k < train; k++) {
        product *= a[k][k];
        for (i = k + 1; i < train; i++) {
            const double complex share = a[i][k] / a[k][k];

            for (j = k; j < train && (share != 0.0); j++)
                a[i][j] -= share * a[k][j];
        }
    }
    return product;
}

static double complex to_power(double complex base, size_t exponent)
{
    double complex product = 1.0;

    for (; exponent > 0; exponent--)
        product *= base;
    return product;
}

/* P(X - t S > 0), where X is Gamma(channels) and S is the sum of the surroundings: the inversion formula of
 * Gil-Pelaez, as a sum over odd halves of a step. Its error is the probability that |X - t S| is above 2 pi / step. */
double radar_reference_false_alarms(const radar_sizes *sizes, double factor, int alike)
{
    const double step = 0.02;
    double sum = 0.5;
    size_t n;

    for (n = 0; n < 2000; n++) {
        const double w = ((double)n + 0.5) * step;
        const double complex cell = to_power(1.0 / (1.0 - I * w), sizes->channels);
        const double complex side = 1.0 / determinant(sizes->train, I * w * factor, alike);
        const double complex all = cell * to_power(side, 2 * sizes->channels);

        sum += cimag(all) / (PI * ((double)n + 0.5));
        if (cabs(all) < 1e-18)
            break;
    }
    return sum;
}

double radar_reference_factor(const radar_sizes *sizes, int alike)
{
    double below = 0.0, above = 1.0;
    int step;

    for (step = 0; step < 50; step++) {
        const double middle = 0.5 * (below + above);

        if (radar_reference_false_alarms(sizes, middle, alike) > sizes->pfa)
            below = middle;
        else
            above = middle;
    }
    return above;
}

/* ---- transforms ---- */

/* In place, by halves; a holds real and imaginary parts in turn. */
static void transform(double *a, size_t n)
{
    size_t i, j, bit, length;

    for (i = 1, j = 0; i < n; i++) {
        for (bit = n >> 1; (j & bit) != 0; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            const double re = a[2 * i], im = a[2 * i + 1];

            a[2 * i] = a[2 * j];
            a[2 * i + 1] = a[2 * j + 1];
            a[2 * j] = re;
            a[2 * j + 1] = im;
        }
    }
    for (length = 2; length <= n; length *= 2)
        for (j = 0; j < length / 2; j++) {
            const double c = cos(2.0 * PI * (double)j / (double)length);
            const double s = -sin(2.0 * PI * (double)j / (double)length);

            for (i = j; i < n; i += length) {
                double *low = &a[2 * i], *high = &a[2 * (i + length / 2)];
                const double re = high[0] * c - high[1] * s, im = high[0] * s + high[1] * c;

                high[0] = low[0] - re;
                high[1] = low[1] - im;
                low[0] += re;
                low[1] += im;
            }
        }
}

static void make_hann(double *window, size_t n)
{
    double energy = 0.0;
    size_t i;

    for (i = 0; i < n; i++) {
        window[i] = 0.5 - 0.5 * cos(2.0 * PI * (double)i / (double)n);
        energy += window[i] * window[i];
    }
    for (i = 0; i < n; i++)
        window[i] /= sqrt(energy);
}

/* ---- a frame ---- */

static void transform_ranges(radar_reference *r, const float *samples)
{
    const size_t ranges = r->sizes.ranges;
    size_t row, i;

    for (row = 0; row < r->sizes.channels * r->sizes.pulses; row++) {
        const double weight = r->window[ranges + row % r->sizes.pulses];
        double *points = r->points + 2 * row * ranges;

        for (i = 0; i < ranges; i++) {
            points[2 * i] = weight * r->window[i] * (double)samples[2 * (row * ranges + i)];
            points[2 * i + 1] = weight * r->window[i] * (double)samples[2 * (row * ranges + i) + 1];
        }
        transform(points, ranges);
    }
}

void radar_reference_frame(radar_reference *r, const float *samples)
{
    const size_t ranges = r->sizes.ranges, pulses = r->sizes.pulses;
    double *column = r->points + 2 * r->sizes.channels * pulses * ranges;
    size_t channel, range, p;

    transform_ranges(r, samples);
    memset(r->power, 0, ranges * pulses * sizeof *r->power);
    for (channel = 0; channel < r->sizes.channels; channel++)
        for (range = 0; range < ranges; range++) {
            double *power = r->power + range * pulses;

            for (p = 0; p < pulses; p++)
                memcpy(column + 2 * p, r->points + 2 * ((channel * pulses + p) * ranges + range), 2 * sizeof *column);
            transform(column, pulses);
            for (p = 0; p < pulses; p++)
                power[p] += column[2 * p] * column[2 * p] + column[2 * p + 1] * column[2 * p + 1];
        }
}

double radar_reference_ratio(const radar_reference *r, size_t range, size_t doppler)
{
    const size_t ranges = r->sizes.ranges, pulses = r->sizes.pulses;
    double sum = 0.0, cell;
    size_t i;

    for (i = 1; i <= r->sizes.train; i++) {
        sum += r->power[(range + r->sizes.guard + i) % ranges * pulses + doppler];
        sum += r->power[(range + ranges - r->sizes.guard - i) % ranges * pulses + doppler];
    }
    cell = r->power[range * pulses + doppler];
    return cell > 0.0 ? cell / sum : 0.0;
}

int radar_reference_make(radar_reference *r, const radar_sizes *sizes)
{
    const size_t samples = sizes->channels * sizes->pulses * sizes->ranges;

    memset(r, 0, sizeof *r);
    if (sizes->train > RADAR_REFERENCE_TRAIN)
        return -1;
    r->sizes = *sizes;
    r->window = (double *)calloc(sizes->ranges + sizes->pulses, sizeof *r->window);
    r->points = (double *)calloc(2 * (samples + sizes->pulses), sizeof *r->points);
    r->power = (double *)calloc(sizes->ranges * sizes->pulses, sizeof *r->power);
    if (r->window == NULL || r->points == NULL || r->power == NULL)
        return -1;
    make_hann(r->window, sizes->ranges);
    make_hann(r->window + sizes->ranges, sizes->pulses);
    r->factor = radar_reference_factor(sizes, 1);
    return 0;
}

void radar_reference_free(radar_reference *r)
{
    free(r->window);
    free(r->points);
    free(r->power);
    memset(r, 0, sizeof *r);
}
