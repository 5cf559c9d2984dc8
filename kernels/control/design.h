/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The constants of the controller for the plate: filters and gain matrix. */
#ifndef DESIGN_H
#define DESIGN_H

#include "control.h"

#define DESIGN_RATE 20000.0 /* frames a second */

typedef struct design {
    float sections[CONTROL_SECTIONS_COUNT];
    float gains[CONTROL_GAINS_COUNT];
} design;

void design_make(design *d);

#endif
