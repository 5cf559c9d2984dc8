/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The best graphs that an application would write itself: kernels on mapped memory with programmatic edges between
 * them, and one at the end that writes the word at which the host looks. The context is current and the kernels loaded;
 * each waits by itself for the ones before it. */
#ifndef EARLY_H
#define EARLY_H

#include <cuda.h>
#include <stddef.h>
#include <stdint.h>

enum { EARLY_NODES = 200, EARLY_FRONT = 40 };

enum { EARLY_LINE = 128 }; /* bytes, a word in each */

/* Memory that graphs share, and the stream. */
typedef struct early {
    CUstream stream;
    CUdeviceptr memory;    /* on the device */
    unsigned char *pinned; /* on the host; words of graphs are behind the bytes that were asked for */
    CUdeviceptr pinned_at; /* as the device sees it */
    size_t bytes;          /* of each */
} early;

typedef struct early_graph {
    early *in;
    CUgraph graph;
    CUgraphExec exec;
    CUgraphNode front[EARLY_FRONT]; /* what the next kernels come after */
    unsigned fronts;
    unsigned word;    /* its own one, where graphs are in flight together */
    int programmatic; /* edges, where the device has these */
} early_graph;

/* Each returns 0 after a message. */
int early_open(early *e, size_t bytes, unsigned words);
void early_close(early *e);

int early_begin(early_graph *g, early *e, int programmatic);
/* A kernel after all that are in front, which it replaces there. Arguments are copied. */
int early_then(early_graph *g, CUfunction function, unsigned grid, unsigned block, void **arguments);
/* Kernels beside one another after the one in front, which they replace there; arguments: of each. */
int early_beside(early_graph *g, CUfunction function, unsigned count, unsigned grid, unsigned block, void ***arguments);
/* The kernel that writes the word, and the exec. */
int early_end(early_graph *g, CUfunction end);
int early_start(early_graph *g);
int early_finish(early_graph *g);
int early_replay(early_graph *g);
void early_free(early_graph *g);

#endif
