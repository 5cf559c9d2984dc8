/* SPDX-License-Identifier: MIT */
/* The one context that every output is written from, here and in gen/report: model, image and plan, and the names by which
 * emitted C calls what they hold. */
#ifndef EMIT_CONTEXT_H
#define EMIT_CONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/out.h"
#include "image/image.h"
#include "plan/plan.h"
#include "spec/model.h"

typedef struct {
    arena *memory;
    const model *m;
    const image *i;
    const plan *p;
    const char *version;    /* of the tool */
    const char *folder;     /* output folder as given, for the depfile */
    const diag *sources;    /* knows the spec's bytes and lines, for NAME.json; else NULL */
} emit_input;

/* Constants that lie one after the other in an arena. */
typedef struct {
    uint32_t *members;      /* buffers, in that order; at least two */
    size_t member_count;
    const char *name;       /* of the struct and of the one object of it: "fir_constants" */
} emit_bundle;

typedef struct {
    const emit_input *in;
    arena *memory;
    const model *m;
    const image *i;
    const plan *p;
    const out *files;       /* written so far */
    const char *program;    /* "fir" */
    const char *prefix;     /* "FIR" */
    const char *spec;       /* the spec's base name, safe in a comment */
    bool lanes;             /* there are several */
    const char *self;       /* what the callbacks' `self` points at: "fir", or "struct fir_lane" */
    const char *own;        /* the pointer to it in functions for the application: "p", or "own" */
    size_t replayed;        /* graphs of the plan before setup */
    /* Graphs, and after them the bodies of conditional nodes, are numbered as one list: see emit_graph_at. */
    size_t *order;          /* these numbers as nodes are numbered in C: each graph, then its bodies; … */
    size_t order_count;     /* … as many as graphs and bodies */
    uint32_t *first_node;   /* for each graph and body: nodes in those before it in that order */
    uint32_t node_count;    /* of all graphs and bodies */
    const char ***nodes;    /* for each graph and body, and node: "FIR_NODE_fir", "FIR_SETUP_NODE_window" */
    const char **graphs;    /* for each graph: "FIR_GRAPH_main"; for a body that of its graph */
    const char **conditions;/* for each buffer, if it is a condition: "FIR_CONDITION_go" */
    size_t condition_count;
    const char **arenas;    /* for each buffer in device memory, the index of its arena: "0", "FIR_ARENA_x" */
    int name_width;         /* of the longest buffer's name */
    const char **far;       /* for each buffer: "p->device[0] + FIR_AT_x", "p->rt.pinned_device + FIR_UP_x" */
    const char **near;      /* with a function's variable for the memory: "device + FIR_AT_x", "pinned + FIR_UP_x" */
    const char **taken;     /* sorted: what stands after "fir_" in names of the application's functions and types */
    size_t taken_count;
    uint32_t *app_data;     /* buffers whose bytes the application gives at open */
    size_t app_count;
    emit_bundle *bundles;
    size_t bundle_count;
    const emit_bundle **bundle_of;  /* for each buffer: NULL, or the one that it is a member of */
} emit;

emit *emit_context_new(const emit_input *in);

bool emit_is_setup(const plan_graph *g);
/* A graph of the plan, or, with a number from plan.graph_count on, a body of a conditional node. */
const plan_graph *emit_graph_at(const emit *e, size_t graph);

#endif
