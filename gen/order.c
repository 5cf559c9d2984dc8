/* SPDX-License-Identifier: MIT */
#include "order.h"

#include <string.h>

#include "order_parts.h"

/* Moves the reduced edges out of the scratch memory and adds the other direction. */
static void finish_edges(arena *a, plan_graph *g)
{
    g->edge_count = 0;
    for (size_t n = 0; n < g->node_count; n++)
        g->nodes[n].before_count = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        plan_node *node = &g->nodes[n];
        uint32_t *after = ARENA_ARRAY(a, uint32_t, node->after_count);
        for (size_t i = 0; i < node->after_count; i++) {
            after[i] = node->after[i];
            g->nodes[after[i]].before_count++;
        }
        node->after = after;
        g->edge_count += node->after_count;
    }
    for (size_t n = 0; n < g->node_count; n++) {
        g->nodes[n].before = ARENA_ARRAY(a, uint32_t, g->nodes[n].before_count);
        g->nodes[n].before_count = 0;
    }
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            plan_node *earlier = &g->nodes[g->nodes[n].after[i]];
            earlier->before[earlier->before_count++] = (uint32_t)n;
        }
    }
}

static void measure(arena *scratch, plan_graph *g)
{
    size_t *level = ARENA_ARRAY(scratch, size_t, g->node_count);
    size_t *at_level = ARENA_ARRAY(scratch, size_t, g->node_count + 1);
    g->depth = g->width = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].after_count; i++) {
            size_t from = level[g->nodes[n].after[i]] + 1;
            level[n] = from > level[n] ? from : level[n];
        }
        g->depth = level[n] + 1 > g->depth ? level[n] + 1 : g->depth;
        at_level[level[n]]++;
        g->width = at_level[level[n]] > g->width ? at_level[level[n]] : g->width;
    }
}

static size_t count_edges(const plan_graph *g)
{
    size_t count = 0;
    for (size_t n = 0; n < g->node_count; n++)
        count += g->nodes[n].after_count;
    return count;
}

/* Leaves a graph without edges: place refuses it. */
static void give_up(plan_graph *g)
{
    g->edge_limit = order_most_edges(g);
    for (size_t n = 0; n < g->node_count; n++)
        g->nodes[n].after_count = 0;
}

void order_graphs(arena *a, const model *m, plan *p)
{
    for (size_t i = 0; i < p->graph_count; i++) {
        arena *scratch = arena_new();
        plan_graph *g = &p->graphs[i];
        order_fans fans;
        if (!order_hazards(scratch, m->buffer_count, g, &fans))
            give_up(g);
        order_insert_joins(a, g, &fans);
        size_t found = count_edges(g);
        order_reduce(g);
        while (order_dissolve_joins(a, g))
            order_reduce(g);
        g->removed_edges = found > count_edges(g) ? found - count_edges(g) : 0;
        order_join(a, g);
        finish_edges(a, g);
        order_name_joins(a, g);
        measure(scratch, g);
        arena_free(scratch);
    }
}
