/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How the proof of fused launches reads PTX: statements of bodies as tokens, and what names mean in them. It is a
 * reader of its own: a mistake of the one that the fuser uses is not made here as well. */
#ifndef VERIFY_FUSED_TEXT_H
#define VERIFY_FUSED_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/arena.h"

#define TEXT_NONE UINT32_MAX

/* ---- verify_fused_read.c ---- */

typedef struct {
    const char *at;
    uint32_t length, line;
} text_token;

typedef enum { TEXT_OPEN, TEXT_CLOSE, TEXT_LABEL, TEXT_DIRECTIVE, TEXT_INSTRUCTION } text_kind;

typedef struct {
    text_kind kind;
    bool negated;
    uint32_t guard;       /* token of the predicate, or TEXT_NONE */
    uint32_t opcode;      /* token; of a label, its name */
    uint32_t first, last; /* tokens of its operands: [first, last) */
} text_statement;

typedef enum {
    NAME_LOCAL,    /* registers, local memory, what calls are given */
    NAME_LABEL,
    NAME_PARAM,    /* of the function */
    NAME_SHARED,   /* of the function or its module */
    NAME_VARIABLE, /* .global and .const of the module */
    NAME_FUNCTION
} text_meaning;

typedef struct {
    const char *at;
    uint32_t length;
    text_meaning meaning;
    uint32_t index; /* a label: its statement; a parameter: which one; a variable or a function: of its list */
} text_name;

typedef struct {
    text_name *items; /* sorted by name */
    size_t count, room;
} text_names;

/* A variable of a module, or a shared one of a function. */
typedef struct {
    text_token name;
    bool shared, constant, external;
    uint32_t first, last; /* tokens of its declaration, from the state space on, without the semicolon */
    uint32_t align;
    uint64_t size;        /* bytes; 0: `x[]` */
} text_variable;

typedef struct {
    text_token name;
    bool entry, external;
    uint32_t head_first, head_last; /* tokens between the name and the body: parameters and directives */
    uint32_t returns_first, returns_last; /* of a function: what it gives back */
    text_token *params;
    uint32_t *param_sizes;
    size_t param_count, param_room;
    uint32_t body, body_end; /* tokens inside the braces; equal: a declaration */
    text_statement *statements;
    size_t statement_count;
    text_names names;
    text_variable *shared;
    size_t shared_count, shared_room;
    const text_name **meanings; /* of each token of the body, once they are asked for */
    bool allowed;               /* nothing in it is forbidden: this has been looked at */
} text_function;

typedef struct {
    arena *memory;
    text_token *tokens;
    size_t token_count;
    text_function *functions;
    size_t function_count, function_room;
    text_variable *variables;
    size_t variable_count, variable_room;
    text_names names;
    const char *problem; /* why it cannot be read, or NULL */
    uint32_t problem_line;
} text_module;

text_module *text_read(arena *a, const char *text);
/* Statements and names of a body, when they are first asked for. */
void text_read_body(text_module *m, text_function *f);
text_function *text_find_function(text_module *m, const char *name);

static inline bool text_begins(const text_module *m, uint32_t tok, const char *word)
{
    const text_token *t = &m->tokens[tok];
    size_t length = strlen(word);

    return t->length >= length && t->at[0] == word[0] && memcmp(t->at, word, length) == 0;
}

static inline bool text_is(const text_module *m, uint32_t tok, const char *word)
{
    return m->tokens[tok].length == strlen(word) && text_begins(m, tok, word);
}

static inline bool text_same(const text_token *left, const text_token *right)
{
    return left->length == right->length && memcmp(left->at, right->at, left->length) == 0;
}

/* Whether it begins as the fuser's own names do. */
bool text_is_own(const text_token *t);

/* Whether an opcode is this word, with whatever suffixes, and whether it has one of them: ".nc". */
static inline bool text_opcode_is(const text_module *m, const text_statement *s, const char *word)
{
    const text_token *t = &m->tokens[s->opcode];
    size_t length = strlen(word);

    return s->kind == TEXT_INSTRUCTION && text_begins(m, s->opcode, word) &&
           (t->length == length || t->at[length] == '.');
}

bool text_has_suffix(const text_module *m, const text_statement *s, const char *suffix);
/* The operand with this number, as tokens. */
bool text_operand(const text_module *m, const text_statement *s, unsigned number, uint32_t *first, uint32_t *last);
unsigned text_operand_count(const text_module *m, const text_statement *s);
bool text_number(const text_token *t, int64_t *value);
uint32_t text_line(const text_module *m, const text_statement *s);

/* What a name means in a function of a module; NULL: nothing that is declared. A register with a number is found by
 * what declares it: `%r<10>`. */
const text_name *text_meaning_of(const text_module *m, const text_function *f, const text_token *t);
/* Likewise, for a token of the function's own body. */
const text_name *text_meaning_at(text_module *m, text_function *f, uint32_t token);
const text_variable *text_shared_of(const text_module *m, const text_function *f, const text_name *n);

/* Whether the statement is a barrier of the block, ends the thread, or needs the others of its warp. */
bool text_is_barrier(const text_module *m, const text_statement *s);
bool text_is_leave(const text_module *m, const text_statement *s);
bool text_is_warp(const text_module *m, const text_statement *s);

#endif
