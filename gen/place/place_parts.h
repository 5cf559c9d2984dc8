/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of stage place share. */
#ifndef PLACE_PARTS_H
#define PLACE_PARTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "place/search.h"
#include "plan/plan.h"

#define PLACE_NONE UINT32_MAX

/* What gets one place: a buffer, or the buffers of runs that have members in common. */
typedef struct {
    uint64_t size, align;
    bool persistent;        /* holds its bytes for the program's whole life, or shares them with nothing anyway */
    bool shared;            /* one for all lanes; of a program with a pool: its own */
    bool fixed;             /* one buffer, whose offset the spec gives */
    uint64_t offset;        /* fixed */
    uint32_t first;         /* its first buffer */
} place_item;

typedef struct {
    place_item *items;
    size_t count;
    uint32_t *of_buffer;    /* the item of each buffer; PLACE_NONE for one that needs no place */
    uint64_t *inside;       /* the buffer's offset in its item */
} place_items;

/* ---- place_items.c ---- */

place_items place_collect_items(arena *a, const model *m, const plan *p);
/* For each buffer: whether it has bytes in device memory at all. */
bool *place_find_needed(arena *a, const model *m, const plan *p);
/* For each buffer: the alignment of its place. It is more than the spec's where vg_copy begins with the buffer, because
 * vg_copy would otherwise move single bytes. */
uint32_t *place_find_alignments(arena *a, const model *m, const plan *p);
/* Whether all lanes have the same bytes of it. */
bool place_is_shared(const model *m, const model_buffer *b);

/* Whether it must outlive a replay, or may share its bytes with nothing. */
bool place_is_kept(const model *m, const model_buffer *b);

/* The buffers that lie before and after each one, where a piece of a run has both; of runs that go up, down or both. */
typedef struct {
    uint32_t *before, *after;
} place_links;

place_links place_link_runs(arena *a, const model *m, const plan *p, bool up, bool down);

/* ---- place_pieces.c ---- */

/* Cuts what kernels move into pieces, in runs that it puts in the plan; false where nothing can gain by that. */
bool place_loosen(arena *a, const model *m, plan *p);
/* Joins those that lie side by side, with their offsets and bytes known. */
void place_join_pieces(const model *m, const plan *p, plan_run *run);

/* ---- place_chains.c ---- */

/* For each node the number of its chain: of two nodes with the same number, the later one comes after the other.
 * Numbers are given from *next on. */
uint32_t *place_find_chains(arena *a, const plan_graph *g, uint32_t *next);

/* ---- place_conflicts.c ---- */

/* Conflicts between some items, numbered 0 … count - 1 through `number` (PLACE_NONE: not among them): two conflict
 * unless in every graph that uses both, all uses of one come before all uses of the other. */
typedef struct {
    size_t count;
    uint32_t *conflicts;    /* as in search_problem */
    size_t *start;
} place_conflicts;

/* Items that have too many uses to compare, none of which comes before (or after) the others. They must not be among
 * the items that the other functions are given. */
bool *place_find_crowded(arena *a, const plan *p, const place_items *items, const uint32_t *number, size_t count);
/* How many others each one conflicts with; count of them. */
size_t *place_count_conflicts(arena *a, const plan *p, const place_items *items, const uint32_t *number, size_t count);
/* counts: of place_count_conflicts for the same items. */
place_conflicts place_list_conflicts(arena *a, const plan *p, const place_items *items, const uint32_t *number,
                                     size_t count, const size_t *counts);

/* ---- place_fixed.c: bytes that items with a fixed offset leave ---- */

typedef struct {
    uint64_t begin, end;
} place_gap;

typedef struct {
    place_gap *gaps;        /* ascending; the last one is endless */
    size_t count;
} place_gaps;

/* Those between the items of one kind of arena; reports fixed offsets that are taken. */
place_gaps place_find_gaps(arena *a, diag *d, const model *m, const plan *p, const place_items *items, bool shared);
/* Takes `size` bytes at the lowest offset where they fit. UINT64_MAX: they fit nowhere. */
uint64_t place_take(place_gaps *g, uint64_t size, uint64_t align);

/* ---- place_layout.c, place_share.c: an arena in the making ---- */

typedef struct {
    const place_items *items;
    bool shared;            /* the arena that lanes share: its items only */
    uint64_t *offsets;      /* of each item */
    uint32_t *number;       /* of an item among those that share bytes, or PLACE_NONE */
    uint32_t *order;        /* those that share bytes */
    size_t sharing;
    size_t *counts;         /* of each of them: how many others it conflicts with */
    place_gaps gaps;
    uint64_t end;
    uint64_t steps;         /* of the search */
    const uint64_t *known;  /* NULL, or of each item: its offset among those that share bytes, in a known placement:
                             * the search for another one is short then */
} place_layout;

bool place_is_in(const place_layout *l, size_t item);
void place_extend(place_layout *l, uint64_t end);
/* The smallest alignment. All offsets are multiples of it, so a lower bound may round sizes up to it. */
uint64_t place_unit(const place_items *items);
/* Sets number, order and sharing to all that may share bytes at all. */
void place_number_candidates(arena *a, const plan *p, place_layout *l);
/* Sets counts too, without those that conflict with all others, unless a placement is known. */
void place_number_sharing(arena *a, const plan *p, place_layout *l);
/* Where all have one alignment, sizes that are multiples of it let the search take the problem apart further. No
 * placement becomes larger by that: all of the memory is such a multiple, too. */
void place_round_sizes(search_item *items, size_t count, uint64_t align);
/* Places what shares bytes. Returns the bytes that these items need at least. */
uint64_t place_lay_sharing(const plan *p, place_layout *l);

/* ---- place_arena.c ---- */

/* What is known of an arena before it is laid out. */
typedef struct {
    const uint64_t *known;  /* as of place_layout, or NULL */
    uint64_t steps;         /* that were taken to find it */
} place_knowledge;

/* Lays out one kind of items (those that lanes share, or the others) in an arena that it adds to the plan. */
void place_lay_arena(diag *d, const model *m, plan *p, const place_items *items, bool shared, place_knowledge k);
plan_arena place_finish_arena(bool shared, uint64_t end, uint64_t lower_bound, uint64_t sum);

/* ---- place_peak.c: when most bytes are alive ---- */

typedef struct {
    uint64_t bytes;         /* alive at a node of the plan's graph … */
    uint32_t graph, node;   /* … MODEL_NONE: all keep their bytes */
    bool *alive;            /* which items those are */
} place_peak;

/* Of the items that are `in`. */
place_peak place_find_peak(arena *a, const plan *p, const place_items *items, const bool *in);

/* ---- place_impossible.c ---- */

/* Items of the lanes' device memory that together take more than `limit` bytes in any placement, as few as are
 * found; NULL where it is not known that even all of them do. */
bool *place_find_impossible(arena *a, const plan *p, const place_items *items, uint64_t limit);

/* ---- place_tight.c, place_tight_report.c: reuse: tight ---- */

/* More items that may share bytes are not looked at: the tables have a bit for each pair. */
#define PLACE_MOST_TIGHT 4096u

/* The most dependencies that may be added to a graph, counted before those that others imply are left out. */
#define PLACE_MOST_ADDED ((size_t)1000000)

typedef struct {
    uint64_t *known;        /* where items then can lie (place_layout's `known`), or NULL where nothing is gained */
    uint64_t steps;         /* of the search */
    enum {
        PLACE_TIGHT_DONE,
        PLACE_TIGHT_LIMITED,    /* steps ran out: fewer dependencies may do */
        PLACE_TIGHT_ITEMS,      /* not tried: more than PLACE_MOST_TIGHT */
        PLACE_TIGHT_EDGES       /* given up: more than PLACE_MOST_ADDED */
    } end;
    size_t items;           /* how many there are that may share bytes */
} place_tightened;

/* Makes nodes wait for others in the order of the plan, so that what is alive together takes less of the lanes' device
 * memory, which now takes `bytes`. */
place_tightened place_tighten(arena *a, const model *m, plan *p, const place_items *items, uint64_t bytes);
/* Reports what was made to wait, and at what price. */
void place_report_tight(diag *d, const model *m, const plan *p, uint64_t loose_bytes);
/* Reports which of these limits was met, if one was the reason why nothing was looked for or nothing came of it. */
void place_report_untried(diag *d, const model *m, const place_tightened *made);

/* ---- place_pinned.c, place_budget.c: the rest of the stage ---- */

/* Runs and their pinned memory, from the places of buffers on the device. */
void place_pinned(arena *a, const model *m, plan *p);
/* Reports what is more than a device can have, or more than `memory:` allows. */
void place_check_memory(diag *d, const model *m, const plan *p);

#endif
