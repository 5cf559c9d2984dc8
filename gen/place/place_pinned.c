/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Runs, and pinned memory: the runs one after the other, each member as far into its run as on the device. Runs of
 * one direction that have members in common lie over each other. What kernels use there directly has its place here
 * and none in device memory. The runtime has the end. What a pool may hold has offsets of its own. */
#include "base/bytes.h"
#include "place/place_parts.h"
#include "plan/lower.h"

typedef struct {
    const model *m;
    plan *p;
    plan_direction direction;
    place_links links; /* neighbours in runs of this direction */
    const uint32_t *alignments;
} pinned_layout;

static pinned_layout link_members(arena *a, const model *m, plan *p, plan_direction direction)
{
    return (pinned_layout){.m = m,
                           .p = p,
                           .direction = direction,
                           .links = place_link_runs(a, m, p, direction == PLAN_UPLOAD, direction == PLAN_DOWNLOAD),
                           .alignments = place_find_alignments(a, m, p)};
}

static uint64_t *pinned_of(const pinned_layout *l, uint32_t buffer)
{
    plan_place *place = &l->p->places[buffer];
    return l->direction == PLAN_UPLOAD ? &place->upload_offset : &place->download_offset;
}

/* What lies side by side: where it begins, modulo its alignment, how many bytes it takes, and its first buffer. */
typedef struct {
    uint64_t remainder, align, size;
    const pinned_layout *layout;
    uint32_t first;
} strip;

/* Places all that lies side by side with a buffer, at *end or after it. */
static strip place_neighbours(const pinned_layout *l, uint32_t buffer, uint64_t *end)
{
    uint32_t first = buffer, last = buffer;
    uint64_t align = 1;
    while (l->links.before[first] != PLACE_NONE)
        first = l->links.before[first];
    for (uint32_t b = first; b != PLACE_NONE; b = l->links.after[b]) {
        align = l->alignments[b] > align ? l->alignments[b] : align;
        last = b;
    }
    /* The first member need not be the one with the largest alignment: keep the same remainder. */
    uint64_t device = l->p->places[first].offset, remainder = device % align;
    uint64_t begin = bytes_add(bytes_align(*end, align), remainder);
    if (remainder > 0 && begin >= align && begin - align >= *end)
        begin -= align;
    for (uint32_t b = first; b != PLACE_NONE; b = l->links.after[b])
        *pinned_of(l, b) = bytes_add(begin, l->p->places[b].offset - device);
    *end = bytes_add(*pinned_of(l, last), l->m->buffers[last].size);
    return (strip){remainder, align, *end == UINT64_MAX ? UINT64_MAX : *end - begin, l, first};
}

/* The largest power of two that divides both; the unit is one. */
static uint64_t common_unit(uint64_t unit, uint64_t value)
{
    while (unit > 1 && value % unit != 0)
        unit /= 2;
    return unit;
}

/* That every strip begins at a multiple of. */
static uint64_t unit_of(const strip *strips, size_t count)
{
    uint64_t unit = PLAN_ALIGNMENT;
    for (size_t i = 0; i < count; i++)
        unit = common_unit(common_unit(unit, strips[i].align), strips[i].remainder);
    return unit;
}

/* Only the highest strip can do without its padding. */
static uint64_t least_height(const strip *strips, size_t count)
{
    uint64_t unit = unit_of(strips, count), sum = 0, slack = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t room = bytes_align(strips[i].size, unit);
        sum = bytes_add(sum, room);
        slack = room - strips[i].size > slack ? room - strips[i].size : slack;
    }
    return sum - slack;
}

/* Whether the members of a strip could take less apart. */
static bool is_tied(const strip *strips, size_t count)
{
    uint64_t unit = unit_of(strips, count);
    for (size_t i = 0; i < count; i++) {
        const strip *s = &strips[i];
        uint64_t apart = 0;
        for (uint32_t b = s->first; b != PLACE_NONE; b = s->layout->links.after[b]) {
            apart = bytes_add(apart, bytes_align(s->layout->m->buffers[b].size, unit));
            if (s->layout->m->buffers[b].alignment < unit)
                return true;
        }
        if (apart < bytes_align(s->size, unit))
            return true;
    }
    return false;
}

/* The buffer stays in pinned memory, where kernels find it. */
static void stay(const pinned_layout *l, uint32_t buffer)
{
    l->p->places[buffer].arena = PLAN_PINNED;
    l->p->places[buffer].offset = *pinned_of(l, buffer);
}

static void measure_piece(const pinned_layout *l, const plan_run *run, plan_piece *piece)
{
    uint32_t first = run->members[piece->first], last = run->members[piece->first + piece->count - 1];
    uint64_t end = bytes_add(l->p->places[last].offset,
                             run->last < l->m->buffers[last].size ? run->last : l->m->buffers[last].size);
    piece->device_offset = bytes_add(l->p->places[first].offset, run->first);
    piece->pinned_offset = bytes_add(*pinned_of(l, first), run->first);
    piece->bytes = end - piece->device_offset;
}

static void measure_run(const pinned_layout *l, plan_run *run)
{
    for (size_t i = 0; i < run->piece_count; i++)
        measure_piece(l, run, &run->pieces[i]);
    place_join_pieces(l->m, l->p, run);
    run->device_offset = run->pieces[0].device_offset;
    run->pinned_offset = run->pieces[0].pinned_offset;
    run->bytes = 0;
    for (size_t i = 0; i < run->piece_count; i++)
        run->bytes = bytes_add(run->bytes, run->pieces[i].bytes);
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

/* Places the pieces of a run one after the other, and returns how many strips they add. */
static size_t place_pieces(const pinned_layout *l, const plan_run *run, strip *strips, uint64_t *end)
{
    size_t count = 0;
    for (size_t i = 0; i < run->piece_count; i++) {
        uint32_t first = run->members[run->pieces[i].first];
        if (*pinned_of(l, first) != UINT64_MAX)
            continue;
        strips[count++] = place_neighbours(l, first, end);
        if (run->transport == TRANSPORT_DIRECT)
            stay(l, first);
    }
    return count;
}

/* Whether a pool may hold what the run moves: all of its members alike. */
static bool is_pooled(const model *m, const plan_run *run)
{
    return plan_is_pooled(m, &m->buffers[run->members[0]]);
}

/* Places the runs of a pool, or all others, from 0 on; `more` bytes follow them. */
static plan_arena place_runs(arena *scratch, const model *m, plan *p, bool pooled, uint64_t more)
{
    uint64_t end = 0, bytes = 0;
    size_t count = 0;
    strip *strips = ARENA_ARRAY(scratch, strip, 2 * m->buffer_count);
    pinned_layout up = link_members(scratch, m, p, PLAN_UPLOAD), down = link_members(scratch, m, p, PLAN_DOWNLOAD);
    for (size_t r = 0; r < p->run_count; r++) {
        const pinned_layout *l = p->runs[r].direction == PLAN_UPLOAD ? &up : &down;
        if (is_pooled(m, &p->runs[r]) == pooled)
            count += place_pieces(l, &p->runs[r], strips + count, &end);
    }
    for (size_t r = 0; r < p->run_count; r++)
        if (is_pooled(m, &p->runs[r]) == pooled)
            measure_run(p->runs[r].direction == PLAN_UPLOAD ? &up : &down, &p->runs[r]);
    for (size_t i = 0; i < count; i++)
        bytes = bytes_add(bytes, strips[i].size);
    uint64_t least = bytes_add(bytes_align(least_height(strips, count), PLAN_ALIGNMENT), more);
    uint64_t whole = bytes_add(bytes_align(end, PLAN_ALIGNMENT), more);
    return (plan_arena){.pooled = pooled,
                        .bytes = whole,
                        .lower_bound = least,
                        .tied = is_tied(strips, count),
                        .sum = whole,
                        .proven = whole == least,
                        .peak = bytes_add(bytes, more),
                        .peak_graph = MODEL_NONE,
                        .peak_node = MODEL_NONE};
}

void place_pinned(arena *a, const model *m, plan *p)
{
    arena *scratch = arena_new();
    p->pinned = place_runs(scratch, m, p, false, PLAN_COMPLETION_BYTES);
    p->pinned_pool = place_runs(scratch, m, p, true, 0);
    lower_pieces(a, p);
    set_grids(p);
    arena_free(scratch);
}
