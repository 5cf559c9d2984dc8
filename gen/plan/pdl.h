/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage pdl: which edges are programmatic, so that a kernel may begin before the one before it has ended. */
#ifndef PDL_H
#define PDL_H

#include "base/arena.h"
#include "image/image.h"
#include "plan/plan.h"

/* Fills in node->programmatic and node->overlaps for each target on its own. Edges stay what they are. */
void pdl_choose(arena *a, const model *m, const image *i, plan *p);

/* "programmatic", or why an edge to this node is not, in a few words. */
const char *pdl_words(arena *a, const plan *p, const plan_graph *g, const plan_node *to, size_t edge,
                      plan_overlap overlap);

#endif
