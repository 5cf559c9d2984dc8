/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The byte ranges that a node declares against those that it must declare. */
#include <stdlib.h>
#include <string.h>

#include "verify/parts.h"

static int compare_ranges(const void *left, const void *right)
{
    const plan_range *l = left, *r = right;
    if (l->buffer != r->buffer)
        return l->buffer < r->buffer ? -1 : 1;
    if (l->first != r->first)
        return l->first < r->first ? -1 : 1;
    if (l->last != r->last)
        return l->last < r->last ? -1 : 1;
    return l->access < r->access ? -1 : l->access > r->access;
}

static plan_range *sorted_ranges(arena *a, const plan_range *ranges, size_t count)
{
    plan_range *copy = ARENA_ARRAY(a, plan_range, count);
    if (count > 0) {
        memcpy(copy, ranges, count * sizeof *copy);
        qsort(copy, count, sizeof *copy, compare_ranges);
    }
    return copy;
}

void verify_expect_ranges(verifier *v, const plan_node *node, const plan_range *expected, size_t count)
{
    if (count != node->range_count) {
        verify_fail(v, node->at, "expected node %s to touch %zu ranges of bytes, found %zu", node->name, count,
                    node->range_count);
        return;
    }
    const plan_range *want = sorted_ranges(v->memory, expected, count);
    const plan_range *have = sorted_ranges(v->memory, node->ranges, count);
    for (size_t i = 0; i < count; i++) {
        if (compare_ranges(&want[i], &have[i]) != 0) {
            verify_fail(v, node->at,
                        "expected node %s to touch bytes %llu .. %llu of %s with access %u, found %llu .. %llu "
                        "of %s with access %u",
                        node->name, (unsigned long long)want[i].first, (unsigned long long)want[i].last,
                        v->m->buffers[want[i].buffer].name, want[i].access, (unsigned long long)have[i].first,
                        (unsigned long long)have[i].last, v->m->buffers[have[i].buffer].name, have[i].access);
            return;
        }
    }
}

size_t *verify_range_starts(verifier *v, const plan_graph *g, size_t **next)
{
    size_t buffers = v->m->buffer_count, *start = ARENA_ARRAY(v->memory, size_t, buffers + 1);

    *next = ARENA_ARRAY(v->memory, size_t, buffers);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++)
            start[g->nodes[n].ranges[i].buffer + 1]++;
    }
    for (size_t b = 0; b < buffers; b++) {
        start[b + 1] += start[b];
        (*next)[b] = start[b];
    }
    return start;
}
