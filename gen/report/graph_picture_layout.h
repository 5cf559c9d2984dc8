/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the steps of a graph's layout share. They use whole numbers only, so that every machine draws the same. */
#ifndef GRAPH_PICTURE_LAYOUT_H
#define GRAPH_PICTURE_LAYOUT_H

#include "report/graph_picture_parts.h"

/* An item of a layer: a box, or a bend of an edge that passes it. */
typedef struct {
    size_t box;        /* SIZE_MAX for a bend */
    size_t edge, bend; /* which bend of which edge */
    size_t layer;
    int width;
    int x;             /* its middle */
    size_t *up, *down; /* items of the layers above and below */
    size_t up_count, down_count;
} graph_item;

typedef struct {
    graph_picture *p;
    arena *scratch;
    graph_edge *edges;
    size_t edge_count;
    graph_item *items; /* boxes first, then bends */
    size_t item_count;
    size_t **layers; /* items, left to right */
    size_t *layer_sizes;
    size_t layer_count;
    size_t *position; /* of each item in its layer */
} graph_layout;

/* ---- graph_picture_crossings.c ---- */

/* Orders each layer so that few edges cross. */
void graph_picture_order_layers(graph_layout *l);

/* ---- graph_picture_places.c ---- */

/* Finds places in the layers, in that order, that keep edges short and straight. */
void graph_picture_place_items(graph_layout *l);

/* ---- graph_picture_pixels.c ---- */

/* Turns places into pixels: the size of the picture, where layers, boxes and bends lie, where edges leave and arrive.
 * */
graph_layers graph_picture_set_pixels(graph_layout *l);

#endif
