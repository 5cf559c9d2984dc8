/* SPDX-License-Identifier: MIT */
/* Empty nodes: n nodes that all come before m others take n + m edges through one instead of n * m. */
#include <stdlib.h>
#include <string.h>

#include "order_parts.h"

#define LEAST 3u /* from here on n * m is more than n + m, whatever the other */

/* One side of a fan: the nodes that have the same `key`, the neighbours that can be in a fan at all. */
typedef struct {
    const uint32_t *key;
    size_t key_count;
    uint32_t node;
} member;

typedef struct {
    uint32_t *earlier, *later; /* ascending */
    size_t earlier_count, later_count;
    uint32_t index; /* (insert) of the empty node */
} fan;

typedef struct {
    fan *items;
    size_t count, capacity;
} fans;

/* A graph's edges in one direction. */
typedef struct {
    const uint32_t **lists;
    size_t *counts;
} edges;

static edges edges_after(arena *a, const plan_graph *g)
{
    edges e = {ARENA_ARRAY(a, const uint32_t *, g->node_count), ARENA_ARRAY(a, size_t, g->node_count)};
    for (size_t n = 0; n < g->node_count; n++) {
        e.lists[n] = g->nodes[n].after;
        e.counts[n] = g->nodes[n].after_count;
    }
    return e;
}

static edges reversed(arena *a, const edges *from, size_t node_count)
{
    edges e = {ARENA_ARRAY(a, const uint32_t *, node_count), ARENA_ARRAY(a, size_t, node_count)};
    uint32_t **lists = ARENA_ARRAY(a, uint32_t *, node_count);
    for (size_t n = 0; n < node_count; n++) {
        for (size_t i = 0; i < from->counts[n]; i++)
            e.counts[from->lists[n][i]]++;
    }
    for (size_t n = 0; n < node_count; n++) {
        e.lists[n] = lists[n] = ARENA_ARRAY(a, uint32_t, e.counts[n]);
        e.counts[n] = 0;
    }
    for (size_t n = 0; n < node_count; n++) {
        for (size_t i = 0; i < from->counts[n]; i++) {
            uint32_t to = from->lists[n][i];
            lists[to][e.counts[to]++] = (uint32_t)n;
        }
    }
    return e;
}

static int compare_keys(const member *l, const member *r)
{
    if (l->key_count != r->key_count)
        return l->key_count < r->key_count ? -1 : 1;
    for (size_t i = 0; i < l->key_count; i++) {
        if (l->key[i] != r->key[i])
            return l->key[i] < r->key[i] ? -1 : 1;
    }
    return 0;
}

static int compare_members(const void *left, const void *right)
{
    const member *l = left, *r = right;
    int keys = compare_keys(l, r);
    return keys != 0 ? keys : l->node < r->node ? -1 : l->node > r->node;
}

/* Nodes with enough neighbours that themselves have enough the other way. */
static size_t find_members(arena *a, const edges *near, const edges *far, size_t node_count, member *members)
{
    size_t count = 0;
    for (uint32_t n = 0; n < node_count; n++) {
        size_t kept = 0;
        for (size_t i = 0; i < near->counts[n]; i++)
            kept += far->counts[near->lists[n][i]] >= LEAST;
        if (kept < LEAST)
            continue;
        uint32_t *key = ARENA_ARRAY(a, uint32_t, kept);
        members[count++] = (member){key, kept, n};
        kept = 0;
        for (size_t i = 0; i < near->counts[n]; i++) {
            if (far->counts[near->lists[n][i]] >= LEAST)
                key[kept++] = near->lists[n][i];
        }
    }
    return count;
}

static int compare_fans(const void *left, const void *right)
{
    const fan *l = left, *r = right;
    if (l->later[0] != r->later[0])
        return l->later[0] < r->later[0] ? -1 : 1;
    return l->earlier[0] < r->earlier[0] ? -1 : l->earlier[0] > r->earlier[0];
}

/* Fans whose members on the one side have the same neighbours on the other. No edge is in two of them. */
static fans find_fans(arena *a, const edges *near, const edges *far, size_t node_count, bool by_later)
{
    fans f = {NULL, 0, 0};
    member *members = ARENA_ARRAY(a, member, node_count);
    size_t count = find_members(a, near, far, node_count, members);
    if (count > 1)
        qsort(members, count, sizeof *members, compare_members);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && compare_keys(&members[begin], &members[end]) == 0;)
            end++;
        if (end - begin < LEAST)
            continue;
        uint32_t *same = ARENA_ARRAY(a, uint32_t, end - begin);
        uint32_t *key = ARENA_ARRAY(a, uint32_t, members[begin].key_count);
        for (size_t i = begin; i < end; i++)
            same[i - begin] = members[i].node;
        memcpy(key, members[begin].key, members[begin].key_count * sizeof *key);
        f.items = arena_grow(a, f.items, f.count, &f.capacity, sizeof *f.items);
        f.items[f.count++] = by_later ? (fan){key, same, members[begin].key_count, end - begin, 0}
                                      : (fan){same, key, end - begin, members[begin].key_count, 0};
    }
    if (f.count > 1)
        qsort(f.items, f.count, sizeof *f.items, compare_fans);
    return f;
}

/* ---- the new nodes ---- */

typedef struct {
    const char **taken; /* names that begin like those of empty nodes, sorted */
    size_t taken_count;
    unsigned next;
} join_names;

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static join_names names_in(arena *a, const plan_graph *g)
{
    join_names names = {ARENA_ARRAY(a, const char *, g->node_count), 0, 1};
    for (size_t n = 0; n < g->node_count; n++) {
        if (strncmp(g->nodes[n].name, "join", 4) == 0)
            names.taken[names.taken_count++] = g->nodes[n].name;
    }
    if (names.taken_count > 1)
        qsort(names.taken, names.taken_count, sizeof *names.taken, compare_names);
    return names;
}

static const char *next_name(arena *a, join_names *names)
{
    for (;;) {
        unsigned number = names->next++;
        const char *name = number == 1 ? "join" : arena_printf(a, "join_%u", number);
        if (names->taken_count == 0 ||
            !bsearch(&name, names->taken, names->taken_count, sizeof *names->taken, compare_names))
            return name;
    }
}

static plan_node empty_node(arena *a, const plan_graph *g, const fan *f, join_names *names)
{
    plan_node node;
    memset(&node, 0, sizeof node);
    node.kind = PLAN_EMPTY;
    node.step = node.switched = MODEL_NONE;
    node.name = next_name(a, names);
    node.title = arena_printf(a, "join of %zu nodes before %zu", f->earlier_count, f->later_count);
    node.at = g->nodes[f->later[0]].at;
    return node;
}

/* Makes room before the first of each fan's later nodes. Returns the new index of each old node. */
static uint32_t *insert_nodes(arena *a, arena *scratch, plan_graph *g, fans *f)
{
    plan_node *nodes = ARENA_ARRAY(a, plan_node, g->node_count + f->count);
    uint32_t *moved = ARENA_ARRAY(scratch, uint32_t, g->node_count);
    join_names names = names_in(scratch, g);
    size_t next = 0;
    uint32_t at = 0;
    for (uint32_t n = 0; n < g->node_count; n++) {
        for (; next < f->count && f->items[next].later[0] == n; next++) {
            f->items[next].index = at;
            nodes[at++] = empty_node(a, g, &f->items[next], &names);
        }
        moved[n] = at;
        nodes[at++] = g->nodes[n];
    }
    g->nodes = nodes;
    g->node_count = at;
    return moved;
}

static uint32_t *moved_list(arena *a, const uint32_t *list, size_t count, const uint32_t *moved)
{
    uint32_t *copy = ARENA_ARRAY(a, uint32_t, count + 1); /* one more for an empty node */
    for (size_t i = 0; i < count; i++)
        copy[i] = moved[list[i]];
    return copy;
}

static int compare_u32(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return l < r ? -1 : l > r;
}

/* Leaves out of a later node's list the earlier nodes of the fan, and puts the empty node there. */
static void replace_earlier(plan_node *node, const fan *f, const uint32_t *moved)
{
    size_t kept = 0, next = 0;
    for (size_t i = 0; i < node->after_count; i++) {
        while (next < f->earlier_count && moved[f->earlier[next]] < node->after[i])
            next++;
        if (next == f->earlier_count || moved[f->earlier[next]] != node->after[i])
            node->after[kept++] = node->after[i];
    }
    node->after[kept++] = f->index;
    node->after_count = kept;
    qsort(node->after, kept, sizeof *node->after, compare_u32);
}

static void join_fans(arena *a, plan_graph *g, fans *f)
{
    arena *scratch = arena_new();
    const uint32_t *moved = insert_nodes(a, scratch, g, f);
    for (size_t n = 0; n < g->node_count; n++) {
        plan_node *node = &g->nodes[n];
        node->after = moved_list(a, node->after, node->after_count, moved);
        node->ordered = moved_list(a, node->ordered, node->ordered_count, moved);
    }
    for (size_t i = 0; i < f->count; i++) {
        const fan *of = &f->items[i];
        plan_node *empty = &g->nodes[of->index];
        empty->after = moved_list(a, of->earlier, of->earlier_count, moved);
        empty->after_count = of->earlier_count;
        for (size_t k = 0; k < of->later_count; k++)
            replace_earlier(&g->nodes[moved[of->later[k]]], of, moved);
    }
    arena_free(scratch);
}

void order_join(arena *a, plan_graph *g)
{
    for (int by_later = 1; by_later >= 0; by_later--) {
        arena *scratch = arena_new();
        edges after = edges_after(scratch, g), before = reversed(scratch, &after, g->node_count);
        fans f = by_later ? find_fans(scratch, &after, &before, g->node_count, true)
                          : find_fans(scratch, &before, &after, g->node_count, false);
        if (f.count > 0)
            join_fans(a, g, &f);
        arena_free(scratch);
    }
}
