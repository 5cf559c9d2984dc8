/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Why each edge of a graph is there: found again from what its nodes touch, for reports. */
#ifndef EDGE_REASONS_H
#define EDGE_REASONS_H

#include "emit/emit_context.h"

/* Bits of edge_reason.kinds; edge_kind_names[i] is the name of bit i. */
enum { WHY_RAW = 1, WHY_WAR = 2, WHY_WAW = 4, WHY_AFTER = 8, WHY_REUSE = 16, WHY_BEGIN = 32, WHY_END = 64 };

#define EDGE_KINDS 7
extern const char *const edge_kind_names[EDGE_KINDS];

typedef struct {
    unsigned kinds;
    uint32_t buffer, other; /* MODEL_NONE: none */
    uint64_t first, last;
} edge_reason;

typedef struct edge_reasons edge_reasons;

edge_reasons *edge_reasons_new(const emit *e, const plan_graph *g);
/* The reasons of the edge from nodes[to].after[edge], until the next call. pair: the nodes that have them, which are
 * not those of the edge where one of these is a join. */
const edge_reason *edge_reasons_find(edge_reasons *s, uint32_t to, size_t edge, uint32_t pair[2], size_t *count);
void edge_reasons_free(edge_reasons *s);

#endif
