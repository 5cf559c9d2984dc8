// SPDX-License-Identifier: MIT
// Kernels with one fault each, which the CPU device must find, and their mended twins (-DMENDED), of which it must report
// nothing. The fault shows in the line that ends with "// here", as the kind, and at an element that begins as, the comment
// before the kernel says. An "unwritten out" has no line: nobody wrote.
#include "planted_kernels.h"

#ifdef MENDED
#define WRONG(...)
#define RIGHT(...) __VA_ARGS__
#else
#define WRONG(...) __VA_ARGS__
#define RIGHT(...)
#endif

// sum: race between threads: t[0]
extern "C" __global__ void sum(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(t[0] += x[i];)  // here
    RIGHT(atomicAdd(&t[0], x[i]);)
    (void)k, (void)x, (void)y, (void)t;
}

// largest: race between threads: t[1]
extern "C" __global__ void largest(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(if (x[i] > t[1]) t[1] = x[i];)  // here
    RIGHT(atomicMax((int *)&t[1], __float_as_int(x[i] + 1.0f));)
    (void)k, (void)x, (void)y, (void)t;
}

// counter: race between threads: t[2]
extern "C" __global__ void counter(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(t[2] = t[2] + 1.0f;)  // here
    RIGHT(atomicAdd(&t[2], 1.0f);)
    (void)k, (void)x, (void)y, (void)t;
}

// ticket: race between threads: t[3]
extern "C" __global__ void ticket(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    float mine;
    WRONG(mine = t[3], t[3] = mine + 1.0f;)  // here
    RIGHT(mine = atomicAdd(&t[3], 1.0f);)
    y[i] = x[i] + 0.0f * mine;
    (void)k, (void)x, (void)y, (void)t;
}

// half_atomic: missing barrier: t[4]
extern "C" __global__ void half_atomic(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    if (i % 2)
        atomicAdd(&t[4], 1.0f);
    else
    WRONG(t[4] += 1.0f;)  // here
    RIGHT(atomicAdd(&t[4], 1.0f);)
    (void)k, (void)x, (void)y, (void)t;
}

// look_at_sum: missing barrier: t[5]
extern "C" __global__ void look_at_sum(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    if (blockIdx.x == 0) {
        atomicAdd(&t[5], 1.0f);
    WRONG(y[i] += 0.0f * t[5];)  // here
    RIGHT(__syncthreads();
        y[i] += 0.0f * t[5];)
    }
    (void)k, (void)x, (void)y, (void)t;
}

// differing: race between threads: t[6]
extern "C" __global__ void differing(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(if (i < 4) t[6] = x[i];)  // here
    RIGHT(if (i == 3) t[6] = x[i];)
    (void)k, (void)x, (void)y, (void)t;
}

// bytes: race between threads: t[7]
extern "C" __global__ void bytes(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    unsigned char *bytes = (unsigned char *)&t[7];
    WRONG(bytes[i % 4] = (unsigned char)i;)  // here
    RIGHT(if (i < 4) bytes[i] = (unsigned char)i;)
    (void)k, (void)x, (void)y, (void)t;
}

// few_bins: race between threads: t[
extern "C" __global__ void few_bins(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(if (i < 128) t[8 + i % 4] += 1.0f;)  // here
    RIGHT(if (i < 4) t[8 + i] += 32.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// other_block: race between blocks: y[
extern "C" __global__ void other_block(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    if (k == 0) {
    WRONG(t[12 + blockIdx.x] = y[(i + 128) % 256];)  // here
    RIGHT(t[12 + blockIdx.x] = y[i];)
    }
    (void)k, (void)x, (void)y, (void)t;
}

// both_blocks: race between blocks: y[
extern "C" __global__ void both_blocks(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(y[255 - i] = x[i] + 1.0f;)  // here
    RIGHT(y[i] = x[i] + 1.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// no_fence: race between blocks: t[1
extern "C" __global__ void no_fence(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ bool last;
    y[i] = x[i];
    if (k == 0) {
        t[12 + blockIdx.x] = x[i];
    RIGHT(__threadfence();)
        last = atomicAdd(&t[14], 1.0f) == 1.0f;
    }
    __syncthreads();
    if (last && k == 0)
        t[15] = t[12] + t[13];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// block_counter: race between blocks: t[13]
extern "C" __global__ void block_counter(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(if (k == 0) t[13] += 1.0f;)  // here
    RIGHT(if (k == 0) atomicAdd(&t[13], 1.0f);)
    (void)k, (void)x, (void)y, (void)t;
}

// shift: missing barrier: s[
extern "C" __global__ void shift(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    RIGHT(__syncthreads();)
    y[i] = s[(k + 1) % 128];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// reverse: missing barrier: s[
extern "C" __global__ void reverse(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[127 - k] = x[i];
    RIGHT(__syncthreads();)
    y[i] = s[k];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// bins: race between threads: s[
extern "C" __global__ void bins(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ int s[8];
    if (k < 8)
        s[k] = 0;
    __syncthreads();
    WRONG(s[k % 8]++;)  // here
    RIGHT(atomicAdd(&s[k % 8], 1);)
    __syncthreads();
    y[i] = (float)s[k % 8];
    (void)k, (void)x, (void)y, (void)t;
}

// tree: missing barrier: s[
extern "C" __global__ void tree(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (k < half)
            s[k] += s[k + half];  // here
    RIGHT(__syncthreads();)
    }
    __syncthreads();
    y[i] = s[0];
    (void)k, (void)x, (void)y, (void)t;
}

// tree_early: missing barrier: s[
extern "C" __global__ void tree_early(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    RIGHT(__syncthreads();)
    for (int half = 64; half > 0; half /= 2) {
        if (k < half)
            s[k] += s[k + half];  // here
        __syncthreads();
    }
    y[i] = s[0];
    (void)k, (void)x, (void)y, (void)t;
}

// used_again: missing barrier: s[
extern "C" __global__ void used_again(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    float sum = 0.0f;
    for (int pass = 0; pass < 2; pass++) {
        s[k] = x[i] + (float)pass;  // here
        __syncthreads();
        sum += s[(k + 5) % 128];
    RIGHT(__syncthreads();)
    }
    y[i] = sum;
    (void)k, (void)x, (void)y, (void)t;
}

// cleared: missing barrier: s[0]
extern "C" __global__ void cleared(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ int s[1];
    if (k == 0)
        s[0] = 0;  // here
    RIGHT(__syncthreads();)
    atomicAdd(&s[0], 1);
    __syncthreads();
    y[i] = (float)s[0];
    (void)k, (void)x, (void)y, (void)t;
}

// broadcast: missing barrier: s[0]
extern "C" __global__ void broadcast(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[1];
    if (k == 0)
        s[0] = x[i];
    RIGHT(__syncthreads();)
    y[i] = s[0];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// only_warp: missing barrier: s[
extern "C" __global__ void only_warp(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    WRONG(__syncwarp();)
    RIGHT(__syncthreads();)
    y[i] = s[(k + 64) % 128];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// lockstep: missing barrier: s[
extern "C" __global__ void lockstep(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    RIGHT(__syncwarp();)
    y[i] = s[k ^ 1];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// scan: missing barrier: s[
extern "C" __global__ void scan(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    __syncthreads();
    for (int step = 1; step < 128; step *= 2) {
        const float left = k >= step ? s[k - step] : 0.0f;
    RIGHT(__syncthreads();)
        s[k] += left;  // here
        __syncthreads();
    }
    y[i] = s[k];
    (void)k, (void)x, (void)y, (void)t;
}

// tile: missing barrier: s[
extern "C" __global__ void tile(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[8][16];
    s[k / 16][k % 16] = x[i];
    RIGHT(__syncthreads();)
    y[i] = s[k % 8][k / 8];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// dynamic: missing barrier: d[
extern "C" __global__ void dynamic(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    extern __shared__ float d[];
    d[k] = x[i];
    RIGHT(__syncthreads();)
    y[i] = d[127 - k];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// half_warp: missing barrier: s[
extern "C" __global__ void half_warp(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    WRONG(__syncwarp(k % 32 < 16 ? 0x0000ffffu : 0xffff0000u);)
    RIGHT(__syncwarp();)
    y[i] = s[k ^ 16];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// vector_race: missing barrier: s[
extern "C" __global__ void vector_race(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float4 s[32];
    ((float *)s)[k] = x[i];
    RIGHT(__syncthreads();)
    y[i] = s[k / 4].x + s[(k / 4 + 1) % 32].w;  // here
    (void)k, (void)x, (void)y, (void)t;
}

// unset: undefined read: s[
extern "C" __global__ void unset(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    WRONG(if (k < 100) s[k] = x[i];)
    RIGHT(s[k] = x[i];)
    __syncthreads();
    y[i] = s[k];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// never_set: undefined read: s[
extern "C" __global__ void never_set(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    RIGHT(s[k] = 1.0f;)
    y[i] = x[i] * s[k];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// added_to_out: undefined read: y[
extern "C" __global__ void added_to_out(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    WRONG(y[i] += x[i];)  // here
    RIGHT(y[i] = x[i];)
    (void)k, (void)x, (void)y, (void)t;
}

// atomic_on_out: undefined read: y[
extern "C" __global__ void atomic_on_out(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    RIGHT(y[i] = 0.0f;)
    atomicAdd(&y[i], x[i]);  // here
    (void)k, (void)x, (void)y, (void)t;
}

// unset_dynamic: undefined read: d[
extern "C" __global__ void unset_dynamic(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    extern __shared__ float d[];
    WRONG(if (k > 0) d[k] = x[i];)
    RIGHT(d[k] = x[i];)
    __syncthreads();
    y[i] = d[k];  // here
    (void)k, (void)x, (void)y, (void)t;
}

// half_vector: undefined read: s[
extern "C" __global__ void half_vector(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float2 s[128];
    RIGHT(s[k].y = 0.0f;)
    s[k].x = x[i];
    y[i] = s[k].x + s[k].y;  // here
    (void)k, (void)x, (void)y, (void)t;
}

// one_further: out of bounds: x
extern "C" __global__ void one_further(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    WRONG(y[i] = x[i + 1];)  // here
    RIGHT(y[i] = i < 255 ? x[i + 1] : 0.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// one_before: out of bounds: x
extern "C" __global__ void one_before(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    WRONG(y[i] = x[i - 1];)  // here
    RIGHT(y[i] = i > 0 ? x[i - 1] : 0.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// write_further: out of bounds: y
extern "C" __global__ void write_further(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    WRONG(y[i + 1] = x[i], y[0] = 0.0f;)  // here
    RIGHT(y[i] = x[i];)
    (void)k, (void)x, (void)y, (void)t;
}

// twice_as_far: out of bounds: x
extern "C" __global__ void twice_as_far(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    WRONG(y[i] = x[2 * i];)  // here
    RIGHT(y[i] = x[2 * i % 256];)
    (void)k, (void)x, (void)y, (void)t;
}

// dynamic_further: out of bounds: d[
extern "C" __global__ void dynamic_further(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    extern __shared__ float d[];
    WRONG(d[k + 1] = x[i];)  // here
    RIGHT(d[k] = x[i];)
    __syncthreads();
    y[i] = d[127];
    (void)k, (void)x, (void)y, (void)t;
}

// array_further: out of bounds: 'float [128]'
extern "C" __global__ void array_further(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    __shared__ float s[128];
    s[k] = x[i];
    __syncthreads();
    WRONG(y[i] = s[k + 1];)  // here
    RIGHT(y[i] = k < 127 ? s[k + 1] : 0.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// totals_further: out of bounds: t
extern "C" __global__ void totals_further(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(if (i == 0) t[16] = 1.0f;)  // here
    RIGHT(if (i == 0) t[15] = 1.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// write_to_input: write to in: x[
extern "C" __global__ void write_to_input(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    y[i] = x[i];
    WRONG(if (i == 7) ((float *)x)[i] = 0.0f;)  // here
    RIGHT(if (i == 7) y[i] = 0.0f;)
    (void)k, (void)x, (void)y, (void)t;
}

// every_other: unwritten out: y[
extern "C" __global__ void every_other(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    WRONG(if (i % 2) y[i] = x[i];)
    RIGHT(y[i] = x[i];)
    (void)k, (void)x, (void)y, (void)t;
}

// last_missing: unwritten out: y[
extern "C" __global__ void last_missing(const float *x, float *y, float *t)
{
    const int k = threadIdx.x, i = blockIdx.x * 128 + k;

    WRONG(if (i < 255) y[i] = x[i];)
    RIGHT(y[i] = x[i];)
    (void)k, (void)x, (void)y, (void)t;
}
