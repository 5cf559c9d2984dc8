/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cub::BlockScan, with barriers where the toolkit has them; see cub_block_reduce.h. */
#ifndef VGSIM_CUB_BLOCK_SCAN_H
#define VGSIM_CUB_BLOCK_SCAN_H

#include "cub_block_reduce.h"

namespace cub
{

enum BlockScanAlgorithm {
    BLOCK_SCAN_RAKING,
    BLOCK_SCAN_RAKING_MEMOIZE,
    BLOCK_SCAN_WARP_SCANS,
};

/* What begins a scan: nothing, a value, or what a callback makes of the block's aggregate. It is asked by the first
 * warp and then has a value there. */
template <typename T> struct vgsim_no_prefix {
    static constexpr bool present = false;

    VGSIM_INLINE T of(const T &)
    {
        return vgsim_undefined<T>();
    }
};
template <typename T> struct vgsim_initial {
    static constexpr bool present = true;
    T value;

    VGSIM_INLINE T of(const T &)
    {
        return value;
    }
};
template <typename T, typename Callback> struct vgsim_called {
    static constexpr bool present = true;
    Callback &callback;

    VGSIM_INLINE T of(const T &aggregate)
    {
        return callback(aggregate);
    }
};
/* Only a callback's prefix has to be handed from the first lane to the others. */
template <typename Prefix> struct vgsim_is_called {
    static constexpr bool value = false;
};
template <typename T, typename Callback> struct vgsim_is_called<vgsim_called<T, Callback>> {
    static constexpr bool value = true;
};

/* ---- by raking ---- */

/* Each thread touches its own place before the first barrier and after the last one, so a second use could follow at
 * once on most GPUs. The toolkit forbids it: `used`, which one thread writes first and all read last, makes it a race.
 * */

template <typename T, int Threads> struct vgsim_scan_raking {
    typedef vgsim_raking<T, Threads> raking;
    typedef vgsim_part<raking::threads> part;
    struct storage {
        unsigned char used;
        typename raking::storage grid;
        vgsim_room<T, 1> aggregate;
    };

    /* One value for each lane of the first warp. `applied`: does `value` come out of something that precedes it? */
    template <typename Op, typename Prefix>
    static VGSIM_INLINE T scan_lanes(T value, bool exclusive, Op op, Prefix &prefix, T &aggregate)
    {
        const T inclusive = part::scan(value, op);
        T first;
        aggregate = part::value_of(inclusive, raking::threads - 1);
        if (!Prefix::present) {
            return exclusive ? part::shift(inclusive) : inclusive;
        }
        first = prefix.of(aggregate);
        if (!vgsim_is_called<Prefix>::value) { /* the value comes in before the lanes are shifted */
            const T with = op(first, inclusive), shifted = part::shift(with);
            return exclusive ? (part::lane() == 0 ? first : shifted) : with;
        }
        first = part::value_of(first, 0);
        if (!exclusive) {
            return op(first, inclusive);
        }
        value = part::shift(inclusive);
        return part::lane() == 0 ? first : (T)op(first, value);
    }
    template <typename Op, typename Prefix>
    static VGSIM_INLINE T scan(storage &s, T value, bool exclusive, Op op, Prefix &prefix, T &aggregate, int thread,
                               const char *file, int line)
    {
        if (raking::threads == Threads) {
            return scan_lanes(value, exclusive, op, prefix, aggregate);
        }
        if (thread == 0) {
            s.used = 1;
        }
        *raking::place_of(s.grid, thread) = value;
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
        if (thread < raking::threads) {
            const int count = raking::count_of(thread, Threads);
            T *segment = raking::place_of(s.grid, thread * raking::length), all, before;
            T sum = segment[0];
            for (int i = 1; i < count; i++) {
                sum = op(sum, segment[i]);
            }
            before = scan_lanes(sum, true, op, prefix, all);
            vgsim_scan_items(segment, segment, count, exclusive, op, before, Prefix::present || thread != 0);
            if (thread == 0) {
                *s.aggregate.at(0) = all;
            }
        }
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
        aggregate = *s.aggregate.at(0);
        __asm__ volatile("" : : "r"(s.used));
        return *raking::place_of(s.grid, thread);
    }
};

/* ---- by warps, then across them; only for whole warps ---- */

template <typename T, int Threads> struct vgsim_scan_warps {
    static constexpr int warps = Threads / 32;
    typedef vgsim_part<32> part;
    struct alignas(32) storage {
        vgsim_room<T, warps> aggregates;
        unsigned char none[warps];
        vgsim_room<T, 1> prefix;
    };

    /* The combined values of the warps before this one; of the first warp: none. */
    template <typename Op> static VGSIM_INLINE T before(storage &s, Op op, T &aggregate, int warp)
    {
        T result = vgsim_undefined<T>();
        aggregate = *s.aggregates.at(0);
        for (int i = 1; i < warps; i++) {
            if (i == warp) {
                result = aggregate;
            }
            aggregate = op(aggregate, *s.aggregates.at(i));
        }
        return result;
    }
    template <typename Op, typename Prefix>
    static VGSIM_INLINE T scan(storage &s, T value, bool exclusive, Op op, Prefix &prefix, T &aggregate, int thread,
                               const char *file, int line)
    {
        const int warp = thread / 32, lane = thread % 32;
        constexpr bool called = vgsim_is_called<Prefix>::value, initial = Prefix::present && !called;
        T result = part::scan(value, op), ahead;
        if (lane == 31) {
            *s.aggregates.at(warp) = result;
        }
        if (exclusive) {
            result = part::shift(result);
        }
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
        ahead = before(s, op, aggregate, warp);
        if (initial) {
            ahead = warp == 0 ? prefix.of(aggregate) : (T)op(prefix.of(aggregate), ahead);
        }
        if (initial || warp != 0) {
            result = exclusive && lane == 0 ? ahead : (T)op(ahead, result);
        }
        if (called) {
            if (warp == 0) {
                const T first = prefix.of(aggregate);
                if (lane == 0) {
                    *s.prefix.at(0) = first;
                }
            }
            vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
            result = exclusive && thread == 0 ? *s.prefix.at(0) : (T)op(*s.prefix.at(0), result);
        }
        return result;
    }
};

template <typename T, int Threads, bool Warps> struct vgsim_scan_by : vgsim_scan_raking<T, Threads> {
};
template <typename T, int Threads> struct vgsim_scan_by<T, Threads, true> : vgsim_scan_warps<T, Threads> {
};

/* ---- the class ---- */

/* An aggregate covers the inputs alone. Without an initial value thread 0 has no exclusive result. */
template <typename T, int BLOCK_DIM_X, BlockScanAlgorithm ALGORITHM = BLOCK_SCAN_RAKING, int BLOCK_DIM_Y = 1,
          int BLOCK_DIM_Z = 1>
class BlockScan
{
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    typedef vgsim_scan_by<T, threads, ALGORITHM == BLOCK_SCAN_WARP_SCANS && threads % 32 == 0> algorithm;
    typedef ::std::plus<> plus;

  public:
    struct TempStorage {
        typename algorithm::storage vgsim_storage;
    };

    VGSIM_INLINE BlockScan() : storage(own_storage())
    {
    }
    VGSIM_INLINE BlockScan(TempStorage &temp_storage) : storage(temp_storage.vgsim_storage)
    {
    }

#define VGSIM_SCANS(Name, exclusive)                                                                                   \
    /* one item */                                                                                                     \
    VGSIM_INLINE void Name##Sum(T input, T &output, VGSIM_PLACE)                                                       \
    {                                                                                                                  \
        T all;                                                                                                         \
        sum_one(input, output, exclusive, all, file, line);                                                            \
    }                                                                                                                  \
    VGSIM_INLINE void Name##Sum(T input, T &output, T &block_aggregate, VGSIM_PLACE)                                   \
    {                                                                                                                  \
        sum_one(input, output, exclusive, block_aggregate, file, line);                                                \
    }                                                                                                                  \
    template <typename Callback> VGSIM_INLINE void Name##Sum(T input, T &output, Callback &prefix, VGSIM_PLACE)        \
    {                                                                                                                  \
        called_one(input, output, exclusive, plus(), prefix, file, line);                                              \
    }                                                                                                                  \
    template <typename Op> VGSIM_INLINE void Name##Scan(T input, T &output, Op op, VGSIM_PLACE)                        \
    {                                                                                                                  \
        T all;                                                                                                         \
        plain_one(input, output, exclusive, op, all, file, line);                                                      \
    }                                                                                                                  \
    template <typename Op> VGSIM_INLINE void Name##Scan(T input, T &output, Op op, T &block_aggregate, VGSIM_PLACE)    \
    {                                                                                                                  \
        plain_one(input, output, exclusive, op, block_aggregate, file, line);                                          \
    }                                                                                                                  \
    template <typename Op, typename Callback>                                                                          \
    VGSIM_INLINE void Name##Scan(T input, T &output, Op op, Callback &prefix, VGSIM_PLACE)                             \
    {                                                                                                                  \
        called_one(input, output, exclusive, op, prefix, file, line);                                                  \
    }                                                                                                                  \
    /* several items */                                                                                                \
    template <int N> VGSIM_INLINE void Name##Sum(T(&input)[N], T(&output)[N], VGSIM_PLACE)                             \
    {                                                                                                                  \
        T all;                                                                                                         \
        sum_some(input, output, exclusive, all, file, line);                                                           \
    }                                                                                                                  \
    template <int N> VGSIM_INLINE void Name##Sum(T(&input)[N], T(&output)[N], T &block_aggregate, VGSIM_PLACE)         \
    {                                                                                                                  \
        sum_some(input, output, exclusive, block_aggregate, file, line);                                               \
    }                                                                                                                  \
    template <int N, typename Callback>                                                                                \
    VGSIM_INLINE void Name##Sum(T(&input)[N], T(&output)[N], Callback &prefix, VGSIM_PLACE)                            \
    {                                                                                                                  \
        called_some(input, output, exclusive, plus(), prefix, file, line);                                             \
    }                                                                                                                  \
    template <int N, typename Op> VGSIM_INLINE void Name##Scan(T(&input)[N], T(&output)[N], Op op, VGSIM_PLACE)        \
    {                                                                                                                  \
        T all;                                                                                                         \
        plain_some(input, output, exclusive, op, all, file, line);                                                     \
    }                                                                                                                  \
    template <int N, typename Op>                                                                                      \
    VGSIM_INLINE void Name##Scan(T(&input)[N], T(&output)[N], Op op, T &block_aggregate, VGSIM_PLACE)                  \
    {                                                                                                                  \
        plain_some(input, output, exclusive, op, block_aggregate, file, line);                                         \
    }                                                                                                                  \
    template <int N, typename Op, typename Callback>                                                                   \
    VGSIM_INLINE void Name##Scan(T(&input)[N], T(&output)[N], Op op, Callback &prefix, VGSIM_PLACE)                    \
    {                                                                                                                  \
        called_some(input, output, exclusive, op, prefix, file, line);                                                 \
    }                                                                                                                  \
    template <int N, typename Op>                                                                                      \
    VGSIM_INLINE void Name##Scan(T(&input)[N], T(&output)[N], T initial, Op op, VGSIM_PLACE)                           \
    {                                                                                                                  \
        T all;                                                                                                         \
        initial_some(input, output, exclusive, initial, op, all, file, line);                                          \
    }                                                                                                                  \
    template <int N, typename Op>                                                                                      \
    VGSIM_INLINE void Name##Scan(T(&input)[N], T(&output)[N], T initial, Op op, T &block_aggregate, VGSIM_PLACE)       \
    {                                                                                                                  \
        initial_some(input, output, exclusive, initial, op, block_aggregate, file, line);                              \
    }
    VGSIM_SCANS(Inclusive, false)
    VGSIM_SCANS(Exclusive, true)
#undef VGSIM_SCANS

    template <typename Op> VGSIM_INLINE void ExclusiveScan(T input, T &output, T initial, Op op, VGSIM_PLACE)
    {
        T all;
        initial_one(input, output, initial, op, all, file, line);
    }
    template <typename Op>
    VGSIM_INLINE void ExclusiveScan(T input, T &output, T initial, Op op, T &block_aggregate, VGSIM_PLACE)
    {
        initial_one(input, output, initial, op, block_aggregate, file, line);
    }

  private:
    typename algorithm::storage &storage;

    static VGSIM_INLINE typename algorithm::storage &own_storage()
    {
        __shared__ typename algorithm::storage own;
        return own;
    }
    template <typename Op, typename Prefix>
    VGSIM_INLINE T scan(T value, bool exclusive, Op op, Prefix prefix, T &all, const char *file, int line)
    {
        const int thread = (int)cooperative_groups::vgsim_rank_in_block();
        vgsim_check_block(threads, "BlockScan", file, line);
        return algorithm::scan(storage, value, exclusive, op, prefix, all, thread, file, line);
    }

    /* ---- one item of each thread ---- */

    template <typename Op>
    VGSIM_INLINE void plain_one(T in, T &out, bool exclusive, Op op, T &all, const char *file, int line)
    {
        out = scan(in, exclusive, op, vgsim_no_prefix<T>(), all, file, line);
    }
    template <typename Op>
    VGSIM_INLINE void initial_one(T in, T &out, T initial, Op op, T &all, const char *file, int line)
    {
        out = scan(in, true, op, vgsim_initial<T>{initial}, all, file, line);
    }
    template <typename Op, typename Callback>
    VGSIM_INLINE void called_one(T in, T &out, bool exclusive, Op op, Callback &prefix, const char *file, int line)
    {
        T all;
        out = scan(in, exclusive, op, vgsim_called<T, Callback>{prefix}, all, file, line);
    }
    VGSIM_INLINE void sum_one(T in, T &out, bool exclusive, T &all, const char *file, int line)
    {
        if (exclusive) {
            initial_one(in, out, T(), plus(), all, file, line);
        } else {
            plain_one(in, out, false, plus(), all, file, line);
        }
    }

    /* ---- several: the threads' totals are scanned, then each thread's own items behind what comes before it ---- */

    template <int N, typename Op>
    VGSIM_INLINE void plain_some(T (&in)[N], T (&out)[N], bool exclusive, Op op, T &all, const char *file, int line)
    {
        T before = ThreadReduce(in, op);
        if (!exclusive && N == 1) {
            plain_one(in[0], out[0], false, op, all, file, line);
            return;
        }
        plain_one(before, before, true, op, all, file, line);
        vgsim_scan_items(in, out, N, exclusive, op, before, cooperative_groups::vgsim_rank_in_block() != 0);
    }
    template <int N, typename Op>
    VGSIM_INLINE void initial_some(T (&in)[N], T (&out)[N], bool exclusive, T initial, Op op, T &all, const char *file,
                                   int line)
    {
        T before = ThreadReduce(in, op);
        initial_one(before, before, initial, op, all, file, line);
        vgsim_scan_items(in, out, N, exclusive, op, before, true);
    }
    template <int N, typename Op, typename Callback>
    VGSIM_INLINE void called_some(T (&in)[N], T (&out)[N], bool exclusive, Op op, Callback &prefix, const char *file,
                                  int line)
    {
        T before = ThreadReduce(in, op);
        if (!exclusive && N == 1) {
            called_one(in[0], out[0], false, op, prefix, file, line);
            return;
        }
        called_one(before, before, true, op, prefix, file, line);
        vgsim_scan_items(in, out, N, exclusive, op, before, true);
    }
    /* Sums of several items begin at zero even where they are inclusive, but the zero is not added to the first. */
    template <int N>
    VGSIM_INLINE void sum_some(T (&in)[N], T (&out)[N], bool exclusive, T &all, const char *file, int line)
    {
        T before = ThreadReduce(in, plus());
        if (!exclusive && N == 1) {
            plain_one(in[0], out[0], false, plus(), all, file, line);
            return;
        }
        initial_one(before, before, T(), plus(), all, file, line);
        vgsim_scan_items(in, out, N, exclusive, plus(), before,
                         exclusive || cooperative_groups::vgsim_rank_in_block() != 0);
    }
};

} // namespace cub

#endif
