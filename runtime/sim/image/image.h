/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* image.h - what images say about kernels, and the modules and libraries that hold them. */
#ifndef SIM_IMAGE_H
#define SIM_IMAGE_H

#include "base/base.h"

#pragma GCC visibility push(hidden)

/* ---- image.c: what an image says about its kernels ---- */

typedef struct sim_function {
    char *name;
    unsigned param_count;
    uint32_t *param_offsets, *param_sizes;
    uint32_t param_bytes;
    uint32_t static_shared;
    uint32_t max_threads;      /* 0: not limited */
    uint32_t required[3];      /* .reqntid, 0: none */
    uint32_t cluster[3];       /* .reqnctapercluster, 0: none */
    bool large_clusters;       /* NON_PORTABLE_CLUSTER_SIZE_ALLOWED */
    uint32_t dynamic_limit;    /* MAX_DYNAMIC_SHARED_SIZE_BYTES */
    unsigned capability;       /* of the image */
    const vgsim_kernel *host;  /* NULL without a host build */
    sim_object *object;        /* function handle, made on demand */
    sim_object *kernel_object; /* kernel handle, made on demand */
    void *module_handle;
    CUcontext context; /* that the module was loaded in; NULL: a library's */
} sim_function;

typedef struct {
    sim_function *functions;
    size_t count, capacity;
    unsigned capability;
    char *module; /* which kernels it is made of, "fir: fir.cu"; NULL: it does not say */
} sim_image;

CUresult sim_image_read(sim_image *image, const void *bytes);
CUresult sim_image_read_cubin(sim_image *image, const unsigned char *bytes);
CUresult sim_image_read_ptx(sim_image *image, const char *text);
CUresult sim_image_read_stub(sim_image *image, const char *text);
sim_function *sim_image_add(sim_image *image, const char *name, size_t length);
bool sim_image_param(sim_function *function, unsigned ordinal, uint32_t offset, uint32_t size);
void sim_image_lay_out(sim_function *function); /* offsets from sizes and natural alignment */
void sim_image_free(sim_image *image);

/* ---- module.c ---- */

sim_function *sim_function_get(CUfunction function); /* reports dead handles */
sim_function *sim_function_of(CUfunction function, CUkernel kernel);
bool sim_function_loaded(const sim_object *object);

/* The host build of a part of a fused launch; NULL: there is none. */
const vgsim_kernel *sim_part_kernel(const vgsim_part *part);

/* ---- function.c: blocks of a multiprocessor ---- */

CUresult sim_occupancy(int *blocks, const sim_function *function, int threads, size_t shared);
/* Those of the device: an H100's, or as many as the environment says. */
unsigned sim_multiprocessors(void);
/* How many of them a resident grid is made for, if the environment says nothing: more blocks show nothing more. */
int vgsim_resident_multiprocessors(unsigned *count);

#pragma GCC visibility pop

#endif
