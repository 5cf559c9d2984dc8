/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of the placement search share. */
#ifndef SEARCH_PARTS_H
#define SEARCH_PARTS_H

#include "place/search.h"

#define SEARCH_NONE UINT32_MAX

/* Sets of items that all conflict with each other. */
typedef struct {
    size_t count;
    size_t *start;      /* count + 1 of them */
    uint32_t *members;
    size_t *item_start; /* the cliques of each item, ascending */
    uint32_t *of_item;
    uint64_t *need;     /* the room of each clique's members together */
    bool linear;        /* the cliques are all the maximal ones, and those of an item follow each other */
} search_cliques;

/* A group of items, numbered from 0, that is searched as a whole. */
typedef struct {
    arena *memory;
    uint32_t count;
    uint32_t *number;      /* of each item in the problem */
    uint64_t *size, *align, *fixed;
    uint64_t *room;        /* size rounded up to a multiple of the grain */
    uint64_t grain;        /* a lowest placement has only offsets that are multiples of this */
    size_t *start;         /* conflicts, as in search_problem */
    uint32_t *neighbours;
    uint64_t *first, *end; /* lifetimes that are true, or NULL */
    search_cliques cliques;
    uint64_t lower, height;
    uint64_t *offsets;     /* of the best placement so far; it is height high */
    uint64_t steps, step_limit;
} search_part;

/* A problem in pieces: parts that conflict with nothing in each other may lie beside each other, as high as the
 * highest; parts that conflict with everything in each other are stacked, as high as all together. */
typedef struct search_tree search_tree;
struct search_tree {
    enum { SEARCH_LEAF, SEARCH_BESIDE, SEARCH_STACKED } kind;
    search_part *part;      /* SEARCH_LEAF */
    search_tree **children; /* else */
    size_t count;
};

/* Takes a problem apart, as far as that is certain not to make the least height larger. Items without bytes are in no
 * part. */
search_tree *search_split(arena *a, const search_problem *problem);

/* Fills in the grain, the rooms and the cliques, and raises the lower bound to what the cliques need. */
void search_measure(search_part *part);

/* The first of several simple placements is made in any case, the others while steps are left. Leaves height at
 * UINT64_MAX where fixed items collide. */
void search_greedy(search_part *part, uint64_t goal);

/* Looks for heights down to `goal` (the part's lower bound or above it), from its placement so far; raises lower where
 * it proves that nothing is lower. */
void search_exact(search_part *part, uint64_t goal);

#endif
