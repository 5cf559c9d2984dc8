/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The stage: arenas first, with `reuse: tight` a second time over dependencies that it adds, then pinned memory, which
 * needs the places on the device, and at last what all of it takes against what it may take. */
#include "place/place.h"

#include <string.h>

#include "base/bytes.h"
#include "place/place_parts.h"
#include "plan/lower.h"

/* ---- one arena for all, or two: each lane's and what lanes share, or a pool's and the rest ---- */

static bool has_shared(const place_items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        if (items->items[i].shared)
            return true;
    }
    return false;
}

/* Whether anything has an address in device memory: not conditions, settings that only stand for values, and what
 * kernels reach in pinned memory or in the application's. Buffers without bytes have one. */
static bool needs_device_memory(const model *m, const plan *p)
{
    arena *scratch = arena_new();
    const bool *needed = place_find_needed(scratch, m, p);
    bool any = false;

    for (size_t b = 0; b < m->buffer_count; b++)
        any = any || needed[b] || (m->buffers[b].size == 0 && m->buffers[b].role != ROLE_CONDITION);
    arena_free(scratch);
    return any;
}

/* With a pool the second arena is the program's own. */
static void mark_pooled(const model *m, plan *p)
{
    for (size_t i = 0; m->pooled && i < p->arena_count; i++) {
        p->arenas[i].pooled = !p->arenas[i].shared;
        p->arenas[i].shared = false;
    }
}

static void place_together(arena *a, diag *d, const model *m, plan *p, const place_items *items, place_knowledge k)
{
    p->arena_count = 0;
    p->arenas = ARENA_ARRAY(a, plan_arena, 2);
    place_lay_arena(d, m, p, items, false, k);
    if (has_shared(items))
        place_lay_arena(d, m, p, items, true, (place_knowledge){NULL, 0});
    mark_pooled(m, p);
}

static plan_place *copy_places(arena *a, const model *m, const plan_place *from)
{
    plan_place *places = ARENA_ARRAY(a, plan_place, m->buffer_count);

    if (m->buffer_count > 0)
        memcpy(places, from, m->buffer_count * sizeof *places);
    return places;
}

/* Lays everything out again with dependencies that let more buffers share bytes. Without gain, the plan stays as it
 * was. */
static void place_tight(arena *a, diag *d, const model *m, plan *p, const place_items *items)
{
    plan before = *p;
    before.graphs = ARENA_ARRAY(a, plan_graph, p->graph_count);
    if (p->graph_count > 0)
        memcpy(before.graphs, p->graphs, p->graph_count * sizeof *before.graphs);
    place_tightened made = place_tighten(a, m, p, items, p->arenas[0].bytes);
    place_report_untried(d, m, &made);
    if (!made.known)
        return;
    p->places = copy_places(a, m, before.places);
    place_together(a, d, m, p, items, (place_knowledge){made.known, bytes_add(before.arenas[0].steps, made.steps)});
    if (p->arenas[0].bytes < before.arenas[0].bytes) {
        p->tight_limited = made.end == PLACE_TIGHT_LIMITED;
        place_report_tight(d, m, p, before.arenas[0].bytes);
        return;
    }
    *p = before;
}

/* Lays everything out again with what kernels move in pieces. Without gain, the plan stays as it was, but for what this
 * has shown: that no layout is smaller, whatever lies side by side. Returns whether there is a gain. */
static bool place_loose(arena *a, diag *d, const model *m, plan *p, place_items *items)
{
    plan before = *p;

    if (!place_loosen(a, m, p))
        return false;
    p->places = copy_places(a, m, before.places);
    place_items loose = place_collect_items(a, m, p);
    place_together(a, d, m, p, &loose, (place_knowledge){NULL, before.arenas[0].steps});
    if (p->arenas[0].bytes < before.arenas[0].bytes) {
        *items = loose;
        return true;
    }
    plan_arena shown = p->arenas[0];
    *p = before;
    if (!shown.tied && shown.lower_bound == p->arenas[0].bytes) {
        shown.bytes = shown.lower_bound;
        shown.sum = p->arenas[0].sum;
        shown.proven = true;
        p->arenas[0] = shown;
    }
    return false;
}

static void place_in_arenas(arena *a, diag *d, const model *m, plan *p)
{
    arena *scratch = arena_new();
    place_items items = place_collect_items(scratch, m, p);
    place_together(a, d, m, p, &items, (place_knowledge){NULL, 0});
    if (diag_error_count(d) == 0 && p->arenas[0].tied)
        place_loose(a, d, m, p, &items);
    if (m->reuse_tight && diag_error_count(d) == 0)
        place_tight(a, d, m, p, &items);
    arena_free(scratch);
}

/* ---- an arena for each buffer ---- */

static void place_separate(arena *a, const model *m, plan *p)
{
    arena *scratch = arena_new();
    const bool *needed = place_find_needed(scratch, m, p);
    p->arenas = ARENA_ARRAY(a, plan_arena, m->buffer_count + 1);
    for (size_t b = 0; b < m->buffer_count; b++) {
        const model_buffer *buffer = &m->buffers[b];
        if (!needed[b])
            continue;
        uint64_t end = bytes_add(buffer->fixed ? buffer->fixed_offset : 0, buffer->size);
        p->places[b].arena = (uint32_t)p->arena_count;
        p->places[b].offset = end - buffer->size;
        p->arenas[p->arena_count++] = place_finish_arena(place_is_shared(m, buffer), end, end, end);
    }
    arena_free(scratch);
    if (p->arena_count == 0 && needs_device_memory(m, p)) /* buffers without bytes still need an address */
        p->arenas[p->arena_count++] = place_finish_arena(false, 0, 0, 0);
    mark_pooled(m, p);
}

/* A driver would take minutes to build such a graph. */
static bool refuse_edges(diag *d, const model *m, const plan *p)
{
    for (size_t i = 0; i < p->graph_count + p->body_count; i++) {
        const plan_graph *g = i < p->graph_count ? &p->graphs[i] : &p->bodies[i - p->graph_count];
        if (g->edge_limit == 0)
            continue;
        diag_error(d, m->graphs[g->graph].at, "dependencies-too-many",
                   "expected at most %zu dependencies between the %zu nodes of '%s', found more", g->edge_limit,
                   g->node_count, g->name);
        diag_hint(d, "let one step gather what many steps read");
        return true;
    }
    return false;
}

void place_buffers(arena *a, diag *d, const model *m, plan *p)
{
    if (refuse_edges(d, m, p))
        return;
    p->places = ARENA_ARRAY(a, plan_place, m->buffer_count);
    for (size_t b = 0; b < m->buffer_count; b++)
        p->places[b] = (plan_place){m->buffers[b].external ? PLAN_EXTERNAL : 0, 0, UINT64_MAX, UINT64_MAX};
    p->arena_count = 0;
    if (p->separate)
        place_separate(a, m, p);
    else if (needs_device_memory(m, p))
        place_in_arenas(a, d, m, p);
    lower_link_bodies(p);
    place_pinned(a, m, p);
    place_check_memory(d, m, p);
}
