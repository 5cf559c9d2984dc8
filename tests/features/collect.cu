/* SPDX-License-Identifier: MIT */
#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>
#include <cub/cub.cuh>
#include <cuda/atomic>
#include <cuda/functional>
#include <cuda/std/functional>

#include "collect_kernels.h"

namespace cg = cooperative_groups;

struct widest {
    __device__ float operator()(float a, float b) const
    {
        return fabsf(b) > fabsf(a) ? b : a;
    }
};

/* ---- blocks: reductions ---- */

template <cub::BlockReduceAlgorithm Algorithm> static __device__ void sums_by(const float *x, float *y)
{
    typedef cub::BlockReduce<float, N, Algorithm> reduce;
    __shared__ typename reduce::TempStorage temp;
    const int i = (int)threadIdx.x;
    float items[5], result[SUMS];

    for (int k = 0; k < 5; k++)
        items[k] = x[(i + k) % N];
    result[0] = reduce(temp).Sum(x[i]);
    __syncthreads();
    result[1] = reduce(temp).Sum(x[i], 77);
    __syncthreads();
    result[2] = reduce(temp).Sum(items);
    __syncthreads();
    result[3] = reduce(temp).Reduce(x[i], widest());
    __syncthreads();
    result[4] = reduce(temp).Reduce(x[i], cuda::maximum<>(), 20);
    __syncthreads();
    result[5] = reduce(temp).Reduce(items, cuda::std::plus<>());
    if (i == 0)
        for (int k = 0; k < SUMS; k++)
            y[k] = result[k];
}

extern "C" __global__ void sums(const float *x, float *y)
{
    sums_by<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(x, y);
    sums_by<cub::BLOCK_REDUCE_RAKING>(x, y + SUMS);
    sums_by<cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>(x, y + 2 * SUMS);
}

/* ---- blocks: scans ---- */

/* What has come so far, as a kernel that goes over its tiles keeps it. */
struct running {
    float total;

    __device__ float operator()(float aggregate)
    {
        const float before = total;

        total += aggregate;
        return before;
    }
};

template <cub::BlockScanAlgorithm Algorithm> static __device__ void scans_by(const float *x, float *y, int *whole)
{
    typedef cub::BlockScan<float, N, Algorithm> scan;
    typedef cub::BlockScan<int, N, Algorithm> counts;
    __shared__ union {
        typename scan::TempStorage floats;
        typename counts::TempStorage integers;
    } temp;
    const int i = (int)threadIdx.x;
    float items[3], out[3], one, all;
    running so_far = {100.0f};
    int place, count;

    for (int k = 0; k < 3; k++)
        items[k] = x[(3 * i + k) % N];
    scan(temp.floats).InclusiveSum(x[i], y[i]);
    __syncthreads();
    scan(temp.floats).ExclusiveSum(x[i], y[N + i]);
    __syncthreads();
    scan(temp.floats).ExclusiveScan(x[i], one, -1.0f, widest(), all);
    y[2 * N + i] = one + all;
    __syncthreads();
    scan(temp.floats).InclusiveSum(items, out);
    y[3 * N + i] = out[2];
    __syncthreads();
    scan(temp.floats).ExclusiveSum(items, out);
    y[4 * N + i] = out[0] + out[1];
    __syncthreads();
    for (int tile = 0; tile < 2; tile++) {
        scan(temp.floats).ExclusiveSum(x[i], y[(5 + tile) * N + i], so_far);
        __syncthreads();
    }
    scan(temp.floats).InclusiveScan(x[i], y[7 * N + i], cuda::minimum<>());
    __syncthreads();
    counts(temp.integers).ExclusiveSum(x[i] > 0.0f, place, count);
    whole[i] = 1000 * count + place;
    __syncthreads();
}

extern "C" __global__ void scans(const float *x, float *scanned, int *whole)
{
    scans_by<cub::BLOCK_SCAN_RAKING>(x, scanned, whole);
    scans_by<cub::BLOCK_SCAN_RAKING_MEMOIZE>(x, scanned + SCANS * N, whole + N);
    scans_by<cub::BLOCK_SCAN_WARP_SCANS>(x, scanned + 2 * SCANS * N, whole + 2 * N);
}

/* ---- warps ---- */

extern "C" __global__ void warps(const float *x, float *y, int *whole)
{
    typedef cub::WarpReduce<float> all;
    typedef cub::WarpReduce<cub::KeyValuePair<int, float>, 8> best;
    typedef cub::WarpScan<float, 16> scan;
    typedef cub::WarpReduce<int> segments;
    __shared__ all::TempStorage all_temp[N / 32];
    __shared__ best::TempStorage best_temp[N / 8];
    __shared__ scan::TempStorage scan_temp[N / 16];
    __shared__ segments::TempStorage segments_temp[N / 32];
    const int i = (int)threadIdx.x;
    const float sum = all(all_temp[i / 32]).Sum(x[i]), some = all(all_temp[i / 32]).Sum(x[i], 13);
    const cub::KeyValuePair<int, float> found =
        best(best_temp[i / 8]).Reduce(cub::KeyValuePair<int, float>(i, x[i / 3 * 3]), cub::ArgMax());
    const int head = segments(segments_temp[i / 32]).HeadSegmentedSum(i, i % 5 == 0);
    const int tail = segments(segments_temp[i / 32]).TailSegmentedSum(i, i % 5 == 0);
    float inclusive, exclusive, aggregate;

    y[i] = i % 32 == 0 ? sum : 0.0f;
    y[N + i] = i % 32 == 0 ? some : 0.0f;
    scan(scan_temp[i / 16]).Scan(x[i], inclusive, exclusive, 0.5f, cuda::std::plus<>());
    y[2 * N + i] = inclusive - exclusive;
    scan(scan_temp[i / 16]).ExclusiveSum(x[i], exclusive, aggregate);
    y[3 * N + i] = exclusive + aggregate;
    whole[i] = i % 8 == 0 ? found.key : 0;
    whole[N + i] = i % 32 == 0 || i % 5 == 0 ? head : 0;
    whole[2 * N + i] = i % 32 == 0 || i % 5 == 1 ? tail : 0;
    whole[3 * N + i] = (int)scan(scan_temp[i / 16]).Broadcast((float)i, 3);
}

/* ---- cooperative groups ---- */

extern "C" __global__ void groups(const float *x, float *y, int *whole)
{
    const cg::thread_block block = cg::this_thread_block();
    const cg::thread_block_tile<16> tile = cg::tiled_partition<16>(block);
    const int i = (int)block.thread_rank();

    y[i] = cg::inclusive_scan(tile, x[i]);
    y[N + i] = cg::exclusive_scan(tile, x[i], cg::plus<float>());
    whole[i] = cg::exclusive_scan(tile, i, cg::greater<int>());
    whole[N + i] = 0;
    whole[2 * N + i] = 0;
    if (i % 3 == 0) {
        const cg::coalesced_group some = cg::coalesced_threads();

        whole[N + i] = cg::exclusive_scan(some, i) + 10000 * (int)some.thread_rank();
    }
    {
        const cg::coalesced_group alike = cg::labeled_partition(tile, i % 4);

        whole[2 * N + i] = cg::inclusive_scan(alike, 1 << i % 16, cg::bit_or<int>()) + (int)alike.num_threads();
    }
    {
        const cg::coalesced_group half = cg::binary_partition(tile, x[i] > 0.0f);

        whole[3 * N + i] = half.shfl(i, 0) + 1000 * (int)half.num_threads();
    }
}

/* ---- atomics ---- */

extern "C" __global__ void atomics(int *count, float *most, unsigned long long *wide, int *order)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> inside;
    const int i = (int)threadIdx.x, all = (int)(blockIdx.x * N) + i;
    cuda::atomic_ref<int, cuda::thread_scope_device> total(count[0]), swapped(count[1]), bits(count[2]);
    cuda::atomic_ref<float, cuda::thread_scope_device> largest(most[0]), sum(most[1]);
    cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> big(wide[0]), least(wide[1]);
    int expected = swapped.load(cuda::memory_order_relaxed);

    if (i == 0)
        inside.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    total.fetch_add(i % 3, cuda::memory_order_relaxed);
    while (!swapped.compare_exchange_weak(expected, expected + 2, cuda::memory_order_relaxed))
        ;
    bits |= 1 << i % 31;
    largest.fetch_max((float)((all * 37) % 512), cuda::memory_order_relaxed);
    sum.fetch_add(0.25f);
    big += 1ull << 33;
    least.fetch_min((unsigned long long)(all + 5));
    ++inside;
    __syncthreads();
    order[all] = inside.load() + (inside == N ? 1000 : 0);
}

/* One thread hands a value on to the others of its block through a flag, without a barrier. */
extern "C" __global__ void handed_on(int *order)
{
    __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
    __shared__ int published;
    const int i = (int)threadIdx.x;

    if (i == 0)
        flag.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (i == 0) {
        published = 77 + (int)blockIdx.x;
        flag.store(-1, cuda::memory_order_release);
    }
    while (flag.load(cuda::memory_order_acquire) != -1)
        __nanosleep(20);
    order[(int)blockIdx.x * N + i] += published;
}
