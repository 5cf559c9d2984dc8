/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What lies where in each memory, and when it is needed: for the map, the manifest and the picture of the memory. */
#ifndef MEMORIES_H
#define MEMORIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "emit/emit_facts.h"

/* Bytes [first, last) of one memory: a buffer on the device, or the bytes of one in pinned memory for one direction. A
 * direct buffer has only the latter. */
typedef struct {
    uint32_t buffer;
    const char *way;        /* "", in pinned memory "up" or "down" */
    uint64_t first, last;
    bool kept;              /* the buffer keeps its bytes whether a step uses them or not */
} memory_piece;

typedef struct {
    const char *title;      /* "device arena", "pinned memory of each lane" */
    const char *kind;       /* "device", "device_shared" (by the lanes), "pinned" */
    const plan_arena *sizes;
    memory_piece *pieces;     /* by offset, then in the order of the spec */
    size_t count;
    uint64_t end;           /* where the buffers' part ends: the bytes after it are the runtime's */
    uint64_t padding;       /* bytes below that end that no buffer has */
    uint64_t kept;          /* bytes that are kept, with those of the runtime */
} memory_content;

/* The device arenas, then pinned memory where there is some. */
memory_content *memories_find(const emit *e, size_t *count);

/* The first and the last node of a graph that uses a buffer. */
typedef struct {
    bool used;
    uint32_t first, last;
} memory_life;

/* One for each buffer. memories_lives looks at what kernels reach, wherever that is; memories_crossings at the bytes in
 * pinned memory for one direction. */
memory_life *memories_lives(const emit *e, const plan_graph *g);
memory_life *memories_crossings(const emit *e, const plan_graph *g, plan_direction direction);
/* The first and the last step of all graphs, in time, that uses a buffer: "main.upload"; NULL: none does. */
typedef struct {
    const char *first, *last;
} memory_use;

/* One for each buffer: of what kernels reach (way is ""), or of its bytes in pinned memory ("up" or "down"). */
memory_use *memories_uses(const emit *e, const char *way);
/* The direction of a piece of pinned memory. */
plan_direction memories_direction(const memory_piece *piece);

/* Calls back for each stretch [first, last) of a memory that no buffer has, in order. */
typedef void memories_padding_found(void *context, uint64_t first, uint64_t last);
void memories_find_padding(const memory_content *memory, memories_padding_found *found, void *context);

/* The graphs' indices in the order of time: setup, which stands last in the plan, runs first. */
uint32_t *memories_graphs_in_time(const emit *e);

#endif
