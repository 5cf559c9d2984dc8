/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: a tall and narrow graph is cut into columns side by side, like text. A column ends between two
 * layers, near equal heights and where few edges pass; those that do go up to the head of the next column in lanes of
 * their own. */
#include <stdlib.h>
#include <string.h>

#include "report/graph_picture_parts.h"

#define HIGH 1500   /* pixels: what is lower stays one column */
#define WIDEST 1340 /* of all columns */
#define LANE 6      /* between edges that go from one column to the next */
#define LANE_MARGIN 15
#define MOST_LANES 10u

/* The part of an edge that leads from one layer to the next. */
typedef struct {
    int x; /* where it begins */
    size_t edge, hop;
} crossing;

static int compare_crossings(const void *a, const void *b)
{
    const crossing *x = a, *y = b;

    if (x->x != y->x)
        return x->x > y->x ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static size_t layer_of(const graph_picture *p, const graph_edge *edge, size_t hop)
{
    return p->boxes[edge->from].layer + hop;
}

/* Lists the edges that pass from a layer to the next, from right to left. */
static size_t find_crossings(const graph_picture *p, const graph_edge *edges, size_t edge_count, size_t layer,
                             crossing *list)
{
    size_t count = 0;

    for (size_t i = 0; i < edge_count; i++) {
        size_t first = layer_of(p, &edges[i], 0);
        if (first > layer || layer >= first + edges[i].bend_count + 1)
            continue;
        size_t hop = layer - first;
        list[count++] = (crossing){hop == 0 ? edges[i].from_x : edges[i].bends[hop - 1].x, i, hop};
    }
    if (count > 1)
        qsort(list, count, sizeof *list, compare_crossings);
    return count;
}

typedef struct {
    size_t *first; /* the layers at which columns begin, and behind them the number of layers */
    size_t count;
} columns;

/* Chooses columns of about the same height, each cut near the wanted place where few edges pass. */
static columns choose(const graph_picture *p, const graph_layers *layers, const graph_edge *edges, size_t edge_count,
                      crossing *list)
{
    arena *a = p->e->memory;
    int most = WIDEST / (p->width + 2 * LANE_MARGIN + LANE * (int)MOST_LANES);
    int wanted = (p->height + HIGH - 1) / HIGH;
    columns c = {ARENA_ARRAY(a, size_t, layers->count + 2), 1};

    wanted = wanted < most ? wanted : most;
    for (int k = 1; k < wanted; k++) {
        int y = (int)((int64_t)p->height * k / wanted);
        size_t layer = c.first[c.count - 1] + 1;
        while (layer < layers->count && layers->top[layer] < y)
            layer++;
        if (layer >= layers->count || find_crossings(p, edges, edge_count, layer - 1, list) > MOST_LANES)
            continue;
        c.first[c.count++] = layer;
    }
    c.first[c.count] = layers->count;
    return c;
}

static void set_lanes(graph_picture *p, graph_edge *edges, size_t edge_count, const columns *c, crossing *list)
{
    for (size_t k = 0; k + 1 < c->count; k++) {
        size_t count = find_crossings(p, edges, edge_count, c->first[k + 1] - 1, list);
        p->lanes = count > p->lanes ? count : p->lanes;
        for (size_t i = 0; i < count; i++)
            edges[list[i].edge].hops[list[i].hop] = (graph_hop){true, k, i};
    }
}

static size_t column_of(const columns *c, size_t layer)
{
    size_t k = 0;

    while (k + 1 < c->count && c->first[k + 1] <= layer)
        k++;
    return k;
}

static void move(graph_picture *p, const graph_layers *layers, graph_edge *edges, size_t edge_count, const columns *c)
{
    int room = 2 * LANE_MARGIN + LANE * (int)p->lanes, highest = 0;

    p->column_distance = p->width + room;
    p->column_width = p->width;
    p->column_bottom = ARENA_ARRAY(p->e->memory, int, c->count + 1);
    p->column_top = LANE_MARGIN + LANE * (int)p->lanes;
    for (size_t k = 0; k < c->count; k++) {
        p->column_bottom[k] = layers->bottom[c->first[k + 1] - 1] - layers->top[c->first[k]] + p->column_top;
        highest = p->column_bottom[k] > highest ? p->column_bottom[k] : highest;
    }
    for (size_t i = 0; i < p->count; i++) {
        size_t k = column_of(c, p->boxes[i].layer);
        p->boxes[i].x += (int)k * p->column_distance;
        p->boxes[i].y += p->column_top - layers->top[c->first[k]];
    }
    for (size_t i = 0; i < edge_count; i++) {
        graph_edge *e = &edges[i];
        size_t first = layer_of(p, e, 0);
        for (size_t b = 0; b < e->bend_count; b++) {
            size_t k = column_of(c, first + 1 + b);
            e->bends[b].x += (int)k * p->column_distance;
            e->bends[b].top += p->column_top - layers->top[c->first[k]];
            e->bends[b].bottom += p->column_top - layers->top[c->first[k]];
        }
        size_t begin = column_of(c, first), end = column_of(c, first + e->bend_count + 1);
        e->from_x += (int)begin * p->column_distance;
        e->from_y += p->column_top - layers->top[c->first[begin]];
        e->to_x += (int)end * p->column_distance;
        e->to_y += p->column_top - layers->top[c->first[end]];
    }
    p->width += (int)(c->count - 1) * p->column_distance;
    p->height = highest + (c->count > 1 ? LANE_MARGIN + LANE * (int)p->lanes : 0);
}

void graph_picture_wrap(graph_picture *p, const graph_layers *layers, graph_edge *edges, size_t edge_count)
{
    crossing *list;
    columns c;

    if (p->height <= HIGH)
        return;
    list = ARENA_ARRAY(p->e->memory, crossing, edge_count + 1);
    c = choose(p, layers, edges, edge_count, list);
    if (c.count < 2)
        return;
    set_lanes(p, edges, edge_count, &c, list);
    move(p, layers, edges, edge_count, &c);
}

/* ---- drawing ---- */

void graph_picture_draw_hop(const svg *s, const graph_picture *p, const graph_hop *hop, int x, int y, int to_x,
                            int to_y)
{
    int middle = (y + to_y) / 2;

    if (!hop->wraps) {
        if (x == to_x)
            fprintf(s->body, " V%d", to_y);
        else
            fprintf(s->body, " C%d %d %d %d %d %d", x, middle, to_x, middle, to_x, to_y);
        return;
    }
    int lane = LANE_MARGIN - 3 + LANE * (int)hop->lane;
    int below = p->column_bottom[hop->column] + lane, above = p->column_top - lane;
    int side = (int)hop->column * p->column_distance + p->column_width + lane;
    /* The path leads down, to the right, up between the columns, to the right and down, with round corners. */
    fprintf(s->body, " V%d q0 5 5 5 H%d q5 0 5 -5 V%d q0 -5 5 -5 H%d q5 0 5 5 V%d", below - 5, side - 5, above + 5,
            to_x - 5, to_y);
}
