/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of `reuse: tight` share. */
#ifndef PLACE_TIGHT_H
#define PLACE_TIGHT_H

#include "place/place_parts.h"

/* Which pairs of items: a bit each, both ways. */
typedef struct {
    size_t count, words;
    uint64_t *bits;
} place_pairs;

/* An item's uses in a graph. */
typedef struct {
    bool used;
    uint32_t first, last;   /* nodes */
    uint32_t up, down;      /* nodes on the longest path that ends, or begins, at one of them */
} place_life;

/* Two items, and by how many nodes a longest path would grow if one waited for the other. */
typedef struct {
    uint32_t one, other;
    uint32_t price;
} place_tight_pair;

typedef struct {
    arena *memory;
    const model *m;
    plan *p;
    place_layout layout;    /* number, order and sharing: the items */
    search_item *sizes;     /* of each of them, as of all that follow */
    search_lifetime *lifetimes;
    place_life *lives;      /* graph by graph */
    uint64_t *offsets;      /* the placement so far … */
    uint64_t height;        /* … and how high it is */
    uint64_t lower_bound;   /* no placement is lower with the conflicts of the last search; the height it found, if it
                             * was not cut short */
    uint64_t steps;
    bool limited;           /* ended by them */
} tightening;

/* ---- place_pairs.c ---- */

place_pairs place_new_pairs(arena *a, size_t count);
place_pairs place_copy_pairs(arena *a, const place_pairs *from);
void place_set_pair(place_pairs *pairs, size_t one, size_t other, bool set);
bool place_has_pair(const place_pairs *pairs, size_t one, size_t other);
/* As conflicts of a search_problem; start has room for count + 1. */
uint32_t *place_list_pairs(arena *a, const place_pairs *pairs, size_t *start);
/* Whether two items share bytes in the placement so far. */
bool place_overlap(const tightening *t, size_t one, size_t other);

/* ---- place_tight_lives.c ---- */

/* Sets t->lives. */
void place_find_lives(tightening *t);
/* Those items that a graph uses, ascending. */
uint32_t *place_list_used(const tightening *t, arena *a, size_t graph, size_t *count);
/* By how many nodes the longest path would grow if one item's uses all waited for the other's. */
uint32_t place_path_through(const tightening *t, size_t one, size_t other);

/* ---- place_tight_wait.c ---- */

/* Adds the dependencies that the placement needs. Returns the offset of each item, or NULL, with nothing changed, where
 * they would be too many. */
uint64_t *place_let_wait(arena *a, tightening *t, const place_pairs *loose);

#endif
