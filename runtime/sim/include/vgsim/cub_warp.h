/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* CUB's collectives of a warp, or of the first, second, … part of one. They exchange values by shuffles only, as on a
 * GPU where the parts have a power of two of lanes, and combine them in the toolkit's order. */
#ifndef VGSIM_CUB_WARP_H
#define VGSIM_CUB_WARP_H

#include "cub_thread.h"

namespace cub
{

/* ---- the lanes of one part ---- */

template <int Lanes> struct vgsim_part {
    static_assert(Lanes >= 1 && Lanes <= 32, "a warp has 32 lanes");

    static VGSIM_INLINE int lane()
    {
        return (int)(vgsim_self.lane % Lanes);
    }
    static VGSIM_INLINE int first()
    {
        return (int)vgsim_self.lane - lane();
    }
    static VGSIM_INLINE unsigned int mask()
    {
        return Lanes == 32 ? 0xffffffffu : ((1u << (Lanes % 32)) - 1) << first();
    }
    /* The value of the part's lane `from`, of any size. */
    template <typename T> static VGSIM_INLINE T value_of(const T &value, int from)
    {
        constexpr size_t count = (sizeof(T) + 7) / 8;
        uint64_t words[count] = {}, all[32];
        T result = value;
        memcpy(words, (const void *)&value, sizeof value);
        for (size_t i = 0; i < count; i++) {
            vgsim_warp_exchange(mask(), words[i], all);
            words[i] = all[(first() + from) & 31];
        }
        memcpy((void *)&result, words, sizeof result);
        return result;
    }
    /* Combines each lane with those above it, up to `last`; right for lane 0 and for the first lane of a segment. */
    template <typename T, typename Op> static VGSIM_INLINE T reduce(T value, Op op, int last)
    {
        for (int step = 1; step < Lanes; step *= 2) {
            const int from = lane() + step;
            const T other = value_of(value, from < Lanes ? from : lane());
            if (from <= last) {
                value = op(value, other);
            }
        }
        return value;
    }
    template <typename T, typename Op> static VGSIM_INLINE T scan(T value, Op op)
    {
        for (int step = 1; step < Lanes; step *= 2) {
            const int from = lane() - step;
            const T other = value_of(value, from >= 0 ? from : lane());
            if (from >= 0) {
                value = op(other, value);
            }
        }
        return value;
    }
    /* Inclusive to exclusive results; lane 0 has none. */
    template <typename T> static VGSIM_INLINE T shift(const T &value)
    {
        const T other = value_of(value, lane() > 0 ? lane() - 1 : 0);
        return lane() > 0 ? other : vgsim_undefined<T>();
    }
};

/* ---- reductions: the result is lane 0's ---- */

template <typename T, int LOGICAL_WARP_THREADS = 32> class WarpReduce
{
    typedef vgsim_part<LOGICAL_WARP_THREADS> part;

  public:
    struct TempStorage : NullType {
    };

    VGSIM_INLINE WarpReduce(TempStorage &)
    {
    }
    VGSIM_INLINE T Sum(T input)
    {
        return Reduce(input, ::std::plus<>());
    }
    VGSIM_INLINE T Sum(T input, int valid_items)
    {
        return Reduce(input, ::std::plus<>(), valid_items);
    }
    template <typename Op> VGSIM_INLINE T Reduce(T input, Op op)
    {
        return Reduce(input, op, LOGICAL_WARP_THREADS);
    }
    template <typename Op> VGSIM_INLINE T Reduce(T input, Op op, int valid_items)
    {
        const T result = part::reduce(input, op, valid_items - 1);
        return part::lane() == 0 ? result : vgsim_undefined<T>();
    }
    /* Segments begin where the flag is set, and at lane 0. The first lane of each gets its result. */
    template <typename Flag> VGSIM_INLINE T HeadSegmentedSum(T input, Flag head)
    {
        return HeadSegmentedReduce(input, head, ::std::plus<>());
    }
    template <typename Op, typename Flag> VGSIM_INLINE T HeadSegmentedReduce(T input, Flag head, Op op)
    {
        return segmented(input, op, flags_of(head ? 1 : 0));
    }
    /* Segments end where the flag is set. */
    template <typename Flag> VGSIM_INLINE T TailSegmentedSum(T input, Flag tail)
    {
        return TailSegmentedReduce(input, tail, ::std::plus<>());
    }
    template <typename Op, typename Flag> VGSIM_INLINE T TailSegmentedReduce(T input, Flag tail, Op op)
    {
        return segmented(input, op, flags_of(tail ? 1 : 0) << 1);
    }

  private:
    static VGSIM_INLINE unsigned int flags_of(int flag)
    {
        return __ballot_sync(part::mask(), flag) >> part::first();
    }
    template <typename Op> static VGSIM_INLINE T segmented(T input, Op op, unsigned int heads)
    {
        const unsigned int above = (unsigned int)((unsigned long long)heads >> (part::lane() + 1));
        const int next = above != 0 ? part::lane() + 1 + __builtin_ctz(above) : LOGICAL_WARP_THREADS;
        const T result = part::reduce(input, op, (next < LOGICAL_WARP_THREADS ? next : LOGICAL_WARP_THREADS) - 1);
        return part::lane() == 0 || (heads >> part::lane() & 1) ? result : vgsim_undefined<T>();
    }
};

/* ---- scans ---- */

/* An aggregate covers the inputs alone, without the initial value. */
template <typename T, int LOGICAL_WARP_THREADS = 32> class WarpScan
{
    typedef vgsim_part<LOGICAL_WARP_THREADS> part;

  public:
    struct TempStorage : NullType {
    };

    VGSIM_INLINE WarpScan(TempStorage &)
    {
    }
    VGSIM_INLINE void InclusiveSum(T input, T &output)
    {
        InclusiveScan(input, output, ::std::plus<>());
    }
    VGSIM_INLINE void InclusiveSum(T input, T &output, T &warp_aggregate)
    {
        InclusiveScan(input, output, ::std::plus<>(), warp_aggregate);
    }
    VGSIM_INLINE void ExclusiveSum(T input, T &output)
    {
        ExclusiveScan(input, output, T(), ::std::plus<>());
    }
    VGSIM_INLINE void ExclusiveSum(T input, T &output, T &warp_aggregate)
    {
        ExclusiveScan(input, output, T(), ::std::plus<>(), warp_aggregate);
    }
    template <typename Op> VGSIM_INLINE void InclusiveScan(T input, T &output, Op op)
    {
        output = part::scan(input, op);
    }
    template <typename Op> VGSIM_INLINE void InclusiveScan(T input, T &output, Op op, T &warp_aggregate)
    {
        output = part::scan(input, op);
        warp_aggregate = last_of(output);
    }
    template <typename Op> VGSIM_INLINE void InclusiveScan(T input, T &output, T initial, Op op)
    {
        output = op(initial, part::scan(input, op));
    }
    template <typename Op> VGSIM_INLINE void InclusiveScan(T input, T &output, T initial, Op op, T &warp_aggregate)
    {
        const T scanned = part::scan(input, op);
        warp_aggregate = last_of(scanned);
        output = op(initial, scanned);
    }
    /* Without an initial value lane 0 has no exclusive result. */
    template <typename Op> VGSIM_INLINE void ExclusiveScan(T input, T &output, Op op)
    {
        output = part::shift(part::scan(input, op));
    }
    template <typename Op> VGSIM_INLINE void ExclusiveScan(T input, T &output, Op op, T &warp_aggregate)
    {
        const T scanned = part::scan(input, op);
        warp_aggregate = last_of(scanned);
        output = part::shift(scanned);
    }
    template <typename Op> VGSIM_INLINE void ExclusiveScan(T input, T &output, T initial, Op op)
    {
        output = exclusive_of(part::scan(input, op), initial, op);
    }
    template <typename Op> VGSIM_INLINE void ExclusiveScan(T input, T &output, T initial, Op op, T &warp_aggregate)
    {
        const T scanned = part::scan(input, op);
        warp_aggregate = last_of(scanned);
        output = exclusive_of(scanned, initial, op);
    }
    template <typename Op> VGSIM_INLINE void Scan(T input, T &inclusive, T &exclusive, Op op)
    {
        inclusive = part::scan(input, op);
        exclusive = part::shift(inclusive);
    }
    template <typename Op> VGSIM_INLINE void Scan(T input, T &inclusive, T &exclusive, T initial, Op op)
    {
        const T scanned = part::scan(input, op);
        exclusive = exclusive_of(scanned, initial, op);
        inclusive = op(initial, scanned);
    }
    VGSIM_INLINE T Broadcast(T input, unsigned int src_lane)
    {
        return part::value_of(input, (int)src_lane);
    }

  private:
    static VGSIM_INLINE T last_of(const T &scanned)
    {
        return part::value_of(scanned, LOGICAL_WARP_THREADS - 1);
    }
    template <typename Op> static VGSIM_INLINE T exclusive_of(const T &scanned, const T &initial, Op op)
    {
        const T shifted = part::shift((T)op(initial, scanned));
        return part::lane() == 0 ? initial : shifted;
    }
};

} // namespace cub

#endif
