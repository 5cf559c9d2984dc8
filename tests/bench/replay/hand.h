/* SPDX-License-Identifier: MIT */
/* What an application would write itself: graphs by hand and plain stream calls, for one kernel between inputs and
 * outputs of equal size. The context is current and the kernel loaded. */
#ifndef HAND_H
#define HAND_H

#include <cuda.h>
#include <stddef.h>
#include <stdint.h>

#define HAND_MOST 4 /* inputs, outputs */

typedef enum hand_shape {
    HAND_LINE,      /* a copy node for each input and output, one after the other */
    HAND_COALESCED, /* one copy of all inputs, one of all outputs */
    HAND_RESIDENT,  /* without the copy of the inputs */
    HAND_SHAPES
} hand_shape;

typedef struct hand {
    CUcontext context;
    CUfunction function;
    CUstream stream;
    unsigned inputs, outputs;
    size_t bytes; /* of each */
    unsigned grid, block;
    CUdeviceptr memory;    /* inputs, then outputs */
    unsigned char *pinned; /* the same */
    void **arguments;      /* of the kernel, which live as long as this */
    CUgraph graphs[HAND_SHAPES];
    CUgraphExec execs[HAND_SHAPES];
} hand;

/* Memory and stream. `arguments` may be filled after it, from memory. Each returns 0 after a message. */
int hand_open(hand *h);
/* Graphs, once the arguments are there. */
int hand_build(hand *h);
void hand_close(hand *h);

CUdeviceptr hand_address(const hand *h, unsigned index);
unsigned char *hand_pinned(const hand *h, unsigned index);

/* Launch and wait: up to 4096 looks, then asleep in the driver. */
int hand_replay(hand *h, hand_shape shape);
/* The same work by stream calls. */
int hand_stream(hand *h);

/* FNV-1a over the bytes of each input and its length: what a recipe compares first. */
uint64_t hand_hash(const void *const *inputs, unsigned count, size_t bytes);

#endif
