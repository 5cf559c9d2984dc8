/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The hash of a spec as far as it says something: neither comments nor blanks, quotes and line breaks change it. */
#ifndef SPEC_HASH_H
#define SPEC_HASH_H

#include "base/arena.h"
#include "spec/tree.h"

#define SPEC_HASH_DIGITS 16

/* The tree, and the values that the command line gives to defines, as hexadecimal digits. */
const char *spec_hash(arena *a, const tree *root, const char *const *defines, size_t define_count);

#endif
