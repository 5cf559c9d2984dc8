/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `reuse: tight`: nodes that wait for others so that buffers can share bytes. A placement for the nodes one after
 * the other, in the order of the plan, is as small as waiting can make it. Then ever fewer pairs of buffers may
 * share bytes for which nodes would have to wait, those given up first that would make the longest path longer, as
 * long as a placement is found. */
#include "place/place_tight.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"

/* The search that finds how high the block is without waiting, and with all of it; the one that looks for a placement
 * with other pairs, and all of those together: a few tenths of a second or less. */
#define FIRST_STEPS UINT64_C(4000000)
#define TRIAL_STEPS UINT64_C(2000000)
#define ALL_TRIALS UINT64_C(10000000)

/* ---- conflicts ---- */

/* The conflicts that the graphs have now. */
static place_pairs loose_conflicts(const tightening *t)
{
    arena *scratch = arena_new();
    const place_layout *l = &t->layout;
    place_pairs pairs = place_new_pairs(t->memory, l->sharing);
    const size_t *counts = place_count_conflicts(scratch, t->p, l->items, l->number, l->sharing);
    place_conflicts c = place_list_conflicts(scratch, t->p, l->items, l->number, l->sharing, counts);
    for (size_t i = 0; i < l->sharing; i++) {
        for (size_t k = c.start[i]; k < c.start[i + 1]; k++)
            place_set_pair(&pairs, i, c.conflicts[k], true);
    }
    arena_free(scratch);
    return pairs;
}

/* The conflicts that are left when all nodes of a graph run one after the other. */
static place_pairs strict_conflicts(const tightening *t)
{
    place_pairs pairs = place_new_pairs(t->memory, t->layout.sharing);
    arena *scratch = arena_new();
    for (size_t g = 0; g < t->p->graph_count; g++) {
        const place_life *lives = &t->lives[g * t->layout.sharing];
        size_t count = 0;
        const uint32_t *used = place_list_used(t, scratch, g, &count);
        for (size_t i = 0; i < count; i++) {
            const place_life *one = &lives[used[i]];
            for (size_t j = 0; j < i; j++) {
                if (one->first <= lives[used[j]].last && lives[used[j]].first <= one->last)
                    place_set_pair(&pairs, used[i], used[j], true);
            }
        }
    }
    arena_free(scratch);
    return pairs;
}

/* ---- search ---- */

/* A placement of no more than `capacity`; false where none is found. */
static bool find_placement(tightening *t, const place_pairs *conflicts, uint64_t capacity, uint64_t step_limit)
{
    arena *scratch = arena_new();
    size_t count = conflicts->count, *start = ARENA_ARRAY(scratch, size_t, count + 1);
    const uint32_t *list = place_list_pairs(scratch, conflicts, start);
    search_problem problem = {.items = t->sizes,
                              .count = count,
                              .conflicts = list,
                              .conflict_start = start,
                              .capacity = capacity,
                              .lifetimes = t->lifetimes,
                              .step_limit = step_limit};
    search_result result;
    search_place(scratch, &problem, &result);
    t->steps += result.steps + count * conflicts->words + start[count];
    t->lower_bound = result.steps < step_limit ? result.height : result.lower_bound;
    bool found = capacity == UINT64_MAX || result.height <= capacity;
    if (found) {
        t->height = result.height;
        memcpy(t->offsets, result.offsets, count * sizeof *t->offsets);
    }
    arena_free(scratch);
    return found;
}

/* The pairs that share bytes in the placement although they conflict in the graphs as they are. */
static size_t sharing_pairs(const tightening *t, const place_pairs *loose, place_tight_pair *pairs)
{
    size_t count = 0;
    for (uint32_t i = 0; i < loose->count; i++) {
        for (uint32_t j = 0; j < i; j++) {
            if (!place_has_pair(loose, i, j) || !place_overlap(t, i, j))
                continue;
            if (pairs)
                pairs[count] = (place_tight_pair){j, i, place_path_through(t, i, j)};
            count++;
        }
    }
    return count;
}

/* Dearest first. */
static int compare_pairs(const void *left, const void *right)
{
    const place_tight_pair *l = left, *r = right;
    if (l->price != r->price)
        return l->price > r->price ? -1 : 1;
    if (l->one != r->one)
        return l->one < r->one ? -1 : 1;
    return l->other < r->other ? -1 : l->other > r->other;
}

/* The pairs with a price up to this one do not conflict, if the order of the plan lets them. */
static place_pairs conflicts_at_price(const tightening *t, arena *a, const place_pairs *loose,
                                      const place_pairs *strict, uint32_t price)
{
    place_pairs conflicts = place_copy_pairs(a, loose);
    for (size_t i = 0; i < loose->count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (place_has_pair(loose, i, j) && !place_has_pair(strict, i, j) && place_path_through(t, i, j) <= price)
                place_set_pair(&conflicts, i, j, false);
        }
    }
    return conflicts;
}

/* Whether there are steps left for a trial that takes `steps` of them before its search. */
static bool may_try(tightening *t, uint64_t steps)
{
    t->steps += steps;
    t->limited = t->limited || t->steps >= ALL_TRIALS;
    return !t->limited;
}

/* Lowers the price as far as a placement of no more than `height` is found. For the highest price there is one. */
static void lower_price(tightening *t, const place_pairs *loose, const place_pairs *strict, uint64_t height)
{
    uint32_t low = 0, high = 0;
    for (size_t i = 0; i < loose->count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (place_has_pair(loose, i, j) && place_overlap(t, i, j) && place_path_through(t, i, j) > high)
                high = place_path_through(t, i, j);
        }
    }
    while (low < high && may_try(t, loose->count * loose->count)) {
        arena *scratch = arena_new();
        uint32_t middle = low + (high - low) / 2;
        place_pairs conflicts = conflicts_at_price(t, scratch, loose, strict, middle);
        if (find_placement(t, &conflicts, height, 4 * TRIAL_STEPS))
            high = middle;
        else
            low = middle + 1;
        arena_free(scratch);
    }
}

/* Takes back the sharing of one pair after the other, where another placement is found without it that shares no more.
 * What shares bytes in it is always among the first pairs. */
static void drop_pairs(tightening *t, const place_pairs *loose, uint64_t height)
{
    size_t count = may_try(t, 0) ? sharing_pairs(t, loose, NULL) : 0;
    if (!may_try(t, 8 * count))
        return;
    arena *scratch = arena_new();
    place_tight_pair *pairs = ARENA_ARRAY(scratch, place_tight_pair, count);
    sharing_pairs(t, loose, pairs);
    if (count > 1)
        qsort(pairs, count, sizeof *pairs, compare_pairs);
    for (size_t i = 0; i < count; i++) {
        if (!place_overlap(t, pairs[i].one, pairs[i].other)) /* they no longer do */
            continue;
        if (!may_try(t, count))
            break;
        arena *trial = arena_new();
        place_pairs conflicts = place_copy_pairs(trial, loose);
        for (size_t k = 0; k < count; k++) {
            if (k != i && place_overlap(t, pairs[k].one, pairs[k].other))
                place_set_pair(&conflicts, pairs[k].one, pairs[k].other, false);
        }
        find_placement(t, &conflicts, height, TRIAL_STEPS);
        arena_free(trial);
    }
    arena_free(scratch);
}

/* ---- the whole ---- */

/* How high the block may be: UINT64_MAX without a budget. `loose`: how high it is at least in the placement that takes
 * `bytes`. */
static uint64_t allowed_height(const tightening *t, uint64_t loose, uint64_t bytes)
{
    const model_expr *allowed = &t->m->device_memory;
    uint64_t shared = 0, rest = bytes > loose ? bytes - loose : 0;
    if (!allowed->root || allowed->value < 0)
        return UINT64_MAX;
    for (size_t i = 0; i < t->p->arena_count; i++)
        shared = bytes_add(shared, t->p->arenas[i].shared ? t->p->arenas[i].bytes : 0);
    uint64_t each = (uint64_t)allowed->value > shared ? ((uint64_t)allowed->value - shared) / t->m->lanes : 0;
    each -= each % PLAN_ALIGNMENT;
    return each > rest ? each - rest : 0;
}

static void find_sizes(tightening *t)
{
    const place_layout *l = &t->layout;
    uint64_t largest = 1, smallest = UINT64_MAX;
    t->sizes = ARENA_ARRAY(t->memory, search_item, l->sharing);
    t->lifetimes = ARENA_ARRAY(t->memory, search_lifetime, l->sharing);
    for (size_t i = 0; i < l->sharing; i++) {
        const place_item *item = &l->items->items[l->order[i]];
        t->sizes[i] = (search_item){item->size, item->align};
        largest = item->align > largest ? item->align : largest;
        smallest = item->align < smallest ? item->align : smallest;
    }
    if (largest == smallest)
        place_round_sizes(t->sizes, l->sharing, largest);
    uint64_t time = 0;
    for (size_t g = 0; g < t->p->graph_count; g++) {
        for (size_t i = 0; i < l->sharing; i++) {
            const place_life *life = &t->lives[g * l->sharing + i];
            if (life->used && t->lifetimes[i].end == 0)
                t->lifetimes[i].first = time + life->first;
            if (life->used)
                t->lifetimes[i].end = time + life->last + 1;
        }
        time += t->p->graphs[g].node_count;
    }
}

static void tighten(arena *a, tightening *t, uint64_t bytes, place_tightened *made)
{
    t->offsets = ARENA_ARRAY(t->memory, uint64_t, t->layout.sharing);
    place_find_lives(t);
    find_sizes(t);
    place_pairs loose = loose_conflicts(t), strict = strict_conflicts(t);
    find_placement(t, &loose, UINT64_MAX, FIRST_STEPS);
    uint64_t loose_height = t->height, allowed = allowed_height(t, t->lower_bound, bytes);
    find_placement(t, &strict, UINT64_MAX, FIRST_STEPS);
    uint64_t height = allowed != UINT64_MAX && allowed > t->height ? allowed : t->height;
    if (height >= loose_height)
        return;
    t->steps = 0;
    if (allowed >= t->height) { /* otherwise no waiting is enough */
        lower_price(t, &loose, &strict, height);
        drop_pairs(t, &loose, height);
    }
    made->known = place_let_wait(a, t, &loose);
    made->end = made->known == NULL ? PLACE_TIGHT_EDGES : t->limited ? PLACE_TIGHT_LIMITED : PLACE_TIGHT_DONE;
}

place_tightened place_tighten(arena *a, const model *m, plan *p, const place_items *items, uint64_t bytes)
{
    arena *scratch = arena_new();
    tightening t = {.memory = scratch, .m = m, .p = p, .layout = {.items = items, .shared = false}};
    place_tightened made = {NULL, 0, PLACE_TIGHT_DONE, 0};
    place_number_candidates(scratch, p, &t.layout);
    made.items = t.layout.sharing;
    if (made.items > PLACE_MOST_TIGHT)
        made.end = PLACE_TIGHT_ITEMS;
    else if (made.items > 1)
        tighten(a, &t, bytes, &made);
    made.steps = t.steps;
    arena_free(scratch);
    return made;
}
