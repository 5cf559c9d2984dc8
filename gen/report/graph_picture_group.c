/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: several nodes in one box. Chains become one box, nodes side by side that do the same become one box,
 * and both are repeated on the result until there are few enough boxes. */
#include <stdlib.h>
#include <string.h>

#include "report/graph_picture_parts.h"

#define FEW_ENOUGH 48u
#define WANTED 36u /* boxes that a chain is cut into */

typedef struct {
    graph_picture *p;
    arena *scratch;
    size_t **before; /* for each box, those that come after it, ascending */
    size_t *before_count;
    uint64_t *sort; /* for each box; boxes with equal numbers do the same */
    size_t *into;   /* the box that each one joins, or itself */
    size_t few;     /* this many boxes are few enough */
} grouping;

/* ---- what is equal ---- */

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x100000001b3u;
}

static uint64_t hash_text(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (; *text != '\0'; text++)
        hash = mix(hash, (unsigned char)*text);
    return hash;
}

static void find_before(grouping *g)
{
    const graph_picture *p = g->p;

    memset(g->before_count, 0, p->count * sizeof *g->before_count);
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->boxes[i].after_count; k++)
            g->before_count[p->boxes[i].after[k]]++;
    for (size_t i = 0; i < p->count; i++) {
        g->before[i] = ARENA_ARRAY(g->scratch, size_t, g->before_count[i] + 1);
        g->before_count[i] = 0;
    }
    for (size_t i = 0; i < p->count; i++) {
        for (size_t k = 0; k < p->boxes[i].after_count; k++) {
            size_t from = p->boxes[i].after[k];
            g->before[from][g->before_count[from]++] = i;
        }
        g->into[i] = i;
    }
}

/* ---- joining ---- */

static int compare_nodes(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static int compare_boxes(const void *a, const void *b)
{
    const size_t *x = a, *y = b;

    return *x < *y ? -1 : *x > *y;
}

static void take_over(grouping *g, graph_box *to, const graph_box *from, graph_group how)
{
    arena *a = g->p->e->memory;
    bool pure = (to->group == GROUP_ONE || to->group == how) && (from->group == GROUP_ONE || from->group == how);

    to->group = pure ? how : GROUP_BOTH;
    to->look = to->look == from->look ? to->look : GRAPH_MIXED;
    to->toggled = to->toggled || from->toggled;
    for (size_t i = 0; i < from->node_count; i++) {
        to->nodes = arena_grow(a, to->nodes, to->node_count, &to->node_capacity, sizeof *to->nodes);
        to->nodes[to->node_count++] = from->nodes[i];
    }
    for (size_t i = 0; i < from->after_count; i++) {
        to->after = arena_grow(a, to->after, to->after_count, &to->after_capacity, sizeof *to->after);
        to->after[to->after_count++] = from->after[i];
    }
}

/* Renumbers the edges of a box for the boxes that are left. */
static void renumber(const grouping *g, graph_box *b, size_t own, const size_t *number)
{
    size_t kept = 0;

    for (size_t i = 0; i < b->after_count; i++)
        b->after[i] = number[g->into[b->after[i]]];
    if (b->after_count > 1)
        qsort(b->after, b->after_count, sizeof *b->after, compare_boxes);
    for (size_t i = 0; i < b->after_count; i++)
        if (b->after[i] != own && (kept == 0 || b->after[kept - 1] != b->after[i]))
            b->after[kept++] = b->after[i];
    b->after_count = kept;
    qsort(b->nodes, b->node_count, sizeof *b->nodes, compare_nodes);
}

/* Joins boxes as `into` says. Returns false if there was nothing to join. */
static bool join_boxes(grouping *g, graph_group how)
{
    graph_picture *p = g->p;
    size_t *number = ARENA_ARRAY(g->scratch, size_t, p->count + 1), left = 0, before = p->count;

    for (size_t i = 0; i < p->count; i++) {
        if (g->into[i] == i)
            number[i] = left++;
        else
            take_over(g, &p->boxes[g->into[i]], &p->boxes[i], how);
    }
    for (size_t i = 0; i < p->count; i++)
        if (g->into[i] == i)
            renumber(g, &p->boxes[i], number[i], number);
    for (size_t i = 0; i < p->count; i++) {
        if (g->into[i] != i)
            continue;
        p->boxes[number[i]] = p->boxes[i];
        g->sort[number[i]] = g->sort[i];
    }
    p->count = left;
    p->grouped = p->grouped || left < before;
    return left < before;
}

static bool is_transfer(const graph_box *b)
{
    return b->look == GRAPH_UPLOAD || b->look == GRAPH_DOWNLOAD;
}

/* Joins the boxes of a chain, with at most `most_nodes` nodes in one box; with `same` only boxes that do the same. */
static bool join_chains(grouping *g, bool same, size_t most_nodes)
{
    const graph_picture *p = g->p;
    size_t *nodes = ARENA_ARRAY(g->scratch, size_t, p->count + 1);

    find_before(g);
    for (size_t i = 0; i < p->count; i++) {
        size_t from = p->boxes[i].after_count == 1 ? p->boxes[i].after[0] : i;
        nodes[i] = p->boxes[i].node_count;
        if (from == i || g->before_count[from] != 1 || (same && g->sort[from] != g->sort[i]) ||
            nodes[g->into[from]] + nodes[i] > most_nodes ||
            (most_nodes < SIZE_MAX && is_transfer(&p->boxes[from]) != is_transfer(&p->boxes[i])))
            continue;
        nodes[g->into[from]] += nodes[i];
        g->into[i] = g->into[from];
        if (!same)
            g->sort[g->into[i]] = mix(mix(g->sort[g->into[i]], 'c'), g->sort[i]);
    }
    return join_boxes(g, GROUP_CHAIN);
}

/* ---- side by side ---- */

typedef struct {
    const grouping *g;
    size_t box;
    bool all;
} candidate;

static int compare_lists(const size_t *a, size_t a_count, const size_t *b, size_t b_count)
{
    if (a_count != b_count)
        return a_count < b_count ? -1 : 1;
    for (size_t i = 0; i < a_count; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

static int compare_neighbours(const candidate *x, const candidate *y)
{
    const grouping *g = x->g;
    const graph_box *a = &g->p->boxes[x->box], *b = &g->p->boxes[y->box];
    int order = compare_lists(a->after, a->after_count, b->after, b->after_count);

    if (order == 0)
        order = compare_lists(g->before[x->box], g->before_count[x->box], g->before[y->box], g->before_count[y->box]);
    if (order == 0 && !x->all && g->sort[x->box] != g->sort[y->box])
        order = g->sort[x->box] < g->sort[y->box] ? -1 : 1;
    return order;
}

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    int order = compare_neighbours(x, y);

    return order != 0 ? order : x->box < y->box ? -1 : x->box > y->box;
}

static bool join_siblings(grouping *g, bool all)
{
    candidate *list = ARENA_ARRAY(g->scratch, candidate, g->p->count + 1);

    find_before(g);
    for (size_t i = 0; i < g->p->count; i++)
        list[i] = (candidate){g, i, all};
    qsort(list, g->p->count, sizeof *list, compare_candidates);
    for (size_t i = 1; i < g->p->count; i++) {
        if (compare_neighbours(&list[i - 1], &list[i]) != 0)
            continue;
        g->into[list[i].box] = g->into[list[i - 1].box];
        g->sort[g->into[list[i].box]] = mix(mix(g->sort[g->into[list[i].box]], 's'), g->sort[list[i].box]);
    }
    return join_boxes(g, GROUP_SIDE_BY_SIDE);
}

/* Joins until there are few enough boxes or nothing is left to join. */
static void join_while_many(grouping *g, bool same, size_t most_nodes, bool all)
{
    bool more = true;

    while (more && g->p->count > g->few) {
        more = join_chains(g, same, most_nodes);
        if (g->p->count > g->few)
            more = join_siblings(g, all) || more;
    }
}

void graph_picture_group_boxes(graph_picture *p, bool all)
{
    /* If there were few already and the picture was too large, half of them are tried. */
    grouping g = {.p = p, .scratch = arena_new(), .few = p->count > FEW_ENOUGH ? FEW_ENOUGH : p->count / 2};

    g.before = ARENA_ARRAY(g.scratch, size_t *, p->count + 1);
    g.before_count = ARENA_ARRAY(g.scratch, size_t, p->count + 1);
    g.sort = ARENA_ARRAY(g.scratch, uint64_t, p->count + 1);
    g.into = ARENA_ARRAY(g.scratch, size_t, p->count + 1);
    for (size_t i = 0; i < p->count; i++) {
        const graph_box *b = &p->boxes[i];
        uint64_t hash = hash_text("");
        for (size_t k = 0; k < b->node_count; k++)
            hash = mix(hash, hash_text(graph_picture_node_sort(&p->g->nodes[b->nodes[k]])));
        g.sort[i] = hash;
    }
    /* What does the same is joined first, then pieces of chains, then whatever can be joined. */
    join_while_many(&g, true, SIZE_MAX, all);
    join_while_many(&g, false, (p->g->plan->node_count + WANTED - 1) / WANTED, all);
    join_while_many(&g, false, SIZE_MAX, all);
    arena_free(g.scratch);
}
