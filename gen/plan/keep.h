/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage keep: which graphs give equal outputs for equal inputs, and what it takes to remember calls of them. */
#ifndef KEEP_H
#define KEEP_H

#include "base/diag.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Fills in plan_graph.keeps and plan.keep_bytes. Reports where there is no room, or nothing to keep. */
void keep_choose(diag *d, const model *m, plan *p);

/* What a kept call of a graph holds of a buffer that goes in (PLAN_UPLOAD) or comes out: these bytes; 0: none. */
uint64_t keep_piece(const model *m, const plan *p, uint32_t graph, uint32_t buffer, plan_direction direction);

#endif
