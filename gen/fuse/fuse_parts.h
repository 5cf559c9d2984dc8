/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of stage fuse share. */
#ifndef FUSE_PARTS_H
#define FUSE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "fuse/fuse_text.h"
#include "image/image.h"
#include "plan/plan.h"
#include "spec/model.h"

#define FUSE_MOST_PARTS 256u /* of one launch, so that its text stays small */

typedef struct fuse_asked fuse_asked;

typedef struct {
    arena *memory;  /* of the plan */
    arena *scratch; /* until the end of the stage */
    const model *m;
    image *i;
    plan *p;
    fuse_module **modules; /* [target][module]: its PTX */
    fuse_asked *asked;     /* answers of fuse_refusal */
} fuser;

/* A graph or a body as it was before anything is fused. */
typedef struct {
    const plan_graph *root; /* the graph that it is, or that it is a body of */
    const plan_graph *g;
    const plan_graph *bodies; /* where `first_body` of its nodes counts from */
    const char **why;   /* for each node: why it cannot be part of a fused launch, or is none; NULL: it can be, or it
                         * is of a kind that a fused launch does without */
    const char **lonely; /* for each node that could be: why it is none */
    uint32_t *run;      /* for each node: 1 + the run that it is in, or 0 */
} fuse_sight;

typedef struct {
    plan_plain plain;   /* copies of the graph and its bodies */
    fuse_sight *sights; /* of the graph, then of its bodies; NULL: the graph is left alone */
    bool fused;         /* something of it is */
} fuse_graph;

/* Nodes that become one launch. */
typedef struct {
    fuse_sight *in;
    uint32_t *nodes; /* ascending, which is the order of the parts */
    size_t count;
    uint32_t *block_of; /* for each of them: the block that does it, where … */
    size_t block_count; /* … there are several */
    uint32_t threads;
    const char *refused; /* it has to stay as it is: why */
    plan_node node;      /* what takes their place … */
    model_kernel *kernel;
    fuse_launch launch; /* … and its text's source */
} fuse_run;

typedef struct {
    fuse_run *items;
    size_t count, capacity;
} fuse_runs;

/* ---- fuse_reasons.c: what can be a part ---- */

/* Why nothing of the program is fused, or NULL. */
const char *fuse_program_reason(const fuser *f);
/* Why the node can be no part of a launch with this many threads, or NULL. 0 threads: the fewest that it needs. */
const char *fuse_node_reason(fuser *f, const fuse_sight *s, const plan_node *n, uint32_t threads);
/* A join or a begin, which is not needed between parts. */
bool fuse_is_silent(const plan_node *n);
/* The grid and block of a part in a launch with this many threads. */
void fuse_shape(const fuser *f, const plan_node *n, uint32_t threads, uint32_t grid[3], uint32_t block[3]);
/* The fewest threads that a launch with this part needs. */
uint32_t fuse_threads(const fuser *f, const fuse_sight *s, const plan_node *n);

/* ---- fuse_cost.c ---- */

/* Nanoseconds that a replay is shorter by if these nodes become one launch, of one block or of several. */
int64_t fuse_gain(const fuser *f, const fuse_sight *s, const uint32_t *nodes, size_t count, bool blocks);
/* It has to wait for the bus. */
bool fuse_reads_bus(const fuser *f, const plan_node *n);
/* It has so little to do that others may as well wait for it. */
bool fuse_is_light(const fuser *f, const fuse_sight *s, const plan_node *n);
/* Why one block should not do it, or NULL. */
const char *fuse_too_much(arena *a, const fuser *f, const plan_node *n);

/* ---- fuse_runs.c: which nodes become one launch ---- */

/* Appends those of the graph, whose `why` is set; then `run` and `why` are final but for what is refused later. */
void fuse_find_runs(fuser *f, fuse_sight *s, fuse_runs *runs);

/* ---- fuse_kernel.c: the launch that takes their place ---- */

void fuse_make_launch(fuser *f, fuse_run *run, const char *name, const char *kernel_name);
/* What the kernel's parameters take. */
uint32_t fuse_param_bytes(fuser *f, const fuse_sight *s, const uint32_t *nodes, size_t count);

/* ---- fuse_list.c: what fuse_text is given ---- */

void fuse_make_list(fuser *f, fuse_run *run);

/* Whether each part of the list has nothing to do with those since the last barrier. */
void fuse_find_apart(const fuser *f, plan_fused_list *list);

/* ---- fuse_plan.c: the plan with fused launches ---- */

/* Puts graphs with the runs that were not refused in the place of those that they are of, which plan.plain keeps. */
void fuse_rewrite(fuser *f, const fuse_graph *graphs, const fuse_runs *runs);

/* ---- fuse.c ---- */

/* The PTX of each module for each target. */
fuse_module **fuse_modules(fuser *f);

/* Why the node stays as it is, for reports; NULL where nobody would ask. */
const char *fuse_final_reason(const fuse_sight *s, uint32_t node, const fuse_runs *runs);

#endif
