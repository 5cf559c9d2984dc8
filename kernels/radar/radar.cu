/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The radar with an FFT of its own. Samples are read once and results of the range FFT are written once, already
 * turned by the corner: for each range bin the pulses of all channels lie side by side, so that the block that takes
 * a range bin reads a stretch, and keeps all but the power of its cells to itself.
 *
 * The FFT (Stockham's) of N points has N / POINTS threads, each of which holds the points t, t + N / POINTS, …
 * before and after each pass of radix 8 (the last pass: whatever is left, 2 or 4). Between passes the points cross
 * through shared memory, where one place in nine is left free, so that the banks are met in turn. */
#include "radar_kernels.h"

#include "cfar.cuh"

static_assert(POINTS == 8, "the passes have radix 8");
static_assert(PULSES % ROWS == 0, "each block of range_fft has as many pulses");
static_assert(PULSES / POINTS <= WARP, "a Doppler FFT stays in one warp");
static_assert((RANGES & (RANGES - 1)) == 0 && (PULSES & (PULSES - 1)) == 0, "the passes have radix 8, 4 and 2");
static_assert(RANGES >= 16 && RANGES <= 512 && PULSES >= 16 && PULSES <= 512, "there are two or three passes");

/* The room that an FFT of n points crosses in, and the place of a point there. */
#define ROOM(n) ((n) + (n) / 8)
#define PLACE(i) ((i) + (i) / 8)

static __device__ inline float2 plus(float2 a, float2 b)
{
    return make_float2(a.x + b.x, a.y + b.y);
}

static __device__ inline float2 minus(float2 a, float2 b)
{
    return make_float2(a.x - b.x, a.y - b.y);
}

static __device__ inline float2 times(float2 a, float2 b)
{
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

/* -i a */
static __device__ inline float2 turn(float2 a)
{
    return make_float2(a.y, -a.x);
}

/* ---- the discrete Fourier transform of LEGS values that are S apart ---- */

template <int LEGS, int S> struct dft;

template <int S> struct dft<2, S> {
    static __device__ inline void run(float2 *v)
    {
        const float2 a = v[0];

        v[0] = plus(a, v[S]);
        v[S] = minus(a, v[S]);
    }
};

template <int S> struct dft<4, S> {
    static __device__ inline void run(float2 *v)
    {
        const float2 a = plus(v[0], v[2 * S]);
        const float2 b = minus(v[0], v[2 * S]);
        const float2 c = plus(v[S], v[3 * S]);
        const float2 d = turn(minus(v[S], v[3 * S]));

        v[0] = plus(a, c);
        v[S] = plus(b, d);
        v[2 * S] = minus(a, c);
        v[3 * S] = minus(b, d);
    }
};

template <> struct dft<8, 1> {
    static __device__ inline void run(float2 *v)
    {
        const float half = 0.70710678118654752f;
        float2 even[4] = {v[0], v[2], v[4], v[6]};
        float2 odd[4] = {v[1], v[3], v[5], v[7]};

        dft<4, 1>::run(even);
        dft<4, 1>::run(odd);
        odd[1] = make_float2(half * (odd[1].x + odd[1].y), half * (odd[1].y - odd[1].x));
        odd[2] = turn(odd[2]);
        odd[3] = make_float2(half * (odd[3].y - odd[3].x), -half * (odd[3].x + odd[3].y));
#pragma unroll
        for (int k = 0; k < 4; ++k) {
            v[k] = plus(even[k], odd[k]);
            v[k + 4] = minus(even[k], odd[k]);
        }
    }
};

/* ---- the passes ---- */

/* Meetings of those threads that share an FFT: those of the whole block, or of a warp. */
struct block_meets {
    static __device__ inline void now()
    {
        __syncthreads();
    }
};

struct warp_meets {
    static __device__ inline void now()
    {
        __syncwarp();
    }
};

/* exp(-2 pi i k / n) */
static __device__ inline float2 root(int k, int n)
{
    float2 w;

    sincospif(-2.0f * (float)k / (float)n, &w.y, &w.x);
    return w;
}

/* The numbers by which the points are turned before the passes: one root of unity for each pass but the first, from
 * which the others follow by products. */
template <int N> struct turns {
    float2 second, third;
};

template <int N> static __device__ inline turns<N> make_turns(int t)
{
    turns<N> w;

    w.second = root(t % 8, N < 64 ? N : 64);
    w.third = root(t % 64, N);
    return w;
}

/* Turns the points before a pass of radix LEGS < 8, which is the last one: point j of each leg by an eighth of a turn
 * more than point j - 1 of the first one. */
template <int LEGS, int S> static __device__ inline void turn_last(float2 *v, float2 w)
{
    const float half = 0.70710678118654752f;
    const float2 eighths[4] = {make_float2(1.0f, 0.0f), make_float2(half, -half), make_float2(0.0f, -1.0f),
                               make_float2(-half, -half)};

#pragma unroll
    for (int j = 0; j < S; ++j) {
        const float2 first = times(w, eighths[j]);
        float2 power = first;

#pragma unroll
        for (int leg = 1; leg < LEGS; ++leg) {
            v[j + leg * S] = times(v[j + leg * S], power);
            power = times(power, first);
        }
    }
}

static __device__ inline void turn_eight(float2 v[POINTS], float2 w)
{
    const float2 w2 = times(w, w);
    const float2 w3 = times(w2, w);
    const float2 w4 = times(w2, w2);

    v[1] = times(v[1], w);
    v[2] = times(v[2], w2);
    v[3] = times(v[3], w3);
    v[4] = times(v[4], w4);
    v[5] = times(v[5], times(w4, w));
    v[6] = times(v[6], times(w4, w2));
    v[7] = times(v[7], times(w4, w3));
}

/* What is left of an FFT of N points after passes whose radices have the product P; t is the thread's number in it.
 * Places in its room are APART. */
template <int N, int P, int APART, typename meets>
static __device__ inline void passes(float2 v[POINTS], int t, const turns<N> &w, float2 *room)
{
    constexpr int T = N / POINTS;
    constexpr int LEGS = N / P < POINTS ? N / P : POINTS;
    constexpr int S = POINTS / LEGS;

    if constexpr (P > 1 && LEGS == 8) {
        turn_eight(v, P == 8 ? w.second : w.third);
    } else if constexpr (P > 1) {
        turn_last<LEGS, S>(v, P == 8 ? w.second : w.third);
    }
#pragma unroll
    for (int j = 0; j < S; ++j) {
        dft<LEGS, S>::run(v + j);
    }
    if constexpr (P * LEGS < N) {
        if constexpr (P > 1) {
            meets::now(); /* the pass before may still be read */
        }
#pragma unroll
        for (int j = 0; j < S; ++j) {
            const int i = t + j * T;

#pragma unroll
            for (int leg = 0; leg < LEGS; ++leg) {
                room[APART * PLACE(i / P * P * LEGS + i % P + leg * P)] = v[j + leg * S];
            }
        }
        meets::now();
#pragma unroll
        for (int k = 0; k < POINTS; ++k) {
            v[k] = room[APART * PLACE(t + k * T)];
        }
        passes<N, P * LEGS, APART, meets>(v, t, w, room);
    }
}

/* ---- the kernels of a frame ---- */

/* ROWS pulses of a channel: window and FFT. Threads beside one another have the same points of different pulses, so
 * that what they write, turned by the corner, lies side by side. */
extern "C" __global__ void __launch_bounds__(ROWS *RANGES / POINTS)
    range_fft(const float2 *echo, const float *range_window, const float *pulse_window, float2 *turned)
{
    constexpr int T = RANGES / POINTS;
    __shared__ float2 room[ROWS * ROOM(RANGES)];
    const int row = (int)threadIdx.x % ROWS;
    const int t = (int)threadIdx.x / ROWS;
    const int pulse = (int)blockIdx.x * ROWS + row;
    const int channel = (int)blockIdx.y;
    const float2 *samples = echo + (size_t)(channel * PULSES + pulse) * RANGES;
    const float weight = pulse_window[pulse];
    float2 v[POINTS];

    let_the_next_begin();
#pragma unroll
    for (int k = 0; k < POINTS; ++k) {
        v[k] = samples[t + k * T];
    }
#pragma unroll
    for (int k = 0; k < POINTS; ++k) {
        const float w = weight * range_window[t + k * T];

        v[k] = make_float2(w * v[k].x, w * v[k].y);
    }
    passes<RANGES, 1, ROWS, block_meets>(v, t, make_turns<RANGES>(t), room + row);
#pragma unroll
    for (int k = 0; k < POINTS; ++k) {
        turned[(size_t)((t + k * T) * CHANNELS + channel) * PULSES + pulse] = v[k];
    }
}

/* One range bin: an FFT over the pulses of each channel, and the sum of the channels' powers, in their order. */
extern "C" __global__ void __launch_bounds__(CHANNELS *PULSES / POINTS) doppler_fft(const float2 *turned, float *power)
{
    constexpr int T = PULSES / POINTS;
    __shared__ float2 room[CHANNELS * ROOM(PULSES)];
    __shared__ float powers[CHANNELS][PULSES];
    const int thread = (int)threadIdx.x;
    const int t = thread % T;
    const int channel = thread / T;
    const float2 *pulses = turned + ((size_t)blockIdx.x * CHANNELS + channel) * PULSES;
    const turns<PULSES> w = make_turns<PULSES>(t);
    float2 v[POINTS];

    let_the_next_begin();
    wait_for_those_before();
#pragma unroll
    for (int k = 0; k < POINTS; ++k) {
        v[k] = pulses[t + k * T];
    }
    passes<PULSES, 1, 1, warp_meets>(v, t, w, room + channel * ROOM(PULSES));
#pragma unroll
    for (int k = 0; k < POINTS; ++k) {
        powers[channel][t + k * T] = v[k].x * v[k].x + v[k].y * v[k].y;
    }
    __syncthreads();
    for (int doppler = thread; doppler < PULSES; doppler += (int)blockDim.x) {
        float sum = 0.0f;

#pragma unroll
        for (int c = 0; c < CHANNELS; ++c) {
            sum += powers[c][doppler];
        }
        power[blockIdx.x * PULSES + doppler] = sum;
    }
}
