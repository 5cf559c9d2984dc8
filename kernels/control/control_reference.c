/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "control_reference.h"

#include <math.h>
#include <string.h>

enum { CHANNELS = CONTROL_CHANNELS, SECTIONS = CONTROL_SECTIONS, LANES = CONTROL_LANES };

static float term(const design *d, unsigned section, unsigned which, unsigned channel)
{
    return d->sections[(section * CONTROL_TERMS + which) * CHANNELS + channel];
}

/* Whether there is a fault in this frame, and which sensor began it. */
static void look(control_watch *w, const float *sensors, const reference_settings *s)
{
    const uint32_t before = s->clear == 0 ? w->fault : 0;
    unsigned channel = 0;

    while (channel < CHANNELS && fabsf(sensors[channel]) <= s->trip)
        channel++;
    w->bad = channel < CHANNELS;
    w->fault = before | w->bad;
    if (before == 0)
        w->sensor = w->bad ? channel : 0;
    w->frame++;
}

/* ---- in double precision ---- */

void control_reference_start(control_reference *r, const design *constants)
{
    memset(r, 0, sizeof *r);
    r->constants = constants;
}

static double filtered(control_reference *r, unsigned channel, double x)
{
    unsigned section;

    for (section = 0; section < SECTIONS; section++) {
        const design *d = r->constants;
        double *first = &r->memory[section][0][channel], *second = &r->memory[section][1][channel];
        const double y = (double)term(d, section, 0, channel) * x + *first;

        *first = (double)term(d, section, 1, channel) * x + (double)term(d, section, 3, channel) * y + *second;
        *second = (double)term(d, section, 2, channel) * x + (double)term(d, section, 4, channel) * y;
        x = y;
    }
    return x;
}

void control_reference_frame(control_reference *r, const float *sensors, const reference_settings *s)
{
    double values[CHANNELS];
    unsigned row, column;

    look(&r->watched, sensors, s);
    for (column = 0; column < CHANNELS && r->watched.bad == 0; column++)
        values[column] = filtered(r, column, (double)sensors[column]);
    for (row = 0; row < CHANNELS && r->watched.fault == 0; row++) {
        double sum = 0.0;

        for (column = 0; column < CHANNELS; column++)
            sum += (double)r->constants->gains[row * CHANNELS + column] * values[column];
        r->forces[row] = fmax(fmin(sum, (double)s->limit), -(double)s->limit);
    }
}

/* ---- in single precision ---- */

void control_exact_start(control_exact *e, const design *constants)
{
    memset(e, 0, sizeof *e);
    e->constants = constants;
}

static float filtered_exactly(control_exact *e, unsigned channel, float x)
{
    unsigned section;

    for (section = 0; section < SECTIONS; section++) {
        const design *d = e->constants;
        float *first = &e->memory[section][0][channel], *second = &e->memory[section][1][channel];
        const float y = fmaf(term(d, section, 0, channel), x, *first);

        *first = fmaf(term(d, section, 1, channel), x, fmaf(term(d, section, 3, channel), y, *second));
        *second = fmaf(term(d, section, 2, channel), x, term(d, section, 4, channel) * y);
        x = y;
    }
    return x;
}

/* LANES sums of every LANES-th product, then these by halves. */
static float row_of(const float *gains, const float *values)
{
    float sums[LANES];
    unsigned lane, column, half;

    for (lane = 0; lane < LANES; lane++) {
        sums[lane] = 0.0f;
        for (column = lane; column < CHANNELS; column += LANES)
            sums[lane] = fmaf(gains[column], values[column], sums[lane]);
    }
    for (half = LANES / 2; half > 0; half /= 2)
        for (lane = 0; lane < half; lane++)
            sums[lane] += sums[lane + half];
    return sums[0];
}

static void count(control_tally *t, float sample, float force, float given, float limit)
{
    t->squares = fmaf(sample, sample, t->squares);
    t->peak = fmaxf(t->peak, fabsf(sample));
    t->effort = fmaf(given, given, t->effort);
    t->limited += fabsf(force) > limit ? 1u : 0u;
}

void control_exact_frame(control_exact *e, const float *sensors, const reference_settings *s)
{
    float values[CHANNELS];
    unsigned channel;

    look(&e->watched, sensors, s);
    if (e->watched.bad != 0)
        return;
    for (channel = 0; channel < CHANNELS; channel++)
        values[channel] = filtered_exactly(e, channel, sensors[channel]);
    for (channel = 0; channel < CHANNELS; channel++) {
        const float force = row_of(e->constants->gains + channel * CHANNELS, values);

        if (e->watched.fault == 0)
            e->forces[channel] = fmaxf(fminf(force, s->limit), -s->limit);
        count(&e->tallies[channel], sensors[channel], force, e->forces[channel], s->limit);
    }
}

void control_exact_report(control_exact *e, control_tally *report, uint32_t *frames)
{
    memcpy(report, e->tallies, sizeof e->tallies);
    memset(e->tallies, 0, sizeof e->tallies);
    *frames = e->watched.frame - e->counted;
    e->counted = e->watched.frame;
}
