/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `after:` from steps to nodes. */
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plan/lower_parts.h"

typedef struct {
    uint32_t *items;
    size_t count, capacity;
} number_list;

typedef struct {
    arena *scratch;
    const model_graph *from;
    number_list *nodes; /* of each step, in the graph or body that holds it; ascending */
    number_list *named; /* of each step: the steps of the same graph or body that it comes after */
} names_of_steps;

static void add_number(arena *a, number_list *l, uint32_t number)
{
    l->items = arena_grow(a, l->items, l->count, &l->capacity, sizeof *l->items);
    l->items[l->count++] = number;
}

static void add_nodes(const names_of_steps *s, const plan_graph *g)
{
    for (uint32_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].step != MODEL_NONE)
            add_number(s->scratch, &s->nodes[g->nodes[n].step], n);
    }
}

static size_t depth_of(const model_step *steps, uint32_t step)
{
    size_t depth = 0;
    for (; steps[step].inside != 0; step = steps[step].inside - 1)
        depth++;
    return depth;
}

/* Of two steps, themselves or what holds them where both are in the same graph or body. */
static void find_level(const model_step *steps, uint32_t *left, uint32_t *right)
{
    size_t left_depth = depth_of(steps, *left), right_depth = depth_of(steps, *right);
    for (; left_depth > right_depth; left_depth--)
        *left = steps[*left].inside - 1;
    for (; right_depth > left_depth; right_depth--)
        *right = steps[*right].inside - 1;
    while (steps[*left].inside != steps[*right].inside) {
        *left = steps[*left].inside - 1;
        *right = steps[*right].inside - 1;
    }
}

static void find_named(const names_of_steps *s, uint32_t index)
{
    const model_step *steps = s->from->steps;
    for (size_t i = 0; i < steps[index].after_count; i++) {
        uint32_t later = index, named = steps[index].after[i];
        find_level(steps, &later, &named);
        if (named < later && steps[named].body == steps[later].body)
            add_number(s->scratch, &s->named[later], named);
    }
}

static number_list named_nodes(arena *a, const names_of_steps *s, uint32_t step)
{
    number_list set = {NULL, 0, 0};
    size_t kept = 0;
    for (size_t i = 0; i < s->named[step].count; i++) {
        const number_list *nodes = &s->nodes[s->named[step].items[i]];
        for (size_t k = 0; k < nodes->count; k++)
            add_number(a, &set, nodes->items[k]);
    }
    sorted_sort(set.items, set.count);
    for (size_t i = 0; i < set.count; i++) {
        if (kept == 0 || set.items[kept - 1] != set.items[i])
            set.items[kept++] = set.items[i];
    }
    set.count = kept;
    return set;
}

/* For the nodes of a graph or body, whose steps are in the order of the list. */
static void order_steps(arena *a, const names_of_steps *s, plan_node *const *nodes_of_step)
{
    for (uint32_t step = 0; step < s->from->step_count; step++) {
        if (s->named[step].count == 0)
            continue;
        number_list named = named_nodes(a, s, step);
        number_list *own = &s->nodes[step];
        if (own->count == 0)
            *own = named;
        for (size_t i = 0; i < own->count && nodes_of_step[step]; i++) {
            nodes_of_step[step][own->items[i]].ordered = named.items;
            nodes_of_step[step][own->items[i]].ordered_count = named.count;
        }
    }
}

static void note_graph(const names_of_steps *s, const plan_graph *g, plan_node **nodes_of_step)
{
    add_nodes(s, g);
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].step != MODEL_NONE)
            nodes_of_step[g->nodes[n].step] = g->nodes;
    }
}

void lower_after(arena *a, const model_graph *from, plan *p, uint32_t graph)
{
    arena *scratch = arena_new();
    names_of_steps s = {scratch, from, ARENA_ARRAY(scratch, number_list, from->step_count),
                        ARENA_ARRAY(scratch, number_list, from->step_count)};
    plan_node **nodes_of_step = ARENA_ARRAY(scratch, plan_node *, from->step_count);
    note_graph(&s, &p->graphs[graph], nodes_of_step);
    for (size_t b = 0; b < p->body_count; b++) {
        if (p->bodies[b].graph == graph)
            note_graph(&s, &p->bodies[b], nodes_of_step);
    }
    for (uint32_t step = 0; step < from->step_count; step++)
        find_named(&s, step);
    order_steps(a, &s, nodes_of_step);
    arena_free(scratch);
}
