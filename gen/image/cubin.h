/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Reads what a cubin, which is an ELF file, states about its kernels. The encoding of kernel attributes is not
 * documented by the toolkit, so PTX is the first source wherever there is one. */
#ifndef CUBIN_H
#define CUBIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct {
    uint32_t offset, size;  /* bytes, in the parameter space */
} cubin_param;

typedef struct {
    const char *name;
    cubin_param *params;    /* by ordinal */
    size_t param_count;
    uint32_t static_shared; /* bytes, without what the driver reserves */
    uint32_t required_block[3];     /* 0: none */
    uint32_t max_threads;   /* as a product; 0: none */
    uint32_t cluster[3];    /* blocks in a cluster; 0: none */
    bool clusters;
    bool counts_clusters;   /* grids are counted in clusters */
    uint32_t registers;     /* of a thread; 0: it does not say */
    uint32_t stack;         /* bytes of a thread, with those of the functions that it calls */
} cubin_kernel;

typedef struct {
    unsigned capability;    /* 90 */
    unsigned toolkit;       /* that made it: 13000 for 13.0, 12000 or 13000 where only the major is known */
    cubin_kernel *kernels;  /* by name */
    size_t kernel_count;
    const char **variables; /* of the module, which a kernel may write; without the toolkit's own */
    size_t variable_count;
} cubin;

/* False and *problem when the bytes are not a whole cubin. Strings are copies. */
bool cubin_read(arena *a, const unsigned char *bytes, size_t size, cubin *c, const char **problem);

#endif
