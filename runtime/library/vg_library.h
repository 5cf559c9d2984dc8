/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_library.h - what the ready-made library calls of this folder share: how a failure is reported, and which numbers
 * their functions return. */
#ifndef VG_LIBRARY_H
#define VG_LIBRARY_H

#if !defined(__cplusplus) && (!defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L)
#error "this is C99: compile without -std=c90, or with -std=c99"
#endif

#include <stddef.h>
#include <stdint.h>

#include "vg_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_library_text VG_SYMBOL(vg_library_text)
#define vg_library_name VG_SYMBOL(vg_library_name)

/* As many lanes as a program may have. */
#define VG_LIBRARY_LANES 16u

/* What every function of this folder returns: 0; a positive number that the library or the driver gave (a cufftResult,
 * cublasStatus_t, cusparseStatus_t or CUresult: the fault's `call` says whose); or one of these. */
typedef enum vg_library_number {
    VG_LIBRARY_OK = 0,
    VG_LIBRARY_LANE = -1,      /* a lane of VG_LIBRARY_LANES or more */
    VG_LIBRARY_SHAPE = -2,     /* the struct describes nothing that can be computed */
    VG_LIBRARY_KIND = -3,      /* the call is for another kind of element or of transform */
    VG_LIBRARY_POINTER = -4,   /* an address is NULL */
    VG_LIBRARY_WORKSPACE = -5, /* the workspace is too small: `needed` and `given` are its bytes */
    VG_LIBRARY_HOST = -6,      /* the stream is NULL, as on the CPU device, but this is the file for a GPU */
    VG_LIBRARY_STREAM = -7,    /* there is a stream, but this is the plain file, which computes on the host */
    VG_LIBRARY_CONTEXT = -8    /* the lane's plan or handle belongs to a context that is not current: close it first */
} vg_library_number;

/* What the last call of a lane came to. */
typedef struct vg_library_fault {
    int number;             /* what the call returned */
    const char *call;       /* whose number it is ("cufftMakePlanMany64"), or which function of this folder */
    uint64_t needed, given; /* bytes, of VG_LIBRARY_WORKSPACE */
} vg_library_fault;

/* What every lane of a vg_fft, vg_blas or vg_sparse has; zero at first. */
typedef struct vg_library_lane {
    int made;               /* 1: a plan or handle of the lane's is there */
    void *context;         /* CUcontext that it belongs to, */
    unsigned long long id; /* and the driver's number of it, which no later context has */
    vg_library_fault fault; /* of the lane's last call that failed */
} vg_library_lane;

/* Where a call computes: what a `capture:` function is given. */
typedef struct vg_library_at {
    void *stream; /* CUstream; NULL on the CPU device */
    unsigned lane;
    void *workspace;
    uint64_t workspace_bytes;
} vg_library_at;

/* The fault as a line of text, cut to size - 1 bytes and NUL-terminated. Returns the full length, like snprintf. */
size_t vg_library_text(const vg_library_fault *fault, char *buffer, size_t size);
/* The enumerator's name of a number that `call` returned, such as "CUFFT_INVALID_SIZE"; "" for an unknown one. */
const char *vg_library_name(const char *call, int number);

#ifdef __cplusplus
}
#endif

#endif
