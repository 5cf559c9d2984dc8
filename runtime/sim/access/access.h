/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* access.h - what the threads of a running kernel do to memory, access by access.
 *
 * Kernels that were compiled with -fsanitize=thread call a hook before each access (hooks.c). Here each access is
 * compared with those before it to the same bytes. Two accesses by different threads, one of which writes, are a
 * problem unless a barrier, a fence with an atomic, or the end of a grid's phase lies between them, or both are atomic.
 * An access is also compared with what the node may touch, and a read with what was written.
 *
 *   hooks.c    what the compiler calls before each access
 *   access.c   one access: where it goes, and whether it may
 *   alias.c    pointer arguments under addresses of their own
 *   shadow.c   the last accesses to each byte
 *   order.c    segments of threads between two synchronisations, and which come before which
 *   report.c   problems of a kernel run, each once, in the reader's terms
 *   scope.c    the run that is looked at
 *   source.c   the line of the source behind an address of the code, and the variable behind one of shared memory */
#ifndef ACCESS_H
#define ACCESS_H

#include "memory/memory.h"
#include "vgsim.h"
#include "vgsim_abi.h"

#pragma GCC visibility push(hidden)

/* Bytes [first, last) of a space, and what the node may do with them. */
typedef struct {
    uint64_t first, last;
    unsigned access; /* of all ranges together */
    bool word;       /* that a stream writes for the host, which may look at it now: it is left alone */
} sim_piece;

/* One space of a program, cut into pieces. */
typedef struct {
    uint64_t base, bytes;
    const sim_piece *pieces;
    size_t count;
    const uint8_t *undefined; /* a flag for each byte, or NULL */
} sim_bounds;

/* A pointer argument: its parameter, and its bytes on the device. */
typedef struct {
    int parameter;
    uint64_t first, last;
    const char *buffer;
} sim_argument;

/* A run of a kernel. */
typedef struct {
    vgsim_thunk thunk;
    const char *title; /* for messages */
    const sim_bounds *bounds;
    size_t bounds_count;
    /* "y[12]" for an address in the bounds; false: it has no name. */
    bool (*name_element)(const void *user, uint64_t address, unsigned size, char *text, size_t text_size);
    const void *user;
    const sim_argument *arguments;
    size_t argument_count;
    const sim_argument *hidden; /* what the node reaches, also by pointers that no parameter shows: parameter -1 */
    size_t hidden_count;
    const unsigned char *shared; /* the kernels' thread-local block, or NULL; its dynamic part, and bytes used of it */
    size_t shared_bytes;
    const unsigned char *dynamic;
    size_t dynamic_bytes;
    bool grid; /* its blocks take turns */
} sim_access_scope;

/* ---- around a run, for block.c and grid.c ---- */

/* From here to the end the accesses are looked at, if the kernels were compiled for it. */
void sim_access_begin(const sim_access_scope *scope);
/* An address of the argument by which accesses through it are known; 0: there is none. */
uint64_t sim_access_argument(size_t argument);
/* Prints what was found. Returns whether there was anything. */
bool sim_access_end(void);
bool sim_access_active(void);
/* An access out of bounds was seen before it happened. */
bool sim_access_left_bounds(void);

/* What is known of a block's threads. Of a cooperative grid all blocks have one at the same time. NULL while nothing is
 * looked at, which all of these take. */
typedef struct sim_access_block sim_access_block;
sim_access_block *sim_access_block_new(uint64_t index, unsigned threads);
void sim_access_block_free(sim_access_block *block);
/* It is the running block, … */
void sim_access_block_enter(sim_access_block *block);
/* … and this is its running thread. */
void sim_access_thread(uint32_t thread);

/* All live threads of the running block have met. */
void sim_access_barrier(void);
/* The lanes `part` of a warp of it have met; `all`: they are all that live. */
void sim_access_warp(unsigned warp, unsigned part, bool all);
/* All blocks of a grid have met. */
void sim_access_grid(void);
/* From here to sim_access_atomic_end the running thread's accesses are one atomic operation. */
void sim_access_atomic_begin(void);
void sim_access_atomic_end(void);
void sim_access_fence(void);

/* "fir.cu:12" for the address to which a call returns, in the library that holds `thunk`. */
void sim_access_line(vgsim_thunk thunk, uintptr_t code, char *text, size_t size);
/* The code of that library. False: its file cannot be read. */
bool sim_access_code(vgsim_thunk thunk, uintptr_t *first, uintptr_t *last);

#pragma GCC visibility pop

#endif
