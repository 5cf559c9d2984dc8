/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The search as a whole: the groups that a problem falls into, each with simple placements first and then the exact
 * search. All limits are in steps and not in time, so that the same problem always gets the same answer. */
#include "place/search.h"

#include "base/bytes.h"
#include "place/search_parts.h"

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
        height = t->kind == SEARCH_STACKED ? bytes_add(height, h) : h > height ? h : height;
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

/* Side by side, only the highest part counts: lowers it until another one is the highest, and so on. */
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

/* In a stack, each part adds to the height. Where several are open, each gets only a few steps the first time: some
 * are easy. */
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

/* Lowers a tree until its height is proven least, or low enough, or steps run out. */
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
        base = t->kind == SEARCH_STACKED ? bytes_add(base, height_of(t->children[i], false)) : base;
    }
    for (uint32_t i = 0; t->kind == SEARCH_LEAF && i < t->part->count; i++)
        offsets[t->part->number[i]] = bytes_add(base, t->part->offsets[i]);
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
