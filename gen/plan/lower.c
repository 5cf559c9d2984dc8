/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/lower.h"

#include "plan/lower_parts.h"

static void append(lowering *l, lower_list *list, const lower_list *more)
{
    for (size_t i = 0; i < more->count; i++)
        *lower_add(l, list, more->items[i].kind, more->items[i].step, more->items[i].at) = more->items[i];
}

/* Joins a conditional node and its bodies. */
static void link_bodies(plan *p, const plan_graph *g)
{
    for (uint32_t n = 0; n < g->node_count; n++) {
        for (size_t b = 0; b < g->nodes[n].body_count; b++)
            p->bodies[g->nodes[n].first_body + b].holder_node = n;
    }
}

void lower_link_bodies(plan *p)
{
    for (size_t i = 0; i < p->graph_count; i++)
        link_bodies(p, &p->graphs[i]);
    for (size_t i = 0; i < p->body_count; i++)
        link_bodies(p, &p->bodies[i]);
}

static void lower_graph(lowering *l, plan_graph *to)
{
    const model_graph *from = l->from;
    lower_list all = {NULL, 0, 0}, steps = {NULL, 0, 0};
    l->names = lower_names_new(l->memory);
    for (size_t i = 0; i < from->step_count; i++) {
        if (from->steps[i].name)
            lower_names_reserve(l->names, from->steps[i].name);
    }
    lower_uploads(l, &all);
    for (uint32_t i = 0; i < from->step_count; i = lower_after_step(&from->steps[i], i))
        lower_step(l, &steps, &from->steps[i], i);
    if (from->kind == GRAPH_REPLAY) {
        const bool *clear = lower_outputs_to_clear(l, steps.items, steps.count);
        for (size_t b = 0; b < l->m->buffer_count; b++) {
            if (clear[b])
                lower_clear(l, &all, (uint32_t)b);
        }
    }
    append(l, &all, &steps);
    lower_downloads(l, &all);
    to->nodes = all.items;
    to->node_count = all.count;
    to->holder = MODEL_NONE;
    lower_after(l->memory, from, l->p, l->graph);
}

static void make_room_for_bodies(arena *a, const model *m, plan *p)
{
    size_t count = 0;
    for (size_t g = 0; g < m->graph_count; g++) {
        for (uint32_t i = 0; i < m->graphs[g].step_count; i++)
            count += lower_is_control(&m->graphs[g].steps[i]) ? m->graphs[g].steps[i].body_count : 0;
    }
    p->bodies = ARENA_ARRAY(a, plan_graph, count);
}

void lower_graphs(arena *a, diag *d, const model *m, plan *p)
{
    size_t run = 0;
    lower_names *body_names = lower_names_new(a);
    p->graph_count = m->graph_count;
    p->graphs = ARENA_ARRAY(a, plan_graph, m->graph_count);
    make_room_for_bodies(a, m, p);
    for (size_t g = 0; g < m->graph_count; g++)
        lower_names_reserve(body_names, m->graphs[g].name);
    for (size_t g = 0; g < m->graph_count; g++) {
        lowering l = {.memory = a,
                      .d = d,
                      .m = m,
                      .p = p,
                      .from = &m->graphs[g],
                      .graph = (uint32_t)g,
                      .body = MODEL_NONE,
                      .body_names = body_names,
                      .launches = m->graphs[g].kind == GRAPH_REPLAY && model_has_source(m),
                      .runs = p->run_count > 0 ? p->runs + run : NULL};
        while (run < p->run_count && p->runs[run].graph == g) {
            l.run_count++;
            run++;
        }
        p->graphs[g].name = m->graphs[g].name;
        p->graphs[g].kind = m->graphs[g].kind;
        p->graphs[g].graph = (uint32_t)g;
        lower_graph(&l, &p->graphs[g]);
    }
    lower_link_bodies(p);
}
