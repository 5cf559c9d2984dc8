/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Qualifiers and vector types, laid out as on the device. */
#ifndef VGSIM_TYPES_H
#define VGSIM_TYPES_H

/* Standard headers first: some use words that become macros below, or undefine them. */
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cstdio>
#include <ctime>
#include <type_traits>
#include <utility>

#include "vgsim_abi.h"

/* `thread_local` at block scope is one object for all calls, and `extern thread_local T x[];` is still only a
 * declaration: shared variables need no rewriting. All threads of a block run on one host thread. */
/* Used, so that what nobody writes is not taken for zero. An array that another unit defines cannot be. */
#pragma GCC diagnostic ignored "-Wattributes"
#define __shared__ __attribute__((used)) thread_local
#define __global__
#define __device__
#define __host__
#define __constant__
#define __managed__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ /* nothing, because headers of the host write __attribute__((__noinline__)) */
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__

typedef unsigned char uchar;

#define VGSIM_VECTOR(name, type, align2, align4)                                                                       \
    struct name##1                                                                                                     \
    {                                                                                                                  \
        type x;                                                                                                        \
    };                                                                                                                 \
    struct alignas(align2) name##2                                                                                     \
    {                                                                                                                  \
        type x, y;                                                                                                     \
    };                                                                                                                 \
    VGSIM_VECTOR_3(name, type)                                                                                         \
    struct alignas(align4) name##4                                                                                     \
    {                                                                                                                  \
        type x, y, z, w;                                                                                               \
    };                                                                                                                 \
    static inline name##1 make_##name##1(type x)                                                                       \
    {                                                                                                                  \
        return name##1 {x};                                                                                            \
    }                                                                                                                  \
    static inline name##2 make_##name##2(type x, type y)                                                               \
    {                                                                                                                  \
        return name##2 {x, y};                                                                                         \
    }                                                                                                                  \
    static inline name##3 make_##name##3(type x, type y, type z)                                                       \
    {                                                                                                                  \
        return name##3 {x, y, z};                                                                                      \
    }                                                                                                                  \
    static inline name##4 make_##name##4(type x, type y, type z, type w)                                               \
    {                                                                                                                  \
        return name##4 {x, y, z, w};                                                                                   \
    }
#define VGSIM_VECTOR_3(name, type)                                                                                     \
    struct name##3                                                                                                     \
    {                                                                                                                  \
        type x, y, z;                                                                                                  \
    };

VGSIM_VECTOR(char, signed char, 2, 4)
VGSIM_VECTOR(uchar, unsigned char, 2, 4)
VGSIM_VECTOR(short, short, 4, 8)
VGSIM_VECTOR(ushort, unsigned short, 4, 8)
VGSIM_VECTOR(int, int, 8, 16)
VGSIM_VECTOR(long, long, 2 * sizeof(long), 16)
VGSIM_VECTOR(ulong, unsigned long, 2 * sizeof(long), 16)
VGSIM_VECTOR(longlong, long long, 16, 16)
VGSIM_VECTOR(ulonglong, unsigned long long, 16, 16)
VGSIM_VECTOR(float, float, 8, 16)
VGSIM_VECTOR(double, double, 16, 16)
#undef VGSIM_VECTOR_3
#define VGSIM_VECTOR_3(name, type) /* uint3 is in vgsim_abi.h */
VGSIM_VECTOR(uint, unsigned int, 8, 16)
#undef VGSIM_VECTOR_3
#undef VGSIM_VECTOR

struct dim3 {
    unsigned int x, y, z;
    constexpr dim3(unsigned int a = 1, unsigned int b = 1, unsigned int c = 1) : x(a), y(b), z(c)
    {
    }
    constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
    {
    }
    constexpr operator uint3() const
    {
        return uint3{x, y, z};
    }
};

/* ---- the running thread ---- */

#define threadIdx (vgsim_self.thread)
#define blockIdx (vgsim_self.block)
#define blockDim (vgsim_self.block_size)
#define gridDim (vgsim_self.grid_size)
static constexpr int warpSize = 32;

#endif
