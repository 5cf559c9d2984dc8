/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* When items are used, and what it costs if one waits for another. */
#include "place/place_tight.h"

uint32_t *place_list_used(const tightening *t, arena *a, size_t graph, size_t *count)
{
    uint32_t *used = ARENA_ARRAY(a, uint32_t, t->layout.sharing);
    *count = 0;
    for (uint32_t i = 0; i < t->layout.sharing; i++) {
        if (t->lives[graph * t->layout.sharing + i].used)
            used[(*count)++] = i;
    }
    return used;
}

static void add_life(place_life *life, uint32_t node, uint32_t up, uint32_t down)
{
    if (!life->used)
        *life = (place_life){true, node, node, up, down};
    life->last = node;
    life->up = up > life->up ? up : life->up;
    life->down = down > life->down ? down : life->down;
}

void place_find_lives(tightening *t)
{
    t->lives = ARENA_ARRAY(t->memory, place_life, t->p->graph_count * t->layout.sharing);
    for (size_t g = 0; g < t->p->graph_count; g++) {
        const plan_graph *graph = &t->p->graphs[g];
        arena *scratch = arena_new();
        uint32_t *up = ARENA_ARRAY(scratch, uint32_t, graph->node_count);
        uint32_t *down = ARENA_ARRAY(scratch, uint32_t, graph->node_count);
        for (size_t n = 0; n < graph->node_count; n++) {
            for (size_t i = 0; i < graph->nodes[n].after_count; i++)
                up[n] = up[graph->nodes[n].after[i]] > up[n] ? up[graph->nodes[n].after[i]] : up[n];
            up[n]++;
        }
        for (size_t n = graph->node_count; n-- > 0;) {
            for (size_t i = 0; i < graph->nodes[n].before_count; i++)
                down[n] = down[graph->nodes[n].before[i]] > down[n] ? down[graph->nodes[n].before[i]] : down[n];
            down[n]++;
        }
        for (uint32_t n = 0; n < graph->node_count; n++) {
            for (size_t i = 0; i < graph->nodes[n].range_count; i++) {
                uint32_t item = t->layout.items->of_buffer[graph->nodes[n].ranges[i].buffer];
                uint32_t number = item == PLACE_NONE ? PLACE_NONE : t->layout.number[item];
                if (number != PLACE_NONE)
                    add_life(&t->lives[g * t->layout.sharing + number], n, up[n], down[n]);
            }
        }
        arena_free(scratch);
    }
}

/* The longest path that would lead through all waiting of one item's uses for another's. */
uint32_t place_path_through(const tightening *t, size_t one, size_t other)
{
    uint32_t longest = 0;
    for (size_t g = 0; g < t->p->graph_count; g++) {
        const place_life *x = &t->lives[g * t->layout.sharing + one], *y = &t->lives[g * t->layout.sharing + other];
        if (!x->used || !y->used)
            continue;
        uint32_t path = x->last < y->first ? x->up + y->down : y->up + x->down;
        uint32_t depth = (uint32_t)t->p->graphs[g].depth, more = path > depth ? path - depth : 0;
        longest = more > longest ? more : longest;
    }
    return longest;
}
