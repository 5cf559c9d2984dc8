/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the compiler calls before each access of code that was compiled with -fsanitize=thread. The names and their
 * arguments are those of the compilers' run-time library, which is not linked. Code that synchronises by the compiler's
 * own atomics counts as atomic, too. */
#define _GNU_SOURCE
#include "access/parts.h"

#ifndef __SANITIZE_THREAD__ /* else the real library has them */

#pragma GCC visibility push(default)

#define CALLER ((uintptr_t)__builtin_return_address(0))
#define HOOK(name, size, what)                                                                                         \
    void __tsan_##name(void *address);                                                                                 \
    void __tsan_##name(void *address)                                                                                  \
    {                                                                                                                  \
        access_look((uint64_t)(uintptr_t)address, size, what, CALLER);                                                 \
    }
#define HOOKS(size)                                                                                                    \
    HOOK(read##size, size, 0)                                                                                          \
    HOOK(write##size, size, ACCESS_WRITE)                                                                              \
    HOOK(unaligned_read##size, size, 0)                                                                                \
    HOOK(unaligned_write##size, size, ACCESS_WRITE)                                                                    \
    HOOK(volatile_read##size, size, ACCESS_VOLATILE)                                                                   \
    HOOK(volatile_write##size, size, ACCESS_VOLATILE | ACCESS_WRITE)                                                   \
    HOOK(unaligned_volatile_read##size, size, ACCESS_VOLATILE)                                                         \
    HOOK(unaligned_volatile_write##size, size, ACCESS_VOLATILE | ACCESS_WRITE)

HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)

void __tsan_read_range(void *address, unsigned long size);
void __tsan_read_range(void *address, unsigned long size)
{
    access_look((uint64_t)(uintptr_t)address, size, 0, CALLER);
}

void __tsan_write_range(void *address, unsigned long size);
void __tsan_write_range(void *address, unsigned long size)
{
    access_look((uint64_t)(uintptr_t)address, size, ACCESS_WRITE, CALLER);
}

void __tsan_init(void);
void __tsan_init(void)
{
}

void __tsan_func_entry(void *caller);
void __tsan_func_entry(void *caller)
{
    (void)caller;
}

void __tsan_func_exit(void);
void __tsan_func_exit(void)
{
}

void __tsan_vptr_update(void **vptr, void *value);
void __tsan_vptr_update(void **vptr, void *value)
{
    (void)vptr;
    (void)value;
}

void __tsan_vptr_read(void **vptr);
void __tsan_vptr_read(void **vptr)
{
    (void)vptr;
}

/* ---- indexes that the compiler compares with the type of an array (-fsanitize=bounds) ---- */

/* As the compilers lay them out. */
typedef struct {
    const char *file;
    uint32_t line, column;
} source_place;

typedef struct {
    uint16_t kind, info; /* of an integer: its sign, and twice the binary logarithm of its bits */
    char name[];         /* "'float [128]'" */
} type_name;

typedef struct {
    source_place place;
    const type_name *array, *index;
} index_fault;

static int64_t value_of(const type_name *type, uint64_t value)
{
    const unsigned bits = 1u << (type->info >> 1);
    return (type->info & 1) && bits < 64 ? (int64_t)(value << (64 - bits)) >> (64 - bits) : (int64_t)value;
}

void __ubsan_handle_out_of_bounds(const index_fault *fault, uint64_t index);
void __ubsan_handle_out_of_bounds(const index_fault *fault, uint64_t index)
{
    access_index(fault->place.file, fault->place.line, fault->array->name, value_of(fault->index, index), CALLER);
}

void __ubsan_handle_out_of_bounds_abort(const index_fault *fault, uint64_t index);
void __ubsan_handle_out_of_bounds_abort(const index_fault *fault, uint64_t index)
{
    access_index(fault->place.file, fault->place.line, fault->array->name, value_of(fault->index, index), CALLER);
}

/* ---- atomics of the compiler ---- */

void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    sim_access_fence();
}

void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order)
{
    (void)order;
}

/* memory_order_release and stronger publish what came before. */
static void begin(int order, uintptr_t code)
{
    if (order >= __ATOMIC_RELEASE) {
        sim_access_fence();
    }
    vgsim_atomic_at(code);
}

#define LOOK(a, what) access_look((uint64_t)(uintptr_t)(a), sizeof *(a), what, CALLER)
#define OPERATION(bits, type, name, expression)                                                                        \
    type __tsan_atomic##bits##_##name(volatile type *a, type v, int order);                                            \
    type __tsan_atomic##bits##_##name(volatile type *a, type v, int order)                                             \
    {                                                                                                                  \
        type old;                                                                                                      \
        begin(order, CALLER);                                                                                          \
        LOOK(a, 0);                                                                                                    \
        LOOK(a, ACCESS_WRITE);                                                                                         \
        old = *a;                                                                                                      \
        *a = (type)(expression);                                                                                       \
        vgsim_atomic_end();                                                                                            \
        return old;                                                                                                    \
    }
#define EXCHANGE(bits, type, name)                                                                                     \
    int __tsan_atomic##bits##_##name(volatile type *a, type *expected, type v, int order, int failure);                \
    int __tsan_atomic##bits##_##name(volatile type *a, type *expected, type v, int order, int failure)                 \
    {                                                                                                                  \
        type old;                                                                                                      \
        int good;                                                                                                      \
        (void)failure;                                                                                                 \
        begin(order, CALLER);                                                                                          \
        LOOK(a, 0);                                                                                                    \
        old = *a;                                                                                                      \
        good = old == *expected;                                                                                       \
        if (good) {                                                                                                    \
            LOOK(a, ACCESS_WRITE);                                                                                     \
            *a = v;                                                                                                    \
        }                                                                                                              \
        *expected = old;                                                                                               \
        vgsim_atomic_end();                                                                                            \
        return good;                                                                                                   \
    }
#define ATOMICS(bits, type)                                                                                            \
    type __tsan_atomic##bits##_load(const volatile type *a, int order);                                                \
    type __tsan_atomic##bits##_load(const volatile type *a, int order)                                                 \
    {                                                                                                                  \
        type value;                                                                                                    \
        (void)order;                                                                                                   \
        vgsim_atomic_at(CALLER);                                                                                       \
        LOOK(a, 0);                                                                                                    \
        value = *a;                                                                                                    \
        vgsim_atomic_end();                                                                                            \
        return value;                                                                                                  \
    }                                                                                                                  \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order);                                             \
    void __tsan_atomic##bits##_store(volatile type *a, type v, int order)                                              \
    {                                                                                                                  \
        begin(order, CALLER);                                                                                          \
        LOOK(a, ACCESS_WRITE);                                                                                         \
        *a = v;                                                                                                        \
        vgsim_atomic_end();                                                                                            \
    }                                                                                                                  \
    OPERATION(bits, type, exchange, v)                                                                                 \
    OPERATION(bits, type, fetch_add, old + v)                                                                          \
    OPERATION(bits, type, fetch_sub, old - v)                                                                          \
    OPERATION(bits, type, fetch_and, old & v)                                                                          \
    OPERATION(bits, type, fetch_or, old | v)                                                                           \
    OPERATION(bits, type, fetch_xor, old ^ v)                                                                          \
    OPERATION(bits, type, fetch_nand, ~(old & v))                                                                      \
    EXCHANGE(bits, type, compare_exchange_strong)                                                                      \
    EXCHANGE(bits, type, compare_exchange_weak)

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

#pragma GCC visibility pop

#endif
