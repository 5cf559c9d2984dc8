/* SPDX-License-Identifier: 0BSD */
/* block.h - the running block, shared by block.c (scheduling) and collective.c (what threads wait for). */
#ifndef BLOCK_H
#define BLOCK_H

#include "sim.h"

#pragma GCC visibility push(hidden)

#define BLOCK_THREADS 1024u
#define WARP 32u

typedef enum {
    THREAD_UNSTARTED,
    THREAD_READY,
    THREAD_AT_BARRIER,
    THREAD_AT_WARP,   /* waits for other lanes */
    THREAD_AT_MASK,   /* waits to see who else comes to the same place */
    THREAD_AT_ATOMIC, /* waits for its turn in a repeated run */
    THREAD_YIELDED,
    THREAD_DONE
} thread_state;

typedef struct {
    uint8_t state; /* thread_state */
    sim_fiber *fiber;
    const char *file; /* where it waits */
    int line;
    enum vgsim_barrier_kind kind;
    int predicate, combined;
    unsigned mask; /* warp operations: wanted, then who took part */
    uint64_t value, *all;
} block_thread;

typedef struct {
    const sim_kernel_run *run;
    vgsim_thunk thunk;
    void **parameters;
    unsigned count; /* threads */
    uint32_t order[BLOCK_THREADS];
    block_thread threads[BLOCK_THREADS];
    unsigned alive[BLOCK_THREADS / WARP], in_warp[BLOCK_THREADS / WARP];
    unsigned done, started; /* threads before `started` in order have started */
    uint32_t current;
    unsigned atomics_in_a_row;
    unsigned long idle_yields;
    unsigned long barriers; /* of any kind that threads have passed */
    bool used_atomics;
    size_t next_atomic; /* in run->atomics, when repeating */
    bool barrier_reported;
    bool stopped; /* the kernel ends with `code` */
    CUresult code;
} block_state;

extern block_state the_block;

void block_wait(thread_state state);
/* Ends the kernel from inside a thread. */
void block_stop(CUresult code) __attribute__((noreturn));
void block_problem(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool block_my_turn(uint32_t thread);
bool block_complete_warp(unsigned warp, unsigned mask);
/* Called when no thread can run; false: none will ever. */
bool block_release(void);

#pragma GCC visibility pop

#endif
