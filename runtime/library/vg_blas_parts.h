/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_blas_parts.h - what a vg_gemm and a vg_gemv say, with their defaults filled in. Only vg_cublas.c and
 * vg_blas_plain.c include it. */
#ifndef VG_BLAS_PARTS_H
#define VG_BLAS_PARTS_H

#include "vg_blas.h"
#include "vg_library_parts.h"

#include <string.h>

/* cuBLAS counts with an int. */
#define VG_BLAS_MOST UINT64_C(2147483647)

/* As it lies. */
typedef struct vg_blas_lying {
    uint64_t rows, columns, pitch, distance;
    vg_blas_turn turn;
} vg_blas_lying;

typedef struct vg_gemm_form {
    uint64_t batch;
    vg_blas_lying a, b, c;
} vg_gemm_form;

typedef struct vg_gemv_form {
    uint64_t batch;
    vg_blas_lying a;
    uint64_t x_length, y_length;
    vg_blas_vector x, y;
} vg_gemv_form;

static inline int vg_blas_is_type(vg_blas_type type)
{
    return (int)type >= (int)VG_BLAS_F32 && (int)type <= (int)VG_BLAS_C64;
}

static inline int vg_blas_is_complex(vg_blas_type type)
{
    return type == VG_BLAS_C32 || type == VG_BLAS_C64;
}

static inline int vg_blas_is_wide(vg_blas_type type)
{
    return type == VG_BLAS_F64 || type == VG_BLAS_C64;
}

/* rows and columns are those that take part. */
static inline int vg_blas_lies(vg_blas_lying *lying, const vg_blas_matrix *matrix, uint64_t rows, uint64_t columns)
{
    const int turned = matrix->turn != VG_BLAS_AS_IT_LIES;

    lying->turn = matrix->turn;
    lying->rows = turned ? columns : rows;
    lying->columns = turned ? rows : columns;
    lying->pitch = matrix->pitch == 0 ? lying->columns : matrix->pitch;
    lying->distance = matrix->distance == 0 ? lying->rows * lying->pitch : matrix->distance;
    return lying->rows >= 1 && lying->rows <= VG_BLAS_MOST && lying->columns >= 1 && lying->columns <= lying->pitch &&
           lying->pitch <= VG_BLAS_MOST && lying->distance <= VG_BLAS_MOST * VG_BLAS_MOST &&
           (int)matrix->turn >= (int)VG_BLAS_AS_IT_LIES && (int)matrix->turn <= (int)VG_BLAS_CONJUGATED;
}

static inline int vg_blas_scalars(vg_blas_type type, const double *alpha, const double *beta)
{
    return vg_blas_is_type(type) && (vg_blas_is_complex(type) || (alpha[1] == 0.0 && beta[1] == 0.0));
}

static inline int vg_gemm_read(vg_gemm_form *form, const vg_gemm *what)
{
    memset(form, 0, sizeof *form);
    form->batch = what->batch == 0 ? 1 : what->batch;
    return vg_blas_scalars(what->type, what->alpha, what->beta) && form->batch <= VG_BLAS_MOST &&
                   vg_blas_lies(&form->a, &what->a, what->rows, what->inner) &&
                   vg_blas_lies(&form->b, &what->b, what->inner, what->columns) &&
                   vg_blas_lies(&form->c, &what->c, what->rows, what->columns) && what->c.turn == VG_BLAS_AS_IT_LIES &&
                   (!what->tf32 || what->type == VG_BLAS_F32)
               ? VG_LIBRARY_OK
               : VG_LIBRARY_SHAPE;
}

static inline int vg_blas_line(vg_blas_vector *line, const vg_blas_vector *vector, uint64_t length)
{
    line->stride = vector->stride == 0 ? 1 : vector->stride;
    line->distance = vector->distance == 0 ? length * line->stride : vector->distance;
    return line->stride <= VG_BLAS_MOST && line->distance <= VG_BLAS_MOST * VG_BLAS_MOST;
}

static inline int vg_gemv_read(vg_gemv_form *form, const vg_gemv *what)
{
    const int turned = what->a.turn == VG_BLAS_TRANSPOSED;

    memset(form, 0, sizeof *form);
    form->batch = what->batch == 0 ? 1 : what->batch;
    form->x_length = turned ? what->rows : what->columns;
    form->y_length = turned ? what->columns : what->rows;
    return vg_blas_scalars(what->type, what->alpha, what->beta) && form->batch <= VG_BLAS_MOST &&
                   vg_blas_lies(&form->a, &what->a, form->y_length, form->x_length) &&
                   what->a.turn != VG_BLAS_CONJUGATED && vg_blas_line(&form->x, &what->x, form->x_length) &&
                   vg_blas_line(&form->y, &what->y, form->y_length)
               ? VG_LIBRARY_OK
               : VG_LIBRARY_SHAPE;
}

/* What can be said of a call before anything is computed; `shape` is what was said of its sizes. `plain`: this file
 * computes on the host. */
static inline int vg_blas_check(const vg_library_at *at, int plain, int shape, const void *a, const void *b,
                                const void *c)
{
    const int number = vg_library_check_at(at, plain);

    if (number != VG_LIBRARY_OK || shape != VG_LIBRARY_OK) {
        return number != VG_LIBRARY_OK ? number : shape;
    }
    return a == NULL || b == NULL || c == NULL ? VG_LIBRARY_POINTER : VG_LIBRARY_OK;
}

/* Of vg_blas_dot and its like. */
static inline int vg_blas_check_vectors(vg_blas_type type, uint64_t n)
{
    if (type != VG_BLAS_F32 && type != VG_BLAS_F64) {
        return VG_LIBRARY_KIND;
    }
    return n == 0 || n > VG_BLAS_MOST ? VG_LIBRARY_SHAPE : VG_LIBRARY_OK;
}

#endif
