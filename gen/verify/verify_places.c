/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Where buffers lie: bounds, alignment, and the order of buffers that share bytes. That those in pinned memory share
 * none is shown with all that lies there. */
#include <stdlib.h>

#include "verify/parts.h"

/* ---- bounds ---- */

static void check_buffer(verifier *v, const model_buffer *b, const plan_place *place)
{
    const plan_arena *device = &v->p->arenas[place->arena];
    bool shared = v->m->lanes > 1 && (b->role == ROLE_CONSTANT || b->role == ROLE_DERIVED);
    if (place->offset > device->bytes || b->size > device->bytes - place->offset)
        verify_fail(v, b->at, "%s does not fit in device memory: %llu bytes at offset %llu of %llu", b->name,
                    (unsigned long long)b->size, (unsigned long long)place->offset, (unsigned long long)device->bytes);
    if (place->offset % b->alignment != 0)
        verify_fail(v, b->at, "expected %s to be aligned to %u bytes, found offset %llu", b->name, b->alignment,
                    (unsigned long long)place->offset);
    if (b->size == 0) /* an address is all it needs */
        return;
    if (b->fixed && place->offset != b->fixed_offset)
        verify_fail(v, b->at, "expected %s at offset %llu, as the spec says, found %llu", b->name,
                    (unsigned long long)b->fixed_offset, (unsigned long long)place->offset);
    if (device->pooled != (v->m->pooled && verify_is_brief(b)))
        verify_fail(v, b->at, "%s %s", b->name,
                    device->pooled ? "must keep its bytes, but lies in memory that a pool gives away"
                                   : "does not lie where a pool may hold it");
    if (device->shared != shared)
        verify_fail(v, b->at, "%s lies in memory that %s", b->name,
                    shared ? "each lane has its own of" : "the lanes share");
}

/* All that is known of it is in pinned memory, of which each lane has its own. */
static void check_direct(verifier *v, const model_buffer *b, const plan_place *place)
{
    uint64_t pinned = verify_crosses(b, PLAN_UPLOAD) ? place->upload_offset : place->download_offset;
    if (place->offset != pinned)
        verify_fail(v, b->at, "expected kernels to find %s at byte %llu of pinned memory, found %llu", b->name,
                    (unsigned long long)pinned, (unsigned long long)place->offset);
}

static void check_bounds(verifier *v)
{
    verify_arenas(v);
    for (size_t b = 0; b < v->m->buffer_count; b++) {
        const model_buffer *buffer = &v->m->buffers[b];
        if (buffer->external)
            continue; /* verify_shape has seen that it lies in no memory of the plan */
        if (verify_is_direct(v, b))
            check_direct(v, buffer, &v->p->places[b]);
        else if (buffer->role != ROLE_CONDITION && (buffer->role != ROLE_SETTING || buffer->by_pointer))
            check_buffer(v, buffer, &v->p->places[b]);
    }
}

/* The bytes that a buffer keeps others out of: its own, and in a piece of a run the gap up to the next member, which
 * the copy touches as well. */
typedef struct {
    uint64_t first, last;
} extent;

static const extent *device_extents(verifier *v)
{
    extent *extents = ARENA_ARRAY(v->memory, extent, v->m->buffer_count);
    for (size_t b = 0; b < v->m->buffer_count; b++) {
        uint64_t first = v->p->places[b].offset;
        extents[b] = (extent){first, first + (verify_has_place(&v->m->buffers[b]) ? v->m->buffers[b].size : 0)};
    }
    for (size_t r = 0; r < v->p->run_count; r++) {
        const plan_run *run = &v->p->runs[r];
        for (size_t i = 1; i < run->member_count; i++) {
            extent *before = &extents[run->members[i - 1]];
            uint64_t next = v->p->places[run->members[i]].offset;
            if (!verify_begins_piece(run, i))
                before->last = next > before->last ? next : before->last;
        }
    }
    return extents;
}

/* ---- what keeps its bytes ---- */

typedef struct {
    uint32_t arena, buffer;
    uint64_t first, last;
    bool lasting;
} placed;

static int compare_placed(const void *left, const void *right)
{
    const placed *l = left, *r = right;
    if (l->arena != r->arena)
        return l->arena < r->arena ? -1 : 1;
    return l->first < r->first ? -1 : l->first > r->first;
}

/* Going up through the offsets, nothing may begin before the end of what keeps its bytes, and what keeps its bytes not
 * before the end of anything. */
static void check_lasting(verifier *v, const extent *extents)
{
    placed *all = ARENA_ARRAY(v->memory, placed, v->m->buffer_count);
    size_t count = 0, highest = 0, lasting = 0;
    for (uint32_t b = 0; b < v->m->buffer_count; b++) {
        if (verify_has_place(&v->m->buffers[b]) && !verify_is_direct(v, b))
            all[count++] = (placed){v->p->places[b].arena, b, extents[b].first, extents[b].last,
                                    verify_lives_on(v->m, &v->m->buffers[b])};
    }
    if (count > 1)
        qsort(all, count, sizeof *all, compare_placed);
    for (size_t i = 0; i < count; i++) {
        bool begins = i == 0 || all[i - 1].arena != all[i].arena;
        size_t other = all[i].lasting ? highest : lasting;
        if (!begins && all[other].arena == all[i].arena && all[other].last > all[i].first &&
            (all[i].lasting || all[other].lasting))
            verify_fail(v, v->m->buffers[all[i].buffer].at, "%s shares memory with %s, %s must keep its bytes",
                        v->m->buffers[all[i].buffer].name, v->m->buffers[all[other].buffer].name,
                        all[other].lasting ? "which" : "and");
        if (begins || all[i].last > all[highest].last)
            highest = i;
        if (all[i].lasting &&
            (!all[lasting].lasting || all[lasting].arena != all[i].arena || all[i].last > all[lasting].last))
            lasting = i;
    }
}

/* ---- sharing ---- */

/* The nodes that use each buffer in a graph, in the order of the plan. */
typedef struct {
    size_t *start;
    uint32_t *nodes;
    uint32_t *order; /* buffers in the order of their first use */
    size_t order_count;
} buffer_uses;

static buffer_uses uses_of(verifier *v, const plan_graph *g)
{
    size_t buffers = v->m->buffer_count, *next;
    buffer_uses u = {verify_range_starts(v, g, &next), NULL, ARENA_ARRAY(v->memory, uint32_t, buffers), 0};
    u.nodes = ARENA_ARRAY(v->memory, uint32_t, u.start[buffers]);
    for (size_t n = 0; n < g->node_count; n++) {
        for (size_t i = 0; i < g->nodes[n].range_count; i++) {
            uint32_t b = g->nodes[n].ranges[i].buffer;
            if (next[b] == u.start[b])
                u.order[u.order_count++] = b;
            u.nodes[next[b]++] = (uint32_t)n;
        }
    }
    return u;
}

static bool uses_buffer(const plan_node *node, uint32_t buffer)
{
    for (size_t i = 0; i < node->range_count; i++) {
        if (node->ranges[i].buffer == buffer)
            return true;
    }
    return false;
}

/* Uses that another use of the buffer follows (or, for the first ones, comes before) directly need no path of their
 * own. Returns the others. */
static size_t outer_uses(verifier *v, const plan_graph *g, const buffer_uses *u, uint32_t buffer, bool last,
                         uint32_t **result)
{
    size_t count = 0;
    *result = ARENA_ARRAY(v->memory, uint32_t, u->start[buffer + 1] - u->start[buffer]);
    for (size_t i = u->start[buffer]; i < u->start[buffer + 1]; i++) {
        const plan_node *node = &g->nodes[u->nodes[i]];
        const uint32_t *near = last ? node->before : node->after;
        size_t near_count = last ? node->before_count : node->after_count;
        bool inner = false;
        for (size_t k = 0; k < near_count && !inner; k++)
            inner = uses_buffer(&g->nodes[near[k]], buffer);
        if (!inner)
            (*result)[count++] = u->nodes[i];
    }
    return count;
}

static void ask_for_order(verifier *v, verify_shortcuts *s, const buffer_uses *u, verify_paths *paths, uint32_t earlier,
                          uint32_t later)
{
    verify_fan fan = {.first_buffer = earlier, .second_buffer = later};
    fan.from_count = outer_uses(v, s->g, u, earlier, true, &fan.from);
    fan.to_count = outer_uses(v, s->g, u, later, false, &fan.to);
    verify_fan_prove(v, s, &fan, paths);
}

/* Buffers take their bytes in the order of their first use. All uses of the previous owner must come before all of the
 * next one's; what held the bytes earlier is before both by the same rule. */
static void check_sharing(verifier *v, const plan_graph *g)
{
    const extent *extents = device_extents(v);
    buffer_uses u = uses_of(v, g);
    verify_shortcuts shortcuts = verify_find_shortcuts(v->memory, g);
    verify_paths paths = {NULL, 0, 0};
    verify_bytes *taken = ARENA_ARRAY(v->memory, verify_bytes, v->p->arena_count);
    uint32_t *asked = ARENA_ARRAY(v->memory, uint32_t, v->m->buffer_count); /* 1 + the last buffer asked against */
    for (size_t k = 0; k < u.order_count; k++) {
        uint32_t b = u.order[k];
        verify_piece piece;
        if (verify_lives_on(v->m, &v->m->buffers[b]) || verify_is_direct(v, b) || v->m->buffers[b].external)
            continue;
        verify_bytes *of_arena = &taken[v->p->places[b].arena];
        for (uint64_t at = extents[b].first; verify_bytes_next(of_arena, &at, extents[b].last, &piece);) {
            if (asked[piece.owner] != b + 1)
                ask_for_order(v, &shortcuts, &u, &paths, piece.owner, b);
            asked[piece.owner] = b + 1;
        }
        verify_bytes_set(v->memory, of_arena, extents[b].first, extents[b].last, b);
    }
    v->looked += g->tight_count;
    for (size_t i = 0; i < g->tight_count; i++) {
        const plan_tight *t = &g->tight[i];
        verify_paths_add(
            v->memory, &paths,
            (verify_path){
                .from = t->from, .to = t->to, .first_buffer = t->first_buffer, .second_buffer = t->second_buffer});
    }
    verify_paths_prove(v, g, &paths);
}

/* Two buffers that the same conditional node touches would have to come before each other: so none share bytes within
 * a body. */
void verify_places(verifier *v)
{
    size_t before = v->failures;
    check_bounds(v);
    if (v->failures > before)
        return;
    check_lasting(v, device_extents(v));
    verify_each_graph(v, check_sharing);
}
