/* SPDX-License-Identifier: MIT */
/* Greedy placement: several orders of the items, each put at the lowest offset where it fits; the lowest result wins.
 * All limits are in steps and not in time, so that the same problem always gets the same answer. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

/* About one step is one look at a placed item. */
#define GREEDY_STEPS UINT64_C(100000000)
#define CLIQUE_STEPS UINT64_C(10000000)

typedef struct {
    uint64_t key, second; /* larger first */
    uint32_t item;        /* then smaller first */
} ranked;

typedef struct {
    uint64_t begin, end;
} occupied;

typedef struct {
    const search_problem *problem;
    uint64_t steps;
    uint64_t *offsets;    /* of the attempt at hand; UINT64_MAX: not placed yet */
    occupied *neighbours; /* room for all items */
    uint32_t *placed;     /* by offset */
    size_t placed_count;
    uint32_t *marks; /* 1 + the last item that this one was a neighbour of */
} attempt;

static uint64_t saturating_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* UINT64_MAX where there is no such multiple. */
static uint64_t align_up(uint64_t value, uint64_t align)
{
    return value > UINT64_MAX - (align - 1) ? UINT64_MAX : (value + align - 1) & ~(align - 1);
}

static size_t degree_of(const search_problem *p, uint32_t item)
{
    return p->conflict_start[item + 1] - p->conflict_start[item];
}

/* ---- lower bound: a set of items that all conflict with each other ---- */

/* Every offset is a multiple of the smallest alignment, so that is the unit in which items take room: all but the
 * highest one. */
static uint64_t unit_of(const search_problem *p)
{
    uint64_t unit = p->count > 0 ? p->items[0].align : 1;
    for (size_t i = 1; i < p->count; i++)
        unit = p->items[i].align < unit ? p->items[i].align : unit;
    return unit;
}

typedef struct {
    const search_problem *problem;
    uint64_t steps, unit;
    uint32_t *marks; /* how many members of the clique an item conflicts with */
    uint32_t *touched;
    size_t touched_count;
} clique;

static void mark_neighbours(clique *c, uint32_t item)
{
    const search_problem *p = c->problem;
    c->steps += degree_of(p, item);
    for (size_t i = p->conflict_start[item]; i < p->conflict_start[item + 1]; i++) {
        if (c->marks[p->conflicts[i]]++ == 0)
            c->touched[c->touched_count++] = p->conflicts[i];
    }
}

/* Grows a clique from one item by its neighbours in the order given, and returns its least height. */
static uint64_t clique_height(clique *c, uint32_t seed, const uint32_t *candidates, size_t count)
{
    const search_problem *p = c->problem;
    uint64_t sum = align_up(p->items[seed].size, c->unit);
    uint64_t slack = sum - p->items[seed].size;
    uint32_t members = 1;
    c->touched_count = 0;
    mark_neighbours(c, seed);
    for (size_t i = 0; i < count; i++) {
        if (c->marks[candidates[i]] != members)
            continue;
        uint64_t room = align_up(p->items[candidates[i]].size, c->unit);
        slack = room - p->items[candidates[i]].size > slack ? room - p->items[candidates[i]].size : slack;
        sum = saturating_add(sum, room);
        members++;
        mark_neighbours(c, candidates[i]);
    }
    for (size_t i = 0; i < c->touched_count; i++)
        c->marks[c->touched[i]] = 0;
    return sum - slack; /* the highest member needs no padding; take the one that would have most */
}

static int compare_ranked(const void *left, const void *right)
{
    const ranked *l = left, *r = right;
    if (l->key != r->key)
        return l->key > r->key ? -1 : 1;
    if (l->second != r->second)
        return l->second > r->second ? -1 : 1;
    return l->item < r->item ? -1 : l->item > r->item;
}

/* The neighbours of an item, largest first. */
static size_t by_size(const search_problem *p, uint32_t item, ranked *sorted, uint32_t *candidates)
{
    size_t count = 0;
    for (size_t i = p->conflict_start[item]; i < p->conflict_start[item + 1]; i++, count++)
        sorted[count] = (ranked){p->items[p->conflicts[i]].size, 0, p->conflicts[i]};
    qsort(sorted, count, sizeof *sorted, compare_ranked);
    for (size_t i = 0; i < count; i++)
        candidates[i] = sorted[i].item;
    return count;
}

/* The neighbours that come before an item, nearest first: where items are numbered by their first use, those are the
 * ones still alive when it comes to life. */
static size_t by_nearness(const search_problem *p, uint32_t item, uint32_t *candidates)
{
    size_t count = 0;
    for (size_t i = p->conflict_start[item + 1]; i-- > p->conflict_start[item];) {
        if (p->conflicts[i] < item)
            candidates[count++] = p->conflicts[i];
    }
    return count;
}

static uint64_t lower_bound_of(arena *scratch, const search_problem *p, const ranked *seeds, uint64_t *steps)
{
    clique c = {p, 0, unit_of(p), ARENA_ARRAY(scratch, uint32_t, p->count), ARENA_ARRAY(scratch, uint32_t, p->count),
                0};
    ranked *sorted = ARENA_ARRAY(scratch, ranked, p->count);
    uint32_t *candidates = ARENA_ARRAY(scratch, uint32_t, p->count);
    uint64_t best = 0;
    for (size_t i = 0; i < p->count && c.steps < CLIQUE_STEPS; i++) {
        uint32_t seed = seeds[i].item;
        uint64_t height = clique_height(&c, seed, candidates, by_size(p, seed, sorted, candidates));
        best = height > best ? height : best;
        height = clique_height(&c, seed, candidates, by_nearness(p, seed, candidates));
        best = height > best ? height : best;
        c.steps += 8 * degree_of(p, seed);
    }
    *steps += c.steps;
    return best;
}

/* ---- placement ---- */

static int compare_occupied(const void *left, const void *right)
{
    const occupied *l = left, *r = right;
    return l->begin < r->begin ? -1 : l->begin > r->begin;
}

/* The placed neighbours of an item by offset, found by sorting them … */
static size_t sort_neighbours(attempt *t, uint32_t item)
{
    const search_problem *p = t->problem;
    size_t count = 0;
    for (size_t i = p->conflict_start[item]; i < p->conflict_start[item + 1]; i++) {
        uint32_t other = p->conflicts[i];
        if (t->offsets[other] != UINT64_MAX)
            t->neighbours[count++] =
                (occupied){t->offsets[other], saturating_add(t->offsets[other], p->items[other].size)};
    }
    qsort(t->neighbours, count, sizeof *t->neighbours, compare_occupied);
    t->steps += 8 * count;
    return count;
}

/* … or, where they are many, by going through all that is placed. */
static size_t filter_neighbours(attempt *t, uint32_t item)
{
    const search_problem *p = t->problem;
    size_t count = 0;
    for (size_t i = p->conflict_start[item]; i < p->conflict_start[item + 1]; i++)
        t->marks[p->conflicts[i]] = item + 1;
    for (size_t i = 0; i < t->placed_count; i++) {
        uint32_t other = t->placed[i];
        if (t->marks[other] == item + 1)
            t->neighbours[count++] =
                (occupied){t->offsets[other], saturating_add(t->offsets[other], p->items[other].size)};
    }
    t->steps += t->placed_count;
    return count;
}

/* The lowest offset where no conflicting item lies. */
static uint64_t first_fit(attempt *t, uint32_t item)
{
    const search_problem *p = t->problem;
    size_t degree = degree_of(p, item);
    t->steps += degree;
    size_t count = 8 * degree < t->placed_count ? sort_neighbours(t, item) : filter_neighbours(t, item);
    uint64_t offset = 0;
    for (size_t i = 0; i < count; i++) {
        if (saturating_add(offset, p->items[item].size) <= t->neighbours[i].begin)
            break;
        if (t->neighbours[i].end > offset)
            offset = align_up(t->neighbours[i].end, p->items[item].align);
    }
    return offset;
}

static void add_placed(attempt *t, uint32_t item)
{
    size_t low = 0, high = t->placed_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->offsets[t->placed[middle]] <= t->offsets[item])
            low = middle + 1;
        else
            high = middle;
    }
    memmove(&t->placed[low + 1], &t->placed[low], (t->placed_count - low) * sizeof *t->placed);
    t->placed[low] = item;
    t->placed_count++;
}

static uint64_t place_in_order(attempt *t, const ranked *order)
{
    const search_problem *p = t->problem;
    uint64_t height = 0;
    memset(t->offsets, 0xff, p->count * sizeof *t->offsets);
    memset(t->marks, 0, p->count * sizeof *t->marks);
    t->placed_count = 0;
    for (size_t i = 0; i < p->count; i++) {
        uint32_t item = order[i].item;
        t->offsets[item] = first_fit(t, item);
        add_placed(t, item);
        uint64_t end = saturating_add(t->offsets[item], p->items[item].size);
        height = end > height ? end : height;
    }
    return height;
}

typedef enum { BY_SIZE, BY_CROWD, BY_DEGREE, BY_INDEX, BY_ALIGN, ORDER_COUNT } order_kind;

/* The bytes that an item and all that conflict with it need. */
static uint64_t crowd_of(const search_problem *p, uint32_t item)
{
    uint64_t sum = p->items[item].size;
    for (size_t i = p->conflict_start[item]; i < p->conflict_start[item + 1]; i++)
        sum = saturating_add(sum, p->items[p->conflicts[i]].size);
    return sum;
}

static void rank_items(const search_problem *p, order_kind kind, ranked *order)
{
    for (uint32_t i = 0; i < p->count; i++) {
        uint64_t size = p->items[i].size;
        order[i] = (ranked){0, size, i};
        switch (kind) {
        case BY_SIZE:
            order[i] = (ranked){size, degree_of(p, i), i};
            break;
        case BY_CROWD:
            order[i].key = crowd_of(p, i);
            break;
        case BY_DEGREE:
            order[i].key = degree_of(p, i);
            break;
        case BY_ALIGN:
            order[i].key = p->items[i].align;
            break;
        case BY_INDEX:
        case ORDER_COUNT:
            order[i].second = 0;
            break;
        }
    }
    qsort(order, p->count, sizeof *order, compare_ranked);
}

void search_place(arena *a, const search_problem *problem, search_result *result)
{
    arena *scratch = arena_new();
    attempt t = {
        problem,
        0,
        ARENA_ARRAY(scratch, uint64_t, problem->count),
        ARENA_ARRAY(scratch, occupied, problem->count),
        ARENA_ARRAY(scratch, uint32_t, problem->count),
        0,
        ARENA_ARRAY(scratch, uint32_t, problem->count),
    };
    ranked *order = ARENA_ARRAY(scratch, ranked, problem->count);
    *result = (search_result){ARENA_ARRAY(a, uint64_t, problem->count), UINT64_MAX, 0, false, 0};
    rank_items(problem, BY_CROWD, order);
    result->lower_bound = lower_bound_of(scratch, problem, order, &result->steps);
    for (int kind = 0; kind < ORDER_COUNT && (kind == 0 || t.steps < GREEDY_STEPS) && !result->proven; kind++) {
        rank_items(problem, (order_kind)kind, order);
        uint64_t height = place_in_order(&t, order);
        if (kind == 0 || height < result->height) {
            result->height = height;
            if (problem->count > 0)
                memcpy(result->offsets, t.offsets, problem->count * sizeof *t.offsets);
        }
        result->proven = result->height == result->lower_bound;
    }
    result->steps += t.steps;
    arena_free(scratch);
}
