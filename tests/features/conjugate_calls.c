/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The library calls of conjugate.yaml: cuSPARSE and cuBLAS on a GPU, their plain forms on the CPU device. */
#include "conjugate_calls.h"

#include "vg_blas.h"
#include "vg_sparse.h"

static vg_blas blas;
static vg_sparse matrix = {
    .wide = 1, .rows = CONJUGATE_POINTS, .columns = CONJUGATE_POINTS, .entries = CONJUGATE_ENTRIES, .alpha = 1};

/* Sums of so few elements are no faster with more. */
static int blas_asks(uint64_t *bytes)
{
    *bytes = VG_BLAS_LEAST_WORKSPACE;
    return 0;
}

static int dot(const vg_library_at *at, const double *x, const double *y, double *result)
{
    return vg_blas_dot(&blas, at, VG_BLAS_F64, CONJUGATE_POINTS, x, y, result);
}

static int add(const vg_library_at *at, const double *alpha, const double *x, double *y)
{
    return vg_blas_axpy(&blas, at, VG_BLAS_F64, CONJUGATE_POINTS, alpha, x, y);
}

int conjugate_square(void *user, void *stream, const conjugate_square_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? blas_asks(b->asks) : dot(&at, b->r, b->r, b->rr);
}

int conjugate_apply(void *user, void *stream, const conjugate_apply_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? vg_sparse_workspace(&matrix, b->asks)
                           : vg_sparse_times(&matrix, &at, b->first, b->column, b->value, b->p, b->q);
}

int conjugate_along(void *user, void *stream, const conjugate_along_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? blas_asks(b->asks) : dot(&at, b->p, b->q, b->pq);
}

int conjugate_improve(void *user, void *stream, const conjugate_improve_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};
    int number;

    (void)user;
    if (b->asks != NULL) {
        return blas_asks(b->asks);
    }
    number = add(&at, b->alpha, b->p, b->x);
    return number != 0 ? number : add(&at, b->minus, b->q, b->r);
}

int conjugate_residual(void *user, void *stream, const conjugate_residual_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};

    (void)user;
    return b->asks != NULL ? blas_asks(b->asks) : dot(&at, b->r, b->r, b->sum);
}

int conjugate_turn(void *user, void *stream, const conjugate_turn_buffers *b, unsigned lane)
{
    const vg_library_at at = {stream, lane, b->workspace, b->workspace_bytes};
    int number;

    (void)user;
    if (b->asks != NULL) {
        return blas_asks(b->asks);
    }
    number = vg_blas_scale(&blas, &at, VG_BLAS_F64, CONJUGATE_POINTS, b->beta, b->p);
    return number != 0 ? number : add(&at, b->one, b->r, b->p);
}

int conjugate_calls_close(void)
{
    const int first = vg_blas_close(&blas), second = vg_sparse_close(&matrix);

    return first != 0 ? first : second;
}

void conjugate_calls_text(char *text, size_t size)
{
    const vg_library_fault *fault = &blas.lanes[0].lane.fault;

    vg_library_text(fault->number != 0 ? fault : &matrix.lanes[0].lane.fault, text, size);
}
