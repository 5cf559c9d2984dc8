/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The same as the program does, as an application would write it: a kernel, the library's call, a kernel, and one that
 * writes the word which the host looks at. */
#ifndef BY_HAND_H
#define BY_HAND_H

#include <cuda.h>

#include "calls.h"

/* Of each kind of work, a graph with ordinary edges, and one with programmatic edges wherever they are possible. */
typedef struct by_hand {
    calls made;
    CUfunction halve, tell;
    CUstream stream;
    CUdeviceptr from, a, b, matrix, to, count, workspace;
    uint32_t *word;      /* pinned */
    CUdeviceptr word_at; /* as the device sees it */
    CUgraph captured[WORKS], graphs[WORKS][2];
    CUgraphExec execs[WORKS][2]; /* NULL: could not be built */
} by_hand;

#define BY_HAND_ORDINARY 0
#define BY_HAND_PROGRAMMATIC 1

/* In the context that is current, with the program's own kernels. Each returns 0 after a message. */
int by_hand_open(by_hand *h, CUfunction halve, CUfunction tell);
void by_hand_close(by_hand *h);
int by_hand_build(by_hand *h, work what);
/* A launch, then looks at the word. */
int by_hand_replay(by_hand *h, work what, int edges);
int by_hand_stream(by_hand *h, work what);
/* What the last kernel left: LIBRARIES_N elements. */
int by_hand_read(const by_hand *h, float *to);

#endif
