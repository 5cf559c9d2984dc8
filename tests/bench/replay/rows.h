/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Groups of rows; each returns 0 after a message. */
#ifndef ROWS_H
#define ROWS_H

#include "measure.h"

/* Three inputs and two outputs of 1 KiB: every way of ours beside those by hand, in the tight and in the paced loop. */
int small_measure(measure_table *t);
/* The equalizer, tight and paced. */
int equalizer_measure(measure_table *t);
/* Three inputs, five kernels, two outputs. */
int five_measure(measure_table *t);
/* One input and one output, by size and by transport. */
int size_measure(measure_table *t);
/* Eight outputs that one launch brings, in one piece or in eight. */
int pieces_measure(measure_table *t);
/* Two programs in a chain, what is between them on the device or through the host. */
int lent_measure(measure_table *t);
/* Lanes that overlap. */
int flow_measure(measure_table *t);
/* Kernels that have nothing to do with each other. */
int many_measure(measure_table *t);
/* 2 to 32 of these, and how they begin and end. */
int roots_measure(measure_table *t);
/* A thousand kernels one after the other. */
int chain_measure(measure_table *t);
/* 100 and 1,000 launches, each waited for and all at once. */
int queued_measure(measure_table *t);
/* Replays of ours that are in flight together. */
int ahead_measure(measure_table *t);
/* A setting that is kept or changed, and a timed replay. */
int tuned_measure(measure_table *t);
/* Calls one after the other and as a batch. */
int batched_measure(measure_table *t);
/* Calls that launch and calls with kept outputs, eight of them. */
int recalled_measure(measure_table *t);
/* Grids that the device sets. */
int graded_measure(measure_table *t);
/* Grids of as many blocks as fit. */
int fitted_measure(measure_table *t);
/* Steps that become one launch: in a line, folded, in a loop, side by side. */
int fused_measure(measure_table *t);
/* Replays without a launch, beside those graphs and beside the bus alone. */
int mailbox_measure(measure_table *t);
/* Opening a program of 100 nodes in a context that is there, so often; may be called again for more of the same rows. */
int start_measure(measure_table *t, unsigned long rounds);

#endif
