/* SPDX-License-Identifier: MIT */
/* What the files of stage place share. */
#ifndef PLACE_PARTS_H
#define PLACE_PARTS_H

#include "arena.h"
#include "plan.h"
#include "search.h"

#define PLACE_NONE UINT32_MAX

/* What gets one place: a buffer, or the buffers of runs that have members in common. */
typedef struct {
    uint64_t size, align;
    bool persistent;        /* holds its bytes for the program's whole life */
} place_item;

typedef struct {
    place_item *items;
    size_t count;
    uint32_t *of_buffer;    /* the item of each buffer; PLACE_NONE for one without bytes */
    uint64_t *inside;       /* the buffer's offset in its item */
} place_items;

place_items place_collect_items(arena *a, const model *m, const plan *p);

/* UINT64_MAX on overflow. */
uint64_t place_add(uint64_t a, uint64_t b);
uint64_t place_align(uint64_t value, uint64_t align);

/* Conflicts between some items, numbered 0 … count - 1 through `number` (PLACE_NONE: not among them): two conflict
 * unless in every graph that uses both, all uses of one come before all uses of the other. */
typedef struct {
    size_t count;
    uint32_t *conflicts;    /* as in search_problem */
    size_t *start;
} place_conflicts;

/* How many others each one conflicts with; count of them. */
size_t *place_count_conflicts(arena *a, const plan *p, const place_items *items, const uint32_t *number, size_t count);
place_conflicts place_list_conflicts(arena *a, const plan *p, const place_items *items, const uint32_t *number,
                                     size_t count);

#endif
