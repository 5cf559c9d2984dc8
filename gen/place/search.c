/* SPDX-License-Identifier: MIT */
/* The search as a whole: the groups that a problem falls into, each with simple placements first and then the exact
 * search. All limits are in steps and not in time, so that the same problem always gets the same answer. */
#include "place/search.h"

#include "place/search_parts.h"

#include <stdlib.h>
#include <string.h>

uint64_t search_add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t search_align(uint64_t value, uint64_t align)
{
    return value > UINT64_MAX - (align - 1) ? UINT64_MAX : (value + align - 1) & ~(align - 1);
}

uint64_t search_random(uint64_t *state, uint64_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state % limit;
}

/* ---- lifetimes ---- */

typedef struct {
    uint64_t time;
    uint32_t item;
} moment;

static int compare_moments(const void *left, const void *right)
{
    const moment *l = left, *r = right;
    if (l->time != r->time)
        return l->time < r->time ? -1 : 1;
    return l->item < r->item ? -1 : l->item > r->item;
}

static int compare_numbers(const void *left, const void *right)
{
    uint32_t l = *(const uint32_t *)left, r = *(const uint32_t *)right;
    return l < r ? -1 : l > r;
}

/* Items by the begin of their lifetimes. */
static moment *sorted_begins(arena *a, const search_problem *p)
{
    moment *begins = ARENA_ARRAY(a, moment, p->count);
    for (uint32_t i = 0; i < p->count; i++)
        begins[i] = (moment){p->lifetimes[i].first, i};
    qsort(begins, p->count, sizeof *begins, compare_moments);
    return begins;
}

/* Calls for each pair that is alive together: counts it for both, or, with conflicts, lists each at the other's
 * cursor. */
static void visit_overlaps(const search_problem *p, const moment *begins, size_t *cursor, uint32_t *conflicts)
{
    for (size_t i = 0; i < p->count; i++) {
        uint32_t item = begins[i].item;
        for (size_t j = i + 1; j < p->count && begins[j].time < p->lifetimes[item].end; j++) {
            uint32_t other = begins[j].item;
            if (conflicts) {
                conflicts[cursor[item]] = other;
                conflicts[cursor[other]] = item;
            }
            cursor[item]++;
            cursor[other]++;
        }
    }
}

void search_conflicts_of_lifetimes(arena *a, search_problem *p)
{
    arena *scratch = arena_new();
    moment *begins = sorted_begins(scratch, p);
    size_t *start = ARENA_ARRAY(a, size_t, p->count + 1), *cursor = ARENA_ARRAY(scratch, size_t, p->count);
    visit_overlaps(p, begins, cursor, NULL);
    for (size_t i = 0; i < p->count; i++) {
        start[i + 1] = start[i] + cursor[i];
        cursor[i] = start[i];
    }
    uint32_t *conflicts = ARENA_ARRAY(a, uint32_t, start[p->count]);
    visit_overlaps(p, begins, cursor, conflicts);
    for (size_t i = 0; i < p->count; i++)
        qsort(conflicts + start[i], start[i + 1] - start[i], sizeof *conflicts, compare_numbers);
    p->conflicts = conflicts;
    p->conflict_start = start;
    arena_free(scratch);
}

/* ---- the whole ---- */

typedef struct {
    uint64_t limit, steps;
} budget;

/* What a tree's placements, or their lower bounds, come to together. */
static uint64_t height_of(const search_tree *t, bool lower)
{
    uint64_t height = 0;
    if (t->kind == SEARCH_LEAF)
        return lower ? t->part->lower : t->part->height;
    for (size_t i = 0; i < t->count; i++) {
        uint64_t h = height_of(t->children[i], lower);
        height = t->kind == SEARCH_STACKED ? search_add(height, h) : h > height ? h : height;
    }
    return height;
}

static void grant(const budget *b, search_part *part)
{
    part->steps = 0;
    part->step_limit = b->limit > b->steps ? b->limit - b->steps : 0;
}

static void measure(budget *b, search_tree *t)
{
    if (t->kind == SEARCH_LEAF) {
        grant(b, t->part);
        search_measure(t->part);
        b->steps += t->part->steps;
    }
    for (size_t i = 0; i < t->count; i++)
        measure(b, t->children[i]);
}

static void place_simply(budget *b, search_tree *t, uint64_t goal)
{
    if (t->kind == SEARCH_LEAF) {
        grant(b, t->part);
        search_greedy(t->part, goal);
        b->steps += t->part->steps;
    }
    for (size_t i = 0; i < t->count; i++)
        place_simply(b, t->children[i], t->kind == SEARCH_STACKED ? height_of(t->children[i], true) : goal);
}

static void improve(budget *b, search_tree *t, uint64_t goal);

/* The highest part until it is low enough: then no other one matters. */
static void improve_highest(budget *b, search_tree *t, uint64_t goal)
{
    for (;;) {
        uint64_t lower = height_of(t, true), height = height_of(t, false);
        size_t top = 0;
        if (height <= lower || height <= goal || b->steps >= b->limit)
            return;
        while (height_of(t->children[top], false) != height)
            top++;
        improve(b, t->children[top], lower > goal ? lower : goal);
        if (height_of(t->children[top], false) == height)
            return;
    }
}

static uint64_t count_open(const search_tree *t)
{
    uint64_t open = 0;
    for (size_t i = 0; i < t->count; i++)
        open += height_of(t->children[i], false) > height_of(t->children[i], true);
    return open;
}

/* Each part counts. Where several are open, the first time with few steps each: some are easy. */
static void improve_each(budget *b, search_tree *t, uint64_t goal)
{
    for (uint64_t share = count_open(t) > 1 ? 4 : 1; share > 0; share /= 4) {
        uint64_t open = count_open(t);
        for (size_t i = 0; i < t->count; i++) {
            search_tree *child = t->children[i];
            uint64_t own = height_of(child, false), whole = height_of(t, false), limit = b->limit;
            if (own <= height_of(child, true) || whole <= goal || b->steps >= limit)
                continue;
            b->limit = b->steps + (limit - b->steps) / (share * open--);
            improve(b, child, own > whole - goal ? own - (whole - goal) : 0);
            b->limit = limit;
        }
    }
}

/* Until it is known to be the least, or low enough, or steps run out. */
static void improve(budget *b, search_tree *t, uint64_t goal)
{
    uint64_t lower = height_of(t, true), height = height_of(t, false);
    if (height <= lower || height <= goal || b->steps >= b->limit)
        return;
    if (t->kind == SEARCH_BESIDE) {
        improve_highest(b, t, goal);
    } else if (t->kind == SEARCH_STACKED) {
        improve_each(b, t, goal > lower ? goal : lower);
    } else {
        grant(b, t->part);
        search_exact(t->part, goal > lower ? goal : lower);
        b->steps += t->part->steps;
    }
}

static void write_offsets(const search_tree *t, uint64_t base, uint64_t *offsets)
{
    for (size_t i = 0; i < t->count; i++) {
        write_offsets(t->children[i], base, offsets);
        base = t->kind == SEARCH_STACKED ? search_add(base, height_of(t->children[i], false)) : base;
    }
    for (uint32_t i = 0; t->kind == SEARCH_LEAF && i < t->part->count; i++)
        offsets[t->part->number[i]] = search_add(base, t->part->offsets[i]);
}

static void lay_empty(const search_problem *p, search_result *result)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->items[i].size == 0 && p->fixed && p->fixed[i] != SEARCH_ANYWHERE) {
            result->offsets[i] = p->fixed[i];
            result->height = p->fixed[i] > result->height ? p->fixed[i] : result->height;
            result->lower_bound = p->fixed[i] > result->lower_bound ? p->fixed[i] : result->lower_bound;
        }
    }
}

void search_place(arena *a, const search_problem *problem, search_result *result)
{
    arena *scratch = arena_new();
    budget b = {problem->step_limit > 0 ? problem->step_limit : SEARCH_DEFAULT_STEPS, 0};
    uint64_t enough = problem->capacity == UINT64_MAX ? 0 : problem->capacity;
    search_tree *t = search_split(scratch, problem);
    measure(&b, t);
    uint64_t lower = height_of(t, true);
    place_simply(&b, t, lower > enough ? lower : enough);
    if (height_of(t, false) != UINT64_MAX)
        improve(&b, t, enough);
    *result = (search_result){ARENA_ARRAY(a, uint64_t, problem->count), height_of(t, false), height_of(t, true), false,
                              b.steps};
    write_offsets(t, 0, result->offsets);
    lay_empty(problem, result);
    result->proven = result->height == result->lower_bound;
    arena_free(scratch);
}
