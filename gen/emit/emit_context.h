/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The one context that every output is written from, here and in gen/report: model, image and plan, and the names by
 * which emitted C calls what they hold. */
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
    const char *version; /* of the tool */
    const char *runtime; /* SHA-256 of the runtime, or NULL: not known */
    const char *folder;  /* output folder as given, for the depfile */
    const diag *sources; /* knows the spec's bytes and lines, for reports; else NULL */
    const char *const *host_read; /* what a build for the CPU device read besides, for the depfile; else NULL */
    size_t host_read_count;
    size_t checks;       /* that the spec has passed */
    const diag_found *warnings; /* of this run */
    size_t warning_count;
} emit_input;

/* Constants that lie one after the other in an arena. */
typedef struct {
    uint32_t *members; /* buffers, in that order; at least two */
    size_t member_count;
    const char *name; /* of the struct and of the one object of it: "fir_constants" */
} emit_bundle;

typedef struct emit_graph emit_graph;

/* A node, as far as texts about it need more than the plan has: made once, and asked by all. */
typedef struct {
    const plan_node *plan;
    plan_node_kind does;        /* plan_does: a copy or a fill may be a launch for that */
    uint32_t number;            /* its place in the graph or body */
    uint32_t slot, slots;       /* among the nodes of C, from its graph's first one on; a capture has several */
    uint32_t capture;           /* of a capture: its place in the table of them */
    const char *name;           /* "fir" */
    const char *ordinal;        /* its enumerator: "FIR_NODE_fir" */
    const char *title;          /* what messages call it, safe in a comment: "launch fir" */
    long *source_at;            /* where in NAME.c its comment begins, once that is written; -1: nowhere */
    unsigned line;              /* of the spec, where that says it; 0: it is a node that no line asks for */
    const model_step *step;     /* of the flat list; NULL: it belongs to none */
    const model_kernel *kernel; /* what a launch launches, vg_copy and the like too; else NULL */
    const plan_run *run;        /* what a transfer moves, else NULL */
    uint32_t setter;            /* of a launch whose grid the device sets: the node that does; else MODEL_NONE */
    uint32_t above;             /* … and the buffer with a count that is more than its most */
    /* For each of plan->after, the images with which the edge is programmatic, as bits of vg_program.images; NULL:
     * every edge is ordinary with all. */
    uint32_t *images;
    size_t ordinary;    /* edges to it that are ordinary with every image: the others are added after the node */
    uint32_t *settings; /* settings, and buffers in external memory, that its parameters follow, each once … */
    size_t setting_count;
    uint32_t *switches;   /* of a fused launch: switches that its parameters follow, likewise … */
    size_t switch_count;
    bool patched;         /* … and whether there are any of either */
    bool may_be_empty;    /* its grid may have no block: it is disabled then */
    bool switched;        /* a switch of the application turns it on and off */
    bool on_request;      /* a transfer for which the application asks */
    bool if_changed;      /* a transfer that is left out where the device holds the bytes */
    bool toggled;         /* one of the four: it does not run in every replay */
    uint64_t most_blocks; /* of a launch, for any values of the settings */
    uint64_t most_shared; /* … and bytes of dynamic shared memory */
    uint32_t threads;     /* of a block */
    emit_graph *parts;       /* of a fused launch: what it does, as nodes of a graph, in its order; else NULL */
    const plan_part *part;   /* of such a node: what the plan has about it; else NULL */
    uint32_t block, depth;   /* … the block that does it, and in how many loops and choices */
} emit_node;

/* A graph, or a body of a conditional node, which is a graph of its own for the driver. */
struct emit_graph {
    const plan_graph *plan;
    size_t index;        /* in emit.graphs */
    const char *ordinal; /* the graph's enumerator, of a body that of its graph: "FIR_GRAPH_main" */
    emit_node *nodes;
    uint32_t first_node; /* nodes in those before it, as nodes are numbered in C … */
    uint32_t slots;      /* … and how many it has there itself */
    bool is_body;
    bool conditional; /* it has conditional nodes itself */
    bool sized;       /* the device sets grids of its nodes */
    bool rebuilt;     /* a twin of the graph is made by building it once more: the driver does not clone it */
    bool patched;     /* some of its nodes follow settings, or switches */
    bool looping;     /* a fused launch in it has loops or choices that only the device knows */
    const emit_node *fused; /* these are the parts of a fused launch, which only step mode adds as nodes; else NULL */
};

/* Bytes of a file that no stamp counts: where in the spec things stand. */
typedef struct {
    long first, last;
} emit_unstamped;

/* Names of functions that are declared, without the program's. */
typedef struct {
    const char **names;
    size_t count, capacity;
} emit_declared;

typedef struct {
    const emit_input *in;
    arena *memory;
    const model *m;
    const image *i;
    const plan *p;
    const out *files;         /* written so far */
    const char *program;      /* "fir" */
    const char *prefix;       /* "FIR" */
    const char *spec;         /* the spec's base name, safe in a comment */
    const char *stamp;        /* of the run: "0x0123456789abcdef", or what stands for it until it is known */
    emit_unstamped *unstamped; /* where it is not NULL, noted by who writes them */
    emit_declared *declared;  /* where it is not NULL, functions that NAME.h declares are added */
    bool tuning;              /* NAME_tune.c is written: launches with a tuned block take their sizes from a table */
    bool linked;              /* pictures stand in the report: what they show leads to its rows */
    bool lanes;               /* there are several */
    bool queued;              /* several replays of a lane may be in flight, each in a slot of its own */
    bool apart;               /* either: what a lane or slot has stands in a struct of its own */
    const char *self;         /* what the callbacks' `self` points at: "fir", "struct fir_lane", "struct fir_slot" */
    const char *own;          /* the pointer to it in functions for the application: "p", or "own" */
    size_t replayed;          /* graphs of the plan before setup */
    emit_graph *graphs;       /* those of the plan, then the bodies of conditional nodes */
    const emit_graph **order; /* the same as nodes are numbered in C: each graph, then its bodies */
    size_t order_count;
    const emit_graph **parts; /* parts of the fused launches that step mode takes apart, numbered behind all nodes */
    size_t part_count;
    uint32_t node_count; /* of all graphs and bodies … */
    uint32_t slot_count; /* … and of C: a capture has room for several, and ordinals count these */
    uint32_t captures;   /* those of them that are captures */
    uint32_t
        *target_images; /* for each target of the model: its image in every module, as a bit; 0 where they differ */
    uint32_t images;    /* those with which some edge is programmatic, as bits */
    bool programmatic;  /* some edge is, with some image */
    bool any_patched, any_toggled, any_rebuilt;
    bool any_followed; /* some launch follows a switch */
    const char **conditions; /* for each buffer, if it is a condition: "FIR_CONDITION_go" */
    size_t condition_count;
    const char **arenas; /* for each buffer in device memory, the index of its arena: "0", "FIR_X_ARENA" */
    const char **macros; /* for each buffer, what its macros begin with: "FIR_X"; each is another one */
    int name_width;      /* of the longest of these */
    const char **far;    /* for each buffer: "p->device[0] + FIR_X_AT", "p->rt.pinned_device + FIR_X_UP" */
    const char **near;   /* with a function's variable for the memory: "device + FIR_X_AT", "pinned + FIR_X_UP" */
    const char **taken;  /* sorted: what stands after "fir_" in names of the application's functions and types */
    size_t taken_count;
    uint32_t *app_data; /* buffers whose bytes the application gives at open */
    size_t app_count;
    emit_bundle *bundles;
    size_t bundle_count;
    const emit_bundle **bundle_of; /* for each buffer: NULL, or the one that it is a member of */
} emit;

emit *emit_context_new(const emit_input *in);

bool emit_is_setup(const plan_graph *g);
/* Whether the device sets the grid of some launch. */
bool emit_any_sized(const emit *e);
/* One of the bodies of a conditional node. */
const emit_graph *emit_body(const emit *e, const emit_node *n, size_t index);
/* Calls back for each node of all graphs and bodies until one fits. */
bool emit_any_node(const emit *e, bool (*fits)(const emit_node *n));

#endif
