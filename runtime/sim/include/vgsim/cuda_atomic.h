/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cuda::atomic and cuda::atomic_ref, and the same in cuda::std. Threads take turns, so an operation is atomic in any
 * scope; what it orders is known by the fences that its memory order implies: only release and stronger publish what
 * came before. */
#ifndef VGSIM_CUDA_ATOMIC_H
#define VGSIM_CUDA_ATOMIC_H

#include "standard.h"

namespace cuda
{

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace std
{

enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst,
};

} // namespace std

using std::memory_order;
using std::memory_order_acq_rel;
using std::memory_order_acquire;
using std::memory_order_consume;
using std::memory_order_relaxed;
using std::memory_order_release;
using std::memory_order_seq_cst;

/* In front of a write. */
static inline __attribute__((always_inline)) void vgsim_publish(memory_order order)
{
    if (order >= memory_order_release) {
        vgsim_fence();
    }
}

#define VGSIM_ATOMIC_INLINE inline __attribute__((always_inline))
/* Both forms differ only in where the value lies. */
#define VGSIM_MODIFY(name, argument, expression)                                                                       \
    VGSIM_ATOMIC_INLINE T name(argument operand, memory_order order = memory_order_seq_cst) const                      \
    {                                                                                                                  \
        vgsim_publish(order);                                                                                          \
        vgsim_atomic();                                                                                                \
        const T old = *vgsim_address;                                                                                  \
        *vgsim_address = (T)(expression);                                                                              \
        vgsim_atomic_end();                                                                                            \
        return old;                                                                                                    \
    }

/* A pointer counts in elements, a number in ones. */
template <typename T> struct vgsim_step {
    typedef T type;
};
template <typename T> struct vgsim_step<T *> {
    typedef ptrdiff_t type;
};

template <typename T, thread_scope Scope = thread_scope_system> class atomic_ref
{
    static_assert(::std::is_trivially_copyable<T>::value, "atomic values are copied as bytes");
    static_assert(sizeof(T) <= 16 && (sizeof(T) & (sizeof(T) - 1)) == 0,
                  "a GPU has atomics of 1, 2, 4, 8 and 16 bytes");
    T *vgsim_address;
    typedef typename vgsim_step<T>::type step;

  public:
    typedef T value_type;
    static constexpr size_t required_alignment = sizeof(T);
    static constexpr bool is_always_lock_free = sizeof(T) <= 8;

    VGSIM_ATOMIC_INLINE explicit atomic_ref(T &value) : vgsim_address(&value)
    {
    }
    atomic_ref(const atomic_ref &) = default;
    atomic_ref &operator=(const atomic_ref &) = delete;

    bool is_lock_free() const
    {
        return is_always_lock_free;
    }
    VGSIM_ATOMIC_INLINE T load(memory_order = memory_order_seq_cst) const
    {
        vgsim_atomic();
        const T value = *vgsim_address;
        vgsim_atomic_end();
        return value;
    }
    VGSIM_ATOMIC_INLINE void store(T value, memory_order order = memory_order_seq_cst) const
    {
        vgsim_publish(order);
        vgsim_atomic();
        *vgsim_address = value;
        vgsim_atomic_end();
    }
    VGSIM_ATOMIC_INLINE bool compare_exchange_strong(T &expected, T desired, memory_order success, memory_order) const
    {
        return compare_exchange_strong(expected, desired, success);
    }
    VGSIM_ATOMIC_INLINE bool compare_exchange_strong(T &expected, T desired,
                                                     memory_order order = memory_order_seq_cst) const
    {
        vgsim_publish(order);
        vgsim_atomic();
        const T old = *vgsim_address;
        const bool equal = memcmp(&old, &expected, sizeof old) == 0; /* bits, as the hardware does */
        if (equal) {
            *vgsim_address = desired;
        }
        vgsim_atomic_end();
        expected = old;
        return equal;
    }
    VGSIM_ATOMIC_INLINE bool compare_exchange_weak(T &expected, T desired, memory_order success, memory_order) const
    {
        return compare_exchange_strong(expected, desired, success);
    }
    VGSIM_ATOMIC_INLINE bool compare_exchange_weak(T &expected, T desired,
                                                   memory_order order = memory_order_seq_cst) const
    {
        return compare_exchange_strong(expected, desired, order);
    }
    VGSIM_MODIFY(exchange, T, operand)
    VGSIM_MODIFY(fetch_add, step, old + operand)
    VGSIM_MODIFY(fetch_sub, step, old - operand)
    VGSIM_MODIFY(fetch_and, T, old &operand)
    VGSIM_MODIFY(fetch_or, T, old | operand)
    VGSIM_MODIFY(fetch_xor, T, old ^ operand)
    VGSIM_MODIFY(fetch_min, T, operand < old ? operand : old)
    VGSIM_MODIFY(fetch_max, T, old < operand ? operand : old)

    VGSIM_ATOMIC_INLINE void wait(T old, memory_order order = memory_order_seq_cst) const
    {
        for (T now = load(order); memcmp(&now, &old, sizeof now) == 0; now = load(order)) {
            vgsim_yield();
        }
    }
    void notify_one() const
    {
    }
    void notify_all() const
    {
    }

    VGSIM_ATOMIC_INLINE operator T() const
    {
        return load();
    }
    VGSIM_ATOMIC_INLINE T operator=(T value) const
    {
        store(value);
        return value;
    }
    VGSIM_ATOMIC_INLINE T operator++() const
    {
        return fetch_add(1) + 1;
    }
    VGSIM_ATOMIC_INLINE T operator++(int) const
    {
        return fetch_add(1);
    }
    VGSIM_ATOMIC_INLINE T operator--() const
    {
        return fetch_sub(1) - 1;
    }
    VGSIM_ATOMIC_INLINE T operator--(int) const
    {
        return fetch_sub(1);
    }
    VGSIM_ATOMIC_INLINE T operator+=(step value) const
    {
        return (T)(fetch_add(value) + value);
    }
    VGSIM_ATOMIC_INLINE T operator-=(step value) const
    {
        return (T)(fetch_sub(value) - value);
    }
    VGSIM_ATOMIC_INLINE T operator&=(T value) const
    {
        return (T)(fetch_and(value) & value);
    }
    VGSIM_ATOMIC_INLINE T operator|=(T value) const
    {
        return (T)(fetch_or(value) | value);
    }
    VGSIM_ATOMIC_INLINE T operator^=(T value) const
    {
        return (T)(fetch_xor(value) ^ value);
    }
};
#undef VGSIM_MODIFY

/* An object that can only be reached atomically. Without an initial value it has none, as in shared memory. */
template <typename T, thread_scope Scope = thread_scope_system> class atomic
{
    alignas(sizeof(T)) T value;
    typedef atomic_ref<T, Scope> ref;
    typedef typename vgsim_step<T>::type step;

    VGSIM_ATOMIC_INLINE ref self() const
    {
        return ref(const_cast<T &>(value));
    }

  public:
    typedef T value_type;
    static constexpr bool is_always_lock_free = ref::is_always_lock_free;

    atomic() = default;
    constexpr atomic(T initial) : value(initial)
    {
    }
    atomic(const atomic &) = delete;
    atomic &operator=(const atomic &) = delete;

    bool is_lock_free() const
    {
        return is_always_lock_free;
    }
    VGSIM_ATOMIC_INLINE T load(memory_order order = memory_order_seq_cst) const
    {
        return self().load(order);
    }
    VGSIM_ATOMIC_INLINE void store(T desired, memory_order order = memory_order_seq_cst)
    {
        self().store(desired, order);
    }
    template <typename... Orders>
    VGSIM_ATOMIC_INLINE bool compare_exchange_strong(T &expected, T desired, Orders... orders)
    {
        return self().compare_exchange_strong(expected, desired, orders...);
    }
    template <typename... Orders>
    VGSIM_ATOMIC_INLINE bool compare_exchange_weak(T &expected, T desired, Orders... orders)
    {
        return self().compare_exchange_strong(expected, desired, orders...);
    }
#define VGSIM_FORWARD(name, argument)                                                                                  \
    VGSIM_ATOMIC_INLINE T name(argument operand, memory_order order = memory_order_seq_cst)                            \
    {                                                                                                                  \
        return self().name(operand, order);                                                                            \
    }
    VGSIM_FORWARD(exchange, T)
    VGSIM_FORWARD(fetch_add, step)
    VGSIM_FORWARD(fetch_sub, step)
    VGSIM_FORWARD(fetch_and, T)
    VGSIM_FORWARD(fetch_or, T)
    VGSIM_FORWARD(fetch_xor, T)
    VGSIM_FORWARD(fetch_min, T)
    VGSIM_FORWARD(fetch_max, T)
#undef VGSIM_FORWARD
    VGSIM_ATOMIC_INLINE void wait(T old, memory_order order = memory_order_seq_cst) const
    {
        self().wait(old, order);
    }
    void notify_one()
    {
    }
    void notify_all()
    {
    }

    VGSIM_ATOMIC_INLINE operator T() const
    {
        return load();
    }
    VGSIM_ATOMIC_INLINE T operator=(T desired)
    {
        store(desired);
        return desired;
    }
#define VGSIM_FORWARD(symbol, parameter, argument)                                                                     \
    VGSIM_ATOMIC_INLINE T operator symbol(parameter argument)                                                          \
    {                                                                                                                  \
        return self().operator symbol(argument);                                                                       \
    }
    VGSIM_FORWARD(++, , )
    VGSIM_FORWARD(--, , )
    VGSIM_FORWARD(+=, step, operand)
    VGSIM_FORWARD(-=, step, operand)
    VGSIM_FORWARD(&=, T, operand)
    VGSIM_FORWARD(|=, T, operand)
    VGSIM_FORWARD(^=, T, operand)
#undef VGSIM_FORWARD
    VGSIM_ATOMIC_INLINE T operator++(int)
    {
        return fetch_add(1);
    }
    VGSIM_ATOMIC_INLINE T operator--(int)
    {
        return fetch_sub(1);
    }
};

static inline void atomic_thread_fence(memory_order order, thread_scope = thread_scope_system)
{
    if (order != memory_order_relaxed) {
        vgsim_fence();
    }
}

namespace std
{

template <typename T> using atomic = ::cuda::atomic<T, thread_scope_system>;
template <typename T> using atomic_ref = ::cuda::atomic_ref<T, thread_scope_system>;
using ::cuda::atomic_thread_fence;

} // namespace std
} // namespace cuda

#endif
