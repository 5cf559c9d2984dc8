/* SPDX-License-Identifier: MIT */
/* What the files of `check` share: the scope of names, evaluation, literals, slices, and the checks of the table. */
#ifndef CHECK_PARTS_H
#define CHECK_PARTS_H

#include "check.h"

/* ---- names of the spec: one scope for defines, buffers and kernels ---- */

typedef enum { NAMED_DEFINE = 1, NAMED_BUFFER = 2, NAMED_KERNEL = 4 } named_kind;

typedef struct {
    const char *name;
    named_kind kind;
    uint32_t index;
    span at;
} named;

typedef struct scope scope;

scope *scope_new(arena *a, size_t expected);
const named *scope_find(const scope *s, const char *name);
/* NULL when added, else what has the name already. */
const named *scope_add(scope *s, const named *entry);

typedef struct {
    arena *a;
    diag *d;
    model *m;
    scope *names;
    size_t evaluated;       /* defines [0, evaluated) have values */
    size_t sized;           /* buffers [0, sized) have sizes */
    size_t hints_sought;
} checker;

/* "did you mean 'x'?" under the last message, where a name of these kinds is near enough. */
void check_hint_name(checker *c, const char *name, unsigned kinds);
/* The nearest name of these kinds, or NULL. Stops looking after many, so that a spec full of mistakes stays cheap. */
const char *check_nearest(checker *c, const char *name, unsigned kinds);
/* "a buffer", "a define", "a kernel". */
const char *check_kind_name(named_kind kind);
/* An error that a name is not known, with a hint; silent where it may stand in a section that could not be read. */
void check_undefined(checker *c, span at, const char *what, const char *name, unsigned kinds);

/* ---- values ---- */

/* False after an error, and silently when what it uses is broken. block is the value of the name `block`, or -1. */
bool check_evaluate(checker *c, model_expr *e, int64_t block);

/* The bytes of a literal or an integer as one element of a type, little-endian; false after an error. */
bool check_literal(checker *c, span at, const char *text, const model_type *type, unsigned char bytes[16]);
bool check_integer(checker *c, span at, int64_t value, const model_type *type, unsigned char bytes[16]);

/* The pattern of `data:`: loads a file into b->bytes. False after an error. */
bool check_load_data(checker *c, model_buffer *b);

/* Resolves a slice: buffer, first, last. False after an error, and silently when the buffer is broken. */
bool check_slice(checker *c, model_slice *slice);

/* x, y or z. */
char check_axis(size_t i);

/* ---- words that C, C++ and CUDA have taken ---- */

bool word_is_keyword(const char *name);         /* of C or C++, or reserved to the implementation */
bool word_is_library_function(const char *name);/* of the C library or CUDA's device library */
bool word_is_macro(const char *name);           /* of standard headers that emitted C includes */
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
bool byte_set_meets(const byte_set *s, uint64_t first, uint64_t last);

/* ---- what a step does with bytes ---- */

typedef struct {
    uint32_t buffer;
    uint64_t first, last;
    model_access access;
    span at;
} byte_use;

/* The pointer arguments of a launch, the one range of a fill, the two of a copy. */
byte_use *check_uses(arena *a, const model *m, const model_step *step, size_t *count);
bool check_reads(model_access access);
bool check_writes(model_access access);

/* "t[64:128]" in elements, for messages. */
const char *check_range_text(arena *a, const model_buffer *b, uint64_t first, uint64_t last);

/* ---- the checks ---- */

void check_program(checker *c);
void check_versions(checker *c);
void check_names(checker *c);
void check_emitted(checker *c);
void check_defines(checker *c);
void check_shapes(checker *c);
void check_contents(checker *c);
void check_kernels(checker *c);
void check_calls(checker *c);
void check_transfers(checker *c);
void check_launch_sizes(checker *c);
void check_roles(checker *c);
void check_aliases(checker *c);
void check_flow(checker *c);
void check_effects(checker *c);
void check_unused(checker *c);

#endif
