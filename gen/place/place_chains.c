/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A graph as chains: each node goes on with the chain of the first one that it depends on and that no other went on
 * with. */
#include "place/place_parts.h"

uint32_t *place_find_chains(arena *a, const plan_graph *g, uint32_t *next)
{
    uint32_t *chain = ARENA_ARRAY(a, uint32_t, g->node_count);
    bool *continued = ARENA_ARRAY(a, bool, g->node_count);
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        size_t i = 0;
        while (i < node->after_count && continued[node->after[i]])
            i++;
        chain[n] = i < node->after_count ? chain[node->after[i]] : (*next)++;
        if (i < node->after_count)
            continued[node->after[i]] = true;
    }
    return chain;
}
