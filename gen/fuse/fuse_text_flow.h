/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The ways through a kernel. */
#ifndef FUSE_TEXT_FLOW_H
#define FUSE_TEXT_FLOW_H

#include "fuse/fuse_text_parts.h"

#define FUSE_NOWHERE SIZE_MAX

typedef struct {
    size_t first, last; /* statements [first, last) */
    size_t *next;       /* blocks; fuse_blocks.count is the end of the kernel */
    size_t next_count, next_capacity;
    bool barrier;
} fuse_block;

typedef struct {
    arena *memory;
    fuse_block *blocks;
    size_t count;
    size_t *block_of; /* of each statement */
    size_t *stack;    /* for walks */
    size_t *joins;    /* of each block: where all ways from it to the end meet first, or FUSE_NOWHERE */
} fuse_blocks;

/* NULL where a branch goes to no label that is known. */
fuse_blocks *fuse_find_blocks(arena *a, const fuse_source *s, const fuse_function *f);
/* Marks the blocks that can be reached behind `from` without passing `stop`, and, if so asked, without going on behind
 * a barrier. */
void fuse_mark_reached(const fuse_blocks *b, size_t from, size_t stop, bool barriers_stop, bool *reached);

/* ---- fuse_text_copying.c ---- */

/* Why copies of the kernel may be under way when it has ended; NULL: they are not. */
const char *fuse_leaves_copies(arena *a, const fuse_source *s, const fuse_function *f);

#endif
