/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cublas_v2.h - as much of cuBLAS as vg_cublas.c calls, for the stand-in in fake_library.c. */
#ifndef FAKE_CUBLAS_V2_H
#define FAKE_CUBLAS_V2_H

#include "fake_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cublasStatus_t { CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_ALLOC_FAILED = 3 } cublasStatus_t;
typedef enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C } cublasOperation_t;
typedef enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE } cublasPointerMode_t;
typedef enum cublasGemmAlgo_t { CUBLAS_GEMM_DEFAULT = -1 } cublasGemmAlgo_t;
typedef enum cublasComputeType_t {
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef struct cublasContext *cublasHandle_t;

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t a_turn, cublasOperation_t b_turn, int m, int n,
                            int k, const void *alpha, const void *a, cudaDataType a_type, int lda, const void *b,
                            cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t a_turn, cublasOperation_t b_turn,
                                          int m, int n, int k, const void *alpha, const void *a, cudaDataType a_type,
                                          int lda, long long a_distance, const void *b, cudaDataType b_type, int ldb,
                                          long long b_distance, const void *beta, void *c, cudaDataType c_type, int ldc,
                                          long long c_distance, int batch, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm);
#define FAKE_GEMV(letter, T)                                                                                           \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t turn, int m, int n, const T *alpha,   \
                                        const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy);     \
    cublasStatus_t cublas##letter##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t turn, int m, int n,     \
                                                      const T *alpha, const T *a, int lda, long long a_distance,       \
                                                      const T *x, int incx, long long x_distance, const T *beta, T *y, \
                                                      int incy, long long y_distance, int batch)
FAKE_GEMV(S, float);
FAKE_GEMV(D, double);
FAKE_GEMV(C, cuComplex);
FAKE_GEMV(Z, cuDoubleComplex);
#undef FAKE_GEMV
#define FAKE_VECTORS(letter, T)                                                                                        \
    cublasStatus_t cublas##letter##dot(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy,       \
                                       T *result);                                                                     \
    cublasStatus_t cublas##letter##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y,      \
                                        int incy);                                                                     \
    cublasStatus_t cublas##letter##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx)
FAKE_VECTORS(S, float);
FAKE_VECTORS(D, double);
#undef FAKE_VECTORS

#ifdef __cplusplus
}
#endif

#endif
