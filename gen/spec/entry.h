/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What `entry:` may say: "fir", "imaging::conv", "imaging::conv<float, 4>". */
#ifndef ENTRY_H
#define ENTRY_H

#include <stdbool.h>

#include "base/arena.h"

/* The one way to write it, or NULL where it is no name of a kernel in C++: without a "::" in front, with a blank behind
 * each comma and between two words, and no other. */
const char *entry_normal(arena *a, const char *text);

/* Of normal text: */

/* The names before its arguments, from outside to inside. */
const char *const *entry_parts(arena *a, const char *entry, size_t *count);
/* The last of them. */
const char *entry_last(arena *a, const char *entry);
/* Up to its arguments: "imaging::conv". */
const char *entry_without_arguments(arena *a, const char *entry);
bool entry_has_arguments(const char *entry);

#endif
