/* SPDX-License-Identifier: MIT */
#include "lower_parts.h"

#include <string.h>

typedef struct {
    uint64_t first, last;
} interval;

/* Bytes surely written so far: disjoint, ascending, never touching. */
typedef struct {
    interval *items;
    size_t count, capacity;
} coverage;

/* The first interval that ends at or after `at`. */
static size_t first_ending_from(const coverage *c, uint64_t at)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (c->items[middle].last < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool covers(const coverage *c, uint64_t first, uint64_t last)
{
    size_t i = first_ending_from(c, last);
    return i < c->count && c->items[i].first <= first;
}

static void cover(arena *a, coverage *c, uint64_t first, uint64_t last)
{
    size_t begin = first_ending_from(c, first), end = begin;
    for (; end < c->count && c->items[end].first <= last; end++) {
        if (c->items[end].first < first)
            first = c->items[end].first;
        if (c->items[end].last > last)
            last = c->items[end].last;
    }
    if (begin == end) {
        c->items = arena_grow(a, c->items, c->count, &c->capacity, sizeof *c->items);
        memmove(&c->items[begin + 1], &c->items[begin], (c->count - begin) * sizeof *c->items);
        c->count++;
    } else {
        memmove(&c->items[begin + 1], &c->items[end], (c->count - end) * sizeof *c->items);
        c->count -= end - begin - 1;
    }
    c->items[begin] = (interval){first, last};
}

/* The high half of an 8-byte pattern follows its low half: with it, the range is whole. */
static bool completes_pattern(const plan_node *node)
{
    return node->kind == PLAN_FILL && node->pitch != node->element && node->to_first != node->ranges[0].first;
}

bool *lower_outputs_to_clear(arena *a, const model *m, const plan_node *nodes, size_t node_count)
{
    bool *clear = ARENA_ARRAY(a, bool, m->buffer_count);
    arena *scratch = arena_new();
    coverage *written = ARENA_ARRAY(scratch, coverage, m->buffer_count);
    for (size_t n = 0; n < node_count; n++) {
        const plan_node *node = &nodes[n];
        for (size_t i = 0; i < node->range_count; i++) {
            const plan_range *r = &node->ranges[i];
            bool reads = (r->access & PLAN_READ) && !(r->access & PLAN_WORK);
            if (reads && m->buffers[r->buffer].role == ROLE_OUTPUT && !covers(&written[r->buffer], r->first, r->last))
                clear[r->buffer] = true;
        }
        for (size_t i = 0; i < node->range_count; i++) {
            const plan_range *r = &node->ranges[i];
            if (m->buffers[r->buffer].role == ROLE_OUTPUT && ((r->access & PLAN_WHOLE) || completes_pattern(node)))
                cover(scratch, &written[r->buffer], r->first, r->last);
        }
    }
    for (size_t b = 0; b < m->buffer_count; b++) {
        const model_buffer *buffer = &m->buffers[b];
        if (buffer->role == ROLE_OUTPUT && buffer->size > 0 && !covers(&written[b], 0, buffer->size))
            clear[b] = true;
    }
    arena_free(scratch);
    return clear;
}
