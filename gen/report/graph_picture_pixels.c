/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: finds where layers, boxes and bends lie in the picture, and where edges leave and arrive. */
#include <stdlib.h>

#include "report/graph_picture_layout.h"

#define BETWEEN_LAYERS 40
#define MOST_LAYER_DISTANCE 110

static void shift_right(graph_layout *l)
{
    int least = 0, most = 0;

    for (size_t i = 0; i < l->item_count; i++) {
        int left = l->items[i].x - l->items[i].width / 2, right = l->items[i].x + l->items[i].width / 2;
        least = i == 0 || left < least ? left : least;
        most = i == 0 || right > most ? right : most;
    }
    for (size_t i = 0; i < l->item_count; i++)
        l->items[i].x -= least;
    l->p->width = most - least;
}

/* Returns how far below a layer the next one begins: farther where edges run far to the side. */
static int layer_distance(const graph_layout *l, size_t layer)
{
    int farthest = 0;

    for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
        const graph_item *it = &l->items[l->layers[layer][i]];
        for (size_t k = 0; k < it->down_count; k++) {
            int far = abs(l->items[it->down[k]].x - it->x);
            farthest = far > farthest ? far : farthest;
        }
    }
    int wanted = BETWEEN_LAYERS + farthest / 12;
    return wanted < MOST_LAYER_DISTANCE ? wanted : MOST_LAYER_DISTANCE;
}

static void set_places(graph_layout *l, graph_layers *layers)
{
    int y = 0;

    for (size_t layer = 0; layer < l->layer_count; layer++) {
        int height = 12;
        for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
            const graph_item *it = &l->items[l->layers[layer][i]];
            int high = it->box == SIZE_MAX
                           ? 0
                           : l->p->boxes[it->box].height + (l->p->boxes[it->box].node_count > 1 ? GRAPH_STACK : 0);
            height = high > height ? high : height;
        }
        for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
            const graph_item *it = &l->items[l->layers[layer][i]];
            if (it->box == SIZE_MAX) {
                l->edges[it->edge].bends[it->bend] = (graph_bend){it->x, y, y + height};
                continue;
            }
            graph_box *b = &l->p->boxes[it->box];
            b->x = it->x;
            b->y = y + (height + (b->node_count > 1 ? GRAPH_STACK : 0)) / 2;
        }
        layers->top[layer] = y;
        layers->bottom[layer] = l->p->height = y + height;
        y += height + layer_distance(l, layer);
    }
}

/* Other boxes of a layer may be taller than the one that an edge leaves, so it turns only where all of them end. */
static void set_ends(const graph_layout *l, const graph_layers *layers)
{
    for (size_t i = 0; i < l->edge_count; i++) {
        graph_edge *e = &l->edges[i];
        e->from_y = layers->bottom[l->p->boxes[e->from].layer];
        e->to_y = layers->top[l->p->boxes[e->to].layer];
    }
}

/* ---- where edges leave and arrive ---- */

typedef struct {
    int far; /* the x of its other end */
    size_t edge;
} end_of_edge;

static int compare_ends(const void *a, const void *b)
{
    const end_of_edge *x = a, *y = b;

    if (x->far != y->far)
        return x->far < y->far ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* Spreads the ends on one side of a box, in the order of their other ends. */
static void spread(graph_layout *l, size_t box, bool leaving, end_of_edge *list)
{
    const graph_box *b = &l->p->boxes[box];
    size_t count = 0;

    for (size_t i = 0; i < l->edge_count; i++) {
        const graph_edge *e = &l->edges[i];
        if ((leaving ? e->from : e->to) != box)
            continue;
        int bend = e->bend_count == 0 ? 0 : e->bends[leaving ? 0 : e->bend_count - 1].x;
        list[count++] = (end_of_edge){e->bend_count > 0 ? bend : l->p->boxes[leaving ? e->to : e->from].x, i};
    }
    if (count > 1)
        qsort(list, count, sizeof *list, compare_ends);
    int room = b->look == GRAPH_JOIN ? 0 : b->width - 60, step = count > 1 ? room / (int)(count - 1) : 0;
    step = step > 18 ? 18 : step < 0 ? 0 : step;
    for (size_t i = 0; i < count; i++) {
        int x = b->x + (2 * (int)i - (int)count + 1) * step / 2;
        *(leaving ? &l->edges[list[i].edge].from_x : &l->edges[list[i].edge].to_x) = x;
    }
}

graph_layers graph_picture_set_pixels(graph_layout *l)
{
    graph_layers layers = {ARENA_ARRAY(l->scratch, int, l->layer_count + 1),
                           ARENA_ARRAY(l->scratch, int, l->layer_count + 1), l->layer_count};
    end_of_edge *ends = ARENA_ARRAY(l->scratch, end_of_edge, l->edge_count + 1);

    shift_right(l);
    set_places(l, &layers);
    set_ends(l, &layers);
    for (size_t i = 0; i < l->p->count; i++) {
        spread(l, i, true, ends);
        spread(l, i, false, ends);
    }
    return layers;
}
