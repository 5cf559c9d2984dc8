// SPDX-License-Identifier: MIT
// More of planted.cu: collectives of CUB, and cuda::atomic. What only shows in the results has no line.
#include <cub/cub.cuh>
#include <cuda/atomic>

#include "planted_kernels.h"

#ifdef MENDED
#define WRONG(...)
#define RIGHT(...) __VA_ARGS__
#else
#define WRONG(...) __VA_ARGS__
#define RIGHT(...)
#endif

// reduce_again: missing barrier: temp
extern "C" __global__ void reduce_again(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    typedef cub::BlockReduce<float, 128> reduce;
    __shared__ reduce::TempStorage temp;
    float sum = reduce(temp).Sum(x[i]), most;
    RIGHT(__syncthreads();)
    most = reduce(temp).Reduce(x[i], cuda::maximum<>());  // here
    y[i] = k == 0 ? sum + most : 0.0f;
    (void)k, (void)x, (void)y, (void)t;
}

// scan_again: missing barrier: temp
extern "C" __global__ void scan_again(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    typedef cub::BlockScan<float, 128> scan;
    __shared__ scan::TempStorage temp;
    float before, all;
    scan(temp).ExclusiveSum(x[i], before);
    RIGHT(__syncthreads();)
    scan(temp).InclusiveSum(before, y[i], all);  // here
    (void)k, (void)x, (void)y, (void)t;
}

// scan_by_warps_again: missing barrier: temp
extern "C" __global__ void scan_by_warps_again(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    typedef cub::BlockScan<float, 128, cub::BLOCK_SCAN_WARP_SCANS> scan;
    __shared__ scan::TempStorage temp;
    float before;
    scan(temp).ExclusiveSum(x[i], before);
    RIGHT(__syncthreads();)
    scan(temp).InclusiveSum(before, y[i]);  // here
    (void)k, (void)x, (void)y, (void)t;
}

// sum_of_all: undefined read (no line): y
extern "C" __global__ void sum_of_all(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    typedef cub::BlockReduce<float, 128> reduce;
    __shared__ reduce::TempStorage temp;
    const float sum = reduce(temp).Sum(x[i]);
    WRONG(y[i] = x[i] / sum;)
    RIGHT(__shared__ float all;)
    RIGHT(if (k == 0) all = sum;)
    RIGHT(__syncthreads();)
    RIGHT(y[i] = x[i] / all;)
    (void)k, (void)x, (void)y, (void)t;
}

// half_atomic_ref: missing barrier: t[6]
extern "C" __global__ void half_atomic_ref(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    cuda::atomic_ref<float, cuda::thread_scope_device> sum(t[6]);
    y[i] = x[i];
    if (i % 2)
        sum.fetch_add(1.0f, cuda::memory_order_relaxed);
    else
    WRONG(t[6] += 1.0f;)  // here
    RIGHT(sum += 1.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// relaxed: missing barrier: value
extern "C" __global__ void relaxed(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
    __shared__ float value;
    if (k == 0)
        flag.store(0, cuda::memory_order_relaxed);
    __syncthreads();
    if (k == 0) {
        value = x[i];
        WRONG(flag.store(1, cuda::memory_order_relaxed);)
        RIGHT(flag.store(1, cuda::memory_order_release);)
    }
    while (flag.load(cuda::memory_order_acquire) == 0)
        __nanosleep(20);
    y[i] = value;  // here
    (void)k, (void)x, (void)y, (void)t;
}
