/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* __half and __half2. */
#ifndef VGSIM_HALF_H
#define VGSIM_HALF_H

#include "small_float.h"

typedef vgsim_small<5, 10> __half;
typedef vgsim_small2<5, 10> __half2;
typedef vgsim_small_raw<5, 10> __half_raw;
typedef vgsim_small2_raw<5, 10> __half2_raw;
typedef __half half;
typedef __half2 half2;

static inline __half __float2half(float x)
{
    return __half(x);
}
static inline __half __float2half_rn(float x)
{
    return __half(x);
}
static inline __half __double2half(double x)
{
    return __half(x);
}
static inline float __half2float(__half x)
{
    return (float)x;
}
static inline __half __int2half_rn(int x)
{
    return __half((double)x);
}
static inline __half __uint2half_rn(unsigned int x)
{
    return __half((double)x);
}
static inline int __half2int_rn(__half x)
{
    return __float2int_rn((float)x);
}
static inline int __half2int_rz(__half x)
{
    return __float2int_rz((float)x);
}
static inline unsigned short __half_as_ushort(__half x)
{
    return x.bits;
}
static inline short __half_as_short(__half x)
{
    return (short)x.bits;
}
static inline __half __ushort_as_half(unsigned short x)
{
    return __half::from_bits(x);
}
static inline __half __short_as_half(short x)
{
    return __half::from_bits((unsigned short)x);
}

static inline __half2 make_half2(__half x, __half y)
{
    return __half2(x, y);
}
static inline __half2 __halves2half2(__half x, __half y)
{
    return __half2(x, y);
}
static inline __half2 __half2half2(__half x)
{
    return __half2(x, x);
}
static inline __half2 __floats2half2_rn(float x, float y)
{
    return __half2(__half(x), __half(y));
}
static inline __half2 __float2half2_rn(float x)
{
    return __half2(__half(x), __half(x));
}
static inline __half2 __float22half2_rn(float2 v)
{
    return __half2(__half(v.x), __half(v.y));
}
static inline float2 __half22float2(__half2 v)
{
    return make_float2((float)v.x, (float)v.y);
}
static inline __half __low2half(__half2 v)
{
    return v.x;
}
static inline __half __high2half(__half2 v)
{
    return v.y;
}
static inline float __low2float(__half2 v)
{
    return (float)v.x;
}
static inline float __high2float(__half2 v)
{
    return (float)v.y;
}

#endif
