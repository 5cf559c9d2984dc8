/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Interned names, the nearest of a list of names for a hint, and UTF-8. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct names names;

names *names_new(arena *a);

/* The one copy of these bytes: equal names are equal pointers. */
const char *names_intern(names *n, const char *bytes, size_t length);

/* The text as one word of a shell; what is plain stays as it is. */
const char *text_shell_word(arena *a, const char *text);

/* In byte order, whatever the locale. */
void text_sort(const char **texts, size_t count);

bool text_is_identifier(const char *text);

bool text_begins(const char *text, const char *start);
bool text_ends(const char *text, const char *end);

/* The candidate closest to `wanted` by edit distance, or NULL where none is close enough to be a certain hint. */
const char *text_nearest(const char *wanted, const char *const *candidates, size_t count);

/* Bytes of the code point that starts here; 1, with *valid false, where the bytes are not UTF-8. */
size_t text_code_point(const char *bytes, size_t length, uint32_t *code_point, bool *valid);

typedef enum { TEXT_CAN_BE_SEEN, TEXT_LOOKS_LIKE_BLANK, TEXT_LOOKS_LIKE_NOTHING, TEXT_TURNS_OTHERS } text_look;

/* What a reader sees of the code point; Unicode's name of it where that is not the code point itself. */
text_look text_look_of(uint32_t code_point, const char **name);

/* False for controls, which could drive a terminal, and for line separators and what cannot be seen, which could make
 * a line look other than it is. */
bool text_is_printable(uint32_t code_point);

/* Code points of these bytes; each byte that is not UTF-8 counts as one. */
size_t text_code_points(const char *bytes, size_t length);

#endif
