/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Empty nodes: n nodes that all come before m others take n + m edges through one instead of n * m. */
#include <stdlib.h>
#include <string.h>

#include "plan/order_parts.h"

/* One side of a fan: the nodes that have the same `key`, the neighbours that can be in a fan at all. */
typedef struct {
    const uint32_t *key;
    size_t key_count;
    uint32_t node;
} member;

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
            kept += far->counts[near->lists[n][i]] >= ORDER_LEAST_FAN;
        if (kept < ORDER_LEAST_FAN)
            continue;
        uint32_t *key = ARENA_ARRAY(a, uint32_t, kept);
        members[count++] = (member){key, kept, n};
        kept = 0;
        for (size_t i = 0; i < near->counts[n]; i++) {
            if (far->counts[near->lists[n][i]] >= ORDER_LEAST_FAN)
                key[kept++] = near->lists[n][i];
        }
    }
    return count;
}

/* Fans whose members on the one side have the same neighbours on the other. No edge is in two of them. */
static order_fans find_fans(arena *a, const edges *near, const edges *far, size_t node_count, bool by_later)
{
    order_fans f = {NULL, 0, 0};
    member *members = ARENA_ARRAY(a, member, node_count);
    size_t count = find_members(a, near, far, node_count, members);
    if (count > 1)
        qsort(members, count, sizeof *members, compare_members);
    for (size_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && compare_keys(&members[begin], &members[end]) == 0;)
            end++;
        if (end - begin < ORDER_LEAST_FAN)
            continue;
        uint32_t *same = ARENA_ARRAY(a, uint32_t, end - begin);
        uint32_t *key = ARENA_ARRAY(a, uint32_t, members[begin].key_count);
        for (size_t i = begin; i < end; i++)
            same[i - begin] = members[i].node;
        memcpy(key, members[begin].key, members[begin].key_count * sizeof *key);
        f.items = arena_grow(a, f.items, f.count, &f.capacity, sizeof *f.items);
        f.items[f.count++] = by_later ? (order_fan){key, same, members[begin].key_count, end - begin, 0}
                                      : (order_fan){same, key, end - begin, members[begin].key_count, 0};
    }
    return f;
}

void order_join(arena *a, plan_graph *g)
{
    for (int by_later = 1; by_later >= 0; by_later--) {
        arena *scratch = arena_new();
        edges after = edges_after(scratch, g), before = reversed(scratch, &after, g->node_count);
        order_fans f = by_later ? find_fans(scratch, &after, &before, g->node_count, true)
                                : find_fans(scratch, &before, &after, g->node_count, false);
        order_insert_joins(a, g, &f);
        arena_free(scratch);
    }
}
