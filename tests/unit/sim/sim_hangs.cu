// SPDX-License-Identifier: MIT
// Kernels that do not end, each in a line 100 of its own, and kernels that print.
#include <cooperative_groups.h>

extern "C" __global__ void hang_empty(int *)
{
    if (blockIdx.x == 1 && threadIdx.x == 3) {
#line 100 "empty.cu"
        for (;;) { asm volatile(""); }
    }
}

extern "C" __global__ void hang_bare(int *)
{
#line 100 "bare.cu"
    for (;;) {}
}

extern "C" __global__ void hang_flag(int *flag)
{
    if (blockIdx.x == 1 && threadIdx.x == 3) {
#line 100 "flag.cu"
        while (*static_cast<volatile int *>(flag) == 0) {}
    }
}

extern "C" __global__ void hang_count(int *)
{
    volatile unsigned i = 1;
    if (blockIdx.x == 1 && threadIdx.x == 3) {
#line 100 "count.cu"
        while (i != 0) { i += 2; }
    }
}

extern "C" __global__ void hang_barrier(int *)
{
#line 100 "barrier.cu"
    for (;;) { __syncthreads(); }
}

extern "C" __global__ void hang_shuffle(int *flag)
{
#line 100 "shuffle.cu"
    while (__shfl_sync(~0u, *flag, 0) == 0) {}
}

extern "C" __global__ void hang_atomic(int *flag)
{
#line 100 "atomic.cu"
    while (atomicAdd(flag, 0) == 0) {}
}

extern "C" __global__ void hang_clock(int *)
{
#line 100 "clock.cu"
    while (clock64() >= 0) {}
}

extern "C" __global__ void hang_sleep(int *flag)
{
#line 100 "sleep.cu"
    while (*static_cast<volatile int *>(flag) == 0) { __nanosleep(100); }
}

extern "C" __global__ void hang_grid(int *)
{
#line 100 "grid.cu"
    for (;;) { cooperative_groups::this_grid().sync(); }
}

// Ends if thread 0 runs before the others.
extern "C" __global__ void hang_order(int *flag)
{
    __shared__ volatile int ready;
    if (threadIdx.x == 0) {
        ready = 12;
    }
#line 100 "order.cu"
    while (ready != 12) {}
    flag[threadIdx.x] = 1;
}

extern "C" __global__ void print_threads(int *out)
{
    out[threadIdx.x] = printf("thread %d of %d%%\n", static_cast<int>(threadIdx.x), static_cast<int>(blockDim.x));
}

extern "C" __global__ void print_long(int *)
{
    printf("%2000d|%s\n", 7, "end");
}
