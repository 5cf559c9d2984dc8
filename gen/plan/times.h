/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Measured times of nodes (`--node-times`), and the longest path of a graph, in nodes or in microseconds. */
#ifndef TIMES_H
#define TIMES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "plan/plan.h"

/* Of the nodes of a graph, or of a body in one pass. */
typedef struct {
    double *of_node;        /* microseconds; 0 where none is given. A conditional node takes as long as the longest path
                             * of its longest body, unless it has a time of its own */
    size_t missing;         /* how many nodes do work and have none */
} times_list;

typedef struct {
    times_list *graphs, *bodies;    /* as in the plan */
} times_table;

/* Those of a graph or a body of the plan. */
const times_list *times_of(const times_table *t, const plan *p, const plan_graph *g);

/* Reads lines `NAME: MICROSECONDS`, where NAME is a node's as --print-plan shows it, GRAPH.NODE (for a node in a body
 * its graph's name, or the body's), or a title such as `launch fir`, which is for all nodes that have it and no time of
 * their own. Blank lines and `# …` are skipped. NULL after an error. */
const times_table *times_read(arena *a, diag *d, const char *path, const plan *p);

typedef struct {
    uint32_t *nodes;        /* each depends on the one before it */
    size_t count;
    double length, sum;     /* of the times on it, and of all nodes */
} times_path;

/* The longest path by the times of nodes; NULL: by their number. Of several, the one through the earliest nodes. */
times_path times_longest(arena *a, const plan_graph *g, const double *of_node);

#endif
