/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the controller must give: in double precision, with the constants rounded as the device has them; and in single
 * precision with every operation in the device's order, which must agree bit by bit. Without CUDA. */
#ifndef CONTROL_REFERENCE_H
#define CONTROL_REFERENCE_H

#include "design.h"

/* Forces may differ from those in double precision by so much of the largest one. */
#define CONTROL_TOLERANCE 1e-5

typedef struct reference_settings {
    float limit, trip;
    uint32_t clear;
} reference_settings;

/* In double precision. */
typedef struct control_reference {
    const design *constants;
    control_watch watched;
    double memory[CONTROL_SECTIONS][2][CONTROL_CHANNELS];
    double forces[CONTROL_CHANNELS]; /* of the last frame */
} control_reference;

/* In single precision. */
typedef struct control_exact {
    const design *constants;
    control_watch watched;
    float memory[CONTROL_SECTIONS][2][CONTROL_CHANNELS];
    float forces[CONTROL_CHANNELS]; /* of the last frame */
    control_tally tallies[CONTROL_CHANNELS];
    uint32_t counted; /* the frame of the last report */
} control_exact;

/* The constants live as long as the reference. */
void control_reference_start(control_reference *r, const design *constants);
void control_exact_start(control_exact *e, const design *constants);

/* One frame. */
void control_reference_frame(control_reference *r, const float *sensors, const reference_settings *s);
void control_exact_frame(control_exact *e, const float *sensors, const reference_settings *s);

/* What the report must be; afterwards counting begins anew. */
void control_exact_report(control_exact *e, control_tally *report, uint32_t *frames);

#endif
