/* SPDX-License-Identifier: MIT */
#include "place.h"

#include "place_parts.h"

static plan_arena finished_arena(bool shared, uint64_t end, uint64_t lower_bound, uint64_t sum)
{
    return (plan_arena){shared, place_align(end > 0 ? end : 1, PLAN_ALIGNMENT),
                        place_align(lower_bound > 0 ? lower_bound : 1, PLAN_ALIGNMENT),
                        place_align(sum > 0 ? sum : 1, PLAN_ALIGNMENT)};
}

/* ---- one arena for all, or one for each lane and one for what lanes share ---- */

typedef struct {
    const place_items *items;
    bool shared;       /* the arena that lanes share: its items only */
    uint64_t *offsets; /* of each item */
    uint32_t *number;  /* of an item among those that share bytes, or PLACE_NONE */
    size_t sharing;
    place_gaps gaps;
    uint64_t end;
} layout;

static bool is_in(const layout *l, size_t item)
{
    return l->items->items[item].shared == l->shared;
}

/* Neither at a fixed offset nor among those that share bytes. */
static bool stands_alone(const layout *l, size_t item)
{
    return is_in(l, item) && !l->items->items[item].fixed && l->number[item] == PLACE_NONE;
}

static void extend(layout *l, uint64_t end)
{
    l->end = end > l->end ? end : l->end;
}

static void number_sharing(layout *l)
{
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        bool shares = is_in(l, i) && !item->persistent && !item->fixed;
        l->number[i] = shares ? (uint32_t)l->sharing++ : PLACE_NONE;
    }
}

/* What conflicts with all that share can share with nothing: it is laid out like what is persistent. */
static void drop_universal(layout *l, const size_t *counts)
{
    size_t others = l->sharing - 1, kept = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        if (l->number[i] != PLACE_NONE)
            l->number[i] = counts[l->number[i]] == others ? PLACE_NONE : (uint32_t)kept++;
    }
    l->sharing = kept;
}

static void lay_fixed(layout *l)
{
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (is_in(l, i) && item->fixed) {
            l->offsets[i] = item->offset;
            extend(l, place_add(item->offset, item->size));
        }
    }
}

/* Puts what shares nothing side by side from 0, larger alignments first. */
static void lay_alone(layout *l)
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
                extend(l, place_add(l->offsets[i], item->size));
            }
            if (item->align < align && item->align > next_align)
                next_align = item->align;
        }
    }
}

/* All offsets are multiples of the smallest alignment: sizes count in this unit in a lower bound. */
static uint64_t unit_of(const place_items *items)
{
    uint64_t unit = PLAN_ALIGNMENT;
    for (size_t i = 0; i < items->count; i++)
        unit = items->items[i].align < unit ? items->items[i].align : unit;
    return unit;
}

/* What all that keeps its bytes needs at least beside what shares them, but not less than to the end of what is fixed. */
static uint64_t bound_of(const layout *l, uint64_t bound)
{
    uint64_t unit = unit_of(l->items), fixed_end = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (stands_alone(l, i) || (is_in(l, i) && item->fixed && item->persistent))
            bound = place_add(bound, place_align(item->size, unit));
        if (is_in(l, i) && item->fixed && place_add(item->offset, item->size) > fixed_end)
            fixed_end = place_add(item->offset, item->size);
    }
    return bound > fixed_end ? bound : fixed_end;
}

static uint64_t sum_of(const layout *l)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (is_in(l, i))
            sum = place_add(place_align(sum, item->align), item->size);
    }
    return sum;
}

/* Places what shares bytes, as one block. Returns the bytes that these items need at least. */
static uint64_t lay_sharing(arena *scratch, const plan *p, layout *l)
{
    search_item *items = ARENA_ARRAY(scratch, search_item, l->sharing);
    uint64_t align = 1, smallest = UINT64_MAX;
    for (size_t i = 0; i < l->items->count; i++) {
        const place_item *item = &l->items->items[i];
        if (l->number[i] == PLACE_NONE)
            continue;
        items[l->number[i]] = (search_item){item->size, item->align};
        align = item->align > align ? item->align : align;
        smallest = item->align < smallest ? item->align : smallest;
    }
    place_conflicts c = place_list_conflicts(scratch, p, l->items, l->number, l->sharing);
    search_problem problem = {.items = items,
                              .count = l->sharing,
                              .conflicts = c.conflicts,
                              .conflict_start = c.start,
                              .capacity = UINT64_MAX};
    search_result result;
    search_place(scratch, &problem, &result);
    uint64_t base = place_take(&l->gaps, result.height, align);
    for (size_t i = 0; i < l->items->count; i++) {
        if (l->number[i] != PLACE_NONE)
            l->offsets[i] = place_add(base, result.offsets[l->number[i]]);
    }
    extend(l, place_add(base, result.height));
    if (smallest > unit_of(l->items)) {
        /* Smaller items may lie in the padding between these: only bytes without padding count. */
        for (size_t i = 0; i < l->sharing; i++)
            items[i].align = unit_of(l->items);
        search_place(scratch, &problem, &result);
    }
    return result.lower_bound;
}

static void add_arena(plan *p, const model *m, const layout *l, uint64_t bound)
{
    uint32_t index = (uint32_t)p->arena_count++;
    p->arenas[index] = finished_arena(l->shared, l->end, bound, sum_of(l));
    for (size_t b = 0; b < m->buffer_count; b++) {
        uint32_t item = l->items->of_buffer[b];
        if (item != PLACE_NONE && is_in(l, item)) {
            p->places[b].arena = index;
            p->places[b].offset = place_add(l->offsets[item], l->items->inside[b]);
        }
    }
}

static void place_in_arena(diag *d, const model *m, plan *p, const place_items *items, bool shared)
{
    arena *scratch = arena_new();
    layout l = {items,
                shared,
                ARENA_ARRAY(scratch, uint64_t, items->count),
                ARENA_ARRAY(scratch, uint32_t, items->count),
                0,
                place_find_gaps(scratch, d, m, p, items, shared),
                0};
    number_sharing(&l);
    if (l.sharing > 0)
        drop_universal(&l, place_count_conflicts(scratch, p, items, l.number, l.sharing));
    lay_fixed(&l);
    lay_alone(&l);
    uint64_t bound = l.sharing > 0 ? lay_sharing(scratch, p, &l) : 0;
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

static void place_together(arena *a, diag *d, const model *m, plan *p)
{
    arena *scratch = arena_new();
    place_items items = place_collect_items(scratch, m, p);
    p->arenas = ARENA_ARRAY(a, plan_arena, 2);
    place_in_arena(d, m, p, &items, false);
    if (has_shared(&items))
        place_in_arena(d, m, p, &items, true);
    arena_free(scratch);
}

/* ---- an arena for each buffer ---- */

static void place_separate(arena *a, const model *m, plan *p)
{
    p->arenas = ARENA_ARRAY(a, plan_arena, m->buffer_count + 1);
    for (size_t b = 0; b < m->buffer_count; b++) {
        const model_buffer *buffer = &m->buffers[b];
        if (!place_is_needed(buffer))
            continue;
        uint64_t end = place_add(buffer->fixed ? buffer->fixed_offset : 0, buffer->size);
        p->places[b].arena = (uint32_t)p->arena_count;
        p->places[b].offset = end - buffer->size;
        p->arenas[p->arena_count++] = finished_arena(place_is_shared(m, buffer), end, end, end);
    }
    if (p->arena_count == 0) /* buffers without bytes still need an address */
        p->arenas[p->arena_count++] = finished_arena(false, 0, 0, 0);
}

void place_buffers(arena *a, diag *d, const model *m, plan *p)
{
    p->places = ARENA_ARRAY(a, plan_place, m->buffer_count);
    for (size_t b = 0; b < m->buffer_count; b++)
        p->places[b] = (plan_place){0, 0, UINT64_MAX, UINT64_MAX};
    p->arena_count = 0;
    if (p->separate)
        place_separate(a, m, p);
    else
        place_together(a, d, m, p);
    place_pinned(m, p);
    place_check_memory(d, m, p);
}
