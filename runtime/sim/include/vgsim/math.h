/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Integer and floating-point intrinsics. Fast forms are computed with full precision. */
#ifndef VGSIM_MATH_H
#define VGSIM_MATH_H

#include "types.h"

/* ---- min and max: every pair of types that the device has ---- */

#define VGSIM_MIN_MAX(result, first, second)                                                                           \
    static inline result min(first a, second b)                                                                        \
    {                                                                                                                  \
        return (result)a < (result)b ? (result)a : (result)b;                                                          \
    }                                                                                                                  \
    static inline result max(first a, second b)                                                                        \
    {                                                                                                                  \
        return (result)a < (result)b ? (result)b : (result)a;                                                          \
    }
#define VGSIM_MIN_MAX_MIXED(result, other)                                                                             \
    VGSIM_MIN_MAX(result, result, other)                                                                               \
    VGSIM_MIN_MAX(result, other, result)

VGSIM_MIN_MAX(int, int, int)
VGSIM_MIN_MAX(unsigned int, unsigned int, unsigned int)
VGSIM_MIN_MAX_MIXED(unsigned int, int)
VGSIM_MIN_MAX(long, long, long)
VGSIM_MIN_MAX(unsigned long, unsigned long, unsigned long)
VGSIM_MIN_MAX_MIXED(unsigned long, long)
VGSIM_MIN_MAX(long long, long long, long long)
VGSIM_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
VGSIM_MIN_MAX_MIXED(unsigned long long, long long)
#undef VGSIM_MIN_MAX

/* Floating-point ones ignore a NaN, as fminf does. */
#define VGSIM_MIN_MAX(result, first, second)                                                                           \
    static inline result min(first a, second b)                                                                        \
    {                                                                                                                  \
        return fmin((result)a, (result)b);                                                                             \
    }                                                                                                                  \
    static inline result max(first a, second b)                                                                        \
    {                                                                                                                  \
        return fmax((result)a, (result)b);                                                                             \
    }
VGSIM_MIN_MAX(float, float, float)
VGSIM_MIN_MAX(double, double, double)
VGSIM_MIN_MAX_MIXED(double, float)
#undef VGSIM_MIN_MAX
#undef VGSIM_MIN_MAX_MIXED

/* ---- bits ---- */

static inline int __popc(unsigned int x)
{
    return __builtin_popcount(x);
}
static inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
static inline int __clz(int x)
{
    return x ? __builtin_clz((unsigned int)x) : 32;
}
static inline int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
static inline int __ffs(int x)
{
    return __builtin_ffs(x);
}
static inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
static inline unsigned int __brev(unsigned int x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}
static inline unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned int)x) << 32 | __brev((unsigned int)(x >> 32));
}
static inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
{
    unsigned long long both = (unsigned long long)y << 32 | x;
    unsigned int result = 0;
    for (unsigned int i = 0; i < 4; i++) {
        unsigned int pick = selector >> 4 * i & 0xf;
        unsigned int byte = (unsigned int)(both >> 8 * (pick & 7)) & 0xff;
        byte = pick & 8 ? (byte & 0x80 ? 0xff : 0) : byte;
        result |= byte << 8 * i;
    }
    return result;
}
static inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
static inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
static inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
static inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/* ---- integer arithmetic ---- */

__extension__ typedef __int128 vgsim_int128;
__extension__ typedef unsigned __int128 vgsim_uint128;

static inline int __mulhi(int a, int b)
{
    return (int)((long long)a * b >> 32);
}
static inline unsigned int __umulhi(unsigned int a, unsigned int b)
{
    return (unsigned int)((unsigned long long)a * b >> 32);
}
static inline long long __mul64hi(long long a, long long b)
{
    return (long long)((vgsim_int128)a * b >> 64);
}
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((vgsim_uint128)a * b >> 64);
}
static inline int __mul24(int a, int b)
{
    return (int)((unsigned int)((int)((unsigned int)a << 8) >> 8) * (unsigned int)((int)((unsigned int)b << 8) >> 8));
}
static inline unsigned int __umul24(unsigned int a, unsigned int b)
{
    return (a & 0xffffffu) * (b & 0xffffffu);
}
static inline unsigned int __sad(int a, int b, unsigned int c)
{
    return (a < b ? (unsigned int)b - (unsigned int)a : (unsigned int)a - (unsigned int)b) + c;
}
static inline unsigned int __usad(unsigned int a, unsigned int b, unsigned int c)
{
    return (a < b ? b - a : a - b) + c;
}
static inline int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 4; i++) {
        c += (int)(signed char)((unsigned int)a >> 8 * i) * (int)(signed char)((unsigned int)b >> 8 * i);
    }
    return c;
}
static inline unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c)
{
    for (int i = 0; i < 4; i++) {
        c += (a >> 8 * i & 0xff) * (b >> 8 * i & 0xff);
    }
    return c;
}

/* ---- floating point: names that host headers declare without exporting, then those that only devices have ---- */

extern "C" {
inline float __expf(float x) noexcept
{
    return ::expf(x);
}
inline float __exp10f(float x) noexcept
{
    return ::powf(10.0f, x);
}
inline float __logf(float x) noexcept
{
    return ::logf(x);
}
inline float __log2f(float x) noexcept
{
    return ::log2f(x);
}
inline float __log10f(float x) noexcept
{
    return ::log10f(x);
}
inline float __sinf(float x) noexcept
{
    return ::sinf(x);
}
inline float __cosf(float x) noexcept
{
    return ::cosf(x);
}
inline float __tanf(float x) noexcept
{
    return ::tanf(x);
}
inline float __powf(float x, float y) noexcept
{
    return ::powf(x, y);
}
inline void __sincosf(float x, float *sine, float *cosine) noexcept
{
    *sine = ::sinf(x);
    *cosine = ::cosf(x);
}
}

static inline float __fdividef(float a, float b)
{
    return a / b;
}
static inline float fdividef(float a, float b)
{
    return a / b;
}
static inline float rsqrtf(float x)
{
    return 1.0f / ::sqrtf(x);
}
static inline double rsqrt(double x)
{
    return 1.0 / ::sqrt(x);
}
static inline float rsqrt(float x)
{
    return rsqrtf(x);
}
static inline float rcbrtf(float x)
{
    return 1.0f / ::cbrtf(x);
}
static inline float rhypotf(float x, float y)
{
    return 1.0f / ::hypotf(x, y);
}
static inline float norm3df(float x, float y, float z)
{
    return ::sqrtf(x * x + y * y + z * z);
}
static inline float sinpif(float x)
{
    return (float)::sin(M_PI * ::fmod((double)x, 2.0));
}
static inline float cospif(float x)
{
    return (float)::cos(M_PI * ::fmod((double)x, 2.0));
}
static inline double sinpi(double x)
{
    return ::sin(M_PI * ::fmod(x, 2.0));
}
static inline double cospi(double x)
{
    return ::cos(M_PI * ::fmod(x, 2.0));
}
static inline void sincospif(float x, float *sine, float *cosine)
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}
static inline float __saturatef(float x)
{
    return x >= 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; /* NaN gives 0 */
}
static inline float normcdff(float x)
{
    return (float)(0.5 * ::erfc(-(double)x * M_SQRT1_2));
}

#define VGSIM_ROUNDED(prefix, type, suffix)                                                                            \
    static inline type __##prefix##add_rn(type a, type b)                                                              \
    {                                                                                                                  \
        return a + b;                                                                                                  \
    }                                                                                                                  \
    static inline type __##prefix##sub_rn(type a, type b)                                                              \
    {                                                                                                                  \
        return a - b;                                                                                                  \
    }                                                                                                                  \
    static inline type __##prefix##mul_rn(type a, type b)                                                              \
    {                                                                                                                  \
        return a * b;                                                                                                  \
    }                                                                                                                  \
    static inline type __##prefix##div_rn(type a, type b)                                                              \
    {                                                                                                                  \
        return a / b;                                                                                                  \
    }                                                                                                                  \
    static inline type __##prefix##sqrt_rn(type a)                                                                     \
    {                                                                                                                  \
        return ::sqrt##suffix(a);                                                                                      \
    }                                                                                                                  \
    static inline type __##prefix##rcp_rn(type a)                                                                      \
    {                                                                                                                  \
        return (type)1 / a;                                                                                            \
    }
VGSIM_ROUNDED(f, float, f)
VGSIM_ROUNDED(d, double, )
#undef VGSIM_ROUNDED
static inline float __fmaf_rn(float a, float b, float c)
{
    return ::fmaf(a, b, c);
}
static inline double __fma_rn(double a, double b, double c)
{
    return ::fma(a, b, c);
}
static inline float __frsqrt_rn(float a)
{
    return (float)(1.0 / ::sqrt((double)a));
}

#endif
