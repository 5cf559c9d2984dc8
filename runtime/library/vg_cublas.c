/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_cublas.c - vg_blas.h by cuBLAS, version 12 on. Link with -lcublas -lcuda.
 *
 * cuBLAS stores matrices by columns, so it sees ours transposed. Our C = A B is C' = B' A' to it: A and B trade places,
 * and each keeps its transpose flag. For a matrix times a vector the flag is the opposite of ours.
 *
 * A lane has a handle of its own, because a handle has one stream and one workspace. cublasSetStream takes back the
 * workspace, so both are set for each call, in this order. */
#include "vg_blas_parts.h"

#ifndef VG_WITHOUT_CUDA /* then link the plain file */

#include "vg_library_gpu.h"

#include <cublas_v2.h>

/* ---- handles ---- */

int vg_blas_workspace(vg_blas *blas, uint64_t *bytes)
{
    vg_library_lane *lane = &blas->lanes[0].lane;
    const char *call = "cuInit";
    int major = 0;
    CUdevice device;
    CUresult result;

    if (bytes == NULL) {
        return vg_library_failed(lane, "vg_blas_workspace", VG_LIBRARY_POINTER);
    }
    result = cuInit(0);
    if (result == CUDA_SUCCESS && cuCtxGetDevice(&device) != CUDA_SUCCESS) {
        call = "cuDeviceGet";
        result = cuDeviceGet(&device, 0);
    }
    if (result == CUDA_SUCCESS) {
        call = "cuDeviceGetAttribute";
        result = cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    }
    if (result == CUDA_SUCCESS) {
        *bytes = major >= 9 ? UINT64_C(32) << 20 : UINT64_C(4) << 20;
    }
    return vg_library_failed(lane, call, (int)result);
}

/* The lane's handle, made in the context that is current. */
static int take_handle(vg_blas_lane *lane, const char *call)
{
    CUcontext context = NULL;
    cublasHandle_t handle = NULL;
    int make = 0;
    int number = vg_library_enter(&lane->lane, call, &context, &make);

    if (number == VG_LIBRARY_OK && make) {
        number = vg_library_failed(&lane->lane, "cublasCreate", (int)cublasCreate(&handle));
        if (number == VG_LIBRARY_OK) {
            lane->handle = handle;
            vg_library_made(&lane->lane, context);
        }
    }
    return number;
}

/* The handle, ready for a call; `number` is what its arguments came to. `mode` says where scalars lie. */
static int enter(vg_blas *blas, const vg_library_at *at, const char *name, cublasPointerMode_t mode, int number,
                 cublasHandle_t *handle)
{
    vg_blas_lane *lane = &blas->lanes[vg_library_index(at)];
    const char *call = "cublasSetStream";
    cublasStatus_t status;

    number = vg_library_failed(&lane->lane, name, number);
    if (number == VG_LIBRARY_OK) {
        number = vg_library_room(&lane->lane, name, at, VG_BLAS_LEAST_WORKSPACE);
    }
    if (number == VG_LIBRARY_OK) {
        number = take_handle(lane, name);
    }
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    *handle = (cublasHandle_t)lane->handle;
    status = cublasSetStream(*handle, (cudaStream_t)at->stream);
    if (status == CUBLAS_STATUS_SUCCESS) {
        call = "cublasSetWorkspace";
        status = cublasSetWorkspace(*handle, at->workspace, (size_t)at->workspace_bytes);
    }
    if (status == CUBLAS_STATUS_SUCCESS) {
        call = "cublasSetPointerMode";
        status = cublasSetPointerMode(*handle, mode);
    }
    return vg_library_failed(&lane->lane, call, (int)status);
}

static int leave(vg_blas *blas, const vg_library_at *at, const char *call, cublasStatus_t status)
{
    return vg_library_failed(&blas->lanes[vg_library_index(at)].lane, call, (int)status);
}

static int drop(void *what)
{
    vg_blas_lane *lane = (vg_blas_lane *)what;

    return vg_library_failed(&lane->lane, "cublasDestroy", (int)cublasDestroy((cublasHandle_t)lane->handle));
}

int vg_blas_close(vg_blas *blas)
{
    int first = VG_LIBRARY_OK, number;
    unsigned i;

    for (i = 0; i < VG_LIBRARY_LANES; i++) {
        number = vg_library_drop(&blas->lanes[i].lane, drop, &blas->lanes[i]);
        first = first == VG_LIBRARY_OK ? number : first;
    }
    return first;
}

/* ---- scalars ---- */

/* Alpha and beta as cuBLAS reads them. */
typedef struct scalars {
    cuComplex narrow[2];
    cuDoubleComplex wide[2];
    const void *alpha, *beta;
} scalars;

static void read_scalars(scalars *s, vg_blas_type type, const double *alpha, const double *beta)
{
    s->wide[0] = make_cuDoubleComplex(alpha[0], alpha[1]);
    s->wide[1] = make_cuDoubleComplex(beta[0], beta[1]);
    s->narrow[0] = make_cuComplex((float)alpha[0], (float)alpha[1]);
    s->narrow[1] = make_cuComplex((float)beta[0], (float)beta[1]);
    s->alpha = vg_blas_is_wide(type) ? (const void *)&s->wide[0] : (const void *)&s->narrow[0];
    s->beta = vg_blas_is_wide(type) ? (const void *)&s->wide[1] : (const void *)&s->narrow[1];
}

/* ---- matrices ---- */

static cublasOperation_t operation_of(vg_blas_turn turn)
{
    return turn == VG_BLAS_TRANSPOSED ? CUBLAS_OP_T : turn == VG_BLAS_CONJUGATED ? CUBLAS_OP_C : CUBLAS_OP_N;
}

static cudaDataType data_type_of(vg_blas_type type)
{
    switch (type) {
    case VG_BLAS_F64:
        return CUDA_R_64F;
    case VG_BLAS_C32:
        return CUDA_C_32F;
    case VG_BLAS_C64:
        return CUDA_C_64F;
    case VG_BLAS_F32:
    default:
        return CUDA_R_32F;
    }
}

static cublasComputeType_t compute_type_of(const vg_gemm *what)
{
    if (vg_blas_is_wide(what->type)) {
        return CUBLAS_COMPUTE_64F;
    }
    return what->tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
}

int vg_blas_gemm(vg_blas *blas, const vg_library_at *at, const vg_gemm *what, const void *a, const void *b, void *c)
{
    const cudaDataType type = data_type_of(what->type);
    cublasHandle_t handle = NULL;
    cublasStatus_t status;
    vg_gemm_form form;
    scalars s;
    int number = vg_blas_check(at, 0, vg_gemm_read(&form, what), a, b, c);

    number = enter(blas, at, "vg_blas_gemm", CUBLAS_POINTER_MODE_HOST, number, &handle);
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    read_scalars(&s, what->type, what->alpha, what->beta);
    if (form.batch == 1) {
        status = cublasGemmEx(handle, operation_of(form.b.turn), operation_of(form.a.turn), (int)what->columns,
                              (int)what->rows, (int)what->inner, s.alpha, b, type, (int)form.b.pitch, a, type,
                              (int)form.a.pitch, s.beta, c, type, (int)form.c.pitch, compute_type_of(what),
                              CUBLAS_GEMM_DEFAULT);
        return leave(blas, at, "cublasGemmEx", status);
    }
    status = cublasGemmStridedBatchedEx(
        handle, operation_of(form.b.turn), operation_of(form.a.turn), (int)what->columns, (int)what->rows,
        (int)what->inner, s.alpha, b, type, (int)form.b.pitch, (long long)form.b.distance, a, type, (int)form.a.pitch,
        (long long)form.a.distance, s.beta, c, type, (int)form.c.pitch, (long long)form.c.distance, (int)form.batch,
        compute_type_of(what), CUBLAS_GEMM_DEFAULT);
    return leave(blas, at, "cublasGemmStridedBatchedEx", status);
}

/* ---- a matrix and a vector ---- */

/* One call of cuBLAS's for a type T, with `letter` in its name: of one product, or of a batch. */
#define GEMV(letter, T)                                                                                                \
    do {                                                                                                               \
        if (f->batch == 1) {                                                                                           \
            *call = "cublas" #letter "gemv";                                                                           \
            return cublas##letter##gemv(handle, turn, (int)f->a.columns, (int)f->a.rows, (const T *)s->alpha,          \
                                        (const T *)a, (int)f->a.pitch, (const T *)x, (int)f->x.stride,                 \
                                        (const T *)s->beta, (T *)y, (int)f->y.stride);                                 \
        }                                                                                                              \
        *call = "cublas" #letter "gemvStridedBatched";                                                                 \
        return cublas##letter##gemvStridedBatched(                                                                     \
            handle, turn, (int)f->a.columns, (int)f->a.rows, (const T *)s->alpha, (const T *)a, (int)f->a.pitch,       \
            (long long)f->a.distance, (const T *)x, (int)f->x.stride, (long long)f->x.distance, (const T *)s->beta,    \
            (T *)y, (int)f->y.stride, (long long)f->y.distance, (int)f->batch);                                        \
    } while (0)

static cublasStatus_t call_gemv(cublasHandle_t handle, vg_blas_type type, const vg_gemv_form *f, const scalars *s,
                                const void *a, const void *x, void *y, const char **call)
{
    const cublasOperation_t turn = f->a.turn == VG_BLAS_TRANSPOSED ? CUBLAS_OP_N : CUBLAS_OP_T;

    switch (type) {
    case VG_BLAS_F64:
        GEMV(D, double);
    case VG_BLAS_C32:
        GEMV(C, cuComplex);
    case VG_BLAS_C64:
        GEMV(Z, cuDoubleComplex);
    case VG_BLAS_F32:
    default:
        GEMV(S, float);
    }
}

int vg_blas_gemv(vg_blas *blas, const vg_library_at *at, const vg_gemv *what, const void *a, const void *x, void *y)
{
    const char *call = "";
    cublasHandle_t handle = NULL;
    cublasStatus_t status;
    vg_gemv_form form;
    scalars s;
    int number = vg_blas_check(at, 0, vg_gemv_read(&form, what), a, x, y);

    number = enter(blas, at, "vg_blas_gemv", CUBLAS_POINTER_MODE_HOST, number, &handle);
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    read_scalars(&s, what->type, what->alpha, what->beta);
    status = call_gemv(handle, what->type, &form, &s, a, x, y, &call);
    return leave(blas, at, call, status);
}

/* ---- vectors, with scalars in device memory ---- */

int vg_blas_dot(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *x, const void *y,
                void *result)
{
    cublasHandle_t handle = NULL;
    const int number = enter(blas, at, "vg_blas_dot", CUBLAS_POINTER_MODE_DEVICE,
                             vg_blas_check(at, 0, vg_blas_check_vectors(type, n), x, y, result), &handle);

    if (number != VG_LIBRARY_OK) {
        return number;
    }
    return type == VG_BLAS_F64
               ? leave(blas, at, "cublasDdot",
                       cublasDdot(handle, (int)n, (const double *)x, 1, (const double *)y, 1, (double *)result))
               : leave(blas, at, "cublasSdot",
                       cublasSdot(handle, (int)n, (const float *)x, 1, (const float *)y, 1, (float *)result));
}

int vg_blas_axpy(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *alpha,
                 const void *x, void *y)
{
    cublasHandle_t handle = NULL;
    const int number = enter(blas, at, "vg_blas_axpy", CUBLAS_POINTER_MODE_DEVICE,
                             vg_blas_check(at, 0, vg_blas_check_vectors(type, n), alpha, x, y), &handle);

    if (number != VG_LIBRARY_OK) {
        return number;
    }
    return type == VG_BLAS_F64
               ? leave(blas, at, "cublasDaxpy",
                       cublasDaxpy(handle, (int)n, (const double *)alpha, (const double *)x, 1, (double *)y, 1))
               : leave(blas, at, "cublasSaxpy",
                       cublasSaxpy(handle, (int)n, (const float *)alpha, (const float *)x, 1, (float *)y, 1));
}

int vg_blas_scale(vg_blas *blas, const vg_library_at *at, vg_blas_type type, uint64_t n, const void *alpha, void *x)
{
    cublasHandle_t handle = NULL;
    const int number = enter(blas, at, "vg_blas_scale", CUBLAS_POINTER_MODE_DEVICE,
                             vg_blas_check(at, 0, vg_blas_check_vectors(type, n), alpha, x, x), &handle);

    if (number != VG_LIBRARY_OK) {
        return number;
    }
    return type == VG_BLAS_F64
               ? leave(blas, at, "cublasDscal", cublasDscal(handle, (int)n, (const double *)alpha, (double *)x, 1))
               : leave(blas, at, "cublasSscal", cublasSscal(handle, (int)n, (const float *)alpha, (float *)x, 1));
}

#endif
