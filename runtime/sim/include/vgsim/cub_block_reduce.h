/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cub::BlockReduce. Each algorithm goes through its TempStorage with barriers where the toolkit's does, so that what
 * is missing around it is found: a second use of the storage without a barrier between them is a race. */
#ifndef VGSIM_CUB_BLOCK_REDUCE_H
#define VGSIM_CUB_BLOCK_REDUCE_H

#include "cub_warp.h"

namespace cub
{

enum BlockReduceAlgorithm {
    BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
    BLOCK_REDUCE_RAKING,
    BLOCK_REDUCE_WARP_REDUCTIONS,
};

/* Each of the first threads takes a segment of what all have put down; segments of even length are set apart, which
 * keeps a GPU's banks of memory from being hit at once, and makes the storage as large as there. */
template <typename T, int Elements> struct vgsim_raking {
    static constexpr int most = Elements < 32 ? Elements : 32;
    static constexpr int length = (Elements + most - 1) / most;
    static constexpr int threads = (Elements + length - 1) / length;
    static constexpr int pitch = length + (length % 2 == 0 && length > 2 ? 1 : 0);
    struct alignas(16) storage {
        vgsim_room<T, threads * pitch> room;
    };

    static VGSIM_INLINE T *place_of(storage &s, int element)
    {
        return s.room.at(element / length * pitch + element % length);
    }
    /* How many elements there are in a thread's segment, of `valid` in all. */
    static VGSIM_INLINE int count_of(int thread, int valid)
    {
        const int left = valid - thread * length;
        return left < length ? left : length;
    }
};

/* ---- by warps, then across them ---- */

template <typename T, int Threads> struct vgsim_reduce_warps {
    static constexpr int warps = (Threads + 31) / 32, lanes = Threads < 32 ? Threads : 32;
    struct storage {
        unsigned char none[warps];
        vgsim_room<T, warps> aggregates;
        vgsim_room<T, 1> prefix;
    };

    template <typename Op>
    static VGSIM_INLINE T reduce(storage &s, T value, int valid, Op op, int thread, const char *file, int line)
    {
        const int warp = thread / 32, here = valid - warp * lanes;
        value = vgsim_part<lanes>::reduce(value, op, (here < lanes ? here : lanes) - 1);
        if (thread % 32 == 0) {
            *s.aggregates.at(warp) = value;
        }
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
        for (int i = 1; thread == 0 && i < warps && i * lanes < valid; i++) {
            value = op(value, *s.aggregates.at(i));
        }
        return value;
    }
};

/* ---- by raking over what all threads have put down ---- */

template <typename T, int Threads> struct vgsim_reduce_raking {
    typedef vgsim_raking<T, Threads> raking;
    typedef typename raking::storage storage;

    template <typename Op>
    static VGSIM_INLINE T reduce(storage &s, T value, int valid, Op op, int thread, const char *file, int line)
    {
        if (raking::threads == Threads) {
            return vgsim_part<raking::threads>::reduce(value, op, valid - 1);
        }
        *raking::place_of(s, thread) = value;
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
        if (thread < raking::threads) {
            value = *raking::place_of(s, thread * raking::length);
            for (int i = 1; i < raking::count_of(thread, valid); i++) {
                value = op(value, *raking::place_of(s, thread * raking::length + i));
            }
            value = vgsim_part<raking::threads>::reduce(value, op, (valid + raking::length - 1) / raking::length - 1);
        }
        return value;
    }
};

/* The first warp keeps its own values and takes the others' along. Only for whole blocks of several whole warps. */
template <typename T, int Threads> struct vgsim_reduce_commutative {
    static constexpr int sharing = Threads > 32 ? Threads - 32 : 1;
    typedef vgsim_raking<T, sharing> raking;
    typedef vgsim_reduce_raking<T, Threads> general;
    union storage {
        struct {
            unsigned char none;
            typename raking::storage grid;
        } own;
        typename general::storage general_storage;
    };

    template <typename Op>
    static VGSIM_INLINE T reduce(storage &s, T value, int valid, Op op, int thread, const char *file, int line)
    {
        constexpr int length = sharing / 32 > 0 ? sharing / 32 : 1;
        if (Threads % 32 != 0 || Threads <= 32 || valid < Threads) {
            return general::reduce(s.general_storage, value, valid, op, thread, file, line);
        }
        if (thread >= 32) {
            *raking::place_of(s.own.grid, thread - 32) = value;
        }
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
        if (thread < 32) {
            T items[length + 1];
            items[0] = value;
            for (int i = 0; i < length; i++) {
                items[i + 1] = *raking::place_of(s.own.grid, thread * length + i);
            }
            value = vgsim_part<32>::reduce(ThreadReduce(items, op), op, 31);
        }
        return value;
    }
};

template <typename T, int Threads, int Algorithm> struct vgsim_reduce_by : vgsim_reduce_warps<T, Threads> {
};
template <typename T, int Threads>
struct vgsim_reduce_by<T, Threads, BLOCK_REDUCE_RAKING> : vgsim_reduce_raking<T, Threads> {
};
template <typename T, int Threads>
struct vgsim_reduce_by<T, Threads, BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY> : vgsim_reduce_commutative<T, Threads> {
};

/* The result is thread 0's. */
template <typename T, int BLOCK_DIM_X, BlockReduceAlgorithm ALGORITHM = BLOCK_REDUCE_WARP_REDUCTIONS,
          int BLOCK_DIM_Y = 1, int BLOCK_DIM_Z = 1>
class BlockReduce
{
    static constexpr int threads = BLOCK_DIM_X * BLOCK_DIM_Y * BLOCK_DIM_Z;
    typedef vgsim_reduce_by<T, threads, ALGORITHM> algorithm;

  public:
    struct TempStorage {
        typename algorithm::storage vgsim_storage;
    };

    VGSIM_INLINE BlockReduce() : storage(own_storage())
    {
    }
    VGSIM_INLINE BlockReduce(TempStorage &temp_storage) : storage(temp_storage.vgsim_storage)
    {
    }
    VGSIM_INLINE T Sum(T input, VGSIM_PLACE)
    {
        return reduce(input, ::std::plus<>(), threads, file, line);
    }
    VGSIM_INLINE T Sum(T input, int num_valid, VGSIM_PLACE)
    {
        return reduce(input, ::std::plus<>(), num_valid, file, line);
    }
    template <int N> VGSIM_INLINE T Sum(T (&inputs)[N], VGSIM_PLACE)
    {
        return reduce(ThreadReduce(inputs, ::std::plus<>()), ::std::plus<>(), threads, file, line);
    }
    template <typename Op> VGSIM_INLINE T Reduce(T input, Op op, VGSIM_PLACE)
    {
        return reduce(input, op, threads, file, line);
    }
    template <typename Op> VGSIM_INLINE T Reduce(T input, Op op, int num_valid, VGSIM_PLACE)
    {
        return reduce(input, op, num_valid, file, line);
    }
    template <int N, typename Op> VGSIM_INLINE T Reduce(T (&inputs)[N], Op op, VGSIM_PLACE)
    {
        return reduce(ThreadReduce(inputs, op), op, threads, file, line);
    }

  private:
    typename algorithm::storage &storage;

    static VGSIM_INLINE typename algorithm::storage &own_storage()
    {
        __shared__ typename algorithm::storage own;
        return own;
    }
    template <typename Op> VGSIM_INLINE T reduce(T value, Op op, int valid, const char *file, int line)
    {
        const int thread = (int)cooperative_groups::vgsim_rank_in_block();
        vgsim_check_block(threads, "BlockReduce", file, line);
        value = algorithm::reduce(storage, value, valid < threads ? valid : threads, op, thread, file, line);
        return thread == 0 ? value : vgsim_undefined<T>();
    }
};

} // namespace cub

#endif
