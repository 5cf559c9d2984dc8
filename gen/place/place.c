/* SPDX-License-Identifier: MIT */
#include "place/place.h"

#include <string.h>

#include "place/place_parts.h"
#include "plan/lower.h"

static uint64_t whole_bytes(uint64_t bytes)
{
    return place_align(bytes > 0 ? bytes : 1, PLAN_ALIGNMENT);
}

static plan_arena finished_arena(bool shared, uint64_t end, uint64_t lower_bound, uint64_t sum)
{
    plan_arena made = {.shared = shared,
                       .bytes = whole_bytes(end),
                       .lower_bound = whole_bytes(lower_bound),
                       .sum = whole_bytes(sum),
                       .peak = sum,
                       .peak_graph = MODEL_NONE,
                       .peak_node = MODEL_NONE};
    made.proven = made.bytes == made.lower_bound;
    return made;
}

/* ---- one arena for all, or one for each lane and one for what lanes share ---- */

/* Neither at a fixed offset nor among those that share bytes. */
static bool stands_alone(const place_layout *l, size_t item)
{
    return place_is_in(l, item) && !l->items->items[item].fixed && l->number[item] == PLACE_NONE;
}

static void lay_fixed(place_layout *l)
{
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (place_is_in(l, i) && item->fixed) {
            l->offsets[i] = item->offset;
            place_extend(l, place_add(item->offset, item->size));
        }
    }
}

/* Puts what shares nothing side by side from 0, larger alignments first. */
static void lay_alone(place_layout *l)
{
    uint64_t next_align = 1;
    for (size_t i = 0; i < l->items->count; i++) {
        if (l->items->items[i].align > next_align)
            next_align = l->items->items[i].align;
    }
    while (next_align > 0) {
        uint64_t align = next_align;
        next_align = 0;
        for (size_t i = 0; i < l->items->count; i++) {
            const place_item *item = &l->items->items[i];
            if (item->align == align && stands_alone(l, i)) {
                l->offsets[i] = place_take(&l->gaps, item->size, align);
                place_extend(l, place_add(l->offsets[i], item->size));
            }
            if (item->align < align && item->align > next_align)
                next_align = item->align;
        }
    }
}

/* What all that keeps its bytes needs at least beside what shares them, but not less than to the end of what is fixed. */
static uint64_t bound_of(const place_layout *l, uint64_t bound)
{
    uint64_t unit = place_unit(l->items), fixed_end = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (stands_alone(l, i) || (place_is_in(l, i) && item->fixed && item->persistent))
            bound = place_add(bound, place_align(item->size, unit));
        if (place_is_in(l, i) && item->fixed && place_add(item->offset, item->size) > fixed_end)
            fixed_end = place_add(item->offset, item->size);
    }
    return bound > fixed_end ? bound : fixed_end;
}

static uint64_t sum_of(const place_layout *l)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (place_is_in(l, i))
            sum = place_add(place_align(sum, item->align), item->size);
    }
    return sum;
}

static void add_arena(plan *p, const model *m, const place_layout *l, uint64_t bound)
{
    uint32_t index = (uint32_t)p->arena_count++;
    arena *scratch = arena_new();
    bool *in = ARENA_ARRAY(scratch, bool, l->items->count);
    for (size_t i = 0; i < l->items->count; i++)
        in[i] = place_is_in(l, i);
    place_peak peak = place_find_peak(scratch, p, l->items, in);
    plan_arena *made = &p->arenas[index];
    *made = finished_arena(l->shared, l->end, peak.bytes > bound ? peak.bytes : bound, sum_of(l));
    made->steps = l->steps;
    made->peak = peak.bytes;
    made->peak_graph = peak.graph;
    made->peak_node = peak.node;
    arena_free(scratch);
    for (size_t b = 0; b < m->buffer_count; b++) {
        uint32_t item = l->items->of_buffer[b];
        if (item != PLACE_NONE && place_is_in(l, item)) {
            p->places[b].arena = index;
            p->places[b].offset = place_add(l->offsets[item], l->items->inside[b]);
        }
    }
}

/* What is known of an arena before it is laid out. */
typedef struct {
    const uint64_t *known; /* as of place_layout, or NULL */
    uint64_t steps;        /* that were taken to find it */
} knowledge;

static void place_in_arena(diag *d, const model *m, plan *p, const place_items *items, bool shared, knowledge k)
{
    arena *scratch = arena_new();
    place_layout l = {.items = items,
                      .shared = shared,
                      .offsets = ARENA_ARRAY(scratch, uint64_t, items->count),
                      .gaps = place_find_gaps(scratch, d, m, p, items, shared),
                      .steps = k.steps,
                      .known = k.known};
    place_number_sharing(scratch, p, &l);
    lay_fixed(&l);
    lay_alone(&l);
    uint64_t bound = l.sharing > 0 ? place_lay_sharing(p, &l) : 0;
    add_arena(p, m, &l, bound_of(&l, bound));
    arena_free(scratch);
}

static bool has_shared(const place_items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        if (items->items[i].shared)
            return true;
    }
    return false;
}

static void place_together(arena *a, diag *d, const model *m, plan *p, const place_items *items, knowledge k)
{
    p->arena_count = 0;
    p->arenas = ARENA_ARRAY(a, plan_arena, 2);
    place_in_arena(d, m, p, items, false, k);
    if (has_shared(items))
        place_in_arena(d, m, p, items, true, (knowledge){NULL, 0});
}

/* Tries it with dependencies that let more buffers share bytes; without gain all is as before. */
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
    p->places = ARENA_ARRAY(a, plan_place, m->buffer_count);
    if (m->buffer_count > 0)
        memcpy(p->places, before.places, m->buffer_count * sizeof *p->places);
    place_together(a, d, m, p, items, (knowledge){made.known, place_add(before.arenas[0].steps, made.steps)});
    if (p->arenas[0].bytes < before.arenas[0].bytes) {
        p->tight_limited = made.end == PLACE_TIGHT_LIMITED;
        place_report_tight(d, m, p, before.arenas[0].bytes);
        return;
    }
    *p = before;
}

static void place_in_arenas(arena *a, diag *d, const model *m, plan *p)
{
    arena *scratch = arena_new();
    place_items items = place_collect_items(scratch, m, p);
    place_together(a, d, m, p, &items, (knowledge){NULL, 0});
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
        uint64_t end = place_add(buffer->fixed ? buffer->fixed_offset : 0, buffer->size);
        p->places[b].arena = (uint32_t)p->arena_count;
        p->places[b].offset = end - buffer->size;
        p->arenas[p->arena_count++] = finished_arena(place_is_shared(m, buffer), end, end, end);
    }
    arena_free(scratch);
    if (p->arena_count == 0) /* buffers without bytes still need an address */
        p->arenas[p->arena_count++] = finished_arena(false, 0, 0, 0);
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
        p->places[b] = (plan_place){0, 0, UINT64_MAX, UINT64_MAX};
    p->arena_count = 0;
    if (p->separate)
        place_separate(a, m, p);
    else
        place_in_arenas(a, d, m, p);
    lower_link_bodies(p);
    place_pinned(m, p);
    place_check_memory(d, m, p);
}
