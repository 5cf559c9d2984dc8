/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of stage order share. */
#ifndef ORDER_PARTS_H
#define ORDER_PARTS_H

#include "base/arena.h"
#include "plan/plan.h"

/* From here on n * m is more than n + m, whatever the other. */
#define ORDER_LEAST_FAN 3u

/* Nodes that each come before the same others. */
typedef struct {
    uint32_t *earlier, *later;  /* ascending */
    size_t earlier_count, later_count;
    uint32_t index;         /* of the empty node between them, once there is one */
} order_fan;

typedef struct {
    order_fan *items;
    size_t count, capacity;
} order_fans;

/* Gives each node as `after` the earlier nodes that it has a hazard with, or that `ordered` names: enough of them that
 * every other hazard follows by transitivity. Ascending. Nodes are in program order. Hazards of very large fans are
 * only listed as such. False, with the work not done, if there are more than order_most_edges. */
bool order_hazards(arena *a, size_t buffer_count, plan_graph *g, order_fans *fans);
size_t order_most_edges(const plan_graph *g);

/* Drops from each `after` what another path implies. */
void order_reduce(plan_graph *g);

/* Puts an empty node between the two sides of each fan, in place of the edges that it replaces. These only need and set
 * `after`. */
void order_insert_joins(arena *a, plan_graph *g, order_fans *f);
/* Takes out empty nodes that after a reduction no longer pay. True if there was one. */
bool order_dissolve_joins(arena *a, plan_graph *g);
/* Inserts them where three or more nodes each come before the same three or more. */
void order_join(arena *a, plan_graph *g);
/* Gives them names and titles: names that no node of the model's graph has. Needs `before` too. */
void order_name_joins(arena *a, const plan *p, plan_graph *g);

#endif
