/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Buffers that cannot lie together in some bytes, whatever lies elsewhere: of all that are needed, one after the
 * other is left out, small ones first, as long as the rest still cannot. */
#include <stdlib.h>
#include <string.h>

#include "place/place_parts.h"

/* The most items that are looked at, and the most steps of the search: for one question, and for all of them. */
#define MOST_ITEMS 1024u
#define TRIAL_STEPS UINT64_C(1000000)
#define ALL_STEPS UINT64_C(200000000)

typedef struct {
    arena *memory;
    const place_items *items;
    uint32_t *all; /* the items in question, the larger the earlier */
    size_t count;
    bool *conflict; /* of each pair of them: count * count */
    bool *kept;     /* of each of them */
    uint64_t limit, steps;
} question;

static int compare_small(const place_items *items, uint32_t left, uint32_t right)
{
    uint64_t l = items->items[left].size, r = items->items[right].size;
    if (l != r)
        return l > r ? -1 : 1;
    return left < right ? -1 : left > right;
}

static void sort_by_size(question *q)
{
    for (size_t i = 1; i < q->count; i++) {
        uint32_t item = q->all[i];
        size_t k = i;
        for (; k > 0 && compare_small(q->items, item, q->all[k - 1]) < 0; k--)
            q->all[k] = q->all[k - 1];
        q->all[k] = item;
    }
}

/* What keeps its bytes, or has very many uses, conflicts with all. */
static void find_conflicts(question *q, const plan *p)
{
    arena *scratch = arena_new();
    uint32_t *number = ARENA_ARRAY(scratch, uint32_t, q->items->count), count = 0;
    uint32_t *of_number = ARENA_ARRAY(scratch, uint32_t, q->count);
    bool *some = ARENA_ARRAY(scratch, bool, q->count);
    const bool *crowded = NULL;
    for (int again = 0; again < 2; again++) {
        uint32_t before = 0;
        count = 0;
        memset(number, 0xff, q->items->count * sizeof *number);
        for (uint32_t i = 0; i < q->count; i++) {
            some[i] = !q->items->items[q->all[i]].persistent && !(crowded && crowded[before++]);
            if (some[i]) {
                of_number[count] = i;
                number[q->all[i]] = count++;
            }
        }
        if (!crowded)
            crowded = place_find_crowded(scratch, p, q->items, number, count);
    }
    for (size_t i = 0; i < q->count; i++) {
        for (size_t k = 0; k < q->count; k++)
            q->conflict[i * q->count + k] = i != k && (!some[i] || !some[k]);
    }
    const size_t *counts = place_count_conflicts(scratch, p, q->items, number, count);
    place_conflicts c = place_list_conflicts(scratch, p, q->items, number, count, counts);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = c.start[i]; k < c.start[i + 1]; k++)
            q->conflict[of_number[i] * q->count + of_number[c.conflicts[k]]] = true;
    }
    arena_free(scratch);
}

/* Whether the search proves that the items that are kept do not fit. */
static bool is_impossible(question *q)
{
    arena *scratch = arena_new();
    search_item *items = ARENA_ARRAY(scratch, search_item, q->count);
    uint64_t *fixed = ARENA_ARRAY(scratch, uint64_t, q->count);
    size_t *start = ARENA_ARRAY(scratch, size_t, q->count + 1), count = 0, listed = 0, room = 0;
    uint32_t *conflicts = NULL;
    for (size_t i = 0; i < q->count; i++) {
        const place_item *item = &q->items->items[q->all[i]];
        uint32_t other = 0;
        if (!q->kept[i])
            continue;
        items[count] = (search_item){item->size, item->align};
        fixed[count] = item->fixed ? item->offset : SEARCH_ANYWHERE;
        for (size_t k = 0; k < q->count; k++) {
            if (q->kept[k] && q->conflict[i * q->count + k]) {
                conflicts = arena_grow(scratch, conflicts, listed, &room, sizeof *conflicts);
                conflicts[listed++] = other;
            }
            other += q->kept[k];
        }
        start[++count] = listed;
    }
    search_problem problem = {.items = items,
                              .count = count,
                              .conflicts = conflicts,
                              .conflict_start = start,
                              .capacity = q->limit,
                              .fixed = fixed,
                              .step_limit = TRIAL_STEPS};
    search_result result;
    search_place(scratch, &problem, &result);
    q->steps += result.steps + q->count * q->count / 8;
    arena_free(scratch);
    return result.lower_bound > q->limit;
}

bool *place_find_impossible(arena *a, const plan *p, const place_items *items, uint64_t limit)
{
    arena *scratch = arena_new();
    question q = {.memory = scratch, .items = items, .limit = limit};
    bool *found = NULL;
    q.all = ARENA_ARRAY(scratch, uint32_t, items->count);
    for (uint32_t i = 0; i < items->count; i++) {
        if (!items->items[i].shared)
            q.all[q.count++] = i;
    }
    if (q.count <= MOST_ITEMS) {
        q.conflict = ARENA_ARRAY(scratch, bool, q.count *q.count);
        q.kept = ARENA_ARRAY(scratch, bool, q.count);
        sort_by_size(&q);
        find_conflicts(&q, p);
        for (size_t i = 0; i < q.count; i++)
            q.kept[i] = true;
        if (is_impossible(&q)) {
            for (size_t i = q.count; i-- > 0 && q.steps < ALL_STEPS;) {
                q.kept[i] = false;
                q.kept[i] = !is_impossible(&q);
            }
            found = ARENA_ARRAY(a, bool, items->count);
            for (size_t i = 0; i < q.count; i++)
                found[q.all[i]] = q.kept[i];
        }
    }
    arena_free(scratch);
    return found;
}
