/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conversions between numbers, and of their bits. Out of range gives the nearest value, NaN gives 0. */
#ifndef VGSIM_CAST_H
#define VGSIM_CAST_H

#include "types.h"

template <typename To, typename From> static inline To vgsim_bits(From value)
{
    static_assert(sizeof(To) == sizeof(From), "same size");
    To result;
    memcpy(&result, &value, sizeof result);
    return result;
}
static inline float __int_as_float(int x)
{
    return vgsim_bits<float>(x);
}
static inline int __float_as_int(float x)
{
    return vgsim_bits<int>(x);
}
static inline float __uint_as_float(unsigned int x)
{
    return vgsim_bits<float>(x);
}
static inline unsigned int __float_as_uint(float x)
{
    return vgsim_bits<unsigned int>(x);
}
static inline double __longlong_as_double(long long x)
{
    return vgsim_bits<double>(x);
}
static inline long long __double_as_longlong(double x)
{
    return vgsim_bits<long long>(x);
}
static inline int __double2hiint(double x)
{
    return (int)(vgsim_bits<unsigned long long>(x) >> 32);
}
static inline int __double2loint(double x)
{
    return (int)vgsim_bits<unsigned long long>(x);
}
static inline double __hiloint2double(int high, int low)
{
    return vgsim_bits<double>((unsigned long long)(unsigned int)high << 32 | (unsigned int)low);
}

template <typename To> static inline To vgsim_to_integer(double rounded)
{
    const double end = ::ldexp(1.0, (int)sizeof(To) * 8 - (std::is_signed<To>::value ? 1 : 0)); /* one past the last */
    if (rounded != rounded) {
        return 0;
    }
    if (rounded >= end) {
        return std::is_signed<To>::value ? (To)(((To)1 << (sizeof(To) * 8 - 2)) - 1 + ((To)1 << (sizeof(To) * 8 - 2)))
                                         : (To) ~(To)0;
    }
    if (std::is_signed<To>::value ? rounded < -end : rounded < 0) {
        return std::is_signed<To>::value ? (To)(-(To)(((To)1 << (sizeof(To) * 8 - 2)) - 1) * 2 - 2) : (To)0;
    }
    return (To)rounded;
}

#define VGSIM_TO_INTEGER(prefix, from, name, to)                                                                       \
    static inline to __##prefix##2##name##_rn(from x)                                                                  \
    {                                                                                                                  \
        return vgsim_to_integer<to>(::nearbyint((double)x));                                                           \
    }                                                                                                                  \
    static inline to __##prefix##2##name##_rz(from x)                                                                  \
    {                                                                                                                  \
        return vgsim_to_integer<to>(::trunc((double)x));                                                               \
    }                                                                                                                  \
    static inline to __##prefix##2##name##_ru(from x)                                                                  \
    {                                                                                                                  \
        return vgsim_to_integer<to>(::ceil((double)x));                                                                \
    }                                                                                                                  \
    static inline to __##prefix##2##name##_rd(from x)                                                                  \
    {                                                                                                                  \
        return vgsim_to_integer<to>(::floor((double)x));                                                               \
    }
VGSIM_TO_INTEGER(float, float, int, int)
VGSIM_TO_INTEGER(float, float, uint, unsigned int)
VGSIM_TO_INTEGER(float, float, ll, long long)
VGSIM_TO_INTEGER(float, float, ull, unsigned long long)
VGSIM_TO_INTEGER(double, double, int, int)
VGSIM_TO_INTEGER(double, double, uint, unsigned int)
VGSIM_TO_INTEGER(double, double, ll, long long)
VGSIM_TO_INTEGER(double, double, ull, unsigned long long)
#undef VGSIM_TO_INTEGER

#define VGSIM_CONVERT(name, from, to)                                                                                  \
    static inline to name(from x)                                                                                      \
    {                                                                                                                  \
        return (to)x;                                                                                                  \
    }
VGSIM_CONVERT(__int2float_rn, int, float)
VGSIM_CONVERT(__uint2float_rn, unsigned int, float)
VGSIM_CONVERT(__ll2float_rn, long long, float)
VGSIM_CONVERT(__ull2float_rn, unsigned long long, float)
VGSIM_CONVERT(__int2double_rn, int, double)
VGSIM_CONVERT(__uint2double_rn, unsigned int, double)
VGSIM_CONVERT(__ll2double_rn, long long, double)
VGSIM_CONVERT(__ull2double_rn, unsigned long long, double)
VGSIM_CONVERT(__double2float_rn, double, float)
#undef VGSIM_CONVERT

#endif
