/* SPDX-License-Identifier: MIT */
/* Placement alone: sizes and conflicts in, offsets out. Knows no YAML, no CUDA, no C. */
#ifndef SEARCH_H
#define SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arena.h"

typedef struct {
    uint64_t size;          /* bytes */
    uint64_t align;         /* a power of two */
} search_item;

typedef struct {
    const search_item *items;
    size_t count;
    /* Item i may not share a byte with conflicts[conflict_start[i]] … conflicts[conflict_start[i + 1] - 1].
     * Symmetric, ascending, without i itself. */
    const uint32_t *conflicts;
    const size_t *conflict_start;   /* count + 1 of them */
    uint64_t capacity;      /* UINT64_MAX: none */
} search_problem;

typedef struct {
    uint64_t *offsets;
    uint64_t height;        /* the end of the highest item */
    uint64_t lower_bound;
    bool proven;            /* height is the least possible */
    uint64_t steps;
} search_result;

void search_place(arena *a, const search_problem *problem, search_result *result);

#endif
