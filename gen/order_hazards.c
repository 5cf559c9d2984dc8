/* SPDX-License-Identifier: MIT */
#include "order_parts.h"

#include <stdlib.h>
#include <string.h>

#define NOBODY UINT32_MAX

/* Who reads some bytes since they were written. A list is shared by the parts that its bytes are split into. */
typedef struct reader reader;
struct reader {
    reader *next;
    uint32_t node;
    uint32_t visited; /* 1 + the last node that it was found for, with all that follows */
};

/* The bytes between two neighbouring bounds of writes to a buffer. A write covers segments whole, and a read that
 * touches a byte of a segment has a hazard with every write of it: so nothing finer is needed. Neighbouring segments
 * with equal history form a piece, which is kept at its first segment. */
typedef struct {
    uint32_t end;    /* of the piece: the segment after its last one */
    uint32_t writer; /* the node that wrote it last, or NOBODY */
    reader *readers; /* since then, newest first */
} piece;

typedef struct {
    size_t *bound_start; /* for each buffer, where its bounds are; buffer_count + 1 */
    uint64_t *bounds;    /* ascending for each buffer; a buffer that nothing writes has none */
    size_t *bound_count;
    piece *pieces;    /* parallel to bounds: segment i is from bounds[i] to bounds[i + 1] */
    uint64_t *starts; /* bit i: a piece starts at segment i */
} history;

/* Hazards found for the node at hand. */
typedef struct {
    uint32_t *nodes;
    size_t count;
    uint32_t *seen; /* for each node, 1 + the last node that it was found for */
} found;

static int compare_u64(const void *left, const void *right)
{
    uint64_t l = *(const uint64_t *)left, r = *(const uint64_t *)right;
    return l < r ? -1 : l > r;
}

static int compare_u32(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return l < r ? -1 : l > r;
}

static void collect_bounds(arena *a, history *h, size_t buffer_count, const plan_graph *g)
{
    h->bound_start = ARENA_ARRAY(a, size_t, buffer_count + 1);
    h->bound_count = ARENA_ARRAY(a, size_t, buffer_count + 1);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            const plan_range *r = &g->nodes[n].ranges[i];
            if (r->access & PLAN_WRITE)
                h->bound_start[r->buffer + 1] += 2;
        }
    }
    for (size_t b = 0; b < buffer_count; b++)
        h->bound_start[b + 1] += h->bound_start[b];
    h->bounds = ARENA_ARRAY(a, uint64_t, h->bound_start[buffer_count]);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            const plan_range *r = &g->nodes[n].ranges[i];
            if (r->access & PLAN_WRITE) {
                uint64_t *end = h->bounds + h->bound_start[r->buffer] + h->bound_count[r->buffer];
                end[0] = r->first;
                end[1] = r->last;
                h->bound_count[r->buffer] += 2;
            }
        }
    }
}

static size_t sort_unique(uint64_t *values, size_t count)
{
    size_t kept = 0;
    qsort(values, count, sizeof *values, compare_u64);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || values[kept - 1] != values[i])
            values[kept++] = values[i];
    }
    return kept;
}

static void start_history(arena *a, history *h, size_t buffer_count, const plan_graph *g)
{
    collect_bounds(a, h, buffer_count, g);
    size_t total = h->bound_start[buffer_count];
    h->pieces = ARENA_ARRAY(a, piece, total);
    h->starts = ARENA_ARRAY(a, uint64_t, total / 64 + 1);
    for (size_t b = 0; b < buffer_count; b++) {
        size_t first = h->bound_start[b];
        if (h->bound_count[b] == 0)
            continue;
        h->bound_count[b] = sort_unique(h->bounds + first, h->bound_count[b]);
        h->pieces[first] = (piece){(uint32_t)(first + h->bound_count[b] - 1), NOBODY, NULL};
        h->starts[first / 64] |= (uint64_t)1 << first % 64;
    }
}

/* The segments that a range touches: [*begin, *end); none where nothing ever writes. */
static void segments_of(const history *h, const plan_range *r, uint32_t *begin, uint32_t *end)
{
    const uint64_t *bounds = h->bounds + h->bound_start[r->buffer];
    size_t count = h->bound_count[r->buffer];
    *begin = *end = (uint32_t)h->bound_start[r->buffer];
    if (count == 0 || r->last <= bounds[0] || r->first >= bounds[count - 1])
        return;
    size_t low = 0, high = count;
    while (low < high) { /* the first bound above r->first */
        size_t middle = low + (high - low) / 2;
        if (bounds[middle] <= r->first)
            low = middle + 1;
        else
            high = middle;
    }
    *begin += (uint32_t)(low > 0 ? low - 1 : 0);
    high = count - 1;
    while (low < high) { /* the first bound not below r->last, or the last bound */
        size_t middle = low + (high - low) / 2;
        if (bounds[middle] < r->last)
            low = middle + 1;
        else
            high = middle;
    }
    *end += (uint32_t)low;
}

static unsigned highest_bit(uint64_t word)
{
    unsigned bit = 0;
    for (unsigned step = 32; step > 0; step /= 2) {
        if (word >> step) {
            word >>= step;
            bit += step;
        }
    }
    return bit;
}

/* Makes a piece start at this segment. The first segment of a buffer always starts one. */
static void split_at(history *h, uint32_t segment)
{
    size_t w = segment / 64;
    uint64_t word = h->starts[w] & (UINT64_MAX >> (63 - segment % 64));
    while (word == 0)
        word = h->starts[--w];
    uint32_t start = (uint32_t)(64 * w + highest_bit(word));
    if (start == segment)
        return;
    h->pieces[segment] = h->pieces[start];
    h->pieces[start].end = segment;
    h->starts[segment / 64] |= (uint64_t)1 << segment % 64;
}

static void isolate(history *h, const plan_range *r, uint32_t *begin, uint32_t *end)
{
    segments_of(h, r, begin, end);
    if (*begin < *end) {
        split_at(h, *begin);
        if (*end + 1 < h->bound_start[r->buffer] + h->bound_count[r->buffer])
            split_at(h, *end);
    }
}

static void add_found(found *f, uint32_t node, uint32_t for_node)
{
    if (node != NOBODY && f->seen[node] != for_node + 1) {
        f->seen[node] = for_node + 1;
        f->nodes[f->count++] = node;
    }
}

static void find_hazards(history *h, const plan_range *r, uint32_t node, found *f)
{
    uint32_t begin, end;
    isolate(h, r, &begin, &end);
    for (uint32_t s = begin; s < end; s = h->pieces[s].end) {
        reader *readers = (r->access & PLAN_WRITE) ? h->pieces[s].readers : NULL;
        if (!readers) /* readers depend on the writer themselves */
            add_found(f, h->pieces[s].writer, node);
        for (; readers && readers->visited != node + 1; readers = readers->next) {
            readers->visited = node + 1;
            add_found(f, readers->node, node);
        }
    }
}

static void record_read(arena *a, history *h, const plan_range *r, uint32_t node)
{
    uint32_t begin, end;
    isolate(h, r, &begin, &end);
    reader *added = NULL;
    for (uint32_t s = begin; s < end; s = h->pieces[s].end) {
        if (!added || added->next != h->pieces[s].readers) {
            added = ARENA_NEW(a, reader);
            added->node = node;
            added->next = h->pieces[s].readers;
        }
        h->pieces[s].readers = added;
    }
}

static void record_write(history *h, const plan_range *r, uint32_t node)
{
    uint32_t begin, end;
    isolate(h, r, &begin, &end);
    for (uint32_t s = begin; s < end;) {
        uint32_t next = h->pieces[s].end;
        h->starts[s / 64] &= ~((uint64_t)1 << s % 64);
        s = next;
    }
    if (begin < end) {
        h->starts[begin / 64] |= (uint64_t)1 << begin % 64;
        h->pieces[begin] = (piece){end, node, NULL};
    }
}

static void order_node(arena *a, arena *scratch, history *h, found *f, plan_graph *g, uint32_t n)
{
    plan_node *node = &g->nodes[n];
    f->count = 0;
    for (size_t i = 0; i < node->range_count; i++)
        find_hazards(h, &node->ranges[i], n, f);
    for (size_t i = 0; i < node->ordered_count; i++)
        add_found(f, node->ordered[i], n);
    for (size_t i = 0; i < node->range_count; i++) {
        if (!(node->ranges[i].access & PLAN_WRITE))
            record_read(scratch, h, &node->ranges[i], n);
    }
    for (size_t i = 0; i < node->range_count; i++) {
        if (node->ranges[i].access & PLAN_WRITE)
            record_write(h, &node->ranges[i], n);
    }
    node->after_count = f->count;
    node->after = ARENA_ARRAY(a, uint32_t, f->count);
    if (f->count > 0) {
        memcpy(node->after, f->nodes, f->count * sizeof *f->nodes);
        qsort(node->after, f->count, sizeof *node->after, compare_u32);
    }
}

void order_hazards(arena *a, size_t buffer_count, plan_graph *g)
{
    arena *scratch = arena_new();
    history h;
    start_history(scratch, &h, buffer_count, g);
    found f = {ARENA_ARRAY(scratch, uint32_t, g->node_count), 0, ARENA_ARRAY(scratch, uint32_t, g->node_count)};
    for (size_t n = 0; n < g->node_count; n++)
        order_node(a, scratch, &h, &f, g, (uint32_t)n);
    arena_free(scratch);
}
