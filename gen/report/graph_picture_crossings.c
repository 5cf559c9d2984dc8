/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: an order in each layer with few crossings of edges.
 *
 * Sweeps go down and up by turns; each puts the items of a layer in the order of the mean position of their neighbours
 * in the layer before. Crossings are counted after each sweep, and the best order is kept. The number of sweeps is
 * fixed and ties go to the item that stood first, so that every machine finds the same order. */
#include <stdlib.h>
#include <string.h>

#include "report/graph_picture_layout.h"

#define ORDER_SWEEPS 12

typedef struct {
    int64_t weight;
    size_t position, item;
} ranked;

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;

    if (x->weight != y->weight)
        return x->weight < y->weight ? -1 : 1;
    return x->position < y->position ? -1 : x->position > y->position;
}

/* Orders a layer by the mean position of the neighbours above or below. */
static void order_layer(graph_layout *l, size_t layer, bool by_upper, ranked *list)
{
    size_t count = l->layer_sizes[layer];

    for (size_t i = 0; i < count; i++) {
        const graph_item *it = &l->items[l->layers[layer][i]];
        size_t neighbours = by_upper ? it->up_count : it->down_count;
        const size_t *other = by_upper ? it->up : it->down;
        int64_t sum = 0;
        for (size_t k = 0; k < neighbours; k++)
            sum += (int64_t)l->position[other[k]] * 4096;
        list[i] = (ranked){neighbours > 0 ? sum / (int64_t)neighbours : (int64_t)i * 4096, i, l->layers[layer][i]};
    }
    if (count > 1)
        qsort(list, count, sizeof *list, compare_ranked);
    for (size_t i = 0; i < count; i++) {
        l->layers[layer][i] = list[i].item;
        l->position[list[i].item] = i;
    }
}

/* Counts crossings between a layer and the next one: they are the inversions of positions, counted with a tree of sums.
 * */
static size_t crossings_below(const graph_layout *l, size_t layer, size_t *tree)
{
    size_t size = l->layer_sizes[layer + 1], found = 0, inserted = 0;

    memset(tree, 0, (size + 1) * sizeof *tree);
    for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
        const graph_item *it = &l->items[l->layers[layer][i]];
        for (size_t k = 0; k < it->down_count; k++) {
            size_t not_right = 0;
            for (size_t at = l->position[it->down[k]] + 1; at > 0; at -= at & (~at + 1))
                not_right += tree[at];
            found += inserted - not_right;
        }
        for (size_t k = 0; k < it->down_count; k++) {
            for (size_t at = l->position[it->down[k]] + 1; at <= size; at += at & (~at + 1))
                tree[at]++;
            inserted++;
        }
    }
    return found;
}

static size_t count_crossings(const graph_layout *l, size_t *tree)
{
    size_t found = 0;

    for (size_t i = 0; i + 1 < l->layer_count; i++)
        found += crossings_below(l, i, tree);
    return found;
}

void graph_picture_order_layers(graph_layout *l)
{
    ranked *list = ARENA_ARRAY(l->scratch, ranked, l->item_count + 1);
    size_t *tree = ARENA_ARRAY(l->scratch, size_t, l->item_count + 2);
    size_t *best = ARENA_ARRAY(l->scratch, size_t, l->item_count + 1);
    size_t fewest = count_crossings(l, tree), found;

    memcpy(best, l->position, l->item_count * sizeof *best);
    for (int sweep = 0; sweep < ORDER_SWEEPS && fewest > 0; sweep++) {
        for (size_t i = 1; i < l->layer_count; i++)
            order_layer(l, sweep % 2 == 0 ? i : l->layer_count - 1 - i, sweep % 2 == 0, list);
        found = count_crossings(l, tree);
        if (found < fewest) {
            fewest = found;
            memcpy(best, l->position, l->item_count * sizeof *best);
        }
    }
    memcpy(l->position, best, l->item_count * sizeof *best);
    for (size_t i = 0; i < l->item_count; i++)
        l->layers[l->items[i].layer][l->position[i]] = i;
}
