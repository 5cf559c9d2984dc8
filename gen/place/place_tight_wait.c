/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `reuse: tight`: the dependencies that a placement needs. */
#include <stdlib.h>
#include <string.h>

#include "place/place_tight.h"
#include "plan/order.h"

/* ---- uses ---- */

/* Nodes of each item in a graph: those that none of its other uses directly follows, or comes directly before. */
typedef struct {
    size_t *start;
    uint32_t *nodes;
} end_uses;

static bool uses_item(const tightening *t, const plan_node *node, uint32_t item)
{
    for (size_t i = 0; i < node->range_count; i++) {
        if (t->layout.items->of_buffer[node->ranges[i].buffer] == item)
            return true;
    }
    return false;
}

static bool is_end(const tightening *t, const plan_graph *g, const plan_node *node, uint32_t item, bool last)
{
    const uint32_t *near = last ? node->before : node->after;
    size_t count = last ? node->before_count : node->after_count;
    for (size_t i = 0; i < count; i++) {
        if (uses_item(t, &g->nodes[near[i]], item))
            return false;
    }
    return true;
}

/* Calls for each end: counts it, or, with nodes, lists it at the item's cursor. A node with several ranges of an
 * item may be listed more than once. */
static void visit_ends(const tightening *t, const plan_graph *g, bool last, size_t *cursor, uint32_t *nodes)
{
    for (uint32_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            uint32_t item = t->layout.items->of_buffer[g->nodes[n].ranges[i].buffer];
            uint32_t number = item == PLACE_NONE ? PLACE_NONE : t->layout.number[item];
            if (number == PLACE_NONE || !is_end(t, g, &g->nodes[n], item, last))
                continue;
            if (nodes)
                nodes[cursor[number]] = n;
            cursor[number]++;
        }
    }
}

static end_uses find_ends(const tightening *t, arena *a, const plan_graph *g, bool last)
{
    size_t count = t->layout.sharing, *cursor = ARENA_ARRAY(a, size_t, count);
    end_uses u = {ARENA_ARRAY(a, size_t, count + 1), NULL};
    visit_ends(t, g, last, cursor, NULL);
    for (size_t i = 0; i < count; i++) {
        u.start[i + 1] = u.start[i] + cursor[i];
        cursor[i] = u.start[i];
    }
    u.nodes = ARENA_ARRAY(a, uint32_t, u.start[count]);
    visit_ends(t, g, last, cursor, u.nodes);
    return u;
}

/* ---- the buffers of items ---- */

typedef struct {
    uint32_t item, buffer;
    uint64_t inside;
} member;

typedef struct {
    member *members; /* by item, then by offset in it */
    size_t *start;   /* of each item, and the end of the last */
} memberships;

static int compare_members(const void *left, const void *right)
{
    const member *l = left, *r = right;
    if (l->item != r->item)
        return l->item < r->item ? -1 : 1;
    return l->inside < r->inside ? -1 : l->inside > r->inside;
}

static memberships list_members(const tightening *t, arena *a)
{
    const place_items *items = t->layout.items;
    size_t count = 0;
    memberships of = {ARENA_ARRAY(a, member, t->m->buffer_count), ARENA_ARRAY(a, size_t, items->count + 1)};
    for (uint32_t b = 0; b < t->m->buffer_count; b++) {
        if (items->of_buffer[b] == PLACE_NONE)
            continue;
        of.members[count++] = (member){items->of_buffer[b], b, items->inside[b]};
        of.start[items->of_buffer[b] + 1]++;
    }
    for (size_t i = 0; i < items->count; i++)
        of.start[i + 1] += of.start[i];
    qsort(of.members, count, sizeof *of.members, compare_members);
    return of;
}

/* The first two buffers of two items, whose bytes meet, that have bytes in common. Where only the room between buffers
 * does, the first of each. */
static void find_common(const tightening *t, const memberships *of, uint32_t earlier, uint32_t later,
                        uint32_t common[2])
{
    uint32_t one = t->layout.order[earlier], two = t->layout.order[later];
    size_t i = of->start[one], k = of->start[two];
    common[0] = of->members[i].buffer;
    common[1] = of->members[k].buffer;
    while (i < of->start[one + 1] && k < of->start[two + 1]) {
        const member *x = &of->members[i], *y = &of->members[k];
        uint64_t first = t->offsets[earlier] + x->inside, second = t->offsets[later] + y->inside;
        uint64_t first_end = first + t->m->buffers[x->buffer].size, second_end = second + t->m->buffers[y->buffer].size;
        if (first < second_end && second < first_end) {
            common[0] = x->buffer;
            common[1] = y->buffer;
            return;
        }
        if (first_end <= second)
            i++;
        else
            k++;
    }
}

/* ---- dependencies ---- */

typedef struct {
    plan_tight *items;
    size_t count, room;
} waits;

static void add_waits(const tightening *t, arena *a, const memberships *of, const end_uses *lasts,
                      const end_uses *firsts, uint32_t earlier, uint32_t later, waits *w)
{
    uint32_t common[2];
    find_common(t, of, earlier, later, common);
    for (size_t i = lasts->start[earlier]; i < lasts->start[earlier + 1]; i++) {
        for (size_t k = firsts->start[later]; k < firsts->start[later + 1] && w->count <= PLACE_MOST_ADDED; k++) {
            w->items = arena_grow(a, w->items, w->count, &w->room, sizeof *w->items);
            w->items[w->count++] = (plan_tight){lasts->nodes[i], firsts->nodes[k], common[0], common[1]};
        }
    }
}

/* Items of a graph by their first use there. */
typedef struct {
    uint32_t node, item;
} first_use;

static int compare_uses(const void *left, const void *right)
{
    const first_use *l = left, *r = right;
    if (l->node != r->node)
        return l->node < r->node ? -1 : 1;
    return l->item < r->item ? -1 : l->item > r->item;
}

static bool must_wait(const tightening *t, const place_pairs *loose, uint32_t one, uint32_t other)
{
    return place_has_pair(loose, one, other) && place_overlap(t, one, other);
}

/* The pairs of a graph's items of which one must wait for the other, without those where it does so anyway as it
 * waits for a third one that must wait itself: with very many buffers in few bytes those are nearly all. */
static place_pairs direct_waits(const tightening *t, arena *a, const place_pairs *loose, const uint32_t *used,
                                size_t count, size_t graph)
{
    const place_life *lives = &t->lives[graph * t->layout.sharing];
    size_t words = (count + 63) / 64;
    place_pairs direct = place_new_pairs(a, count);
    uint64_t *later = ARENA_ARRAY(a, uint64_t, count * words), *implied = ARENA_ARRAY(a, uint64_t, words);
    first_use *uses = ARENA_ARRAY(a, first_use, count);
    for (uint32_t i = 0; i < count; i++)
        uses[i] = (first_use){lives[used[i]].first, i};
    if (count > 1)
        qsort(uses, count, sizeof *uses, compare_uses);
    for (size_t i = count; i-- > 0;) {
        uint64_t *row = &later[i * words];
        memset(implied, 0, words * sizeof *implied);
        for (size_t j = i + 1; j < count; j++) {
            if (!must_wait(t, loose, used[uses[i].item], used[uses[j].item]))
                continue;
            row[j / 64] |= (uint64_t)1 << j % 64;
            if (implied[j / 64] >> j % 64 & 1)
                continue;
            place_set_pair(&direct, uses[i].item, uses[j].item, true);
            for (size_t w = j / 64; w < words; w++)
                implied[w] |= later[j * words + w];
        }
    }
    return direct;
}

/* What a graph's nodes have to wait for. */
static waits waits_in(const tightening *t, arena *a, const place_pairs *loose, const memberships *of, size_t graph)
{
    const plan_graph *g = &t->p->graphs[graph];
    const place_life *lives = &t->lives[graph * t->layout.sharing];
    arena *scratch = arena_new();
    size_t count = 0;
    const uint32_t *used = place_list_used(t, scratch, graph, &count);
    place_pairs direct = direct_waits(t, scratch, loose, used, count, graph);
    end_uses lasts = find_ends(t, scratch, g, true), firsts = find_ends(t, scratch, g, false);
    waits w = {NULL, 0, 0};
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (!place_has_pair(&direct, i, j))
                continue;
            if (lives[used[i]].last < lives[used[j]].first)
                add_waits(t, a, of, &lasts, &firsts, used[i], used[j], &w);
            else
                add_waits(t, a, of, &lasts, &firsts, used[j], used[i], &w);
        }
    }
    arena_free(scratch);
    return w;
}

uint64_t *place_let_wait(arena *a, tightening *t, const place_pairs *loose)
{
    waits *all = ARENA_ARRAY(t->memory, waits, t->p->graph_count);
    memberships of = list_members(t, t->memory);
    for (size_t g = 0; g < t->p->graph_count; g++) {
        all[g] = waits_in(t, t->memory, loose, &of, g);
        if (all[g].count > PLACE_MOST_ADDED)
            return NULL;
    }
    for (size_t g = 0; g < t->p->graph_count; g++) {
        plan_graph *graph = &t->p->graphs[g];
        if (all[g].count == 0)
            continue;
        order_add(a, t->p, graph, all[g].items, &all[g].count);
        if (graph->loose_depth > graph->depth) /* an edge more can make an empty node one too many */
            graph->loose_depth = graph->depth;
        graph->tight = ARENA_ARRAY(a, plan_tight, all[g].count);
        graph->tight_count = all[g].count;
        if (all[g].count > 0)
            memcpy(graph->tight, all[g].items, all[g].count * sizeof *graph->tight);
    }
    uint64_t *known = ARENA_ARRAY(a, uint64_t, t->layout.items->count);
    for (size_t i = 0; i < t->layout.sharing; i++)
        known[t->layout.order[i]] = t->offsets[i];
    return known;
}
