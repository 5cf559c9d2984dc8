/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Items whose offset the spec gives: whether they can be there, and what they leave to the others. */
#include <stdlib.h>

#include "base/bytes.h"
#include "base/sorted.h"
#include "place/place_parts.h"

typedef struct {
    uint64_t begin, end;
    uint32_t item;
} fixed_item;

static int compare_fixed(const void *left, const void *right)
{
    const fixed_item *l = left, *r = right;
    if (l->begin != r->begin)
        return l->begin < r->begin ? -1 : 1;
    return l->item < r->item ? -1 : l->item > r->item;
}

static fixed_item *sorted_fixed(arena *a, const place_items *items, bool shared, size_t *count)
{
    fixed_item *sorted = ARENA_ARRAY(a, fixed_item, items->count);
    *count = 0;
    for (uint32_t i = 0; i < items->count; i++) {
        const place_item *item = &items->items[i];
        if (item->fixed && item->shared == shared)
            sorted[(*count)++] = (fixed_item){item->offset, bytes_add(item->offset, item->size), i};
    }
    if (*count > 1)
        qsort(sorted, *count, sizeof *sorted, compare_fixed);
    return sorted;
}

static bool conflicts(const place_conflicts *c, uint32_t one, uint32_t other)
{
    return sorted_has(c->conflicts + c->start[one], c->start[one + 1] - c->start[one], other);
}

static void report_overlap(diag *d, const model *m, const place_items *items, const fixed_item *one,
                           const fixed_item *other)
{
    const model_buffer *first = &m->buffers[items->items[one->item].first];
    const model_buffer *second = &m->buffers[items->items[other->item].first];
    diag_error(d, second->at_offset.at, "at-taken",
               "expected bytes %llu .. %llu to be free for %s, found %s, which is used at the same time, at "
               "%llu .. %llu",
               (unsigned long long)other->begin, (unsigned long long)other->end, second->name, first->name,
               (unsigned long long)one->begin, (unsigned long long)one->end);
    diag_note(d, first->at_offset.at, "%s is put there here", first->name);
}

/* Numbers those that may share bytes at all; the second time without those that are crowded. */
static void number_fixed(const place_items *items, const fixed_item *sorted, size_t count, const bool *crowded,
                         uint32_t *number, uint32_t *numbered)
{
    uint32_t before = 0;
    *numbered = 0;
    for (size_t i = 0; i < items->count; i++)
        number[i] = PLACE_NONE;
    for (size_t i = 0; i < count; i++) {
        if (!items->items[sorted[i].item].persistent && !(crowded && crowded[before++]))
            number[sorted[i].item] = (*numbered)++;
    }
}

/* Two may overlap only where reuse would let them; one report for each item. */
static void check_overlaps(diag *d, const model *m, const plan *p, const place_items *items, const fixed_item *sorted,
                           size_t count)
{
    arena *scratch = arena_new();
    uint32_t *number = ARENA_ARRAY(scratch, uint32_t, items->count), numbered = 0;
    number_fixed(items, sorted, count, NULL, number, &numbered);
    const bool *crowded = place_find_crowded(scratch, p, items, number, numbered);
    number_fixed(items, sorted, count, crowded, number, &numbered);
    place_conflicts c = place_list_conflicts(scratch, p, items, number, numbered,
                                             place_count_conflicts(scratch, p, items, number, numbered));
    for (size_t i = 0; i < count; i++) {
        for (size_t k = i + 1; k < count && sorted[k].begin < sorted[i].end; k++) {
            uint32_t one = number[sorted[i].item], other = number[sorted[k].item];
            if (one != PLACE_NONE && other != PLACE_NONE && !conflicts(&c, one, other))
                continue;
            report_overlap(d, m, items, &sorted[i], &sorted[k]);
            break;
        }
    }
    arena_free(scratch);
}

place_gaps place_find_gaps(arena *a, diag *d, const model *m, const plan *p, const place_items *items, bool shared)
{
    size_t count;
    arena *scratch = arena_new();
    const fixed_item *sorted = sorted_fixed(scratch, items, shared, &count);
    place_gaps g = {ARENA_ARRAY(a, place_gap, count + 1), 0};
    uint64_t begin = 0;
    if (count > 0)
        check_overlaps(d, m, p, items, sorted, count);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i].begin > begin)
            g.gaps[g.count++] = (place_gap){begin, sorted[i].begin};
        begin = sorted[i].end > begin ? sorted[i].end : begin;
    }
    g.gaps[g.count++] = (place_gap){begin, UINT64_MAX};
    arena_free(scratch);
    return g;
}

uint64_t place_take(place_gaps *g, uint64_t size, uint64_t align)
{
    for (size_t i = 0; i < g->count; i++) {
        uint64_t offset = bytes_align(g->gaps[i].begin, align), end = bytes_add(offset, size);
        if (end <= g->gaps[i].end) {
            g->gaps[i].begin = end;
            return offset;
        }
    }
    return UINT64_MAX;
}
