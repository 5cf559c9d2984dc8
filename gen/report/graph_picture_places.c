/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME_graph.svg: places in the layers that keep edges straight.
 *
 * Each sweep goes through the layers and moves their items to the places nearest to those that their neighbours ask
 * for, in the order and with the distances that the layer needs: the least sum of squares, found in one pass by merging
 * stretches of items that touch. The first sweeps look at one side only, later ones at both. At the end the bends of
 * each edge are put above each other where there is room. */
#include <limits.h>

#include "report/graph_picture_layout.h"

#define BETWEEN_BOXES 26
#define BETWEEN_BENDS 14
#define PLACE_SWEEPS 48

static int distance(const graph_item *left, const graph_item *right)
{
    bool bends = left->box == SIZE_MAX && right->box == SIZE_MAX;

    return (left->width + right->width) / 2 + (bends ? BETWEEN_BENDS : BETWEEN_BOXES);
}

/* A stretch of items that touch and move together. */
typedef struct {
    int64_t weight, sum; /* of the places asked for, each less the room of the items before it in the layer */
    size_t first;
} stretch;

/* Rounds down below 0 as well, so that a picture does not depend on where 0 is. */
static int64_t floor_of(int64_t number, int64_t divisor)
{
    return number % divisor < 0 ? number / divisor - 1 : number / divisor;
}

static int64_t mean_of(const stretch *s)
{
    return floor_of(s->sum, s->weight);
}

/* Edges between bends, and edges of chains, are kept straighter than others. */
static int64_t straightness(const graph_item *upper, const graph_item *lower)
{
    bool from_bend = upper->box == SIZE_MAX, to_bend = lower->box == SIZE_MAX;

    if (from_bend && to_bend)
        return 8;
    if (from_bend || to_bend)
        return 2;
    return upper->down_count == 1 && lower->up_count == 1 ? 6 : 1;
}

/* Returns four times the place that the neighbours ask for. */
static int64_t wish(const graph_layout *l, const graph_item *it, bool up, bool down, int64_t *weight)
{
    int64_t sum = 0;

    *weight = 0;
    for (size_t k = 0; up && k < it->up_count; k++) {
        int64_t w = straightness(&l->items[it->up[k]], it);
        sum += w * l->items[it->up[k]].x;
        *weight += w;
    }
    for (size_t k = 0; down && k < it->down_count; k++) {
        int64_t w = straightness(it, &l->items[it->down[k]]);
        sum += w * l->items[it->down[k]].x;
        *weight += w;
    }
    if (*weight == 0) {
        *weight = 1;
        return 4 * (int64_t)it->x;
    }
    int64_t wished = floor_of(4 * sum, *weight);
    *weight *= 4;
    return wished;
}

/* Finds the places nearest to those asked for, in the order of the layer and with the distances that it needs. */
static void place_layer(graph_layout *l, size_t layer, bool up, bool down, stretch *list)
{
    size_t count = l->layer_sizes[layer], found = 0;
    const size_t *order = l->layers[layer];
    int64_t before = 0;

    for (size_t i = 0; i < count; i++) {
        graph_item *it = &l->items[order[i]];
        int64_t weight, wished = wish(l, it, up, down, &weight);
        before += i > 0 ? 4 * distance(&l->items[order[i - 1]], it) : 0;
        list[found++] = (stretch){weight, weight * (wished - before), i};
        while (found > 1 && mean_of(&list[found - 2]) > mean_of(&list[found - 1])) {
            list[found - 2].weight += list[found - 1].weight;
            list[found - 2].sum += list[found - 1].sum;
            found--;
        }
    }
    before = 0;
    for (size_t s = 0; s < found; s++) {
        size_t end = s + 1 < found ? list[s + 1].first : count;
        for (size_t i = list[s].first; i < end; i++) {
            before += i > 0 ? 4 * distance(&l->items[order[i - 1]], &l->items[order[i]]) : 0;
            l->items[order[i]].x = (int)floor_of(mean_of(&list[s]) + before + 2, 4);
        }
    }
}

/* ---- straight lines ---- */

/* Finds the room that a bend has between its neighbours. */
static void room_of(const graph_layout *l, size_t bend, int *low, int *high)
{
    const graph_item *it = &l->items[bend];
    size_t at = l->position[bend];
    const size_t *layer = l->layers[it->layer];

    *low = at > 0 ? l->items[layer[at - 1]].x + distance(&l->items[layer[at - 1]], it) : INT_MIN;
    *high = at + 1 < l->layer_sizes[it->layer] ? l->items[layer[at + 1]].x - distance(it, &l->items[layer[at + 1]])
                                               : INT_MAX;
}

static void align(graph_layout *l, const size_t *bends, size_t count, int low, int high)
{
    int64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += l->items[bends[i]].x;
    int x = (int)floor_of(sum, (int64_t)count);
    x = x < low ? low : x > high ? high : x;
    for (size_t i = 0; i < count; i++)
        l->items[bends[i]].x = x;
}

/* Puts the bends of each edge above each other as far as there is room. */
static void straighten(graph_layout *l)
{
    size_t *run = ARENA_ARRAY(l->scratch, size_t, l->layer_count + 1);

    for (size_t i = l->p->count; i < l->item_count;) {
        size_t edge = l->items[i].edge, count = 0;
        int low = INT_MIN, high = INT_MAX;
        for (; i < l->item_count && l->items[i].edge == edge; i++) {
            int least, most;
            room_of(l, i, &least, &most);
            if (count > 0 && ((least > low ? least : low) > (most < high ? most : high))) {
                align(l, run, count, low, high);
                count = 0;
                low = INT_MIN;
                high = INT_MAX;
            }
            low = least > low ? least : low;
            high = most < high ? most : high;
            run[count++] = i;
        }
        align(l, run, count, low, high);
    }
}

/* ---- all of it ---- */

void graph_picture_place_items(graph_layout *l)
{
    stretch *list = ARENA_ARRAY(l->scratch, stretch, l->item_count + 1);

    for (size_t layer = 0; layer < l->layer_count; layer++)
        for (size_t i = 1; i < l->layer_sizes[layer]; i++)
            l->items[l->layers[layer][i]].x =
                l->items[l->layers[layer][i - 1]].x +
                distance(&l->items[l->layers[layer][i - 1]], &l->items[l->layers[layer][i]]);
    for (int sweep = 0; sweep < PLACE_SWEEPS; sweep++) {
        bool both = sweep >= PLACE_SWEEPS / 4;
        for (size_t i = 0; i < l->layer_count; i++)
            place_layer(l, sweep % 2 == 0 ? i : l->layer_count - 1 - i, both || sweep % 2 == 0, both || sweep % 2 == 1,
                        list);
    }
    straighten(l);
}
