/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Complex numbers as vectors of two. The order of operations is that of the toolkit, so that results agree bit by bit
 * where neither compiler contracts a product and a sum. */
#ifndef VGSIM_COMPLEX_H
#define VGSIM_COMPLEX_H

#include "types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* All functions of one precision: `f` is what their names end with. */
#define VGSIM_COMPLEX(type, number, f, largest)                                                                        \
    static inline number cuCreal##f(type z)                                                                            \
    {                                                                                                                  \
        return z.x;                                                                                                    \
    }                                                                                                                  \
    static inline number cuCimag##f(type z)                                                                            \
    {                                                                                                                  \
        return z.y;                                                                                                    \
    }                                                                                                                  \
    static inline type make_##type(number real, number imaginary)                                                      \
    {                                                                                                                  \
        return type{real, imaginary};                                                                                  \
    }                                                                                                                  \
    static inline type cuConj##f(type z)                                                                               \
    {                                                                                                                  \
        return type{z.x, -z.y};                                                                                        \
    }                                                                                                                  \
    static inline type cuCadd##f(type a, type b)                                                                       \
    {                                                                                                                  \
        return type{a.x + b.x, a.y + b.y};                                                                             \
    }                                                                                                                  \
    static inline type cuCsub##f(type a, type b)                                                                       \
    {                                                                                                                  \
        return type{a.x - b.x, a.y - b.y};                                                                             \
    }                                                                                                                  \
    static inline type cuCmul##f(type a, type b)                                                                       \
    {                                                                                                                  \
        return type{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};                                                     \
    }                                                                                                                  \
    /* Both are scaled by the size of the divisor, so that nothing in between overflows. */                            \
    static inline type cuCdiv##f(type a, type b)                                                                       \
    {                                                                                                                  \
        const number scale = (number)1 / (::fabs##f(b.x) + ::fabs##f(b.y));                                            \
        const type p = {a.x * scale, a.y * scale}, q = {b.x * scale, b.y * scale};                                     \
        const number unit = (number)1 / (q.x * q.x + q.y * q.y);                                                       \
        return type{(p.x * q.x + p.y * q.y) * unit, (p.y * q.x - p.x * q.y) * unit};                                   \
    }                                                                                                                  \
    static inline number cuCabs##f(type z)                                                                             \
    {                                                                                                                  \
        const number x = ::fabs##f(z.x), y = ::fabs##f(z.y);                                                           \
        const number more = x > y ? x : y, less = x > y ? y : x, ratio = less / more;                                  \
        if (more == 0 || more > largest || less > largest) {                                                           \
            return more + less;                                                                                        \
        }                                                                                                              \
        return more * ::sqrt##f((number)1 + ratio * ratio);                                                            \
    }                                                                                                                  \
    static inline type cuCfma##f(type a, type b, type c)                                                               \
    {                                                                                                                  \
        return type{-(a.y * b.y) + (a.x * b.x + c.x), a.y * b.x + (a.x * b.y + c.y)};                                  \
    }

VGSIM_COMPLEX(cuFloatComplex, float, f, FLT_MAX)
VGSIM_COMPLEX(cuDoubleComplex, double, , DBL_MAX)
#undef VGSIM_COMPLEX

static inline cuComplex make_cuComplex(float real, float imaginary)
{
    return cuComplex{real, imaginary};
}
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
{
    return cuDoubleComplex{z.x, z.y};
}
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return cuFloatComplex{(float)z.x, (float)z.y};
}

#endif
