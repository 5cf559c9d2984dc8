/* SPDX-License-Identifier: MIT */
/* `reuse: tight`: the dependencies that a placement needs, and what is said of them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "order.h"
#include "place_tight.h"

/* A graph may get so many before reduction. */
#define MOST_ADDED ((size_t)1000000)

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

/* Calls for each end: counts it, or, with nodes, lists it at the item's cursor. A node with several ranges of an item may
 * be listed more than once. */
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
        for (size_t k = firsts->start[later]; k < firsts->start[later + 1] && w->count <= MOST_ADDED; k++) {
            w->items = arena_grow(a, w->items, w->count, &w->room, sizeof *w->items);
            w->items[w->count++] = (plan_tight){lasts->nodes[i], firsts->nodes[k], common[0], common[1]};
        }
    }
}

/* What a graph's nodes have to wait for. */
static waits waits_in(const tightening *t, arena *a, const place_pairs *loose, const memberships *of, size_t graph)
{
    const plan_graph *g = &t->p->graphs[graph];
    const place_life *lives = &t->lives[graph * t->layout.sharing];
    end_uses lasts = find_ends(t, a, g, true), firsts = find_ends(t, a, g, false);
    waits w = {NULL, 0, 0};
    for (uint32_t i = 0; i < loose->count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            bool apart =
                t->offsets[i] >= t->offsets[j] + t->sizes[j].size || t->offsets[j] >= t->offsets[i] + t->sizes[i].size;
            if (apart || !place_has_pair(loose, i, j) || !lives[i].used || !lives[j].used)
                continue;
            if (lives[i].last < lives[j].first)
                add_waits(t, a, of, &lasts, &firsts, i, j, &w);
            else
                add_waits(t, a, of, &lasts, &firsts, j, i, &w);
        }
    }
    return w;
}

uint64_t *place_let_wait(arena *a, tightening *t, const place_pairs *loose)
{
    waits *all = ARENA_ARRAY(t->memory, waits, t->p->graph_count);
    memberships of = list_members(t, t->memory);
    for (size_t g = 0; g < t->p->graph_count; g++) {
        all[g] = waits_in(t, t->memory, loose, &of, g);
        if (all[g].count > MOST_ADDED)
            return NULL;
    }
    for (size_t g = 0; g < t->p->graph_count; g++) {
        plan_graph *graph = &t->p->graphs[g];
        if (all[g].count == 0)
            continue;
        order_add(a, graph, all[g].items, &all[g].count);
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

/* ---- what is said ---- */

static void report_graph(diag *d, const model *m, const plan_graph *g, const char *saved)
{
    const plan_tight *first = &g->tight[0];
    if (g->tight_count == 1)
        diag_remark(d, m->reuse_at,
                    "in graph %s, %s waits for %s, so that %s and %s can share bytes: %s, longest path %zu "
                    "nodes instead of %zu",
                    g->name, g->nodes[first->to].name, g->nodes[first->from].name, m->buffers[first->first_buffer].name,
                    m->buffers[first->second_buffer].name, saved, g->depth, g->loose_depth);
    else
        diag_remark(d, m->reuse_at,
                    "in graph %s, %zu dependencies were added so that buffers can share bytes, the first that "
                    "%s waits for %s: %s, longest path %zu nodes instead of %zu",
                    g->name, g->tight_count, g->nodes[first->to].name, g->nodes[first->from].name, saved, g->depth,
                    g->loose_depth);
    diag_hint(d, "vggen --print-plan lists them all");
}

void place_report_tight(diag *d, const model *m, const plan *p, uint64_t loose_bytes)
{
    arena *scratch = arena_new();
    const char *saved = arena_printf(scratch, "%" PRIu64 " bytes of device memory instead of %" PRIu64,
                                     p->arenas[0].bytes, loose_bytes);
    for (size_t g = 0; g < p->graph_count; g++) {
        if (p->graphs[g].tight_count > 0)
            report_graph(d, m, &p->graphs[g], saved);
    }
    arena_free(scratch);
}
