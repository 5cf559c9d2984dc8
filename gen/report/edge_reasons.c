/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/edge_reasons.h"

#include <stdlib.h>
#include <string.h>

#include "emit/emit_facts.h"

typedef struct {
    edge_reason *items;
    size_t count, capacity;
} reasons;

typedef struct {
    uint32_t *nodes;
    size_t count, capacity;
    uint32_t of; /* the node that they are before or after */
} node_list;

struct edge_reasons {
    const emit *e;
    const plan_graph *g;
    arena *scratch;
    plan_range **ranges;      /* of each node, by buffer and first byte */
    plan_tight *tight;        /* the graph's, by nodes */
    const plan_graph *plain;  /* the graph without fused launches, or NULL … */
    uint32_t *home;           /* … and for each of its nodes the one that does it here, or MODEL_NONE */
    node_list earlier, later; /* of the last edge, kept because the next edge often has the same */
    reasons found;
};

/* ---- reasons ---- */

static int compare_ranges(const void *a, const void *b)
{
    const plan_range *x = a, *y = b;

    if (x->buffer != y->buffer)
        return x->buffer < y->buffer ? -1 : 1;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    if (x->last != y->last)
        return x->last < y->last ? -1 : 1;
    return x->access < y->access ? -1 : x->access > y->access;
}

static void sort_ranges(edge_reasons *s)
{
    s->ranges = ARENA_ARRAY(s->scratch, plan_range *, s->g->node_count + 1);
    for (size_t n = 0; n < s->g->node_count; n++) {
        const plan_node *node = &s->g->nodes[n];
        s->ranges[n] = ARENA_ARRAY(s->scratch, plan_range, node->range_count + 1);
        if (node->range_count == 0)
            continue;
        memcpy(s->ranges[n], node->ranges, node->range_count * sizeof *node->ranges);
        qsort(s->ranges[n], node->range_count, sizeof *s->ranges[n], compare_ranges);
    }
}

/* Work space is written; what was there before is not read. */
static bool writes(const plan_range *r)
{
    return (r->access & (PLAN_WRITE | PLAN_WORK)) != 0;
}

static bool reads(const plan_range *r)
{
    return (r->access & PLAN_READ) != 0 && (r->access & PLAN_WORK) == 0;
}

static unsigned hazards(const plan_range *earlier, const plan_range *later)
{
    return (writes(earlier) && reads(later) ? WHY_RAW : 0u) | (reads(earlier) && writes(later) ? WHY_WAR : 0u) |
           (writes(earlier) && writes(later) ? WHY_WAW : 0u);
}

static void add_reason(arena *scratch, reasons *list, edge_reason found)
{
    for (size_t i = list->count; i-- > 0 && list->items[i].buffer == found.buffer;) {
        edge_reason *r = &list->items[i];
        if (r->first == found.first && r->last == found.last && r->other == found.other) {
            r->kinds |= found.kinds;
            return;
        }
    }
    list->items = arena_grow(scratch, list->items, list->count, &list->capacity, sizeof *list->items);
    list->items[list->count++] = found;
}

/* Returns the index of the first of a node's sorted ranges that is of this buffer or a later one. */
static size_t first_of(const plan_range *ranges, size_t count, uint32_t buffer)
{
    size_t low = 0, high = count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].buffer < buffer)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void find_hazards(edge_reasons *s, size_t from, size_t to, reasons *list)
{
    size_t few = s->g->nodes[from].range_count, many = s->g->nodes[to].range_count;
    bool swapped = few > many;
    const plan_range *a = s->ranges[swapped ? to : from], *b = s->ranges[swapped ? from : to];

    if (swapped) {
        size_t other = few;
        few = many;
        many = other;
    }
    for (size_t i = 0; i < few; i++) {
        for (size_t k = first_of(b, many, a[i].buffer); k < many && b[k].buffer == a[i].buffer; k++) {
            uint64_t first = a[i].first > b[k].first ? a[i].first : b[k].first;
            uint64_t last = a[i].last < b[k].last ? a[i].last : b[k].last;
            unsigned kinds = swapped ? hazards(&b[k], &a[i]) : hazards(&a[i], &b[k]);
            if (first < last && kinds != 0)
                add_reason(s->scratch, list, (edge_reason){kinds, a[i].buffer, MODEL_NONE, first, last});
        }
    }
}

/* Placement orders all uses of one buffer before all uses of the other wherever these lie in them, so it is the bytes
 * that the buffers have in common, not those that the two nodes touch. */
static void find_common(edge_reasons *s, uint32_t buffer, uint32_t next, reasons *list)
{
    const model_buffer *buffers = s->e->m->buffers;
    const plan_place *at = &s->e->p->places[buffer], *other = &s->e->p->places[next];
    uint64_t end = at->offset + buffers[buffer].size, other_end = other->offset + buffers[next].size;
    uint64_t first = other->offset > at->offset ? other->offset : at->offset;
    uint64_t last = other_end < end ? other_end : end;

    if (buffer == next || at->arena != other->arena || first >= last || !emit_has_place(&buffers[buffer]) ||
        !emit_has_place(&buffers[next]))
        return;
    add_reason(s->scratch, list, (edge_reason){WHY_REUSE, buffer, next, first - at->offset, last - at->offset});
}

static int compare_tight(const void *a, const void *b)
{
    const plan_tight *x = a, *y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->to < y->to ? -1 : x->to > y->to;
}

/* Buffers that are copied together have one place: a node of one of them may wait for the bytes of another. */
static void find_wait(edge_reasons *s, size_t from, size_t to, reasons *list)
{
    plan_tight key = {(uint32_t)from, (uint32_t)to, MODEL_NONE, MODEL_NONE};
    const plan_tight *found = NULL;

    if (s->g->tight_count > 0)
        found = bsearch(&key, s->tight, s->g->tight_count, sizeof *s->tight, compare_tight);
    if (found)
        find_common(s, found->first_buffer, found->second_buffer, list);
}

static void find_reuse(edge_reasons *s, size_t from, size_t to, reasons *list)
{
    const plan_node *earlier = &s->g->nodes[from], *later = &s->g->nodes[to];

    for (size_t i = 0; i < earlier->range_count; i++)
        for (size_t k = 0; k < later->range_count; k++)
            find_common(s, s->ranges[from][i].buffer, s->ranges[to][k].buffer, list);
    if (list->count == 0)
        find_wait(s, from, to, list);
}

static void sort_tight(edge_reasons *s)
{
    s->tight = ARENA_ARRAY(s->scratch, plan_tight, s->g->tight_count + 1);
    if (s->g->tight_count == 0)
        return;
    memcpy(s->tight, s->g->tight, s->g->tight_count * sizeof *s->tight);
    qsort(s->tight, s->g->tight_count, sizeof *s->tight, compare_tight);
}

/* ---- fused launches ---- */

static int compare_names(const void *a, const void *b)
{
    const plan_node *const *x = a, *const *y = b;

    return strcmp((*x)->name, (*y)->name);
}

/* The graph or body as it is without fused launches; NULL where it has none. */
static const plan_graph *find_plain(const plan *p, const plan_graph *g)
{
    const plan_plain *plain = p->plain != NULL ? &p->plain[g->graph] : NULL;

    if (plain == NULL || plain->graph == NULL)
        return NULL;
    for (size_t b = 0; b < plain->body_count; b++)
        if (strcmp(plain->bodies[b].name, g->name) == 0)
            return &plain->bodies[b];
    return &p->graphs[g->graph] == g ? plain->graph : NULL;
}

/* Where each node of the plain graph is done. */
static void find_homes(edge_reasons *s)
{
    const plan_node **sorted = ARENA_ARRAY(s->scratch, const plan_node *, s->g->node_count + 1);

    s->home = ARENA_ARRAY(s->scratch, uint32_t, s->plain->node_count + 1);
    for (size_t n = 0; n < s->g->node_count; n++)
        sorted[n] = &s->g->nodes[n];
    qsort(sorted, s->g->node_count, sizeof *sorted, compare_names);
    for (uint32_t n = 0; n < s->plain->node_count; n++) {
        const plan_node *key = &s->plain->nodes[n];
        const plan_node **found = bsearch(&key, sorted, s->g->node_count, sizeof *sorted, compare_names);
        s->home[n] = found != NULL && (*found)->kind != PLAN_FUSED ? (uint32_t)(*found - s->g->nodes) : MODEL_NONE;
    }
    for (uint32_t n = 0; n < s->g->node_count; n++)
        for (size_t b = 0; b < s->g->nodes[n].block_count; b++)
            for (size_t i = 0; i < s->g->nodes[n].blocks[b].part_count; i++)
                s->home[s->g->nodes[n].blocks[b].parts[i].node] = n;
}

/* Whether it is what the graph ends with, or a launch of which that is a part. */
static bool ends_graph(const edge_reasons *s, size_t node)
{
    if (s->g->nodes[node].kind == PLAN_END)
        return true;
    return s->plain != NULL && s->plain->nodes[s->plain->node_count - 1].kind == PLAN_END &&
           s->home[s->plain->node_count - 1] == node;
}

/* Reasons that lie in the graph without fused launches: `after:`, and what `reuse: tight` added. */
static void find_inside(edge_reasons *s, size_t from, size_t to, reasons *list)
{
    for (size_t n = 0; n < s->plain->node_count; n++) {
        const plan_node *later = &s->plain->nodes[n];
        for (size_t i = 0; s->home[n] == to && i < later->ordered_count; i++)
            if (s->home[later->ordered[i]] == from)
                add_reason(s->scratch, list, (edge_reason){WHY_AFTER, MODEL_NONE, MODEL_NONE, 0, 0});
    }
    for (size_t i = 0; i < s->plain->tight_count; i++) {
        const plan_tight *t = &s->plain->tight[i];
        if (s->home[t->from] == from && s->home[t->to] == to)
            find_common(s, t->first_buffer, t->second_buffer, list);
    }
}

/* Finds why a node comes after another, neither of them a join. Returns false if there is no reason. */
static bool find_reasons(edge_reasons *s, size_t from, size_t to, reasons *list)
{
    const plan_node *later = &s->g->nodes[to];

    list->count = 0;
    if (s->g->nodes[from].kind == PLAN_BEGIN)
        add_reason(s->scratch, list, (edge_reason){WHY_BEGIN, MODEL_NONE, MODEL_NONE, 0, 0});
    if (ends_graph(s, to))
        add_reason(s->scratch, list, (edge_reason){WHY_END, MODEL_NONE, MODEL_NONE, 0, 0});
    find_hazards(s, from, to, list);
    for (size_t i = 0; i < later->ordered_count; i++)
        if (later->ordered[i] == from)
            add_reason(s->scratch, list, (edge_reason){WHY_AFTER, MODEL_NONE, MODEL_NONE, 0, 0});
    if (list->count == 0 && s->plain != NULL)
        find_inside(s, from, to, list);
    if (list->count == 0)
        find_reuse(s, from, to, list);
    return list->count > 0;
}

/* ---- through joins ---- */

/* Collects the nodes before or after a node that are no joins, through joins; a node that is no join is collected
 * itself. */
static void collect(edge_reasons *s, uint32_t node, bool before, node_list *list)
{
    const plan_node *n = &s->g->nodes[node];

    if (n->kind != PLAN_EMPTY) {
        list->nodes = arena_grow(s->scratch, list->nodes, list->count, &list->capacity, sizeof *list->nodes);
        list->nodes[list->count++] = node;
        return;
    }
    for (size_t i = 0; i < (before ? n->after_count : n->before_count); i++)
        collect(s, before ? n->after[i] : n->before[i], before, list);
}

static void collect_from(edge_reasons *s, uint32_t node, bool before, node_list *list)
{
    if (list->count > 0 && list->of == node)
        return;
    list->count = 0;
    list->of = node;
    collect(s, node, before, list);
}

/* Finds the first two nodes that the edge orders for a reason of their own. */
static bool find_pair(edge_reasons *s, uint32_t from, uint32_t to, uint32_t pair[2], reasons *list)
{
    collect_from(s, from, true, &s->earlier);
    collect_from(s, to, false, &s->later);
    for (size_t i = 0; i < s->earlier.count; i++) {
        for (size_t k = 0; k < s->later.count; k++) {
            pair[0] = s->earlier.nodes[i];
            pair[1] = s->later.nodes[k];
            if (find_reasons(s, pair[0], pair[1], list))
                return true;
        }
    }
    return false;
}

/* ---- for reports ---- */

const char *const edge_kind_names[EDGE_KINDS] = {"RAW", "WAR", "WAW", "after", "reuse", "begin", "end"};

edge_reasons *edge_reasons_new(const emit *e, const plan_graph *g)
{
    arena *scratch = arena_new();
    edge_reasons *s = ARENA_NEW(scratch, edge_reasons);

    s->e = e;
    s->g = g;
    s->scratch = scratch;
    sort_ranges(s);
    sort_tight(s);
    s->plain = find_plain(e->p, g);
    if (s->plain != NULL)
        find_homes(s);
    return s;
}

const edge_reason *edge_reasons_find(edge_reasons *s, uint32_t to, size_t edge, uint32_t pair[2], size_t *count)
{
    uint32_t from = s->g->nodes[to].after[edge];

    pair[0] = from;
    pair[1] = to;
    *count = find_pair(s, from, to, pair, &s->found) ? s->found.count : 0;
    return s->found.items;
}

void edge_reasons_free(edge_reasons *s)
{
    arena_free(s->scratch);
}
