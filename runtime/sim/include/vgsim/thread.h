/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Barriers, warps, fences, clocks, and what ends a kernel. */
#ifndef VGSIM_THREAD_H
#define VGSIM_THREAD_H

#include "types.h"

#define VGSIM_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/* ---- the block ---- */

static inline void __syncthreads(VGSIM_PLACE)
{
    vgsim_barrier(VGSIM_BARRIER_PLAIN, 0, file, line);
}
static inline int __syncthreads_count(int predicate, VGSIM_PLACE)
{
    return vgsim_barrier(VGSIM_BARRIER_COUNT, predicate, file, line);
}
static inline int __syncthreads_and(int predicate, VGSIM_PLACE)
{
    return vgsim_barrier(VGSIM_BARRIER_AND, predicate, file, line);
}
static inline int __syncthreads_or(int predicate, VGSIM_PLACE)
{
    return vgsim_barrier(VGSIM_BARRIER_OR, predicate, file, line);
}

/* ---- the warp ---- */

static inline void __syncwarp(unsigned int mask = 0xffffffffu)
{
    uint64_t all[32];
    vgsim_warp_exchange(mask, 0, all);
}
static inline unsigned int __activemask(VGSIM_PLACE)
{
    return vgsim_active_mask(file, line);
}

template <typename T> static inline uint64_t vgsim_pack(const T &value)
{
    static_assert(sizeof(T) <= 8, "a shuffle moves at most 8 bytes");
    uint64_t word = 0;
    memcpy(&word, &value, sizeof value);
    return word;
}
template <typename T> static inline T vgsim_unpack(uint64_t word)
{
    T value;
    memcpy(&value, &word, sizeof value);
    return value;
}
template <typename T> static inline T vgsim_shuffle(unsigned int mask, T value, int source)
{
    uint64_t all[32];
    vgsim_warp_exchange(mask, vgsim_pack(value), all);
    return vgsim_unpack<T>(all[source & 31]);
}

template <typename T> static inline T __shfl_sync(unsigned int mask, T value, int source, int width = 32)
{
    int lane = (int)vgsim_self.lane;
    return vgsim_shuffle(mask, value, (lane & ~(width - 1)) | (source & (width - 1)));
}
template <typename T> static inline T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32)
{
    int lane = (int)vgsim_self.lane, source = lane - (int)delta;
    return vgsim_shuffle(mask, value, source >= (lane & ~(width - 1)) ? source : lane);
}
template <typename T> static inline T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32)
{
    int lane = (int)vgsim_self.lane, source = lane + (int)delta;
    return vgsim_shuffle(mask, value, source <= (lane | (width - 1)) ? source : lane);
}
template <typename T> static inline T __shfl_xor_sync(unsigned int mask, T value, int bits, int width = 32)
{
    int lane = (int)vgsim_self.lane, source = lane ^ bits;
    return vgsim_shuffle(mask, value, source <= (lane | (width - 1)) ? source : lane);
}

static inline unsigned int __ballot_sync(unsigned int mask, int predicate)
{
    uint64_t all[32];
    unsigned int live = vgsim_warp_exchange(mask, predicate != 0, all), result = 0;
    for (unsigned int lane = 0; lane < 32; lane++) {
        result |= (live >> lane & 1) && all[lane] ? 1u << lane : 0;
    }
    return result;
}
static inline int __any_sync(unsigned int mask, int predicate)
{
    return __ballot_sync(mask, predicate) != 0;
}
static inline int __all_sync(unsigned int mask, int predicate)
{
    return __ballot_sync(mask, !predicate) == 0;
}

template <typename T> static inline unsigned int __match_any_sync(unsigned int mask, T value)
{
    uint64_t all[32];
    unsigned int live = vgsim_warp_exchange(mask, vgsim_pack(value), all), result = 0;
    for (unsigned int lane = 0; lane < 32; lane++) {
        result |= (live >> lane & 1) && all[lane] == vgsim_pack(value) ? 1u << lane : 0;
    }
    return result;
}
template <typename T> static inline unsigned int __match_all_sync(unsigned int mask, T value, int *all_equal)
{
    uint64_t all[32];
    unsigned int live = vgsim_warp_exchange(mask, vgsim_pack(value), all);
    *all_equal = 1;
    for (unsigned int lane = 0; lane < 32; lane++) {
        *all_equal = *all_equal && (!(live >> lane & 1) || all[lane] == vgsim_pack(value));
    }
    return *all_equal ? live : 0;
}

template <typename T, typename F> static inline T vgsim_reduce(unsigned int mask, T value, F combine)
{
    uint64_t all[32];
    unsigned int live = vgsim_warp_exchange(mask, vgsim_pack(value), all);
    bool first = true;
    for (unsigned int lane = 0; lane < 32; lane++) {
        if (live >> lane & 1) {
            value = first ? vgsim_unpack<T>(all[lane]) : combine(value, vgsim_unpack<T>(all[lane]));
            first = false;
        }
    }
    return value;
}
#define VGSIM_REDUCE(name, type, expression)                                                                           \
    static inline type name(unsigned int mask, type value)                                                             \
    {                                                                                                                  \
        return vgsim_reduce(mask, value, [](type a, type b) { return (type)(expression); });                           \
    }
VGSIM_REDUCE(__reduce_add_sync, unsigned int, a + b)
VGSIM_REDUCE(__reduce_add_sync, int, (unsigned int)a + (unsigned int)b)
VGSIM_REDUCE(__reduce_min_sync, unsigned int, a < b ? a : b)
VGSIM_REDUCE(__reduce_min_sync, int, a < b ? a : b)
VGSIM_REDUCE(__reduce_max_sync, unsigned int, a < b ? b : a)
VGSIM_REDUCE(__reduce_max_sync, int, a < b ? b : a)
VGSIM_REDUCE(__reduce_and_sync, unsigned int, a &b)
VGSIM_REDUCE(__reduce_or_sync, unsigned int, a | b)
VGSIM_REDUCE(__reduce_xor_sync, unsigned int, a ^ b)
#undef VGSIM_REDUCE

/* ---- fences, clocks, loads and stores with a cache hint ---- */

static inline void __threadfence()
{
    vgsim_fence();
}
static inline void __threadfence_block()
{
    vgsim_fence();
}
static inline void __threadfence_system()
{
    vgsim_fence();
}
static inline void __nanosleep(unsigned int)
{
    vgsim_yield();
}
static inline long long clock64()
{
    return (long long)vgsim_clock();
}
static inline long vgsim_ticks()
{
    return (long)vgsim_clock();
}
#define clock() vgsim_ticks()

template <typename T> static inline T __ldg(const T *address)
{
    return *address;
}
template <typename T> static inline T __ldca(const T *address)
{
    return *address;
}
template <typename T> static inline T __ldcg(const T *address)
{
    return *address;
}
template <typename T> static inline T __ldcs(const T *address)
{
    return *address;
}
template <typename T> static inline T __ldcv(const T *address)
{
    return *address;
}
template <typename T> static inline void __stcg(T *address, T value)
{
    *address = value;
}
template <typename T> static inline void __stcs(T *address, T value)
{
    *address = value;
}
template <typename T> static inline void __stwb(T *address, T value)
{
    *address = value;
}
template <typename T> static inline void __stwt(T *address, T value)
{
    *address = value;
}

/* ---- the end of a kernel ---- */

#define __trap() vgsim_stop("trap", "__trap()", __FILE__, __LINE__)
#define printf(...) vgsim_printf(__VA_ARGS__)
#include "../assert.h"

/* Where std:: stands before a name that is a macro here. */
namespace std
{
using ::vgsim_printf;
using ::vgsim_ticks;
} // namespace std

/* ---- graphs ---- */

typedef unsigned long long cudaGraphConditionalHandle;
static inline void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value)
{
    vgsim_set_conditional(handle, value);
}

/* Enabling alone changes nothing here: whoever enables a node has set its grid. */
typedef struct CUgraphDeviceUpdatableNode_st *cudaGraphDeviceNode_t;
static inline int cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 grid)
{
    vgsim_set_grid((uint64_t)(uintptr_t)node, grid.x, grid.y, grid.z);
    return 0;
}
static inline int cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable)
{
    if (!enable)
        vgsim_set_grid((uint64_t)(uintptr_t)node, 0, 1, 1);
    return 0;
}

/* Kernels run one after the other here; what the one before wrote is hidden until this. */
static inline void cudaGridDependencySynchronize()
{
    vgsim_wait_for_dependencies();
}
static inline void cudaTriggerProgrammaticLaunchCompletion()
{
}

#endif
