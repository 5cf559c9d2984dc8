/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/order.h"

#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plan/lower.h"
#include "plan/order_parts.h"

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

/* Joins are put in and taken out again where they pay. */
static void finish_graph(arena *a, arena *scratch, const plan *p, plan_graph *g)
{
    order_join(a, g);
    finish_edges(a, g);
    order_name_joins(a, p, g);
    measure(scratch, g);
}

static void order_graph(arena *a, const model *m, const plan *p, plan_graph *g)
{
    arena *scratch = arena_new();
    order_fans fans;
    if (!order_hazards(scratch, m->buffer_count, g, &fans))
        give_up(g);
    order_insert_joins(a, g, &fans);
    size_t found = count_edges(g);
    order_reduce(g);
    while (order_dissolve_joins(a, g))
        order_reduce(g);
    g->removed_edges = found > count_edges(g) ? found - count_edges(g) : 0;
    finish_graph(a, scratch, p, g);
    g->loose_depth = g->depth;
    arena_free(scratch);
}

void order_graphs(arena *a, const model *m, plan *p)
{
    for (size_t i = 0; i < p->graph_count; i++)
        order_graph(a, m, p, &p->graphs[i]);
    for (size_t i = 0; i < p->body_count; i++)
        order_graph(a, m, p, &p->bodies[i]);
    lower_link_bodies(p);
}

void order_again(arena *a, plan_graph *g)
{
    arena *scratch = arena_new();

    order_reduce(g);
    finish_edges(a, g);
    measure(scratch, g);
    arena_free(scratch);
}

/* ---- dependencies that others ask for ---- */

static void copy_nodes(arena *a, arena *scratch, plan_graph *g, const plan_tight *edges, size_t count)
{
    size_t *more = ARENA_ARRAY(scratch, size_t, g->node_count);
    plan_node *nodes = ARENA_ARRAY(a, plan_node, g->node_count);
    memcpy(nodes, g->nodes, g->node_count * sizeof *nodes);
    for (size_t i = 0; i < count; i++)
        more[edges[i].to]++;
    for (size_t n = 0; n < g->node_count; n++) {
        uint32_t *after = ARENA_ARRAY(scratch, uint32_t, nodes[n].after_count + more[n]);
        if (nodes[n].after_count > 0)
            memcpy(after, nodes[n].after, nodes[n].after_count * sizeof *after);
        nodes[n].after = after;
    }
    g->nodes = nodes;
}

static void append_edges(plan_graph *g, const plan_tight *edges, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        plan_node *to = &g->nodes[edges[i].to];
        to->after[to->after_count++] = edges[i].from;
    }
    for (size_t n = 0; n < g->node_count; n++) {
        plan_node *node = &g->nodes[n];
        size_t kept = 0;
        sorted_sort(node->after, node->after_count);
        for (size_t i = 0; i < node->after_count; i++) {
            if (kept == 0 || node->after[kept - 1] != node->after[i])
                node->after[kept++] = node->after[i];
        }
        node->after_count = kept;
    }
}

/* Nodes with work to do keep their order, whatever joins come and go: numbers each one, or finds the n-th. */
static uint32_t *number_work(arena *a, const plan_graph *g, bool find)
{
    uint32_t *number = ARENA_ARRAY(a, uint32_t, g->node_count), next = 0;
    for (uint32_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind == PLAN_EMPTY)
            continue;
        if (find)
            number[next++] = n;
        else
            number[n] = next++;
    }
    return number;
}

static bool depends_on(const plan_node *node, uint32_t from)
{
    return sorted_has(node->after, node->after_count, from);
}

static void renumber(plan_tight *edges, size_t count, const uint32_t *number)
{
    for (size_t i = 0; i < count; i++) {
        edges[i].from = number[edges[i].from];
        edges[i].to = number[edges[i].to];
    }
}

void order_add(arena *a, const plan *p, plan_graph *g, plan_tight *edges, size_t *count)
{
    arena *scratch = arena_new();
    size_t kept = 0;
    copy_nodes(a, scratch, g, edges, *count);
    append_edges(g, edges, *count);
    renumber(edges, *count, number_work(scratch, g, false));
    order_reduce(g);
    while (order_dissolve_joins(a, g))
        order_reduce(g);
    renumber(edges, *count, number_work(scratch, g, true));
    for (size_t i = 0; i < *count; i++) {
        if (depends_on(&g->nodes[edges[i].to], edges[i].from))
            edges[kept++] = edges[i];
    }
    *count = kept;
    renumber(edges, kept, number_work(scratch, g, false));
    finish_graph(a, scratch, p, g);
    renumber(edges, kept, number_work(scratch, g, true));
    arena_free(scratch);
}
