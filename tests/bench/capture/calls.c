/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "calls.h"

#include <cublas_v2.h>
#include <cufft.h>
#include <stdio.h>
#include <string.h>

#define SHORT_LENGTH 1024
#define LONG_LENGTH 512
#define LONG_COUNT 2048
#define SIDE 1024
#define WIDE 256

static int good(int result, const char *call)
{
    if (result != 0)
        fprintf(stderr, "bench: %s answers %d\n", call, result);
    return result == 0;
}

int calls_open(calls *c)
{
    cublasHandle_t handle = NULL;

    memset(c, 0, sizeof *c);
    if (!good(cufftPlan1d(&c->short_plan, SHORT_LENGTH, CUFFT_C2C, 1), "cufftPlan1d") ||
        !good(cufftPlan1d(&c->long_plan, LONG_LENGTH, CUFFT_C2C, LONG_COUNT), "cufftPlan1d") ||
        !good(cublasCreate(&handle), "cublasCreate"))
        return 0;
    c->blas = handle;
    return 1;
}

void calls_close(calls *c)
{
    if (c->blas != NULL)
        (void)good(cublasDestroy((cublasHandle_t)c->blas), "cublasDestroy");
    if (c->long_plan != 0)
        (void)good(cufftDestroy(c->long_plan), "cufftDestroy");
    if (c->short_plan != 0)
        (void)good(cufftDestroy(c->short_plan), "cufftDestroy");
}

/* cuFFT takes its input without const, and leaves it as it is where the output lies elsewhere. */
static int transform(int plan, void *stream, const places *at)
{
    cufftComplex *from, *to;
    const float *a = at->a;
    float *b = at->b;

    memcpy(&from, &a, sizeof from);
    memcpy(&to, &b, sizeof to);
    return good(cufftSetStream(plan, (cudaStream_t)stream), "cufftSetStream") &&
           good(cufftExecC2C(plan, from, to, CUFFT_FORWARD), "cufftExecC2C");
}

/* Another stream takes the workspace back, so it is given anew. */
static int product(const calls *c, void *stream, const places *at, int columns)
{
    const cublasHandle_t handle = (cublasHandle_t)c->blas;
    const float one = 1.0f, zero = 0.0f;

    return good(cublasSetStream(handle, (cudaStream_t)stream), "cublasSetStream") &&
           good(cublasSetWorkspace(handle, at->workspace, (size_t)at->workspace_bytes), "cublasSetWorkspace") &&
           good(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, SIDE, columns, SIDE, &one, at->matrix, SIDE, at->a, SIDE,
                            &zero, at->b, SIDE),
                "cublasSgemm");
}

int calls_make(calls *c, work what, void *stream, const places *at)
{
    switch (what) {
    case FFT_SHORT:
        return transform(c->short_plan, stream, at);
    case FFT_LONG:
        return transform(c->long_plan, stream, at);
    case GEMM_NARROW:
        return product(c, stream, at, 1);
    default:
        return product(c, stream, at, WIDE);
    }
}
