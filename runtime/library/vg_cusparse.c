/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_cusparse.c - vg_sparse.h by cuSPARSE, version 12 on. Link with -lcusparse -lcuda.
 *
 * A lane has a handle of its own, because a handle has one stream, and descriptions of its own, because they have
 * addresses. Nothing is prepared ahead of a call (cusparseSpMV_preprocess), because the workspace does not keep it. */
#include "vg_sparse.h"

#ifndef VG_WITHOUT_CUDA /* then link the plain file */

#include "vg_library_gpu.h"

#include <cusparse.h>

#define ALGORITHM CUSPARSE_SPMV_CSR_ALG2 /* the same order of sums each time */

/* Some address, for questions about sizes: nobody reads there. */
#define SOMEWHERE ((void *)(uintptr_t)256)

static int check(const vg_sparse *sparse)
{
    return sparse->rows == 0 || sparse->rows > INT32_MAX || sparse->columns == 0 || sparse->columns > INT32_MAX ||
                   sparse->entries > INT32_MAX
               ? VG_LIBRARY_SHAPE
               : VG_LIBRARY_OK;
}

static cudaDataType type_of(const vg_sparse *sparse)
{
    return sparse->wide ? CUDA_R_64F : CUDA_R_32F;
}

static const void *alpha_of(const vg_sparse *sparse, const vg_sparse_lane *lane)
{
    return sparse->wide ? (const void *)&sparse->alpha : (const void *)&lane->narrow[0];
}

static const void *beta_of(const vg_sparse *sparse, const vg_sparse_lane *lane)
{
    return sparse->wide ? (const void *)&sparse->beta : (const void *)&lane->narrow[1];
}

/* ---- handles ---- */

/* Destroys what there is of a handle and its descriptions; goes on after a failure and keeps the first one. */
static int destroy(vg_sparse_lane *lane)
{
    vg_library_lane *l = &lane->lane;
    int first = VG_LIBRARY_OK;

    if (lane->y != NULL) {
        first = vg_library_failed(l, "cusparseDestroyDnVec", (int)cusparseDestroyDnVec((cusparseDnVecDescr_t)lane->y));
    }
    if (lane->x != NULL) {
        const int number = (int)cusparseDestroyDnVec((cusparseDnVecDescr_t)lane->x);

        first = first != VG_LIBRARY_OK ? first : vg_library_failed(l, "cusparseDestroyDnVec", number);
    }
    if (lane->matrix != NULL) {
        const int number = (int)cusparseDestroySpMat((cusparseSpMatDescr_t)lane->matrix);

        first = first != VG_LIBRARY_OK ? first : vg_library_failed(l, "cusparseDestroySpMat", number);
    }
    if (lane->handle != NULL) {
        const int number = (int)cusparseDestroy((cusparseHandle_t)lane->handle);

        first = first != VG_LIBRARY_OK ? first : vg_library_failed(l, "cusparseDestroy", number);
    }
    lane->handle = lane->matrix = lane->x = lane->y = NULL;
    return first;
}

static cusparseStatus_t make_parts(const vg_sparse *sparse, vg_sparse_lane *lane, const char **call)
{
    const cudaDataType type = type_of(sparse);
    cusparseHandle_t handle = NULL;
    cusparseSpMatDescr_t matrix = NULL;
    cusparseDnVecDescr_t vector = NULL;
    cusparseStatus_t status;

    *call = "cusparseCreate";
    status = cusparseCreate(&handle);
    if (status != CUSPARSE_STATUS_SUCCESS) {
        return status;
    }
    lane->handle = handle;
    *call = "cusparseCreateCsr";
    status =
        cusparseCreateCsr(&matrix, (int64_t)sparse->rows, (int64_t)sparse->columns, (int64_t)sparse->entries, SOMEWHERE,
                          SOMEWHERE, SOMEWHERE, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
    if (status != CUSPARSE_STATUS_SUCCESS) {
        return status;
    }
    lane->matrix = matrix;
    *call = "cusparseCreateDnVec";
    status = cusparseCreateDnVec(&vector, (int64_t)sparse->columns, SOMEWHERE, type);
    if (status != CUSPARSE_STATUS_SUCCESS) {
        return status;
    }
    lane->x = vector;
    status = cusparseCreateDnVec(&vector, (int64_t)sparse->rows, SOMEWHERE, type);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        lane->y = vector;
    }
    return status;
}

/* Leaves nothing behind where it fails. */
static int make(const vg_sparse *sparse, vg_sparse_lane *lane)
{
    const char *call = "";
    size_t bytes = 0;
    cusparseStatus_t status;
    int number;

    lane->handle = lane->matrix = lane->x = lane->y = NULL;
    lane->narrow[0] = (float)sparse->alpha;
    lane->narrow[1] = (float)sparse->beta;
    status = make_parts(sparse, lane, &call);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        call = "cusparseSpMV_bufferSize";
        status = cusparseSpMV_bufferSize((cusparseHandle_t)lane->handle, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                         alpha_of(sparse, lane), (cusparseSpMatDescr_t)lane->matrix,
                                         (cusparseDnVecDescr_t)lane->x, beta_of(sparse, lane),
                                         (cusparseDnVecDescr_t)lane->y, type_of(sparse), ALGORITHM, &bytes);
    }
    lane->bytes = bytes;
    number = (int)status;
    if (number != VG_LIBRARY_OK) {
        (void)destroy(lane);
    }
    return vg_library_failed(&lane->lane, call, number);
}

int vg_sparse_workspace(vg_sparse *sparse, uint64_t *bytes)
{
    vg_sparse_lane lane = sparse->lanes[0];
    int number = bytes == NULL ? (int)VG_LIBRARY_POINTER : check(sparse);

    number = vg_library_failed(&lane.lane, "vg_sparse_workspace", number);
    if (number == VG_LIBRARY_OK) {
        number = make(sparse, &lane);
    }
    if (number == VG_LIBRARY_OK) {
        *bytes = lane.bytes;
        number = destroy(&lane);
    }
    sparse->lanes[0].lane.fault = lane.lane.fault;
    return number;
}

static int take_handle(const vg_sparse *sparse, vg_sparse_lane *lane, const char *call)
{
    CUcontext context = NULL;
    int missing = 0;
    int number = vg_library_enter(&lane->lane, call, &context, &missing);

    if (number == VG_LIBRARY_OK && missing) {
        number = make(sparse, lane);
        if (number == VG_LIBRARY_OK) {
            vg_library_made(&lane->lane, context);
        }
    }
    return number;
}

/* ---- a product ---- */

/* cuSPARSE's arguments are not const; it only writes y. */
static void *writable(const void *memory)
{
    return (void *)(uintptr_t)memory;
}

static cusparseStatus_t multiply(const vg_sparse *sparse, const vg_sparse_lane *lane, const vg_library_at *at,
                                 const char **call)
{
    *call = "cusparseSpMV";
    return cusparseSpMV((cusparseHandle_t)lane->handle, CUSPARSE_OPERATION_NON_TRANSPOSE, alpha_of(sparse, lane),
                        (cusparseSpMatDescr_t)lane->matrix, (cusparseDnVecDescr_t)lane->x, beta_of(sparse, lane),
                        (cusparseDnVecDescr_t)lane->y, type_of(sparse), ALGORITHM, at->workspace);
}

int vg_sparse_times(vg_sparse *sparse, const vg_library_at *at, const void *first, const void *column,
                    const void *value, const void *x, void *y)
{
    static const char name[] = "vg_sparse_times";
    vg_sparse_lane *lane = &sparse->lanes[vg_library_index(at)];
    const char *call = "cusparseSetStream";
    cusparseStatus_t status;
    int number = vg_library_check_at(at, 0);

    number = number != VG_LIBRARY_OK ? number : check(sparse);
    if (number == VG_LIBRARY_OK && (first == NULL || column == NULL || value == NULL || x == NULL || y == NULL)) {
        number = VG_LIBRARY_POINTER;
    }
    number = vg_library_failed(&lane->lane, name, number);
    number = number != VG_LIBRARY_OK ? number : take_handle(sparse, lane, name);
    number = number != VG_LIBRARY_OK ? number : vg_library_room(&lane->lane, name, at, lane->bytes);
    if (number != VG_LIBRARY_OK) {
        return number;
    }
    status = cusparseSetStream((cusparseHandle_t)lane->handle, (cudaStream_t)at->stream);
    if (status == CUSPARSE_STATUS_SUCCESS) {
        call = "cusparseCsrSetPointers";
        status = cusparseCsrSetPointers((cusparseSpMatDescr_t)lane->matrix, writable(first), writable(column),
                                        writable(value));
    }
    if (status == CUSPARSE_STATUS_SUCCESS) {
        call = "cusparseDnVecSetValues";
        status = cusparseDnVecSetValues((cusparseDnVecDescr_t)lane->x, writable(x));
    }
    if (status == CUSPARSE_STATUS_SUCCESS) {
        status = cusparseDnVecSetValues((cusparseDnVecDescr_t)lane->y, y);
    }
    if (status == CUSPARSE_STATUS_SUCCESS) {
        status = multiply(sparse, lane, at, &call);
    }
    return vg_library_failed(&lane->lane, call, (int)status);
}

/* ---- the end ---- */

static int drop(void *what)
{
    return destroy((vg_sparse_lane *)what);
}

int vg_sparse_close(vg_sparse *sparse)
{
    int first = VG_LIBRARY_OK, number;
    unsigned i;

    for (i = 0; i < VG_LIBRARY_LANES; i++) {
        number = vg_library_drop(&sparse->lanes[i].lane, drop, &sparse->lanes[i]);
        first = first == VG_LIBRARY_OK ? number : first;
    }
    return first;
}

#endif
