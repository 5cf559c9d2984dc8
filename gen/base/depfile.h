/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Dependency files: what a compiler read, as it lists it for make; and how paths are spelled for make and ninja. */
#ifndef DEPFILE_H
#define DEPFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

typedef struct {
    const char *text;
    size_t length, at;
    arena *memory;
    char *name; /* room for the longest */
} depfile;

/* "unit.o: unit.cu \": what stands before the colon is the output. */
depfile depfile_begin(arena *a, const char *text, size_t length);
/* The next file, as it is called; NULL: no more. */
const char *depfile_next(depfile *f);

/* Who reads a path as it is meant, however it is spelled; bits. */
enum { DEPFILE_MAKE = 1, DEPFILE_NINJA = 2 };
/* `*odd` becomes the character that keeps one of them from it, or '\0' where both read it. */
unsigned depfile_readers(const char *path, bool is_target, char *odd);

/* The path for whoever reads it. */
const char *depfile_spell(arena *a, const char *path);

/* True where "path:" is a rule that makes a missing file harmless, not something else to make. */
bool depfile_can_be_rule(const char *path);

#endif
