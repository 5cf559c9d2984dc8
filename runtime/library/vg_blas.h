/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_blas.h - products of matrices and vectors for `capture:` steps. There are two files with these functions:
 * vg_cublas.c has cuBLAS compute on a GPU, vg_blas_plain.c computes on the host, for the CPU device. Link one of them,
 * and vg_library.c.
 *
 *     static vg_blas blas;
 *     static const vg_gemm layer = {.type = VG_BLAS_F32, .rows = 64, .columns = 256, .inner = 512, .alpha = {1}};
 *
 *     static int dense(void *user, void *stream, const net_dense_buffers *b, unsigned lane)
 *     {
 *         const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};
 *
 *         if (b->asks != NULL) {
 *             return vg_blas_workspace(&blas, b->asks);
 *         }
 *         return vg_blas_gemm(&blas, &at, &layer, b->x, b->weights, b->y);
 *     }
 *
 * Matrices lie row by row, as a buffer of `shape: [rows, columns]` does; cuBLAS itself counts by columns, and is asked
 * for the transposed product. A lane's first call makes its handle. This is the call by which open tries the function
 * before it captures it, so that later calls allocate nothing. vg_blas_close is called after the last replay and before
 * the program is closed.
 *
 * Products of f32 are computed in f32 with cuBLAS, never in TF32 unless `tf32` is set, and sums have an order of
 * cuBLAS's own, which depends on sizes, device and workspace: the same program gives the same bytes on the same device.
 * The plain file computes in f64 and rounds once. */
#ifndef VG_BLAS_H
#define VG_BLAS_H

#include "vg_library.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_blas_workspace VG_SYMBOL(vg_blas_workspace)
#define vg_blas_gemm VG_SYMBOL(vg_blas_gemm)
#define vg_blas_gemv VG_SYMBOL(vg_blas_gemv)
#define vg_blas_dot VG_SYMBOL(vg_blas_dot)
#define vg_blas_axpy VG_SYMBOL(vg_blas_axpy)
#define vg_blas_scale VG_SYMBOL(vg_blas_scale)
#define vg_blas_close VG_SYMBOL(vg_blas_close)

/* cuBLAS fails with less. More makes some products faster. */
#define VG_BLAS_LEAST_WORKSPACE UINT64_C(16384)

typedef enum vg_blas_type {
    VG_BLAS_F32 = 1,
    VG_BLAS_F64,
    VG_BLAS_C32, /* complex: two f32 */
    VG_BLAS_C64  /* complex: two f64 */
} vg_blas_type;

typedef enum vg_blas_turn {
    VG_BLAS_AS_IT_LIES,
    VG_BLAS_TRANSPOSED,
    VG_BLAS_CONJUGATED /* and transposed */
} vg_blas_turn;

/* Element (row, column) of matrix b of a batch is at b * distance + row * pitch + column, as it lies in memory. */
typedef struct vg_blas_matrix {
    uint64_t pitch;    /* 0: as many elements as a row has */
    uint64_t distance; /* 0: rows * pitch, one matrix behind the other */
    vg_blas_turn turn; /* of A and B: how it takes part in the product */
} vg_blas_matrix;

/* C = alpha A B + beta C. Where beta is 0, C is only written. */
typedef struct vg_gemm {
    vg_blas_type type;
    uint64_t rows, columns; /* of C */
    uint64_t inner;         /* columns of A and rows of B, both turned as they take part */
    uint64_t batch;         /* products; 0: 1 */
    vg_blas_matrix a, b, c;
    double alpha[2], beta[2]; /* real and imaginary part; the latter is 0 where elements are real */
    int tf32;                 /* 1: f32 may be rounded to TF32 (10 bits) before they are multiplied */
} vg_gemm;

/* Element i of vector b of a batch is at b * distance + i * stride. */
typedef struct vg_blas_vector {
    uint64_t stride;   /* 0: 1 */
    uint64_t distance; /* 0: length * stride */
} vg_blas_vector;

/* y = alpha A x + beta y. Where beta is 0, y is only written. */
typedef struct vg_gemv {
    vg_blas_type type;
    uint64_t rows, columns; /* of A as it lies */
    uint64_t batch;         /* 0: 1 */
    vg_blas_matrix a;       /* not VG_BLAS_CONJUGATED */
    vg_blas_vector x, y;
    double alpha[2], beta[2];
} vg_gemv;

typedef struct vg_blas_lane {
    vg_library_lane lane;
    void *handle; /* cublasHandle_t */
} vg_blas_lane;

/* Zero before the first call. */
typedef struct vg_blas {
    vg_blas_lane lanes[VG_LIBRARY_LANES];
} vg_blas;

/* A workspace with which cuBLAS is as fast as it can be: 32 MiB from compute capability 9.0 on, else 4 MiB, of the
 * device that is current (device 0 where none is). The plain file needs none, and answers VG_BLAS_LEAST_WORKSPACE. */
int vg_blas_workspace(vg_blas *blas, uint64_t *bytes);

int vg_blas_gemm(vg_blas *blas, const vg_library_at *at, const vg_gemm *what, const void *a, const void *b, void *c);
int vg_blas_gemv(vg_blas *blas, const vg_library_at *at, const vg_gemv *what, const void *a, const void *x, void *y);

/* Of vectors of n real elements without gaps. Scalars lie in device memory: what one step computed, the next one takes,
 * in the body of a `while` too. */
/* *result = x . y */
int vg_blas_dot(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *x, const void *y,
                void *result);
/* y = *alpha x + y */
int vg_blas_axpy(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *alpha,
                 const void *x, void *y);
/* x = *alpha x */
int vg_blas_scale(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *alpha, void *x);

/* Destroys the handles of all lanes; goes on after a failure and returns the first one. The struct may be used
 * again. */
int vg_blas_close(vg_blas *blas);

#ifdef __cplusplus
}
#endif

#endif
