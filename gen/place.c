/* SPDX-License-Identifier: MIT */
#include "place.h"

#include "place_parts.h"

/* Offsets and sizes stay below this, so that emitted code can hold them in any 64-bit integer. */
#define LARGEST_ARENA ((uint64_t)INT64_MAX)

static plan_arena finished_arena(uint64_t end, uint64_t lower_bound, uint64_t sum)
{
    return (plan_arena){place_align(end > 0 ? end : 1, PLAN_ALIGNMENT),
                        place_align(lower_bound > 0 ? lower_bound : 1, PLAN_ALIGNMENT),
                        place_align(sum > 0 ? sum : 1, PLAN_ALIGNMENT)};
}

/* ---- one arena for all ---- */

typedef struct {
    const place_items *items;
    uint64_t *offsets; /* of each item */
    uint32_t *number;  /* of an item among those that share, or PLACE_NONE */
    size_t sharing;
} layout;

static void number_sharing(layout *l)
{
    for (size_t i = 0; i < l->items->count; i++)
        l->number[i] = l->items->items[i].persistent ? PLACE_NONE : (uint32_t)l->sharing++;
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

/* Puts what shares nothing side by side from 0, larger alignments first; returns the end. */
static uint64_t lay_fixed(layout *l)
{
    uint64_t end = 0, next_align = 1;
    for (size_t i = 0; i < l->items->count; i++) {
        if (l->items->items[i].align > next_align)
            next_align = l->items->items[i].align;
    }
    while (next_align > 0) {
        uint64_t align = next_align;
        next_align = 0;
        for (size_t i = 0; i < l->items->count; i++) {
            const place_item *item = &l->items->items[i];
            if (item->align == align && l->number[i] == PLACE_NONE) {
                l->offsets[i] = place_align(end, align);
                end = place_add(l->offsets[i], item->size);
            }
            if (item->align < align && item->align > next_align)
                next_align = item->align;
        }
    }
    return end;
}

/* All offsets are multiples of the smallest alignment: sizes count in this unit in a lower bound. */
static uint64_t unit_of(const place_items *items)
{
    uint64_t unit = PLAN_ALIGNMENT;
    for (size_t i = 0; i < items->count; i++)
        unit = items->items[i].align < unit ? items->items[i].align : unit;
    return unit;
}

static uint64_t bound_of_fixed(const layout *l)
{
    uint64_t unit = unit_of(l->items), bound = 0;
    for (size_t i = 0; i < l->items->count; i++) {
        if (l->number[i] == PLACE_NONE)
            bound = place_add(bound, place_align(l->items->items[i].size, unit));
    }
    return bound;
}

static uint64_t sum_of(const place_items *items)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < items->count; i++)
        sum = place_add(place_align(sum, items->items[i].align), items->items[i].size);
    return sum;
}

/* Places what shares from `base` on. Returns the end, and adds to *bound what these items need at least. */
static uint64_t lay_sharing(arena *scratch, const plan *p, layout *l, uint64_t base, uint64_t *bound)
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
    base = place_align(base, align);
    for (size_t i = 0; i < l->items->count; i++) {
        if (l->number[i] != PLACE_NONE)
            l->offsets[i] = place_add(base, result.offsets[l->number[i]]);
    }
    uint64_t end = place_add(base, result.height);
    if (smallest > unit_of(l->items)) {
        /* Smaller items may lie in the padding between these: only bytes without padding count. */
        for (size_t i = 0; i < l->sharing; i++)
            items[i].align = unit_of(l->items);
        search_place(scratch, &problem, &result);
    }
    *bound = place_add(*bound, result.lower_bound);
    return end;
}

static void place_shared(arena *a, const model *m, plan *p, const place_items *items)
{
    arena *scratch = arena_new();
    layout l = {items, ARENA_ARRAY(scratch, uint64_t, items->count), ARENA_ARRAY(scratch, uint32_t, items->count), 0};
    number_sharing(&l);
    if (l.sharing > 0)
        drop_universal(&l, place_count_conflicts(scratch, p, items, l.number, l.sharing));
    uint64_t end = lay_fixed(&l), bound = bound_of_fixed(&l);
    if (l.sharing > 0)
        end = lay_sharing(scratch, p, &l, end, &bound);
    p->arenas = ARENA_NEW(a, plan_arena);
    p->arena_count = 1;
    p->arenas[0] = finished_arena(end, bound, sum_of(items));
    for (size_t b = 0; b < m->buffer_count; b++) {
        if (items->of_buffer[b] != PLACE_NONE)
            p->places[b].offset = place_add(l.offsets[items->of_buffer[b]], items->inside[b]);
    }
    arena_free(scratch);
}

/* ---- an arena for each buffer ---- */

static void place_separate(arena *a, const model *m, plan *p)
{
    p->arenas = ARENA_ARRAY(a, plan_arena, m->buffer_count + 1);
    for (size_t b = 0; b < m->buffer_count; b++) {
        uint64_t size = m->buffers[b].size;
        if (size > 0) {
            p->places[b].arena = (uint32_t)p->arena_count;
            p->arenas[p->arena_count++] = finished_arena(size, size, size);
        }
    }
    if (p->arena_count == 0) /* buffers without bytes still need an address */
        p->arenas[p->arena_count++] = finished_arena(0, 0, 0);
}

/* ---- runs and their pinned memory ---- */

static void measure_run(const model *m, const plan *p, plan_run *run)
{
    uint32_t first = run->members[0], last = run->members[run->member_count - 1];
    run->device_offset = p->places[first].offset;
    run->bytes = place_add(p->places[last].offset, m->buffers[last].size) - run->device_offset;
}

/* Pinned memory holds the runs one after the other, each member as far into its run as on the device. */
static void place_pinned(const model *m, plan *p)
{
    uint64_t end = 0, bytes = 0;
    for (size_t r = 0; r < p->run_count; r++) {
        plan_run *run = &p->runs[r];
        measure_run(m, p, run);
        uint64_t align = 1;
        for (size_t i = 0; i < run->member_count; i++) {
            uint32_t alignment = m->buffers[run->members[i]].alignment;
            align = alignment > align ? alignment : align;
        }
        /* The first member need not be the one with the largest alignment: keep the same remainder. */
        uint64_t remainder = run->device_offset % align;
        run->pinned_offset = place_add(place_align(end, align), remainder);
        if (remainder > 0 && run->pinned_offset >= align && run->pinned_offset - align >= end)
            run->pinned_offset -= align;
        end = place_add(run->pinned_offset, run->bytes);
        bytes = place_add(bytes, run->bytes);
        for (size_t i = 0; i < run->member_count; i++) {
            plan_place *place = &p->places[run->members[i]];
            uint64_t offset = place_add(run->pinned_offset, place->offset - run->device_offset);
            *(run->direction == PLAN_UPLOAD ? &place->upload_offset : &place->download_offset) = offset;
        }
    }
    p->pinned = finished_arena(end, bytes, end);
}

static void refuse_overflow(diag *d, const model *m, const plan *p)
{
    uint64_t device = 0;
    for (size_t i = 0; i < p->arena_count; i++)
        device = place_add(device, p->arenas[i].bytes);
    if (device > LARGEST_ARENA || p->pinned.bytes > LARGEST_ARENA)
        diag_error(d, m->program_at, "memory-too-large", "expected buffers of less than 2^63 bytes in all, found more");
}

void place_buffers(arena *a, diag *d, const model *m, plan *p)
{
    p->places = ARENA_ARRAY(a, plan_place, m->buffer_count);
    for (size_t b = 0; b < m->buffer_count; b++)
        p->places[b] = (plan_place){0, 0, UINT64_MAX, UINT64_MAX};
    p->arena_count = 0;
    if (p->separate) {
        place_separate(a, m, p);
    } else {
        arena *scratch = arena_new();
        place_items items = place_collect_items(scratch, m, p);
        place_shared(a, m, p, &items);
        arena_free(scratch);
    }
    place_pinned(m, p);
    refuse_overflow(d, m, p);
}
