/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The uses of items in a graph that can be an item's first or last: those that no other use surely comes before, or
 * after. Whatever holds for these holds for all its uses. */
#include "place/place_uses.h"

#include <string.h>

typedef struct {
    arena *memory; /* for what is returned */
    const place_items *items;
    const uint32_t *number;
    size_t count;
} finder;

static uint32_t number_of(const finder *f, const plan_range *r)
{
    uint32_t item = f->items->of_buffer[r->buffer];
    return item == PLACE_NONE ? PLACE_NONE : f->number[item];
}

/* Calls for each node that uses an item, in order: counts it, or, with nodes, lists it at the item's cursor. */
static void visit_uses(const finder *f, arena *scratch, const plan_graph *g, size_t *cursor, uint32_t *nodes)
{
    uint32_t *last = ARENA_ARRAY(scratch, uint32_t, f->count); /* 1 + the node seen last */
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            uint32_t item = number_of(f, &g->nodes[n].ranges[i]);
            if (item == PLACE_NONE || last[item] == n + 1)
                continue;
            last[item] = (uint32_t)n + 1;
            if (nodes)
                nodes[cursor[item]] = (uint32_t)n;
            cursor[item]++;
        }
    }
}

/* Sets the items that the graph uses, and lists all their uses. */
static place_nodes all_uses(const finder *f, arena *scratch, const plan_graph *g, place_uses *u)
{
    size_t *cursor = ARENA_ARRAY(scratch, size_t, f->count), total = 0;
    visit_uses(f, scratch, g, cursor, NULL);
    for (size_t i = 0; i < f->count; i++)
        u->count += cursor[i] > 0;
    u->items = ARENA_ARRAY(f->memory, uint32_t, u->count);
    place_nodes l = {ARENA_ARRAY(scratch, size_t, u->count + 1), NULL};
    u->count = 0;
    for (size_t i = 0; i < f->count; i++) {
        size_t count = cursor[i];
        cursor[i] = total;
        total += count;
        if (count > 0) {
            u->items[u->count++] = (uint32_t)i;
            l.start[u->count] = total;
        }
    }
    l.nodes = ARENA_ARRAY(scratch, uint32_t, total);
    visit_uses(f, scratch, g, cursor, l.nodes);
    return l;
}

static bool has_used_neighbour(const plan_node *node, bool before, const uint32_t *user, uint32_t mark)
{
    const uint32_t *others = before ? node->after : node->before;
    size_t count = before ? node->after_count : node->before_count;
    for (size_t i = 0; i < count; i++) {
        if (user[others[i]] == mark)
            return true;
    }
    return false;
}

/* Leaves out uses after (or, for the last ones, before) another use of the same item: those on the same chain as a use,
 * and those that an edge connects with one. */
static place_nodes end_uses(const finder *f, arena *scratch, const plan_graph *g, size_t items, place_nodes all,
                           bool first)
{
    uint32_t *nodes = ARENA_ARRAY(scratch, uint32_t, all.start[items]);
    uint32_t *user = ARENA_ARRAY(scratch, uint32_t, g->node_count);
    uint32_t chains = 0;
    const uint32_t *chain = place_find_chains(scratch, g, &chains);
    uint32_t *end_of = ARENA_ARRAY(scratch, uint32_t, g->node_count);
    place_nodes l = {ARENA_ARRAY(f->memory, size_t, items + 1), NULL};
    size_t count = 0;
    for (size_t i = 0; i < items; i++) {
        uint32_t mark = (uint32_t)i + 1;
        for (size_t k = all.start[i]; k < all.start[i + 1]; k++) {
            uint32_t node = all.nodes[first ? all.start[i + 1] - 1 - (k - all.start[i]) : k];
            user[node] = mark;
            end_of[chain[node]] = node;
        }
        for (size_t u = all.start[i]; u < all.start[i + 1]; u++) {
            uint32_t node = all.nodes[u];
            if (end_of[chain[node]] == node && !has_used_neighbour(&g->nodes[node], first, user, mark))
                nodes[count++] = node;
        }
        l.start[i + 1] = count;
    }
    l.nodes = ARENA_ARRAY(f->memory, uint32_t, count);
    if (count > 0)
        memcpy(l.nodes, nodes, count * sizeof *nodes);
    return l;
}

size_t place_use_count(const place_nodes *l, size_t item)
{
    return l->start[item + 1] - l->start[item];
}

size_t place_further_uses(const place_nodes *l, size_t item)
{
    return place_use_count(l, item) > 1 ? place_use_count(l, item) - 1 : 0;
}

place_uses place_find_uses(arena *a, const place_items *items, const uint32_t *number, size_t count,
                           const plan_graph *g)
{
    arena *scratch = arena_new();
    finder f = {a, items, number, count};
    place_uses u = {NULL, 0, {NULL, NULL}, {NULL, NULL}, NULL, NULL};
    place_nodes all = all_uses(&f, scratch, g, &u);
    u.firsts = end_uses(&f, scratch, g, u.count, all, true);
    u.lasts = end_uses(&f, scratch, g, u.count, all, false);
    u.begin = ARENA_ARRAY(a, uint32_t, u.count);
    u.end = ARENA_ARRAY(a, uint32_t, u.count);
    for (size_t i = 0; i < u.count; i++) {
        u.begin[i] = all.nodes[all.start[i]];
        u.end[i] = all.nodes[all.start[i + 1] - 1] + 1;
    }
    arena_free(scratch);
    return u;
}
