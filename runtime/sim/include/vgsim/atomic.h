/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Atomics. Threads take turns on one host thread, so reading and writing one after the other is atomic. */
#ifndef VGSIM_ATOMIC_H
#define VGSIM_ATOMIC_H

#include "types.h"

#define VGSIM_ATOMIC_ONE(name, type, expression)                                                                       \
    static inline type name(type *address, type value)                                                                 \
    {                                                                                                                  \
        vgsim_atomic();                                                                                                \
        type old = *address;                                                                                           \
        *address = (type)(expression);                                                                                 \
        vgsim_atomic_end();                                                                                            \
        return old;                                                                                                    \
    }
/* Also for the narrower and the wider scope. */
#define VGSIM_ATOMIC(name, type, expression)                                                                           \
    VGSIM_ATOMIC_ONE(name, type, expression)                                                                           \
    VGSIM_ATOMIC_ONE(name##_block, type, expression)                                                                   \
    VGSIM_ATOMIC_ONE(name##_system, type, expression)

VGSIM_ATOMIC(atomicAdd, int, (unsigned int)old + (unsigned int)value)
VGSIM_ATOMIC(atomicAdd, unsigned int, old + value)
VGSIM_ATOMIC(atomicAdd, unsigned long long, old + value)
VGSIM_ATOMIC(atomicAdd, float, old + value)
VGSIM_ATOMIC(atomicAdd, double, old + value)
VGSIM_ATOMIC(atomicSub, int, (unsigned int)old - (unsigned int)value)
VGSIM_ATOMIC(atomicSub, unsigned int, old - value)
VGSIM_ATOMIC(atomicExch, int, value)
VGSIM_ATOMIC(atomicExch, unsigned int, value)
VGSIM_ATOMIC(atomicExch, unsigned long long, value)
VGSIM_ATOMIC(atomicExch, float, value)
VGSIM_ATOMIC(atomicMin, int, value < old ? value : old)
VGSIM_ATOMIC(atomicMin, unsigned int, value < old ? value : old)
VGSIM_ATOMIC(atomicMin, long long, value < old ? value : old)
VGSIM_ATOMIC(atomicMin, unsigned long long, value < old ? value : old)
VGSIM_ATOMIC(atomicMax, int, old < value ? value : old)
VGSIM_ATOMIC(atomicMax, unsigned int, old < value ? value : old)
VGSIM_ATOMIC(atomicMax, long long, old < value ? value : old)
VGSIM_ATOMIC(atomicMax, unsigned long long, old < value ? value : old)
VGSIM_ATOMIC(atomicInc, unsigned int, old >= value ? 0 : old + 1)
VGSIM_ATOMIC(atomicDec, unsigned int, old == 0 || old > value ? value : old - 1)
VGSIM_ATOMIC(atomicAnd, int, old &value)
VGSIM_ATOMIC(atomicAnd, unsigned int, old &value)
VGSIM_ATOMIC(atomicAnd, unsigned long long, old &value)
VGSIM_ATOMIC(atomicOr, int, old | value)
VGSIM_ATOMIC(atomicOr, unsigned int, old | value)
VGSIM_ATOMIC(atomicOr, unsigned long long, old | value)
VGSIM_ATOMIC(atomicXor, int, old ^ value)
VGSIM_ATOMIC(atomicXor, unsigned int, old ^ value)
VGSIM_ATOMIC(atomicXor, unsigned long long, old ^ value)

#define VGSIM_CAS_ONE(name, type)                                                                                      \
    static inline type name(type *address, type expected, type value)                                                  \
    {                                                                                                                  \
        vgsim_atomic();                                                                                                \
        type old = *address;                                                                                           \
        *address = old == expected ? value : old;                                                                      \
        vgsim_atomic_end();                                                                                            \
        return old;                                                                                                    \
    }
#define VGSIM_CAS(type)                                                                                                \
    VGSIM_CAS_ONE(atomicCAS, type)                                                                                     \
    VGSIM_CAS_ONE(atomicCAS_block, type)                                                                               \
    VGSIM_CAS_ONE(atomicCAS_system, type)

VGSIM_CAS(int)
VGSIM_CAS(unsigned int)
VGSIM_CAS(unsigned short)
VGSIM_CAS(unsigned long long)

#undef VGSIM_CAS
#undef VGSIM_CAS_ONE

#endif
