/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Empty nodes put in and taken out again. */
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "plan/order_parts.h"

static size_t sort_unique(uint32_t *nodes, size_t count)
{
    size_t kept = 0;
    sorted_sort(nodes, count);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || nodes[kept - 1] != nodes[i])
            nodes[kept++] = nodes[i];
    }
    return kept;
}

static uint32_t *moved_list(arena *a, const uint32_t *list, size_t count, const uint32_t *moved, size_t room)
{
    uint32_t *copy = ARENA_ARRAY(a, uint32_t, count + room);
    for (size_t i = 0; i < count; i++)
        copy[i] = moved[list[i]];
    return copy;
}

/* ---- in ---- */

static int compare_fans(const void *left, const void *right)
{
    const order_fan *l = left, *r = right;
    if (l->later[0] != r->later[0])
        return l->later[0] < r->later[0] ? -1 : 1;
    return l->earlier[0] < r->earlier[0] ? -1 : l->earlier[0] > r->earlier[0];
}

static plan_node empty_node(const plan_graph *g, const order_fan *f)
{
    plan_node node;
    memset(&node, 0, sizeof node);
    node.kind = PLAN_EMPTY;
    node.step = node.switched = node.condition = MODEL_NONE;
    node.at = g->nodes[f->later[0]].at;
    return node;
}

/* Makes room before the first of each fan's later nodes. Returns the new index of each old node. */
static uint32_t *insert_nodes(arena *a, arena *scratch, plan_graph *g, order_fans *f)
{
    plan_node *nodes = ARENA_ARRAY(a, plan_node, g->node_count + f->count);
    uint32_t *moved = ARENA_ARRAY(scratch, uint32_t, g->node_count);
    size_t next = 0;
    uint32_t at = 0;
    for (uint32_t n = 0; n < g->node_count; n++) {
        for (; next < f->count && f->items[next].later[0] == n; next++) {
            f->items[next].index = at;
            nodes[at++] = empty_node(g, &f->items[next]);
        }
        moved[n] = at;
        nodes[at++] = g->nodes[n];
    }
    g->nodes = nodes;
    g->node_count = at;
    return moved;
}

/* How many empty nodes each node gets to depend on. */
static uint32_t *new_dependencies(arena *scratch, const order_fans *f, size_t node_count)
{
    uint32_t *count = ARENA_ARRAY(scratch, uint32_t, node_count);
    for (size_t i = 0; i < f->count; i++) {
        for (size_t k = 0; k < f->items[i].later_count; k++)
            count[f->items[i].later[k]]++;
    }
    return count;
}

/* Leaves out of a later node's list the earlier nodes of the fan, and puts the empty node there. */
static void replace_earlier(plan_node *node, const order_fan *f, const uint32_t *moved)
{
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < node->after_count; i++) {
        while (next < f->earlier_count && moved[f->earlier[next]] < node->after[i])
            next++;
        if (next == f->earlier_count || moved[f->earlier[next]] != node->after[i])
            node->after[kept++] = node->after[i];
    }
    node->after[kept++] = f->index;
    sorted_sort(node->after, kept);
    node->after_count = kept;
}

void order_insert_joins(arena *a, plan_graph *g, order_fans *f)
{
    if (f->count == 0)
        return;
    arena *scratch = arena_new();
    const uint32_t *more = new_dependencies(scratch, f, g->node_count);
    qsort(f->items, f->count, sizeof *f->items, compare_fans);
    const uint32_t *moved = insert_nodes(a, scratch, g, f);
    size_t old = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        plan_node *node = &g->nodes[n];
        size_t room = node->kind == PLAN_EMPTY && node->after_count == 0 ? 0 : more[old++];
        node->after = moved_list(a, node->after, node->after_count, moved, room);
        node->ordered = moved_list(a, node->ordered, node->ordered_count, moved, 0);
    }
    for (size_t i = 0; i < f->count; i++) {
        const order_fan *of = &f->items[i];
        plan_node *empty = &g->nodes[of->index];
        empty->after = moved_list(a, of->earlier, of->earlier_count, moved, 0);
        empty->after_count = of->earlier_count;
        for (size_t k = 0; k < of->later_count; k++)
            replace_earlier(&g->nodes[moved[of->later[k]]], of, moved);
    }
    arena_free(scratch);
}

/* ---- out ---- */

static bool depends_on_poor(const plan_node *node, const bool *poor)
{
    for (size_t i = 0; i < node->after_count; i++) {
        if (poor[node->after[i]])
            return true;
    }
    return false;
}

/* Which empty nodes have too few nodes on one side, and depend on none of those. */
static bool *find_poor(arena *scratch, const plan_graph *g, size_t *poor_count)
{
    uint32_t *after_it = ARENA_ARRAY(scratch, uint32_t, g->node_count);
    bool *poor = ARENA_ARRAY(scratch, bool, g->node_count);
    *poor_count = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].after_count; i++)
            after_it[g->nodes[n].after[i]]++;
    }
    for (size_t n = 0; n < g->node_count; n++) {
        poor[n] = g->nodes[n].kind == PLAN_EMPTY &&
                  (g->nodes[n].after_count < ORDER_LEAST_FAN || after_it[n] < ORDER_LEAST_FAN) &&
                  !depends_on_poor(&g->nodes[n], poor);
        *poor_count += poor[n];
    }
    return poor;
}

/* A list in which the empty nodes that are removed are replaced by what they stand for. */
static uint32_t *expanded_list(arena *a, const plan_graph *g, const bool *poor, const plan_node *node, size_t *count)
{
    *count = 0;
    for (size_t i = 0; i < node->after_count; i++)
        *count += poor[node->after[i]] ? g->nodes[node->after[i]].after_count : 1;
    uint32_t *list = ARENA_ARRAY(a, uint32_t, *count);
    *count = 0;
    for (size_t i = 0; i < node->after_count; i++) {
        const plan_node *from = &g->nodes[node->after[i]];
        if (!poor[node->after[i]]) {
            list[(*count)++] = node->after[i];
        } else if (from->after_count > 0) {
            memcpy(list + *count, from->after, from->after_count * sizeof *list);
            *count += from->after_count;
        }
    }
    *count = sort_unique(list, *count);
    return list;
}

bool order_dissolve_joins(arena *a, plan_graph *g)
{
    size_t poor_count;
    arena *scratch = arena_new();
    const bool *poor = find_poor(scratch, g, &poor_count);
    uint32_t *moved = ARENA_ARRAY(scratch, uint32_t, g->node_count), at = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        moved[n] = at;
        at += !poor[n];
    }
    for (size_t n = 0; n < g->node_count && poor_count > 0; n++) {
        plan_node *node = &g->nodes[n];
        if (poor[n]) /* nodes after it still need its list as it is */
            continue;
        size_t count;
        const uint32_t *list = expanded_list(scratch, g, poor, node, &count);
        node->after = moved_list(a, list, count, moved, 0);
        node->after_count = count;
        node->ordered = moved_list(a, node->ordered, node->ordered_count, moved, 0);
    }
    for (size_t n = 0; n < g->node_count; n++) {
        if (!poor[n])
            g->nodes[moved[n]] = g->nodes[n];
    }
    g->node_count = at;
    arena_free(scratch);
    return poor_count > 0;
}

/* ---- names ---- */

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

typedef struct {
    const char **items;
    size_t count, capacity;
} name_list;

static void add_names_like_joins(arena *scratch, name_list *taken, const plan_graph *g, bool joins_too)
{
    for (size_t n = 0; n < g->node_count; n++) {
        const plan_node *node = &g->nodes[n];
        if (!node->name || strncmp(node->name, "join", 4) != 0 || (node->kind == PLAN_EMPTY && !joins_too))
            continue;
        taken->items = arena_grow(scratch, taken->items, taken->count, &taken->capacity, sizeof *taken->items);
        taken->items[taken->count++] = node->name;
    }
}

/* Names that joins of one graph cannot have: those of the other nodes in the model's graph. */
static name_list taken_names(arena *scratch, const plan *p, const plan_graph *g)
{
    name_list taken = {NULL, 0, 0};
    for (size_t i = 0; i < p->graph_count; i++) {
        if (p->graphs[i].graph == g->graph)
            add_names_like_joins(scratch, &taken, &p->graphs[i], &p->graphs[i] != g);
    }
    for (size_t i = 0; i < p->body_count; i++) {
        if (p->bodies[i].graph == g->graph)
            add_names_like_joins(scratch, &taken, &p->bodies[i], &p->bodies[i] != g);
    }
    if (taken.count > 1)
        qsort(taken.items, taken.count, sizeof *taken.items, compare_names);
    return taken;
}

static bool has_joins(const plan_graph *g)
{
    for (size_t n = 0; n < g->node_count; n++) {
        if (g->nodes[n].kind == PLAN_EMPTY)
            return true;
    }
    return false;
}

void order_name_joins(arena *a, const plan *p, plan_graph *g)
{
    if (!has_joins(g))
        return;
    arena *scratch = arena_new();
    name_list taken = taken_names(scratch, p, g);
    unsigned number = 0;
    for (size_t n = 0; n < g->node_count; n++) {
        plan_node *node = &g->nodes[n];
        if (node->kind != PLAN_EMPTY)
            continue;
        do
            node->name = ++number == 1 ? "join" : arena_printf(a, "join_%u", number);
        while (taken.count > 0 && bsearch(&node->name, taken.items, taken.count, sizeof *taken.items, compare_names));
        node->title = arena_printf(a, "join of %zu nodes before %zu", node->after_count, node->before_count);
    }
    arena_free(scratch);
}
