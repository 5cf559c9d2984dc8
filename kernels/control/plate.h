/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is controlled: an aluminium plate, 0.8 m by 0.6 m and 3 mm thick, supported along its edges, with 64 actuators
 * on a grid of 8 by 8 points and an accelerometer at each of them. It moves in its lowest 64 modes, 31 Hz to 2 kHz,
 * which two springs under the plate couple. In double precision and without CUDA. */
#ifndef PLATE_H
#define PLATE_H

enum { PLATE_ROWS = 8, PLATE_COLUMNS = 8, PLATE_POINTS = PLATE_ROWS * PLATE_COLUMNS, PLATE_MODES = PLATE_POINTS };
enum { PLATE_SPRINGS = 2 };

#define PLATE_MODAL_MASS 0.972 /* kg: a quarter of the plate's */

typedef struct plate {
    double shapes[PLATE_POINTS][PLATE_MODES]; /* of each mode at the points */
    double springs[PLATE_SPRINGS][PLATE_MODES];
    double load[PLATE_MODES];       /* where the load acts */
    double pulsations[PLATE_MODES]; /* of the modes without springs, in rad/s */
    double positions[PLATE_MODES];  /* in m */
    double speeds[PLATE_MODES];     /* in m/s */
    double pushes[PLATE_MODES];     /* forces of actuators and load, as they were last, in N */
} plate;

/* At rest. */
void plate_make(plate *p);

/* Lets `seconds` pass, in which forces (in N) and load (in N) stay as they are. */
void plate_move(plate *p, const float forces[PLATE_POINTS], double load, double seconds);

/* The accelerations at the points, in m/s2. */
void plate_sense(const plate *p, float accelerations[PLATE_POINTS]);

/* How far a point has moved, in m. */
double plate_deflection(const plate *p, unsigned point);

#endif
