/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What half and bfloat16 have in common: 16 bits, computed with in float, rounded to nearest even. */
#ifndef VGSIM_SMALL_FLOAT_H
#define VGSIM_SMALL_FLOAT_H

#include "cast.h"
#include "math.h"

/* The 16-bit float with `mantissa` stored bits nearest to the value; ties go to the even one. From double, so that no
 * value is rounded twice. */
template <int exponent_bits, int mantissa> static inline unsigned short vgsim_round16(double value)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const unsigned int infinity = ((1u << exponent_bits) - 1) << mantissa;
    unsigned int sign = ::signbit(value) ? 0x8000u : 0, encoded;
    int exponent, quantum;
    double size = ::fabs(value), units;
    if (size != size) {
        return 0x7fff;
    }
    if (size == 0 || size > 1e300) {
        return (unsigned short)(sign | (size == 0 ? 0 : infinity));
    }
    ::frexp(size, &exponent); /* size is in [2^(exponent - 1), 2^exponent) */
    exponent -= 1;
    quantum = (exponent < 1 - bias ? 1 - bias : exponent) - mantissa;
    units = ::nearbyint(::ldexp(size, -quantum));
    encoded = (unsigned int)units;
    if (exponent >= 1 - bias) { /* a carry into the next exponent comes out right by itself */
        long long whole = ((long long)(exponent + bias) << mantissa) + (long long)units - (1ll << mantissa);
        encoded = whole > (long long)infinity ? infinity : (unsigned int)whole;
    }
    return (unsigned short)(sign | encoded);
}

template <int exponent_bits, int mantissa> static inline float vgsim_widen16(unsigned short bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    unsigned int exponent = (unsigned int)bits >> mantissa & ((1u << exponent_bits) - 1);
    unsigned int fraction = bits & ((1u << mantissa) - 1), sign = (bits & 0x8000u) << 16;
    if (exponent == (1u << exponent_bits) - 1) {
        if (fraction &&
            exponent_bits < 8) { /* a NaN of a half is not handed on: only bfloat16 is the front of a float */
            return vgsim_bits<float>(0x7fffffffu);
        }
        return vgsim_bits<float>(sign | 0x7f800000u | fraction << (23 - mantissa));
    }
    if (exponent == 0) {
        float size = ::ldexpf((float)fraction, 1 - bias - mantissa);
        return sign ? -size : size;
    }
    return vgsim_bits<float>(sign | (exponent + 127 - (unsigned int)bias) << 23 | fraction << (23 - mantissa));
}

/* Bits without a meaning: __half_raw and its kin. */
template <int exponent_bits, int mantissa> struct vgsim_small_raw {
    unsigned short x;
};
template <int exponent_bits, int mantissa> struct alignas(4) vgsim_small2_raw {
    unsigned short x, y;
};

/* Trivial, so that it can lie in shared memory and in unions. */
template <int exponent_bits, int mantissa> struct vgsim_small {
    unsigned short bits;

    vgsim_small() = default;
    vgsim_small(vgsim_small_raw<exponent_bits, mantissa> raw) : bits(raw.x)
    {
    }
    operator vgsim_small_raw<exponent_bits, mantissa>() const
    {
        return vgsim_small_raw<exponent_bits, mantissa>{bits};
    }
    vgsim_small(float value) : bits(vgsim_round16<exponent_bits, mantissa>((double)value))
    {
    }
    vgsim_small(double value) : bits(vgsim_round16<exponent_bits, mantissa>(value))
    {
    }
    vgsim_small(int value) : bits(vgsim_round16<exponent_bits, mantissa>((double)value))
    {
    }
    vgsim_small(unsigned int value) : bits(vgsim_round16<exponent_bits, mantissa>((double)value))
    {
    }
    operator float() const
    {
        return vgsim_widen16<exponent_bits, mantissa>(bits);
    }
    static vgsim_small from_bits(unsigned short raw)
    {
        vgsim_small value;
        value.bits = raw;
        return value;
    }
};

#define VGSIM_SMALL template <int E, int M> static inline
#define VGSIM_OF vgsim_small<E, M>

#define VGSIM_OPERATOR(symbol)                                                                                         \
    VGSIM_SMALL VGSIM_OF operator symbol(VGSIM_OF a, VGSIM_OF b)                                                       \
    {                                                                                                                  \
        return VGSIM_OF((float)a symbol(float) b);                                                                     \
    }                                                                                                                  \
    VGSIM_SMALL VGSIM_OF &operator symbol##=(VGSIM_OF &a, VGSIM_OF b)                                                  \
    {                                                                                                                  \
        a = VGSIM_OF((float)a symbol(float) b);                                                                        \
        return a;                                                                                                      \
    }
VGSIM_OPERATOR(+)
VGSIM_OPERATOR(-)
VGSIM_OPERATOR(*)
VGSIM_OPERATOR(/)
#undef VGSIM_OPERATOR
VGSIM_SMALL VGSIM_OF operator-(VGSIM_OF a)
{
    return VGSIM_OF::from_bits((unsigned short)(a.bits ^ 0x8000u));
}
#define VGSIM_COMPARE(symbol, name)                                                                                    \
    VGSIM_SMALL bool operator symbol(VGSIM_OF a, VGSIM_OF b)                                                           \
    {                                                                                                                  \
        return (float)a symbol(float) b;                                                                               \
    }                                                                                                                  \
    VGSIM_SMALL bool name(VGSIM_OF a, VGSIM_OF b)                                                                      \
    {                                                                                                                  \
        return (float)a symbol(float) b;                                                                               \
    }
VGSIM_COMPARE(==, __heq)
VGSIM_COMPARE(!=, __hne)
VGSIM_COMPARE(<, __hlt)
VGSIM_COMPARE(<=, __hle)
VGSIM_COMPARE(>, __hgt)
VGSIM_COMPARE(>=, __hge)
#undef VGSIM_COMPARE

VGSIM_SMALL VGSIM_OF __hadd(VGSIM_OF a, VGSIM_OF b)
{
    return a + b;
}
VGSIM_SMALL VGSIM_OF __hsub(VGSIM_OF a, VGSIM_OF b)
{
    return a - b;
}
VGSIM_SMALL VGSIM_OF __hmul(VGSIM_OF a, VGSIM_OF b)
{
    return a * b;
}
VGSIM_SMALL VGSIM_OF __hdiv(VGSIM_OF a, VGSIM_OF b)
{
    return a / b;
}
/* The product is exact in double, and so is nearly every sum. */
VGSIM_SMALL VGSIM_OF __hfma(VGSIM_OF a, VGSIM_OF b, VGSIM_OF c)
{
    return VGSIM_OF((double)(float)a * (double)(float)b + (double)(float)c);
}
VGSIM_SMALL VGSIM_OF __hneg(VGSIM_OF a)
{
    return -a;
}
VGSIM_SMALL VGSIM_OF __habs(VGSIM_OF a)
{
    return VGSIM_OF::from_bits((unsigned short)(a.bits & 0x7fffu));
}
VGSIM_SMALL VGSIM_OF __hmin(VGSIM_OF a, VGSIM_OF b)
{
    return VGSIM_OF(::fminf((float)a, (float)b));
}
VGSIM_SMALL VGSIM_OF __hmax(VGSIM_OF a, VGSIM_OF b)
{
    return VGSIM_OF(::fmaxf((float)a, (float)b));
}
VGSIM_SMALL bool __hisnan(VGSIM_OF a)
{
    return (float)a != (float)a;
}
VGSIM_SMALL int __hisinf(VGSIM_OF a)
{
    return ::isinf((float)a) ? ((float)a > 0 ? 1 : -1) : 0;
}
#define VGSIM_FUNCTION(name, expression)                                                                               \
    VGSIM_SMALL VGSIM_OF name(VGSIM_OF a)                                                                              \
    {                                                                                                                  \
        double x = (double)(float)a;                                                                                   \
        return VGSIM_OF(expression);                                                                                   \
    }
VGSIM_FUNCTION(hexp, ::exp(x))
VGSIM_FUNCTION(hexp2, ::exp2(x))
VGSIM_FUNCTION(hlog, ::log(x))
VGSIM_FUNCTION(hlog2, ::log2(x))
VGSIM_FUNCTION(hsin, ::sin(x))
VGSIM_FUNCTION(hcos, ::cos(x))
VGSIM_FUNCTION(hsqrt, ::sqrt(x))
VGSIM_FUNCTION(hrsqrt, 1.0 / ::sqrt(x))
VGSIM_FUNCTION(hrcp, 1.0 / x)
VGSIM_FUNCTION(hfloor, ::floor(x))
VGSIM_FUNCTION(hceil, ::ceil(x))
VGSIM_FUNCTION(htrunc, ::trunc(x))
VGSIM_FUNCTION(hrint, ::nearbyint(x))
#undef VGSIM_FUNCTION

VGSIM_SMALL VGSIM_OF atomicAdd(VGSIM_OF *address, VGSIM_OF value)
{
    vgsim_atomic();
    VGSIM_OF old = *address;
    *address = old + value;
    vgsim_atomic_end();
    return old;
}

/* ---- pairs ---- */

template <int E, int M> struct alignas(4) vgsim_small2 {
    vgsim_small<E, M> x, y;

    vgsim_small2() = default;
    vgsim_small2(vgsim_small<E, M> a, vgsim_small<E, M> b) : x(a), y(b)
    {
    }
    vgsim_small2(vgsim_small2_raw<E, M> raw)
        : x(vgsim_small<E, M>::from_bits(raw.x)), y(vgsim_small<E, M>::from_bits(raw.y))
    {
    }
    operator vgsim_small2_raw<E, M>() const
    {
        return vgsim_small2_raw<E, M>{x.bits, y.bits};
    }
};
#define VGSIM_PAIR vgsim_small2<E, M>
#define VGSIM_PAIRWISE(name, one)                                                                                      \
    VGSIM_SMALL VGSIM_PAIR name(VGSIM_PAIR a, VGSIM_PAIR b)                                                            \
    {                                                                                                                  \
        return VGSIM_PAIR(one(a.x, b.x), one(a.y, b.y));                                                               \
    }
VGSIM_PAIRWISE(__hadd2, __hadd)
VGSIM_PAIRWISE(__hsub2, __hsub)
VGSIM_PAIRWISE(__hmul2, __hmul)
VGSIM_PAIRWISE(__h2div, __hdiv)
VGSIM_PAIRWISE(__hmin2, __hmin)
VGSIM_PAIRWISE(__hmax2, __hmax)
VGSIM_PAIRWISE(operator+, __hadd)
VGSIM_PAIRWISE(operator-, __hsub)
VGSIM_PAIRWISE(operator*, __hmul)
VGSIM_PAIRWISE(operator/, __hdiv)
#undef VGSIM_PAIRWISE
VGSIM_SMALL VGSIM_PAIR __hfma2(VGSIM_PAIR a, VGSIM_PAIR b, VGSIM_PAIR c)
{
    return VGSIM_PAIR(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
VGSIM_SMALL VGSIM_PAIR __hneg2(VGSIM_PAIR a)
{
    return VGSIM_PAIR(-a.x, -a.y);
}
VGSIM_SMALL VGSIM_PAIR __habs2(VGSIM_PAIR a)
{
    return VGSIM_PAIR(__habs(a.x), __habs(a.y));
}
VGSIM_SMALL VGSIM_PAIR atomicAdd(VGSIM_PAIR *address, VGSIM_PAIR value)
{
    vgsim_atomic();
    VGSIM_PAIR old = *address;
    *address = old + value;
    vgsim_atomic_end();
    return old;
}

#endif
