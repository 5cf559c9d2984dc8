/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A partial placement, built from the bottom up and taken back step by step. */
#ifndef SEARCH_STATE_H
#define SEARCH_STATE_H

#include "place/search_parts.h"

/* What undoing brings back. */
typedef struct {
    enum { TRAIL_PLACED, TRAIL_LOW, TRAIL_FLOOR } kind;
    uint32_t index;         /* of the item or the clique */
    uint64_t low, support;  /* as they were; of a clique, `low` is its floor */
} search_trail;

/* Whatever conflicts with a placed item and isn't placed itself will lie above it. */
typedef struct {
    search_part *part;
    uint64_t *due;          /* of each item: where its room ends at the latest */
    uint64_t *low;          /* of each item: its offset, or, if not placed, a bound from below */
    uint64_t *support;      /* of each item: the lowest offset above the placed ones */
    bool *placed;
    uint32_t *twin_below, *twin_above; /* of each item: its neighbours among equal items, which lie in this order */
    uint64_t *clique_due;
    uint64_t *load;         /* of each clique: the room of its items not placed, … */
    uint64_t *floor;        /* … and their lowest `low` */
    uint32_t *left;         /* … and how many they are: the first ones of the clique's members */
    uint32_t *members;      /* as in search_cliques; in no order */
    uint32_t *link;         /* linear cliques: how many of them are in the next clique too */
    uint64_t *failures;     /* of each clique: how often it was what didn't fit */
    bool cut;               /* an item was placed since this was cleared whose neighbours may be apart now */
    uint32_t *touched;      /* cliques to be looked at again */
    bool *is_touched;
    size_t touched_count;
    search_trail *trail;
    size_t trail_count, trail_room;
} search_state;

search_state *search_state_new(arena *a, search_part *part);

/* Takes everything back and sets the height to stay below or at. Returns false where that can't be. */
bool search_state_start(search_state *s, uint64_t target);

/* Puts an item at its `low`, which must be an offset where all its neighbours not placed can lie above. Returns false,
 * as the next one does, where the rest has no room left. */
bool search_state_place(search_state *s, uint32_t item);

/* Raises the bound of an item. */
bool search_state_postpone(search_state *s, uint32_t item, uint64_t low);

void search_state_undo(search_state *s, size_t trail_count);

#endif
