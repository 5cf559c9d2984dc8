/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How names, values and prose are spelled in C and in comments. Knows types and buffers of the model, no plan. */
#ifndef EMIT_TEXT_H
#define EMIT_TEXT_H

#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "spec/model.h"

#define EMIT_COLUMNS 120

/* ---- emit_text.c: how things are spelled ---- */

char *emit_upper(arena *a, const char *name);
/* As a struct member: the name, with an underscore where it is the type of a member. */
const char *emit_member(arena *a, const char *name);
/* Text that can stand in a comment. */
const char *emit_prose(arena *a, const char *text);
/* A string literal with its quotes, at most about 200 characters of text. */
char *emit_string(arena *a, const char *text);
/* The text with its words wrapped at EMIT_COLUMNS: `first` before the first line, `rest` before the others. */
void emit_wrapped(FILE *file, const char *first, const char *rest, const char *text);
/* "[2][64]", "[1]" for a setting */
char *emit_shape(arena *a, const model_buffer *b);

/* A list of names, "a, b, c", that grows. */
typedef struct {
    arena *memory;
    char *text; /* NULL: none yet */
    size_t length, capacity;
} emit_names;

void emit_names_add(emit_names *list, const char *name);

/* ---- emit_value.c: numbers ---- */

uint64_t emit_bits(const unsigned char *bytes, uint32_t size);
/* Of an integer or bool type. */
int64_t emit_signed_bits(const unsigned char *bytes, uint32_t size);
/* An integer constant expression of C, in parentheses where it is negative. */
char *emit_integer(arena *a, int64_t value);
/* The shortest decimal that reads back as the same double: "0.1", "1e+300"; "nan", "inf", "-inf". */
char *emit_real(arena *a, double value);
/* The C constant of a scalar; NULL for a float or double that is nan or infinite. */
char *emit_constant(arena *a, const model_type *type, const unsigned char *bytes);
/* What a person would write for it: "0.5" where the constant is 0x3800u, "[1.0, 2.0]" for a vector or struct, of which
 * the first 24 scalars stand there. */
char *emit_reading(arena *a, const model_type *type, const unsigned char *bytes);
/* Statements that give an lvalue of this type its value, each line after `indent`. */
void emit_assign(FILE *file, arena *a, const char *indent, const char *lvalue, const model_type *type,
                 const unsigned char *bytes);
/* The elements of an unsigned char array, 16 a line. */
void emit_byte_lines(FILE *file, const unsigned char *bytes, size_t size);
/* The elements of a uint64_t array with the same bytes in little-endian order, and zeros up to a whole word. */
void emit_word_lines(FILE *file, const unsigned char *bytes, size_t size);
/* Whether that many bytes are written as words: a compiler takes ten times the time and six times the memory for them
 * one by one. What is smaller can be read in the order of the bytes. */
bool emit_in_words(uint64_t size);

#endif
