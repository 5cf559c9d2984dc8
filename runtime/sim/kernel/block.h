/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* block.h - the running kernel and its blocks, for the files of this folder. */
#ifndef SIM_BLOCK_H
#define SIM_BLOCK_H

#include "kernel/kernel.h"

#include <signal.h>

#pragma GCC visibility push(hidden)

/* ---- shared.c: a kernel library's shared memory ---- */

typedef struct {
    unsigned char *block; /* thread-local block of the library, NULL if it is the program's own */
    size_t block_bytes;
    unsigned char *dynamic; /* NULL: the library has none */
} sim_shared;

void sim_shared_find(sim_shared *shared, vgsim_thunk thunk);
void sim_shared_fill(const sim_shared *shared, size_t dynamic_bytes, unsigned char value);
/* Bytes past the dynamic part changed? */
bool sim_shared_overrun(const sim_shared *shared, size_t dynamic_bytes, unsigned char value);

/* A block's shared memory is saved and loaded again when blocks take turns. */
size_t sim_shared_bytes(const sim_shared *shared, size_t dynamic_bytes);
void sim_shared_save(const sim_shared *shared, size_t dynamic_bytes, unsigned char *to);
void sim_shared_load(const sim_shared *shared, size_t dynamic_bytes, const unsigned char *from);

/* ---- fiber.c ---- */

typedef struct sim_fiber sim_fiber;

/* Stacks are kept and used again. NULL when there is no memory. */
sim_fiber *sim_fiber_new(void (*body)(void));
void sim_fiber_free(sim_fiber *fiber);
/* From the scheduler into the fiber, until it calls sim_fiber_leave. */
void sim_fiber_enter(sim_fiber *fiber);
void sim_fiber_leave(bool finished);
bool sim_fiber_guard_hit(const void *address);
bool sim_fiber_owns(uintptr_t stack); /* the running fiber's stack? */

/* ---- early.c: a kernel before it waits ---- */

/* Around the part of a block before its first thread has waited. */
void sim_early_begin(void);
void sim_early_end(void);

/* ---- the running block ---- */

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
    uintptr_t code; /* … where it has yielded */
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
    void **renamed; /* these instead, with some … */
    uint64_t *addresses; /* … of these */
    unsigned count;     /* threads of a block */
    size_t next_atomic; /* in run->atomics, when repeating */
    bool used_atomics;
    bool waited; /* a thread waited for what the kernel depends on */
    bool barrier_reported;
    bool printed;
    bool stopped; /* the kernel ends with `code` */
    CUresult code;
    bool hung; /* its time was up */
    uintptr_t hung_at;
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
    sim_access_block *access;
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
/* Called when no thread can run. False: no thread ever will, or, in a cooperative grid, not before other blocks run. */
bool block_release(void);
/* The same for threads that other blocks may release: they wait for a value or for a turn at an atomic. */
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

/* ---- hang.c: kernels that do not end ---- */

extern volatile sig_atomic_t hang_over; /* the time is up */
#define CALLER ((uintptr_t)__builtin_return_address(0))

/* A library of kernels, by a function in it. */
void hang_add_library(void *(*inside)(void));
void hang_begin(void);
void hang_end(void);
void hang_stop(uintptr_t code) __attribute__((noreturn));
/* The running thread, at the_kernel.hung_at. */
void hang_report(const char *what);
void hang_report_time(void);

/* In each call of a kernel into the device, by which alone it could run for ever. */
static inline void hang_look(uintptr_t code)
{
    if (hang_over) {
        hang_stop(code);
    }
}

/* grid.c */
bool grid_run(uint64_t sequence);

#pragma GCC visibility pop

#endif
