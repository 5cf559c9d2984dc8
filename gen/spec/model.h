/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The model: the contents of a spec as plain structs, each with its place. `read` fills in what is written in the spec;
 * `check` resolves names and evaluates expressions into the members marked (check). It knows no offset, no order, no
 * C. */
#ifndef MODEL_H
#define MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"
#include "spec/model_types.h"
#include "spec/tuned.h"

#define MODEL_NONE UINT32_MAX
#define MODEL_MAX_LANES 16u
#define MODEL_MAX_KEEP 64u
#define MODEL_MAX_IN_FLIGHT 64u
#define MODEL_MAX_RANKS 65535u
#define MODEL_ALIGNMENT 256u /* of every buffer without `align:` */

/* ---- kernels ---- */

typedef enum { ACCESS_VALUE, ACCESS_IN, ACCESS_OUT, ACCESS_OUT_PART, ACCESS_INOUT, ACCESS_WORK } model_access;

typedef struct {
    const char *name;
    span at;                /* the key */
    span type_at;           /* the value */
    model_access access;    /* ACCESS_VALUE for a parameter that is not a pointer */
    bool once;              /* `in once`, `out once` */
    const model_type *type; /* the value, or what the pointer points at */
    bool condition;         /* type `condition`: a value of 8 bytes (u64), the handle of a conditional node */
    bool mistyped;          /* (check) an argument of another type was reported, which is done once */
} model_param;

/* How one launch of a kernel is made with one of the blocks that `tune:` allows. */
typedef struct {
    model_expr grid[3];     /* evaluated with this block */
    uint32_t grid_size[3];
    model_expr shared;      /* likewise; root NULL: none is written */
    uint32_t shared_bytes;
} model_tuned_launch;

/* A block that `tune:` allows. */
typedef struct {
    span at;
    model_expr written[3];
    size_t written_count;
    uint32_t block[3];      /* (check) */
    const char *refused;    /* (check, image) why it is not to be measured; NULL: it is */
    model_tuned_launch *launches;   /* (check) of the kernel, in the order of graphs and steps */
} model_candidate;

/* Where the block of a kernel with `tune:` comes from. */
typedef enum { BLOCK_MEASURED, BLOCK_DEFAULT, BLOCK_OCCUPANCY, BLOCK_NEAREST } model_block_from;

typedef struct {
    const char *name;
    span at;
    const char *source;     /* .cu path relative to the spec's folder, or NULL */
    const char *image;      /* .cubin or .ptx path, or NULL; exactly one of both */
    span file_at;
    const char *entry;      /* its name in the file, normal as in spec/entry.h; defaults to name */
    span entry_at;
    span block_at;
    model_expr block[3];
    size_t block_count;
    model_expr shared;      /* dynamic shared memory in bytes */
    model_param *params;
    size_t param_count;
    bool cooperative;       /* `cooperative: true` */
    span cooperative_at;
    span cluster_at;
    model_expr cluster[3];  /* `cluster:` blocks of a cluster */
    size_t cluster_count;   /* 0: not given */
    model_expr priority;    /* `priority:` as the driver has it: lower numbers run first */
    bool pdl_off;           /* `pdl: off` */
    const char *builtin;    /* the file of a kernel of kernels/builtin that the generator added (expand or plan); source
                             * and image are NULL then */
    bool tuned;             /* `block: tune` or `block: {tune: …}` */
    bool tune_all;          /* … of which no list is given */
    model_candidate *candidates;    /* those of the list, or (check) all; the default is one of them */
    size_t candidate_count;
    uint32_t candidate;     /* (check) the one in use */
    bool fused;             /* (fuse) written by the generator from the machine code of others; it has neither of the
                             * three then */
    model_block_from block_from;    /* (check) */
    size_t tuned_launches;  /* (check) */
    uint32_t block_size[3]; /* (check) missing dimensions are 1 */
    uint32_t shared_bytes;  /* (check) */
    uint32_t cluster_size[3];   /* (check) missing dimensions are 1; all 0: no clusters */
    int32_t priority_value; /* (check) */
    bool skipped;           /* (expand) a step that never runs launches it */
    bool broken;            /* as of a define */
} model_kernel;

/* ---- buffers ---- */

typedef enum {
    ROLE_INPUT, ROLE_OUTPUT, ROLE_INOUT, ROLE_SCRATCH, ROLE_STATE, ROLE_CONSTANT, ROLE_DERIVED, ROLE_SETTING,
    ROLE_CONDITION          /* of one conditional node; its value is the driver's. It has 4 bytes that kernels write and
                             * the node reads, so that they are ordered like others, but no place in memory */
} model_role;

/* When a buffer's bytes cross the bus. */
typedef enum { TRAFFIC_DEFAULT, TRAFFIC_EACH, TRAFFIC_ON_REQUEST, TRAFFIC_NEVER } model_traffic;

/* How bytes are to cross the bus. */
typedef enum { IO_AUTO, IO_COPY, IO_KERNEL, IO_DIRECT } model_io;

/* What a buffer holds before anything wrote it. */
typedef enum {
    CONTENT_NONE,           /* undefined (scratch) or written before it is read */
    CONTENT_ZERO,
    CONTENT_PATTERN,        /* every element is `pattern` (type->size bytes) */
    CONTENT_BYTES,          /* `bytes` holds all of it */
    CONTENT_APP             /* `data: app`: given at open */
} model_content;

typedef struct {
    const char *name;
    span at;
    model_role role;
    span role_at;
    const model_type *type;
    span type_at;
    span shape_at;
    model_expr *shape;      /* a setting has none: one element */
    size_t shape_count;
    model_literal value;    /* setting */
    model_literal low, high;/* setting: `range: [lo, hi]`, both allowed; not given: the type's */
    model_literal init;     /* state, on-request input: one literal for every element */
    model_traffic upload, download; /* (check) never TRAFFIC_DEFAULT */
    span upload_at, download_at;
    model_expr range[2];    /* downloaded: `range: [from, to]` in elements; not given: all. Setting: a bound that is an
                             * expression, then low or high has no text */
    span range_at;
    model_io io;
    span io_at;             /* the key */
    span io_value_at;
    bool per_lane;          /* state */
    span per_lane_at;
    bool external;          /* `memory: external`: the application binds its memory; it neither crosses nor is placed */
    span external_at;       /* the key */
    model_expr at_offset;   /* `at:` a fixed offset in its device arena, in bytes */
    model_literal *values;  /* constant: `values:` */
    size_t value_count;
    span values_at;
    const char *data;       /* `data:` a path relative to the spec's folder, or "app" */
    span data_at;
    model_expr align;       /* bytes, a power of two; not given: 256 */
    uint64_t *dims;         /* (check) shape_count of them */
    uint64_t elements;      /* (check) */
    uint64_t size;          /* (check) bytes */
    uint32_t alignment;     /* (check) bytes */
    bool fixed;             /* (check) `at:` was given … */
    uint64_t fixed_offset;  /* (check) … bytes */
    uint64_t down_first, down_last; /* (check) bytes that a download brings: [0, size), or those of `range:` */
    bool by_pointer, by_value;      /* (check) setting: how steps use it; in `grid:` and `shared:` counts as by value */
    bool ranged;            /* (check) setting: `range:` was given … */
    unsigned char low_bytes[8], high_bytes[8];  /* (check) … as the type's bytes (scalar types only) */
    model_content content;  /* (check) */
    const unsigned char *pattern;   /* (check) CONTENT_PATTERN: one element; also a setting's first value */
    const unsigned char *bytes;     /* (check) CONTENT_BYTES */
    bool mistyped;          /* (check) a use that wants another type was reported … */
    bool miswritten;        /* (check) … or a write that its role forbids; each is done once */
    bool generated;         /* (expand) not in the spec: `at` is the step that needs it */
    bool internal;          /* (expand) an output that the program itself looks at, not the application */
    uint32_t condition_first;   /* (expand) ROLE_CONDITION: its value when a replay begins, 0 or 1 */
    bool grid;              /* (expand) ROLE_CONDITION: of no conditional node, but of a launch whose grid a launch
                             * before it sets on the device */
    bool skipped;           /* (expand) a step that never runs names it */
    bool broken;            /* as of a define */
} model_buffer;

/* ---- steps ---- */

/* The parts of a slice beside its name; only read and check use them. */
typedef struct {
    span name_at;
    const char *view;       /* `as` type, or NULL; begin and end then count its elements */
    span view_at;
    const model_type *view_type;
    bool sliced;
    model_expr begin, end;  /* in elements; not given: from the start, to the end */
    model_expr row;         /* `w[row]`: one index of the first dimension */
} model_part;

/* A buffer or a part of one: `x`, `hist[0:63]`, `x[N/2:]`, row `w[3]`, and `(spec as f32)[0:N]`. */
typedef struct {
    span at;
    uint32_t buffer;        /* (check) index */
    const char *name;
    model_part *part;       /* NULL for a bare name */
    const model_type *type; /* (check) of its elements: the view's or the buffer's */
    uint64_t first, last;   /* (check) bytes [first, last) within the buffer */
} model_slice;

/* ARGUMENT_SETTING: (check) a setting bound by value; slice.buffer is its index. ARGUMENT_CONDITION: (check) likewise a
 * condition, for a parameter of that type. ARGUMENT_GRID: (check) the word `grid`, which is how many blocks a resident
 * grid has; only open finds that out. */
typedef enum {
    ARGUMENT_SLICE, ARGUMENT_EXPR, ARGUMENT_LITERAL, ARGUMENT_SETTING, ARGUMENT_CONDITION, ARGUMENT_GRID
} model_argument_kind;

typedef struct {
    model_argument_kind kind;   /* a bare name is read as a slice; check turns it into an expr or a literal (define) */
    span at;
    const char *keyword;        /* `name=value`, else NULL */
    span keyword_at;
    model_slice slice;
    model_expr *expr;       /* ARGUMENT_EXPR */
    model_literal *literal; /* ARGUMENT_LITERAL: a float (0.5, -inf), or a list for a vector or struct */
    const unsigned char *value; /* (check) by-value argument: the parameter's bytes, little-endian; a setting's first */
    model_access access;    /* (check) the parameter's, or that of the launch's `access:` */
    bool once;              /* (check) */
} model_argument;

/* `access: {o: inout}` of a launch. */
typedef struct {
    const char *parameter;
    span at;
    span access_at;
    model_access access;
    bool once;
} model_override;

/* `repeat:` and `call:` are gone after expand. The control flow that is left has a condition (ROLE_CONDITION), which is
 * set by launches before it and, for a while, inside it. */
typedef enum {
    STEP_LAUNCH, STEP_FILL, STEP_COPY, STEP_CAPTURE, STEP_COLLECTIVE, STEP_WHILE, STEP_IF, STEP_SWITCH, STEP_REPEAT,
    STEP_CALL
} model_step_kind;

#define MODEL_COLLECTIVE_NODES 16u /* of NCCL's for one */

/* What all ranks do together. With one rank, check makes a copy of it, with more a capture. */
typedef enum {
    COLLECTIVE_NONE, COLLECTIVE_ALL_REDUCE, COLLECTIVE_BROADCAST, COLLECTIVE_ALL_GATHER, COLLECTIVE_REDUCE_SCATTER
} model_collective;

typedef enum { REDUCE_SUM, REDUCE_PROD, REDUCE_MIN, REDUCE_MAX } model_reduction;

typedef struct model_step model_step;

#define MODEL_MAX_CAPTURE_NODES 1000u
#define MODEL_CAPTURE_NODES 8u /* without `nodes:` */

/* `capture: name`: a function whose stream calls become nodes. All copies of the step that expand makes share it. */
typedef struct {
    const char *name;       /* of the function: a C identifier */
    span at;
    model_expr workspace;   /* bytes; not given: none */
    span workspace_at;      /* the key */
    const char *workspace_name; /* the scratch buffer that it declares: "range_fft_workspace", or NULL */
    model_expr nodes;       /* the most nodes; not given: MODEL_CAPTURE_NODES */
    const char **read_names, **write_names; /* of `reads:` and `writes:`, as written: names may be swapped */
    const model_step *collective;   /* (check) a step that all ranks do, which the generator writes; NULL: the
                             * application brings the function. Its capture is not among the model's */
    uint32_t most;          /* (check) nodes */
    const model_step *step; /* (check) the first of the flat lists; NULL: it never runs */
} model_capture;

/* The steps of `do:`, `else:` or one of `cases:`, as written. */
typedef struct {
    span at;
    model_step *steps;
    size_t step_count;
} model_block;

/* `swap: [a, b]`, or a list of such pairs. */
typedef struct {
    span at;
    const char *first, *second;
    span first_at, second_at;
} model_swap;

struct model_step {
    model_step_kind kind;
    span at;                /* the value of `launch:`, `fill:` or `copy:` */
    const char *name;       /* `name:` or NULL */
    span name_at;
    const char *title;      /* (check) what messages and comments call it: the name, else "launch fir" */
    /* launch */
    const char *kernel_name;
    span kernel_at;
    uint32_t kernel;        /* (check) */
    model_argument *arguments;  /* (check) in the order of the kernel's parameters, one for each */
    size_t argument_count;
    span grid_at;
    model_expr grid[3];
    size_t grid_count;
    bool resident;          /* `grid: resident`: as many blocks in x as the device runs at once, and no more than
                             * `max:`, which (check) becomes grid[0] */
    span block_at;
    model_expr block[3];    /* overrides the kernel's */
    size_t block_count;
    model_expr shared;      /* likewise */
    uint32_t grid_size[3], block_size[3];   /* (check) grid: with every setting at its first value, 0 where that
                                             * disables the node; of a resident one the most */
    uint32_t shared_bytes;  /* (check) likewise */
    uint32_t tuned;         /* (check) 0, or 1 + its place among the launches of its kernel that have a tuned block */
    model_override *overrides;
    size_t override_count;
    model_slice *reads;     /* `reads:`, `writes:`: buffers reached through pointers that the signature does not show */
    size_t read_count;
    model_slice *writes;    /* may-writes */
    size_t write_count;
    /* fill, copy and collective */
    model_slice to;
    model_slice from;       /* copy, collective */
    model_collective collective;    /* collective, and the copy or capture that check makes of one; else
                             * COLLECTIVE_NONE */
    model_reduction reduction;      /* all_reduce, reduce_scatter */
    model_expr root;        /* broadcast: the rank that has the bytes */
    model_slice in_place;   /* (check) collective of one rank whose `from` and `to` are the same bytes: these, while the
                             * copy has none; else without a name */
    model_literal literal;  /* fill */
    const unsigned char *pattern;   /* (check) fill: one element of the target's type */
    /* capture: as of a launch, `reads` and `writes`, of which check makes `arguments`: a pointer for each name, whose
     * `keyword` is the name as it is written, then the workspace. It has no `reads` and `writes` of its own then */
    model_capture *capture;
    /* all */
    const char *switch_name;    /* `when:` or `unless:` NAME, or NULL */
    span switch_at;
    bool unless;
    uint32_t switched;      /* (check) index of the switch, or MODEL_NONE */
    const char **after_names;   /* `after: [names]` */
    span *after_at;
    size_t after_name_count;
    uint32_t *after;        /* (check) steps of the same graph, never later ones */
    size_t after_count;
    const char *idle_name;  /* `idle: flag`, or NULL */
    span idle_at;
    /* control flow, as written: expand reads these */
    model_block *bodies;    /* while, repeat: do; if: do, then else where there is one; switch: the cases */
    size_t body_count;
    const char *flag_name;  /* while, if, switch: the buffer */
    span flag_at;
    model_expr count;       /* repeat: the number of passes; while, launch: `max:` */
    span count_at;
    const char *index_name; /* `index:` or NULL */
    span index_at;
    bool first_run;         /* `first: run` */
    span first_at;
    model_swap *swaps;
    size_t swap_count;
    const char *called;     /* call: the graph's name */
    span called_at;
    /* in the flat list that expand makes: a step of kind while, if or switch, then the steps of its bodies, body after
     * body */
    uint32_t inside;        /* (expand) 0, or 1 + the step of the list whose body holds this one … */
    uint32_t body;          /* (expand) … and which of its bodies */
    uint32_t end;           /* (expand) while, if, switch: the step after it and all that it holds */
    uint32_t condition;     /* (expand) while, if, switch: buffer */
    const char *grid_name;  /* (expand) launch with `max:`: the buffer that holds how many blocks it has, at most
                             * grid[0] … */
    uint32_t sized;         /* (expand) … and 1 + the buffer (ROLE_CONDITION) that stands for that grid; else 0 */
    bool generated;         /* (expand) not in the spec: `at` is the step that needs it */
    uint32_t copy;          /* (expand) 0, or which further copy it is of a step that is repeated or called */
    bool before_loop;       /* (expand) a pass of a loop that stands before it: its steps may find nothing to do */
    bool later_pass;        /* (expand) of a loop whose body holds several passes: not the first one */
    const char *pass;       /* (expand) "pass 3 of 8" where it is one of several, else NULL */
    bool fuse_off;          /* `fuse: off`: no part of a launch with others */
    uint32_t number;        /* (check) as written: its place among all steps of its graph, also those inside others */
    uint32_t held;          /* (check) as written: how many steps stand inside it */
    bool broken;            /* as of a define */
};

/* `switches: {NAME: on}`: steps that the application switches between replays. */
typedef struct {
    const char *name;
    span at;
    bool on;                /* its initial position */
    bool skipped;           /* (expand) a step that never runs has it */
} model_switch;

typedef enum { GRAPH_REPLAY, GRAPH_SETUP } model_graph_kind;

/* The passes that expand made of a while, for reports. */
typedef struct {
    uint32_t graph;
    uint32_t step;          /* the while, in the flat list */
    uint32_t max;           /* passes */
    uint32_t unrolled;      /* passes in its body: 1, 2 where names are swapped, more where each step is idle */
    uint32_t prefix;        /* passes before it */
    uint32_t passes;        /* buffer that counts passes, or MODEL_NONE */
} model_loop;

/* A copy that brings bytes to the place of a name, because names were swapped, for reports. */
typedef struct {
    uint32_t graph;
    uint32_t step;          /* the copy, in the flat list; `generated` */
    span at;                /* the swap */
} model_move;

typedef struct {
    model_graph_kind kind;
    const char *name;       /* "main" for `steps:`, "setup" for `setup:`, else the key under `graphs:` */
    span at;
    model_step *steps;
    size_t step_count;      /* read: as written, a tree. After expand: a flat list … */
    model_step *written;    /* (expand) … and the tree again */
    size_t written_count;
    bool called;            /* (expand) by another graph */
    bool mailbox;           /* (check) replayed by a resident block, too */
    bool fuse_off;          /* (check) `fuse:`: its steps stay nodes of their own */
} model_graph;

/* A row of `fuse: {main: off}`. */
typedef struct {
    const char *name;       /* of the graph */
    span at;
    bool off;
} model_fuse;

typedef struct {
    const char *name;       /* "sm_90", "compute_90" */
    span at;
    bool ptx;               /* compute_…: PTX, compiled at open */
    unsigned capability;    /* (check) 90 for sm_90 and sm_90a */
    const char *suffix;     /* (check) "" or "a", "f" */
} model_target;

/* `compile: {define: [TILE=16]}`: for sources alone. */
typedef struct {
    const char *name;           /* interned */
    const char *text;           /* "1" where none is written */
    span at;
} model_macro;

typedef struct {
    const char *path;           /* relative to the spec's folder */
    span at;
} model_folder;

/* `compile:`: how sources are compiled, for either device. */
typedef struct {
    unsigned standard;          /* 17, 20; 0: not given, 17 */
    bool fast_math, relaxed_constexpr, extended_lambda;
    model_folder *folders;      /* `include:` */
    size_t folder_count;
    model_macro *macros;        /* `define:` */
    size_t macro_count;
} model_compile;

typedef struct {
    const char *spec_path;      /* as given on the command line */
    const char *spec_name;      /* its last component: what emitted files call it */
    const char *folder;         /* its folder, "." where it has none */
    const char *program;        /* what all that is emitted is called */
    const char *spec_program;   /* the same, or with --name what the spec calls it; NULL: there is no spec */
    span program_at;
    span at;                    /* the whole document */
    model_target *targets;
    size_t target_count;
    const char *min_cuda_text;
    span min_cuda_at;
    unsigned min_cuda;          /* (check) 13000 for "13.0" */
    model_define *defines;
    size_t define_count;
    const char **macro_names;   /* `macros:`; NULL after an error */
    span *macro_at;
    size_t macro_count;
    model_compile compile;
    model_kernel *kernels;
    size_t kernel_count;
    model_buffer *buffers;
    size_t buffer_count;
    model_graph *graphs;        /* replayed graphs in the order of the spec, then setup if there is one */
    size_t graph_count;
    model_loop *loops;          /* (expand) in the order of graphs and steps */
    size_t loop_count;
    model_move *moves;          /* (expand) likewise */
    size_t move_count;
    model_capture **captures;   /* in the order of the spec */
    size_t capture_count;
    bool named_graphs;          /* `graphs:` instead of `steps:`: NAME_GRAPH_start … */
    const model_type **types;   /* structs of `types:`, in the order of the spec */
    size_t type_count;
    bool types_broken;          /* mistakes in them were reported: structs have no sizes */
    model_switch *switches;
    size_t switch_count;
    model_expr lanes_expr;      /* `lanes:`; not given: 1 */
    unsigned lanes;             /* (check) 1 to MODEL_MAX_LANES */
    model_expr in_flight_expr;  /* `in_flight:`; not given: 1 */
    unsigned in_flight;         /* (check) replays of a lane at once: 1 to MODEL_MAX_IN_FLIGHT */
    model_expr ranks_expr;      /* `ranks:`; not given: 1 */
    unsigned ranks;             /* (check) processes that run the program together: 1 to MODEL_MAX_RANKS */
    model_expr device_memory, pinned_memory;    /* `memory: {device:, pinned:}`; not given: no limit */
    bool reuse_off;             /* `memory: {reuse: off}` */
    bool reuse_tight;           /* `memory: {reuse: tight}` */
    bool pooled;                /* `memory: {pool: on}` */
    span pool_at, reuse_at;
    bool api_call;              /* `api: call` */
    span api_at;
    model_expr keep_expr;       /* `keep:`; not given: 1 */
    unsigned keep;              /* (check) calls of each graph and lane whose outputs are kept, 1 to MODEL_MAX_KEEP */
    struct model_mailbox *mailbox; /* spec/model_mailbox.h; NULL: not given */
    bool fuse_off;              /* `fuse: off` for all graphs … */
    model_fuse *fuses;          /* … or for some */
    size_t fuse_count;
    const char *hash;           /* of the spec without its form: 16 hexadecimal digits */
    model_tuned *measured;      /* NULL: no file was given */
    const model_given_block *given_blocks;
    size_t given_count;
    bool incomplete;            /* a section could not be read: names that seem undefined may stand there */
} model;

/* What expand made of a while; NULL for other steps. */
const model_loop *model_loop_of(const model *m, uint32_t graph, uint32_t step);
/* Whether the step is a copy that expand added because names were swapped. */
bool model_is_move(const model *m, uint32_t graph, uint32_t step);
/* Of the sources: 17 or 20. */
unsigned model_standard(const model *m);
/* Whether a kernel of the program is compiled from source, so that one more can be. */
bool model_has_source(const model *m);

extern const char *const model_collective_words[]; /* by model_collective, less 1; the last is followed by NULL */
extern const char *const model_reduction_words[]; /* by model_reduction; likewise */
extern const char *const model_role_words[]; /* by model_role; the last is followed by NULL */
const char *model_role_name(model_role role);
const char *model_access_name(model_access access);

/* Whether the spec leaves the block of some kernel open. */
bool model_is_tuned(const model *m);
/* Whether --name gives the program another name than its spec has. */
bool model_is_renamed(const model *m);

#endif
