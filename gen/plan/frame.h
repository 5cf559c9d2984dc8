/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage frame: what a replay begins and ends with. Where each last node of a replayed graph is a launch, or a small
 * copy across the bus, a small kernel after them reports to the host that the replay has ended (PLAN_END). Where such a
 * graph has several first nodes, all of them launches, another kernel goes before them (PLAN_BEGIN). Graphs whose
 * copies are small are marked as well, because they are instantiated in another way. */
#ifndef FRAME_H
#define FRAME_H

#include "base/arena.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Adds the nodes, and their kernels to the plan. */
void frame_choose(arena *a, const model *m, plan *p);

#endif
