/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* One attempt at a placement of at most some height. Items are placed from the bottom up, so that each one lies at 0
 * or right on top of another. An item with no item below it is placed where it is, or else something is to come
 * below it and it is postponed: both ways are tried, in this order, until all items lie or neither is left. Items
 * that no conflict connects any more are solved on their own, the tightest group first. */
#include "place/search_solve.h"

#include "base/bytes.h"
#include "place/search_state.h"

/* Items not placed that depend on each other, and the cliques that they are in. */
typedef struct {
    uint32_t begin, end;               /* in `order` */
    size_t clique_begin, clique_count; /* in `cliques` */
} scope;

struct search_solver {
    search_state *s;
    search_part *part;
    uint32_t *order, *position; /* the items, those of a scope side by side; where each one is */
    const uint64_t *rank;       /* of each item: the higher, the earlier it is placed */
    search_where where;
    uint32_t *cliques;          /* of scopes; a stack */
    size_t clique_count, clique_room;
    scope *scopes; /* a stack */
    size_t scope_count, scope_room;
    uint64_t slice, limit; /* steps from the first failure on, and where they end */
    bool failed;
};

/* ---- independent scopes ---- */

static void swap_to(search_solver *v, uint32_t item, uint32_t at)
{
    uint32_t from = v->position[item], other = v->order[at];
    v->order[from] = other;
    v->position[other] = from;
    v->order[at] = item;
    v->position[item] = at;
}

/* Moves the items connected with the one at `begin` right behind it; returns their end. */
static uint32_t gather(search_solver *v, uint32_t begin, uint32_t end)
{
    uint32_t next = begin + 1;
    for (uint32_t i = begin; i < next && next < end; i++) {
        uint32_t item = v->order[i];
        v->part->steps += v->part->start[item + 1] - v->part->start[item];
        for (size_t c = v->part->start[item]; c < v->part->start[item + 1]; c++) {
            uint32_t other = v->part->neighbours[c];
            if (!v->s->placed[other] && v->position[other] >= next)
                swap_to(v, other, next++);
        }
    }
    return next;
}

static void add_scope(search_solver *v, const scope *parent, uint32_t begin, uint32_t end)
{
    v->scopes = arena_grow(v->part->memory, v->scopes, v->scope_count, &v->scope_room, sizeof *v->scopes);
    scope *sc = &v->scopes[v->scope_count++];
    *sc = (scope){begin, end, v->clique_count, 0};
    for (size_t i = 0; i < parent->clique_count; i++) {
        uint32_t clique = v->cliques[parent->clique_begin + i];
        if (v->s->left[clique] == 0)
            continue;
        uint32_t at = v->position[v->s->members[v->part->cliques.start[clique]]];
        if (at < begin || at >= end)
            continue;
        v->cliques = arena_grow(v->part->memory, v->cliques, v->clique_count, &v->clique_room, sizeof *v->cliques);
        v->cliques[v->clique_count++] = clique;
        sc->clique_count++;
    }
    v->part->steps += parent->clique_count;
}

static uint64_t room_left(const search_solver *v, const scope *sc)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = 0; i < sc->clique_count; i++) {
        uint32_t c = v->cliques[sc->clique_begin + i];
        uint64_t room = v->s->clique_due[c] - v->s->floor[c] - v->s->load[c];
        least = room < least ? room : least;
    }
    return least;
}

/* Pushes the independent scopes of a scope, the one with the least room last; none where it is one. */
static void split_scope(search_solver *v, const scope *parent)
{
    size_t first = v->scope_count;
    uint32_t begin = parent->begin, end = gather(v, begin, parent->end);
    v->s->cut = false;
    if (end == parent->end)
        return;
    for (;; begin = end, end = gather(v, begin, parent->end)) {
        add_scope(v, parent, begin, end);
        if (end == parent->end)
            break;
    }
    for (size_t i = first + 1; i < v->scope_count; i++) {
        for (size_t j = i; j > first && room_left(v, &v->scopes[j - 1]) < room_left(v, &v->scopes[j]); j--) {
            scope swapped = v->scopes[j];
            v->scopes[j] = v->scopes[j - 1];
            v->scopes[j - 1] = swapped;
        }
    }
}

/* ---- the next item ---- */

static bool is_better(const search_solver *v, uint32_t item, uint32_t than)
{
    const uint64_t *low = v->s->low;
    if (than == SEARCH_NONE || low[item] != low[than])
        return than == SEARCH_NONE || low[item] < low[than];
    return v->rank[item] != v->rank[than] ? v->rank[item] > v->rank[than] : item < than;
}

/* Room is the scarcer the more often it has run out before. */
static uint32_t pick_clique(const search_solver *v, const scope *sc)
{
    const search_state *s = v->s;
    uint64_t least = UINT64_MAX, lowest = UINT64_MAX;
    uint32_t best = SEARCH_NONE;
    for (size_t i = 0; i < sc->clique_count; i++) {
        uint32_t c = v->cliques[sc->clique_begin + i];
        uint64_t floor = v->where == SEARCH_SCARCE ? 0 : s->floor[c];
        if (s->left[c] == 0 || floor > lowest)
            continue;
        uint64_t scarce = (s->clique_due[c] - s->floor[c] - s->load[c] + v->part->grain) / (1 + s->failures[c]);
        if (floor < lowest || (scarce < least && v->where != SEARCH_LOW)) {
            best = c;
            lowest = floor;
            least = scarce;
        }
    }
    v->part->steps += sc->clique_count;
    return best;
}

/* An item that has no lower one around it. */
static uint32_t pick_item(const search_solver *v, const scope *sc)
{
    const search_part *part = v->part;
    uint32_t clique = pick_clique(v, sc), best = SEARCH_NONE;
    const uint32_t *members = v->s->members + part->cliques.start[clique];
    for (uint32_t i = 0; i < v->s->left[clique]; i++) {
        if (is_better(v, members[i], best))
            best = members[i];
    }
    for (uint32_t from = SEARCH_NONE; from != best;) {
        from = best;
        for (size_t c = part->start[from]; c < part->start[from + 1]; c++) {
            uint32_t other = part->neighbours[c];
            if (!v->s->placed[other] && v->s->low[other] < v->s->low[from] && is_better(v, other, best))
                best = other;
        }
        v->part->steps += part->start[from + 1] - part->start[from];
    }
    return best;
}

/* ---- place or postpone ---- */

typedef struct {
    uint64_t low; /* the lowest `low` of the neighbours not placed; UINT64_MAX: there are none */
    uint64_t end; /* the lowest offset on top of one of them */
} surroundings;

static surroundings around(const search_solver *v, uint32_t item)
{
    const search_part *part = v->part;
    surroundings near = {UINT64_MAX, UINT64_MAX};
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++) {
        uint32_t other = part->neighbours[c];
        if (v->s->placed[other])
            continue;
        uint64_t low = v->s->low[other], end = bytes_align(low + part->room[other], part->align[item]);
        near.low = low < near.low ? low : near.low;
        near.end = end < near.end ? end : near.end;
    }
    v->part->steps += part->start[item + 1] - part->start[item];
    return near;
}

static search_outcome solve(search_solver *v, scope sc);

/* All the scopes from `first` on, the last one first. */
static search_outcome solve_scopes(search_solver *v, size_t first, size_t clique_count)
{
    search_outcome result = SEARCH_FOUND;
    while (v->scope_count > first && result == SEARCH_FOUND)
        result = solve(v, v->scopes[--v->scope_count]);
    v->scope_count = first;
    v->clique_count = clique_count;
    return result;
}

/* The way to the first failure is never cut short, however many items there are. */
static void note_failure(search_solver *v)
{
    if (v->failed)
        return;
    v->failed = true;
    v->limit = v->part->steps + v->slice < v->limit ? v->part->steps + v->slice : v->limit;
}

static search_outcome solve_with(search_solver *v, scope sc, uint32_t item)
{
    size_t trail = v->s->trail_count;
    swap_to(v, item, --sc.end);
    search_outcome result = search_state_place(v->s, item) ? solve(v, sc) : SEARCH_REFUTED;
    if (result == SEARCH_REFUTED) {
        search_state_undo(v->s, trail);
        note_failure(v);
    }
    return result;
}

/* General conflicts have no cuts that are easy to see: look when a scope has become smaller by a part. */
static bool may_be_apart(const search_solver *v, const scope *sc)
{
    if (v->part->cliques.linear)
        return v->s->cut;
    uint32_t size = sc->end - sc->begin;
    return size < 16 || size % 16 == 0;
}

/* Places the items of the scope; leaves everything as it was where that is not possible. */
static search_outcome solve(search_solver *v, scope sc)
{
    search_state *s = v->s;
    size_t trail = s->trail_count, scopes = v->scope_count, cliques = v->clique_count;
    if (sc.begin == sc.end)
        return SEARCH_FOUND;
    if (may_be_apart(v, &sc)) {
        split_scope(v, &sc);
        if (v->scope_count > scopes) {
            search_outcome result = solve_scopes(v, scopes, cliques);
            if (result == SEARCH_REFUTED)
                search_state_undo(s, trail);
            return result;
        }
    }
    for (;;) {
        if (v->part->steps > v->limit)
            return SEARCH_STEPS_OUT;
        uint32_t item = pick_item(v, &sc);
        surroundings near = around(v, item);
        bool fixed = v->part->fixed[item] != SEARCH_ANYWHERE;
        /* Right on the placed ones, in nobody's way: nothing is gained by lying anywhere else. */
        bool best_low = fixed || near.low >= s->support[item] + v->part->room[item];
        if (s->low[item] == s->support[item]) {
            search_outcome result = solve_with(v, sc, item);
            if (result != SEARCH_REFUTED)
                return result;
        }
        if (best_low || near.end == UINT64_MAX || !search_state_postpone(s, item, near.end)) {
            search_state_undo(s, trail);
            return SEARCH_REFUTED;
        }
    }
}

/* ---- the whole ---- */

static scope whole_scope(search_solver *v)
{
    scope all = {0, v->part->count, 0, v->part->cliques.count};
    for (uint32_t i = 0; i < v->part->count; i++)
        v->order[i] = v->position[i] = i;
    v->scope_count = 0;
    v->clique_count = 0;
    for (uint32_t c = 0; c < all.clique_count; c++) {
        v->cliques = arena_grow(v->part->memory, v->cliques, v->clique_count, &v->clique_room, sizeof *v->cliques);
        v->cliques[v->clique_count++] = c;
    }
    return all;
}

static void keep_placement(search_part *part, const search_state *s)
{
    part->height = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        part->offsets[i] = s->low[i];
        uint64_t end = s->low[i] + part->size[i];
        part->height = end > part->height ? end : part->height;
    }
}

search_solver *search_solver_new(arena *a, search_part *part)
{
    search_solver *v = ARENA_NEW(a, search_solver);

    v->s = search_state_new(a, part);
    v->part = part;
    v->order = ARENA_ARRAY(a, uint32_t, part->count);
    v->position = ARENA_ARRAY(a, uint32_t, part->count);
    return v;
}

search_outcome search_solve(search_solver *v, const uint64_t *rank, search_where where, uint64_t target,
                            uint64_t slice)
{
    search_outcome result;

    v->rank = rank;
    v->where = where;
    v->slice = slice;
    v->limit = v->part->step_limit;
    v->failed = false;
    if (!search_state_start(v->s, target))
        return SEARCH_REFUTED;
    result = solve(v, whole_scope(v));
    if (result == SEARCH_FOUND)
        keep_placement(v->part, v->s);
    return result;
}
