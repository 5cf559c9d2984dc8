/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The scanner of expressions and of the texts of steps, and what a token that fits nowhere was meant to be. */
#ifndef EXPR_SCAN_H
#define EXPR_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef enum {
    TOKEN_END, TOKEN_NAME, TOKEN_INTEGER, TOKEN_REAL, TOKEN_PUNCTUATION, TOKEN_BAD
} token_kind;

typedef struct {
    token_kind kind;
    uint32_t begin, end;    /* in the text */
    char punctuation[4];    /* "+", "<<", "->", "[" … */
    uint64_t integer;       /* TOKEN_INTEGER: 0, [1-9][0-9]*, 0x…, with KiB MiB GiB applied */
} token;

typedef struct {
    const char *text;
    uint32_t position, length;
    token next;             /* looked at, not yet taken */
} scanner;

void scanner_start(scanner *s, const char *text, size_t length);
token scanner_take(scanner *s);
/* Takes the next token if it is this punctuation. */
bool scanner_accept(scanner *s, const char *punctuation);

/* A hint for a token that fits nowhere, such as those of "2^8", "2**8", "x[0..4]", "block.x" and "1,5". NULL where
 * there is none. */
const char *expr_hint(arena *a, const char *text, size_t length, const token *t);

#endif
