/* SPDX-License-Identifier: MIT */
/* The search as a whole: connected parts of the conflict graph, each with simple placements first and then the exact
 * search. All limits are in steps and not in time, so that the same problem always gets the same answer. */
#include "search.h"

#include "search_parts.h"

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

static bool overlap(const search_lifetime *l, const search_lifetime *r)
{
    return l->first < r->end && r->first < l->end;
}

/* Whether two items conflict exactly where their lifetimes overlap: all that conflict do, and they are as many. */
static bool lifetimes_hold(const search_problem *p)
{
    if (!p->lifetimes || p->count == 0)
        return false;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->lifetimes[i].first >= p->lifetimes[i].end)
            return false;
        for (size_t c = p->conflict_start[i]; c < p->conflict_start[i + 1]; c++) {
            if (!overlap(&p->lifetimes[i], &p->lifetimes[p->conflicts[c]]))
                return false;
        }
    }
    arena *scratch = arena_new();
    moment *begins = sorted_begins(scratch, p);
    size_t pairs = 0, listed = p->conflict_start[p->count] / 2;
    for (size_t i = 0; i < p->count && pairs <= listed; i++) {
        for (size_t j = i + 1; j < p->count && begins[j].time < p->lifetimes[begins[i].item].end; j++)
            pairs++;
    }
    arena_free(scratch);
    return pairs == listed;
}

/* ---- connected parts ---- */

typedef struct {
    arena *memory;
    const search_problem *problem;
    bool lifetimes_hold;
    uint32_t *inside; /* the number of each item in its part; SEARCH_NONE: in none yet */
    uint32_t *queue;
} splitter;

static void copy_conflicts(const splitter *s, search_part *part)
{
    const search_problem *p = s->problem;
    part->start = ARENA_ARRAY(s->memory, size_t, part->count + 1);
    for (uint32_t i = 0; i < part->count; i++)
        part->start[i + 1] =
            part->start[i] + p->conflict_start[part->number[i] + 1] - p->conflict_start[part->number[i]];
    part->neighbours = ARENA_ARRAY(s->memory, uint32_t, part->start[part->count]);
    size_t used = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        part->start[i] = used;
        for (size_t c = p->conflict_start[part->number[i]]; c < p->conflict_start[part->number[i] + 1]; c++) {
            if (p->items[p->conflicts[c]].size > 0)
                part->neighbours[used++] = s->inside[p->conflicts[c]];
        }
    }
    part->start[part->count] = used;
}

static void copy_items(const splitter *s, search_part *part)
{
    const search_problem *p = s->problem;
    arena *a = s->memory;
    part->memory = a;
    part->size = ARENA_ARRAY(a, uint64_t, part->count);
    part->align = ARENA_ARRAY(a, uint64_t, part->count);
    part->fixed = ARENA_ARRAY(a, uint64_t, part->count);
    part->offsets = ARENA_ARRAY(a, uint64_t, part->count);
    part->height = UINT64_MAX;
    if (s->lifetimes_hold) {
        part->first = ARENA_ARRAY(a, uint64_t, part->count);
        part->end = ARENA_ARRAY(a, uint64_t, part->count);
    }
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t item = part->number[i];
        part->size[i] = p->items[item].size;
        part->align[i] = p->items[item].align;
        part->fixed[i] = p->fixed ? p->fixed[item] : SEARCH_ANYWHERE;
        if (s->lifetimes_hold) {
            part->first[i] = p->lifetimes[item].first;
            part->end[i] = p->lifetimes[item].end;
        }
    }
}

/* The part with `seed`: all that it conflicts with, and so on. */
static void take_part(splitter *s, uint32_t seed, search_part *part)
{
    const search_problem *p = s->problem;
    uint32_t count = 1;
    s->queue[0] = seed;
    s->inside[seed] = 0;
    for (uint32_t i = 0; i < count; i++) {
        for (size_t c = p->conflict_start[s->queue[i]]; c < p->conflict_start[s->queue[i] + 1]; c++) {
            uint32_t other = p->conflicts[c];
            if (s->inside[other] == SEARCH_NONE && p->items[other].size > 0) {
                s->inside[other] = 0;
                s->queue[count++] = other;
            }
        }
    }
    qsort(s->queue, count, sizeof *s->queue, compare_numbers);
    *part = (search_part){.count = count, .number = ARENA_ARRAY(s->memory, uint32_t, count)};
    memcpy(part->number, s->queue, count * sizeof *s->queue);
    for (uint32_t i = 0; i < count; i++)
        s->inside[part->number[i]] = i;
    copy_items(s, part);
    copy_conflicts(s, part);
}

static size_t split(arena *a, const search_problem *p, search_part **parts)
{
    splitter s = {a, p, lifetimes_hold(p), ARENA_ARRAY(a, uint32_t, p->count), ARENA_ARRAY(a, uint32_t, p->count)};
    size_t count = 0, room = 0;
    if (p->count > 0)
        memset(s.inside, 0xff, p->count * sizeof *s.inside);
    for (uint32_t i = 0; i < p->count; i++) {
        if (s.inside[i] != SEARCH_NONE || p->items[i].size == 0)
            continue;
        *parts = arena_grow(a, *parts, count, &room, sizeof **parts);
        take_part(&s, i, &(*parts)[count++]);
    }
    return count;
}

/* ---- the whole ---- */

typedef struct {
    search_part *parts;
    size_t count;
    uint64_t limit, steps;
} whole;

static uint64_t highest(const whole *w, bool lower)
{
    uint64_t height = 0;
    for (size_t i = 0; i < w->count; i++) {
        uint64_t h = lower ? w->parts[i].lower : w->parts[i].height;
        height = h > height ? h : height;
    }
    return height;
}

static void grant(whole *w, search_part *part)
{
    part->steps = 0;
    part->step_limit = w->limit > w->steps ? w->limit - w->steps : 0;
}

/* Improves the highest part until it is known to be the least, or low enough, or steps run out: then no other part
 * matters. */
static void improve(whole *w, uint64_t enough)
{
    for (;;) {
        uint64_t lower = highest(w, true), height = highest(w, false);
        if (height <= lower || height <= enough || w->steps >= w->limit)
            return;
        search_part *top = w->parts;
        while (top->height != height)
            top++;
        grant(w, top);
        search_exact(top, lower > enough ? lower : enough);
        w->steps += top->steps;
        if (top->height == height)
            return;
    }
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
    whole w = {NULL, 0, problem->step_limit > 0 ? problem->step_limit : SEARCH_DEFAULT_STEPS, 0};
    uint64_t enough = problem->capacity == UINT64_MAX ? 0 : problem->capacity;
    w.count = split(scratch, problem, &w.parts);
    for (size_t i = 0; i < w.count; i++) {
        grant(&w, &w.parts[i]);
        search_measure(&w.parts[i]);
        w.steps += w.parts[i].steps;
    }
    uint64_t lower = highest(&w, true);
    for (size_t i = 0; i < w.count; i++) {
        grant(&w, &w.parts[i]);
        search_greedy(&w.parts[i], lower > enough ? lower : enough);
        w.steps += w.parts[i].steps;
    }
    if (highest(&w, false) != UINT64_MAX)
        improve(&w, enough);
    *result = (search_result){ARENA_ARRAY(a, uint64_t, problem->count), highest(&w, false), highest(&w, true), false,
                              w.steps};
    for (size_t i = 0; i < w.count; i++) {
        for (uint32_t j = 0; j < w.parts[i].count; j++)
            result->offsets[w.parts[i].number[j]] = w.parts[i].offsets[j];
    }
    lay_empty(problem, result);
    result->proven = result->height == result->lower_bound;
    arena_free(scratch);
}
