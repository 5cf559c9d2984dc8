/* SPDX-License-Identifier: MIT */
/* What the files of stage verify share. They use nothing of the stages that made the plan. */
#ifndef VERIFY_PARTS_H
#define VERIFY_PARTS_H

#include <stdbool.h>

#include "arena.h"
#include "diag.h"
#include "model.h"
#include "plan.h"

typedef struct {
    arena *memory;          /* until the end of the stage */
    diag *d;
    const model *m;
    const plan *p;
    size_t failures;
} verifier;

/* One thing that is not proven. */
void verify_fail(verifier *v, span at, const char *format, ...) ARENA_FORMAT(3, 4);

/* Indices, bounds and edges. False: the other parts may not look at the plan. */
bool verify_shape(verifier *v);

/* The nodes of each graph are what the model's steps and the runs ask for, and touch what they must. */
void verify_steps(verifier *v);

/* Every byte of an output is written, or cleared, before it is read or downloaded. */
void verify_outputs(verifier *v);

/* Nodes that touch the same bytes are ordered as the spec has them. */
void verify_hazards(verifier *v);

/* Offsets, runs, pinned memory, and bytes that buffers share. */
void verify_places(verifier *v);

/* ---- which node comes first in the spec ---- */

/* Uploads, clears, the steps in their order, downloads. Nodes of equal rank have no order. */
uint64_t verify_rank(const verifier *v, const plan_node *node);
/* The graph's nodes by rank, then index. */
uint32_t *verify_by_rank(verifier *v, const plan_graph *g);

/* ---- bytes with an owner each ---- */

typedef struct {
    uint64_t first, last;
    uint32_t owner;
} verify_piece;

typedef struct {
    verify_piece *pieces;   /* ascending, disjoint */
    size_t count, capacity;
} verify_bytes;

/* The first piece that ends after `at`. */
size_t verify_bytes_find(const verify_bytes *b, uint64_t at);
void verify_bytes_set(arena *a, verify_bytes *b, uint64_t first, uint64_t last, uint32_t owner);

/* ---- paths ---- */

typedef struct {
    uint32_t from, to;      /* nodes */
    uint32_t first_buffer, second_buffer;   /* the two whose bytes are shared; equal for a hazard within one */
    bool reads, writes;     /* hazards: what `to` does */
} verify_path;

typedef struct {
    verify_path *items;
    size_t count, capacity;
} verify_paths;

void verify_paths_add(arena *a, verify_paths *paths, verify_path path);
/* Fails for each of them that the graph's edges do not give. */
void verify_paths_prove(verifier *v, const plan_graph *g, verify_paths *paths);

#endif
