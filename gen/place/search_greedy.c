/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Simple placements: several orders of the items, each put at the lowest offset where it fits; the lowest wins. */
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "place/search_parts.h"

typedef struct {
    bool fixed;           /* those first */
    uint64_t key, second; /* then larger first */
    uint32_t item;        /* then smaller first */
} ranked;

typedef struct {
    uint64_t begin, end;
} occupied;

typedef struct {
    search_part *part;
    uint64_t *offsets;    /* of the attempt at hand; SEARCH_ANYWHERE: not placed yet */
    occupied *neighbours; /* room for all items */
    uint32_t *placed;     /* by offset */
    size_t placed_count;
    uint32_t *marks; /* 1 + the last item that this one was a neighbour of */
} attempt;

static size_t degree_of(const search_part *part, uint32_t item)
{
    return part->start[item + 1] - part->start[item];
}

static int compare_ranked(const void *left, const void *right)
{
    const ranked *l = left, *r = right;
    if (l->fixed != r->fixed)
        return l->fixed ? -1 : 1;
    if (l->key != r->key)
        return l->key > r->key ? -1 : 1;
    if (l->second != r->second)
        return l->second > r->second ? -1 : 1;
    return l->item < r->item ? -1 : l->item > r->item;
}

static int compare_occupied(const void *left, const void *right)
{
    const occupied *l = left, *r = right;
    return l->begin < r->begin ? -1 : l->begin > r->begin;
}

static occupied bytes_of(const attempt *t, uint32_t item)
{
    return (occupied){t->offsets[item], bytes_add(t->offsets[item], t->part->size[item])};
}

/* The placed neighbours of an item by offset, found by sorting them … */
static size_t sort_neighbours(attempt *t, uint32_t item)
{
    search_part *part = t->part;
    size_t count = 0;
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++) {
        if (t->offsets[part->neighbours[c]] != SEARCH_ANYWHERE)
            t->neighbours[count++] = bytes_of(t, part->neighbours[c]);
    }
    qsort(t->neighbours, count, sizeof *t->neighbours, compare_occupied);
    part->steps += 8 * count;
    return count;
}

/* … or, where they are many, by going through all that is placed. */
static size_t filter_neighbours(attempt *t, uint32_t item)
{
    search_part *part = t->part;
    size_t count = 0;
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++)
        t->marks[part->neighbours[c]] = item + 1;
    for (size_t i = 0; i < t->placed_count; i++) {
        if (t->marks[t->placed[i]] == item + 1)
            t->neighbours[count++] = bytes_of(t, t->placed[i]);
    }
    part->steps += t->placed_count;
    return count;
}

/* The lowest offset where no conflicting item lies; a fixed one's own, or SEARCH_ANYWHERE where one lies there. */
static uint64_t first_fit(attempt *t, uint32_t item)
{
    search_part *part = t->part;
    size_t degree = degree_of(part, item);
    part->steps += degree;
    size_t count = 8 * degree < t->placed_count ? sort_neighbours(t, item) : filter_neighbours(t, item);
    bool fixed = part->fixed[item] != SEARCH_ANYWHERE;
    uint64_t offset = fixed ? part->fixed[item] : 0;
    for (size_t i = 0; i < count; i++) {
        if (bytes_add(offset, part->size[item]) <= t->neighbours[i].begin)
            break;
        if (t->neighbours[i].end > offset) {
            if (fixed)
                return SEARCH_ANYWHERE;
            offset = bytes_align(t->neighbours[i].end, part->align[item]);
        }
    }
    return offset;
}

static void add_placed(attempt *t, uint32_t item)
{
    size_t low = 0, high = t->placed_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (t->offsets[t->placed[middle]] <= t->offsets[item])
            low = middle + 1;
        else
            high = middle;
    }
    memmove(&t->placed[low + 1], &t->placed[low], (t->placed_count - low) * sizeof *t->placed);
    t->placed[low] = item;
    t->placed_count++;
}

static uint64_t place_in_order(attempt *t, const ranked *order)
{
    search_part *part = t->part;
    uint64_t height = 0;
    memset(t->offsets, 0xff, part->count * sizeof *t->offsets);
    memset(t->marks, 0, part->count * sizeof *t->marks);
    t->placed_count = 0;
    for (size_t i = 0; i < part->count; i++) {
        uint32_t item = order[i].item;
        t->offsets[item] = first_fit(t, item);
        uint64_t end = bytes_add(t->offsets[item], part->size[item]);
        height = end > height ? end : height;
        if (height == UINT64_MAX)
            break;
        add_placed(t, item);
    }
    return height;
}

typedef enum { BY_SIZE, BY_CROWD, BY_DEGREE, BY_INDEX, BY_ALIGN, BY_AREA, ORDER_COUNT } order_kind;

/* The bytes that an item and all that conflict with it need. */
static uint64_t crowd_of(const search_part *part, uint32_t item)
{
    uint64_t sum = part->size[item];
    for (size_t c = part->start[item]; c < part->start[item + 1]; c++)
        sum = bytes_add(sum, part->size[part->neighbours[c]]);
    return sum;
}

static void rank_items(const search_part *part, order_kind kind, ranked *order)
{
    for (uint32_t i = 0; i < part->count; i++) {
        uint64_t size = part->size[i], key = 0, second = size;
        switch (kind) {
        case BY_SIZE:
            key = size;
            second = degree_of(part, i);
            break;
        case BY_CROWD:
            key = crowd_of(part, i);
            break;
        case BY_DEGREE:
            key = degree_of(part, i);
            break;
        case BY_ALIGN:
            key = part->align[i];
            break;
        case BY_AREA:
            key = size > UINT64_MAX / (degree_of(part, i) + 1) ? UINT64_MAX : size * (degree_of(part, i) + 1);
            break;
        case BY_INDEX:
        case ORDER_COUNT:
            second = 0;
            break;
        }
        order[i] = (ranked){part->fixed[i] != SEARCH_ANYWHERE, key, second, i};
    }
    qsort(order, part->count, sizeof *order, compare_ranked);
}

void search_greedy(search_part *part, uint64_t goal)
{
    arena *scratch = arena_new();
    attempt t = {
        part,
        ARENA_ARRAY(scratch, uint64_t, part->count),
        ARENA_ARRAY(scratch, occupied, part->count),
        ARENA_ARRAY(scratch, uint32_t, part->count),
        0,
        ARENA_ARRAY(scratch, uint32_t, part->count),
    };
    ranked *order = ARENA_ARRAY(scratch, ranked, part->count);
    for (int kind = 0; kind < ORDER_COUNT && (kind == 0 || part->steps < part->step_limit); kind++) {
        rank_items(part, (order_kind)kind, order);
        uint64_t height = place_in_order(&t, order);
        if (kind == 0 || height < part->height) {
            part->height = height;
            memcpy(part->offsets, t.offsets, part->count * sizeof *t.offsets);
        }
        if (part->height <= goal)
            break;
    }
    arena_free(scratch);
}
