/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Exact search: attempts at lower and lower placements, until one fails because there is none, which proves the
 * height of the last one. An attempt whose steps run out says nothing; the next one then begins with other
 * preferences. Such restarts, for longer and longer, make the search robust: what one order of the items cannot
 * solve in a lifetime, another solves at once. */
#include "place/search_parts.h"
#include "place/search_solve.h"

/* What comes first among the items that could be placed, and where. */
typedef struct {
    enum { BY_SPAN, BY_SIZE, BY_PRODUCT, BY_AREA, BY_CROWD } kind;
    search_where where;
} preference;

static const preference preferences[] = {
    {BY_SPAN, SEARCH_LOW_AND_SCARCE},    {BY_SPAN, SEARCH_SCARCE},          {BY_AREA, SEARCH_LOW},
    {BY_PRODUCT, SEARCH_LOW_AND_SCARCE}, {BY_CROWD, SEARCH_LOW_AND_SCARCE}, {BY_AREA, SEARCH_LOW_AND_SCARCE},
    {BY_SIZE, SEARCH_LOW_AND_SCARCE},    {BY_PRODUCT, SEARCH_LOW},
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

/* A rank has SIZE_BITS + SPAN_BITS bits. */
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

/* Numbers below `limit`, the same ones for the same start; *state is not 0. */
static uint64_t next_random(uint64_t *state, uint64_t limit)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state % limit;
}

/* Ranks are exact in the first cycle; later they get some noise, little and much by turns. */
static void rank_items(const search_part *part, uint64_t round, uint64_t *random, uint64_t *rank)
{
    preference p = preferences[round % PREFERENCES];
    scale by = scale_of(part);
    uint64_t cycle = round / PREFERENCES, noise = cycle == 0 ? 0 : cycle % 2 == 1 ? 100 : 600;
    for (uint32_t i = 0; i < part->count; i++)
        rank[i] = rank_of(part, &by, p, i) * (1000 - noise / 2 + next_random(random, noise + 1));
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

/* The next height to try: by turns the goal itself, an eighth of the way to it, half of it, and a small part. */
static uint64_t target_of(const search_part *part, uint64_t goal, uint64_t cycle)
{
    static const uint64_t parts[] = {1, 8, 2, 32};
    uint64_t way = (part->height - goal) / parts[cycle % 4];
    return part->height - (way > 0 ? way : 1);
}

void search_exact(search_part *part, uint64_t goal)
{
    if (part->height > UINT64_MAX / 4 || part->count > SEARCH_MOST_SOLVED)
        return; /* neither sums nor the stack must overflow */
    search_solver *v = search_solver_new(part->memory, part);
    uint64_t *rank = ARENA_ARRAY(part->memory, uint64_t, part->count);
    uint64_t random = UINT64_C(88172645463325252), slice = 100000 + 40 * part->start[part->count], round = 0;
    while (part->height > goal && part->steps < part->step_limit) {
        uint64_t target = target_of(part, goal, round / PREFERENCES);
        rank_items(part, round, &random, rank);
        switch (search_solve(v, rank, preferences[round % PREFERENCES].where, target, slice)) {
        case SEARCH_FOUND:
            continue; /* the same preferences again: they were good */
        case SEARCH_REFUTED:
            part->lower = next_height(part, target) > part->lower ? next_height(part, target) : part->lower;
            goal = part->lower > goal ? part->lower : goal;
            break;
        case SEARCH_STEPS_OUT:
            break;
        }
        if (++round % PREFERENCES == 0)
            slice += slice / 3;
    }
}
