/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One arena: first what has a fixed offset, then what shares bytes with nothing, side by side, then as one block all
 * that does share. */
#include "base/bytes.h"
#include "place/place_parts.h"

static uint64_t whole_bytes(uint64_t bytes)
{
    return bytes_align(bytes > 0 ? bytes : 1, PLAN_ALIGNMENT);
}

plan_arena place_finish_arena(bool shared, uint64_t end, uint64_t lower_bound, uint64_t sum)
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

/* Whether the item has no fixed offset and shares bytes with nothing. */
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
            place_extend(l, bytes_add(item->offset, item->size));
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
                place_extend(l, bytes_add(l->offsets[i], item->size));
            }
            if (item->align < align && item->align > next_align)
                next_align = item->align;
        }
    }
}

/* A lower bound for the arena: the bytes of all that shares nothing, added to `bound` for what shares; never below
 * the end of what is fixed. */
static uint64_t bound_of(const place_layout *l, uint64_t bound)
{
    uint64_t unit = place_unit(l->items), fixed_end = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (stands_alone(l, i) || (place_is_in(l, i) && item->fixed && item->persistent))
            bound = bytes_add(bound, bytes_align(item->size, unit));
        if (place_is_in(l, i) && item->fixed && bytes_add(item->offset, item->size) > fixed_end)
            fixed_end = bytes_add(item->offset, item->size);
    }
    return bound > fixed_end ? bound : fixed_end;
}

/* Whether buffers that lie side by side could take less room apart: because some of them need not keep their bytes, or
 * for the padding between them. What begins at larger multiples than the spec asks for counts as well. */
static bool is_tied(arena *a, const model *m, const place_layout *l)
{
    uint64_t unit = place_unit(l->items), *apart = ARENA_ARRAY(a, uint64_t, l->items->count);
    size_t *members = ARENA_ARRAY(a, size_t, l->items->count);
    bool *loose = ARENA_ARRAY(a, bool, l->items->count), tied = false;
    for (size_t b = 0; b < m->buffer_count; b++) {
        uint32_t item = l->items->of_buffer[b];
        if (item == PLACE_NONE || !place_is_in(l, item))
            continue;
        members[item]++;
        apart[item] = bytes_add(apart[item], bytes_align(m->buffers[b].size, unit));
        loose[item] = loose[item] || !place_is_kept(m, &m->buffers[b]);
        tied = tied || m->buffers[b].alignment < unit;
    }
    for (size_t i = 0; i < l->items->count; i++)
        tied = tied || (members[i] > 1 && (loose[i] || apart[i] < bytes_align(l->items->items[i].size, unit)));
    return tied;
}

static uint64_t sum_of(const place_layout *l)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (place_is_in(l, i))
            sum = bytes_add(bytes_align(sum, item->align), item->size);
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
    *made = place_finish_arena(l->shared, l->end, peak.bytes > bound ? peak.bytes : bound, sum_of(l));
    made->tied = is_tied(scratch, m, l);
    made->steps = l->steps;
    made->peak = peak.bytes;
    made->peak_graph = peak.graph;
    made->peak_node = peak.node;
    arena_free(scratch);
    for (size_t b = 0; b < m->buffer_count; b++) {
        uint32_t item = l->items->of_buffer[b];
        if (item != PLACE_NONE && place_is_in(l, item)) {
            p->places[b].arena = index;
            p->places[b].offset = bytes_add(l->offsets[item], l->items->inside[b]);
        }
    }
}

void place_lay_arena(diag *d, const model *m, plan *p, const place_items *items, bool shared, place_knowledge k)
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
