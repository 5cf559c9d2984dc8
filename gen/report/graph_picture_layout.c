/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: layers by depth, and in them boxes and the bends of edges that pass.
 *
 * A box stands in the layer of its depth. An edge that passes layers has a bend in each, which takes part in the layout
 * like a narrow box. Then each layer is ordered (crossings), items get places in that order (places), and places become
 * pixels (pixels); a tall graph is cut into columns (columns). */
#include "report/graph_picture_layout.h"

#define MOST_BOXES 150u
#define MOST_BENDS_PER_BOX 24u

/* ---- layers ---- */

static size_t find_layers(graph_picture *p)
{
    size_t layers = 0;

    for (size_t i = 0; i < p->count; i++) {
        graph_box *b = &p->boxes[i];
        b->layer = 0;
        for (size_t k = 0; k < b->after_count; k++)
            if (p->boxes[b->after[k]].layer + 1 > b->layer)
                b->layer = p->boxes[b->after[k]].layer + 1;
        layers = b->layer + 1 > layers ? b->layer + 1 : layers;
    }
    return layers;
}

static void count_edges(graph_layout *l, size_t *bends)
{
    *bends = 0;
    for (size_t i = 0; i < l->p->count; i++) {
        const graph_box *b = &l->p->boxes[i];
        l->edge_count += b->after_count;
        for (size_t k = 0; k < b->after_count; k++)
            *bends += b->layer - l->p->boxes[b->after[k]].layer - 1;
    }
}

static void link_items(graph_layout *l, size_t upper, size_t lower)
{
    l->items[upper].down[l->items[upper].down_count++] = lower;
    l->items[lower].up[l->items[lower].up_count++] = upper;
}

static size_t add_bend(graph_layout *l, size_t edge, size_t bend, size_t layer)
{
    graph_item *i = &l->items[l->item_count];

    *i = (graph_item){.box = SIZE_MAX, .edge = edge, .bend = bend, .layer = layer, .width = 2};
    i->up = ARENA_ARRAY(l->scratch, size_t, 1);
    i->down = ARENA_ARRAY(l->scratch, size_t, 1);
    return l->item_count++;
}

static void add_edge(graph_layout *l, size_t index, size_t from, size_t to)
{
    const graph_box *boxes = l->p->boxes;
    graph_edge *e = &l->edges[index];
    size_t last = from;

    *e = (graph_edge){.from = from, .to = to, .bend_count = boxes[to].layer - boxes[from].layer - 1};
    e->bends = ARENA_ARRAY(l->p->e->memory, graph_bend, e->bend_count + 1);
    e->hops = ARENA_ARRAY(l->p->e->memory, graph_hop, e->bend_count + 1);
    for (size_t i = 0; i < e->bend_count; i++) {
        size_t bend = add_bend(l, index, i, boxes[from].layer + 1 + i);
        link_items(l, last, bend);
        last = bend;
    }
    link_items(l, last, to);
}

static void make_items(graph_layout *l)
{
    const graph_picture *p = l->p;
    size_t *before = ARENA_ARRAY(l->scratch, size_t, p->count + 1), edge = 0;

    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->boxes[i].after_count; k++)
            before[p->boxes[i].after[k]]++;
    for (size_t i = 0; i < p->count; i++) {
        const graph_box *b = &p->boxes[i];
        l->items[i] =
            (graph_item){.box = i, .layer = b->layer, .width = b->width + (b->node_count > 1 ? 2 * GRAPH_STACK : 0)};
        l->items[i].up = ARENA_ARRAY(l->scratch, size_t, b->after_count + 1);
        l->items[i].down = ARENA_ARRAY(l->scratch, size_t, before[i] + 1);
    }
    l->item_count = p->count;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->boxes[i].after_count; k++)
            add_edge(l, edge++, p->boxes[i].after[k], i);
}

static void fill_layers(graph_layout *l)
{
    l->layers = ARENA_ARRAY(l->scratch, size_t *, l->layer_count + 1);
    l->layer_sizes = ARENA_ARRAY(l->scratch, size_t, l->layer_count + 1);
    l->position = ARENA_ARRAY(l->scratch, size_t, l->item_count + 1);
    for (size_t i = 0; i < l->item_count; i++)
        l->layer_sizes[l->items[i].layer]++;
    for (size_t i = 0; i < l->layer_count; i++) {
        l->layers[i] = ARENA_ARRAY(l->scratch, size_t, l->layer_sizes[i] + 1);
        l->layer_sizes[i] = 0;
    }
    for (size_t i = 0; i < l->item_count; i++) {
        size_t layer = l->items[i].layer;
        l->position[i] = l->layer_sizes[layer];
        l->layers[layer][l->layer_sizes[layer]++] = i;
    }
}

/* ---- all of it ---- */

graph_edge *graph_picture_lay_out(graph_picture *p, size_t *count)
{
    graph_layout l = {.p = p};
    size_t bends;

    *count = 0;
    if (p->count > MOST_BOXES)
        return NULL;
    l.layer_count = find_layers(p);
    count_edges(&l, &bends);
    if (bends > MOST_BENDS_PER_BOX * p->count || l.edge_count > 4 * p->count + 40)
        return NULL;
    l.scratch = arena_new();
    l.edges = ARENA_ARRAY(p->e->memory, graph_edge, l.edge_count + 1);
    l.items = ARENA_ARRAY(l.scratch, graph_item, p->count + bends + 1);
    make_items(&l);
    fill_layers(&l);
    graph_picture_order_layers(&l);
    graph_picture_place_items(&l);
    graph_layers layers = graph_picture_set_pixels(&l);
    graph_picture_wrap(p, &layers, l.edges, l.edge_count);
    *count = l.edge_count;
    arena_free(l.scratch);
    return l.edges;
}
