/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage image: kernels compiled and read. Makes NAME_kernels.h, runs nvcc and ptxas, reads pre-built images. */
#ifndef IMAGE_H
#define IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "spec/model.h"

/* What the machine code shows of a kernel. */
typedef struct {
    bool known;             /* false with --image=none */
    size_t param_count;
    uint32_t *param_sizes;  /* bytes */
    uint32_t *param_aligns;
    uint32_t static_shared; /* bytes */
    uint32_t required_block[3];     /* .reqntid; 0: none */
    uint32_t max_threads;   /* .maxntid, as a product; 0: none */
    bool grid_sync;         /* uses a grid-wide barrier … */
    bool sync_known;        /* … and does not where that is false: it was read from PTX, for every target */
    bool waits;             /* griddepcontrol.wait, for every target */
    bool clusters;          /* has to run in clusters of blocks */
    uint32_t cluster[3];    /* of this size; 0: of any */
    bool counts_clusters;   /* its grid is counted in clusters, not in blocks: .blocksareclusters */
    /* From PTX; where !known, as far as the words of the source show it. */
    const char *dynamic_shared;     /* an `extern __shared__` array that it uses, by its name in the source, or NULL */
    bool allocates;         /* calls malloc or free */
    const char *const *unset;       /* __constant__ variables that it uses and that the source gives no value, by their
                                     * names there */
    size_t unset_count;
} image_kernel;

/* What a kernel takes of a multiprocessor on one target, as far as machine code and assembler show. */
typedef struct {
    bool known;             /* there is machine code for the target; else the driver makes it from PTX */
    uint32_t registers;     /* of a thread; 0: not known */
    uint32_t stack;         /* bytes of a thread */
    uint32_t static_shared; /* bytes of a block */
    bool spills_known;
    uint32_t spill_stores, spill_loads;     /* bytes that a thread moves because it has too few registers */
} image_use;

/* What a kernel does before it waits for the grids that a programmatic edge lets it overlap with. */
typedef enum {
    IMAGE_WAIT_UNKNOWN,     /* there is no PTX to read */
    IMAGE_WAIT_NEVER,       /* it has no griddepcontrol.wait */
    IMAGE_WAIT_LATE,        /* it may touch memory that other grids see, or call what cannot be followed */
    IMAGE_WAIT_SKIPPED,     /* a thread may end without having waited */
    IMAGE_WAIT_FIRST        /* none of these: every thread waits, and before it touches anything */
} image_wait;

/* How a kernel begins on one target. */
typedef struct {
    image_wait wait;
    const bool *noncoherent;        /* for each parameter: memory at an address that comes from it may be read as if
                                     * nobody wrote it while the kernel runs (ld.global.nc), also after the wait;
                                     * NULL: none is */
    bool noncoherent_unknown;       /* such a read may go anywhere */
} image_start;

typedef enum { IMAGE_CUBIN, IMAGE_PTX } image_kind;

/* One image of one module for one target. */
typedef struct {
    image_kind kind;
    const char *target;     /* "sm_90", "compute_90" */
    unsigned capability;    /* 90 */
    const unsigned char *bytes;     /* PTX is NUL-terminated; the NUL counts in size */
    size_t size;
} image_blob;

/* One source or pre-built file. Sources that the generator brings (gen/spec/builtin.h) are compiled with the first
 * source of the program; where it has none they are a module of their own. */
typedef struct {
    const char *file;       /* as in the spec; of built-in sources alone, their names; of fused launches, that */
    const char **ptx;       /* for each target of the model: the text that its code was made from, with .rn where the
                             * source left rounding open; NULL: none */
    bool fused;             /* launches of image_add_fused */
    bool builtin;           /* built-in sources alone */
    const char *bytes;      /* of the file; NULL: built-in sources alone, or a missing source, with `unread` */
    size_t size;
    const char *without_host; /* text of a source that has code for the host, without it; NULL: it has none */
    const char **builtins;  /* names of the built-in sources in it, in the order of their kernels */
    size_t builtin_count;
    image_blob *blobs;
    size_t blob_count;      /* 0 with --image=none */
    const char **written;   /* module variables that its kernels may write, by their names in the source */
    size_t written_count;
    const char **shared_arrays; /* names of the source's `extern __shared__` arrays for the linker of the CPU device:
                                 * "tile", in a namespace "_ZN7imaging4tileE" */
    size_t shared_array_count;
} image_module;

typedef struct {
    const model_kernel *const *listed;  /* the kernels that it was built of; what follows has their order */
    size_t listed_count;
    image_module *modules;
    size_t module_count;
    uint32_t *module_of;    /* for each kernel */
    const char **symbols;   /* for each kernel: its name in the machine code; without any, its entry */
    image_kernel *kernels;  /* for each kernel */
    image_use *uses;        /* for each kernel and each target of the model: [kernel * target_count + target] */
    image_start *starts;    /* likewise */
    const char *kernels_header;     /* text of NAME_kernels.h */
    const char *toolkit;    /* that made the machine code: "13.0.88"; NULL: none was asked */
    const char **dependencies;      /* files read, for the depfile */
    size_t dependency_count;
} image;

typedef struct {
    bool none;              /* --image=none */
    bool unread;            /* with it: sources need not be there (for tests of other stages) */
    const char *nvcc;       /* --nvcc, or NULL: $NVCC, then $CUDA_HOME/bin, then PATH */
    bool uncached;          /* --no-cache */
    bool spills;            /* ask the assembler for what kernels spill */
} image_options;

/* Of these kernels: the model's, and those that were added for the plan. NULL after errors. */
image *image_build(arena *a, diag *d, const model *m, const model_kernel *const *kernels, size_t kernel_count,
                   const image_options *options);

/* Adds a module with the kernels behind those that the image has, fused launches: `kernels` are all, the new ones last,
 * and the module's text stands there for each target of the model. False, without a diagnostic, where the assembler
 * refuses it; then the image is as it was. */
bool image_add_fused(arena *a, diag *d, const model *m, image *i, const char *const *texts,
                     const model_kernel *const *kernels, size_t kernel_count, const image_options *options);

/* Lines that define the macros of `compile:`, which stand before NAME_kernels.h in every unit. */
const char *image_macro_text(arena *a, const model *m);

/* ---- for the CPU device: each module with a source of the program's is compiled by itself ---- */

/* Those modules in their order; `modules` has room for all. */
size_t image_source_modules(const image *i, uint32_t *modules);
/* C++ that stands behind a module's source: a host compiler compares each kernel with the spec. */
const char *image_checks_text(arena *a, const image *i, size_t module, const char *program);
/* Errors for what it found there, in the words that nvcc's findings have. True if the output says nothing else. */
bool image_report_checks(arena *a, diag *d, const image *i, size_t module, const char *output);
/* The output without errors that come from the checks, unless there are no others. */
const char *image_without_checks(arena *a, const char *output);

/* The text of NAME_kernels.h. */
const char *image_header_text(arena *a, const model *m);

#endif
