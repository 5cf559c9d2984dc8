/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "fake_library.h"

#include <cublas_v2.h>
#include <cuda.h>
#include <cufft.h>
#include <cusparse.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST 128
#define PLAN_MADE 2

fake_library fake_libraries;

/* An object is where it stands in this table. */
typedef struct object {
    int live;  /* 0, 1, or PLAN_MADE of a plan that may compute */
    char kind; /* f: plan of cuFFT, b: cuBLAS, s: cuSPARSE, m: matrix, v: vector */
    void *context;
    void *stream;
    void *workspace;
    const void *values; /* of a vector */
    int by_hand;        /* of a plan: automatic allocation is off */
    int mode;           /* of cuBLAS */
} object;

static object objects[MOST];
static unsigned object_count;
static void *stack[8];
static unsigned depth;

void fake_library_reset(void)
{
    memset(&fake_libraries, 0, sizeof fake_libraries);
    memset(objects, 0, sizeof objects);
    object_count = 1; /* so that no handle is 0 */
    depth = 0;
    fake_libraries.bytes = 1024;
    fake_libraries.capability = 9;
    fake_libraries.context = (void *)(uintptr_t)1;
}

static void misuse(const char *what)
{
    if (fake_libraries.misuse[0] == '\0') {
        snprintf(fake_libraries.misuse, sizeof fake_libraries.misuse, "%s", what);
    }
}

/* Writes a call down; its number, where it is to fail. */
__attribute__((format(printf, 1, 2))) static int called(const char *format, ...)
{
    const size_t length = strlen(fake_libraries.log);
    va_list list;

    va_start(list, format);
    vsnprintf(fake_libraries.log + length, sizeof fake_libraries.log - length, format, list);
    va_end(list);
    strncat(fake_libraries.log, ";", sizeof fake_libraries.log - strlen(fake_libraries.log) - 1);
    if (++fake_libraries.calls != fake_libraries.fail_at) {
        return 0;
    }
    fake_libraries.failed = fake_libraries.log + length;
    return fake_libraries.number;
}

static uintptr_t make(char kind)
{
    object *o = &objects[object_count];

    if (object_count == MOST) {
        misuse("too many objects");
        return 0;
    }
    memset(o, 0, sizeof *o);
    o->live = 1;
    o->kind = kind;
    o->context = fake_libraries.context;
    fake_libraries.made++;
    fake_libraries.live++;
    return object_count++;
}

/* The object behind a handle. Where it is another one, or another context is current, that is a misuse. */
static object *look(uintptr_t handle, char kind)
{
    object *o = &objects[handle < MOST ? handle : 0];

    if (handle >= MOST || !o->live || o->kind != kind) {
        misuse("no such object");
    } else if (o->context != fake_libraries.context) {
        misuse("an object of another context");
    }
    return o;
}

static void drop(uintptr_t handle, char kind)
{
    look(handle, kind)->live = 0;
    fake_libraries.live--;
}

/* ---- the driver ---- */

CUresult cuInit(unsigned flags)
{
    (void)flags;
    return (CUresult)called("cuInit");
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    *context = (CUcontext)fake_libraries.context;
    return (CUresult)called("cuCtxGetCurrent");
}

CUresult cuCtxGetId(CUcontext context, unsigned long long *id);
CUresult cuCtxGetId(CUcontext context, unsigned long long *id)
{
    (void)context;
    *id = fake_libraries.id;
    return (CUresult)called("cuCtxGetId");
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    const int number = called("cuCtxPushCurrent");

    if (number == 0) {
        stack[depth++] = fake_libraries.context;
        fake_libraries.context = context;
    }
    return (CUresult)number;
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    const int number = called("cuCtxPopCurrent");

    *context = (CUcontext)fake_libraries.context;
    if (depth == 0) {
        misuse("no context to pop");
    } else {
        fake_libraries.context = stack[--depth];
    }
    return (CUresult)number;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    *device = 3;
    return fake_libraries.context == NULL ? CUDA_ERROR_INVALID_CONTEXT : CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
    *device = 10 + ordinal;
    return (CUresult)called("cuDeviceGet(%d)", ordinal);
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    *value = attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? fake_libraries.capability : 0;
    return (CUresult)called("cuDeviceGetAttribute(%d)", device);
}

/* ---- cuFFT ---- */

cufftResult cufftCreate(cufftHandle *plan)
{
    const int number = called("cufftCreate");

    if (number == 0) {
        *plan = (int)make('f');
    }
    return (cufftResult)number;
}

cufftResult cufftDestroy(cufftHandle plan)
{
    drop((uintptr_t)plan, 'f');
    return (cufftResult)called("cufftDestroy");
}

cufftResult cufftSetAutoAllocation(cufftHandle plan, int allocate)
{
    look((uintptr_t)plan, 'f')->by_hand = !allocate;
    return (cufftResult)called("cufftSetAutoAllocation(%d)", allocate);
}

cufftResult cufftMakePlanMany64(cufftHandle plan, int rank, long long *n, long long *in_embed, long long in_stride,
                                long long in_distance, long long *out_embed, long long out_stride,
                                long long out_distance, cufftType type, long long batch, size_t *bytes)
{
    object *o = look((uintptr_t)plan, 'f');

    if (!o->by_hand) {
        misuse("the plan allocates its work area");
    }
    o->live = PLAN_MADE;
    fake_libraries.made++;
    *bytes = fake_libraries.bytes;
    if (rank == 1) {
        return (cufftResult)called("cufftMakePlanMany64(%lld, %lld %lld, %lld %lld, %x, %lld)", n[0], in_stride,
                                   in_distance, out_stride, out_distance, (unsigned)type, batch);
    }
    return (cufftResult)called("cufftMakePlanMany64(%lld %lld, %lld %lld %lld %lld, %lld %lld %lld %lld, %x, %lld)",
                               n[0], n[1], in_embed[0], in_embed[1], in_stride, in_distance, out_embed[0], out_embed[1],
                               out_stride, out_distance, (unsigned)type, batch);
}

cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream)
{
    look((uintptr_t)plan, 'f')->stream = stream;
    return (cufftResult)called("cufftSetStream(%p)", (void *)stream);
}

cufftResult cufftSetWorkArea(cufftHandle plan, void *area)
{
    look((uintptr_t)plan, 'f')->workspace = area;
    return (cufftResult)called("cufftSetWorkArea");
}

/* `what` says which call it is. */
static cufftResult execute(cufftHandle plan, const char *what, const void *in, const void *out, int direction)
{
    const object *o = look((uintptr_t)plan, 'f');

    if (o->live != PLAN_MADE || o->stream == NULL || (o->workspace == NULL && fake_libraries.bytes > 0)) {
        misuse("a plan computes before it is complete");
    }
    return (cufftResult)called("%s(%p, %p, %d)", what, in, out, direction);
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction)
{
    return execute(plan, "cufftExecC2C", in, out, direction);
}

cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out)
{
    return execute(plan, "cufftExecR2C", in, out, 0);
}

cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out)
{
    return execute(plan, "cufftExecC2R", in, out, 0);
}

cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return execute(plan, "cufftExecZ2Z", in, out, direction);
}

cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out)
{
    return execute(plan, "cufftExecD2Z", in, out, 0);
}

cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out)
{
    return execute(plan, "cufftExecZ2D", in, out, 0);
}

/* ---- cuBLAS ---- */

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    const int number = called("cublasCreate");

    if (number == 0) {
        *handle = (cublasHandle_t)make('b');
    }
    return (cublasStatus_t)number;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    drop((uintptr_t)handle, 'b');
    return (cublasStatus_t)called("cublasDestroy");
}

/* Takes back the workspace, as cuBLAS does. */
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    object *o = look((uintptr_t)handle, 'b');

    o->stream = stream;
    o->workspace = NULL;
    return (cublasStatus_t)called("cublasSetStream(%p)", (void *)stream);
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes)
{
    look((uintptr_t)handle, 'b')->workspace = workspace;
    return (cublasStatus_t)called("cublasSetWorkspace(%zu)", bytes);
}

cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode)
{
    look((uintptr_t)handle, 'b')->mode = (int)mode;
    return (cublasStatus_t)called("cublasSetPointerMode(%d)", (int)mode);
}

static void computes(cublasHandle_t handle, cublasPointerMode_t mode)
{
    const object *o = look((uintptr_t)handle, 'b');

    if (o->stream == NULL || o->workspace == NULL) {
        misuse("cuBLAS computes without a stream or a workspace");
    }
    if (o->mode != (int)mode) {
        misuse("scalars lie elsewhere");
    }
}

static double first_of(const void *scalar, cudaDataType type)
{
    return type == CUDA_R_64F || type == CUDA_C_64F ? *(const double *)scalar : (double)*(const float *)scalar;
}

cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t a_turn, cublasOperation_t b_turn, int m, int n,
                            int k, const void *alpha, const void *a, cudaDataType a_type, int lda, const void *b,
                            cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    (void)b_type, (void)c_type, (void)algorithm;
    computes(handle, CUBLAS_POINTER_MODE_HOST);
    return (cublasStatus_t)called("cublasGemmEx(%d %d, %d %d %d, %g %g, %p %d, %p %d, %p %d, %d %d)", a_turn, b_turn, m,
                                  n, k, first_of(alpha, a_type), first_of(beta, a_type), a, lda, b, ldb, c, ldc,
                                  (int)a_type, (int)compute);
}

cublasStatus_t cublasGemmStridedBatchedEx(cublasHandle_t handle, cublasOperation_t a_turn, cublasOperation_t b_turn,
                                          int m, int n, int k, const void *alpha, const void *a, cudaDataType a_type,
                                          int lda, long long a_distance, const void *b, cudaDataType b_type, int ldb,
                                          long long b_distance, const void *beta, void *c, cudaDataType c_type, int ldc,
                                          long long c_distance, int batch, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm)
{
    (void)alpha, (void)beta, (void)a, (void)b, (void)c, (void)b_type, (void)c_type, (void)algorithm;
    computes(handle, CUBLAS_POINTER_MODE_HOST);
    return (cublasStatus_t)called("cublasGemmStridedBatchedEx(%d %d, %d %d %d, %d %lld, %d %lld, %d %lld, %d, %d %d)",
                                  a_turn, b_turn, m, n, k, lda, a_distance, ldb, b_distance, ldc, c_distance, batch,
                                  (int)a_type, (int)compute);
}

#define GEMV(letter, T)                                                                                                \
    cublasStatus_t cublas##letter##gemv(cublasHandle_t handle, cublasOperation_t turn, int m, int n, const T *alpha,   \
                                        const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy)      \
    {                                                                                                                  \
        (void)alpha, (void)a, (void)x, (void)beta, (void)y;                                                            \
        computes(handle, CUBLAS_POINTER_MODE_HOST);                                                                    \
        return (cublasStatus_t)called("cublas" #letter "gemv(%d, %d %d, %d, %d, %d)", turn, m, n, lda, incx, incy);    \
    }                                                                                                                  \
    cublasStatus_t cublas##letter##gemvStridedBatched(cublasHandle_t handle, cublasOperation_t turn, int m, int n,     \
                                                      const T *alpha, const T *a, int lda, long long a_distance,       \
                                                      const T *x, int incx, long long x_distance, const T *beta, T *y, \
                                                      int incy, long long y_distance, int batch)                       \
    {                                                                                                                  \
        (void)alpha, (void)a, (void)x, (void)beta, (void)y;                                                            \
        computes(handle, CUBLAS_POINTER_MODE_HOST);                                                                    \
        return (cublasStatus_t)called("cublas" #letter "gemvStridedBatched(%d, %d %d, %d %lld, %d %lld, %d %lld, %d)", \
                                      turn, m, n, lda, a_distance, incx, x_distance, incy, y_distance, batch);         \
    }
GEMV(S, float)
GEMV(D, double)
GEMV(C, cuComplex)
GEMV(Z, cuDoubleComplex)

#define VECTORS(letter, T)                                                                                             \
    cublasStatus_t cublas##letter##dot(cublasHandle_t handle, int n, const T *x, int incx, const T *y, int incy,       \
                                       T *result)                                                                      \
    {                                                                                                                  \
        (void)x, (void)y, (void)result;                                                                                \
        computes(handle, CUBLAS_POINTER_MODE_DEVICE);                                                                  \
        return (cublasStatus_t)called("cublas" #letter "dot(%d, %d, %d)", n, incx, incy);                              \
    }                                                                                                                  \
    cublasStatus_t cublas##letter##axpy(cublasHandle_t handle, int n, const T *alpha, const T *x, int incx, T *y,      \
                                        int incy)                                                                      \
    {                                                                                                                  \
        (void)alpha, (void)x, (void)y;                                                                                 \
        computes(handle, CUBLAS_POINTER_MODE_DEVICE);                                                                  \
        return (cublasStatus_t)called("cublas" #letter "axpy(%d, %d, %d)", n, incx, incy);                             \
    }                                                                                                                  \
    cublasStatus_t cublas##letter##scal(cublasHandle_t handle, int n, const T *alpha, T *x, int incx)                  \
    {                                                                                                                  \
        (void)alpha, (void)x;                                                                                          \
        computes(handle, CUBLAS_POINTER_MODE_DEVICE);                                                                  \
        return (cublasStatus_t)called("cublas" #letter "scal(%d, %d)", n, incx);                                       \
    }
VECTORS(S, float)
VECTORS(D, double)

/* ---- cuSPARSE ---- */

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    const int number = called("cusparseCreate");

    if (number == 0) {
        *handle = (cusparseHandle_t)make('s');
    }
    return (cusparseStatus_t)number;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    drop((uintptr_t)handle, 's');
    return (cusparseStatus_t)called("cusparseDestroy");
}

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream)
{
    look((uintptr_t)handle, 's')->stream = stream;
    return (cusparseStatus_t)called("cusparseSetStream(%p)", (void *)stream);
}

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t entries,
                                   void *first, void *column, void *value, cusparseIndexType_t first_type,
                                   cusparseIndexType_t column_type, cusparseIndexBase_t base, cudaDataType type)
{
    const int number = called("cusparseCreateCsr(%lld %lld %lld, %d %d %d %d)", (long long)rows, (long long)columns,
                              (long long)entries, (int)first_type, (int)column_type, (int)base, (int)type);

    if (first == NULL || column == NULL || value == NULL) {
        misuse("a matrix without addresses");
    }
    if (number == 0) {
        *matrix = (cusparseSpMatDescr_t)make('m');
    }
    return (cusparseStatus_t)number;
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix)
{
    drop((uintptr_t)matrix, 'm');
    return (cusparseStatus_t)called("cusparseDestroySpMat");
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t length, void *values, cudaDataType type)
{
    const int number = called("cusparseCreateDnVec(%lld, %d)", (long long)length, (int)type);

    if (values == NULL) {
        misuse("a vector without an address");
    }
    if (number == 0) {
        *vector = (cusparseDnVecDescr_t)make('v');
    }
    return (cusparseStatus_t)number;
}

cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector)
{
    drop((uintptr_t)vector, 'v');
    return (cusparseStatus_t)called("cusparseDestroyDnVec");
}

cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *first, void *column, void *value)
{
    look((uintptr_t)matrix, 'm')->values = value;
    return (cusparseStatus_t)called("cusparseCsrSetPointers(%p, %p, %p)", first, column, value);
}

cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values)
{
    look((uintptr_t)vector, 'v')->values = values;
    return (cusparseStatus_t)called("cusparseDnVecSetValues");
}

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t turn, const void *alpha,
                                         cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x,
                                         const void *beta, cusparseDnVecDescr_t y, cudaDataType type,
                                         cusparseSpMVAlg_t algorithm, size_t *bytes)
{
    (void)turn, (void)alpha, (void)beta, (void)type;
    look((uintptr_t)handle, 's');
    look((uintptr_t)matrix, 'm');
    look((uintptr_t)x, 'v');
    look((uintptr_t)y, 'v');
    *bytes = fake_libraries.bytes;
    return (cusparseStatus_t)called("cusparseSpMV_bufferSize(%d)", (int)algorithm);
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t turn, const void *alpha,
                              cusparseConstSpMatDescr_t matrix, cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType type, cusparseSpMVAlg_t algorithm, void *buffer)
{
    (void)turn;
    if (look((uintptr_t)handle, 's')->stream == NULL || (buffer == NULL && fake_libraries.bytes > 0)) {
        misuse("cuSPARSE computes without a stream or a workspace");
    }
    look((uintptr_t)matrix, 'm');
    return (cusparseStatus_t)called("cusparseSpMV(%g %g, %p, %p, %d)", first_of(alpha, type), first_of(beta, type),
                                    look((uintptr_t)x, 'v')->values, look((uintptr_t)y, 'v')->values, (int)algorithm);
}
