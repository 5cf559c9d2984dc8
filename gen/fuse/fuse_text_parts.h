/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of `fuse_text` share: a module of PTX as it is read, and a part as it is written. */
#ifndef FUSE_TEXT_PARTS_H
#define FUSE_TEXT_PARTS_H

#include <stdio.h>

#include "fuse/fuse_text.h"
#include "image/ptx_parts.h"

/* ---- fuse_text_read.c: a module ---- */

typedef enum { FUSE_OPEN, FUSE_CLOSE, FUSE_LABEL, FUSE_DIRECTIVE, FUSE_INSTRUCTION } fuse_statement_kind;

/* One of a body. */
typedef struct {
    fuse_statement_kind kind;
    bool negated;
    bool dropped;         /* it gives a call of cudaGraphSetConditional its parameters */
    size_t guard;         /* token of the predicate, or 0 */
    size_t opcode;        /* token: of a label, its name */
    size_t first, last;   /* its operands: tokens [first, last) */
    size_t handle, value; /* of a call of cudaGraphSetConditional, statements that give it these; else 0 */
} fuse_statement;

typedef enum {
    FUSE_NO_NAME,
    FUSE_LABEL_NAME,
    FUSE_PARAM_NAME,
    FUSE_SHARED_NAME,   /* of the function's own */
    FUSE_LOCAL_NAME,    /* registers, local variables and what calls are given */
    FUSE_VARIABLE_NAME, /* of the module */
    FUSE_FUNCTION_NAME
} fuse_name_kind;

typedef struct {
    const char *text;
    uint32_t length;
    fuse_name_kind kind;
    uint32_t index;
} fuse_name;

typedef struct {
    fuse_name *slots;
    size_t slot_count, used;
} fuse_names;

typedef enum { FUSE_CONST, FUSE_GLOBAL, FUSE_STATIC_SHARED, FUSE_DYNAMIC_SHARED } fuse_space;

/* A variable of a module, or a shared one of a function. */
typedef struct {
    fuse_space space;
    const char *name;
    uint32_t size, align;
    size_t first, last; /* tokens of its statement, without the semicolon */
    bool external, written;
} fuse_variable;

typedef struct {
    const char *name;
    bool entry;
    size_t item, head, end; /* tokens: from `.func` or `.entry` on, its directives, and behind it */
    size_t body, body_end;  /* tokens between the braces; both 0: a declaration */
    ptx_variable *params;   /* of an entry */
    size_t param_count;
    fuse_variable *shared;
    size_t shared_count, shared_capacity;
    fuse_statement *statements;
    size_t statement_count;
    fuse_names names;         /* of its own */
    bool *uses;               /* variables of the module that its body names */
    struct fuse_trace *trace; /* NULL: not asked for yet */
} fuse_function;

typedef struct fuse_source {
    ptx_reader r;
    ptx_error error;
    ptx_module module;
    bool reserved; /* it has names that begin as the fuser's own do */
    bool debug;    /* made for a debugger */
    fuse_variable *variables;
    size_t variable_count, variable_capacity;
    fuse_function *functions;
    size_t function_count, function_capacity;
    fuse_names names;
} fuse_source;

/* Reads a text only once. NULL where it cannot be read. */
const fuse_source *fuse_read(arena *a, fuse_module *m);
fuse_function *fuse_find_entry(const fuse_source *s, const char *name);

/* The statement's operand with this number, as tokens; false where there are fewer. */
bool fuse_operand(const fuse_source *s, const fuse_statement *t, size_t number, size_t *first, size_t *last);
size_t fuse_operand_count(const fuse_source *s, const fuse_statement *t);
/* The value of an operand that is a number. */
bool fuse_number(const fuse_source *s, size_t first, size_t last, int64_t *value);
/* Whether the opcode has this suffix: ".nc". */
bool fuse_has_suffix(const fuse_source *s, size_t opcode, const char *suffix);
/* Whether the opcode is this word, with whatever suffixes. */
bool fuse_is(const fuse_source *s, const fuse_statement *t, const char *word);

/* ---- what kinds of instruction matter here ---- */

/* A barrier of a block: `bar` and `barrier`, but not those of warps and clusters. */
bool fuse_is_barrier(const fuse_source *s, const fuse_statement *t);
/* The operand with the barrier's number, and the one with its count or 0. */
size_t fuse_barrier_operand(const fuse_source *s, const fuse_statement *t, size_t *count);
bool fuse_is_warp_operation(const fuse_source *s, const fuse_statement *t);
bool fuse_is_leave(const fuse_source *s, const fuse_statement *t);

/* ---- fuse_text_names.c ---- */

void fuse_add_name(arena *a, fuse_names *n, const char *text, size_t length, fuse_name_kind kind, size_t index);
/* NULL: it is not there. */
const fuse_name *fuse_look_up(const fuse_names *n, const char *text, size_t length);
/* What a token of the function's body means; NULL: nothing that was declared outside of its scopes. */
const fuse_name *fuse_name_of(const fuse_source *s, const fuse_function *f, size_t token);

/* ---- fuse_text_flow.c: who leaves before a barrier ---- */

/* Why threads may be missing at a barrier or a warp operation of the kernel; NULL: they are not. */
const char *fuse_leaves_early(arena *a, const fuse_source *s, const fuse_function *f, const fuse_item *item);
/* ---- fuse_text_trace.c: registers, and what their values come from ---- */

/* The parameters that a value may come from, as bits; bit 63: something else as well. */
#define FUSE_MOST_TRACED 63u
#define FUSE_ELSEWHERE ((uint64_t)1 << FUSE_MOST_TRACED)

typedef struct fuse_trace {
    fuse_names registers;
    size_t count;
    uint64_t *origins; /* of each register */
} fuse_trace;

const fuse_trace *fuse_trace_of(const fuse_source *s, const fuse_function *f);
/* The register that a token names, or FUSE_NO_REGISTER. */
#define FUSE_NO_REGISTER SIZE_MAX
size_t fuse_register(const fuse_source *s, const fuse_function *f, const fuse_trace *t, size_t token);
/* Of all that tokens [first, last) name. */
uint64_t fuse_origin(const fuse_source *s, const fuse_function *f, size_t first, size_t last);
/* Whether the instruction's first operand is what it writes. */
bool fuse_has_result(const fuse_source *s, const fuse_statement *t);

/* ---- fuse_text_shape.c: how the blocks of a part lie in the threads of a launch ---- */

typedef struct {
    uint32_t threads; /* of a block of the part */
    uint32_t blocks;
    uint32_t width; /* threads of a slice: whole warps where there are several */
    uint32_t slices;
    uint32_t passes;      /* blocks that a slice does, one after the other, at most */
    bool whole;           /* one slice with every thread of the launch, and each of them is one of the part */
    bool barriers, warps; /* it has such instructions */
    bool shares;          /* it has shared memory */
    uint32_t numbers[15]; /* numbers of barriers, as the kernel has them */
    uint32_t number_count;
    uint32_t shared_bytes; /* of one slice: a multiple of shared_align */
    uint32_t shared_align;
    uint32_t dynamic_at; /* where the dynamic part of it begins */
} fuse_shape;

/* Sets everything; false where it cannot be, with the reason. */
bool fuse_find_shape(arena *a, const fuse_source *s, const fuse_function *f, const fuse_item *item, uint32_t threads,
                     fuse_shape *shape, const char **why);
/* Where a shared variable lies in a slice's memory. */
uint32_t fuse_shared_offset(const fuse_source *s, const fuse_function *f, const fuse_shape *shape, const fuse_name *n);
/* The shared variable that the name means, or NULL. */
const fuse_variable *fuse_shared_variable(const fuse_source *s, const fuse_function *f, const fuse_name *n);

/* ---- fuse_text_refuse.c ---- */

/* As fuse_refusal. */
const char *fuse_refuse(arena *a, const fuse_source *s, const fuse_item *what, uint32_t threads);

/* ---- fuse_text_copies.c: functions and variables that parts use ---- */

typedef struct {
    arena *memory;
    const fuse_source *const *sources;
    bool **variables, **functions; /* by source: those that are needed */
} fuse_copies;

fuse_copies *fuse_copies_new(arena *a, const fuse_source *const *sources, size_t count);
/* Adds what the function uses, without itself. */
void fuse_copies_need(fuse_copies *c, size_t source, const fuse_function *f);
/* Writes all of it. Fails, with the reason, where constants need more than there is room for. */
bool fuse_copies_write(FILE *out, const fuse_copies *c, size_t count, const char **why);
/* What a function or variable of a module is called in the text. */
void fuse_write_symbol(FILE *out, const fuse_source *s, size_t source, const fuse_name *n);

/* ---- fuse_text_part.c ---- */

typedef struct {
    arena *memory;
    FILE *out;
    const fuse_launch *launch;
    const fuse_source *source;
    size_t module;
    const fuse_function *f;
    const fuse_item *item;
    fuse_shape shape;
    size_t number;      /* of the part */
    uint32_t barrier;   /* the first number of its barriers, where it isn't whole */
    const char *shared; /* name of the shared memory */
    bool plain;         /* reads without coherence become plain ones */
} fuse_part;

void fuse_write_part(const fuse_part *p);
/* A token, with a blank before it where one stands in the text. */
void fuse_write_gap(FILE *out, const fuse_source *s, size_t token);

#endif
