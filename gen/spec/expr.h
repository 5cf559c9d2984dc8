/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Integer expressions of the spec: signed 64-bit, overflow-checked. Knows neither the tree nor the model: places are
 * offsets into the text that was parsed, names are looked up through a callback. */
#ifndef EXPR_H
#define EXPR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "spec/expr_scan.h"

#define EXPR_MAX_DEPTH 64u

typedef enum { EXPR_INTEGER, EXPR_NAME, EXPR_NEGATE, EXPR_BINARY, EXPR_CALL } expr_kind;

typedef struct expr expr;
struct expr {
    expr_kind kind;
    uint32_t begin, end;    /* in the text that was parsed */
    int64_t integer;        /* EXPR_INTEGER */
    const char *name;       /* EXPR_NAME and EXPR_CALL: NUL-terminated */
    char op[4];             /* EXPR_BINARY: + - * / % << >> */
    size_t count;
    expr **arguments;       /* operands or arguments */
};

/* One that no text was parsed for. */
expr *expr_integer(arena *a, int64_t value);

/* What was wrong and where, in a sentence without place; id is a diagnostic id. hint may be NULL. */
typedef struct {
    uint32_t begin, end;
    const char *id;
    const char *message;
    const char *hint;
} expr_error;

/* Parses one expression from the scanner and leaves what follows it; NULL and *error on a mistake. */
expr *expr_parse(arena *a, scanner *s, expr_error *error);

/* The value of a name or an expression: `first` now, [low, high] for every value that the settings in it may take. */
typedef struct {
    int64_t first, low, high;
    bool varies;            /* there is a setting in it, even one with a single value in its range */
    bool powers;            /* where it varies: each of its values is a power of two */
} expr_bounds;

/* Looks up a name, or a name as the argument of sizeof/len (`function` is then "sizeof" or "len", else NULL).
 * Returns false and fills error (id, message, hint) when it is not known. */
typedef bool (*expr_lookup)(void *context, const char *function, const char *name, expr_bounds *value,
                            expr_error *error);

/* + - * / % << >> and min max ceil_div align_up next_pow2 log2 sizeof len. False and *error on overflow, division by
 * zero or of negatives, an inexact log2, an unknown function or a wrong count of arguments. Where a setting is in it,
 * no value in the settings' ranges may lead to one of these, in any part of the expression; the bounds hold for all
 * of them and may be wider than what is reached. */
bool expr_evaluate(arena *a, const expr *e, expr_lookup lookup, void *context, expr_bounds *value, expr_error *error);

#endif
