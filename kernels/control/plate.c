/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The modes of a plate that is supported along its edges are products of sines. Each is an oscillator; the springs add
 * a force at two points that depends on all of them. Speeds are advanced before positions (symplectic Euler), in steps
 * that are short beside the shortest period. */
#include "plate.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
#define WIDTH 0.8  /* m */
#define HEIGHT 0.6 /* m */
/* The root of bending stiffness by mass per area, of 3 mm of aluminium, in m2/s. */
#define STIFFNESS 4.62
#define LOSS 0.003         /* damping ratio of every mode */
#define SPRING 15000.0     /* N/m */
#define LONGEST_STEP 12e-6 /* s */

/* Columns of the grid are counted first; so are modes. */
static double shape(unsigned mode, double x, double y)
{
    const unsigned across = mode % PLATE_COLUMNS + 1;
    const unsigned along = mode / PLATE_COLUMNS + 1;

    return sin(PI * across * x) * sin(PI * along * y);
}

static void put_shapes(double *shapes, double x, double y)
{
    unsigned mode;

    for (mode = 0; mode < PLATE_MODES; mode++)
        shapes[mode] = shape(mode, x, y);
}

void plate_make(plate *p)
{
    unsigned point, mode;

    memset(p, 0, sizeof *p);
    for (point = 0; point < PLATE_POINTS; point++)
        put_shapes(p->shapes[point], (double)(point % PLATE_COLUMNS + 1) / (PLATE_COLUMNS + 1),
                   (double)(point / PLATE_COLUMNS + 1) / (PLATE_ROWS + 1));
    put_shapes(p->springs[0], 0.31, 0.27);
    put_shapes(p->springs[1], 0.73, 0.58);
    put_shapes(p->load, 0.38, 0.39);
    for (mode = 0; mode < PLATE_MODES; mode++) {
        const double across = (double)(mode % PLATE_COLUMNS + 1) / WIDTH;
        const double along = (double)(mode / PLATE_COLUMNS + 1) / HEIGHT;

        p->pulsations[mode] = PI * PI * STIFFNESS * (across * across + along * along);
    }
}

static double sum_of(const double *shapes, const double *amounts)
{
    double sum = 0.0;
    unsigned mode;

    for (mode = 0; mode < PLATE_MODES; mode++)
        sum += shapes[mode] * amounts[mode];
    return sum;
}

static void accelerate(const plate *p, double accelerations[PLATE_MODES])
{
    double pulls[PLATE_SPRINGS];
    unsigned mode, spring;

    for (spring = 0; spring < PLATE_SPRINGS; spring++)
        pulls[spring] = -SPRING * sum_of(p->springs[spring], p->positions);
    for (mode = 0; mode < PLATE_MODES; mode++) {
        const double pulsation = p->pulsations[mode];
        double force = p->pushes[mode];

        for (spring = 0; spring < PLATE_SPRINGS; spring++)
            force += p->springs[spring][mode] * pulls[spring];
        accelerations[mode] = force / PLATE_MODAL_MASS - pulsation * pulsation * p->positions[mode] -
                              2.0 * LOSS * pulsation * p->speeds[mode];
    }
}

void plate_move(plate *p, const float forces[PLATE_POINTS], double load, double seconds)
{
    const unsigned steps = (unsigned)ceil(seconds / LONGEST_STEP);
    const double length = seconds / steps;
    double accelerations[PLATE_MODES];
    unsigned step, mode, point;

    for (mode = 0; mode < PLATE_MODES; mode++)
        p->pushes[mode] = p->load[mode] * load;
    for (point = 0; point < PLATE_POINTS; point++)
        for (mode = 0; mode < PLATE_MODES; mode++)
            p->pushes[mode] += p->shapes[point][mode] * (double)forces[point];
    for (step = 0; step < steps; step++) {
        accelerate(p, accelerations);
        for (mode = 0; mode < PLATE_MODES; mode++) {
            p->speeds[mode] += length * accelerations[mode];
            p->positions[mode] += length * p->speeds[mode];
        }
    }
}

void plate_sense(const plate *p, float accelerations[PLATE_POINTS])
{
    double modal[PLATE_MODES];
    unsigned point;

    accelerate(p, modal);
    for (point = 0; point < PLATE_POINTS; point++)
        accelerations[point] = (float)sum_of(p->shapes[point], modal);
}

double plate_deflection(const plate *p, unsigned point)
{
    return sum_of(p->shapes[point], p->positions);
}
