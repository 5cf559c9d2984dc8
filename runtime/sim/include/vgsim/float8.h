/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Floats of 8 bits: e4m3, which has no infinities and one NaN of each sign, and e5m2, which is half of a half. Values
 * go in from double, rounded once, ties to even, and out to half, which holds all of them. */
#ifndef VGSIM_FLOAT8_H
#define VGSIM_FLOAT8_H

#include "bfloat16.h"
#include "half.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;

typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

/* ---- numbers to bits ---- */

/* The sign is left out; a NaN of e5m2 keeps the first two bits of its payload. */
static inline unsigned int vgsim_round8(double size, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    const int mantissa = kind == __NV_E4M3 ? 3 : 2, least = kind == __NV_E4M3 ? -6 : -14;
    const unsigned int largest = kind == __NV_E4M3 ? 0x7e : 0x7b, beyond = kind == __NV_E4M3 ? 0x7f : 0x7c;
    long long encoded;
    int exponent;
    if (size != size) {
        return kind == __NV_E4M3 ? 0x7f : 0x7e | (unsigned int)(vgsim_bits<unsigned long long>(size) >> 50 & 3);
    }
    if (size == 0) {
        return 0;
    }
    if (size > 1e6) {
        return saturate == __NV_SATFINITE ? largest : beyond;
    }
    ::frexp(size, &exponent); /* size is in [2^(exponent - 1), 2^exponent) */
    exponent = exponent - 1 < least ? least : exponent - 1;
    /* The first bit of a normal number counts as one exponent more, and so does a carry out of the mantissa. */
    encoded = (long long)::nearbyint(::ldexp(size, mantissa - exponent)) + ((long long)(exponent - least) << mantissa);
    if (encoded > (long long)largest) {
        return saturate == __NV_SATFINITE ? largest : beyond;
    }
    return (unsigned int)encoded;
}

static inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                        __nv_fp8_interpretation_t kind)
{
    return (__nv_fp8_storage_t)(vgsim_round8(::fabs(x), saturate, kind) | (::signbit(x) ? 0x80u : 0));
}
/* A NaN loses its sign and payload. */
static inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t kind)
{
    return x != x ? (__nv_fp8_storage_t)0x7f : __nv_cvt_double_to_fp8((double)x, saturate, kind);
}
static inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                         __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(vgsim_widen16<5, 10>(x.x), saturate, kind);
}
static inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(vgsim_widen16<8, 7>(x.x), saturate, kind);
}

static inline __nv_fp8x2_storage_t vgsim_two(unsigned int low, unsigned int high)
{
    return (__nv_fp8x2_storage_t)(low | high << 8);
}
static inline __nv_fp8x4_storage_t vgsim_four(__nv_fp8x2_storage_t low, __nv_fp8x2_storage_t high)
{
    return (__nv_fp8x4_storage_t)low | (__nv_fp8x4_storage_t)high << 16;
}
static inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 v, __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind)
{
    return vgsim_two(__nv_cvt_double_to_fp8(v.x, saturate, kind), __nv_cvt_double_to_fp8(v.y, saturate, kind));
}
static inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 v, __nv_saturation_t saturate,
                                                            __nv_fp8_interpretation_t kind)
{
    return vgsim_two(__nv_cvt_float_to_fp8(v.x, saturate, kind), __nv_cvt_float_to_fp8(v.y, saturate, kind));
}
static inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw v, __nv_saturation_t saturate,
                                                              __nv_fp8_interpretation_t kind)
{
    return vgsim_two(__nv_cvt_float_to_fp8(vgsim_widen16<5, 10>(v.x), saturate, kind),
                     __nv_cvt_float_to_fp8(vgsim_widen16<5, 10>(v.y), saturate, kind));
}
static inline __nv_fp8x2_storage_t __nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw v, __nv_saturation_t saturate,
                                                                  __nv_fp8_interpretation_t kind)
{
    return vgsim_two(__nv_cvt_float_to_fp8(vgsim_widen16<8, 7>(v.x), saturate, kind),
                     __nv_cvt_float_to_fp8(vgsim_widen16<8, 7>(v.y), saturate, kind));
}

/* ---- bits to numbers ---- */

static inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t kind)
{
    const unsigned int size = bits & 0x7fu, sign = (bits & 0x80u) << 8;
    __half_raw result;
    if (kind == __NV_E5M2) {
        result.x = (unsigned short)(size > 0x7c ? 0x7fff : sign | size << 8);
    } else if (size == 0x7f) {
        result.x = 0x7fff;
    } else { /* read as if its exponent had the bias of a half: 2^8 too small */
        result.x = (unsigned short)(vgsim_round16<5, 10>(
                                        ::ldexp((double)vgsim_widen16<5, 10>((unsigned short)(size << 7)), 8)) |
                                    sign);
    }
    return result;
}
static inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t bits, __nv_fp8_interpretation_t kind)
{
    __half2_raw result;
    result.x = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)bits, kind).x;
    result.y = __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(bits >> 8), kind).x;
    return result;
}
static inline float vgsim_from8(unsigned int bits, __nv_fp8_interpretation_t kind)
{
    return vgsim_widen16<5, 10>(__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)bits, kind).x);
}

/* ---- types ---- */

/* Integers go through float, and come out cut to their range; NaN gives 0, except for 64 bits. */
template <__nv_fp8_interpretation_t Kind> struct vgsim_fp8 {
    __nv_fp8_storage_t __x;

    vgsim_fp8() = default;
    explicit vgsim_fp8(float value) : __x(__nv_cvt_float_to_fp8(value, __NV_SATFINITE, Kind))
    {
    }
    explicit vgsim_fp8(double value) : __x(__nv_cvt_double_to_fp8(value, __NV_SATFINITE, Kind))
    {
    }
    explicit vgsim_fp8(__half value) : vgsim_fp8((float)value)
    {
    }
    explicit vgsim_fp8(__nv_bfloat16 value) : vgsim_fp8((float)value)
    {
    }
    template <typename T, typename = typename std::enable_if<std::is_integral<T>::value>::type>
    explicit vgsim_fp8(T value) : vgsim_fp8((float)value)
    {
    }
    explicit operator __half() const
    {
        return __half(__nv_cvt_fp8_to_halfraw(__x, Kind));
    }
    explicit operator __nv_bfloat16() const
    {
        return __nv_bfloat16(vgsim_from8(__x, Kind));
    }
    explicit operator float() const
    {
        return vgsim_from8(__x, Kind);
    }
    explicit operator double() const
    {
        return (double)vgsim_from8(__x, Kind);
    }
    explicit operator bool() const
    {
        return (__x & 0x7f) != 0;
    }
    template <typename T, typename = typename std::enable_if<std::is_integral<T>::value>::type>
    explicit operator T() const
    {
        const double value = ::trunc((double)vgsim_from8(__x, Kind));
        if (value != value && sizeof(T) == 8) {
            return (T)0x8000000000000000ull;
        }
        return vgsim_to_integer<T>(value);
    }
};

template <__nv_fp8_interpretation_t Kind> struct vgsim_fp8x2 {
    __nv_fp8x2_storage_t __x;

    vgsim_fp8x2() = default;
    explicit vgsim_fp8x2(float2 v) : __x(__nv_cvt_float2_to_fp8x2(v, __NV_SATFINITE, Kind))
    {
    }
    explicit vgsim_fp8x2(double2 v) : __x(__nv_cvt_double2_to_fp8x2(v, __NV_SATFINITE, Kind))
    {
    }
    explicit vgsim_fp8x2(__half2 v) : __x(__nv_cvt_halfraw2_to_fp8x2(v, __NV_SATFINITE, Kind))
    {
    }
    explicit vgsim_fp8x2(__nv_bfloat162 v) : __x(__nv_cvt_bfloat16raw2_to_fp8x2(v, __NV_SATFINITE, Kind))
    {
    }
    explicit operator __half2() const
    {
        return __half2(__nv_cvt_fp8x2_to_halfraw2(__x, Kind));
    }
    explicit operator float2() const
    {
        return float2{vgsim_from8(__x, Kind), vgsim_from8(__x >> 8u, Kind)};
    }
};

template <__nv_fp8_interpretation_t Kind> struct vgsim_fp8x4 {
    __nv_fp8x4_storage_t __x;

    vgsim_fp8x4() = default;
    explicit vgsim_fp8x4(float4 v)
        : __x(vgsim_four(vgsim_fp8x2<Kind>(float2{v.x, v.y}).__x, vgsim_fp8x2<Kind>(float2{v.z, v.w}).__x))
    {
    }
    explicit vgsim_fp8x4(double4 v)
        : __x(vgsim_four(vgsim_fp8x2<Kind>(double2{v.x, v.y}).__x, vgsim_fp8x2<Kind>(double2{v.z, v.w}).__x))
    {
    }
    explicit vgsim_fp8x4(__half2 low, __half2 high)
        : __x(vgsim_four(vgsim_fp8x2<Kind>(low).__x, vgsim_fp8x2<Kind>(high).__x))
    {
    }
    explicit vgsim_fp8x4(__nv_bfloat162 low, __nv_bfloat162 high)
        : __x(vgsim_four(vgsim_fp8x2<Kind>(low).__x, vgsim_fp8x2<Kind>(high).__x))
    {
    }
    explicit operator float4() const
    {
        return float4{vgsim_from8(__x, Kind), vgsim_from8(__x >> 8, Kind), vgsim_from8(__x >> 16, Kind),
                      vgsim_from8(__x >> 24, Kind)};
    }
};

typedef vgsim_fp8<__NV_E4M3> __nv_fp8_e4m3;
typedef vgsim_fp8<__NV_E5M2> __nv_fp8_e5m2;
typedef vgsim_fp8x2<__NV_E4M3> __nv_fp8x2_e4m3;
typedef vgsim_fp8x2<__NV_E5M2> __nv_fp8x2_e5m2;
typedef vgsim_fp8x4<__NV_E4M3> __nv_fp8x4_e4m3;
typedef vgsim_fp8x4<__NV_E5M2> __nv_fp8x4_e5m2;

#endif
