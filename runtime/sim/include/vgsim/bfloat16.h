/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* __nv_bfloat16 and __nv_bfloat162. */
#ifndef VGSIM_BF16_H
#define VGSIM_BF16_H

#include "small_float.h"

typedef vgsim_small<8, 7> __nv_bfloat16;
typedef vgsim_small2<8, 7> __nv_bfloat162;
typedef vgsim_small_raw<8, 7> __nv_bfloat16_raw;
typedef vgsim_small2_raw<8, 7> __nv_bfloat162_raw;
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

static inline __nv_bfloat16 __float2bfloat16(float x)
{
    return __nv_bfloat16(x);
}
static inline __nv_bfloat16 __float2bfloat16_rn(float x)
{
    return __nv_bfloat16(x);
}
static inline __nv_bfloat16 __double2bfloat16(double x)
{
    return __nv_bfloat16(x);
}
static inline float __bfloat162float(__nv_bfloat16 x)
{
    return (float)x;
}
static inline __nv_bfloat16 __int2bfloat16_rn(int x)
{
    return __nv_bfloat16((double)x);
}
static inline __nv_bfloat16 __uint2bfloat16_rn(unsigned int x)
{
    return __nv_bfloat16((double)x);
}
static inline int __bfloat162int_rn(__nv_bfloat16 x)
{
    return __float2int_rn((float)x);
}
static inline int __bfloat162int_rz(__nv_bfloat16 x)
{
    return __float2int_rz((float)x);
}
static inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 x)
{
    return x.bits;
}
static inline short __bfloat16_as_short(__nv_bfloat16 x)
{
    return (short)x.bits;
}
static inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short x)
{
    return __nv_bfloat16::from_bits(x);
}
static inline __nv_bfloat16 __short_as_bfloat16(short x)
{
    return __nv_bfloat16::from_bits((unsigned short)x);
}

static inline __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y)
{
    return __nv_bfloat162(x, y);
}
static inline __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y)
{
    return __nv_bfloat162(x, y);
}
static inline __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x)
{
    return __nv_bfloat162(x, x);
}
static inline __nv_bfloat162 __floats2bfloat162_rn(float x, float y)
{
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(y));
}
static inline __nv_bfloat162 __float2bfloat162_rn(float x)
{
    return __nv_bfloat162(__nv_bfloat16(x), __nv_bfloat16(x));
}
static inline __nv_bfloat162 __float22bfloat162_rn(float2 v)
{
    return __nv_bfloat162(__nv_bfloat16(v.x), __nv_bfloat16(v.y));
}
static inline float2 __bfloat1622float2(__nv_bfloat162 v)
{
    return make_float2((float)v.x, (float)v.y);
}
static inline __nv_bfloat16 __low2bfloat16(__nv_bfloat162 v)
{
    return v.x;
}
static inline __nv_bfloat16 __high2bfloat16(__nv_bfloat162 v)
{
    return v.y;
}
static inline float __low2float(__nv_bfloat162 v)
{
    return (float)v.x;
}
static inline float __high2float(__nv_bfloat162 v)
{
    return (float)v.y;
}

#endif
