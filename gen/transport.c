/* SPDX-License-Identifier: MIT */
#include "transport.h"

#include <string.h>

typedef struct {
    uint32_t *members;
    size_t count;
} group;

/* The buffers of one role in spec order; those without bytes never cross. */
static group group_of_role(arena *a, const model *m, model_role role)
{
    group g = {ARENA_ARRAY(a, uint32_t, m->buffer_count), 0};
    for (size_t i = 0; i < m->buffer_count; i++) {
        if (m->buffers[i].role == role && m->buffers[i].size > 0) {
            g.members[g.count++] = (uint32_t)i;
        }
    }
    return g;
}

static uint64_t padding_before(uint64_t at, uint32_t alignment)
{
    return (alignment - at % alignment) % alignment;
}

/* Bytes of padding when the members follow each other from `at`. Offsets only matter modulo the alignments, so that
 * the wrapped sum of huge sizes does no harm: alignments are powers of two. */
static uint64_t group_padding(const model *m, group g, uint64_t at, uint64_t *end)
{
    uint64_t padding = 0;
    for (size_t i = 0; i < g.count; i++) {
        const model_buffer *b = &m->buffers[g.members[i]];
        uint64_t gap = padding_before(at, b->alignment);
        padding += gap;
        at += gap + b->size;
    }
    *end = at;
    return padding;
}

static void merge_by_alignment(const model *m, const uint32_t *from, uint32_t *to, size_t first, size_t middle,
                               size_t last)
{
    size_t left = first, right = middle;
    for (size_t i = first; i < last; i++) {
        bool take_left =
            right >= last || (left < middle && m->buffers[from[left]].alignment >= m->buffers[from[right]].alignment);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

/* Larger alignments first, spec order among equals. */
static group sorted_by_alignment(arena *a, const model *m, group g)
{
    uint32_t *from = ARENA_ARRAY(a, uint32_t, g.count);
    uint32_t *to = ARENA_ARRAY(a, uint32_t, g.count);
    if (g.count > 0) {
        memcpy(from, g.members, g.count * sizeof *from);
    }
    for (size_t width = 1; width < g.count; width *= 2) {
        for (size_t first = 0; first < g.count; first += 2 * width) {
            size_t middle = first + width < g.count ? first + width : g.count;
            size_t last = first + 2 * width < g.count ? first + 2 * width : g.count;
            merge_by_alignment(m, from, to, first, middle, last);
        }
        uint32_t *swap = from;
        from = to;
        to = swap;
    }
    return (group){from, g.count};
}

/* Appends the group to members, in whichever order pads less from *at. */
static void append_group(arena *a, const model *m, group g, uint64_t *at, uint32_t *members, size_t *count)
{
    group sorted = sorted_by_alignment(a, m, g);
    uint64_t end, sorted_end;
    uint64_t padding = group_padding(m, g, *at, &end);
    bool better = group_padding(m, sorted, *at, &sorted_end) < padding;
    group chosen = better ? sorted : g;
    *at = better ? sorted_end : end;
    for (size_t i = 0; i < chosen.count; i++) {
        members[(*count)++] = chosen.members[i];
    }
}

static void add_run(plan *p, plan_direction direction, uint32_t *members, size_t count)
{
    if (count > 0) {
        plan_run *run = &p->runs[p->run_count++];
        run->direction = direction;
        run->members = members;
        run->member_count = count;
        run->last = UINT64_MAX;
    }
}

/* Every buffer that crosses, in memory order: settings, inputs, inouts, outputs. Inouts stand between what is only
 * uploaded and what is only downloaded, so that each direction is one piece. */
typedef struct {
    uint32_t *members;
    size_t count;
    size_t inout_begin, inout_end;
} crossing;

static crossing crossing_of(arena *a, const model *m)
{
    crossing c = {ARENA_ARRAY(a, uint32_t, m->buffer_count), 0, 0, 0};
    uint64_t at = 0;
    append_group(a, m, group_of_role(a, m, ROLE_SETTING), &at, c.members, &c.count);
    append_group(a, m, group_of_role(a, m, ROLE_INPUT), &at, c.members, &c.count);
    c.inout_begin = c.count;
    append_group(a, m, group_of_role(a, m, ROLE_INOUT), &at, c.members, &c.count);
    c.inout_end = c.count;
    if (c.inout_begin == c.inout_end) {
        at = 0; /* the outputs are a block of their own */
    }
    append_group(a, m, group_of_role(a, m, ROLE_OUTPUT), &at, c.members, &c.count);
    return c;
}

plan *transport_choose(arena *a, const model *m, bool separate)
{
    plan *p = ARENA_NEW(a, plan);
    p->separate = separate;
    crossing c = crossing_of(a, m);
    p->runs = ARENA_ARRAY(a, plan_run, 2 * c.count + 2);
    if (!separate) {
        add_run(p, PLAN_UPLOAD, c.members, c.inout_end);
        add_run(p, PLAN_DOWNLOAD, c.members + c.inout_begin, c.count - c.inout_begin);
        return p;
    }
    for (size_t i = 0; i < c.inout_end; i++) {
        add_run(p, PLAN_UPLOAD, &c.members[i], 1);
    }
    for (size_t i = c.inout_begin; i < c.count; i++) {
        add_run(p, PLAN_DOWNLOAD, &c.members[i], 1);
    }
    return p;
}
