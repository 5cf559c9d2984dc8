/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The program with its plate, and ways to run its frames: what test, demo and benchmark share. */
#ifndef FRAMES_H
#define FRAMES_H

#include "control.h"
#include "design.h"
#include "latency.h"
#include "plate.h"

#define FRAMES_PERIOD_NS 50000u
#define FRAMES_REPORT 1000u /* frames from one report to the next */

enum { FRAMES_RING = 4096 };

typedef struct frames {
    control program;
    design constants;
    plate plate;
    float ring[FRAMES_RING][CONTROL_CHANNELS]; /* what sensors said, for runs without the plate */
} frames;

/* Open and close the program; 0 after a message. */
int frames_open(frames *f);
int frames_close(frames *f);

/* From arm to disarm a resident block replays frames and reports, without a launch. 0 after a message. */
int frames_arm(frames *f);
int frames_disarm(frames *f);

/* One frame, whose sensors are `sensors`; and a report. 0 after a message. */
int frames_replay(frames *f, const float *sensors);
int frames_report(frames *f);

/* A frame of the plate: its sensors go into the program, and the forces act on it for a period, with that load. */
int frames_control(frames *f, double load);

/* Fills the ring from a plate that is controlled while loads come and go. */
int frames_record(frames *f);

/* Runs frames from the ring. Unpaced, each begins when the one before has ended. Paced, one begins every period, and
 * counts from when it should have; the thread looks at the clock meanwhile. A report comes after every FRAMES_REPORT
 * frames and belongs to the frame after it. 0 after a message. */
int frames_run(frames *f, latency *l, uint64_t count, int paced);

#endif
