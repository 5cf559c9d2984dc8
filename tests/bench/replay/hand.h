/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What an application would write itself: graphs by hand and plain stream calls, for kernels one after the other between
 * inputs and outputs of equal size. The context is current and the kernels loaded. */
#ifndef HAND_H
#define HAND_H

#include <cuda.h>
#include <stddef.h>
#include <stdint.h>

typedef enum hand_shape {
    HAND_LINE,        /* a copy node for each input and output, one after the other */
    HAND_COALESCED,   /* one copy of all inputs, one of all outputs */
    HAND_RESIDENT,    /* without the copy of the inputs */
    HAND_MAPPED,      /* no copies: the kernels work on pinned memory */
    HAND_MAPPED_WORD, /* the same, and a node at the end writes the word that the host looks at */
    HAND_MAPPED_END,  /* the same, and a kernel at the end writes it, which is launched while the last one runs */
    HAND_APART,       /* the kernels alone, none after another one */
    HAND_SHAPES
} hand_shape;

typedef struct hand_launch {
    CUfunction function;
    unsigned grid, block;
    void **arguments, **mapped; /* with addresses in device memory and in pinned memory; they live as long as this */
} hand_launch;

typedef struct hand {
    CUcontext context;
    CUstream stream;
    unsigned inputs, outputs;
    size_t bytes; /* of each */
    const hand_launch *launches;
    unsigned launch_count;
    CUfunction end;        /* writes 1 to the address that it is given; for HAND_MAPPED_END */
    CUdeviceptr memory;    /* inputs, then outputs */
    unsigned char *pinned; /* the same, then the words */
    CUdeviceptr pinned_at; /* as the device sees it */
    uint32_t sequence;     /* the last one written after a graph */
    CUgraph graphs[HAND_SHAPES];
    CUgraphExec execs[HAND_SHAPES]; /* NULL: not built */
} hand;

/* Memory and stream. The arguments may be filled after it. Each returns 0 after a message. */
int hand_open(hand *h);
/* A graph, once the arguments are there; may be called for several. What the device has no nodes for is left out. */
int hand_build(hand *h, hand_shape shape);
int hand_has(const hand *h, hand_shape shape);
void hand_close(hand *h);

CUdeviceptr hand_address(const hand *h, unsigned index);
CUdeviceptr hand_mapped(const hand *h, unsigned index);
unsigned char *hand_pinned(const hand *h, unsigned index);

/* Launch and wait: up to 4096 looks at the stream, then asleep in the driver; where the graph writes the word, looks at
 * that. */
int hand_start(hand *h, hand_shape shape);
int hand_finish(hand *h, hand_shape shape);
int hand_replay(hand *h, hand_shape shape);
/* Launch, have a word written after it, and look at that. */
int hand_start_with_word(hand *h, hand_shape shape);
int hand_finish_with_word(hand *h);
int hand_replay_with_word(hand *h, hand_shape shape);
/* The same work by stream calls. */
int hand_stream(hand *h);
/* Waits for what is on the stream, likewise. */
int hand_wait(hand *h);

/* Over the bytes of each input and its length, which is what a recipe compares first: FNV-1a, byte by byte as the recipe
 * has it; and one that takes 16 bytes with a single multiplication. */
uint64_t hand_hash(const void *const *inputs, unsigned count, size_t bytes);
uint64_t hand_hash_fast(const void *const *inputs, unsigned count, size_t bytes);

/* Whether the call went well; else a message. */
int hand_good(CUresult result, const char *call);

#endif
