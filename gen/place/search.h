/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Placement alone: sizes and conflicts in, offsets out. Knows no YAML, no CUDA, no C. */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

#define SEARCH_ANYWHERE UINT64_MAX

/* The steps of a search that names no other limit: a second or less. One step is about one look at an item. */
#define SEARCH_DEFAULT_STEPS UINT64_C(40000000)

typedef struct {
    uint64_t size;          /* bytes; an item of none conflicts with nothing */
    uint64_t align;         /* a power of two */
} search_item;

/* Half-open, in any unit. Empty: not known. */
typedef struct {
    uint64_t first, end;
} search_lifetime;

typedef struct {
    const search_item *items;
    size_t count;
    /* Item i may not share a byte with conflicts[conflict_start[i]] … conflicts[conflict_start[i + 1] - 1].
     * Symmetric, ascending, without i itself. */
    const uint32_t *conflicts;
    const size_t *conflict_start;   /* count + 1 of them */
    uint64_t capacity;      /* UINT64_MAX: none. Otherwise the search ends with the first height not above it. */
    const search_lifetime *lifetimes;   /* NULL, or of each item: a hint that two items conflict where these overlap.
                                         * The search is stronger with it; a group of items that are searched together
                                         * and of which it is not true goes without. */
    const uint64_t *fixed;  /* NULL, or the offset of each item that must have a certain one, else SEARCH_ANYWHERE */
    uint64_t step_limit;    /* 0: SEARCH_DEFAULT_STEPS. The first simple placement is made in any case. */
} search_problem;

typedef struct {
    uint64_t *offsets;
    uint64_t height;        /* the end of the highest item; UINT64_MAX: fixed offsets collide, there is no placement */
    uint64_t lower_bound;   /* no placement is lower */
    bool proven;            /* height is the least possible */
    uint64_t steps;
} search_result;

void search_place(arena *a, const search_problem *problem, search_result *result);

/* Fills in conflicts and conflict_start from the lifetimes. */
void search_conflicts_of_lifetimes(arena *a, search_problem *problem);

#endif
