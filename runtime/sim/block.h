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
    THREAD_AT_GRID,   /* waits for all blocks */
    THREAD_AT_WAIT,   /* waits for what the kernel depends on */
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

/* The running kernel. */
typedef struct {
    const sim_kernel_run *run;
    vgsim_thunk thunk;
    void **parameters;
    unsigned count;     /* threads of a block */
    size_t next_atomic; /* in run->atomics, when repeating */
    bool used_atomics;
    bool waited; /* a thread waited for what the kernel depends on */
    bool barrier_reported;
    bool stopped; /* the kernel ends with `code` */
    CUresult code;
    sim_shared shared;
    uint64_t block_count;
    unsigned long grid_barriers; /* that all blocks have passed */
} kernel_state;

/* One block; of a cooperative grid all of them are there at once. */
typedef struct {
    uint64_t index;
    uint32_t *order;
    block_thread *threads;
    unsigned alive[BLOCK_THREADS / WARP], in_warp[BLOCK_THREADS / WARP];
    unsigned done, started; /* threads before `started` in order have started */
    uint32_t current;
    uint32_t first_owner; /* of atomics: the number of its thread 0 */
    unsigned atomics_in_a_row;
    unsigned long idle_yields;
    unsigned long barriers; /* of any kind that threads have passed */
    bool early;             /* what it must not look at before it has waited is hidden */
} block_state;

extern kernel_state the_kernel;
extern block_state *block_now;
#define the_block (*block_now)

void block_wait(thread_state state);
/* Ends the kernel from inside a thread. */
void block_stop(CUresult code) __attribute__((noreturn));
void block_problem(const char *kind, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool block_my_turn(uint32_t thread);
bool block_complete_warp(unsigned warp, unsigned mask);
/* Called when no thread can run; false: none will ever, in a cooperative grid: before others do. */
bool block_release(void);
/* The same for what other blocks may have to do with: waiting for a value, for a turn at an atomic. */
bool block_release_others(void);
void block_report_divergence(void);

/* block.c: for blocks one by one and for those of a grid. */
void block_become(uint32_t thread);
void block_start(uint64_t index, uint64_t *sequence);
/* Runs each thread that can; false: the kernel ends. */
bool block_pass(bool *ran);
bool block_resume_turns(bool *ran);
void block_place(uint64_t index); /* vgsim_self says so */
void block_give_back_fibers(void);
bool block_finish(void); /* after its last thread; false: it wrote past its shared memory */
uint32_t *block_make_order(uint64_t count, uint64_t *sequence);

/* grid.c */
bool grid_run(uint64_t sequence);

#pragma GCC visibility pop

#endif
