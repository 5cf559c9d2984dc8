/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The bytes of a YAML source: what is refused before they are parsed, and where the parser's characters lie in them.
 * Part of the module tree. */
#ifndef TREE_SOURCE_H
#define TREE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

#define TREE_MAX_BYTES (16u << 20) /* of a spec */

typedef struct {
    uint32_t number;       /* of the source */
    const char *bytes;     /* all of it */
    size_t length;
    size_t start;          /* 3 where a byte order mark stands before the text, else 0 */
    size_t non_ascii;      /* of the code points after start; 0: offsets need no table */
    uint32_t *checkpoints; /* offset of every TREE_SOURCE_STEP-th code point */
} tree_source;

#define TREE_SOURCE_STEP 64u

/* False after an error: a source that is too large, is not UTF-8, or holds bytes that YAML forbids or that mislead. */
bool tree_source_open(tree_source *s, arena *a, diag *d, uint32_t source);

/* Offset of the code point that `index` others precede, a byte order mark not counted. */
uint32_t tree_source_offset(const tree_source *s, size_t index);

/* The byte at an offset, or NUL at the end. */
char tree_source_byte(const tree_source *s, size_t offset);

/* Whether only blanks stand before this offset on its line. */
bool tree_source_starts_line(const tree_source *s, size_t offset);

/* Whether at most one line ends between both offsets. */
bool tree_source_near(const tree_source *s, size_t a, size_t b);

#endif
