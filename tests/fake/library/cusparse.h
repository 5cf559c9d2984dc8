/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cusparse.h - as much of cuSPARSE as vg_cusparse.c calls, for the stand-in in fake_library.c. */
#ifndef FAKE_CUSPARSE_H
#define FAKE_CUSPARSE_H

#include "fake_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum cusparseStatus_t { CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_INVALID_VALUE = 3 } cusparseStatus_t;
typedef enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE = 0 } cusparseOperation_t;
typedef enum cusparseIndexType_t { CUSPARSE_INDEX_32I = 2 } cusparseIndexType_t;
typedef enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO = 0 } cusparseIndexBase_t;
typedef enum cusparseSpMVAlg_t { CUSPARSE_SPMV_CSR_ALG2 = 3 } cusparseSpMVAlg_t;
typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseSpMatDescr const *cusparseConstSpMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseDnVecDescr const *cusparseConstDnVecDescr_t;

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t entries,
                                   void *first, void *column, void *value, cusparseIndexType_t first_type,
                                   cusparseIndexType_t column_type, cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix);
cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t length, void *values, cudaDataType type);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *first, void *column, void *value);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values);
cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t turn, const void *alpha,
                                         cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x,
                                         const void *beta, cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t algorithm, size_t *bytes);
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t turn, const void *alpha,
                              cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t algorithm, void *buffer);

#ifdef __cplusplus
}
#endif

#endif
