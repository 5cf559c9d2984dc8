/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fused launches in reports: what each does, and why other nodes are in none. */
#ifndef FUSED_H
#define FUSED_H

#include "emit/emit_context.h"

/* The names of what a fused launch does, in its order: "upload, scale, while_left (pass, vg_loop_next), end"; several
 * blocks are divided by "; ". */
const char *fused_names(const emit *e, const emit_node *fused);

/* How many it has of those that stand in no loop or choice. */
size_t fused_count(const emit_node *fused);

/* Nodes of a graph or body that are in no fused launch for the same reason. */
typedef struct {
    const char *why;
    const char *nodes; /* "fir, meter", with their number instead of the last ones where there are many */
} fused_reason;

/* In the order in which they are found. */
fused_reason *fused_reasons(const emit *e, const plan_graph *g, size_t *count);

/* The one reason for which no node of the program is in a fused launch, or NULL. */
const char *fused_never(const emit *e);

#endif
