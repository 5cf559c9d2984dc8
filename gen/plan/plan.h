/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The plan: what will be emitted, as integers and names. `transport` decides how each buffer crosses, `traffic` makes
 * the runs, `lower` the nodes with their byte ranges, `order` the edges, `place` the offsets, `frame` what replays
 * begin and end with, `fuse` which nodes become one launch; `verify` proves it; `emit_*` only walks it. Indices of
 * buffers are those of the model, those of kernels the plan's. */
#ifndef PLAN_H
#define PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"
#include "spec/model.h"

#define PLAN_PINNED UINT32_MAX /* plan_place.arena: the pinned arena, as the device sees it */
#define PLAN_EXTERNAL (UINT32_MAX - 1) /* plan_place.arena: memory that the application binds, one for each buffer */
#define PLAN_COMPLETION_BYTES 256u /* at the end of the pinned arena, for the runtime's word (VG_COMPLETION_BYTES) */
#define PLAN_ALIGNMENT 256u /* of every buffer without `align:` */

/* `api: call`: a buffer that goes in and has this many bytes gets an upload of its own. Measured on an H100: a second
 * upload node costs 1 to 4 us even when it is disabled, and uploading this many bytes takes 20 us, compared with 11 for
 * 1 KiB. */
#define PLAN_APART_BYTES 262144u

/* Launches of vg_copy: threads of a block, and the most blocks. A thread moves 16 bytes at a time; the grid goes on
 * until all are moved, so that any number of blocks copies everything. Measured on an H100, 1 MiB in and out: 8 blocks
 * take 85 us, 32 to 264 all take 52: more than 32 only take room from what runs beside them. */
#define PLAN_COPY_BLOCK 256u
#define PLAN_COPY_THREAD_BYTES 16u
#define PLAN_COPY_MOST_BLOCKS 32u

/* A step that fills or copies at most this many bytes in a replayed graph is a launch of vg_fill or vg_copy, if the
 * program has a kernel that is compiled: see gen/plan/lower_launches.c. */
#define PLAN_LAUNCH_BYTES 65536u

/* The most pieces of a launch of vg_copy_pieces (kernels/builtin/copy_pieces.cu), which are 1.5 KiB of the 4 KiB that
 * the parameters of a kernel may take. */
#define PLAN_MOST_PIECES 64u

/* A graph with this many first nodes has PLAN_BEGIN, and a node with more than the second number after it has no
 * programmatic edges to them. Measured on an H100: with 32 nodes after it, it takes 4 us longer by such edges than by
 * ordinary ones, and with 8 it takes 0.5 less. */
#define PLAN_LEAST_ROOTS 2u
#define PLAN_MOST_PROGRAMMATIC 8u

/* Copy nodes that cross the bus and are no larger than this are small; with several lanes they must be smaller still
 * for a kernel at the end: see gen/plan/frame.c. */
#define PLAN_SMALL_COPY_BYTES 131072u
#define PLAN_SMALL_LANE_COPY_BYTES 32768u

typedef enum { PLAN_UPLOAD, PLAN_DOWNLOAD } plan_direction;

/* ---- transport: how each buffer's bytes cross the bus ---- */

typedef enum {
    TRANSPORT_COPY,   /* a copy node, alone or with neighbours */
    TRANSPORT_KERNEL, /* a launch of vg_copy (kernels/builtin/copy.cu), alone or with others */
    TRANSPORT_DIRECT  /* no node: kernels read or write the pinned memory itself; device memory has no place for it */
} plan_transport;

/* [direction]. */
typedef struct {
    plan_transport by[2]; /* where it crosses that way … */
    const char *why[2];   /* … and why, for reports: "read once, by one launch"; NULL: it does not cross that way */
} plan_crossing;

/* ---- traffic: what crosses the bus in which graph ---- */

/* Members of a run that lie side by side, in their order, in device and in pinned memory. */
typedef struct {
    size_t first, count;     /* the run's members from `first` on */
    uint64_t device_offset;  /* (place) of its first byte in the arena of its members … */
    uint64_t pinned_offset;  /* (place) … and in pinned memory */
    uint64_t bytes;          /* (place) copied, also between the members */
} plan_piece;

/* Buffers that cross with one copy node or one launch of vg_copy, by the same transport. They are one piece, except
 * where a kernel moves them and device memory is smaller if they lie apart: then the launch is of vg_copy_pieces. What
 * these kernels begin with lies at a multiple of 16 bytes unless `at:` or `range:` forbids it. A replayed graph uploads
 * what its steps touch and downloads what they may write; what no graph touches (or may write) goes with the first
 * one, so that all that crosses has its pinned memory. */
typedef struct {
    plan_direction direction;
    plan_transport transport;   /* TRANSPORT_DIRECT: one member, which has no node and lies at PLAN_PINNED; the run only
                                 * records that it has pinned memory */
    uint32_t *members;
    size_t member_count;
    uint32_t graph;       /* the plan's graph that it belongs to */
    bool on_request;      /* one member; its node is enabled for one replay at a time */
    bool if_changed;      /* `api: call`: an upload of inputs and settings only; its node is enabled where the device
                             * does not hold what pinned memory does */
    plan_piece *pieces;   /* at most PLAN_MOST_PIECES; all members, in their order */
    size_t piece_count;
    uint64_t first, last; /* one member with `range:`: only these bytes of it; else 0 and UINT64_MAX */
    uint64_t
        device_offset; /* (place) where the copy begins: the first member's place in its device arena, plus `first`.
                        * TRANSPORT_DIRECT: equals pinned_offset */
    uint64_t pinned_offset; /* (place) the same byte in pinned memory; a buffer has one place there for each direction,
                             * whichever graph copies it */
    uint64_t bytes;         /* (place) copied, in all pieces; TRANSPORT_DIRECT: that lie there */
} plan_run;

/* ---- lower: nodes ---- */

typedef enum {
    PLAN_READ = 1,
    PLAN_WRITE = 2, /* writes; with PLAN_WHOLE every byte of the range, before anything reads it */
    PLAN_WHOLE = 4,
    PLAN_WORK = 8 /* content undefined before and after; always with READ and WRITE */
} plan_access;

/* Whether a node may begin before one that it comes after has ended (programmatic dependent launch), or why not. */
typedef enum {
    PLAN_PROGRAMMATIC,
    PLAN_NO_KERNELS,        /* one of both is no kernel */
    PLAN_RUNS_ONCE,         /* `setup:` */
    PLAN_PDL_OFF,           /* `pdl: off` of one of both */
    PLAN_MAY_NOT_RUN,       /* one of both is switched, or its grid may be 0 */
    PLAN_IS_PATCHED,        /* one of both has a setting or external memory among its parameters, or a setting in its
                             * grid or shared memory */
    PLAN_IS_COOPERATIVE,    /* one of both is */
    PLAN_TOO_MANY,          /* the earlier one has more than PLAN_MOST_PROGRAMMATIC after it */
    PLAN_OLD_DRIVER,        /* min_cuda is older than 12.3 */
    PLAN_OLD_TARGET,        /* older than sm_90 */
    PLAN_NO_CODE,           /* there is no PTX to prove anything from */
    PLAN_NEVER_WAITS,       /* the later one: these are image_wait */
    PLAN_WAITS_LATE,
    PLAN_SKIPS_WAIT,
    PLAN_READS_NONCOHERENT  /* the later one reads as constant (ld.global.nc) what one that still runs may write */
} plan_overlap;

/* Bytes [first, last) of a buffer, and what a node does with them. */
typedef struct {
    uint32_t buffer;
    uint64_t first, last;
    unsigned access; /* of plan_access */
} plan_range;

typedef enum {
    PLAN_KERNEL,
    PLAN_COPY,
    PLAN_FILL,
    PLAN_CAPTURE, /* what a function enqueues on a stream: up to `capture->most` nodes for the driver, which only open
                   * knows. It stands for all of them: what it comes after has ended before the first of them begins,
                   * and what follows it waits for the last */
    PLAN_TRANSFER,
    PLAN_EMPTY,
    PLAN_CONDITIONAL,
    PLAN_BEGIN, /* (frame) vg_begin: before all others, of a replayed graph that has PLAN_END */
    PLAN_END,   /* (frame) vg_end: after all others; it writes the runtime's word, which is not among its ranges */
    PLAN_FUSED  /* (fuse) one launch of a kernel that `fuse` wrote: nodes of plan.plain are its parts */
} plan_node_kind;

/* What an argument's address is of. */
typedef enum {
    PLAN_AT_PLACE, /* `buffer` plus `first`, where the plan has placed it */
    PLAN_AT_UP,    /* (fuse) `buffer` plus `first` in pinned memory, where an upload reads it … */
    PLAN_AT_DOWN,  /* … and where a download writes it */
    PLAN_AT_WORD,  /* (fuse) the runtime's word */
    PLAN_AT_MIRROR, /* (fuse) `first` in the mirror of a mailbox; there lies `buffer`, or with MODEL_NONE no buffer */
    PLAN_AT_LINES   /* (fuse) `first` in its lines */
} plan_at;

typedef struct {
    bool pointer;
    plan_at at;                 /* pointer: of what */
    uint32_t buffer;            /* pointer: this buffer … */
    uint64_t first;             /* … plus these bytes */
    const model_type *type;     /* value, or pointed-at type */
    const unsigned char *value; /* value, little-endian; a setting's first */
    uint32_t setting;           /* value: the setting (buffer index) that it follows, or MODEL_NONE */
    uint32_t condition;         /* value: the handle of this condition (buffer index), or MODEL_NONE */
    bool grid;                  /* value: how many blocks the node's resident grid has; `value` is NULL */
    uint32_t switched;          /* (fuse) value, u32: 0, or 1 + the model's switch; it is not 0 while parts with … */
    bool unless;                /* … that `when:` or, with this, `unless:` run; `value` is NULL */
    bool loaded;                /* (fuse) value: of a part of a resident launch, read at `first` of the mirror */
    const char *parameter;      /* its name in the spec; of a fused launch, in its kernel */
} plan_argument;

typedef struct plan_graph plan_graph;
typedef struct plan_fused_list plan_fused_list;

/* What a parameter of a part's kernel is given: an argument of the fused node, or one of its conditions. */
typedef struct {
    bool condition;
    uint32_t index; /* of plan_node.arguments, or of plan_node.conditions */
    bool loaded;     /* the value stands this far behind the address in that argument: */
    uint32_t offset; /* bytes */
} plan_given;

/* One of the things that a fused launch does. */
typedef struct {
    uint32_t node;           /* of the list's graph: a launch, or a conditional node … */
    plan_given *given;       /* a launch: for each parameter of its kernel … */
    uint32_t grid[3], block[3]; /* … and what it is launched as: as its node; vg_copy and vg_fill, which do the same
                              * with any, as one block of as many threads as the fused launch has */
    plan_fused_list *bodies; /* … and then what its bodies do, as many as it has */
    uint32_t condition;      /* a conditional node: of plan_node.conditions */
    uint32_t switched;       /* a launch that may not run: 1 + the fused node's argument that says so; else 0 */
    bool switched_loaded;     /* then the word stands this far behind the address in that argument: */
    uint32_t switched_offset; /* bytes */
    bool apart;              /* the part before it has nothing to do with it: no barrier is needed between them */
} plan_part;

/* Parts that one block does one after the other. */
struct plan_fused_list {
    const plan_graph *of; /* a graph or body of plan.plain */
    plan_part *parts;
    size_t part_count;
};

typedef struct {
    plan_node_kind kind;
    const char *name;  /* unique in its graph, a C identifier: "upload", "fir", "fir_2" */
    const char *title; /* for comments and messages: "launch fir", "upload x, a, gain" */
    uint32_t step;     /* index in the graph's steps, or MODEL_NONE for a node that the generator added */
    span at;           /* of the step, or of what made the generator add it */

    plan_range *ranges; /* every byte that the node may touch in device buffers */
    size_t range_count;

    uint32_t switched; /* index of the model's switch, or MODEL_NONE: then the node may not run, … */
    bool unless;       /* … namely while the switch is on instead of off */
    uint32_t switched_at; /* (fuse) of a part of a resident launch: where the mirror has its word */
    const model_expr
        *grid_varies[3]; /* PLAN_KERNEL: the expression where it uses a setting, else NULL; a grid of 0 … */
    const model_expr *shared_varies; /* … disables the node */
    uint32_t *ordered;               /* nodes that `after:` names, ascending */
    size_t ordered_count;

    uint32_t *after; /* (order) nodes that it depends on, ascending */
    size_t after_count;
    uint32_t *programmatic; /* (pdl) for each of `after`: the targets for which the edge is programmatic, as bits by
                             * their index in the model; NULL: none */
    plan_overlap *overlaps; /* (pdl) for each of `after` and each target of the model, [edge * target_count + target];
                             * NULL: not examined */
    uint32_t *overlap_at;   /* (pdl) for each of `after`: the node, of both ends, that the reason is about */
    uint32_t *before; /* (order) nodes that depend on it, ascending */
    size_t before_count;

    uint32_t kernel; /* PLAN_KERNEL; PLAN_TRANSFER by TRANSPORT_KERNEL: vg_copy or (place) vg_copy_pieces, with a
                      * block, a grid (place: of the run's bytes) and no arguments, which are the run's; PLAN_BEGIN and
                      * PLAN_END: one thread, no arguments */
    uint32_t grid[3], block[3];
    bool resident;         /* PLAN_KERNEL: open makes grid[0] what the device runs at once, at most what it is here */
    uint32_t shared_bytes; /* dynamic */
    plan_argument *arguments; /* also of PLAN_CAPTURE: the pointers that its function is given, by the names in
                               * `parameter`, the workspace last */
    size_t argument_count;

    const model_capture *capture; /* PLAN_CAPTURE */

    uint32_t run; /* PLAN_TRANSFER */

    /* What plan_does states; PLAN_KERNEL: what its arguments are made of. */
    uint32_t to, from;             /* PLAN_COPY (both) and PLAN_FILL (to): buffers … */
    uint64_t to_first, from_first; /* … and first bytes in them */
    uint64_t bytes;                /* PLAN_COPY */

    uint32_t value; /* PLAN_FILL: `count` elements of `element` (1, 2 or 4) bytes, `pitch` bytes apart. A launch of
                     * vg_fill: its elements may have 8 bytes, and the value is its argument's */
    uint32_t element;
    uint64_t pitch; /* equals element except for one half of an 8-byte pattern */
    uint64_t count;

    model_step_kind control; /* PLAN_CONDITIONAL: while, if or switch. Its ranges are all that its bodies may touch, and
                              * its condition, which it reads */
    uint32_t condition;      /* PLAN_CONDITIONAL: buffer; PLAN_KERNEL: the buffer that stands for its grid, which a
                              * launch before it sets to at most `grid`, or MODEL_NONE */
    uint32_t first_body;     /* PLAN_CONDITIONAL: its bodies are plan.bodies[first_body] and those after it; of a node
                              * in a plan_plain, those of that one */
    size_t body_count;

    plan_fused_list *blocks; /* PLAN_FUSED: what each of its blocks does, grid[0] of them, all with block[0] threads.
                              * Its ranges are all that the parts may touch, its arguments what they are given */
    size_t block_count;
    uint32_t *conditions; /* PLAN_FUSED: buffers (ROLE_CONDITION) of the loops and choices in it, which are words of its
                           * own there and not the driver's */
    size_t condition_count;
    const char *unfused; /* (fuse) why it is no part of a fused launch, for reports; NULL: it is, or nobody asked */
} plan_node;

/* `to` comes after `from` only because two buffers share bytes. */
typedef struct {
    uint32_t from, to; /* nodes: the last uses of the one buffer and the first of the other */
    uint32_t first_buffer, second_buffer;
} plan_tight;

/* Also the body of a conditional node: a graph of its own, whose nodes run between those before and after that node. */
struct plan_graph {
    const char *name; /* of the model's graph; of a body, a C identifier that nothing else has: "main_solve_do" */
    model_graph_kind kind;
    uint32_t graph;   /* index in the model */
    uint32_t holder;      /* of a body: the body that its conditional node is in, or MODEL_NONE for the graph … */
    uint32_t holder_node; /* … and that node */
    uint32_t body;        /* of a body: which one of its node */
    plan_node *nodes; /* in an order that respects every edge */
    size_t node_count;
    size_t edge_count; /* (order) */
    size_t
        removed_edges; /* (order) hazards that the edges imply without one of their own, as far as they were examined */
    size_t edge_limit; /* (order) 0, or what it would have more edges than: it has none then, and place refuses it */
    bool keeps; /* (keep) `api: call`, replayed, and its nodes touch neither state nor external memory: equal inputs
                 * give equal outputs */
    bool small_copies; /* (frame) replayed: copy nodes cross the bus, none of them with more than PLAN_SMALL_COPY_BYTES,
                        * and no node is conditional or empty */
    size_t depth;      /* (order) nodes on the longest path */
    size_t width;      /* (order) most nodes at one depth */
    plan_tight *tight; /* (place) `reuse: tight`: what it made wait */
    size_t tight_count;
    size_t loose_depth; /* (place) the depth without that */
};

/* A graph as it is without fused launches: what step mode runs, and what a fused launch is proven against. */
typedef struct {
    plan_graph *graph; /* NULL: nothing of this graph is fused */
    plan_graph *bodies;
    size_t body_count;
} plan_plain;

/* ---- place: where buffers lie ---- */

/* One allocation for each lane, or one for all. `--layout=shared` (the default) has one device arena, and with several
 * lanes a second one for what they share (constants, derived); `separate` has one for each buffer. */
typedef struct {
    bool shared;          /* one for all lanes; always false with one lane */
    bool pooled;          /* `memory: {pool: on}`: what is needed only during a replay, so that a pool may hold it */
    uint64_t bytes;       /* never 0 */
    uint64_t lower_bound; /* no placement can be smaller; with `tied`, none in which a transfer has these pieces */
    bool tied;            /* buffers of a transfer lie side by side where that may cost room */
    uint64_t sum;         /* what it would take without sharing */
    bool proven;          /* bytes is the lower bound: the least possible */
    uint64_t steps;       /* of the search; the same on any machine */
    uint64_t peak; /* most bytes that are alive at one node, in the order of the nodes; at most lower_bound … */
    uint32_t peak_graph, peak_node; /* … at this node of the plan's graph; MODEL_NONE: all keep their bytes */
} plan_arena;

typedef struct {
    uint32_t arena; /* device arena; PLAN_EXTERNAL: offset 0; PLAN_PINNED: TRANSPORT_DIRECT, … */
    uint64_t offset; /* … and this is its upload_offset or download_offset */
    uint64_t upload_offset;   /* in the pinned arena, UINT64_MAX if it does not cross that way */
    uint64_t download_offset; /* of its first byte, also where `range:` brings only some of them */
} plan_place;

/* Buffers without bytes, and settings that are used by value only, have no place: arena 0, offset 0. */

/* What verify has proven of a plan: it writes this, and reports read it. */
typedef struct {
    const char *what; /* "each node does what its step asks, …" … */
    size_t count;     /* … of how many … */
    const char *of;   /* … "nodes" */
} plan_proof;

#define PLAN_MOST_PROOFS 24u

typedef struct {
    plan_proof items[PLAN_MOST_PROOFS];
    size_t count;
} plan_proofs;

/* The most kernels that stages of the plan add: vg_copy, vg_copy_pieces, vg_fill, vg_end, vg_begin, vg_mail_in,
 * vg_mail_out. */
#define PLAN_ADDED_KERNELS 7u

typedef struct {
    bool separate; /* --layout=separate: each buffer has its own memory and crosses for itself */
    bool measured; /* --tune: launches are compared with other blocks, so that each of these stays a node of its own */
    const model_kernel **kernels; /* the model's, then those that lower and frame add: all that is compiled */
    size_t kernel_count;
    plan_crossing *crossings; /* one for each buffer of the model */
    plan_run *runs;
    size_t run_count;
    plan_graph *graphs; /* as in the model: replayed graphs, then setup */
    size_t graph_count;
    plan_graph *bodies; /* of conditional nodes: those of a graph follow each other, graph after graph; a body stands
                         * before those that it holds. No run crosses in them */
    size_t body_count;
    plan_plain *plain;   /* (fuse) for each graph; NULL: no launch is fused anywhere */
    struct plan_mailbox *mailbox; /* (fuse) plan/plan_mailbox.h: the resident launch; NULL: no graph has a mailbox */
    uint64_t keep_bytes; /* (keep) of the program's struct, in all lanes, for what kept calls took and gave; 0 with
                          * `keep: 1`, where that lies in pinned memory */
    bool tight_limited; /* (place) `reuse: tight` added dependencies, and fewer might be enough: steps ran out */
    plan_arena *arenas; /* device */
    size_t arena_count;
    plan_arena pinned; /* with PLAN_COMPLETION_BYTES at its end; also where nothing crosses */
    plan_arena pinned_pool; /* what a pool may hold of it, with offsets of its own; 0 bytes: nothing */
    plan_place *places; /* one for each buffer of the model */
    plan_proofs *proofs; /* (verify) NULL: nobody wants to know */
} plan;

/* An empty plan, whose kernels are the model's; nothing crosses by other ways than copy nodes. */
plan *plan_new(arena *a, const model *m, bool separate);

/* The built-in kernel of that file, or MODEL_NONE. */
uint32_t plan_find_kernel(const plan *p, const char *file, const char *name);
/* Its index. */
uint32_t plan_add_kernel(plan *p, const model_kernel *k);

/* What the node does: PLAN_FILL and PLAN_COPY also where it is a launch for that; else its kind. */
plan_node_kind plan_does(const plan *p, const plan_node *n);

/* Whether a pool may hold the buffer: it is worth nothing before and after a replay. What crosses on request is, and
 * so are states and what never changes. */
bool plan_is_pooled(const model *m, const model_buffer *b);

/* Whether it is what a replay begins or ends with. */
static inline bool plan_is_frame(const plan_node *n)
{
    return n->kind == PLAN_BEGIN || n->kind == PLAN_END;
}

/* The graph without fused launches, which the memories and their figures are of. */
static inline const plan_graph *plan_graph_plain(const plan *p, size_t graph)
{
    return p->plain != NULL && p->plain[graph].graph != NULL ? p->plain[graph].graph : &p->graphs[graph];
}

/* Whether its last node writes the runtime's word. */
bool plan_has_end(const plan_graph *g);

/* Whether the driver is given a kernel node: a step's launch, a transfer by vg_copy, or what a replay begins or ends
 * with. */
static inline bool plan_is_launch(const plan *p, const plan_node *n)
{
    return n->kind == PLAN_KERNEL || n->kind == PLAN_FUSED || n->kind == PLAN_BEGIN || n->kind == PLAN_END ||
           (n->kind == PLAN_TRANSFER && p->runs[n->run].transport == TRANSPORT_KERNEL);
}

/* Whether a replay that ends with it, or an edge that leads from it, is treated as with a launch. */
static inline bool plan_ends_like_launch(const plan *p, const plan_node *n)
{
    return n->kind == PLAN_CAPTURE || plan_is_launch(p, n);
}

/* A replayed graph whose copy nodes are small and bring no more than this may end with a kernel behind them. With
 * several lanes it is sooner to ask the stream, because the device has other work to do and the host has not. */
static inline uint64_t plan_end_copy_bytes(const model *m)
{
    return m->lanes > 1 ? PLAN_SMALL_LANE_COPY_BYTES : PLAN_SMALL_COPY_BYTES;
}

#endif
