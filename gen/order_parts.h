/* SPDX-License-Identifier: MIT */
/* What the files of stage order share. */
#ifndef ORDER_PARTS_H
#define ORDER_PARTS_H

#include "arena.h"
#include "plan.h"

/* Gives each node as `after` the earlier nodes that it has a hazard with: enough of them that every other hazard
 * follows by transitivity. Ascending. Nodes are in program order. */
void order_hazards(arena *a, size_t buffer_count, plan_graph *g);

/* Drops from each `after` what another path implies. */
void order_reduce(plan_graph *g);

#endif
