/* SPDX-License-Identifier: MIT */
/* Exact search: is there a placement of at most some height? Items are placed from the bottom up, so that each one lies
 * at 0 or right on top of another. An item with no item below it is placed where it is, or else something is to come
 * below it and it is postponed. Restarts with other preferences, for longer and longer, make the search robust. */
#include "place/search_parts.h"
#include "place/search_state.h"

#include <stdlib.h>
#include <string.h>

/* Placing an item is one level of recursion, of some hundred bytes. */
#define MOST_ITEMS 8192u

/* Where room is scarce; where it is low and, of these, scarce; where it is low, the first of these. */
typedef enum { SCARCE, LOW_AND_SCARCE, LOW } place_first;

typedef enum { FOUND, NONE, STEPS_OUT } outcome;

/* Items not placed that depend on each other, and the cliques that they are in. */
typedef struct {
    uint32_t begin, end;               /* in `order` */
    size_t clique_begin, clique_count; /* in `cliques` */
} scope;

typedef struct {
    search_state *s;
    search_part *part;
    uint32_t *order, *position; /* the items, those of a scope side by side; where each one is */
    uint64_t *rank;             /* of each item: the higher, the earlier it is placed */
    place_first where;          /* where it looks for the next one */
    uint32_t *cliques;          /* of scopes; a stack */
    size_t clique_count, clique_room;
    scope *scopes; /* a stack */
    size_t scope_count, scope_room;
    uint64_t slice, limit; /* steps from the first failure on, and where they end */
    bool failed;
} solver;

/* ---- independent scopes ---- */

static void swap_to(solver *v, uint32_t item, uint32_t at)
{
    uint32_t from = v->position[item], other = v->order[at];
    v->order[from] = other;
    v->position[other] = from;
    v->order[at] = item;
    v->position[item] = at;
}

/* Moves the items connected with the one at `begin` right behind it; returns their end. */
static uint32_t gather(solver *v, uint32_t begin, uint32_t end)
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

static void add_scope(solver *v, const scope *parent, uint32_t begin, uint32_t end)
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

static uint64_t room_left(const solver *v, const scope *sc)
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
static void split_scope(solver *v, const scope *parent)
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

static bool is_better(const solver *v, uint32_t item, uint32_t than)
{
    const uint64_t *low = v->s->low;
    if (than == SEARCH_NONE || low[item] != low[than])
        return than == SEARCH_NONE || low[item] < low[than];
    return v->rank[item] != v->rank[than] ? v->rank[item] > v->rank[than] : item < than;
}

/* Room is the scarcer the more often it has run out before. */
static uint32_t pick_clique(const solver *v, const scope *sc)
{
    const search_state *s = v->s;
    uint64_t least = UINT64_MAX, lowest = UINT64_MAX;
    uint32_t best = SEARCH_NONE;
    for (size_t i = 0; i < sc->clique_count; i++) {
        uint32_t c = v->cliques[sc->clique_begin + i];
        uint64_t floor = v->where == SCARCE ? 0 : s->floor[c];
        if (s->left[c] == 0 || floor > lowest)
            continue;
        uint64_t scarce = (s->clique_due[c] - s->floor[c] - s->load[c] + v->part->grain) / (1 + s->failures[c]);
        if (floor < lowest || (scarce < least && v->where != LOW)) {
            best = c;
            lowest = floor;
            least = scarce;
        }
    }
    v->part->steps += sc->clique_count;
    return best;
}

/* An item that has no lower one around it. */
static uint32_t pick_item(const solver *v, const scope *sc)
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

static surroundings around(const solver *v, uint32_t item)
{
    const search_part *part = v->part;
    surroundings near = {UINT64_MAX, UINT64_MAX};
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++) {
        uint32_t other = part->neighbours[c];
        if (v->s->placed[other])
            continue;
        uint64_t low = v->s->low[other], end = search_align(low + part->room[other], part->align[item]);
        near.low = low < near.low ? low : near.low;
        near.end = end < near.end ? end : near.end;
    }
    v->part->steps += part->start[item + 1] - part->start[item];
    return near;
}

static outcome solve(solver *v, scope sc);

/* All the scopes from `first` on, the last one first. */
static outcome solve_scopes(solver *v, size_t first, size_t clique_count)
{
    outcome result = FOUND;
    while (v->scope_count > first && result == FOUND)
        result = solve(v, v->scopes[--v->scope_count]);
    v->scope_count = first;
    v->clique_count = clique_count;
    return result;
}

/* The way to the first failure is never cut short, however many items there are. */
static void note_failure(solver *v)
{
    if (v->failed)
        return;
    v->failed = true;
    v->limit = v->part->steps + v->slice < v->limit ? v->part->steps + v->slice : v->limit;
}

static outcome solve_with(solver *v, scope sc, uint32_t item)
{
    size_t trail = v->s->trail_count;
    swap_to(v, item, --sc.end);
    outcome result = search_state_place(v->s, item) ? solve(v, sc) : NONE;
    if (result == NONE) {
        search_state_undo(v->s, trail);
        note_failure(v);
    }
    return result;
}

/* General conflicts have no cuts that are easy to see: look when a scope has become smaller by a part. */
static bool may_be_apart(const solver *v, const scope *sc)
{
    if (v->part->cliques.linear)
        return v->s->cut;
    uint32_t size = sc->end - sc->begin;
    return size < 16 || size % 16 == 0;
}

/* Places the items of the scope; leaves everything as it was where that is not possible. */
static outcome solve(solver *v, scope sc)
{
    search_state *s = v->s;
    size_t trail = s->trail_count, scopes = v->scope_count, cliques = v->clique_count;
    if (sc.begin == sc.end)
        return FOUND;
    if (may_be_apart(v, &sc)) {
        split_scope(v, &sc);
        if (v->scope_count > scopes) {
            outcome result = solve_scopes(v, scopes, cliques);
            if (result == NONE)
                search_state_undo(s, trail);
            return result;
        }
    }
    for (;;) {
        if (v->part->steps > v->limit)
            return STEPS_OUT;
        uint32_t item = pick_item(v, &sc);
        surroundings near = around(v, item);
        bool fixed = v->part->fixed[item] != SEARCH_ANYWHERE;
        /* Right on the placed ones, in nobody's way: nothing is gained by lying anywhere else. */
        bool best_low = fixed || near.low >= s->support[item] + v->part->room[item];
        if (s->low[item] == s->support[item]) {
            outcome result = solve_with(v, sc, item);
            if (result != NONE)
                return result;
        }
        if (best_low || near.end == UINT64_MAX || !search_state_postpone(s, item, near.end)) {
            search_state_undo(s, trail);
            return NONE;
        }
    }
}

/* ---- restarts ---- */

static scope whole_scope(solver *v)
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

/* What comes first among the items that could be placed, and where. */
typedef struct {
    enum { BY_SPAN, BY_SIZE, BY_PRODUCT, BY_AREA, BY_CROWD } kind;
    place_first where;
} preference;

static const preference preferences[] = {
    {BY_SPAN, LOW_AND_SCARCE},    {BY_SPAN, SCARCE},          {BY_AREA, LOW},
    {BY_PRODUCT, LOW_AND_SCARCE}, {BY_CROWD, LOW_AND_SCARCE}, {BY_AREA, LOW_AND_SCARCE},
    {BY_SIZE, LOW_AND_SCARCE},    {BY_PRODUCT, LOW},
};
#define PREFERENCES (sizeof preferences / sizeof *preferences)

/* Bits of a size and of other measures in a rank. */
#define SIZE_BITS 28u
#define SPAN_BITS 14u

/* How many bits to leave out of a value so that the others fit. */
static unsigned excess(uint64_t value, unsigned bits)
{
    unsigned shift = 0;
    while (value >> shift >> bits > 0)
        shift++;
    return shift;
}

typedef struct {
    unsigned size, span, life, crowd; /* bits left out */
} scale;

static uint64_t span_of(const search_part *part, uint32_t item)
{
    return part->cliques.item_start[item + 1] - part->cliques.item_start[item];
}

static uint64_t life_of(const search_part *part, uint32_t item)
{
    return part->first ? part->end[item] - part->first[item] : part->start[item + 1] - part->start[item];
}

/* The largest load of the cliques of an item. */
static uint64_t crowd_of(const search_part *part, uint32_t item)
{
    const search_cliques *c = &part->cliques;
    uint64_t crowd = 0;
    for (size_t i = c->item_start[item]; i < c->item_start[item + 1]; i++)
        crowd = c->need[c->of_item[i]] > crowd ? c->need[c->of_item[i]] : crowd;
    return crowd;
}

static scale scale_of(const search_part *part)
{
    scale largest = {0, 0, 0, 0};
    for (uint32_t i = 0; i < part->count; i++) {
        unsigned size = excess(part->room[i], SIZE_BITS), span = excess(span_of(part, i), SPAN_BITS);
        unsigned life = excess(life_of(part, i), SPAN_BITS), crowd = excess(crowd_of(part, i), SIZE_BITS);
        largest.size = size > largest.size ? size : largest.size;
        largest.span = span > largest.span ? span : largest.span;
        largest.life = life > largest.life ? life : largest.life;
        largest.crowd = crowd > largest.crowd ? crowd : largest.crowd;
    }
    return largest;
}

/* Of SIZE_BITS + SPAN_BITS bits. */
static uint64_t rank_of(const search_part *part, const scale *by, preference p, uint32_t item)
{
    uint64_t size = part->room[item] >> by->size, span = span_of(part, item) >> by->span;
    switch (p.kind) {
    case BY_SPAN:
        return (span << SIZE_BITS) + size;
    case BY_SIZE:
        return (size << SPAN_BITS) + span;
    case BY_PRODUCT:
        return size * span;
    case BY_AREA:
        return size * (life_of(part, item) >> by->life);
    case BY_CROWD:
        return (crowd_of(part, item) >> by->crowd << SPAN_BITS) + (size * span >> SIZE_BITS);
    }
    return 0;
}

/* The first times as they are, later with some noise, little or much. */
static void rank_items(solver *v, uint64_t round, uint64_t *random)
{
    preference p = preferences[round % PREFERENCES];
    scale by = scale_of(v->part);
    uint64_t cycle = round / PREFERENCES, noise = cycle == 0 ? 0 : cycle % 2 == 1 ? 100 : 600;
    for (uint32_t i = 0; i < v->part->count; i++)
        v->rank[i] = rank_of(v->part, &by, p, i) * (1000 - noise / 2 + search_random(random, noise + 1));
    v->where = p.where;
}

static outcome attempt(solver *v, uint64_t target, uint64_t slice)
{
    v->slice = slice;
    v->limit = v->part->step_limit;
    v->failed = false;
    if (!search_state_start(v->s, target))
        return NONE;
    return solve(v, whole_scope(v));
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

/* The least height above another that a placement could have: its highest item ends there. */
static uint64_t next_height(const search_part *part, uint64_t height)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t i = 0; i < part->count; i++) {
        uint64_t end = part->size[i];
        if (end <= height)
            end += ((height - end) / part->grain + 1) * part->grain;
        next = end < next ? end : next;
    }
    return next;
}

/* The goal itself, or some way, or a little way down to it. */
static uint64_t target_of(const search_part *part, uint64_t goal, uint64_t cycle)
{
    static const uint64_t parts[] = {1, 8, 2, 32};
    uint64_t way = (part->height - goal) / parts[cycle % 4];
    return part->height - (way > 0 ? way : 1);
}

void search_exact(search_part *part, uint64_t goal)
{
    arena *a = part->memory;
    if (part->height > UINT64_MAX / 4 || part->count > MOST_ITEMS)
        return; /* sums must not overflow, nor the stack */
    solver v = {.s = search_state_new(a, part),
                .part = part,
                .order = ARENA_ARRAY(a, uint32_t, part->count),
                .position = ARENA_ARRAY(a, uint32_t, part->count),
                .rank = ARENA_ARRAY(a, uint64_t, part->count)};
    uint64_t random = UINT64_C(88172645463325252), slice = 100000 + 40 * part->start[part->count], round = 0;
    while (part->height > goal && part->steps < part->step_limit) {
        uint64_t target = target_of(part, goal, round / PREFERENCES);
        rank_items(&v, round, &random);
        switch (attempt(&v, target, slice)) {
        case FOUND:
            keep_placement(part, v.s);
            continue; /* with what has been good */
        case NONE:
            part->lower = next_height(part, target) > part->lower ? next_height(part, target) : part->lower;
            goal = part->lower > goal ? part->lower : goal;
            break;
        case STEPS_OUT:
            break;
        }
        if (++round % PREFERENCES == 0)
            slice += slice / 3;
    }
}
