/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One attempt at a placement of at most some height. */
#ifndef SEARCH_SOLVE_H
#define SEARCH_SOLVE_H

#include "place/search_parts.h"

/* Placing an item is one level of recursion, of some hundred bytes: no part may have more items. */
#define SEARCH_MOST_SOLVED 8192u

/* Where the next item is looked for: where room is scarce; where it is low and, of these, scarce; where it is low, the
 * first of these. */
typedef enum { SEARCH_SCARCE, SEARCH_LOW_AND_SCARCE, SEARCH_LOW } search_where;

/* Found: the part has the placement. Refuted: there is none. */
typedef enum { SEARCH_FOUND, SEARCH_REFUTED, SEARCH_STEPS_OUT } search_outcome;

typedef struct search_solver search_solver;

search_solver *search_solver_new(arena *a, search_part *part);

/* Of the items that could come next, the one of the highest rank does. The attempt ends when it has taken `slice` steps
 * since it first went wrong, or all of the part's. */
search_outcome search_solve(search_solver *v, const uint64_t *rank, search_where where, uint64_t target,
                            uint64_t slice);

#endif
