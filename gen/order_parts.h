/* SPDX-License-Identifier: MIT */
/* What the files of stage order share. */
#ifndef ORDER_PARTS_H
#define ORDER_PARTS_H

#include "arena.h"
#include "plan.h"

/* Gives each node as `after` the earlier nodes that it has a hazard with, or that `ordered` names: enough of them that
 * every other hazard follows by transitivity. Ascending. Nodes are in program order. */
void order_hazards(arena *a, size_t buffer_count, plan_graph *g);

/* Drops from each `after` what another path implies. */
void order_reduce(plan_graph *g);

/* Where three or more nodes each come before the same three or more, puts an empty node between them. Needs and sets
 * only `after`. */
void order_join(arena *a, plan_graph *g);

#endif
