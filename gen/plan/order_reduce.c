/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/order_parts.h"

#include <string.h>

/* Ancestor sets are held for a block of earlier nodes at a time, as bits, in at most this much memory. */
#define BLOCK_BYTES ((size_t)32 << 20)

/* For nodes from `begin` on: which of the nodes [begin, end) come before them. */
typedef struct {
    size_t begin, end;
    size_t words; /* of 64 bits, a row */
    uint64_t *rows;
} ancestors;

static uint64_t *row_of(const ancestors *s, size_t node)
{
    return s->rows + (node - s->begin) * s->words;
}

static void add_ancestors(const ancestors *s, uint64_t *row, size_t from)
{
    const uint64_t *other = row_of(s, from);
    for (size_t w = 0; w < s->words; w++)
        row[w] |= other[w];
}

/* Handles the edges that come from the block; those from later nodes are reduced already. The latest come first, so
 * that a path of an earlier node through a later one is known by the time the earlier one is handled. */
static void reduce_node(const ancestors *s, plan_graph *g, size_t n)
{
    plan_node *node = &g->nodes[n];
    uint64_t *row = row_of(s, n);
    size_t kept = node->after_count, i = node->after_count;
    while (i > 0 && node->after[i - 1] >= s->begin) {
        size_t from = node->after[--i];
        if (from < s->end) {
            size_t bit = from - s->begin;
            if (row[bit / 64] >> bit % 64 & 1)
                continue;
            row[bit / 64] |= (uint64_t)1 << bit % 64;
        }
        add_ancestors(s, row, from);
        node->after[--kept] = (uint32_t)from;
    }
    if (kept > i)
        memmove(node->after + i, node->after + kept, (node->after_count - kept) * sizeof *node->after);
    node->after_count -= kept - i;
}

void order_reduce(plan_graph *g)
{
    size_t n = g->node_count;
    if (n == 0)
        return;
    size_t words = BLOCK_BYTES / sizeof(uint64_t) / n;
    words = words < 1 ? 1 : words > (n + 63) / 64 ? (n + 63) / 64 : words;
    arena *scratch = arena_new();
    ancestors s = {0, 0, words, ARENA_ARRAY(scratch, uint64_t, n * words)};
    for (size_t block = (n + 64 * words - 1) / (64 * words); block-- > 0;) {
        s.begin = block * 64 * words;
        s.end = s.begin + 64 * words;
        memset(s.rows, 0, (n - s.begin) * words * sizeof *s.rows);
        for (size_t i = s.begin; i < n; i++)
            reduce_node(&s, g, i);
    }
    arena_free(scratch);
}
