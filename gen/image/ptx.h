/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Reads what a module of PTX text states about its kernels. Knows nothing of the model. */
#ifndef PTX_H
#define PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

typedef struct {
    const char *name;
    uint32_t size, align;   /* bytes */
} ptx_param;

/* What a kernel does before griddepcontrol.wait. */
typedef enum {
    PTX_WAIT_NEVER,         /* it has no such instruction */
    PTX_WAIT_LATE,          /* it may touch memory that other grids see, or call what cannot be followed */
    PTX_WAIT_SKIPPED,       /* a thread may end without it */
    PTX_WAIT_FIRST          /* none of these */
} ptx_wait;

/* What a kernel may do to the memory behind a pointer. */
enum ptx_access { PTX_READS = 1, PTX_WRITES = 2 };

typedef struct {
    const char *name;
    ptx_param *params;
    size_t param_count;
    uint32_t static_shared; /* bytes, with that of the functions it calls */
    uint32_t required_block[3];     /* .reqntid; 0: none */
    uint32_t max_threads;   /* .maxntid, as a product; 0: none */
    uint32_t cluster[3];    /* .reqnctapercluster; 0: none */
    bool clusters;          /* the kernel asks for clusters, of whatever size */
    bool counts_clusters;   /* .blocksareclusters: grids are counted in them */
    bool waits;             /* griddepcontrol.wait, here or in a function it calls */
    ptx_wait wait;
    bool *noncoherent;      /* for each parameter: an address that comes from it may be read without coherence */
    bool noncoherent_unknown;       /* such a read, also of a texture, may go anywhere */
    bool grid_sync;         /* reads %envreg1 or %envreg2, as a grid-wide barrier does */
    /* What follows is of the functions, too, that it calls. */
    const char *dynamic_shared;     /* the first `extern __shared__` array that it uses; NULL: none */
    bool allocates;         /* calls malloc or free, as new and delete do */
    bool prints;            /* calls printf */
    const char **unset;     /* .const variables that it uses and that have no value in the text: they hold zeros */
    size_t unset_count;
    const unsigned char *accesses;  /* for each parameter bits of ptx_access; NULL: not asked for */
} ptx_entry;

typedef struct {
    unsigned version;       /* of the PTX ISA: 90 for 9.0 */
    unsigned toolkit;       /* that made it, from its comment: 13000 for 13.0; 0: not said */
    const char *target;     /* "sm_90a" */
    unsigned address_size;  /* 64 */
    ptx_entry *entries;
    size_t entry_count;
    /* Module variables that a function may write, or whose address leaves the code that can be followed. */
    const char **written;
    size_t written_count;
} ptx_module;

typedef struct {
    unsigned line;          /* from 1 */
    const char *message;
} ptx_error;

/* False and *error when the text cannot be read. Strings of the module are copies. */
bool ptx_read(arena *a, const char *text, size_t length, ptx_module *module, ptx_error *error);
/* The same with what kernels do to the memory behind their parameters. */
bool ptx_read_accesses(arena *a, const char *text, size_t length, ptx_module *module, ptx_error *error);

/* A module variable of bytes, with its initial value as text. */
typedef struct {
    const char *name;
    const char *text;
} ptx_string;

/* Those whose names start with `prefix`, in the order of the text. */
ptx_string *ptx_read_strings(arena *a, const char *text, size_t length, const char *prefix, size_t *count);

/* The CUDA version that a PTX ISA version came with: 12040 for 84. 0 for one that is not known yet. */
unsigned ptx_cuda_version(unsigned version);

/* Whether a module variable is one that the toolkit makes: tables of its mathematical functions, texts of printf and
 * assert. */
bool ptx_is_toolkit_name(const char *name);

/* The name as in the source: the last part of a mangled C++ name. */
const char *ptx_source_name(arena *a, const char *name);
/* With the namespaces that it stands in, without those that have no name: "imaging::conv". *instance: it is one of a
 * template. NULL: it is no mangled name of that form. */
const char *ptx_qualified_name(arena *a, const char *name, bool *instance);

#endif
