/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The plan as it would be without fused launches. Everything but those is proven of it. */
#include <string.h>

#include "verify/parts.h"

/* Bodies are counted anew: those of a graph follow those of the graphs before it. */
typedef struct {
    plan_graph *bodies;
    size_t count;
} body_list;

static plan_graph with_bodies_at(arena *a, const plan_graph *g, size_t from, size_t to)
{
    plan_graph moved = *g;

    if (g->node_count == 0 || from == to)
        return moved;
    moved.nodes = ARENA_ARRAY(a, plan_node, g->node_count);
    memcpy(moved.nodes, g->nodes, g->node_count * sizeof *g->nodes);
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind == PLAN_CONDITIONAL)
            moved.nodes[n].first_body = (uint32_t)(g->nodes[n].first_body - from + to);
    }
    return moved;
}

/* Those of one graph, which stand at `from` in the list that they are in. */
static void add_bodies(arena *a, body_list *list, const plan_graph *bodies, size_t count, size_t from)
{
    size_t to = list->count;

    for (size_t b = 0; b < count; b++) {
        plan_graph *body = &list->bodies[list->count++];

        *body = with_bodies_at(a, &bodies[b], from, to);
        if (body->holder != MODEL_NONE)
            body->holder = (uint32_t)(body->holder - from + to);
    }
}

static size_t bodies_before(const plan *p, size_t graph)
{
    size_t count = 0;

    while (count < p->body_count && p->bodies[count].graph < graph)
        count++;
    return count;
}

const plan *verify_plain_view(arena *a, const plan *p)
{
    plan *view = ARENA_NEW(a, plan);
    body_list list = {NULL, p->body_count};

    *view = *p;
    view->plain = NULL;
    for (view->kernel_count = 0; view->kernel_count < p->kernel_count; view->kernel_count++) {
        if (p->kernels[view->kernel_count]->fused)
            break;
    }
    for (size_t g = 0; g < p->graph_count; g++)
        list.count += p->plain[g].graph != NULL ? p->plain[g].body_count : 0;
    list.bodies = ARENA_ARRAY(a, plan_graph, list.count);
    list.count = 0;
    view->graphs = ARENA_ARRAY(a, plan_graph, p->graph_count);
    for (size_t g = 0; g < p->graph_count; g++) {
        const plan_plain *plain = &p->plain[g];
        size_t first = bodies_before(p, g), from = plain->graph != NULL ? 0 : first;

        view->graphs[g] = with_bodies_at(a, plain->graph != NULL ? plain->graph : &p->graphs[g], from, list.count);
        if (plain->graph != NULL)
            add_bodies(a, &list, plain->bodies, plain->body_count, 0);
        else
            add_bodies(a, &list, p->bodies + first, bodies_before(p, g + 1) - first, first);
    }
    view->bodies = list.bodies;
    view->body_count = list.count;
    return view;
}
