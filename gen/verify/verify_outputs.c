/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bytes of an output that nothing wrote are zero: whatever is read or downloaded was wholly written before. In external
 * memory they keep what the application put there. */
#include "verify/parts.h"

static void check_reads(verifier *v, const plan_node *node, verify_bytes *written)
{
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];
        const model_buffer *b = &v->m->buffers[r->buffer];
        if (b->role != ROLE_OUTPUT || b->external || !(r->access & PLAN_READ) || (r->access & PLAN_WORK))
            continue;
        v->looked++;
        uint64_t missing = verify_bytes_missing(&written[r->buffer], r->first, r->last);
        if (missing < r->last)
            verify_fail(v, node->at, "node %s reads byte %llu of %s, which nothing surely wrote or cleared before",
                        node->name, (unsigned long long)missing, b->name);
        else /* one piece instead of many, for whoever reads it next */
            verify_bytes_set(v->memory, &written[r->buffer], r->first, r->last, 0);
    }
}

/* The last of several fills of one step: together they write all of their range. */
static bool ends_fill(const verifier *v, const plan_graph *g, const uint32_t *by_rank, size_t k)
{
    const plan_node *node = &g->nodes[by_rank[k]];
    const plan_node *next = k + 1 < g->node_count ? &g->nodes[by_rank[k + 1]] : NULL;
    if (node->kind != PLAN_FILL || node->step == MODEL_NONE || (next && next->step == node->step))
        return false;
    return !verify_may_be_off(&v->m->graphs[g->graph].steps[node->step]);
}

static void add_writes(verifier *v, const plan_node *node, bool complete, verify_bytes *written)
{
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];
        if (v->m->buffers[r->buffer].role == ROLE_OUTPUT && ((r->access & PLAN_WHOLE) || complete))
            verify_bytes_set(v->memory, &written[r->buffer], r->first, r->last, 0);
    }
}

static void check_graph(verifier *v, const plan_graph *g)
{
    const uint32_t *by_rank = verify_by_rank(v, g);
    verify_bytes *written = ARENA_ARRAY(v->memory, verify_bytes, v->m->buffer_count);
    for (size_t k = 0; k < g->node_count; k++) {
        const plan_node *node = &g->nodes[by_rank[k]];
        check_reads(v, node, written);
        add_writes(v, node, ends_fill(v, g, by_rank, k), written);
    }
}

/* A conditional node reads what its bodies read: nothing that they read is less sure than that. */
void verify_outputs(verifier *v)
{
    verify_each_graph(v, check_graph);
}
