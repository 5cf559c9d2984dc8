/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which of two nodes comes first in the spec. */
#include "verify/parts.h"

uint64_t verify_rank(const verifier *v, const plan_node *node)
{
    if (node->step != MODEL_NONE)
        return 2 + (uint64_t)node->step;
    if (node->kind == PLAN_TRANSFER)
        return v->p->runs[node->run].direction == PLAN_UPLOAD ? 0 : UINT64_MAX;
    return 1;
}

static void merge_by_rank(const uint64_t *ranks, const uint32_t *from, uint32_t *to, size_t begin, size_t middle,
                          size_t end)
{
    size_t left = begin, right = middle;
    for (size_t i = begin; i < end; i++) {
        bool take_left = right == end || (left < middle && ranks[from[left]] <= ranks[from[right]]);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

uint32_t *verify_by_rank(verifier *v, const plan_graph *g)
{
    size_t n = g->node_count;
    uint64_t *ranks = ARENA_ARRAY(v->memory, uint64_t, n);
    uint32_t *sorted = ARENA_ARRAY(v->memory, uint32_t, n), *other = ARENA_ARRAY(v->memory, uint32_t, n);
    for (size_t i = 0; i < n; i++) {
        ranks[i] = verify_rank(v, &g->nodes[i]);
        sorted[i] = (uint32_t)i;
    }
    for (size_t width = 1; width < n; width *= 2) {
        for (size_t begin = 0; begin < n; begin += 2 * width) {
            size_t middle = begin + width < n ? begin + width : n;
            merge_by_rank(ranks, sorted, other, begin, middle, middle + width < n ? middle + width : n);
        }
        uint32_t *swap = sorted;
        sorted = other;
        other = swap;
    }
    return sorted;
}
