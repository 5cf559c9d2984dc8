/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the host sees that a replay of a graph has ended, and why it does so in that way, for reports and comments. The
 * application may choose another way in its vg_config, and so does a device that cannot write a word. */
#ifndef COMPLETION_H
#define COMPLETION_H

#include "base/arena.h"
#include "plan/plan.h"
#include "spec/model.h"

typedef enum {
    COMPLETION_NODE,  /* PLAN_END writes the runtime's word */
    COMPLETION_WRITE, /* the stream writes it after the graph */
    COMPLETION_QUERY  /* the stream is asked: there are several lanes */
} completion_way;

/* The graph `g` must be one that is replayed. */
completion_way completion_of(const model *m, const plan_graph *g);
/* "node", "write" or "query". */
const char *completion_name(completion_way way);
/* Why the graph has no PLAN_END: "download, its last node, is a copy node of 400000 bytes, more than 131072"; NULL
 * where it has one. */
const char *completion_reason(arena *a, const model *m, const plan *p, const plan_graph *g);
/* Why PLAN_BEGIN and PLAN_END are there: "so that …"; NULL for other nodes. */
const char *completion_purpose(const plan_node *n);

#endif
