/* SPDX-License-Identifier: MIT */
/* What a compiler read, as it lists it for make. */
#ifndef DEPFILE_H
#define DEPFILE_H

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

#endif
