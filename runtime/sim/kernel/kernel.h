/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* kernel.h - running a kernel: its blocks, its threads, what they wait for. */
#ifndef SIM_KERNEL_H
#define SIM_KERNEL_H

#include "access/access.h"
#include "graph/graph.h"

#pragma GCC visibility push(hidden)

/* ---- block.c: kernels ---- */

/* The atomics of a run in order, as thread numbers, so that a second run can repeat it. */
typedef struct {
    uint32_t *threads;
    size_t count, capacity;
    bool overflow;
    bool clock;    /* the kernel looked at a clock: runs may differ */
    bool diverged; /* a repeated run did not do the same atomics */
} sim_atomics;

/* A condition that a kernel set: its value, who set it and when, and its value in a repeated run. */
typedef struct {
    uint64_t handle, block;
    uint32_t thread;
    unsigned long barriers, grid_barriers; /* that the block and all blocks had passed */
    unsigned value, again;
    bool first, repeated; /* set in the first run, in the repeated one */
} sim_set;

typedef struct {
    sim_set *sets;
    size_t count, capacity;
} sim_sets;

/* Bytes of the nodes before a kernel that are not complete when it starts. */
typedef struct {
    unsigned char *live, *kept;
    size_t bytes;
    bool hidden; /* they write them; else they only read them */
} sim_early_part;

typedef struct {
    sim_early_part *parts;
    size_t count, capacity;
    bool wrote; /* the kernel changed some before it had waited */
} sim_early;

typedef struct {
    const sim_launch *launch;
    bool *waited;      /* out, may be NULL: a thread called cudaGridDependencySynchronize() */
    sim_early *early;  /* NULL: it is not checked */
    sim_exec *exec;    /* whose running node it is */
    sim_sets *sets;    /* in: empty, or of the first run when it is repeated */
    const char *title; /* for messages */
    uint64_t seed;     /* order of blocks and threads; 0: plain */
    bool reverse_threads, reverse_blocks;
    unsigned char fill; /* of shared memory */
    bool replay;        /* keep the order in `atomics`; else record it */
    bool silent;        /* report nothing */
    bool *hung;         /* out, may be NULL: its time was up, which is reported even if silent */
    bool *found;        /* out, may be NULL: an access was wrong */
    const sim_access_scope *access; /* what each access is compared with; NULL: accesses are not looked at */
    sim_atomics *atomics;
} sim_kernel_run;

CUresult sim_kernel_execute(const sim_kernel_run *run);
/* Did the repeated run set other conditions or other values? Forgets what that run set. */
bool sim_sets_differ(sim_sets *sets);

#pragma GCC visibility pop

#endif
