/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Takes a problem apart. Items that conflict with nothing outside their group lie beside all others. Where two groups
 * conflict in every pair, their bytes are apart in any placement: pushing each group's bytes together, without changing
 * their order, makes two placements of no more bytes, one on top of the other. */
#include <stdlib.h>
#include <string.h>

#include "base/sorted.h"
#include "place/search_parts.h"

/* How often the pieces of pieces are taken apart again, and how many looks at conflicts that may take. */
#define MOST_LEVELS 64u
#define MOST_LOOKS ((size_t)1 << 26)

typedef struct {
    arena *memory;
    const search_problem *problem;
    uint32_t *group;  /* of each item: its group's number, or 0 */
    uint32_t groups;  /* how many numbers were given */
    uint32_t *inside; /* of each item: its number in its part */
    uint32_t *queue, *rest;
    uint32_t *marks; /* of each item: 1 + the last one that it was found to conflict with */
    size_t looks;
} splitter;

/* Items, ascending. */
typedef struct {
    uint32_t *items;
    size_t count;
} set;

typedef struct {
    set *sets;
    size_t count, room;
} sets;

/* ---- parts ---- */

static void copy_conflicts(const splitter *s, search_part *part)
{
    const search_problem *p = s->problem;
    uint32_t group = s->group[part->number[0]];
    size_t count = 0;
    part->start = ARENA_ARRAY(s->memory, size_t, part->count + 1);
    for (uint32_t i = 0; i < part->count; i++)
        count += p->conflict_start[part->number[i] + 1] - p->conflict_start[part->number[i]];
    part->neighbours = ARENA_ARRAY(s->memory, uint32_t, count);
    count = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        for (size_t c = p->conflict_start[part->number[i]]; c < p->conflict_start[part->number[i] + 1]; c++) {
            if (s->group[p->conflicts[c]] == group)
                part->neighbours[count++] = s->inside[p->conflicts[c]];
        }
        part->start[i + 1] = count;
    }
}

static bool overlap(const search_lifetime *l, const search_lifetime *r)
{
    return l->first < r->end && r->first < l->end;
}

typedef struct {
    uint64_t first, end;
} span_of_time;

static int compare_spans(const void *left, const void *right)
{
    const span_of_time *l = left, *r = right;
    return l->first < r->first ? -1 : l->first > r->first;
}

/* All that conflict overlap, and they are as many as overlap. */
static bool lifetimes_hold(const search_part *part, const search_lifetime *lifetimes)
{
    size_t pairs = 0, listed = part->start[part->count] / 2;
    for (uint32_t i = 0; i < part->count; i++) {
        const search_lifetime *own = &lifetimes[part->number[i]];
        if (own->first >= own->end)
            return false;
        for (size_t c = part->start[i]; c < part->start[i + 1]; c++) {
            if (!overlap(own, &lifetimes[part->number[part->neighbours[c]]]))
                return false;
        }
    }
    arena *scratch = arena_new();
    span_of_time *spans = ARENA_ARRAY(scratch, span_of_time, part->count);
    for (uint32_t i = 0; i < part->count; i++)
        spans[i] = (span_of_time){lifetimes[part->number[i]].first, lifetimes[part->number[i]].end};
    qsort(spans, part->count, sizeof *spans, compare_spans);
    for (size_t i = 0; i < part->count && pairs <= listed; i++) {
        for (size_t j = i + 1; j < part->count && spans[j].first < spans[i].end; j++)
            pairs++;
    }
    arena_free(scratch);
    return pairs == listed;
}

static void copy_items(const splitter *s, search_part *part)
{
    const search_problem *p = s->problem;
    arena *a = s->memory;
    part->size = ARENA_ARRAY(a, uint64_t, part->count);
    part->align = ARENA_ARRAY(a, uint64_t, part->count);
    part->fixed = ARENA_ARRAY(a, uint64_t, part->count);
    part->offsets = ARENA_ARRAY(a, uint64_t, part->count);
    for (uint32_t i = 0; i < part->count; i++) {
        uint32_t item = part->number[i];
        part->size[i] = p->items[item].size;
        part->align[i] = p->items[item].align;
        part->fixed[i] = p->fixed ? p->fixed[item] : SEARCH_ANYWHERE;
    }
    if (!p->lifetimes || !lifetimes_hold(part, p->lifetimes))
        return;
    part->first = ARENA_ARRAY(a, uint64_t, part->count);
    part->end = ARENA_ARRAY(a, uint64_t, part->count);
    for (uint32_t i = 0; i < part->count; i++) {
        part->first[i] = p->lifetimes[part->number[i]].first;
        part->end[i] = p->lifetimes[part->number[i]].end;
    }
}

static search_tree *make_leaf(const splitter *s, set of)
{
    search_tree *t = ARENA_NEW(s->memory, search_tree);
    search_part *part = ARENA_NEW(s->memory, search_part);
    *part = (search_part){.memory = s->memory, .count = (uint32_t)of.count, .number = of.items, .height = UINT64_MAX};
    for (uint32_t i = 0; i < part->count; i++)
        s->inside[of.items[i]] = i;
    copy_conflicts(s, part);
    copy_items(s, part);
    t->kind = SEARCH_LEAF;
    t->part = part;
    return t;
}

/* ---- groups ---- */

/* The first `count` items of the queue become a group. */
static void add_group(splitter *s, sets *all, size_t count)
{
    uint32_t *items = ARENA_ARRAY(s->memory, uint32_t, count);
    memcpy(items, s->queue, count * sizeof *items);
    sorted_sort(items, count);
    all->sets = arena_grow(s->memory, all->sets, all->count, &all->room, sizeof *all->sets);
    all->sets[all->count++] = (set){items, count};
}

/* What is connected by conflicts. The items of `of` are one group before, and each new one has its own after. */
static sets split_beside(splitter *s, set of)
{
    const search_problem *p = s->problem;
    uint32_t old = of.count > 0 ? s->group[of.items[0]] : 0;
    sets found = {NULL, 0, 0};
    for (size_t k = 0; k < of.count; k++) {
        size_t count = 1;
        if (s->group[of.items[k]] != old)
            continue;
        s->queue[0] = of.items[k];
        s->group[of.items[k]] = ++s->groups;
        for (size_t i = 0; i < count; i++) {
            uint32_t item = s->queue[i];
            for (size_t c = p->conflict_start[item]; c < p->conflict_start[item + 1]; c++) {
                if (s->group[p->conflicts[c]] == old) {
                    s->group[p->conflicts[c]] = s->groups;
                    s->queue[count++] = p->conflicts[c];
                }
            }
            s->looks += p->conflict_start[item + 1] - p->conflict_start[item];
        }
        add_group(s, &found, count);
    }
    return found;
}

/* Moves what the item does not conflict with from the rest to the queue. Returns how many remain. */
static size_t take_strangers(splitter *s, uint32_t item, size_t rest, size_t *count)
{
    const search_problem *p = s->problem;
    size_t kept = 0;
    for (size_t c = p->conflict_start[item]; c < p->conflict_start[item + 1]; c++)
        s->marks[p->conflicts[c]] = item + 1;
    for (size_t i = 0; i < rest; i++) {
        if (s->marks[s->rest[i]] == item + 1)
            s->rest[kept++] = s->rest[i];
        else
            s->queue[(*count)++] = s->rest[i];
    }
    s->looks += p->conflict_start[item + 1] - p->conflict_start[item] + rest;
    return kept;
}

/* What is connected by pairs that do not conflict. */
static sets split_stacked(splitter *s, set of)
{
    size_t rest = of.count;
    sets found = {NULL, 0, 0};
    memcpy(s->rest, of.items, rest * sizeof *s->rest);
    for (size_t i = 0; i < rest; i++) /* marks of an earlier call */
        s->marks[s->rest[i]] = 0;
    while (rest > 0) {
        size_t count = 1;
        s->queue[0] = s->rest[0];
        memmove(s->rest, s->rest + 1, --rest * sizeof *s->rest);
        for (size_t i = 0; i < count && rest > 0; i++)
            rest = take_strangers(s, s->queue[i], rest, &count);
        add_group(s, &found, count);
    }
    if (found.count == 1)
        return found;
    for (size_t g = 0; g < found.count; g++) {
        s->groups++;
        for (size_t i = 0; i < found.sets[g].count; i++)
            s->group[found.sets[g].items[i]] = s->groups;
    }
    return found;
}

/* Stacking needs no padding: all offsets and sizes are multiples of the one alignment. */
static bool can_stack(const splitter *s, set of)
{
    const search_problem *p = s->problem;
    uint64_t align = p->items[of.items[0]].align;
    for (size_t i = 0; i < of.count; i++) {
        const search_item *item = &p->items[of.items[i]];
        if (item->align != align || item->size % align != 0 || (p->fixed && p->fixed[of.items[i]] != SEARCH_ANYWHERE))
            return false;
    }
    return true;
}

static search_tree *split(splitter *s, set of, unsigned level);

static search_tree *make_node(splitter *s, const sets *found, bool stacked, unsigned level)
{
    search_tree *t = ARENA_NEW(s->memory, search_tree);
    t->kind = stacked ? SEARCH_STACKED : SEARCH_BESIDE;
    t->children = ARENA_ARRAY(s->memory, search_tree *, found->count);
    for (size_t i = 0; i < found->count; i++)
        t->children[t->count++] = split(s, found->sets[i], level + 1);
    return t;
}

static search_tree *split(splitter *s, set of, unsigned level)
{
    if (of.count > 1 && level < MOST_LEVELS && s->looks < MOST_LOOKS) {
        sets found = split_beside(s, of);
        if (found.count > 1)
            return make_node(s, &found, false, level);
        if (can_stack(s, of))
            found = split_stacked(s, of);
        if (found.count > 1)
            return make_node(s, &found, true, level);
    }
    return make_leaf(s, of);
}

search_tree *search_split(arena *a, const search_problem *p)
{
    splitter s = {a,
                  p,
                  ARENA_ARRAY(a, uint32_t, p->count),
                  1,
                  ARENA_ARRAY(a, uint32_t, p->count),
                  ARENA_ARRAY(a, uint32_t, p->count),
                  ARENA_ARRAY(a, uint32_t, p->count),
                  ARENA_ARRAY(a, uint32_t, p->count),
                  0};
    set all = {ARENA_ARRAY(a, uint32_t, p->count), 0};
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->items[i].size > 0) {
            all.items[all.count++] = i;
            s.group[i] = 1;
        }
    }
    if (all.count == 0) {
        search_tree *nothing = ARENA_NEW(a, search_tree);
        nothing->kind = SEARCH_BESIDE;
        return nothing;
    }
    sets found = split_beside(&s, all);
    return make_node(&s, &found, false, 0);
}
