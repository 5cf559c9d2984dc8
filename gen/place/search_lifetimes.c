/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conflicts of items that are given by their lifetimes: two conflict where those overlap. */
#include <stdlib.h>

#include "base/sorted.h"
#include "place/search.h"

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
        sorted_sort(conflicts + start[i], start[i + 1] - start[i]);
    p->conflicts = conflicts;
    p->conflict_start = start;
    arena_free(scratch);
}
