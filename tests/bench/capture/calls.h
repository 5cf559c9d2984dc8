/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The calls of cuFFT and cuBLAS, one for each kind of work, as an application makes them. */
#ifndef CALLS_H
#define CALLS_H

#include <stddef.h>
#include <stdint.h>

typedef enum work {
    FFT_SHORT,   /* 1 of 1,024 complex elements */
    FFT_LONG,    /* 2,048 of 512 */
    GEMM_NARROW, /* 1024 x 1024 by 1024 x 1 */
    GEMM_WIDE,   /* 1024 x 1024 by 1024 x 256 */
    WORKS
} work;

/* Plans and a handle, which must not be shared by two who call at once. */
typedef struct calls {
    int short_plan, long_plan; /* cufftHandle */
    void *blas;                /* cublasHandle_t */
} calls;

/* Addresses of the device. */
typedef struct places {
    const float *a, *matrix;
    float *b;
    void *workspace;
    uint64_t workspace_bytes;
} places;

/* In the context that is current. Each returns 0 after a message. */
int calls_open(calls *c);
void calls_close(calls *c);
/* Puts the work on a stream (CUstream). */
int calls_make(calls *c, work what, void *stream, const places *at);

#endif
