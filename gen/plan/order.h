/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage order: hazards by byte range → edges, transitively reduced. */
#ifndef ORDER_H
#define ORDER_H

#include "base/arena.h"
#include "plan/plan.h"

void order_graphs(arena *a, const model *m, plan *p);

/* Adds dependencies to an ordered graph, each from an earlier node to a later one. Keeps in *edges those that nothing
 * else implies, with the nodes' new indices. What the graph pointed to before is left as it was. */
void order_add(arena *a, const plan *p, plan_graph *g, plan_tight *edges, size_t *count);

/* Sets what follows from each node's `after`, which may have more than is needed: nodes became one. */
void order_again(arena *a, plan_graph *g);

#endif
