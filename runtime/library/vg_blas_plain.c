/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_blas_plain.c - vg_blas.h without a library: on the host, at once, by the formulas, in f64. For the CPU device and
 * for tests. */
#include "vg_blas_parts.h"

typedef struct scalar {
    double re, im;
} scalar;

static scalar load(vg_blas_type type, const void *memory, uint64_t at)
{
    scalar s;

    s.im = 0.0;
    switch (type) {
    case VG_BLAS_F32:
        s.re = ((const float *)memory)[at];
        break;
    case VG_BLAS_C32:
        s.re = ((const float *)memory)[2 * at];
        s.im = ((const float *)memory)[2 * at + 1];
        break;
    case VG_BLAS_C64:
        s = ((const scalar *)memory)[at];
        break;
    case VG_BLAS_F64:
    default:
        s.re = ((const double *)memory)[at];
        break;
    }
    return s;
}

static void store(vg_blas_type type, void *memory, uint64_t at, scalar s)
{
    switch (type) {
    case VG_BLAS_F32:
        ((float *)memory)[at] = (float)s.re;
        break;
    case VG_BLAS_C32:
        ((float *)memory)[2 * at] = (float)s.re;
        ((float *)memory)[2 * at + 1] = (float)s.im;
        break;
    case VG_BLAS_C64:
        ((scalar *)memory)[at] = s;
        break;
    case VG_BLAS_F64:
    default:
        ((double *)memory)[at] = s.re;
        break;
    }
}

static void add_product(scalar *sum, scalar a, scalar b)
{
    sum->re += a.re * b.re - a.im * b.im;
    sum->im += a.re * b.im + a.im * b.re;
}

/* An element as it takes part, turned. */
static scalar element(vg_blas_type type, const void *memory, const vg_blas_lying *lying, uint64_t matrix, uint64_t row,
                      uint64_t column)
{
    const int turned = lying->turn != VG_BLAS_AS_IT_LIES;
    scalar s =
        load(type, memory, matrix * lying->distance + (turned ? column : row) * lying->pitch + (turned ? row : column));

    s.im = lying->turn == VG_BLAS_CONJUGATED ? -s.im : s.im;
    return s;
}

/* *alpha sum + *beta old; the old value is not read where beta is 0. */
static void put(vg_blas_type type, const double *alpha, const double *beta, scalar sum, void *memory, uint64_t at)
{
    scalar result = {0.0, 0.0}, factor;

    factor.re = alpha[0];
    factor.im = alpha[1];
    add_product(&result, factor, sum);
    factor.re = beta[0];
    factor.im = beta[1];
    if (factor.re != 0.0 || factor.im != 0.0) {
        add_product(&result, factor, load(type, memory, at));
    }
    store(type, memory, at, result);
}

/* What a call begins with: its lane, and the number that it ends with if that is not 0. */
static int enter(vg_blas *blas, const vg_library_at *at, const char *call, int number)
{
    vg_library_lane *lane = &blas->lanes[vg_library_index(at)].lane;

    lane->made = number == VG_LIBRARY_OK ? 1 : lane->made;
    return vg_library_failed(lane, call, number);
}

int vg_blas_workspace(vg_blas *blas, uint64_t *bytes)
{
    if (bytes == NULL) {
        return vg_library_failed(&blas->lanes[0].lane, "vg_blas_workspace", VG_LIBRARY_POINTER);
    }
    *bytes = VG_BLAS_LEAST_WORKSPACE;
    return VG_LIBRARY_OK;
}

int vg_blas_gemm(vg_blas *blas, const vg_library_at *at, const vg_gemm *what, const void *a, const void *b, void *c)
{
    vg_gemm_form form;
    uint64_t one, row, column, k;
    int number = vg_blas_check(at, 1, vg_gemm_read(&form, what), a, b, c);

    number = enter(blas, at, "vg_blas_gemm", number);
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    for (one = 0; one < form.batch; one++) {
        for (row = 0; row < what->rows; row++) {
            for (column = 0; column < what->columns; column++) {
                scalar sum = {0.0, 0.0};

                for (k = 0; k < what->inner; k++) {
                    add_product(&sum, element(what->type, a, &form.a, one, row, k),
                                element(what->type, b, &form.b, one, k, column));
                }
                put(what->type, what->alpha, what->beta, sum, c, one * form.c.distance + row * form.c.pitch + column);
            }
        }
    }
    return VG_LIBRARY_OK;
}

int vg_blas_gemv(vg_blas *blas, const vg_library_at *at, const vg_gemv *what, const void *a, const void *x, void *y)
{
    vg_gemv_form form;
    uint64_t one, row, k;
    int number = vg_blas_check(at, 1, vg_gemv_read(&form, what), a, x, y);

    number = enter(blas, at, "vg_blas_gemv", number);
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    for (one = 0; one < form.batch; one++) {
        for (row = 0; row < form.y_length; row++) {
            scalar sum = {0.0, 0.0};

            for (k = 0; k < form.x_length; k++) {
                add_product(&sum, element(what->type, a, &form.a, one, row, k),
                            load(what->type, x, one * form.x.distance + k * form.x.stride));
            }
            put(what->type, what->alpha, what->beta, sum, y, one * form.y.distance + row * form.y.stride);
        }
    }
    return VG_LIBRARY_OK;
}

int vg_blas_dot(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *x, const void *y,
                void *result)
{
    const int number =
        enter(blas, at, "vg_blas_dot", vg_blas_check(at, 1, vg_blas_check_vectors(type, n), x, y, result));
    scalar sum = {0.0, 0.0};
    uint64_t i;

    if (number != VG_LIBRARY_OK) {
        return number;
    }
    for (i = 0; i < n; i++) {
        add_product(&sum, load(type, x, i), load(type, y, i));
    }
    store(type, result, 0, sum);
    return VG_LIBRARY_OK;
}

int vg_blas_axpy(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *alpha,
                 const void *x, void *y)
{
    const int number =
        enter(blas, at, "vg_blas_axpy", vg_blas_check(at, 1, vg_blas_check_vectors(type, n), alpha, x, y));
    uint64_t i;

    if (number != VG_LIBRARY_OK) {
        return number;
    }
    for (i = 0; i < n; i++) {
        scalar sum = load(type, y, i);

        add_product(&sum, load(type, alpha, 0), load(type, x, i));
        store(type, y, i, sum);
    }
    return VG_LIBRARY_OK;
}

int vg_blas_scale(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *alpha, void *x)
{
    const int number =
        enter(blas, at, "vg_blas_scale", vg_blas_check(at, 1, vg_blas_check_vectors(type, n), alpha, x, x));
    uint64_t i;

    if (number != VG_LIBRARY_OK) {
        return number;
    }
    for (i = 0; i < n; i++) {
        scalar product = {0.0, 0.0};

        add_product(&product, load(type, alpha, 0), load(type, x, i));
        store(type, x, i, product);
    }
    return VG_LIBRARY_OK;
}

int vg_blas_close(vg_blas *blas)
{
    unsigned i;

    for (i = 0; i < VG_LIBRARY_LANES; i++) {
        blas->lanes[i].lane.made = 0;
    }
    return VG_LIBRARY_OK;
}
