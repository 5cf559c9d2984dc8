/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Small placement problems, and their least heights by trying every order. */
#ifndef SEARCH_FIXTURE_H
#define SEARCH_FIXTURE_H

#include "place/search.h"

#include "plan_fixture.h"

typedef struct {
    size_t count;
    search_item items[64];
    bool conflict[64][64];
    uint64_t fixed[64];
    search_lifetime lifetimes[64];
    search_problem problem;
} instance;

/* Fills in the lists from items and the matrix. */
static inline void finish(arena *a, instance *in)
{
    size_t *start = ARENA_ARRAY(a, size_t, in->count + 1);
    uint32_t *conflicts = ARENA_ARRAY(a, uint32_t, in->count * in->count);
    for (size_t i = 0; i < in->count; i++) {
        start[i + 1] = start[i];
        for (size_t j = 0; j < in->count; j++) {
            if (in->conflict[i][j])
                conflicts[start[i + 1]++] = (uint32_t)j;
        }
    }
    in->problem = (search_problem){.items = in->items,
                                   .count = in->count,
                                   .conflicts = conflicts,
                                   .conflict_start = start,
                                   .capacity = UINT64_MAX};
}

static inline void random_items(uint64_t *seed, instance *in, size_t most)
{
    memset(in, 0, sizeof *in);
    in->count = 1 + random_below(seed, most);
    unsigned same_align = random_below(seed, 2), sizes = random_below(seed, 3) ? 40 : 3;
    for (size_t i = 0; i < in->count; i++) {
        in->items[i].size = random_below(seed, 10) ? random_below(seed, sizes) * (1u << random_below(seed, 5)) : 0;
        in->items[i].align = same_align ? 16 : 1u << random_below(seed, 7);
        in->fixed[i] = SEARCH_ANYWHERE;
    }
}

static inline void random_instance(arena *a, uint64_t *seed, instance *in, size_t most)
{
    random_items(seed, in, most);
    unsigned density = 1 + random_below(seed, 9);
    for (size_t i = 0; i < in->count; i++) {
        for (size_t j = 0; j < i; j++)
            in->conflict[i][j] = in->conflict[j][i] = random_below(seed, 10) < density;
    }
    finish(a, in);
}

/* Items with lifetimes, and conflicts from these. */
static inline void random_lifetimes(arena *a, uint64_t *seed, instance *in, size_t most)
{
    random_items(seed, in, most);
    for (size_t i = 0; i < in->count; i++) {
        uint64_t first = random_below(seed, 12);
        in->lifetimes[i] = (search_lifetime){first, first + 1 + random_below(seed, 6)};
        for (size_t j = 0; j < i; j++) {
            in->conflict[i][j] = in->conflict[j][i] =
                in->lifetimes[i].first < in->lifetimes[j].end && in->lifetimes[j].first < in->lifetimes[i].end;
        }
    }
    finish(a, in);
    in->problem.lifetimes = in->lifetimes;
}

static inline void fix_some(uint64_t *seed, instance *in)
{
    for (size_t i = 0; i < in->count; i++) {
        if (random_below(seed, 4) == 0)
            in->fixed[i] = random_below(seed, 8) * in->items[i].align;
    }
    in->problem.fixed = in->fixed;
}

static inline void expect_valid(const instance *in, const search_result *r)
{
    uint64_t height = 0;
    for (size_t i = 0; i < in->count; i++) {
        uint64_t end = r->offsets[i] + in->items[i].size;
        ck_assert_uint_eq(r->offsets[i] % in->items[i].align, 0);
        ck_assert(in->fixed[i] == SEARCH_ANYWHERE || in->fixed[i] == r->offsets[i]);
        height = end > height ? end : height;
        for (size_t j = 0; j < in->count; j++) {
            if (in->conflict[i][j] && in->items[i].size > 0 && in->items[j].size > 0)
                ck_assert(end <= r->offsets[j] || r->offsets[j] + in->items[j].size <= r->offsets[i]);
        }
    }
    ck_assert_uint_eq(height, r->height);
    ck_assert_uint_le(r->lower_bound, r->height);
    ck_assert_int_eq(r->proven, r->lower_bound == r->height);
}

/* ---- the least height, by trying every order: in the order of an optimum's offsets, lowest fit is an optimum too ---- */

/* UINT64_MAX: a fixed one does not fit. */
static inline uint64_t lowest_fit(const instance *in, const bool *placed, const uint64_t *offsets, size_t item)
{
    bool fixed = in->fixed[item] != SEARCH_ANYWHERE;
    for (uint64_t at = fixed ? in->fixed[item] : 0;; at += in->items[item].align) {
        bool fits = true;
        for (size_t j = 0; j < in->count && fits; j++) {
            if (placed[j] && in->conflict[item][j] && in->items[j].size > 0 && in->items[item].size > 0)
                fits = at + in->items[item].size <= offsets[j] || offsets[j] + in->items[j].size <= at;
        }
        if (fits || fixed)
            return fits ? at : UINT64_MAX;
    }
}

static inline uint64_t least_height(const instance *in, bool *placed, uint64_t *offsets, uint64_t height, uint64_t best)
{
    bool all = true;
    for (size_t i = 0; i < in->count && all; i++)
        all = placed[i];
    if (all)
        return height < best ? height : best;
    for (size_t i = 0; i < in->count && height < best; i++) {
        if (placed[i])
            continue;
        offsets[i] = lowest_fit(in, placed, offsets, i);
        if (offsets[i] == UINT64_MAX)
            continue;
        placed[i] = true;
        uint64_t end = offsets[i] + in->items[i].size;
        best = least_height(in, placed, offsets, end > height ? end : height, best);
        placed[i] = false;
    }
    return best;
}

static inline void expect_least(const instance *in, const search_result *r)
{
    bool placed[64] = {false};
    uint64_t offsets[64];
    uint64_t least = least_height(in, placed, offsets, 0, UINT64_MAX);
    ck_assert_uint_eq(r->height, least);
    if (least == UINT64_MAX)
        return;
    ck_assert(r->proven);
    expect_valid(in, r);
}

#endif
