/* SPDX-License-Identifier: MIT */
/* Runs, and pinned memory: the runs one after the other, each member as far into its run as on the device. Runs of
 * one direction that have members in common lie over each other. What kernels use there directly has its place here
 * and none in device memory. The runtime has the end. */
#include "base/bytes.h"
#include "place/place_parts.h"

typedef struct {
    const model *m;
    plan *p;
    plan_direction direction;
    uint32_t *before, *after; /* neighbours in runs of this direction */
    const uint32_t *alignments;
} pinned_layout;

static pinned_layout link_members(arena *a, const model *m, plan *p, plan_direction direction)
{
    pinned_layout l = {.m = m,
                       .p = p,
                       .direction = direction,
                       .before = ARENA_ARRAY(a, uint32_t, m->buffer_count),
                       .after = ARENA_ARRAY(a, uint32_t, m->buffer_count),
                       .alignments = place_find_alignments(a, m, p)};
    for (size_t b = 0; b < m->buffer_count; b++)
        l.before[b] = l.after[b] = PLACE_NONE;
    for (size_t r = 0; r < p->run_count; r++) {
        const plan_run *run = &p->runs[r];
        for (size_t i = 1; i < run->member_count && run->direction == direction; i++) {
            l.after[run->members[i - 1]] = run->members[i];
            l.before[run->members[i]] = run->members[i - 1];
        }
    }
    return l;
}

static uint64_t *pinned_of(const pinned_layout *l, uint32_t buffer)
{
    plan_place *place = &l->p->places[buffer];
    return l->direction == PLAN_UPLOAD ? &place->upload_offset : &place->download_offset;
}

/* What lies side by side: where it begins, modulo its alignment, and how many bytes it takes. */
typedef struct {
    uint64_t remainder, align, size;
} strip;

/* Places all that lies side by side with a buffer, at *end or after it. */
static strip place_neighbours(const pinned_layout *l, uint32_t buffer, uint64_t *end)
{
    uint32_t first = buffer, last = buffer;
    uint64_t align = 1;
    while (l->before[first] != PLACE_NONE)
        first = l->before[first];
    for (uint32_t b = first; b != PLACE_NONE; b = l->after[b]) {
        align = l->alignments[b] > align ? l->alignments[b] : align;
        last = b;
    }
    /* The first member need not be the one with the largest alignment: keep the same remainder. */
    uint64_t device = l->p->places[first].offset, remainder = device % align;
    uint64_t begin = bytes_add(bytes_align(*end, align), remainder);
    if (remainder > 0 && begin >= align && begin - align >= *end)
        begin -= align;
    for (uint32_t b = first; b != PLACE_NONE; b = l->after[b])
        *pinned_of(l, b) = bytes_add(begin, l->p->places[b].offset - device);
    *end = bytes_add(*pinned_of(l, last), l->m->buffers[last].size);
    return (strip){remainder, align, *end == UINT64_MAX ? UINT64_MAX : *end - begin};
}

/* The largest power of two that divides both; the unit is one. */
static uint64_t common_unit(uint64_t unit, uint64_t value)
{
    while (unit > 1 && value % unit != 0)
        unit /= 2;
    return unit;
}

/* Every strip begins at a multiple of the unit of all, so only the highest can do without its padding. */
static uint64_t least_height(const strip *strips, size_t count)
{
    uint64_t unit = PLAN_ALIGNMENT, sum = 0, slack = 0;
    for (size_t i = 0; i < count; i++)
        unit = common_unit(common_unit(unit, strips[i].align), strips[i].remainder);
    for (size_t i = 0; i < count; i++) {
        uint64_t room = bytes_align(strips[i].size, unit);
        sum = bytes_add(sum, room);
        slack = room - strips[i].size > slack ? room - strips[i].size : slack;
    }
    return sum - slack;
}

/* The buffer stays in pinned memory, where kernels find it. */
static void stay(const pinned_layout *l, uint32_t buffer)
{
    l->p->places[buffer].arena = PLAN_PINNED;
    l->p->places[buffer].offset = *pinned_of(l, buffer);
}

static void measure_run(const pinned_layout *l, plan_run *run)
{
    uint32_t first = run->members[0], last = run->members[run->member_count - 1];
    uint64_t end = bytes_add(l->p->places[last].offset,
                             run->last < l->m->buffers[last].size ? run->last : l->m->buffers[last].size);
    run->device_offset = bytes_add(l->p->places[first].offset, run->first);
    run->pinned_offset = bytes_add(*pinned_of(l, first), run->first);
    run->bytes = end - run->device_offset;
}

static void set_grid(const plan *p, plan_node *n)
{
    uint64_t each = (uint64_t)PLAN_COPY_BLOCK * PLAN_COPY_THREAD_BYTES, bytes = p->runs[n->run].bytes;
    uint64_t blocks = bytes / each + (bytes % each > 0);
    n->grid[0] = blocks > PLAN_COPY_MOST_BLOCKS ? PLAN_COPY_MOST_BLOCKS : (uint32_t)blocks;
    n->grid[1] = n->grid[2] = 1;
}

/* Sets the grids of all launches of vg_copy. Bodies have none. */
static void set_grids(const plan *p)
{
    for (size_t g = 0; g < p->graph_count; g++) {
        for (size_t n = 0; n < p->graphs[g].node_count; n++) {
            plan_node *node = &p->graphs[g].nodes[n];
            if (node->kind == PLAN_TRANSFER && p->runs[node->run].transport == TRANSPORT_KERNEL)
                set_grid(p, node);
        }
    }
}

void place_pinned(const model *m, plan *p)
{
    uint64_t end = 0, bytes = 0;
    size_t strip_count = 0;
    arena *scratch = arena_new();
    strip *strips = ARENA_ARRAY(scratch, strip, p->run_count);
    pinned_layout up = link_members(scratch, m, p, PLAN_UPLOAD), down = link_members(scratch, m, p, PLAN_DOWNLOAD);
    for (size_t r = 0; r < p->run_count; r++) {
        plan_run *run = &p->runs[r];
        const pinned_layout *l = run->direction == PLAN_UPLOAD ? &up : &down;
        if (*pinned_of(l, run->members[0]) == UINT64_MAX) {
            strip placed = place_neighbours(l, run->members[0], &end);
            strips[strip_count++] = placed;
            bytes = bytes_add(bytes, placed.size);
            if (run->transport == TRANSPORT_DIRECT)
                stay(l, run->members[0]);
        }
        measure_run(l, run);
    }
    set_grids(p);
    uint64_t bound = least_height(strips, strip_count);
    arena_free(scratch);
    uint64_t least = bytes_add(bytes_align(bound, PLAN_ALIGNMENT), PLAN_COMPLETION_BYTES);
    uint64_t whole = bytes_add(bytes_align(end, PLAN_ALIGNMENT), PLAN_COMPLETION_BYTES);
    p->pinned = (plan_arena){.bytes = whole,
                             .lower_bound = least,
                             .sum = whole,
                             .proven = whole == least,
                             .peak = bytes_add(bytes, PLAN_COMPLETION_BYTES),
                             .peak_graph = MODEL_NONE,
                             .peak_node = MODEL_NONE};
}
