/* SPDX-License-Identifier: MIT */
/* Interned names, and the nearest of a list of names for a hint. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "arena.h"

typedef struct names names;

names *names_new(arena *a);

/* The one copy of these bytes: equal names are equal pointers. */
const char *names_intern(names *n, const char *bytes, size_t length);

bool text_is_identifier(const char *text);

/* The candidate closest to `wanted` by edit distance, or NULL where none is close enough to be a certain hint. */
const char *text_nearest(const char *wanted, const char *const *candidates, size_t count);

#endif
