/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Where a graph uses items: for the conflicts between them. */
#ifndef PLACE_USES_H
#define PLACE_USES_H

#include "place/place_parts.h"

/* Nodes of some items: those of the i-th one are nodes[start[i]] … nodes[start[i + 1] - 1], ascending. */
typedef struct {
    size_t *start;
    uint32_t *nodes;
} place_nodes;

size_t place_use_count(const place_nodes *l, size_t item);
/* How many it has besides the first one. */
size_t place_further_uses(const place_nodes *l, size_t item);

/* Uses of the items in a graph: those that may be the first, and those that may be the last. */
typedef struct {
    uint32_t *items; /* that are used, ascending; the lists are of these */
    size_t count;
    place_nodes firsts, lasts;
    uint32_t *begin, *end; /* the first node, and the one after the last */
} place_uses;

/* Of `count` items, numbered as for place_count_conflicts. */
place_uses place_find_uses(arena *a, const place_items *items, const uint32_t *number, size_t count,
                           const plan_graph *g);

#endif
