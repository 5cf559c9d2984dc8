/* SPDX-License-Identifier: MIT */
/* Kernels for the tests of the CPU device: one for each construct, one for each planted fault, and correct ones that
 * must raise no alarm. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define THREADS 128

/* ---- constructs: each writes what it found to out ---- */

extern "C" __global__ void k_index(unsigned *out)
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[block * (blockDim.x * blockDim.y * blockDim.z) + thread] = block * 1000 + thread;
}

namespace instances {
template <typename T, int N> __global__ void k_filled(T *out)
{
    out[threadIdx.x] = T(N + (int)threadIdx.x);
}
} // namespace instances

struct mixed {
    char c;
    double d;
    short s;
};

extern "C" __global__ void k_params(signed char a, bool b, short c, int d, long long e, float f, double g, mixed h,
                                    __half i, float4 j, double *out)
{
    double values[] = {(double)a, (double)b,   (double)c, (double)d,   (double)e,        f,
                       g,         (double)h.c, h.d,       (double)h.s, (double)(float)i, (double)j.x + (double)j.w};
    for (int n = 0; n < 12; n++) {
        out[n] = values[n];
    }
}

extern "C" __global__ void k_static_shared(const int *in, int *out)
{
    __shared__ int tile[THREADS];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[THREADS - 1 - threadIdx.x];
}

extern "C" __global__ void k_dynamic_shared(const int *in, int *out)
{
    extern __shared__ int words[];
    extern __shared__ __align__(16) unsigned char bytes[];
    words[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x] + bytes[4 * threadIdx.x];
}

extern "C" __global__ void k_shared_fresh(unsigned *out)
{
    __shared__ unsigned word;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = word; /* undefined on a GPU, 0xA5A5A5A5 here */
        word = 7;
    }
}

extern "C" __global__ void k_barriers(int *out)
{
    int count = __syncthreads_count(threadIdx.x % 3 == 0);
    int all = __syncthreads_and(threadIdx.x < THREADS), not_all = __syncthreads_and(threadIdx.x != 5);
    int any = __syncthreads_or(threadIdx.x == 5), none = __syncthreads_or(threadIdx.x == THREADS);
    if (threadIdx.x == 7) {
        out[0] = count;
        out[1] = all;
        out[2] = not_all;
        out[3] = any;
        out[4] = none;
    }
}

extern "C" __global__ void k_shuffles(int *out)
{
    const unsigned full = 0xffffffffu;
    int lane = (int)threadIdx.x & 31, v = 100 + lane;
    int *row = out + 8 * threadIdx.x;
    row[0] = __shfl_sync(full, v, 3);
    row[1] = __shfl_up_sync(full, v, 2);
    row[2] = __shfl_down_sync(full, v, 2);
    row[3] = __shfl_xor_sync(full, v, 5);
    row[4] = __shfl_sync(full, v, 1, 8);
    row[5] = __shfl_down_sync(full, v, 3, 8);
    row[6] = (int)__shfl_xor_sync(full, (double)v, 1);
    if (lane < 16) {
        row[7] = __shfl_sync(0xffffu, v, 15);
    } else {
        row[7] = __shfl_sync(0xffff0000u, v, 31);
    }
}

extern "C" __global__ void k_votes(unsigned *out)
{
    const unsigned full = 0xffffffffu;
    int equal;
    unsigned lane = threadIdx.x & 31;
    unsigned ballot = __ballot_sync(full, lane % 2);
    unsigned any = (unsigned)__any_sync(full, lane == 9), all = (unsigned)__all_sync(full, lane != 9);
    unsigned match = __match_any_sync(full, lane / 8), all_match = __match_all_sync(full, 42, &equal);
    unsigned sum = __reduce_add_sync(full, lane), active = 0;
    int most = __reduce_max_sync(full, (int)lane - 40);
    if (lane >= 24) {
        active = __activemask();
    }
    __syncwarp();
    if (threadIdx.x == 30) {
        out[0] = ballot;
        out[1] = any;
        out[2] = all;
        out[3] = match;
        out[4] = all_match;
        out[5] = (unsigned)equal;
        out[6] = sum;
        out[7] = (unsigned)most;
        out[8] = active;
    }
}

extern "C" __global__ void k_atomics(int *i, unsigned *u, unsigned long long *l, float *f, double *d)
{
    int t = (int)threadIdx.x;
    atomicAdd(&i[0], t);
    atomicSub(&i[1], 1);
    atomicMin(&i[2], -t);
    atomicMax(&i[3], t);
    atomicAnd(&u[0], ~(1u << (t & 31)));
    atomicOr(&u[1], 1u << (t & 31));
    atomicXor(&u[2], (unsigned)t);
    atomicInc(&u[3], 4);
    atomicDec(&u[4], 4);
    if (t == 3) {
        u[5] = atomicExch(&u[6], 77u);
    }
    for (unsigned long long seen = l[1], next; (next = atomicCAS(&l[1], seen, seen + 2)) != seen;) {
        seen = next;
    }
    atomicAdd(&l[0], 1ull << 33);
    atomicMax(&l[2], (unsigned long long)t);
    atomicAdd(f, 0.5f);
    atomicAdd(d, 0.25);
}

extern "C" __global__ void k_bits(unsigned *out)
{
    out[0] = (unsigned)__popc(0xf0f0u);
    out[1] = (unsigned)__popcll(0xf0000000000000f1ull);
    out[2] = (unsigned)__clz(1);
    out[3] = (unsigned)__clz(0);
    out[4] = (unsigned)__clzll(1);
    out[5] = (unsigned)__ffs(8);
    out[6] = (unsigned)__ffs(0);
    out[7] = (unsigned)__ffsll(1ll << 40);
    out[8] = __brev(1u);
    out[9] = __byte_perm(0x33221100u, 0x77665544u, 0x7410u);
    out[10] = __funnelshift_l(0x80000001u, 0x2u, 4);
    out[11] = __funnelshift_r(0x10u, 0x3u, 4);
    out[12] = __umulhi(0x80000000u, 6u);
    out[13] = (unsigned)__mulhi(-2, 0x40000000);
    out[14] = (unsigned)min(3, 5u);
    out[15] = (unsigned)max(-3, 2);
    out[16] = (unsigned)__dp4a(0x01020304, 0x01010101, 5);
    out[17] = __usad(3u, 9u, 1u);
    out[18] = (unsigned)(__umul64hi(1ull << 63, 6) == 3);
    out[19] = (unsigned)(__brevll(1) == 1ull << 63);
}

extern "C" __global__ void k_math(float *out)
{
    float sine, cosine;
    sincosf(1.0f, &sine, &cosine);
    out[0] = sine;
    out[1] = cosine;
    out[2] = rsqrtf(4.0f);
    out[3] = __expf(1.0f);
    out[4] = __logf(2.718281828f);
    out[5] = __powf(2.0f, 10.0f);
    out[6] = __fdividef(1.0f, 4.0f);
    out[7] = __saturatef(1.5f);
    out[8] = fminf(1.0f, 2.0f) + max(1.0f, 3.0f);
    out[9] = __int_as_float(__float_as_int(1.25f));
    out[10] = (float)__float2int_rn(2.5f);
    out[11] = (float)__float2int_rz(-2.9f);
    out[12] = (float)__float2int_ru(2.1f);
    out[13] = (float)__float2uint_rz(-1.0f);
    out[14] = (float)__double2int_rz(1e30);
    out[15] = (float)__double2ll_rz(-1e30);
    out[16] = __fmaf_rn(2.0f, 3.0f, 4.0f);
    out[17] = cospif(1.0f);
    out[18] = (float)__hiloint2double(__double2hiint(1.5), __double2loint(1.5));
    out[19] = norm3df(2.0f, 3.0f, 6.0f);
}

extern "C" __global__ void k_half(unsigned short *out)
{
    __half a = __float2half(1.5f), b = __float2half_rn(0.1f);
    __half2 p = __floats2half2_rn(1.0f, 2.0f), q = __half2half2(a);
    __nv_bfloat16 c = __float2bfloat16(1.0f + 1.0f / 256), d = __float2bfloat16(3.1415927f);
    out[0] = __half_as_ushort(a);
    out[1] = __half_as_ushort(b);
    out[2] = __half_as_ushort(a + b);
    out[3] = __half_as_ushort(__hmul(a, a));
    out[4] = __half_as_ushort(__float2half(65520.0f));
    out[5] = __half_as_ushort(__float2half(65519.0f));
    out[6] = __half_as_ushort(__float2half(6.0e-8f));
    out[7] = __half_as_ushort(__float2half(-0.0f));
    out[8] = __half_as_ushort(__high2half(__hfma2(p, q, p)));
    out[9] = (unsigned short)(__hlt(b, a) && a > b);
    out[10] = __bfloat16_as_ushort(c);
    out[11] = __bfloat16_as_ushort(d);
    out[12] = __bfloat16_as_ushort(c * d);
    out[13] = (unsigned short)(__bfloat162float(d) == 3.140625f);
    out[14] = __half_as_ushort(__float2half(2049.0f));
    out[15] = __half_as_ushort(__float2half(1.0f / 0.0f));
}

extern "C" __global__ void k_groups(int *out)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    __shared__ int sums[THREADS / 8];
    int sum = (int)block.thread_rank();
    for (unsigned offset = tile.size() / 2; offset > 0; offset /= 2) {
        sum += tile.shfl_down(sum, offset);
    }
    if (tile.thread_rank() == 0) {
        sums[tile.meta_group_rank()] = sum;
    }
    block.sync();
    out[block.thread_rank()] = sums[tile.meta_group_rank()];
    out[THREADS + block.thread_rank()] = cg::reduce(tile, (int)block.thread_rank(), cg::greater<int>());
    if (block.thread_rank() % 2 == 1) {
        cg::coalesced_group odd = cg::coalesced_threads();
        out[2 * THREADS + block.thread_rank()] = (int)(odd.size() * 100 + odd.thread_rank());
    }
}

extern "C" __global__ void k_clock(int *out)
{
    long long before = clock64();
    out[0] = clock64() > before;
}

/* A ticket hands the last block the final sum: order matters inside, not in the result. */
extern "C" __global__ void k_last_block(const int *in, int *partial, unsigned *ticket, int *out)
{
    __shared__ bool last;
    __shared__ int sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        int total = 0;
        for (unsigned b = 0; b < gridDim.x; b++) {
            total += partial[b];
        }
        *out = total;
    }
}

extern "C" __global__ void k_spin(int *lock, int *counter)
{
    while (atomicCAS(lock, 0, 1) != 0) {
        __nanosleep(10);
    }
    *counter = *counter + 1;
    __threadfence();
    atomicExch(lock, 0);
}

/* ---- correct kernels over a, b, c: no alarm ---- */

extern "C" __global__ void good_tree(const float *a, float *b)
{
    __shared__ float d[THREADS];
    d[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) {
            d[threadIdx.x] += d[threadIdx.x + s];
        }
        __syncthreads();
    }
    b[threadIdx.x] = d[0];
}

extern "C" __global__ void good_float_atomics(const float *a, float *b)
{
    __shared__ float sum;
    if (threadIdx.x == 0) {
        sum = 0.0f;
    }
    __syncthreads();
    atomicAdd(&sum, a[threadIdx.x] * 1.0e-3f + 1.0f / (float)(threadIdx.x + 1));
    __syncthreads();
    b[threadIdx.x] = sum;
}

/* The places in b depend on the order of the atomics: legal, and different from run to run. */
extern "C" __global__ void good_compact(const int *a, int *b, unsigned *c)
{
    __shared__ unsigned count;
    if (threadIdx.x == 0) {
        count = 0;
    }
    b[threadIdx.x] = -1;
    __syncthreads();
    if (a[threadIdx.x] % 3 == 0) {
        b[atomicAdd(&count, 1u)] = a[threadIdx.x];
    }
    __syncthreads();
    if (threadIdx.x < THREADS) {
        c[threadIdx.x] = count;
    }
}

extern "C" __global__ void good_warps(const float *a, float *b)
{
    __shared__ float parts[THREADS / 32];
    float v = a[threadIdx.x];
    for (int o = 16; o > 0; o /= 2) {
        v += __shfl_down_sync(0xffffffffu, v, o);
    }
    if (threadIdx.x % 32 == 0) {
        parts[threadIdx.x / 32] = v;
    }
    __syncthreads();
    v = parts[0];
    for (unsigned w = 1; w < THREADS / 32; w++) {
        v += parts[w];
    }
    b[threadIdx.x] = v;
}

extern "C" __global__ void good_inout(float *a, const float *b, float *scratch)
{
    scratch[threadIdx.x] = b[threadIdx.x];
    a[threadIdx.x] += scratch[threadIdx.x];
}

extern "C" __global__ void good_two_blocks(const float *a, float *b)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = 2.0f * a[i];
}

/* ---- the steps of one lane ---- */

extern "C" __global__ void lane_scale(const float *x, const float *gain, float *t)
{
    t[threadIdx.x] = x[threadIdx.x] * gain[threadIdx.x];
}

extern "C" __global__ void lane_add(const float *t, const float *x, float *y, float offset)
{
    y[threadIdx.x] = t[threadIdx.x] + x[threadIdx.x] + offset;
}

/* ---- planted faults over a, b, c ---- */

extern "C" __global__ void bad_past_slice(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x == 0) {
        b[THREADS] = 1.0f;
    }
}

extern "C" __global__ void bad_write_in(float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x == 9) {
        a[9] = 5.0f;
    }
}

extern "C" __global__ void bad_unwritten(const float *a, float *b)
{
    if (threadIdx.x != 17) {
        b[threadIdx.x] = a[threadIdx.x];
    }
}

extern "C" __global__ void bad_tree(const float *a, float *b)
{
    __shared__ float d[THREADS];
    d[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (threadIdx.x < s) {
            d[threadIdx.x] += d[threadIdx.x + s];
        }
        /* no barrier */
    }
    __syncthreads();
    b[threadIdx.x] = d[0];
}

extern "C" __global__ void bad_exchange(const float *a, float *b)
{
    __shared__ float d[THREADS];
    d[threadIdx.x] = a[threadIdx.x];
    /* no barrier */
    b[threadIdx.x] = d[threadIdx.x ^ 1];
}

/* Missing only at the end of the loop: what the next pass writes overtakes slow readers. */
extern "C" __global__ void bad_reuse(const float *a, float *b)
{
    __shared__ float d[THREADS];
    float sum = 0.0f;
    for (int pass = 0; pass < 3; pass++) {
        d[threadIdx.x] = a[threadIdx.x] + (float)pass;
        __syncthreads();
        sum += d[(threadIdx.x + 1) % THREADS];
        /* no barrier */
    }
    b[threadIdx.x] = sum;
}

/* The block's sum by atomics, read too early. */
extern "C" __global__ void bad_atomic_sum(const int *a, int *b)
{
    __shared__ int sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    atomicAdd(&sum, a[threadIdx.x]);
    /* no barrier */
    b[threadIdx.x] = sum;
}

extern "C" __global__ void bad_divergent(const float *a, float *b)
{
    if (threadIdx.x < 64) {
        __syncthreads();
        b[threadIdx.x] = a[threadIdx.x];
    } else {
        b[threadIdx.x] = a[threadIdx.x];
        __syncthreads();
    }
}

extern "C" __global__ void bad_exited(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x < 100) {
        __syncthreads();
    }
}

extern "C" __global__ void bad_warp_and_block(const float *a, float *b)
{
    b[threadIdx.x] = a[threadIdx.x];
    if (threadIdx.x < 16) {
        __syncwarp();
    } else {
        __syncthreads();
    }
}

extern "C" __global__ void bad_undefined(const float *a, float *b, const float *c)
{
    b[threadIdx.x] = a[threadIdx.x] + c[threadIdx.x];
}

extern "C" __global__ void bad_uninitialised(const float *a, float *b)
{
    __shared__ float d[THREADS];
    if (threadIdx.x > 0) {
        d[threadIdx.x] = a[threadIdx.x];
    }
    __syncthreads();
    b[threadIdx.x] = d[threadIdx.x];
}

extern "C" __global__ void bad_blocks(const float *a, float *b, float *c)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i];
    b[i] = c[2 * THREADS - 1 - i];
}

extern "C" __global__ void bad_bounds(float *b, long long index)
{
    b[index + threadIdx.x] = 1.0f;
}

extern "C" __global__ void bad_dynamic(float *b)
{
    extern __shared__ int words[];
    words[threadIdx.x] = (int)threadIdx.x;
    __syncthreads();
    b[threadIdx.x] = (float)words[threadIdx.x];
}

extern "C" __global__ void bad_divide(int *b, int by)
{
    b[threadIdx.x] = 10 / by;
}

extern "C" __global__ void bad_assert(float *b)
{
    assert(threadIdx.x != 3);
    b[threadIdx.x] = 0.0f;
}

/* ---- on mapped pinned memory: y = 2 x, and a word behind them ---- */

#define MAPPED 128

extern "C" __global__ void good_mapped(const float *x, float *y)
{
    y[threadIdx.x] = 2.0f * x[threadIdx.x];
}

extern "C" __global__ void good_lent(const float *x, float *y)
{
    y[threadIdx.x] = 2.0f * x[threadIdx.x];
}

/* May read both, and does not. */
extern "C" __global__ void lent_idle(const float *x, const float *y)
{
    (void)x;
    (void)y;
}

/* The word is real, whatever a node may touch: a host may be looking at it. */
extern "C" __global__ void good_mapped_word(const float *x, float *y)
{
    y[threadIdx.x] = x[2 * MAPPED];
}

extern "C" __global__ void bad_mapped_past(const float *x, float *y)
{
    y[threadIdx.x] = 2.0f * x[threadIdx.x];
    if (threadIdx.x == 0) {
        y[MAPPED] = 1.0f;
    }
}

extern "C" __global__ void bad_mapped_between(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x] + x[MAPPED * 2 + 1];
}

extern "C" __global__ void bad_mapped_in(const float *x, float *y)
{
    y[threadIdx.x] = 2.0f * x[threadIdx.x];
    const_cast<float *>(x)[threadIdx.x] = 0.0f;
}

extern "C" __global__ void bad_mapped_unwritten(const float *x, float *y)
{
    if (threadIdx.x) {
        y[threadIdx.x] = 2.0f * x[threadIdx.x];
    }
}

extern "C" __global__ void bad_mapped_bounds(const float *x, float *y)
{
    y[threadIdx.x] = 2.0f * x[threadIdx.x + 4096];
}

#include "../../../kernels/builtin/copy.cu"
