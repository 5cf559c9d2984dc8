/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Most paths that a plan needs are an edge, or lead along a chain in which each node depends on the one before. */
#include "base/sorted.h"
#include "verify/parts.h"

/* Chains from which the last node that comes before each node is kept. */
#define KEPT_CHAINS 16u

static void find_chains(verify_shortcuts *s)
{
    arena *scratch = arena_new();
    bool *continued = ARENA_ARRAY(scratch, bool, s->g->node_count);
    uint32_t chains = 0;
    for (uint32_t n = 0; n < s->g->node_count; n++) {
        const plan_node *node = &s->g->nodes[n];
        size_t i = node->after_count;
        while (i > 0 && continued[node->after[i - 1]])
            i--;
        if (i == 0) {
            s->chain[n] = chains++;
            continue;
        }
        uint32_t from = node->after[i - 1];
        continued[from] = true;
        s->chain[n] = s->chain[from];
        s->position[n] = s->position[from] + 1;
    }
    arena_free(scratch);
}

static void reach_along_edges(verify_shortcuts *s)
{
    for (size_t n = 0; n < s->g->node_count; n++) {
        uint32_t *row = s->reached + n * KEPT_CHAINS;
        for (size_t i = 0; i < s->g->nodes[n].after_count; i++) {
            uint32_t from = s->g->nodes[n].after[i];
            const uint32_t *other = s->reached + (size_t)from * KEPT_CHAINS;
            for (size_t c = 0; c < KEPT_CHAINS; c++)
                row[c] = other[c] > row[c] ? other[c] : row[c];
            uint32_t chain = s->chain[from];
            if (chain < KEPT_CHAINS && s->position[from] + 1 > row[chain])
                row[chain] = s->position[from] + 1;
        }
    }
}

verify_shortcuts verify_find_shortcuts(arena *a, const plan_graph *g)
{
    size_t n = g->node_count;
    verify_shortcuts s = {g, ARENA_ARRAY(a, uint32_t, n), ARENA_ARRAY(a, uint32_t, n),
                          ARENA_ARRAY(a, uint32_t, n * KEPT_CHAINS), ARENA_ARRAY(a, uint32_t, n)};
    find_chains(&s);
    reach_along_edges(&s);
    return s;
}

bool verify_depends_on(const plan_node *node, uint32_t from)
{
    return sorted_has(node->after, node->after_count, from);
}

void verify_look_from(verify_shortcuts *s, uint32_t to)
{
    const plan_node *node = &s->g->nodes[to];
    for (size_t i = 0; i < node->after_count; i++)
        s->near[node->after[i]] = to + 1;
}

/* A few of them: a node rarely has more. */
static bool is_before_join(const verify_shortcuts *s, uint32_t from, uint32_t to)
{
    const plan_node *node = &s->g->nodes[to];
    for (size_t i = 0; i < node->after_count && i < 8; i++) {
        const plan_node *join = &s->g->nodes[node->after[i]];
        if (join->kind == PLAN_EMPTY && verify_depends_on(join, from))
            return true;
    }
    return false;
}

bool verify_is_before(const verify_shortcuts *s, uint32_t from, uint32_t to)
{
    if (s->near[from] == to + 1)
        return true;
    if (s->chain[from] == s->chain[to])
        return s->position[from] < s->position[to];
    if (s->chain[from] < KEPT_CHAINS && s->reached[(size_t)to * KEPT_CHAINS + s->chain[from]] > s->position[from])
        return true;
    return is_before_join(s, from, to);
}
