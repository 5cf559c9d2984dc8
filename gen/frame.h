/* SPDX-License-Identifier: MIT */
/* Stage frame: what a replay begins and ends with. Where each last node of a replayed graph is a launch, a small kernel
 * after them tells the host that the replay has ended (PLAN_END); and where such a graph has several first nodes, all of
 * them launches, another one goes before them (PLAN_BEGIN). */
#ifndef FRAME_H
#define FRAME_H

#include "arena.h"
#include "model.h"
#include "plan.h"

/* Before the kernels are compiled: adds vg_end and vg_begin, last, where a graph may come to need them. */
void frame_reserve(arena *a, model *m);

/* After place: adds the nodes, and takes out of the model those of the two kernels that no graph needs. */
void frame_choose(arena *a, model *m, plan *p);

#endif
