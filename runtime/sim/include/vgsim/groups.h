/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Cooperative groups: the block, tiles of a warp, the lanes that came together, the grid of a
 * cooperative launch; clusters of one block. */
#ifndef VGSIM_GROUPS_H
#define VGSIM_GROUPS_H

#include "thread.h"

namespace cooperative_groups
{

static inline unsigned int vgsim_rank_in_block()
{
    return (vgsim_self.thread.z * vgsim_self.block_size.y + vgsim_self.thread.y) * vgsim_self.block_size.x +
           vgsim_self.thread.x;
}

struct thread_block {
    static void sync(VGSIM_PLACE)
    {
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
    }
    static unsigned int thread_rank()
    {
        return vgsim_rank_in_block();
    }
    static unsigned int num_threads()
    {
        return vgsim_self.block_size.x * vgsim_self.block_size.y * vgsim_self.block_size.z;
    }
    static unsigned int size()
    {
        return num_threads();
    }
    static dim3 group_index()
    {
        return dim3(vgsim_self.block);
    }
    static dim3 thread_index()
    {
        return dim3(vgsim_self.thread);
    }
    static dim3 dim_threads()
    {
        return dim3(vgsim_self.block_size);
    }
    static dim3 group_dim()
    {
        return dim_threads();
    }
};
static inline thread_block this_thread_block()
{
    return thread_block();
}

struct grid_group {
    static bool is_valid()
    {
        return vgsim_self.cooperative != 0;
    }
    static void sync(VGSIM_PLACE)
    {
        vgsim_grid_sync(file, line);
    }
    static unsigned long long num_blocks()
    {
        return (unsigned long long)vgsim_self.grid_size.x * vgsim_self.grid_size.y * vgsim_self.grid_size.z;
    }
    static unsigned long long block_rank()
    {
        return ((unsigned long long)vgsim_self.block.z * vgsim_self.grid_size.y + vgsim_self.block.y) *
                   vgsim_self.grid_size.x +
               vgsim_self.block.x;
    }
    static unsigned long long num_threads()
    {
        return num_blocks() * thread_block::num_threads();
    }
    static unsigned long long size()
    {
        return num_threads();
    }
    static unsigned long long thread_rank()
    {
        return block_rank() * thread_block::num_threads() + vgsim_rank_in_block();
    }
    static dim3 block_index()
    {
        return dim3(vgsim_self.block);
    }
    static dim3 dim_blocks()
    {
        return dim3(vgsim_self.grid_size);
    }
    static dim3 group_dim()
    {
        return dim_blocks();
    }
    static dim3 dim_threads()
    {
        return dim3(vgsim_self.grid_size.x * vgsim_self.block_size.x, vgsim_self.grid_size.y * vgsim_self.block_size.y,
                    vgsim_self.grid_size.z * vgsim_self.block_size.z);
    }
    static dim3 thread_index()
    {
        return dim3(vgsim_self.block.x * vgsim_self.block_size.x + vgsim_self.thread.x,
                    vgsim_self.block.y * vgsim_self.block_size.y + vgsim_self.thread.y,
                    vgsim_self.block.z * vgsim_self.block_size.z + vgsim_self.thread.z);
    }
};
static inline grid_group this_grid()
{
    return grid_group();
}

/* A block that is a cluster of its own; one of more blocks has no host build. */
struct cluster_group {
    static void vgsim_alone(const char *file, int line)
    {
        if (vgsim_self.cluster_size.x * vgsim_self.cluster_size.y * vgsim_self.cluster_size.z != 1) {
            vgsim_stop("not supported", "clusters of several blocks: give the kernel another way under #ifdef VGSIM",
                       file, line);
        }
    }
    static void sync(VGSIM_PLACE)
    {
        vgsim_alone(file, line);
        vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
    }
    template <typename T> static T *map_shared_rank(T *address, int, VGSIM_PLACE)
    {
        vgsim_alone(file, line);
        return address;
    }
    static unsigned int query_shared_rank(const void *, VGSIM_PLACE)
    {
        vgsim_alone(file, line);
        return 0;
    }
    static unsigned int block_rank(VGSIM_PLACE)
    {
        vgsim_alone(file, line);
        return 0;
    }
    static dim3 block_index(VGSIM_PLACE)
    {
        vgsim_alone(file, line);
        return dim3(0, 0, 0);
    }
    static unsigned int thread_rank(VGSIM_PLACE)
    {
        vgsim_alone(file, line);
        return vgsim_rank_in_block();
    }
    static dim3 thread_index(VGSIM_PLACE)
    {
        vgsim_alone(file, line);
        return dim3(vgsim_self.thread);
    }
    static unsigned int num_blocks()
    {
        return vgsim_self.cluster_size.x * vgsim_self.cluster_size.y * vgsim_self.cluster_size.z;
    }
    static dim3 dim_blocks()
    {
        return dim3(vgsim_self.cluster_size);
    }
    static dim3 dim_threads()
    {
        return dim3(vgsim_self.cluster_size.x * vgsim_self.block_size.x,
                    vgsim_self.cluster_size.y * vgsim_self.block_size.y,
                    vgsim_self.cluster_size.z * vgsim_self.block_size.z);
    }
    static unsigned int num_threads()
    {
        return num_blocks() * thread_block::num_threads();
    }
    static unsigned int size()
    {
        return num_threads();
    }
};
static inline cluster_group this_cluster()
{
    return cluster_group();
}

/* Lanes of one warp, given by their mask; ranks count the set bits. */
class vgsim_lanes
{
  public:
    unsigned int vgsim_mask;

    explicit vgsim_lanes(unsigned int mask) : vgsim_mask(mask)
    {
    }
    unsigned int thread_rank() const
    {
        return (unsigned int)__builtin_popcount(vgsim_mask & ((1u << vgsim_self.lane) - 1));
    }
    unsigned int num_threads() const
    {
        return (unsigned int)__builtin_popcount(vgsim_mask);
    }
    unsigned int size() const
    {
        return num_threads();
    }
    void sync() const
    {
        __syncwarp(vgsim_mask);
    }
    int any(int predicate) const
    {
        return __any_sync(vgsim_mask, predicate);
    }
    int all(int predicate) const
    {
        return __all_sync(vgsim_mask, predicate);
    }
    unsigned int ballot(int predicate) const
    {
        return to_ranks(__ballot_sync(vgsim_mask, predicate));
    }
    template <typename T> unsigned int match_any(T value) const
    {
        return to_ranks(__match_any_sync(vgsim_mask, value));
    }
    template <typename T> unsigned int match_all(T value, int &equal) const
    {
        return to_ranks(__match_all_sync(vgsim_mask, value, &equal));
    }
    template <typename T> T shfl(T value, int rank) const
    {
        return vgsim_shuffle(vgsim_mask, value, lane_of((unsigned int)rank % num_threads()));
    }
    template <typename T> T shfl_down(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank() + delta;
        return vgsim_shuffle(vgsim_mask, value, rank < num_threads() ? lane_of(rank) : (int)vgsim_self.lane);
    }
    template <typename T> T shfl_up(T value, unsigned int delta) const
    {
        unsigned int rank = thread_rank();
        return vgsim_shuffle(vgsim_mask, value, rank >= delta ? lane_of(rank - delta) : (int)vgsim_self.lane);
    }
    template <typename T> T shfl_xor(T value, unsigned int bits) const
    {
        unsigned int rank = thread_rank() ^ bits;
        return vgsim_shuffle(vgsim_mask, value, rank < num_threads() ? lane_of(rank) : (int)vgsim_self.lane);
    }

  private:
    int lane_of(unsigned int rank) const
    {
        unsigned int left = vgsim_mask;
        while (rank--) {
            left &= left - 1;
        }
        return __builtin_ctz(left);
    }
    unsigned int to_ranks(unsigned int lanes) const
    {
        unsigned int ranks = 0, rank = 0;
        for (unsigned int left = vgsim_mask; left; left &= left - 1, rank++) {
            ranks |= (lanes >> __builtin_ctz(left) & 1) << rank;
        }
        return ranks;
    }
};

template <unsigned int Size, typename Parent = void> class thread_block_tile : public vgsim_lanes
{
    static_assert(Size && Size <= 32 && (Size & (Size - 1)) == 0, "a power of two, at most a warp");

  public:
    thread_block_tile()
        : vgsim_lanes(Size == 32 ? 0xffffffffu : ((1ull << Size) - 1) << (vgsim_rank_in_block() % 32 & ~(Size - 1)))
    {
    }
    template <typename Other>
    thread_block_tile(const thread_block_tile<Size, Other> &other) : vgsim_lanes(other.vgsim_mask)
    {
    }
    static constexpr unsigned int size()
    {
        return Size;
    }
    static constexpr unsigned int num_threads()
    {
        return Size;
    }
    unsigned int meta_group_rank() const
    {
        return vgsim_rank_in_block() / Size;
    }
    unsigned int meta_group_size() const
    {
        return (thread_block::num_threads() + Size - 1) / Size;
    }
};
template <unsigned int Size, typename Parent>
static inline thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<Size, Parent>();
}

class coalesced_group : public vgsim_lanes
{
  public:
    explicit coalesced_group(unsigned int mask) : vgsim_lanes(mask)
    {
    }
};
/* Pieces of `size` ranks each, the last one shorter where it does not come out even. */
static inline coalesced_group tiled_partition(const coalesced_group &group, unsigned int size)
{
    const unsigned int first = group.thread_rank() / size * size;
    unsigned int mask = 0, rank = 0;
    for (unsigned int left = group.vgsim_mask; left; left &= left - 1, rank++) {
        mask |= rank >= first && rank < first + size ? left & -left : 0;
    }
    return coalesced_group(mask);
}
static inline coalesced_group coalesced_threads(VGSIM_PLACE)
{
    return coalesced_group(vgsim_active_mask(file, line));
}

template <typename T> struct plus {
    T operator()(T a, T b) const
    {
        return a + b;
    }
};
template <typename T> struct less {
    T operator()(T a, T b) const
    {
        return b < a ? b : a;
    }
};
template <typename T> struct greater {
    T operator()(T a, T b) const
    {
        return a < b ? b : a;
    }
};
#define VGSIM_BITWISE(name, symbol)                                                                                    \
    template <typename T> struct name {                                                                                \
        T operator()(T a, T b) const                                                                                   \
        {                                                                                                              \
            return (T)(a symbol b);                                                                                    \
        }                                                                                                              \
    };
VGSIM_BITWISE(bit_and, &)
VGSIM_BITWISE(bit_or, |)
VGSIM_BITWISE(bit_xor, ^)
#undef VGSIM_BITWISE

template <typename T, typename F> static inline T reduce(const vgsim_lanes &group, T value, F combine)
{
    return vgsim_reduce(group.vgsim_mask, value, combine);
}

/* In the toolkit's order: the lane's own part on the left. */
template <typename T, typename F> static inline T inclusive_scan(const vgsim_lanes &group, T value, F combine)
{
    const unsigned int rank = group.thread_rank();
    for (unsigned int step = 1; step < group.num_threads(); step *= 2) {
        const T other = group.shfl_up(value, step);
        if (rank >= step) {
            value = combine(value, other);
        }
    }
    return value;
}
template <typename T> static inline T inclusive_scan(const vgsim_lanes &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
/* The first lane gets a zero, whatever the operator. */
template <typename T, typename F> static inline T exclusive_scan(const vgsim_lanes &group, T value, F combine)
{
    const T before = group.shfl_up(inclusive_scan(group, value, combine), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <typename T> static inline T exclusive_scan(const vgsim_lanes &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}

/* The lanes of a group that have the same label. */
template <typename T> static inline coalesced_group labeled_partition(const vgsim_lanes &group, T label)
{
    return coalesced_group(__match_any_sync(group.vgsim_mask, label));
}
static inline coalesced_group binary_partition(const vgsim_lanes &group, bool label)
{
    const unsigned int set = __ballot_sync(group.vgsim_mask, label);
    return coalesced_group(label ? set : group.vgsim_mask & ~set);
}
template <typename Group> static inline void sync(const Group &group)
{
    group.sync();
}

} // namespace cooperative_groups

#endif
