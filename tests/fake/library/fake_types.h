/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fake_types.h - types that the libraries' headers share. */
#ifndef FAKE_TYPES_H
#define FAKE_TYPES_H

#include <stddef.h>
#include <stdint.h>

typedef struct CUstream_st *cudaStream_t;

typedef struct cuComplex {
    float x, y;
} cuComplex;

typedef struct cuDoubleComplex {
    double x, y;
} cuDoubleComplex;

static inline cuComplex make_cuComplex(float x, float y)
{
    cuComplex c;

    c.x = x;
    c.y = y;
    return c;
}

static inline cuDoubleComplex make_cuDoubleComplex(double x, double y)
{
    cuDoubleComplex c;

    c.x = x;
    c.y = y;
    return c;
}

typedef enum cudaDataType { CUDA_R_32F = 0, CUDA_R_64F = 1, CUDA_C_32F = 4, CUDA_C_64F = 5 } cudaDataType;

#endif
