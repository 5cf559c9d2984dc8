/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_blas_plain.c and vg_sparse_plain.c against the formulas, summed in long double: every type, every way to turn a
 * matrix, batches, gaps; and what they refuse. */
#include "unit/run_suite.h"
#include "vg_blas.h"
#include "vg_sparse.h"

#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { ELEMENTS = 2000, N = 50 };

typedef struct number {
    long double re, im;
} number;

static double a[2 * ELEMENTS], b[2 * ELEMENTS], c[2 * ELEMENTS], before[2 * ELEMENTS];
static vg_blas blas;
static const vg_library_at at = {NULL, 1, NULL, 0};

static int is_wide(vg_blas_type type)
{
    return type == VG_BLAS_F64 || type == VG_BLAS_C64;
}

static int is_complex(vg_blas_type type)
{
    return type == VG_BLAS_C32 || type == VG_BLAS_C64;
}

static void put(vg_blas_type type, double *memory, size_t i, double value)
{
    if (is_wide(type)) {
        memory[i] = value;
    } else {
        ((float *)memory)[i] = (float)value;
    }
}

static number get(vg_blas_type type, const double *memory, size_t i)
{
    const size_t parts = is_complex(type) ? 2 : 1;
    number n = {0, 0};
    n.re = is_wide(type) ? (long double)memory[parts * i] : (long double)((const float *)memory)[parts * i];
    if (parts == 2) {
        n.im = is_wide(type) ? (long double)memory[2 * i + 1] : (long double)((const float *)memory)[2 * i + 1];
    }
    return n;
}

static void fill(vg_blas_type type)
{
    for (size_t i = 0; i < 2 * ELEMENTS; i++) {
        put(type, a, i, sin(0.7 * (double)i));
        put(type, b, i, cos(0.3 * (double)i) + 0.1);
        put(type, c, i, (double)(i % 7) - 3);
    }
    memcpy(before, c, sizeof c);
}

static number times(number x, number y)
{
    return (number){x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re};
}

/* Row and column of what takes part; width is how many columns it has as it lies. */
static number turned(vg_blas_type type, const double *memory, const vg_blas_matrix *m, size_t distance, size_t width,
                     size_t one, size_t row, size_t column)
{
    const size_t pitch = m->pitch != 0 ? m->pitch : width;
    const size_t lies = m->turn == VG_BLAS_AS_IT_LIES ? row * pitch + column : column * pitch + row;
    number n = get(type, memory, one * (m->distance != 0 ? m->distance : distance) + lies);
    n.im = m->turn == VG_BLAS_CONJUGATED ? -n.im : n.im;
    return n;
}

static void compare(vg_blas_type type, const char *what, const double *alpha, const double *beta, number sum, size_t i)
{
    const number factor = {alpha[0], alpha[1]}, keep = {beta[0], beta[1]};
    const number product = times(factor, sum), old = times(keep, get(type, before, i));
    const number got = get(type, c, i);
    const long double tolerance = is_wide(type) ? 1e-13L : 1e-5L;
    ck_assert_msg(fabsl(product.re + old.re - got.re) <= tolerance && fabsl(product.im + old.im - got.im) <= tolerance,
                  "%s, type %d, element %zu: %Lg %Lg, not %Lg %Lg", what, (int)type, i, got.re, got.im,
                  product.re + old.re, product.im + old.im);
}

static void compare_gemm(const vg_gemm *what)
{
    const size_t m = what->rows, n = what->columns, k = what->inner;
    const size_t a_pitch = what->a.pitch != 0 ? what->a.pitch : what->a.turn == VG_BLAS_AS_IT_LIES ? k : m;
    const size_t b_pitch = what->b.pitch != 0 ? what->b.pitch : what->b.turn == VG_BLAS_AS_IT_LIES ? n : k;
    const size_t c_pitch = what->c.pitch != 0 ? what->c.pitch : n;
    const size_t c_distance = what->c.distance != 0 ? what->c.distance : m * c_pitch;
    fill(what->type);
    ck_assert_int_eq(vg_blas_gemm(&blas, &at, what, a, b, c), 0);
    for (size_t one = 0; one < (what->batch != 0 ? what->batch : 1); one++) {
        for (size_t i = 0; i < m * n; i++) {
            number sum = {0, 0};
            for (size_t l = 0; l < k; l++) {
                const number term =
                    times(turned(what->type, a, &what->a, (what->a.turn == VG_BLAS_AS_IT_LIES ? m : k) * a_pitch,
                                 a_pitch, one, i / n, l),
                          turned(what->type, b, &what->b, (what->b.turn == VG_BLAS_AS_IT_LIES ? k : n) * b_pitch,
                                 b_pitch, one, l, i % n));
                sum.re += term.re;
                sum.im += term.im;
            }
            compare(what->type, "gemm", what->alpha, what->beta, sum, one * c_distance + i / n * c_pitch + i % n);
        }
    }
}

START_TEST(gemm)
{
    for (int type = VG_BLAS_F32; type <= VG_BLAS_C64; type++) {
        const double imaginary = is_complex((vg_blas_type)type) ? 0.25 : 0;
        for (int turn = 0; turn < 9; turn++) {
            vg_gemm what = {.type = (vg_blas_type)type,
                            .rows = 4,
                            .columns = 5,
                            .inner = 7,
                            .alpha = {1.5, imaginary},
                            .beta = {0.5, -imaginary}};
            what.a.turn = (vg_blas_turn)(turn % 3);
            what.b.turn = (vg_blas_turn)(turn / 3);
            compare_gemm(&what);
            what.batch = 3;
            compare_gemm(&what);
            what.a.pitch = 9;
            what.b.pitch = 8;
            what.c.pitch = 6;
            what.a.distance = 80;
            what.b.distance = 64;
            what.c.distance = 30;
            compare_gemm(&what);
        }
    }
}
END_TEST

/* Where beta is 0, what was there does not count, not even where it is no number; what lies between rows stays. */
START_TEST(beta_0_only_writes)
{
    const vg_gemm what = {.type = VG_BLAS_F64, .rows = 2, .columns = 2, .inner = 2, .c = {.pitch = 3}, .alpha = {1}};
    const vg_gemv vector = {.type = VG_BLAS_F64, .rows = 2, .columns = 2, .alpha = {1}, .y = {.stride = 2}};
    fill(VG_BLAS_F64);
    for (size_t i = 0; i < 6; i++) {
        c[i] = NAN;
    }
    ck_assert_int_eq(vg_blas_gemm(&blas, &at, &what, a, b, c), 0);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_int_eq(isnan(c[i]) != 0, i % 3 == 2);
        c[i] = NAN;
    }
    ck_assert_int_eq(vg_blas_gemv(&blas, &at, &vector, a, b, c), 0);
    for (size_t i = 0; i < 6; i++) {
        ck_assert_int_eq(isnan(c[i]) != 0, i != 0 && i != 2);
    }
}
END_TEST

static void compare_gemv(const vg_gemv *what)
{
    const int is_turned = what->a.turn == VG_BLAS_TRANSPOSED;
    const size_t length = is_turned ? what->rows : what->columns, count = is_turned ? what->columns : what->rows;
    const size_t pitch = what->a.pitch != 0 ? what->a.pitch : what->columns;
    const size_t x_stride = what->x.stride != 0 ? what->x.stride : 1,
                 y_stride = what->y.stride != 0 ? what->y.stride : 1;
    const size_t x_distance = what->x.distance != 0 ? what->x.distance : length * x_stride;
    const size_t y_distance = what->y.distance != 0 ? what->y.distance : count * y_stride;
    fill(what->type);
    ck_assert_int_eq(vg_blas_gemv(&blas, &at, what, a, b, c), 0);
    for (size_t one = 0; one < (what->batch != 0 ? what->batch : 1); one++) {
        for (size_t i = 0; i < count; i++) {
            number sum = {0, 0};
            for (size_t l = 0; l < length; l++) {
                const number term = times(turned(what->type, a, &what->a, what->rows * pitch, pitch, one, i, l),
                                          get(what->type, b, one * x_distance + l * x_stride));
                sum.re += term.re;
                sum.im += term.im;
            }
            compare(what->type, "gemv", what->alpha, what->beta, sum, one * y_distance + i * y_stride);
        }
    }
}

START_TEST(gemv)
{
    for (int type = VG_BLAS_F32; type <= VG_BLAS_C64; type++) {
        for (int turn = 0; turn < 2; turn++) {
            vg_gemv what = {.type = (vg_blas_type)type, .rows = 6, .columns = 11, .alpha = {2}, .beta = {-1}};
            what.a.turn = (vg_blas_turn)turn;
            compare_gemv(&what);
            what.batch = 4;
            compare_gemv(&what);
            what.a.pitch = 13;
            what.a.distance = 100;
            what.x = (vg_blas_vector){3, 50};
            what.y = (vg_blas_vector){2, 31};
            compare_gemv(&what);
        }
    }
}
END_TEST

START_TEST(vectors)
{
    for (int type = VG_BLAS_F32; type <= VG_BLAS_F64; type++) {
        const vg_blas_type t = (vg_blas_type)type;
        const double tolerance = is_wide(t) ? 1e-13 : 1e-5;
        long double sum = 0;
        fill(t);
        for (size_t i = 0; i < N; i++) {
            sum += get(t, a, i).re * get(t, b, i).re;
        }
        ck_assert_int_eq(vg_blas_dot(&blas, &at, t, N, a, b, c), 0);
        ck_assert_ldouble_eq_tol(get(t, c, 0).re, sum, tolerance);
        ck_assert_ldouble_eq(get(t, c, 1).re, get(t, before, 1).re);
        fill(t);
        ck_assert_int_eq(vg_blas_axpy(&blas, &at, t, N, b, a, c), 0);
        for (size_t i = 0; i <= N; i++) {
            ck_assert_ldouble_eq_tol(get(t, c, i).re,
                                     get(t, before, i).re + (i < N ? get(t, b, 0).re * get(t, a, i).re : 0), tolerance);
        }
        fill(t);
        ck_assert_int_eq(vg_blas_scale(&blas, &at, t, N, b, c), 0);
        for (size_t i = 0; i <= N; i++) {
            ck_assert_ldouble_eq_tol(get(t, c, i).re, get(t, before, i).re * (i < N ? get(t, b, 0).re : 1), tolerance);
        }
    }
}
END_TEST

static void gemm_refused(vg_gemm what, int wanted)
{
    ck_assert_int_eq(vg_blas_gemm(&blas, &at, &what, a, b, c), wanted);
    ck_assert_int_eq(blas.lanes[1].lane.fault.number, wanted);
    ck_assert_str_eq(blas.lanes[1].lane.fault.call, "vg_blas_gemm");
}

START_TEST(refusals)
{
    const vg_gemm good = {.type = VG_BLAS_F32, .rows = 2, .columns = 2, .inner = 2, .alpha = {1}};
    const vg_gemv vector = {
        .type = VG_BLAS_F32, .rows = 2, .columns = 2, .alpha = {1}, .a = {0, 0, VG_BLAS_CONJUGATED}};
    vg_library_at wrong = at;
    vg_gemm bad = good;
    uint64_t bytes = 0;
    bad.type = (vg_blas_type)0;
    gemm_refused(bad, VG_LIBRARY_SHAPE);
    bad = good, bad.inner = 0;
    gemm_refused(bad, VG_LIBRARY_SHAPE);
    bad = good, bad.rows = UINT64_MAX;
    gemm_refused(bad, VG_LIBRARY_SHAPE);
    bad = good, bad.b.pitch = 1;
    gemm_refused(bad, VG_LIBRARY_SHAPE);
    bad = good, bad.alpha[1] = 1;
    gemm_refused(bad, VG_LIBRARY_SHAPE);
    bad = good, bad.c.turn = VG_BLAS_TRANSPOSED;
    gemm_refused(bad, VG_LIBRARY_SHAPE);
    bad = good, bad.type = VG_BLAS_F64, bad.tf32 = 1;
    gemm_refused(bad, VG_LIBRARY_SHAPE);
    ck_assert_int_eq(vg_blas_gemv(&blas, &at, &vector, a, b, c), VG_LIBRARY_SHAPE);
    ck_assert_int_eq(vg_blas_gemm(&blas, &at, &good, NULL, b, c), VG_LIBRARY_POINTER);
    ck_assert_int_eq(vg_blas_dot(&blas, &at, VG_BLAS_C32, N, a, b, c), VG_LIBRARY_KIND);
    ck_assert_int_eq(vg_blas_dot(&blas, &at, VG_BLAS_F32, 0, a, b, c), VG_LIBRARY_SHAPE);
    wrong.stream = &wrong;
    ck_assert_int_eq(vg_blas_gemm(&blas, &wrong, &good, a, b, c), VG_LIBRARY_STREAM);
    ck_assert_int_eq(vg_blas_workspace(&blas, NULL), VG_LIBRARY_POINTER);
    ck_assert_int_eq(vg_blas_workspace(&blas, &bytes), 0);
    ck_assert_uint_eq(bytes, VG_BLAS_LEAST_WORKSPACE);
    ck_assert_int_eq(vg_blas_close(&blas), 0);
}
END_TEST

/* A random matrix with empty and full rows; with beta and without, in both types. */
START_TEST(sparse)
{
    enum { ROWS = 40, COLUMNS = 30 };
    static int32_t first[ROWS + 1], column[ROWS * COLUMNS];
    for (int wide = 0; wide < 2; wide++) {
        const vg_blas_type type = wide ? VG_BLAS_F64 : VG_BLAS_F32;
        vg_sparse s = {.wide = wide, .rows = ROWS, .columns = COLUMNS, .alpha = 1.5};
        uint64_t bytes = 1;
        uint32_t random = 1;
        int32_t count = 0;
        for (int32_t row = 0; row < ROWS; row++) {
            for (int32_t i = 0; i < COLUMNS; i++) {
                random = random * 1664525u + 1013904223u;
                if (row % 5 == 0 ? row % 2 == 0 : random >> 30 == 0) {
                    column[count++] = i;
                }
            }
            first[row + 1] = count;
        }
        s.entries = (uint64_t)count;
        ck_assert_int_eq(vg_sparse_workspace(&s, &bytes), 0);
        ck_assert_uint_eq(bytes, 0);
        for (int turn = 0; turn < 2; turn++) {
            const double scale[2] = {s.alpha, 0}, keep[2] = {s.beta, 0};
            fill(type);
            ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, b, c), 0);
            for (int32_t row = 0; row < ROWS; row++) {
                number sum = {0, 0};
                for (int32_t i = first[row]; i < first[row + 1]; i++) {
                    sum.re += get(type, a, (size_t)i).re * get(type, b, (size_t)column[i]).re;
                }
                compare(type, "sparse", scale, keep, sum, (size_t)row);
            }
            s.beta = -2;
        }
        first[ROWS]++;
        ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, b, c), VG_LIBRARY_SHAPE);
        first[ROWS] = -1;
        ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, b, c), VG_LIBRARY_SHAPE);
        first[ROWS] = count;
        column[3] = COLUMNS;
        ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, b, c), VG_LIBRARY_SHAPE);
        column[3] = -1;
        ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, b, c), VG_LIBRARY_SHAPE);
        column[3] = 0;
        first[2] = first[3] + 1;
        ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, b, c), VG_LIBRARY_SHAPE);
        ck_assert_str_eq(s.lanes[1].lane.fault.call, "vg_sparse_times");
        ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, NULL, c), VG_LIBRARY_POINTER);
        memset(first, 0, sizeof first); /* as inputs are when open tries the call */
        fill(type);
        s.beta = 0;
        ck_assert_int_eq(vg_sparse_times(&s, &at, first, column, a, b, c), 0);
        for (size_t i = 0; i < ROWS; i++) {
            ck_assert_ldouble_eq(get(type, c, i).re, 0);
        }
        ck_assert_int_eq(vg_sparse_close(&s), 0);
    }
}
END_TEST

/* Every number has its words. */
START_TEST(texts)
{
    vg_library_fault fault = {0, NULL, 0, 0};
    char text[200];
    vg_library_text(&fault, text, sizeof text);
    ck_assert_str_eq(text, "no library call has failed");
    vg_library_text(NULL, text, sizeof text);
    ck_assert_str_eq(text, "no library call has failed");
    for (int one = VG_LIBRARY_LANE; one >= VG_LIBRARY_CONTEXT; one--) {
        fault = (vg_library_fault){one, "vg_fft_run", 7, 5};
        ck_assert_uint_gt(vg_library_text(&fault, text, sizeof text), strlen("vg_fft_run: ") + 10);
        ck_assert(strncmp(text, "vg_fft_run", 10) == 0);
        ck_assert(strncmp(vg_library_name("vg_fft_run", one), "VG_LIBRARY_", 11) == 0);
    }
    fault = (vg_library_fault){8, "cufftMakePlanMany64", 0, 0};
    vg_library_text(&fault, text, sizeof text);
    ck_assert_str_eq(text, "cufftMakePlanMany64 returned 8, CUFFT_INVALID_SIZE");
    fault = (vg_library_fault){8, "cublasGemmEx", 0, 0};
    vg_library_text(&fault, text, sizeof text);
    ck_assert_str_eq(text, "cublasGemmEx returned 8, CUBLAS_STATUS_ARCH_MISMATCH");
    fault = (vg_library_fault){3, "cusparseSpMV", 0, 0};
    vg_library_text(&fault, text, sizeof text);
    ck_assert_str_eq(text, "cusparseSpMV returned 3, CUSPARSE_STATUS_INVALID_VALUE");
    fault = (vg_library_fault){201, "cuCtxGetCurrent", 0, 0};
    ck_assert_uint_eq(vg_library_text(&fault, text, 10), strlen("cuCtxGetCurrent returned 201"));
    ck_assert_str_eq(text, "cuCtxGetC");
    fault = (vg_library_fault){VG_LIBRARY_WORKSPACE, "vg_blas_gemm", 16384, 512};
    vg_library_text(&fault, text, sizeof text);
    ck_assert_str_eq(
        text, "vg_blas_gemm needs a workspace of 16384 bytes and was given 512: write `workspace: 16384` at the step");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("blas_plain");
    TCase *tests = tcase_create("blas_plain");
    tcase_add_test(tests, gemm);
    tcase_add_test(tests, beta_0_only_writes);
    tcase_add_test(tests, gemv);
    tcase_add_test(tests, vectors);
    tcase_add_test(tests, refusals);
    tcase_add_test(tests, sparse);
    tcase_add_test(tests, texts);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
