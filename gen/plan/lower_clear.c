/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/lower_parts.h"

#include <stdlib.h>

/* The bytes of an output that are surely written so far. Its sure writes cut it into segments, bounds[i] to bounds[i +
 * 1]; next[i] leads, in one or more steps, to the first segment from i on that is not covered. */
typedef struct {
    uint64_t *bounds; /* ascending */
    size_t count;     /* of bounds: one more than segments, or 0 */
    uint32_t *next;
} coverage;

static int compare_bounds(const void *left, const void *right)
{
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;
    return l < r ? -1 : l > r;
}

static uint32_t uncovered_from(coverage *c, uint32_t segment)
{
    uint32_t end = segment;
    while (c->next[end] != end)
        end = c->next[end];
    while (c->next[segment] != end) {
        uint32_t next = c->next[segment];
        c->next[segment] = end;
        segment = next;
    }
    return end;
}

/* The segment that holds the byte, which is not before the first bound. */
static uint32_t segment_of(const coverage *c, uint64_t byte)
{
    size_t low = 0, high = c->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (c->bounds[middle] <= byte)
            low = middle;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static bool covers(coverage *c, uint64_t first, uint64_t last)
{
    if (first == last)
        return true;
    if (c->count == 0 || first < c->bounds[0] || last > c->bounds[c->count - 1])
        return false;
    return c->bounds[uncovered_from(c, segment_of(c, first))] >= last;
}

static void cover(coverage *c, uint64_t first, uint64_t last)
{
    for (uint32_t i = uncovered_from(c, segment_of(c, first)); c->bounds[i] < last; i = uncovered_from(c, i))
        c->next[i] = i + 1;
}

/* The parts of a pattern follow each other: with the last one, the range is whole. */
static bool completes_pattern(const plan_node *node)
{
    return node->kind == PLAN_FILL && node->switched == MODEL_NONE && node->pitch != node->element &&
           node->to_first + node->element == node->ranges[0].first + node->pitch;
}

static bool is_sure_write(const model *m, const plan_node *node, const plan_range *r)
{
    return m->buffers[r->buffer].role == ROLE_OUTPUT && ((r->access & PLAN_WHOLE) || completes_pattern(node));
}

static coverage *empty_coverage(arena *a, const model *m, const plan_node *nodes, size_t node_count)
{
    coverage *written = ARENA_ARRAY(a, coverage, m->buffer_count);
    for (int pass = 0; pass < 2; pass++) {
        for (size_t n = 0; n < node_count; n++) {
            for (size_t i = 0; i < nodes[n].range_count; i++) {
                const plan_range *r = &nodes[n].ranges[i];
                coverage *c = &written[r->buffer];
                if (!is_sure_write(m, &nodes[n], r))
                    continue;
                if (pass == 1) {
                    c->bounds[c->count] = r->first;
                    c->bounds[c->count + 1] = r->last;
                }
                c->count += 2;
            }
        }
        for (size_t b = 0; b < m->buffer_count && pass == 0; b++) {
            written[b].bounds = ARENA_ARRAY(a, uint64_t, written[b].count);
            written[b].next = ARENA_ARRAY(a, uint32_t, written[b].count);
            written[b].count = 0;
        }
    }
    for (size_t b = 0; b < m->buffer_count; b++) {
        coverage *c = &written[b];
        size_t kept = 0;
        if (c->count > 0)
            qsort(c->bounds, c->count, sizeof *c->bounds, compare_bounds);
        for (size_t i = 0; i < c->count; i++) {
            if (kept == 0 || c->bounds[kept - 1] != c->bounds[i])
                c->bounds[kept++] = c->bounds[i];
        }
        c->count = kept;
        for (size_t i = 0; i < kept; i++)
            c->next[i] = (uint32_t)i;
    }
    return written;
}

static void find_unsure_reads(const model *m, const plan_node *node, coverage *written, bool *clear)
{
    for (size_t i = 0; i < node->range_count; i++) {
        const plan_range *r = &node->ranges[i];
        bool reads = (r->access & PLAN_READ) && !(r->access & PLAN_WORK);
        if (reads && m->buffers[r->buffer].role == ROLE_OUTPUT && !m->buffers[r->buffer].external &&
            !covers(&written[r->buffer], r->first, r->last))
            clear[r->buffer] = true;
    }
}

static void find_unsure_downloads(const lowering *l, coverage *written, bool *clear)
{
    for (size_t r = 0; r < l->run_count; r++) {
        const plan_run *run = &l->runs[r];
        for (size_t i = 0; i < run->member_count && run->direction == PLAN_DOWNLOAD; i++) {
            uint32_t b = run->members[i];
            const model_buffer *buffer = &l->m->buffers[b];
            uint64_t last = run->last < buffer->size ? run->last : buffer->size;
            if (buffer->role == ROLE_OUTPUT && !covers(&written[b], run->first, last))
                clear[b] = true;
        }
    }
}

bool *lower_outputs_to_clear(const lowering *l, const plan_node *nodes, size_t node_count)
{
    const model *m = l->m;
    bool *clear = ARENA_ARRAY(l->memory, bool, m->buffer_count);
    arena *scratch = arena_new();
    coverage *written = empty_coverage(scratch, m, nodes, node_count);
    for (size_t n = 0; n < node_count; n++) {
        const plan_node *node = &nodes[n];
        find_unsure_reads(m, node, written, clear);
        for (size_t i = 0; i < node->range_count; i++) {
            const plan_range *r = &node->ranges[i];
            if (is_sure_write(m, node, r))
                cover(&written[r->buffer], r->first, r->last);
        }
    }
    find_unsure_downloads(l, written, clear);
    arena_free(scratch);
    return clear;
}
