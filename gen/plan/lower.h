/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage lower: steps and runs → nodes with byte ranges and access. */
#ifndef LOWER_H
#define LOWER_H

#include "base/arena.h"
#include "plan/plan.h"
#include "spec/model.h"

void lower_graphs(arena *a, diag *d, const model *m, plan *p);

/* Lets vg_copy_pieces launch the transfers that have more than one piece. */
void lower_pieces(arena *a, plan *p);

/* Records in each body which node holds it, after nodes have moved. */
void lower_link_bodies(plan *p);

#endif
