/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A kernel as basic blocks and registers, for the question which threads come where. */
#ifndef VERIFY_FUSED_FLOW_H
#define VERIFY_FUSED_FLOW_H

#include "verify/fused_proof.h"

enum { ONE_FOR_BLOCK, ONE_FOR_WARP, DIFFERS };

#define MOST_SOURCES 63u
#define ELSEWHERE (UINT64_C(1) << MOST_SOURCES) /* an address comes from memory, or from a call */

/* A barrier stands at the beginning of one. */
typedef struct {
    uint32_t first, last;  /* statements */
    uint32_t *next;
    size_t next_count, next_room;
    uint64_t *behind;      /* bits of the blocks that every way to the end passes, itself among them */
    uint8_t level;         /* how the threads that come here differ */
    bool barrier;          /* it begins with one */
} flow_block;

typedef struct {
    arena *memory;
    const text_module *m;
    const text_function *f;
    const text_part *t;
    flow_block *blocks;
    size_t count, words;
    uint32_t *block_of;    /* of each statement */
    text_token *registers; /* sorted */
    size_t register_count;
    uint8_t *level;        /* of each register */
    uint64_t *source;      /* of each register: parameters that it may come from */
    bool *thread;          /* of each register: it is %tid.x */
    uint32_t *names;       /* of each token of the body: 1 + register, or 0 */
    uint64_t **reach;      /* of each block: those that are reached from it without a barrier between; on demand */
    uint32_t *writes;      /* statements that write memory … */
    uint64_t *write_to;    /* … and where */
    size_t write_count;
    uint8_t *same;         /* of each statement, a load: 0, or 1 + whether it gives all threads the same */
    bool changed;
} flow;

/* Makes the blocks. False: a branch cannot be followed. */
bool flow_find_blocks(flow *w);

static inline bool flow_has_bit(const uint64_t *bits, size_t at)
{
    return (bits[at / 64] >> at % 64 & 1) != 0;
}

#endif
