/* SPDX-License-Identifier: MIT */
/* NAME_graph.svg: layers by depth, an order in each layer with few crossings, and places that keep edges straight.
 * Whole numbers only, so that every machine draws the same. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "emit_graph.h"

#define BETWEEN_BOXES 26
#define BETWEEN_BENDS 14
#define BETWEEN_LAYERS 40
#define MOST_LAYER_DISTANCE 110
#define ORDER_SWEEPS 12
#define PLACE_SWEEPS 48
#define MOST_BOXES 150u
#define MOST_BENDS_PER_BOX 24u

/* What stands in a layer: a box, or a bend of an edge that passes it. */
typedef struct {
    size_t box;        /* or SIZE_MAX */
    size_t edge, bend; /* of a bend */
    size_t layer;
    int width;
    int x;             /* its middle */
    size_t *up, *down; /* items of the layers above and below */
    size_t up_count, down_count;
} item;

typedef struct {
    graph_picture *p;
    arena *scratch;
    graph_edge *edges;
    size_t edge_count;
    item *items; /* boxes first, then bends */
    size_t item_count;
    size_t **layers; /* items, left to right */
    size_t *layer_sizes;
    size_t layer_count;
    size_t *position; /* of each item in its layer */
} layout;

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

static void count_edges(layout *l, size_t *bends)
{
    *bends = 0;
    for (size_t i = 0; i < l->p->count; i++) {
        const graph_box *b = &l->p->boxes[i];
        l->edge_count += b->after_count;
        for (size_t k = 0; k < b->after_count; k++)
            *bends += b->layer - l->p->boxes[b->after[k]].layer - 1;
    }
}

static void link_items(layout *l, size_t upper, size_t lower)
{
    l->items[upper].down[l->items[upper].down_count++] = lower;
    l->items[lower].up[l->items[lower].up_count++] = upper;
}

static size_t add_bend(layout *l, size_t edge, size_t bend, size_t layer)
{
    item *i = &l->items[l->item_count];

    *i = (item){.box = SIZE_MAX, .edge = edge, .bend = bend, .layer = layer, .width = 2};
    i->up = ARENA_ARRAY(l->scratch, size_t, 1);
    i->down = ARENA_ARRAY(l->scratch, size_t, 1);
    return l->item_count++;
}

static void add_edge(layout *l, size_t index, size_t from, size_t to)
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

static void make_items(layout *l)
{
    const graph_picture *p = l->p;
    size_t *before = ARENA_ARRAY(l->scratch, size_t, p->count + 1), edge = 0;

    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->boxes[i].after_count; k++)
            before[p->boxes[i].after[k]]++;
    for (size_t i = 0; i < p->count; i++) {
        const graph_box *b = &p->boxes[i];
        l->items[i] =
            (item){.box = i, .layer = b->layer, .width = b->width + (b->node_count > 1 ? 2 * GRAPH_STACK : 0)};
        l->items[i].up = ARENA_ARRAY(l->scratch, size_t, b->after_count + 1);
        l->items[i].down = ARENA_ARRAY(l->scratch, size_t, before[i] + 1);
    }
    l->item_count = p->count;
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < p->boxes[i].after_count; k++)
            add_edge(l, edge++, p->boxes[i].after[k], i);
}

static void fill_layers(layout *l)
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

/* ---- order ---- */

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
static void order_layer(layout *l, size_t layer, bool by_upper, ranked *list)
{
    size_t count = l->layer_sizes[layer];

    for (size_t i = 0; i < count; i++) {
        const item *it = &l->items[l->layers[layer][i]];
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

/* Between a layer and the next one, by counting inversions in a tree of sums. */
static size_t crossings_below(const layout *l, size_t layer, size_t *tree)
{
    size_t size = l->layer_sizes[layer + 1], found = 0, inserted = 0;

    memset(tree, 0, (size + 1) * sizeof *tree);
    for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
        const item *it = &l->items[l->layers[layer][i]];
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

static size_t count_crossings(const layout *l, size_t *tree)
{
    size_t found = 0;

    for (size_t i = 0; i + 1 < l->layer_count; i++)
        found += crossings_below(l, i, tree);
    return found;
}

static void order_layers(layout *l)
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

/* ---- places ---- */

static int distance(const item *left, const item *right)
{
    bool bends = left->box == SIZE_MAX && right->box == SIZE_MAX;

    return (left->width + right->width) / 2 + (bends ? BETWEEN_BENDS : BETWEEN_BOXES);
}

/* A stretch of items that touch: they move together. */
typedef struct {
    int64_t weight, sum; /* of wished places, each less what stands before it in the layer */
    size_t first;
} stretch;

/* Downwards also below 0, so that the same distances come of the same numbers everywhere. */
static int64_t floor_of(int64_t number, int64_t divisor)
{
    return number % divisor < 0 ? number / divisor - 1 : number / divisor;
}

static int64_t mean_of(const stretch *s)
{
    return floor_of(s->sum, s->weight);
}

/* Edges of bends, and of chains, are kept straighter than others. */
static int64_t straightness(const item *upper, const item *lower)
{
    bool from_bend = upper->box == SIZE_MAX, to_bend = lower->box == SIZE_MAX;

    if (from_bend && to_bend)
        return 8;
    if (from_bend || to_bend)
        return 2;
    return upper->down_count == 1 && lower->up_count == 1 ? 6 : 1;
}

/* The place that the neighbours ask for. */
static int64_t wish(const layout *l, const item *it, bool up, bool down, int64_t *weight)
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

/* The nearest places to those wished, in the layer's order and with the distances that it needs: in sum of squares. */
static void place_layer(layout *l, size_t layer, bool up, bool down, stretch *list)
{
    size_t count = l->layer_sizes[layer], found = 0;
    const size_t *order = l->layers[layer];
    int64_t before = 0;

    for (size_t i = 0; i < count; i++) {
        item *it = &l->items[order[i]];
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

static void place_items(layout *l)
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
}

/* ---- straight lines ---- */

/* Where a bend may stand between its neighbours. */
static void room_of(const layout *l, size_t bend, int *low, int *high)
{
    const item *it = &l->items[bend];
    size_t at = l->position[bend];
    const size_t *layer = l->layers[it->layer];

    *low = at > 0 ? l->items[layer[at - 1]].x + distance(&l->items[layer[at - 1]], it) : INT_MIN;
    *high = at + 1 < l->layer_sizes[it->layer] ? l->items[layer[at + 1]].x - distance(it, &l->items[layer[at + 1]])
                                               : INT_MAX;
}

static void align(layout *l, const size_t *bends, size_t count, int low, int high)
{
    int64_t sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += l->items[bends[i]].x;
    int x = (int)floor_of(sum, (int64_t)count);
    x = x < low ? low : x > high ? high : x;
    for (size_t i = 0; i < count; i++)
        l->items[bends[i]].x = x;
}

/* Puts as many bends of each edge as there is room for above each other. */
static void straighten(layout *l)
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

/* ---- pixels ---- */

static void shift_right(layout *l)
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

/* How far below a layer the next one begins: more where edges run far to the side. */
static int layer_distance(const layout *l, size_t layer)
{
    int farthest = 0;

    for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
        const item *it = &l->items[l->layers[layer][i]];
        for (size_t k = 0; k < it->down_count; k++) {
            int far = abs(l->items[it->down[k]].x - it->x);
            farthest = far > farthest ? far : farthest;
        }
    }
    int wanted = BETWEEN_LAYERS + farthest / 12;
    return wanted < MOST_LAYER_DISTANCE ? wanted : MOST_LAYER_DISTANCE;
}

static void set_places(layout *l, graph_layers *layers)
{
    int y = 0;

    for (size_t layer = 0; layer < l->layer_count; layer++) {
        int height = 12;
        for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
            const item *it = &l->items[l->layers[layer][i]];
            int high = it->box == SIZE_MAX
                           ? 0
                           : l->p->boxes[it->box].height + (l->p->boxes[it->box].node_count > 1 ? GRAPH_STACK : 0);
            height = high > height ? high : height;
        }
        for (size_t i = 0; i < l->layer_sizes[layer]; i++) {
            const item *it = &l->items[l->layers[layer][i]];
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

/* Other boxes of a layer may be higher than the one that an edge leaves: it turns only where all of them end. */
static void set_ends(const layout *l, const graph_layers *layers)
{
    for (size_t i = 0; i < l->edge_count; i++) {
        graph_edge *e = &l->edges[i];
        e->from_y = layers->bottom[l->p->boxes[e->from].layer];
        e->to_y = layers->top[l->p->boxes[e->to].layer];
    }
}

/* ---- where edges leave and arrive ---- */

typedef struct {
    int far; /* the x that it comes from or goes to */
    size_t edge;
} end_of_edge;

static int compare_ends(const void *a, const void *b)
{
    const end_of_edge *x = a, *y = b;

    if (x->far != y->far)
        return x->far < y->far ? -1 : 1;
    return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* Spreads the ends on one side of a box, in the order in which they come from or go to. */
static void spread(layout *l, size_t box, bool leaving, end_of_edge *list)
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

graph_edge *graph_lay_out(graph_picture *p, size_t *count)
{
    layout l = {.p = p};
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
    l.items = ARENA_ARRAY(l.scratch, item, p->count + bends + 1);
    make_items(&l);
    fill_layers(&l);
    order_layers(&l);
    place_items(&l);
    straighten(&l);
    shift_right(&l);
    graph_layers layers = {ARENA_ARRAY(l.scratch, int, l.layer_count + 1),
                           ARENA_ARRAY(l.scratch, int, l.layer_count + 1), l.layer_count};
    set_places(&l, &layers);
    set_ends(&l, &layers);
    end_of_edge *ends = ARENA_ARRAY(l.scratch, end_of_edge, l.edge_count + 1);
    for (size_t i = 0; i < p->count; i++) {
        spread(&l, i, true, ends);
        spread(&l, i, false, ends);
    }
    graph_wrap(p, &layers, l.edges, l.edge_count);
    *count = l.edge_count;
    arena_free(l.scratch);
    return l.edges;
}
