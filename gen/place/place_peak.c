/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The node at which most bytes are alive, in the order of the nodes. Items that are alive at one node all conflict with
 * each other, so no placement takes less. */
#include "base/bytes.h"
#include "place/place_parts.h"

/* For each item: the first and the last node of a graph that uses it. */
typedef struct {
    uint32_t *first, *last;
} life;

static life lives_in(arena *a, const place_items *items, const plan_graph *g)
{
    life l = {ARENA_ARRAY(a, uint32_t, items->count), ARENA_ARRAY(a, uint32_t, items->count)};
    for (size_t i = 0; i < items->count; i++)
        l.first[i] = PLACE_NONE;
    for (uint32_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            uint32_t item = items->of_buffer[g->nodes[n].ranges[i].buffer];
            if (item == PLACE_NONE)
                continue;
            if (l.first[item] == PLACE_NONE)
                l.first[item] = n;
            l.last[item] = n;
        }
    }
    return l;
}

static bool is_alive(const life *l, const place_items *items, size_t item, uint32_t node)
{
    return items->items[item].persistent ||
           (l->first[item] != PLACE_NONE && l->first[item] <= node && node <= l->last[item]);
}

/* The first node at which most bytes are alive, not counting those that always are. */
static uint32_t busiest_node(arena *a, const life *l, const place_items *items, const bool *in, const plan_graph *g,
                             uint64_t *bytes)
{
    uint64_t *born = ARENA_ARRAY(a, uint64_t, g->node_count), *dead = ARENA_ARRAY(a, uint64_t, g->node_count + 1);
    uint64_t alive = 0;
    uint32_t busiest = 0;
    for (size_t i = 0; i < items->count; i++) {
        const place_item *item = &items->items[i];
        if (!in[i] || item->persistent || l->first[i] == PLACE_NONE)
            continue;
        born[l->first[i]] = bytes_add(born[l->first[i]], item->size);
        dead[l->last[i] + 1] = bytes_add(dead[l->last[i] + 1], item->size);
    }
    *bytes = 0;
    for (uint32_t n = 0; n < g->node_count; n++) {
        alive = bytes_add(alive - dead[n], born[n]);
        if (alive > *bytes || n == 0) {
            *bytes = alive;
            busiest = n;
        }
    }
    return busiest;
}

static void mark_alive(const place_peak *peak, const life *l, const place_items *items, const bool *in)
{
    for (size_t i = 0; i < items->count; i++)
        peak->alive[i] = in[i] && (l ? is_alive(l, items, i, peak->node) : items->items[i].persistent);
}

place_peak place_find_peak(arena *a, const plan *p, const place_items *items, const bool *in)
{
    place_peak peak = {0, MODEL_NONE, MODEL_NONE, ARENA_ARRAY(a, bool, items->count)};
    mark_alive(&peak, NULL, items, in);
    for (uint32_t g = 0; g < p->graph_count; g++) {
        arena *scratch = arena_new();
        life l = lives_in(scratch, items, &p->graphs[g]);
        uint64_t bytes;
        uint32_t node = busiest_node(scratch, &l, items, in, &p->graphs[g], &bytes);
        if (bytes > peak.bytes) {
            peak.bytes = bytes;
            peak.graph = g;
            peak.node = node;
            mark_alive(&peak, &l, items, in);
        }
        arena_free(scratch);
    }
    for (size_t i = 0; i < items->count; i++) {
        if (in[i] && items->items[i].persistent)
            peak.bytes = bytes_add(peak.bytes, items->items[i].size);
    }
    return peak;
}
