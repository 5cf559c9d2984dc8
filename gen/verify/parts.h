/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of stage verify share. They use nothing of the stages that made the plan. */
#ifndef VERIFY_PARTS_H
#define VERIFY_PARTS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "plan/plan.h"
#include "spec/model.h"

typedef struct {
    arena *memory;          /* until the end of the stage */
    diag *d;
    const model *m;
    const plan *p;
    size_t failures;
    size_t looked;          /* at how many things, since the last verify_proven */
} verifier;

/* ---- verify_walk.c ---- */

/* One thing that is not proven. */
void verify_fail(verifier *v, span at, const char *format, ...) ARENA_FORMAT(3, 4);

/* Notes in the plan what the part of the proof that ends here has proven of all `v->looked` that it looked at. */
void verify_proven(verifier *v, const char *what, const char *of);

/* Each graph with memory of its own, which is given back after it. */
void verify_each_graph(verifier *v, void (*check)(verifier *v, const plan_graph *g));
/* Likewise each body of a conditional node. */
void verify_each_body(verifier *v, void (*check)(verifier *v, const plan_graph *g));
bool verify_is_body(const verifier *v, const plan_graph *g);
/* The graph or body with a body's conditional node. */
const plan_graph *verify_holder(const verifier *v, const plan_graph *body);

/* The steps that a graph or a body stands for: those of begin .. end in the list that are not inside another one. */
typedef struct {
    const model_graph *from;
    uint32_t begin, end;
    uint32_t inside, body;  /* as of model_step */
} verify_part;

verify_part verify_part_of(const verifier *v, const plan_graph *g);
bool verify_part_has(const verify_part *part, uint32_t step);

/* ---- verify_plain.c ---- */

/* The plan as it is without fused launches: graphs, bodies and kernels of its own, everything else shared. */
const plan *verify_plain_view(arena *a, const plan *p);

/* ---- verify_model.c ---- */

/* Whether it has bytes on the device at all. */
bool verify_has_place(const model_buffer *b);
/* Whether its bytes ever cross that way, … */
/* Nothing of it is needed before or after a replay: a pool may give its memory away. */
bool verify_is_brief(const model_buffer *b);
bool verify_crosses(const model_buffer *b, plan_direction direction);
/* … and how. */
plan_transport verify_transport(const verifier *v, size_t buffer, plan_direction direction);
/* Whether it has them in pinned memory alone. */
bool verify_is_direct(const verifier *v, size_t buffer);
/* Whether it keeps its bytes for the program's whole life. */
bool verify_lives_on(const model *m, const model_buffer *b);
/* Whether it is one of control flow. */
bool verify_holds_steps(const model_step *step);
/* Whether its node may be left out of a replay. */
bool verify_may_be_off(const model_step *step);

/* ---- verify_runs.c: what crosses ---- */

/* Whether a piece of the run begins with that member. */
bool verify_begins_piece(const plan_run *run, size_t member);

/* ---- verify_rank.c: which node comes first in the spec ---- */

/* Uploads, clears, the steps in their order, downloads. Nodes of equal rank have no order. */
uint64_t verify_rank(const verifier *v, const plan_node *node);
/* The graph's nodes by rank, then index. */
uint32_t *verify_by_rank(verifier *v, const plan_graph *g);

/* ---- verify_ranges.c, verify_fills.c: one node ---- */

/* Fails unless the node touches exactly these ranges, in whatever order. */
void verify_expect_ranges(verifier *v, const plan_node *node, const plan_range *expected, size_t count);
/* The graph's ranges sorted by buffer: returns where those of each buffer start, with one more entry for the end.
 * *next is a copy, for the caller to count up while it lists them. */
size_t *verify_range_starts(verifier *v, const plan_graph *g, size_t **next);

/* Whether the node alone sets all bytes [first, last) of the buffer to the pattern, over and over. */
bool verify_is_whole_fill(const verifier *v, const plan_node *node, const unsigned char *pattern, uint32_t size,
                          uint32_t buffer, uint64_t first, uint64_t last);
/* Whether it is node `part` of `parts`, which each set an element of every `parts`: together, all of [first, last). */
bool verify_is_part_fill(const verifier *v, const plan_node *node, size_t part, size_t parts,
                         const unsigned char *pattern, uint32_t size, uint32_t buffer, uint64_t first, uint64_t last);

/* ---- verify_launches.c: launches of vg_fill and vg_copy that steps are ---- */

/* Whether the node is a launch of the kernel that fills. */
bool verify_is_fill_launch(const verifier *v, const plan_node *node);
/* Whether such a launch sets all bytes [first, last) of the buffer to the pattern, over and over. */
bool verify_launch_fills(const plan_node *node, const unsigned char *pattern, uint32_t size, uint32_t buffer,
                         uint64_t first, uint64_t last);
/* Whether the node is a launch of the kernel that copies what the node's own members say. */
bool verify_launch_copies(const verifier *v, const plan_node *node);

/* ---- verify_memory.c ---- */

/* What a plan states about a memory agrees with itself; that its bound is one is not proven. */
void verify_memory(verifier *v, const char *name, const plan_arena *memory);
/* Likewise all of device memory, which must be within the spec's budget. */
void verify_arenas(verifier *v);

/* ---- verify_bytes.c: bytes with an owner each ---- */

typedef struct {
    uint64_t first, last;
    uint32_t owner;
} verify_piece;

typedef struct verify_tree verify_tree;

/* All zero: no byte has an owner. */
typedef struct {
    verify_tree *nodes;
    size_t count, capacity;
    uint32_t root;
} verify_bytes;

/* The first piece within [*at, last), whole even where only some of its bytes are within; sets *at to its end. False:
 * there is none. */
bool verify_bytes_next(const verify_bytes *b, uint64_t *at, uint64_t last, verify_piece *piece);
/* The owners of all pieces within [first, last), one after the other: appended to *owners. */
void verify_bytes_owners(arena *a, const verify_bytes *b, uint64_t first, uint64_t last, uint32_t **owners,
                         size_t *count, size_t *room);
/* The first byte of a range that has no owner, or its end. */
uint64_t verify_bytes_missing(const verify_bytes *b, uint64_t first, uint64_t last);
void verify_bytes_set(arena *a, verify_bytes *b, uint64_t first, uint64_t last, uint32_t owner);

/* ---- verify_shortcuts.c: paths that show at once ---- */

/* What shows at once that there is a path: an edge, one through an empty node, or a chain of edges. */
typedef struct {
    const plan_graph *g;
    uint32_t *chain, *position; /* of each node */
    uint32_t *reached;      /* of each node and each of the first chains: 1 + the highest position before it */
    uint32_t *near;         /* 1 + the node that this one was last seen to have an edge to */
} verify_shortcuts;

/* Whether there is an edge. */
bool verify_depends_on(const plan_node *node, uint32_t from);
verify_shortcuts verify_find_shortcuts(arena *a, const plan_graph *g);
/* Prepares questions about what comes before a node. */
void verify_look_from(verify_shortcuts *s, uint32_t to);
/* False: not at once. */
bool verify_is_before(const verify_shortcuts *s, uint32_t from, uint32_t to);

/* ---- verify_paths.c ---- */

typedef struct {
    uint32_t from, to;      /* nodes */
    uint32_t first_buffer, second_buffer;   /* the two whose bytes are shared; equal for a hazard within one */
    bool named;             /* the spec names `from` in an `after:` */
    bool reads, writes;     /* hazards: what `to` does */
} verify_path;

typedef struct {
    verify_path *items;
    size_t count, capacity;
} verify_paths;

void verify_paths_add(arena *a, verify_paths *paths, verify_path path);
/* Fails for each of them that the graph's edges do not give. */
void verify_paths_prove(verifier *v, const plan_graph *g, verify_paths *paths);

/* ---- verify_fans.c: paths from each of some nodes to each of others ---- */

typedef struct {
    uint32_t *from, *to;
    size_t from_count, from_room, to_count, to_room;
    uint32_t first_buffer, second_buffer;   /* as of verify_path */
    bool reads, writes;     /* what the later nodes do */
} verify_fan;

/* Fails unless all of its paths are there; those of small fans that do not show at once are only added to `paths`. */
void verify_fan_prove(verifier *v, verify_shortcuts *s, const verify_fan *fan, verify_paths *paths);

/* ---- the parts of the proof, in their order ---- */

/* Indices, bounds and edges. False: the other parts may not look at the plan. */
bool verify_shape(verifier *v);
/* Those of conditional nodes and their bodies. */
void verify_bodies_shape(verifier *v);
/* Those of a fused launch. */
bool verify_fused_holds(const verifier *v, const plan_graph *g, const plan_node *launch);
/* What a graph or body with fused launches was made from; NULL: nothing in it is fused, or there is no such one. */
const plan_graph *verify_plain_of(const verifier *v, const plan_graph *g);
/* How bytes cross: as `io:` asks, and directly only what may. */
void verify_transports(verifier *v);

/* The nodes of each graph are what the model's steps and the runs ask for, and touch what they must. */
void verify_steps(verifier *v);
/* Nodes that stand for no step: transfers, clears, joins, and what a replay begins and ends with. */
void verify_added(verifier *v, const plan_graph *g);
/* The launch of a transfer by TRANSPORT_KERNEL. */
void verify_copy_launch(verifier *v, const plan_node *node);

/* Every byte of an output is written, or cleared, before it is read or downloaded. */
void verify_outputs(verifier *v);

/* Nodes that touch the same bytes are ordered as the spec has them, and those of steps that `after:` names come
 * first. */
void verify_hazards(verifier *v);
void verify_after(verifier *v);

/* What bodies touch, and nothing else, is what the plan has their conditional nodes touch. */
void verify_control(verifier *v);

/* Grids that the device sets are set by one launch each, to no more than the plan states. */
void verify_grids(verifier *v);

/* What each replay begins and ends with. */
void verify_frame(verifier *v);

/* Outputs are kept only of graphs that are functions of what goes in, in as many bytes as the plan states. */
void verify_kept(verifier *v);

/* What crosses in which graph, and as which bytes in device and pinned memory. */
void verify_runs(verifier *v);

/* Where buffers lie, and bytes that they share. */
void verify_places(verifier *v);

#endif
