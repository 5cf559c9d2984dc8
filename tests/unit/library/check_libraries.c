/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_cufft.c, vg_cublas.c and vg_cusparse.c over libraries that keep books (tests/fake): what is called, in which order
 * and with which sizes; that only a lane's first call makes anything; that every call may fail and leaves nothing behind;
 * that objects are destroyed in the context that they were made in. */
#include "fake_library.h"
#include "unit/run_suite.h"
#include "vg_blas.h"
#include "vg_fft.h"
#include "vg_sparse.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Addresses that nobody reads. */
#define AT(n) ((void *)(uintptr_t)(n))

static vg_library_at at;
static vg_fft fft;
static vg_blas blas;
static vg_sparse sparse;
static vg_gemm product;
static vg_gemv vector;

static void setup(void)
{
    fake_library_reset();
    at = (vg_library_at){AT(0x77), 0, AT(0x1000), 1 << 20};
    fft = (vg_fft){.kind = VG_FFT_C2C, .rank = 1, .size = {512}, .batch = 2048};
    memset(&blas, 0, sizeof blas);
    sparse = (vg_sparse){.wide = 1, .rows = 10, .columns = 12, .entries = 30, .alpha = 1.5};
    product = (vg_gemm){.type = VG_BLAS_F32, .rows = 4, .columns = 5, .inner = 6, .alpha = {1.5}, .beta = {0.5}};
    vector = (vg_gemv){.type = VG_BLAS_F64, .rows = 4, .columns = 5, .alpha = {1}};
}

static void begin_log(void)
{
    fake_libraries.log[0] = '\0';
}

/* ---- each library's calls as a table, so that each is tried in each way ---- */

static int run_fft(void)
{
    return vg_fft_run(&fft, &at, VG_FFT_INVERSE, AT(0x10), AT(0x20));
}

static int close_fft(void)
{
    return vg_fft_close(&fft);
}

static int ask_fft(uint64_t *bytes)
{
    return vg_fft_workspace(&fft, bytes);
}

static int run_gemm(void)
{
    return vg_blas_gemm(&blas, &at, &product, AT(0xa), AT(0xb), AT(0xc));
}

static int run_gemv(void)
{
    return vg_blas_gemv(&blas, &at, &vector, AT(0xa), AT(0xb), AT(0xc));
}

static int run_dot(void)
{
    return vg_blas_dot(&blas, &at, VG_BLAS_F64, 40, AT(0xa), AT(0xb), AT(0xc));
}

static int run_axpy(void)
{
    return vg_blas_axpy(&blas, &at, VG_BLAS_F64, 40, AT(0xa), AT(0xb), AT(0xc));
}

static int run_scale(void)
{
    return vg_blas_scale(&blas, &at, VG_BLAS_F64, 40, AT(0xa), AT(0xb));
}

static int close_blas(void)
{
    return vg_blas_close(&blas);
}

static int ask_blas(uint64_t *bytes)
{
    return vg_blas_workspace(&blas, bytes);
}

static int run_sparse(void)
{
    return vg_sparse_times(&sparse, &at, AT(0x10), AT(0x20), AT(0x30), AT(0x40), AT(0x50));
}

static int close_sparse(void)
{
    return vg_sparse_close(&sparse);
}

static int ask_sparse(uint64_t *bytes)
{
    return vg_sparse_workspace(&sparse, bytes);
}

typedef struct way {
    const char *name;
    int (*run)(void);
    int (*close)(void);
    int (*ask)(uint64_t *bytes);
    const char *first, *later, *end; /* what is called */
    const vg_library_lane *lane;
    size_t distance; /* from one lane to the next */
} way;

#define FFT_SETUP "cuCtxGetCurrent;"
#define FFT_PLAN "cufftCreate;cufftSetAutoAllocation(0);cufftMakePlanMany64(512, 1 512, 1 512, 29, 2048);"
#define FFT_RUN "cufftSetStream(0x77);cufftSetWorkArea;cufftExecC2C(0x10, 0x20, 1);"
#define BLAS_SETUP(mode) "cublasSetStream(0x77);cublasSetWorkspace(1048576);cublasSetPointerMode(" mode ");"
#define GEMM BLAS_SETUP("0") "cublasGemmEx(0 0, 5 4 6, 1.5 0.5, 0xb 5, 0xa 6, 0xc 5, 0 68);"
#define GEMV BLAS_SETUP("0") "cublasDgemv(1, 5 4, 5, 1, 1);"
#define BLAS_END "cuCtxPushCurrent;cublasDestroy;cuCtxPopCurrent;"
#define SPARSE_PLAN                                                                                                    \
    "cusparseCreate;cusparseCreateCsr(10 12 30, 2 2 0 1);cusparseCreateDnVec(12, 1);cusparseCreateDnVec(10, 1);"       \
    "cusparseSpMV_bufferSize(3);"
#define SPARSE_RUN                                                                                                     \
    "cusparseSetStream(0x77);cusparseCsrSetPointers(0x10, 0x20, 0x30);cusparseDnVecSetValues;cusparseDnVecSetValues;"  \
    "cusparseSpMV(1.5 0, 0x40, 0x50, 3);"
#define SPARSE_DESTROY "cusparseDestroyDnVec;cusparseDestroyDnVec;cusparseDestroySpMat;cusparseDestroy;"
#define CURRENT "cuCtxGetCurrent;cuCtxGetId;"
#define BLAS(name, calls)                                                                                              \
    {                                                                                                                  \
#name, run_##name, close_blas, ask_blas, CURRENT "cublasCreate;" calls, CURRENT calls, BLAS_END,               \
            &blas.lanes[0].lane, sizeof blas.lanes[0]                                                                  \
    }

static const way ways[] = {
    {"fft", run_fft, close_fft, ask_fft, CURRENT FFT_PLAN FFT_RUN, CURRENT FFT_RUN,
     "cuCtxPushCurrent;cufftDestroy;cuCtxPopCurrent;", &fft.lanes[0].lane, sizeof fft.lanes[0]},
    BLAS(gemm, GEMM),
    BLAS(gemv, GEMV),
    BLAS(dot, BLAS_SETUP("1") "cublasDdot(40, 1, 1);"),
    BLAS(axpy, BLAS_SETUP("1") "cublasDaxpy(40, 1, 1);"),
    BLAS(scale, BLAS_SETUP("1") "cublasDscal(40, 1);"),
    {"sparse", run_sparse, close_sparse, ask_sparse, CURRENT SPARSE_PLAN SPARSE_RUN, CURRENT SPARSE_RUN,
     "cuCtxPushCurrent;" SPARSE_DESTROY "cuCtxPopCurrent;", &sparse.lanes[0].lane, sizeof sparse.lanes[0]},
};

enum { WAYS = sizeof ways / sizeof *ways };

static const vg_library_lane *lane_of(const way *w, unsigned lane)
{
    return (const vg_library_lane *)(const void *)((const char *)w->lane + lane * w->distance);
}

START_TEST(only_the_first_call_makes_anything)
{
    const way *w = &ways[_i];
    unsigned made;
    ck_assert_int_eq(w->run(), 0);
    ck_assert_str_eq(fake_libraries.log, w->first);
    made = fake_libraries.made;
    ck_assert_uint_gt(made, 0);
    for (int call = 0; call < 3; call++) { /* captured, a twin, a step */
        begin_log();
        ck_assert_int_eq(w->run(), 0);
        ck_assert_str_eq(fake_libraries.log, w->later);
    }
    ck_assert_uint_eq(fake_libraries.made, made);
    at.lane = 5;
    ck_assert_int_eq(w->run(), 0);
    ck_assert_uint_eq(fake_libraries.made, 2 * made);
    begin_log();
    fake_libraries.context = AT(9); /* whatever is current */
    ck_assert_int_eq(w->close(), 0);
    ck_assert_ptr_eq(fake_libraries.context, AT(9));
    ck_assert_uint_eq(strlen(fake_libraries.log), 2 * strlen(w->end));
    ck_assert(strncmp(fake_libraries.log, w->end, strlen(w->end)) == 0);
    ck_assert_uint_eq(fake_libraries.live, 0);
    begin_log();
    ck_assert_int_eq(w->close(), 0);
    ck_assert_str_eq(fake_libraries.log, "");
    ck_assert_int_eq(w->run(), 0); /* opened again, in another context */
    ck_assert_int_eq(w->close(), 0);
    ck_assert_uint_eq(fake_libraries.live, 0);
    ck_assert_str_eq(fake_libraries.misuse, "");
}
END_TEST

/* Each call of the first run, of a later one and of the end fails once: the number comes back, the fault names the call,
 * and after close nothing is left. */
START_TEST(every_call_may_fail)
{
    const way *w = &ways[_i];
    unsigned calls = 0, failures = 0;
    setup();
    ck_assert_int_eq(w->run() | w->run() | w->close(), 0);
    calls = fake_libraries.calls;
    for (unsigned fail = 1; fail <= calls; fail++) {
        const vg_library_fault *fault = &lane_of(w, 0)->fault;
        char text[200];
        int number;
        setup();
        fake_libraries.fail_at = fail;
        fake_libraries.number = 201;
        number = w->run();
        number = number != 0 ? number : w->run();
        if (number == 0) {
            number = w->close();
        } else if (!lane_of(w, 0)->made) {
            ck_assert_uint_eq(fake_libraries.live, 0);
        }
        ck_assert_int_eq(number, 201);
        ck_assert_int_eq(fault->number, 201);
        ck_assert_ptr_nonnull(fake_libraries.failed);
        ck_assert_msg(strncmp(fault->call, fake_libraries.failed, strlen(fault->call)) == 0, "%s: %s failed, not %s",
                      w->name, fake_libraries.failed, fault->call);
        vg_library_text(fault, text, sizeof text);
        ck_assert_ptr_nonnull(strstr(text, " returned 201"));
        w->close();
        /* A context that cannot be made current keeps what it has. */
        ck_assert(fake_libraries.live == 0 || strncmp(fake_libraries.failed, "cuCtxPush", 9) == 0);
        ck_assert_str_eq(fake_libraries.misuse, "");
        failures++;
    }
    ck_assert_uint_eq(failures, calls);
    ck_assert_uint_gt(calls, 8);
}
END_TEST

START_TEST(refusals)
{
    const way *w = &ways[_i];
    at.stream = NULL;
    ck_assert_int_eq(w->run(), VG_LIBRARY_HOST);
    ck_assert_int_eq(w->lane->fault.number, VG_LIBRARY_HOST);
    setup();
    at.lane = VG_LIBRARY_LANES;
    ck_assert_int_eq(w->run(), VG_LIBRARY_LANE);
    ck_assert_str_eq(fake_libraries.log, "");
    setup();
    fake_libraries.bytes = (1 << 14) + 1; /* what the libraries ask for */
    at.workspace_bytes = (1 << 14) - 1;
    ck_assert_int_eq(w->run(), VG_LIBRARY_WORKSPACE);
    ck_assert_uint_eq(w->lane->fault.given, (1 << 14) - 1);
    ck_assert_uint_ge(w->lane->fault.needed, 1 << 14);
    at.workspace_bytes = w->lane->fault.needed;
    at.workspace = NULL;
    ck_assert_int_eq(w->run(), VG_LIBRARY_WORKSPACE);
    ck_assert_uint_eq(w->lane->fault.given, 0);
    at.workspace = AT(0x1000);
    ck_assert_int_eq(w->run(), 0);
    /* Opened again, without a close in between. */
    fake_libraries.context = AT(2);
    begin_log();
    ck_assert_int_eq(w->run(), VG_LIBRARY_CONTEXT);
    ck_assert_str_eq(fake_libraries.log, CURRENT);
    ck_assert_int_eq(w->close(), 0);
    ck_assert_int_eq(w->run(), 0);
    ck_assert_int_eq(w->close(), 0);
    ck_assert_uint_eq(fake_libraries.live, 0);
    ck_assert_str_eq(fake_libraries.misuse, "");
}
END_TEST

/* A context that took the place of one that was destroyed: what the lane had is gone, and is made anew. */
START_TEST(a_context_at_the_same_address)
{
    const way *w = &ways[_i];
    unsigned made;
    ck_assert_int_eq(w->run(), 0);
    made = fake_libraries.made;
    fake_libraries.id++;
    ck_assert_int_eq(w->run(), 0);
    ck_assert_uint_eq(fake_libraries.made, 2 * made);
    ck_assert_int_eq(w->run(), 0);
    ck_assert_uint_eq(fake_libraries.made, 2 * made);
    ck_assert_int_eq(w->close(), 0);
    ck_assert_str_eq(fake_libraries.misuse, "");
}
END_TEST

/* The question leaves nothing behind, also where it fails. */
START_TEST(workspaces_are_asked_for)
{
    const way *w = &ways[_i];
    uint64_t bytes = 0;
    unsigned calls;
    ck_assert_int_eq(w->ask(NULL), VG_LIBRARY_POINTER);
    ck_assert_str_eq(fake_libraries.log, "");
    ck_assert_int_eq(w->ask(&bytes), 0);
    ck_assert_uint_eq(bytes, w->ask == ask_blas ? 32 << 20 : 1024);
    ck_assert_uint_eq(fake_libraries.live, 0);
    ck_assert_int_eq(w->lane->made, 0);
    calls = fake_libraries.calls;
    for (unsigned fail = 1; fail <= calls; fail++) {
        setup();
        fake_libraries.fail_at = fail;
        fake_libraries.number = 5;
        ck_assert_int_eq(w->ask(&bytes), 5);
        ck_assert_int_eq(w->lane->fault.number, 5);
        ck_assert_uint_eq(fake_libraries.live, 0);
    }
    ck_assert_str_eq(fake_libraries.misuse, "");
}
END_TEST

/* ---- sizes ---- */

static void planned(vg_fft what, const char *wanted)
{
    char text[200];
    snprintf(text, sizeof text, "cufftMakePlanMany64(%s);", wanted);
    setup();
    fft = what;
    if (what.kind == VG_FFT_C2R || what.kind == VG_FFT_Z2D) {
        ck_assert_int_eq(vg_fft_run_to_real(&fft, &at, AT(0x10), AT(0x20)), 0);
    } else {
        ck_assert_int_eq(vg_fft_run(&fft, &at, VG_FFT_FORWARD, AT(0x10), AT(0x20)), 0);
    }
    ck_assert_msg(strstr(fake_libraries.log, text) != NULL, "%s, not %s", fake_libraries.log, text);
    ck_assert_int_eq(vg_fft_close(&fft), 0);
    ck_assert_str_eq(fake_libraries.misuse, "");
}

START_TEST(plans)
{
    planned((vg_fft){.kind = VG_FFT_R2C, .rank = 1, .size = {9}, .batch = 3}, "9, 1 9, 1 5, 2a, 3");
    ck_assert_ptr_nonnull(strstr(fake_libraries.log, "cufftExecR2C(0x10, 0x20, 0);"));
    planned((vg_fft){.kind = VG_FFT_C2R, .rank = 1, .size = {8}}, "8, 1 5, 1 8, 2c, 1");
    ck_assert_ptr_nonnull(strstr(fake_libraries.log, "cufftExecC2R(0x10, 0x20, 0);"));
    planned((vg_fft){.kind = VG_FFT_Z2Z, .rank = 2, .size = {4, 6}, .batch = 2}, "4 6, 4 6 1 24, 4 6 1 24, 69, 2");
    ck_assert_ptr_nonnull(strstr(fake_libraries.log, "cufftExecZ2Z(0x10, 0x20, -1);"));
    planned((vg_fft){.kind = VG_FFT_D2Z, .rank = 2, .size = {4, 6}, .in = {8, 2, 100}, .out = {5, 3, 90}},
            "4 6, 4 8 2 100, 4 5 3 90, 6a, 1");
    ck_assert_ptr_nonnull(strstr(fake_libraries.log, "cufftExecD2Z(0x10, 0x20, 0);"));
    planned((vg_fft){.kind = VG_FFT_Z2D, .rank = 2, .size = {4, 6}}, "4 6, 4 4 1 16, 4 6 1 24, 6c, 1");
    ck_assert_ptr_nonnull(strstr(fake_libraries.log, "cufftExecZ2D(0x10, 0x20, 0);"));
    /* columns of a matrix of 10 x 6 */
    planned((vg_fft){.kind = VG_FFT_C2C, .rank = 1, .size = {10}, .batch = 6, .in = {0, 6, 1}, .out = {0, 6, 1}},
            "10, 6 1, 6 1, 29, 6");
}
END_TEST

/* A plan that needs no work area is given none. */
START_TEST(no_work_area)
{
    fake_libraries.bytes = 0;
    at.workspace = NULL;
    ck_assert_int_eq(run_fft(), 0);
    ck_assert_ptr_null(strstr(fake_libraries.log, "cufftSetWorkArea"));
    ck_assert_int_eq(run_sparse(), 0);
    ck_assert_int_eq(vg_fft_close(&fft) | vg_sparse_close(&sparse), 0);
    ck_assert_str_eq(fake_libraries.misuse, "");
}
END_TEST

static void called(const char *wanted)
{
    ck_assert_msg(strstr(fake_libraries.log, wanted) != NULL, "%s, not %s", fake_libraries.log, wanted);
    begin_log();
}

/* Rows become columns: B comes first, and each is turned as before. */
START_TEST(products)
{
    product.a.turn = VG_BLAS_TRANSPOSED;
    product.tf32 = 1;
    ck_assert_int_eq(run_gemm(), 0);
    called("cublasGemmEx(0 1, 5 4 6, 1.5 0.5, 0xb 5, 0xa 4, 0xc 5, 0 77);");
    product.tf32 = 0;
    product.type = VG_BLAS_C64;
    product.a.turn = VG_BLAS_CONJUGATED;
    product.b = (vg_blas_matrix){9, 0, VG_BLAS_TRANSPOSED};
    product.c.pitch = 7;
    ck_assert_int_eq(run_gemm(), 0);
    called("cublasGemmEx(1 2, 5 4 6, 1.5 0.5, 0xb 9, 0xa 4, 0xc 7, 5 70);");
    product.batch = 3;
    product.type = VG_BLAS_C32;
    product.b.distance = 100;
    ck_assert_int_eq(run_gemm(), 0);
    called("cublasGemmStridedBatchedEx(1 2, 5 4 6, 9 100, 4 24, 7 28, 3, 4 68);");
    vector.a.turn = VG_BLAS_TRANSPOSED;
    vector.x.stride = 2;
    ck_assert_int_eq(run_gemv(), 0);
    called("cublasDgemv(0, 5 4, 5, 2, 1);");
    vector.batch = 6;
    for (int type = VG_BLAS_F32; type <= VG_BLAS_C64; type++) {
        char text[100];
        vector.type = (vg_blas_type)type;
        ck_assert_int_eq(run_gemv(), 0);
        snprintf(text, sizeof text, "cublas%cgemvStridedBatched(0, 5 4, 5 20, 2 8, 1 5, 6);",
                 "SDCZ"[type - VG_BLAS_F32]);
        called(text);
    }
    ck_assert_int_eq(vg_blas_dot(&blas, &at, VG_BLAS_F32, 7, AT(1), AT(2), AT(3)), 0);
    called("cublasSdot(7, 1, 1);");
    ck_assert_int_eq(vg_blas_axpy(&blas, &at, VG_BLAS_F32, 7, AT(1), AT(2), AT(3)), 0);
    called("cublasSaxpy(7, 1, 1);");
    ck_assert_int_eq(vg_blas_scale(&blas, &at, VG_BLAS_F32, 7, AT(1), AT(2)), 0);
    called("cublasSscal(7, 1);");
    product.inner = (uint64_t)1 << 31;
    ck_assert_int_eq(run_gemm(), VG_LIBRARY_SHAPE);
    ck_assert_int_eq(close_blas(), 0);
    ck_assert_str_eq(fake_libraries.misuse, "");
}
END_TEST

START_TEST(workspace_of_the_device)
{
    uint64_t bytes = 0;
    fake_libraries.capability = 8;
    ck_assert_int_eq(vg_blas_workspace(&blas, &bytes), 0);
    ck_assert_uint_eq(bytes, 4 << 20);
    called("cuDeviceGetAttribute(3);");
    fake_libraries.context = NULL;
    ck_assert_int_eq(vg_blas_workspace(&blas, &bytes), 0);
    called("cuDeviceGetAttribute(10);");
}
END_TEST

START_TEST(narrow_products_of_sparse_matrices)
{
    sparse.wide = 0;
    sparse.beta = -2;
    ck_assert_int_eq(run_sparse(), 0);
    called("cusparseSpMV(1.5 -2, 0x40, 0x50, 3);");
    sparse.rows = 0;
    ck_assert_int_eq(run_sparse(), VG_LIBRARY_SHAPE);
    ck_assert_int_eq(close_sparse(), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("libraries");
    TCase *tests = tcase_create("libraries");
    tcase_add_checked_fixture(tests, setup, NULL);
    tcase_add_loop_test(tests, only_the_first_call_makes_anything, 0, WAYS);
    tcase_add_loop_test(tests, every_call_may_fail, 0, WAYS);
    tcase_add_loop_test(tests, refusals, 0, WAYS);
    tcase_add_loop_test(tests, a_context_at_the_same_address, 0, WAYS);
    tcase_add_loop_test(tests, workspaces_are_asked_for, 0, WAYS);
    tcase_add_test(tests, plans);
    tcase_add_test(tests, no_work_area);
    tcase_add_test(tests, products);
    tcase_add_test(tests, workspace_of_the_device);
    tcase_add_test(tests, narrow_products_of_sparse_matrices);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
