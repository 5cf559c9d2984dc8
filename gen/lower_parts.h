/* SPDX-License-Identifier: MIT */
/* What the files of stage lower share. */
#ifndef LOWER_PARTS_H
#define LOWER_PARTS_H

#include "arena.h"
#include "model.h"
#include "plan.h"

/* ---- names of nodes ---- */

typedef struct lower_names lower_names;

lower_names *lower_names_new(arena *a);

/* Keeps a name that the spec gives for the step that has it. */
void lower_names_reserve(lower_names *n, const char *name);

/* `base` itself the first time and base_2, base_3 … after that, skipping what is taken. `own`: the name is one that
 * the spec gives. */
const char *lower_names_take(lower_names *n, const char *base, bool own);

/* ---- fills ---- */

typedef struct {
    uint32_t value, element;
    uint64_t pitch, count;
    uint64_t first;         /* byte in the buffer */
} lower_fill;

/* Bytes [first, last) of a buffer filled with a pattern of `size` (1, 2, 4 or 8) bytes: one fill of the widest elements
 * that fit, or two, one for each half of an 8-byte pattern. Returns how many. */
size_t lower_fill_split(const unsigned char *pattern, uint32_t size, uint32_t alignment, uint64_t first, uint64_t last,
                        lower_fill parts[2]);

/* ---- outputs that the steps do not surely write ---- */

/* For each buffer: whether it is an output of which some byte may be read or downloaded before a node of this graph
 * wrote it. Nodes are in program order. */
bool *lower_outputs_to_clear(arena *a, const model *m, const plan_node *nodes, size_t node_count);

#endif
