/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Where items lie that share bytes: as one block from the search, or, where conflicts are too many to list at once, as
 * several that lie above each other. */
#include <stdlib.h>

#include "base/bytes.h"
#include "place/place_parts.h"

/* The most conflicts that are listed at once, each pair twice. Where there are more, items are placed in parts, one
 * above the other. */
#define MOST_CONFLICTS ((size_t)1 << 24)

/* The steps of the search where a placement is known. */
#define KNOWN_STEPS UINT64_C(4000000)

typedef struct {
    arena *memory;
    const plan *p;
    place_layout *l;
    search_lifetime *lifetimes; /* of each item */
} sharing;

/* From the first to the last use in the order of the plan, graph after graph. What nothing uses has none. */
static void find_lifetimes(sharing *s)
{
    uint64_t time = 0;
    s->lifetimes = ARENA_ARRAY(s->memory, search_lifetime, s->l->items->count);
    for (uint32_t g = 0; g < s->p->graph_count; g++) {
        for (size_t n = 0; n < s->p->graphs[g].node_count; n++, time++) {
            const plan_node *node = &s->p->graphs[g].nodes[n];
            for (size_t i = 0; i < node->range_count; i++) {
                uint32_t item = s->l->items->of_buffer[node->ranges[i].buffer];
                if (item == PLACE_NONE || s->l->number[item] == PLACE_NONE)
                    continue;
                if (s->lifetimes[item].end == 0)
                    s->lifetimes[item].first = time;
                s->lifetimes[item].end = time + 1;
            }
        }
    }
}

static void place_block(sharing *s, const uint32_t *part, size_t count, const search_result *result, uint64_t align)
{
    uint64_t height = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t end = bytes_add(result->offsets[i], s->l->items->items[part[i]].size);
        height = end > height ? end : height;
    }
    uint64_t base = place_take(&s->l->gaps, height, align);
    for (size_t i = 0; i < count; i++)
        s->l->offsets[part[i]] = bytes_add(base, result->offsets[i]);
    place_extend(s->l, bytes_add(base, height));
}

/* Takes the placement that is known, unless the search found a lower one. */
static void prefer_known(const place_layout *l, const uint32_t *part, const search_item *items, size_t count,
                         search_result *result)
{
    uint64_t height = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t end = bytes_add(l->known[part[i]], items[i].size);
        height = end > height ? end : height;
    }
    if (height > result->height)
        return;
    for (size_t i = 0; i < count; i++)
        result->offsets[i] = l->known[part[i]];
    result->height = height;
}

/* Places a part of the items as one block. Returns the bytes that it needs at least. */
static uint64_t search_part(sharing *s, const uint32_t *part, size_t count, const uint32_t *number,
                            const size_t *counts)
{
    arena *scratch = arena_new();
    search_item *items = ARENA_ARRAY(scratch, search_item, count);
    search_lifetime *lifetimes = ARENA_ARRAY(scratch, search_lifetime, count);
    uint64_t largest = 1, smallest = UINT64_MAX, unit = place_unit(s->l->items);
    bool alone = s->l->end == 0;
    for (size_t i = 0; i < count; i++) {
        const place_item *item = &s->l->items->items[part[i]];
        items[i] = (search_item){item->size, item->align};
        largest = item->align > largest ? item->align : largest;
        smallest = item->align < smallest ? item->align : smallest;
        lifetimes[i] = s->lifetimes[part[i]];
    }
    if (largest == smallest)
        place_round_sizes(items, count, largest);
    place_conflicts c = place_list_conflicts(scratch, s->p, s->l->items, number, count, counts);
    search_problem problem = {.items = items,
                              .count = count,
                              .conflicts = c.conflicts,
                              .conflict_start = c.start,
                              .capacity = UINT64_MAX,
                              .lifetimes = lifetimes,
                              .step_limit = s->l->known ? KNOWN_STEPS : 0};
    search_result result;
    search_place(scratch, &problem, &result);
    if (s->l->known)
        prefer_known(s->l, part, items, count, &result);
    place_block(s, part, count, &result, largest);
    s->l->steps += result.steps;
    if (largest > unit && !alone) {
        /* Others may lie in the padding between these: only bytes without padding count. */
        for (size_t i = 0; i < count; i++)
            items[i].size = s->l->items->items[part[i]].size;
        place_round_sizes(items, count, unit);
        search_place(scratch, &problem, &result);
        s->l->steps += result.steps;
    }
    arena_free(scratch);
    return result.lower_bound;
}

static uint64_t lay_part(sharing *s, const uint32_t *part, size_t count, const size_t *counts)
{
    arena *scratch = arena_new();
    uint32_t *number = ARENA_ARRAY(scratch, uint32_t, s->l->items->count);
    size_t conflicts = 0;
    uint64_t bound;
    for (size_t i = 0; i < s->l->items->count; i++)
        number[i] = PLACE_NONE;
    for (size_t i = 0; i < count; i++)
        number[part[i]] = (uint32_t)i;
    if (!counts)
        counts = place_count_conflicts(scratch, s->p, s->l->items, number, count);
    for (size_t i = 0; i < count; i++)
        conflicts += counts[i];
    if (conflicts <= MOST_CONFLICTS) {
        bound = search_part(s, part, count, number, counts);
    } else {
        bound = lay_part(s, part, count / 2, NULL);
        uint64_t other = lay_part(s, part + count / 2, count - count / 2, NULL);
        bound = other > bound ? other : bound;
    }
    arena_free(scratch);
    return bound;
}

/* ---- parts of very many items ---- */

typedef struct {
    uint32_t chain, order;
    uint32_t item;
} chained_item;

static int compare_chained(const void *left, const void *right)
{
    const chained_item *l = left, *r = right;
    if (l->chain != r->chain)
        return l->chain < r->chain ? -1 : 1;
    return l->order < r->order ? -1 : l->order > r->order;
}

/* Items that are first used in the same chain stand together: those of different chains conflict with each other. */
static void sort_by_chain(arena *a, const plan *p, place_layout *l)
{
    chained_item *sorted = ARENA_ARRAY(a, chained_item, l->sharing);
    uint32_t next = 0;
    for (uint32_t i = 0; i < l->sharing; i++)
        sorted[i] = (chained_item){PLACE_NONE, i, l->order[i]};
    for (size_t g = 0; g < p->graph_count; g++) {
        const uint32_t *chain = place_find_chains(a, &p->graphs[g], &next);
        for (size_t n = 0; n < p->graphs[g].node_count; n++) {
            for (size_t i = 0; i < p->graphs[g].nodes[n].range_count; i++) {
                uint32_t item = l->items->of_buffer[p->graphs[g].nodes[n].ranges[i].buffer];
                uint32_t number = item == PLACE_NONE ? PLACE_NONE : l->number[item];
                if (number != PLACE_NONE && sorted[number].chain == PLACE_NONE)
                    sorted[number].chain = chain[n];
            }
        }
    }
    qsort(sorted, l->sharing, sizeof *sorted, compare_chained);
    for (size_t i = 0; i < l->sharing; i++)
        l->order[i] = sorted[i].item;
}

uint64_t place_lay_sharing(const plan *p, place_layout *l)
{
    arena *scratch = arena_new();
    sharing s = {scratch, p, l, NULL};
    size_t conflicts = 0;
    for (size_t i = 0; i < l->sharing; i++)
        conflicts += l->counts[i];
    find_lifetimes(&s);
    uint64_t bound;
    if (conflicts <= MOST_CONFLICTS) {
        bound = search_part(&s, l->order, l->sharing, l->number, l->counts);
    } else {
        sort_by_chain(scratch, p, l);
        bound = lay_part(&s, l->order, l->sharing, NULL);
    }
    arena_free(scratch);
    return bound;
}
