/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Smooths signals of any length up to SHAPES_LONGEST by programs for a few lengths, of which only some are open. */
#ifndef SHAPES_H
#define SHAPES_H

#include <stddef.h>

#include "vg_rt.h"

#define SHAPES_COUNT 3
#define SHAPES_LONGEST 4096
#define SHAPES_MOST_OPEN 2

/* Lengths of the programs, ascending. */
extern const size_t shapes_lengths[SHAPES_COUNT];

/* Takes the shortest program that is long enough. It is opened where it is not; when SHAPES_MOST_OPEN others are, the
 * one that was used longest ago is closed first. VG_ARGUMENT for a count of 0 or above SHAPES_LONGEST; else what a call
 * answers. */
vg_status shapes_smooth(const float *x, float *y, size_t count);
/* Closes all that are open, and returns the first failure. */
vg_status shapes_close_all(void);

/* Whether the program of this index is open, and how often it was opened. */
int shapes_is_open(size_t index);
unsigned shapes_times_opened(size_t index);
/* What is known of its last failure. */
const vg_detail *shapes_detail_of(size_t index);

#endif
