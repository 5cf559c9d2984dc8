/* SPDX-License-Identifier: MIT */
/* Stage frame: what a replay begins and ends with. Where each last node of a replayed graph is a launch, or a small copy
 * across the bus, a small kernel after them tells the host that the replay has ended (PLAN_END); and where such a graph
 * has several first nodes, all of them launches, another one goes before them (PLAN_BEGIN). Graphs whose copies are small
 * are marked, too, because they are instantiated in another way. */
#ifndef FRAME_H
#define FRAME_H

#include "base/arena.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Adds the nodes, and their kernels to the plan. */
void frame_choose(arena *a, const model *m, plan *p);

#endif
