/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vgsim_abi.h - what compiled kernels call in the CPU device. Included by vgsim_device.h (C++) and by the library
 * (C). */
#ifndef VGSIM_ABI_H
#define VGSIM_ABI_H

#include <stddef.h>
#include <stdint.h>

#include "vgsim.h"

/* Dynamic shared memory that a kernel library has room for: the largest that any device allows, 227 KiB. */
#define VGSIM_DYNAMIC_BYTES 232448u
/* Bytes behind it that stay poisoned, so that a write past the end lands in them. */
#define VGSIM_DYNAMIC_GUARD 1024u

#ifdef __cplusplus
extern "C" {
#endif

#define vgsim_register_shared VGSIM_SYMBOL(vgsim_register_shared)
#define vgsim_register_hooked VGSIM_SYMBOL(vgsim_register_hooked)

struct uint3 {
    unsigned int x, y, z;
};

/* The running thread's built-in variables. */
struct vgsim_self {
    struct uint3 thread, block, block_size, grid_size;
    struct uint3 cluster_size; /* in blocks */
    unsigned int lane;         /* in its warp */
    unsigned int cooperative;
};
extern struct vgsim_self vgsim_self;

/* A kernel library says where its dynamic shared memory lies. The function returns the calling thread's copy, which
 * also makes that thread's storage exist. */
void vgsim_register_shared(void *(*dynamic)(void));
/* The library that has this function was compiled with -fsanitize=thread: its accesses can be looked at. */
void vgsim_register_hooked(void *(*here)(void));

enum vgsim_barrier_kind { VGSIM_BARRIER_PLAIN, VGSIM_BARRIER_COUNT, VGSIM_BARRIER_AND, VGSIM_BARRIER_OR };
/* Waits for the block; returns the combined predicate for the kinds that have one. */
int vgsim_barrier(enum vgsim_barrier_kind kind, int predicate, const char *file, int line);

/* Waits for the lanes of `mask` that have not returned, and gives each one's value in all[32]. Returns who took
 * part. */
unsigned int vgsim_warp_exchange(unsigned int mask, uint64_t value, uint64_t *all);
/* The lanes that are at the same place in the code. */
unsigned int vgsim_active_mask(const char *file, int line);

/* Around each atomic operation; keeps their order when a block is run a second time. */
void vgsim_atomic(void);
void vgsim_atomic_end(void);
/* The same as vgsim_atomic for the device's own hooks, which say where the kernel stands. */
void vgsim_atomic_at(uintptr_t code);
/* __threadfence and its kin. */
void vgsim_fence(void);
/* Waits for all blocks of a cooperative grid. */
void vgsim_grid_sync(const char *file, int line);

/* cudaGridDependencySynchronize. */
void vgsim_wait_for_dependencies(void);
/* cudaGraphSetConditional. */
void vgsim_set_conditional(uint64_t handle, unsigned int value);
/* cudaGraphKernelNodeSetGridDim, and SetEnabled, of the node with this handle; x 0 disables it. */
void vgsim_set_grid(uint64_t handle, unsigned int x, unsigned int y, unsigned int z);
/* Lets other threads run (__nanosleep). */
void vgsim_yield(void);
uint64_t vgsim_clock(void);
/* printf of a kernel; silent when a block is run again. */
int vgsim_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Ends the kernel: a failed assert, __trap() and what the CPU device cannot do. */
void vgsim_stop(const char *kind, const char *text, const char *file, int line) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
