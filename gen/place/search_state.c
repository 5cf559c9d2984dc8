/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "place/search_state.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/sorted.h"

/* ---- equal items: the one with the smaller number lies below ---- */

typedef struct {
    uint64_t hash, size, align;
    uint32_t item;
} signature;

static int compare_signatures(const void *left, const void *right)
{
    const signature *l = left, *r = right;
    if (l->hash != r->hash)
        return l->hash < r->hash ? -1 : 1;
    if (l->size != r->size)
        return l->size < r->size ? -1 : 1;
    if (l->align != r->align)
        return l->align < r->align ? -1 : 1;
    return l->item < r->item ? -1 : l->item > r->item;
}

static uint64_t scatter(uint64_t value)
{
    value = (value + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return value ^ value >> 29;
}

/* The same for items that conflict with each other and with the same others. */
static uint64_t hash_of(const search_part *part, uint32_t item)
{
    uint64_t hash = scatter(item);
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++)
        hash += scatter(part->neighbours[c]);
    return hash;
}

static bool same_neighbours(const search_part *part, uint32_t a, uint32_t b)
{
    size_t i = part->start[a], j = part->start[b];
    if (part->start[a + 1] - i != part->start[b + 1] - j)
        return false;
    for (;;) {
        while (i < part->start[a + 1] && part->neighbours[i] == b)
            i++;
        while (j < part->start[b + 1] && part->neighbours[j] == a)
            j++;
        if (i == part->start[a + 1] || j == part->start[b + 1])
            return i == part->start[a + 1] && j == part->start[b + 1];
        if (part->neighbours[i++] != part->neighbours[j++])
            return false;
    }
}

static bool conflict(const search_part *part, uint32_t a, uint32_t b)
{
    return sorted_has(part->neighbours + part->start[a], part->start[a + 1] - part->start[a], b);
}

static void find_twins(search_state *s)
{
    search_part *part = s->part;
    arena *scratch = arena_new();
    signature *sorted = ARENA_ARRAY(scratch, signature, part->count);
    size_t count = 0;
    for (uint32_t i = 0; i < part->count; i++) {
        s->twin_below[i] = s->twin_above[i] = SEARCH_NONE;
        if (part->fixed[i] == SEARCH_ANYWHERE)
            sorted[count++] = (signature){hash_of(part, i), part->size[i], part->align[i], i};
    }
    qsort(sorted, count, sizeof *sorted, compare_signatures);
    for (size_t i = 1; i < count; i++) {
        signature *l = &sorted[i - 1], *r = &sorted[i];
        if (l->hash == r->hash && l->size == r->size && l->align == r->align && conflict(part, l->item, r->item) &&
            same_neighbours(part, l->item, r->item)) {
            s->twin_above[l->item] = r->item;
            s->twin_below[r->item] = l->item;
        }
    }
    arena_free(scratch);
}

search_state *search_state_new(arena *a, search_part *part)
{
    search_state *s = ARENA_NEW(a, search_state);
    size_t cliques = part->cliques.count;
    s->part = part;
    s->due = ARENA_ARRAY(a, uint64_t, part->count);
    s->low = ARENA_ARRAY(a, uint64_t, part->count);
    s->support = ARENA_ARRAY(a, uint64_t, part->count);
    s->placed = ARENA_ARRAY(a, bool, part->count);
    s->twin_below = ARENA_ARRAY(a, uint32_t, part->count);
    s->twin_above = ARENA_ARRAY(a, uint32_t, part->count);
    s->clique_due = ARENA_ARRAY(a, uint64_t, cliques);
    s->load = ARENA_ARRAY(a, uint64_t, cliques);
    s->floor = ARENA_ARRAY(a, uint64_t, cliques);
    s->left = ARENA_ARRAY(a, uint32_t, cliques);
    s->members = ARENA_ARRAY(a, uint32_t, part->cliques.start[cliques]);
    s->link = ARENA_ARRAY(a, uint32_t, cliques);
    s->failures = ARENA_ARRAY(a, uint64_t, cliques);
    s->touched = ARENA_ARRAY(a, uint32_t, cliques);
    s->is_touched = ARENA_ARRAY(a, bool, cliques);
    find_twins(s);
    return s;
}

/* ---- the trail ---- */

static void record(search_state *s, search_trail entry)
{
    if (s->trail_count == s->trail_room || !s->trail)
        s->trail = arena_grow(s->part->memory, s->trail, s->trail_count, &s->trail_room, sizeof *s->trail);
    s->trail[s->trail_count++] = entry;
}

static void take_back_place(search_state *s, uint32_t item)
{
    const search_cliques *c = &s->part->cliques;
    s->placed[item] = false;
    for (size_t i = c->item_start[item]; i < c->item_start[item + 1]; i++) {
        uint32_t clique = c->of_item[i];
        s->load[clique] += s->part->room[item];
        s->left[clique]++;
        s->link[clique] += c->linear && i + 1 < c->item_start[item + 1];
    }
}

void search_state_undo(search_state *s, size_t trail_count)
{
    while (s->trail_count > trail_count) {
        search_trail *t = &s->trail[--s->trail_count];
        switch (t->kind) {
        case TRAIL_PLACED:
            take_back_place(s, t->index);
            break;
        case TRAIL_LOW:
            s->low[t->index] = t->low;
            s->support[t->index] = t->support;
            break;
        case TRAIL_FLOOR:
            s->floor[t->index] = t->low;
            break;
        }
    }
}

/* ---- bounds ---- */

static void touch_cliques_of(search_state *s, uint32_t item)
{
    const search_cliques *c = &s->part->cliques;
    for (size_t i = c->item_start[item]; i < c->item_start[item + 1]; i++) {
        if (!s->is_touched[c->of_item[i]]) {
            s->is_touched[c->of_item[i]] = true;
            s->touched[s->touched_count++] = c->of_item[i];
        }
    }
    s->part->steps += c->item_start[item + 1] - c->item_start[item];
}

/* Highest `low` first. They are nearly in order from the last time. */
static void sort_members(const search_state *s, uint32_t *members, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        uint32_t item = members[i], j = i;
        uint64_t low = s->low[item];
        for (; j > 0 && s->low[members[j - 1]] < low; j--)
            members[j] = members[j - 1];
        members[j] = item;
    }
}

/* From any height on, the items that can't lie below it need room for all of them. */
static bool clique_fits(search_state *s, uint32_t clique)
{
    uint32_t *members = s->members + s->part->cliques.start[clique], count = s->left[clique];
    s->part->steps += count;
    if (count == 0)
        return true;
    sort_members(s, members, count);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        sum += s->part->room[members[i]];
        if (s->low[members[i]] + sum > s->clique_due[clique])
            return false;
    }
    if (s->floor[clique] != s->low[members[count - 1]]) {
        record(s, (search_trail){TRAIL_FLOOR, clique, s->floor[clique], 0});
        s->floor[clique] = s->low[members[count - 1]];
    }
    return true;
}

/* Looks at what was touched, as long as `fits`. */
static bool check_touched(search_state *s, bool fits)
{
    for (size_t i = 0; i < s->touched_count; i++) {
        if (fits && !clique_fits(s, s->touched[i])) {
            s->failures[s->touched[i]]++;
            fits = false;
        }
        s->is_touched[s->touched[i]] = false;
    }
    s->touched_count = 0;
    return fits;
}

static bool raise_low(search_state *s, uint32_t item, uint64_t low, uint64_t support)
{
    const search_part *part = s->part;
    record(s, (search_trail){TRAIL_LOW, item, s->low[item], s->support[item]});
    s->support[item] = support;
    if (low == s->low[item])
        return true;
    s->low[item] = low;
    touch_cliques_of(s, item);
    if (low + part->room[item] > s->due[item] || (part->fixed[item] != SEARCH_ANYWHERE && low > part->fixed[item]))
        return false;
    uint32_t above = s->twin_above[item];
    uint64_t end = bytes_align(low + part->room[item], part->align[item]);
    if (above != SEARCH_NONE && !s->placed[above] && s->low[above] < end)
        return raise_low(s, above, end, s->support[above]);
    return true;
}

/* ---- moves ---- */

/* The items not placed are the first members: moves this one behind them. */
static void take_member(search_state *s, uint32_t clique, uint32_t item)
{
    uint32_t *members = s->members + s->part->cliques.start[clique], at = 0, last = s->left[clique] - 1;
    while (members[at] != item)
        at++;
    memmove(members + at, members + at + 1, (last - at) * sizeof *members);
    members[last] = item;
    s->left[clique] = last;
    s->part->steps += last / 4;
}

static void mark_placed(search_state *s, uint32_t item)
{
    const search_cliques *c = &s->part->cliques;
    record(s, (search_trail){TRAIL_PLACED, item, 0, 0});
    s->placed[item] = true;
    for (size_t i = c->item_start[item]; i < c->item_start[item + 1]; i++) {
        uint32_t clique = c->of_item[i];
        s->load[clique] -= s->part->room[item];
        take_member(s, clique, item);
        if (c->linear && i + 1 < c->item_start[item + 1] && --s->link[clique] == 0)
            s->cut = true;
    }
    touch_cliques_of(s, item);
}

bool search_state_place(search_state *s, uint32_t item)
{
    const search_part *part = s->part;
    bool fits = true;
    mark_placed(s, item);
    uint64_t end = s->low[item] + part->room[item];
    for (size_t c = part->start[item]; c < part->start[item + 1] && fits; c++) {
        uint32_t other = part->neighbours[c];
        if (s->placed[other])
            continue;
        uint64_t support = bytes_align(end, part->align[other]);
        if (support > s->support[other])
            fits = raise_low(s, other, support > s->low[other] ? support : s->low[other], support);
    }
    s->part->steps += part->start[item + 1] - part->start[item];
    return check_touched(s, fits);
}

bool search_state_postpone(search_state *s, uint32_t item, uint64_t low)
{
    return check_touched(s, raise_low(s, item, low, s->support[item]));
}

/* ---- start ---- */

static void fill_cliques(search_state *s)
{
    const search_part *part = s->part;
    const search_cliques *c = &part->cliques;
    memcpy(s->members, c->members, c->start[c->count] * sizeof *s->members);
    memset(s->link, 0, c->count * sizeof *s->link);
    memset(s->failures, 0, c->count * sizeof *s->failures);
    for (uint32_t clique = 0; clique < c->count; clique++) {
        s->left[clique] = (uint32_t)(c->start[clique + 1] - c->start[clique]);
        s->load[clique] = s->floor[clique] = s->clique_due[clique] = 0;
        for (size_t m = c->start[clique]; m < c->start[clique + 1]; m++) {
            uint64_t due = s->due[c->members[m]];
            s->load[clique] += part->room[c->members[m]];
            s->clique_due[clique] = due > s->clique_due[clique] ? due : s->clique_due[clique];
        }
    }
    for (uint32_t i = 0; i < part->count && c->linear; i++) {
        for (size_t m = c->item_start[i]; m + 1 < c->item_start[i + 1]; m++)
            s->link[c->of_item[m]]++;
    }
}

bool search_state_start(search_state *s, uint64_t target)
{
    const search_part *part = s->part;
    bool fits = true;
    s->trail_count = 0;
    s->cut = false;
    for (uint32_t i = 0; i < part->count; i++) {
        if (target < part->size[i])
            return false;
        s->due[i] = (target - part->size[i]) / part->grain * part->grain + part->room[i];
        s->placed[i] = false;
        s->low[i] = s->support[i] = part->fixed[i] == SEARCH_ANYWHERE ? 0 : part->fixed[i];
    }
    fill_cliques(s);
    for (uint32_t i = 0; i < part->count; i++) {
        touch_cliques_of(s, i);
        fits = fits && s->low[i] + part->room[i] <= s->due[i];
        uint32_t above = s->twin_above[i];
        uint64_t end = bytes_align(s->low[i] + part->room[i], part->align[i]);
        if (fits && above != SEARCH_NONE && s->low[above] < end)
            fits = raise_low(s, above, end, 0);
    }
    return check_touched(s, fits);
}
