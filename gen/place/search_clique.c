/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Cliques: items that all conflict with each other need room for all of them, one above the other. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/sorted.h"
#include "place/search_parts.h"

/* The steps for finding cliques in a part without lifetimes. */
#define CLIQUE_STEPS UINT64_C(10000000)

/* ---- grain and rooms ---- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Every offset is a multiple of the smallest alignment, so that is the unit in which items take room. */
static uint64_t unit_of(const search_part *part)
{
    uint64_t unit = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        unit = common_divisor(unit, part->align[i]);
        if (part->fixed[i] != SEARCH_ANYWHERE)
            unit = common_divisor(unit, part->fixed[i]);
    }
    return unit;
}

static uint64_t round_up(uint64_t value, uint64_t unit)
{
    uint64_t rest = value % unit;
    return rest == 0 ? value : bytes_add(value, unit - rest);
}

static void find_rooms(search_part *part)
{
    uint64_t unit = unit_of(part), grain = 0;
    part->room = ARENA_ARRAY(part->memory, uint64_t, part->count);
    for (uint32_t i = 0; i < part->count; i++) {
        part->room[i] = round_up(part->size[i], unit);
        grain = common_divisor(grain, part->room[i]);
        if (part->fixed[i] != SEARCH_ANYWHERE)
            grain = common_divisor(grain, part->fixed[i]);
    }
    for (uint32_t i = 0; i < part->count; i++) {
        if (grain % part->align[i] != 0)
            grain = common_divisor(grain, part->align[i]);
    }
    part->grain = grain;
}

/* ---- a list of cliques under construction ---- */

typedef struct {
    search_part *part;
    size_t count, count_room, members_room;
    size_t *start;
    uint32_t *members;
} clique_list;

static void add_member(clique_list *l, uint32_t item)
{
    size_t *end = &l->start[l->count + 1];
    l->members = arena_grow(l->part->memory, l->members, *end, &l->members_room, sizeof *l->members);
    l->members[(*end)++] = item;
}

/* The clique that add_member fills is number l->count until it is kept. */
static void begin_clique(clique_list *l)
{
    l->start = arena_grow(l->part->memory, l->start, l->count + 1, &l->count_room, sizeof *l->start);
    l->start[l->count + 1] = l->start[l->count];
}

static void list_cliques_of_items(search_part *part)
{
    search_cliques *c = &part->cliques;
    c->item_start = ARENA_ARRAY(part->memory, size_t, part->count + 1);
    c->of_item = ARENA_ARRAY(part->memory, uint32_t, c->start[c->count]);
    for (size_t m = 0; m < c->start[c->count]; m++)
        c->item_start[c->members[m] + 1]++;
    for (uint32_t i = 0; i < part->count; i++)
        c->item_start[i + 1] += c->item_start[i];
    size_t *cursor = ARENA_ARRAY(part->memory, size_t, part->count);
    memcpy(cursor, c->item_start, part->count * sizeof *cursor);
    for (size_t clique = 0; clique < c->count; clique++) {
        for (size_t m = c->start[clique]; m < c->start[clique + 1]; m++)
            c->of_item[cursor[c->members[m]]++] = (uint32_t)clique;
    }
}

/* ---- lifetimes: the items alive at a time ---- */

typedef struct {
    const uint64_t *key;
    uint32_t item;
} keyed;

static int compare_keys(const void *left, const void *right)
{
    const keyed *l = left, *r = right;
    if (*l->key != *r->key)
        return *l->key < *r->key ? -1 : 1;
    return l->item < r->item ? -1 : l->item > r->item;
}

static keyed *sorted_by(search_part *part, const uint64_t *key)
{
    keyed *sorted = ARENA_ARRAY(part->memory, keyed, part->count);
    for (uint32_t i = 0; i < part->count; i++)
        sorted[i] = (keyed){&key[i], i};
    qsort(sorted, part->count, sizeof *sorted, compare_keys);
    return sorted;
}

/* A set of items alive together is a largest one right before the first end after a begin. */
static void cliques_of_lifetimes(clique_list *l)
{
    search_part *part = l->part;
    keyed *begins = sorted_by(part, part->first), *ends = sorted_by(part, part->end);
    uint32_t *alive = ARENA_ARRAY(part->memory, uint32_t, part->count), alive_count = 0;
    for (uint32_t b = 0, e = 0; b < part->count;) {
        while (b < part->count && *begins[b].key < *ends[e].key)
            alive[alive_count++] = begins[b++].item;
        begin_clique(l);
        for (uint32_t i = 0; i < alive_count; i++)
            add_member(l, alive[i]);
        l->count++;
        uint64_t now = b < part->count ? *begins[b].key : UINT64_MAX;
        while (e < part->count && *ends[e].key <= now)
            e++;
        uint32_t kept = 0;
        for (uint32_t i = 0; i < alive_count; i++) {
            if (part->end[alive[i]] > now)
                alive[kept++] = alive[i];
        }
        part->steps += 2 * alive_count;
        alive_count = kept;
    }
}

/* ---- any conflicts: grown from each item, so that each one is in a clique ---- */

typedef struct {
    clique_list *list;
    uint32_t *marks; /* how many members of the clique an item conflicts with */
    uint32_t *touched;
    size_t touched_count;
    keyed *sorted;
    uint32_t *candidates;
} grower;

static void mark_neighbours(grower *g, uint32_t item)
{
    search_part *part = g->list->part;
    part->steps += part->start[item + 1] - part->start[item];
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++) {
        if (g->marks[part->neighbours[c]]++ == 0)
            g->touched[g->touched_count++] = part->neighbours[c];
    }
}

/* Grows a clique from one item by its neighbours in the order given. */
static void grow_clique(grower *g, uint32_t seed, size_t count)
{
    clique_list *l = g->list;
    uint32_t members = 1;
    begin_clique(l);
    add_member(l, seed);
    g->touched_count = 0;
    mark_neighbours(g, seed);
    for (size_t i = 0; i < count; i++) {
        if (g->marks[g->candidates[i]] != members)
            continue;
        add_member(l, g->candidates[i]);
        members++;
        mark_neighbours(g, g->candidates[i]);
    }
    for (size_t i = 0; i < g->touched_count; i++)
        g->marks[g->touched[i]] = 0;
    sorted_sort(l->members + l->start[l->count], members);
    l->count++;
}

/* The neighbours of an item, largest first. */
static size_t by_size(grower *g, uint32_t item)
{
    search_part *part = g->list->part;
    size_t count = 0;
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++, count++)
        g->sorted[count] = (keyed){&part->room[part->neighbours[c]], part->neighbours[c]};
    qsort(g->sorted, count, sizeof *g->sorted, compare_keys);
    for (size_t i = 0; i < count; i++)
        g->candidates[i] = g->sorted[count - 1 - i].item;
    part->steps += 8 * count;
    return count;
}

/* The neighbours that come before an item, nearest first: where items are numbered by their first use, those are the
 * ones still alive when it comes to life. */
static size_t by_nearness(grower *g, uint32_t item)
{
    search_part *part = g->list->part;
    size_t count = 0;
    for (size_t c = part->start[item + 1]; c-- > part->start[item];) {
        if (part->neighbours[c] < item)
            g->candidates[count++] = part->neighbours[c];
    }
    return count;
}

static void grow_cliques(clique_list *l)
{
    search_part *part = l->part;
    arena *a = part->memory;
    grower g = {l, ARENA_ARRAY(a, uint32_t, part->count), ARENA_ARRAY(a, uint32_t, part->count),
                0, ARENA_ARRAY(a, keyed, part->count),    ARENA_ARRAY(a, uint32_t, part->count)};
    uint64_t limit = part->steps + CLIQUE_STEPS;
    for (uint32_t i = 0; i < part->count; i++) {
        bool grow = part->steps < limit;
        grow_clique(&g, i, grow ? by_size(&g, i) : 0);
        if (grow)
            grow_clique(&g, i, by_nearness(&g, i));
    }
}

/* ---- each once ---- */

typedef struct {
    const uint32_t *members;
    size_t count;
} view;

static int compare_views(const void *left, const void *right)
{
    const view *l = left, *r = right;
    if (l->count != r->count)
        return l->count > r->count ? -1 : 1;
    for (size_t i = 0; i < l->count; i++) {
        if (l->members[i] != r->members[i])
            return l->members[i] < r->members[i] ? -1 : 1;
    }
    return 0;
}

static void keep_each_once(clique_list *l)
{
    arena *a = l->part->memory;
    view *views = ARENA_ARRAY(a, view, l->count);
    for (size_t i = 0; i < l->count; i++)
        views[i] = (view){l->members + l->start[i], l->start[i + 1] - l->start[i]};
    qsort(views, l->count, sizeof *views, compare_views);
    uint32_t *members = ARENA_ARRAY(a, uint32_t, l->start[l->count]);
    size_t count = 0;
    for (size_t i = 0; i < l->count; i++) {
        if (i > 0 && compare_views(&views[i - 1], &views[i]) == 0)
            continue;
        memcpy(members + l->start[count], views[i].members, views[i].count * sizeof *members);
        l->start[count + 1] = l->start[count] + views[i].count;
        count++;
    }
    l->members = members;
    l->count = count;
}

static void find_cliques(search_part *part)
{
    clique_list l = {part, 0, 0, 0, NULL, NULL};
    l.start = arena_grow(part->memory, NULL, 0, &l.count_room, sizeof *l.start);
    if (part->first) {
        cliques_of_lifetimes(&l);
    } else {
        grow_cliques(&l);
        keep_each_once(&l);
    }
    part->cliques = (search_cliques){l.count, l.start, l.members, NULL, NULL, NULL, part->first != NULL};
    list_cliques_of_items(part);
}

/* ---- lower bound ---- */

/* The highest member needs no padding; take the one that would have most. */
static uint64_t need_of(const search_part *part, size_t clique)
{
    const search_cliques *c = &part->cliques;
    uint64_t slack = 0;
    for (size_t m = c->start[clique]; m < c->start[clique + 1]; m++) {
        uint32_t item = c->members[m];
        uint64_t padding = part->room[item] - part->size[item];
        c->need[clique] = bytes_add(c->need[clique], part->room[item]);
        slack = padding > slack ? padding : slack;
    }
    return c->need[clique] - slack;
}

void search_measure(search_part *part)
{
    find_rooms(part);
    find_cliques(part);
    part->cliques.need = ARENA_ARRAY(part->memory, uint64_t, part->cliques.count);
    for (size_t c = 0; c < part->cliques.count; c++) {
        uint64_t need = need_of(part, c);
        part->lower = need > part->lower ? need : part->lower;
    }
    for (uint32_t i = 0; i < part->count; i++) {
        if (part->fixed[i] != SEARCH_ANYWHERE && bytes_add(part->fixed[i], part->size[i]) > part->lower)
            part->lower = bytes_add(part->fixed[i], part->size[i]);
    }
}
