/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Breadth-first search by one thread, with a queue. */
#ifndef REACH_REFERENCE_H
#define REACH_REFERENCE_H

#include "graph.h"

#define REACH_NEVER UINT32_MAX

typedef struct reach_result {
    uint32_t *level; /* nodes: steps from the source, or REACH_NEVER */
    uint32_t *count; /* nodes: how many of each level */
    uint32_t *queue; /* nodes: those reached, in the order of the search */
    uint32_t levels; /* how many levels there are */
    uint32_t reached;
} reach_result;

/* Returns 0, or -1 when there is no memory; reach_result_free may follow in either case. */
int reach_result_make(reach_result *r, const graph *g);
void reach_result_free(reach_result *r);

void reach_reference(reach_result *r, const graph *g, uint32_t source);

#endif
