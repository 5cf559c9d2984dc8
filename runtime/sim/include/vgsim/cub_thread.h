/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What CUB's collectives have in common: operators, and reductions and scans of one thread's items. Functions are
 * always inlined, so that a report names the line of the kernel that calls them. */
#ifndef VGSIM_CUB_THREAD_H
#define VGSIM_CUB_THREAD_H

#include "bfloat16.h"
#include "groups.h"
#include "half.h"
#include "standard.h"

#define VGSIM_INLINE inline __attribute__((always_inline))

/* What a collective leaves in threads for which it has no result: junk that differs between the two runs of a kernel,
 * so that a result which depends on it is found. */
template <typename T> __attribute__((noinline, no_sanitize("thread"))) static T vgsim_undefined()
{
    __shared__ unsigned char junk[sizeof(T)];
    alignas(T) unsigned char bytes[sizeof(T)];
    for (size_t i = 0; i < sizeof(T); i++) {
        bytes[i] = ((volatile unsigned char *)junk)[i];
    }
    return *reinterpret_cast<T *>(bytes);
}

namespace cub
{

struct NullType {
};

template <typename Key, typename Value> struct KeyValuePair {
    Key key;
    Value value;

    KeyValuePair() = default;
    KeyValuePair(const Key &k, const Value &v) : key(k), value(v)
    {
    }
    bool operator!=(const KeyValuePair &other) const
    {
        return value != other.value || key != other.key;
    }
};

/* ---- operators ---- */

/* Of equal values, the one with the smaller key. */
struct ArgMax {
    template <typename Key, typename Value>
    KeyValuePair<Key, Value> operator()(const KeyValuePair<Key, Value> &a, const KeyValuePair<Key, Value> &b) const
    {
        return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};
struct ArgMin {
    template <typename Key, typename Value>
    KeyValuePair<Key, Value> operator()(const KeyValuePair<Key, Value> &a, const KeyValuePair<Key, Value> &b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

/* Of toolkits before 13.0. */
typedef ::std::plus<> Sum;
typedef ::std::minus<> Difference;
typedef ::std::divides<> Division;
typedef ::std::equal_to<> Equality;
typedef ::std::not_equal_to<> Inequality;
typedef ::cuda::maximum<> Max;
typedef ::cuda::minimum<> Min;

/* ---- the items of a thread ---- */

template <typename T, typename Op> struct vgsim_sums {
    static constexpr bool value =
        ::std::is_same<Op, ::std::plus<>>::value || ::std::is_same<Op, ::std::plus<T>>::value ||
        ::std::is_same<Op, ::std::multiplies<>>::value || ::std::is_same<Op, ::std::multiplies<T>>::value;
};
template <typename T> struct vgsim_paired {
    static constexpr bool value = false;
};
template <int E, int M> struct vgsim_paired<vgsim_small<E, M>> {
    static constexpr bool value = true;
};

/* In the toolkit's order, which decides about the last bits of a sum: floats as a tree of neighbours, four halves and
 * more by their even and odd places, everything else from the first to the last. */
template <typename T, int N, typename Op> static VGSIM_INLINE T ThreadReduce(const T (&items)[N], Op op)
{
    T part[N];
    for (int i = 0; i < N; i++) {
        part[i] = items[i];
    }
    if (vgsim_sums<T, Op>::value && vgsim_paired<T>::value && N >= 4) {
        for (int i = 2; i < N / 2 * 2; i++) {
            part[i % 2] = op(part[i % 2], part[i]);
        }
        part[0] = op(part[0], part[1]);
        return N % 2 ? (T)op(part[0], part[N - 1]) : part[0];
    }
    if (vgsim_sums<T, Op>::value && !::std::is_integral<T>::value) {
        for (int step = 1; step < N; step *= 2) {
            for (int i = 0; i + step < N; i += 2 * step) {
                part[i] = op(part[i], part[i + step]);
            }
        }
        return part[0];
    }
    for (int i = 1; i < N; i++) {
        part[0] = op(part[0], part[i]);
    }
    return part[0];
}

/* `in` and `out` may be the same; without `applied`, the prefix only becomes the first exclusive result. */
template <typename T, typename Op>
static VGSIM_INLINE void vgsim_scan_items(const T *in, T *out, int count, bool exclusive, Op op, T prefix, bool applied)
{
    T total = applied ? (T)op(prefix, in[0]) : in[0];
    out[0] = exclusive ? prefix : total;
    for (int i = 1; i < count; i++) {
        const T next = op(total, in[i]);
        out[i] = exclusive ? total : next;
        total = next;
    }
}

/* ---- storage ---- */

/* Room for `Count` objects that no constructor has touched, as it lies in shared memory. */
template <typename T, int Count> struct vgsim_room {
    alignas(T) unsigned char bytes[sizeof(T) * Count];

    VGSIM_INLINE T *at(int index)
    {
        return reinterpret_cast<T *>(bytes) + index;
    }
};

/* A collective is for blocks of one size: with another, a GPU does anything. */
static inline void vgsim_check_block(unsigned int threads, const char *name, const char *file, int line)
{
    const unsigned int present = cooperative_groups::thread_block::num_threads();
    char text[128];
    if (threads != present) {
        snprintf(text, sizeof text, "cub::%s is for blocks of %u threads, this one has %u", name, threads, present);
        vgsim_stop("assertion", text, file, line);
    }
}

} // namespace cub

#endif
