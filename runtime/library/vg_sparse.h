/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_sparse.h - the product of a sparse matrix and a vector for `capture:` steps. There are two files with these
 * functions: vg_cusparse.c has cuSPARSE compute on a GPU, vg_sparse_plain.c computes on the host, for the CPU device.
 * Link one of them, and vg_library.c.
 *
 *     static vg_sparse a = {.wide = 1, .rows = 1600, .columns = 1600, .entries = 7840, .alpha = 1};
 *
 *     static int apply(void *user, void *stream, const cg_apply_buffers *b, unsigned lane)
 *     {
 *         const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};
 *
 *         if (b->asks != NULL) {
 *             return vg_sparse_workspace(&a, b->asks);
 *         }
 *         return vg_sparse_times(&a, &at, b->first, b->column, b->value, b->p, b->q);
 *     }
 *
 * The matrix is in the form CSR, counted from 0: the entries of row r are those from first[r] to first[r + 1], each
 * with its column and its value; `first` and `column` are 32 bits wide.
 *
 * A lane's first call makes its handle. This is the call by which open tries the function before it captures it, so
 * that later calls allocate nothing. vg_sparse_close is called after the last replay and before the program is closed.
 * cuSPARSE is asked for the algorithm whose sums have the same order each time. The plain file sums in f64. */
#ifndef VG_SPARSE_H
#define VG_SPARSE_H

#include "vg_library.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_sparse_workspace VG_SYMBOL(vg_sparse_workspace)
#define vg_sparse_times VG_SYMBOL(vg_sparse_times)
#define vg_sparse_close VG_SYMBOL(vg_sparse_close)

typedef struct vg_sparse_lane {
    vg_library_lane lane;
    void *handle;         /* cusparseHandle_t */
    void *matrix, *x, *y; /* cuSPARSE's descriptions of them */
    uint64_t bytes;       /* of the workspace */
    float narrow[2];      /* alpha and beta, as cuSPARSE reads them */
} vg_sparse_lane;

typedef struct vg_sparse {
    int wide; /* 0: values are f32; 1: f64 */
    uint64_t rows, columns;
    uint64_t entries;                       /* of the whole matrix */
    double alpha, beta;                     /* y = alpha A x + beta y; where beta is 0, y is only written */
    vg_sparse_lane lanes[VG_LIBRARY_LANES]; /* not for the application to set, but zero before the first call */
} vg_sparse;

/* How large the step's workspace has to be: with cuSPARSE for the device that is current (device 0 where none is).
 * Leaves nothing behind. A fault is that of lane 0. */
int vg_sparse_workspace(vg_sparse *sparse, uint64_t *bytes);
int vg_sparse_times(vg_sparse *sparse, const vg_library_at *at, const void *first, const void *column,
                    const void *value, const void *x, void *y);
/* Destroys the handles of all lanes; goes on after a failure and returns the first one. The struct may be used
 * again. */
int vg_sparse_close(vg_sparse *sparse);

#ifdef __cplusplus
}
#endif

#endif
