/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of `check` share: the scope of names, evaluation, literals, slices, and the checks of the table. */
#ifndef CHECK_PARTS_H
#define CHECK_PARTS_H

#include "check/check.h"

/* Limits; each has its own message when it is exceeded. */
#define CHECK_MAX_STRUCT_BYTES 4096u       /* of one struct */
#define CHECK_MAX_LITERAL_BYTES (32u << 20) /* of all elements that literals give, without `values:` */

/* ---- names of the spec: one scope for defines, structs, buffers and kernels, others for steps and switches ---- */

typedef enum {
    NAMED_DEFINE = 1,
    NAMED_BUFFER = 2,
    NAMED_KERNEL = 4,
    NAMED_TYPE = 8,
    NAMED_STEP = 16,
    NAMED_SWITCH = 32,
    NAMED_CAPTURE = 64
} named_kind;

typedef struct {
    const char *name;
    named_kind kind;
    uint32_t index;
    span at;
    bool contested;         /* a clash of this name was reported, so its meaning is uncertain */
} named;

typedef struct scope scope;

/* Grows beyond what is expected. */
scope *scope_new(arena *a, size_t expected);
const named *scope_find(const scope *s, const char *name);
/* NULL when added, else what has the name already. */
const named *scope_add(scope *s, const named *entry);

/* Bytes of a buffer that a step touches. */
typedef struct {
    uint32_t buffer;
    uint64_t first, last;
    model_access access;
    span at;
    bool hidden;            /* through `reads:` or `writes:` */
} byte_use;

struct checker {
    arena *a;
    diag *d;
    model *m;
    uint64_t passed;        /* bits of the checks that found nothing */
    bool expanded;          /* expand found nothing */
    scope *names;
    scope *switches;
    scope *undefined;       /* names that were reported, or NULL: once each */
    size_t undefined_count;
    size_t evaluated;       /* defines [0, evaluated) have values */
    size_t sized;           /* buffers [0, sized) have sizes */
    size_t hints_sought;
    byte_use *uses;         /* of the step that was looked at last */
    size_t use_capacity;
    size_t literal_bytes;   /* that elements take so far */
    bool silent;            /* the running check met something that was reported before, so it has not passed */
    bool misplaced;         /* a number stood where a buffer should, or the other way round */
    const model_type **mismatched; /* of the launch, for each parameter: the type found in its place, or NULL */
};

/* "did you mean 'x'?" under the last message, where a name of these kinds is near enough. */
void check_hint_name(checker *c, const char *name, unsigned kinds);
/* The nearest name of these kinds, or NULL. Stops looking after many, so that a spec full of mistakes stays cheap. */
const char *check_nearest(checker *c, const char *name, unsigned kinds);
/* "a buffer", "a define", "a kernel". */
const char *check_kind_name(named_kind kind);
/* An error that a name is not known, with a hint; silent where it may stand in a section that could not be read. */
void check_undefined(checker *c, span at, const char *what, const char *name, unsigned kinds);

/* The nearest of these names, within the same budget. */
const char *check_nearest_of(checker *c, const char *name, const char *const *list, size_t count);

/* ---- values ---- */

/* Reports, once for each define, that it is a float where an integer is needed. */
void check_misused_float(checker *c, span at, model_define *define);
/* The define of that name, or that an expression consists of; NULL where it is something else. */
model_define *check_define_named(checker *c, const char *name);
model_define *check_define_alone(checker *c, const model_expr *e);
/* Under an error that the value of a define (or NULL) does not fit: a note, and no second error of it. Returns
 * false. */
bool check_misused_define(checker *c, model_define *define);

/* False after an error, and silently when what it uses is broken. */
bool check_evaluate(checker *c, model_expr *e);
/* The same for `grid:` and `shared:`, which may use settings; block is the value of the name `block`, or -1. */
bool check_evaluate_launch(checker *c, model_expr *e, int64_t block);

/* The bytes of a literal or an integer as one scalar of a type, little-endian; false after an error. */
bool check_literal(checker *c, span at, const char *text, const model_type *type, unsigned char *bytes);
/* The same of a literal that is no list, where the name of a define stands for its value. */
bool check_scalar(checker *c, const model_literal *literal, const model_type *type, unsigned char *bytes);
bool check_integer(checker *c, span at, int64_t value, const model_type *type, unsigned char *bytes);

/* One element of any type: NULL after an error. An element that is all zeros is shared. */
const unsigned char *check_element(checker *c, const model_literal *literal, const model_type *type);
const unsigned char *check_zeros(void);

/* The scalars that make up an element, in order: lanes of vectors, fields of structs. */
typedef struct {
    uint32_t offset;
    const model_type *type; /* scalar */
} type_leaf;

type_leaf *check_leaves(arena *a, const model_type *type, size_t *count);

/* The pattern of `data:`: loads a file into b->bytes. False after an error. */
bool check_load_data(checker *c, model_buffer *b);

/* The two bounds of a setting's `range:`, and that its first value lies between them. False after an error. */
bool check_setting_range(checker *c, model_buffer *b);
/* -1, 0 or 1: two values of one scalar type; NaNs are not for this. */
int check_compare(const model_type *type, const unsigned char *left, const unsigned char *right);
bool check_is_float(scalar base);
bool check_is_signed(scalar base);

/* That the argument of a parameter is of this other type; reported with all of the launch. */
void check_note_mismatch(checker *c, const model_kernel *k, size_t param, const model_type *found);
void check_report_mismatches(checker *c, model_kernel *k, const model_step *step);

/* Resolves a slice: buffer, type, first, last. False after an error, and silently when the buffer is broken. */
bool check_slice(checker *c, model_slice *slice);
/* One more argument of a step whose arguments have room for it: a pointer to the slice, which was checked. */
void check_add_pointer(model_step *step, const model_slice *slice, const char *name, model_access access);
/* A step collective, which becomes a copy where there is one rank. False after an error. */
bool check_collective(checker *c, const model_graph *g, model_step *step);
/* With one rank, a scratch buffer that a collective takes and nothing needs after it is the buffer that it gives: the
 * steps before it use that one instead, and nothing is copied. For steps that passed all checks. */
void check_join_collectives(checker *c);
/* The place of the buffer's name in the slice. */
span check_name_place(const model_slice *slice);
/* False, with an error: a name of another kind stands where a buffer is wanted. */
bool check_fail_kind(checker *c, span at, const char *expected, const named *found);
/* That a pointer to the slice is aligned as its type needs. False after an error. */
bool check_alignment(checker *c, const model_slice *slice, const model_param *p);

/* What is said of a buffer in external memory; it crosses in no direction. False after an error. */
bool check_external(checker *c, model_buffer *b);

/* ---- sizes of launches ---- */

/* Of a block: missing dimensions are 1. False after an error. */
bool check_block_size(checker *c, model_expr *block, size_t count, span at, uint32_t size[3]);
/* Dynamic shared memory, in which `block` is the threads of a block. False after an error. */
bool check_shared_size(checker *c, model_expr *e, uint64_t threads, uint32_t *bytes);
uint64_t check_threads(const uint32_t block[3]);
/* All sizes of one launch. */
void check_launch(checker *c, model_step *step);
/* Evaluates the blocks that a kernel with `tune:` may have, and gives it one of them for now. False after an error. */
bool check_candidates(checker *c, model_kernel *k);
/* Tries each of them in each launch of its kernel, and gives the kernel its block. */
void check_tuned_blocks(checker *c);

/* A kernel's cluster, cooperative launch and priority. False after an error. */
bool check_attributes(checker *c, model_kernel *k);
bool check_grid_name(checker *c, const model_step *step);
/* Of a launch with a resident grid: the most blocks, and that nothing changes how many fit. False after an error. */
bool check_resident_grid(checker *c, model_step *step);
/* Whether an argument is the word `grid`, which nothing of the spec has as its name. */
bool check_is_grid_word(const checker *c, const model_argument *argument);
bool check_grid_argument(checker *c, const model_step *step, const model_param *p, model_argument *argument);
/* Of a launch whose grid the device sets: that its numbers are known, and gives them to the launch that sets it. */
void check_sized_grid(checker *c, const model_graph *g, size_t index);
/* That a launch's grid, which has no other mistake, consists of whole clusters. */
void check_cluster_grid(checker *c, const model_step *step);

/* x, y or z. */
char check_axis(size_t i);

/* ---- words that C, C++ and CUDA have taken ---- */

bool word_is_keyword(const char *name);         /* of C or C++, or reserved to the implementation */
bool word_is_library_function(const char *name);
/* Functions of the C library begin with this name and _, as would those that a program of this name emits. */
bool word_is_family(const char *name);/* of the C library or CUDA's device library */
bool word_is_macro(const char *name);           /* of standard headers that emitted C includes */
bool word_is_header_macro(const char *name);    /* … or that an application may include in front of it */
bool word_is_cuda(const char *name);            /* a type, variable or prefix of CUDA or of the runtime */
bool word_is_generated(const char *name);       /* a variable, function or type of emitted C */
bool word_is_header(const char *name);          /* a header without its .h that an emitted one would hide */

/* ---- sets of bytes ---- */

typedef struct {
    uint64_t first, last;   /* [first, last) */
} byte_range;

typedef struct {
    byte_range *items;      /* ascending, disjoint, not touching */
    size_t count, capacity;
} byte_set;

void byte_set_add(arena *a, byte_set *s, uint64_t first, uint64_t last);
void byte_set_remove(arena *a, byte_set *s, uint64_t first, uint64_t last);
/* True and the first part of [first, last) that is not in the set. */
bool byte_set_gap(const byte_set *s, uint64_t first, uint64_t last, byte_range *gap);
/* The next part of *range that the set holds; *range is what follows it. False when there is none. */
bool byte_set_part(const byte_set *s, byte_range *range, byte_range *part);
bool byte_set_meets(const byte_set *s, uint64_t first, uint64_t last);

/* ---- steps ---- */

/* Messages from now on are about this step. */
void check_enter(checker *c, const model_step *step);
/* What messages call a step: its name, or the text; of a copy, with its pass. */
const char *check_title(checker *c, const model_step *step, const char *text);
/* Whether a step is a while, if or switch, which itself touches only its condition. */
bool check_is_control(const model_step *step);

/* ---- what a step does with bytes ---- */

/* The pointer arguments of a launch with `reads:` and `writes:`, those of a capture, the one range of a fill, the two
 * of a copy. They stay until the next call. */
byte_use *check_uses(checker *c, const model_step *step, size_t *count);
bool check_reads(model_access access);
/* Whether the settings in a launch's grid, or the device, may make it 0, so that it does not run. */
bool check_may_be_empty(const model_step *step);
bool check_writes(model_access access);

/* The argument that has the name of this parameter of a launch, while this one's has the name of that: an index, or the
 * number of parameters where none has. */
size_t check_find_crossed(const checker *c, const model_step *step, size_t param);

/* "t[64:128]" in elements, for messages. */
const char *check_range_text(arena *a, const model_buffer *b, uint64_t first, uint64_t last);

/* ---- the checks of the spec ---- */

void check_program(checker *c);
void check_versions(checker *c);
void check_names(checker *c);
void check_defines(checker *c);
void check_types(checker *c);
void check_shapes(checker *c);
void check_orders(checker *c);
void check_traffic(checker *c);
void check_keys(checker *c);
void check_contents(checker *c);
void check_options(checker *c);
void check_compile(checker *c);
void check_kernels(checker *c);

/* ---- the checks of the steps ---- */

void check_emitted(checker *c);
void check_calls(checker *c);
void check_transfers(checker *c);
void check_captures(checker *c);
void check_launch_sizes(checker *c);
void check_bodies(checker *c);
void check_sized(checker *c);
void check_roles(checker *c);
void check_aliases(checker *c);
void check_external_steps(checker *c);
void check_flags(checker *c);
void check_flow(checker *c);
void check_effects(checker *c);
void check_lanes(checker *c);
void check_swapped(checker *c);
void check_unused(checker *c);
void check_widths(checker *c);
void check_mailbox(checker *c);

#endif
