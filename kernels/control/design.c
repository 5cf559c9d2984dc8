/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Accelerations become speeds (an integral that lets go of what does not change), less the mounting resonance of the
 * sensor and what lies above the modes, with a lead that makes up for some of the delay. The matrix gives each mode a
 * force against its speed: on the grid the shapes of modes are orthogonal, so that it needs no inverse. */
#include "design.h"

#include <math.h>

#include "plate.h"

#define PI 3.14159265358979323846
#define SLOWEST 4.0      /* Hz: what is slower is neither integrated nor let through */
#define HIGHEST 6000.0   /* Hz */
#define RESONANCE 7500.0 /* Hz: of a typical sensor */
#define SPREAD 40.0      /* Hz: from one sensor to the next */
#define LEAD_FROM 1500.0 /* Hz */
#define LEAD_TO 9000.0   /* Hz */
#define DAMPING 0.4      /* ratio that low modes get */
#define FADING 500.0     /* Hz: modes beyond it get less */

VG_STATIC_ASSERT(CONTROL_CHANNELS == PLATE_POINTS, a_channel_is_a_point_of_the_plate);
VG_STATIC_ASSERT(CONTROL_SECTIONS == 4 && CONTROL_TERMS == 5, sections_are_those_of_the_spec);

/* (over[0] + over[1] s + over[2] s^2) / (under[0] + under[1] s + under[2] s^2), s in rad/s. */
typedef struct fraction {
    double over[3], under[3];
} fraction;

/* s becomes 2 * rate * (z - 1) / (z + 1). */
static void put_digits(const double terms[3], double digits[3])
{
    const double k = 2.0 * DESIGN_RATE;

    digits[0] = terms[0] + terms[1] * k + terms[2] * k * k;
    digits[1] = 2.0 * terms[0] - 2.0 * terms[2] * k * k;
    digits[2] = terms[0] - terms[1] * k + terms[2] * k * k;
}

/* The frequency whose image under that is the one that is meant. */
static double warped(double hertz)
{
    return 2.0 * DESIGN_RATE * tan(PI * hertz / DESIGN_RATE);
}

static void put_section(design *d, unsigned section, unsigned channel, const fraction *f)
{
    float *terms = d->sections + section * CONTROL_TERMS * CONTROL_CHANNELS + channel;
    double over[3], under[3];
    unsigned i;

    put_digits(f->over, over);
    put_digits(f->under, under);
    for (i = 0; i < 3; i++)
        terms[i * CONTROL_CHANNELS] = (float)(over[i] / under[0]);
    for (i = 1; i < 3; i++)
        terms[(i + 2) * CONTROL_CHANNELS] = (float)(-under[i] / under[0]);
}

static fraction make_fraction(double o0, double o1, double o2, double u0, double u1, double u2)
{
    fraction f;

    f.over[0] = o0;
    f.over[1] = o1;
    f.over[2] = o2;
    f.under[0] = u0;
    f.under[1] = u1;
    f.under[2] = u2;
    return f;
}

static void put_sections(design *d, unsigned channel)
{
    const double slowest = warped(SLOWEST);
    const double highest = warped(HIGHEST);
    const double resonance = warped(RESONANCE + SPREAD * ((double)(channel * 29 % 16) - 7.5) / 2.0);
    const double from = warped(LEAD_FROM), to = warped(LEAD_TO);
    const fraction integral = make_fraction(1.0, 1.0 / from, 0.0, slowest, 1.0 + slowest / to, 1.0 / to);
    const fraction notch =
        make_fraction(resonance * resonance, 0.1 * resonance, 1.0, resonance * resonance, resonance / 1.5, 1.0);
    const fraction low_pass = make_fraction(highest * highest, 0.0, 0.0, highest * highest, sqrt(2.0) * highest, 1.0);
    const fraction high_pass = make_fraction(0.0, 1.0, 0.0, slowest, 1.0, 0.0);

    put_section(d, 0, channel, &integral);
    put_section(d, 1, channel, &notch);
    put_section(d, 2, channel, &low_pass);
    put_section(d, 3, channel, &high_pass);
}

/* A force of the mode against its speed, by which its damping ratio grows by what it is to get. */
static double resistance(double pulsation)
{
    const double share = pulsation / (2.0 * PI * FADING);

    return 2.0 * DAMPING / (1.0 + share * share) * pulsation * PLATE_MODAL_MASS;
}

static void put_gains(design *d)
{
    /* The sum of a mode's squares over the grid. */
    const double square = (PLATE_ROWS + 1) / 2.0 * ((PLATE_COLUMNS + 1) / 2.0);
    static plate p;
    unsigned row, column, mode;

    plate_make(&p);
    for (row = 0; row < CONTROL_CHANNELS; row++)
        for (column = 0; column < CONTROL_CHANNELS; column++) {
            double sum = 0.0;

            for (mode = 0; mode < PLATE_MODES; mode++)
                sum -= p.shapes[row][mode] * resistance(p.pulsations[mode]) * p.shapes[column][mode];
            d->gains[row * CONTROL_CHANNELS + column] = (float)(sum / (square * square));
        }
}

void design_make(design *d)
{
    unsigned channel;

    for (channel = 0; channel < CONTROL_CHANNELS; channel++)
        put_sections(d, channel);
    put_gains(d);
}
