/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of stage transport share. */
#ifndef TRANSPORT_PARTS_H
#define TRANSPORT_PARTS_H

#include "plan/traffic_parts.h"
#include "plan/transport.h"

/* ---- transport_uses.c: how the steps use what crosses ---- */

/* What keeps kernels from working on a buffer's pinned memory. */
typedef struct {
    const char *text;   /* of a message: "'launch fir' takes it as 'in', not as 'in once'"; NULL: nothing does */
    const char *reason; /* of a report: "not once in fir" */
    span at;            /* where that stands in the spec; source 0: nowhere */
    const char *note;   /* what stands there */
    const char *hint;   /* or NULL */
} transport_obstacle;

/* A launch that reads a buffer, through one argument. */
typedef struct {
    uint32_t launch; /* of all graphs' steps that are launches, in their order */
    uint64_t bytes;
    uint64_t rounds; /* how often each thread reads, at most */
    bool in_loop;
} transport_reader;

typedef struct {
    transport_obstacle obstacle;
    const model_step *writer; /* of an output: the first launch that writes it … */
    uint32_t writer_launch;   /* … and its number */
    transport_reader *readers;
    size_t reader_count, reader_capacity;
} transport_use;

typedef struct {
    transport_use *of; /* each buffer; obstacles only of what crosses the bus */
    uint64_t *passes;  /* of each launch: how often a replay may run it, for the loops around it */
    size_t launch_count;
} transport_uses;

transport_uses transport_find_uses(arena *a, const model *m);

/* ---- transport_auto.c ---- */

/* Chooses for each buffer with `io: auto` that crosses; `io: kernel` and the others are set already. */
void transport_choose_auto(arena *a, const model *m, plan *p, const transport_uses *uses);

#endif
