/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The FIR and the level meter of the equalizer. Both run one thread a sample, in blocks of whole warps that divide a
 * frame: BLOCK threads, or as many as measured times chose. */
#include "equalizer_kernels.h"

#define WARP 32

static_assert(FRAME % BLOCK == 0, "a frame is a whole number of blocks");
static_assert(BLOCK % WARP == 0, "a block is a whole number of warps");
static_assert(FRAME >= TAPS - 1, "the history comes from one frame");

/* y[i] = gain * (taps[0] x[i] + taps[1] x[i - 1] + …), where what lies before x[0] is in hist, oldest first. */
extern "C" __global__ void fir(const float *x, const float *hist, const float *taps, const float *gain, float *y)
{
    /* The samples that this block reads: its own and the TAPS - 1 before them. */
    extern __shared__ float window[];
    __shared__ float tap[TAPS];
    const int threads = (int)blockDim.x;
    const int first = (int)blockIdx.x * threads;
    const int thread = (int)threadIdx.x;
    float sum = 0.0f;

    for (int i = thread; i < TAPS - 1 + threads; i += threads) {
        const int at = first + i - (TAPS - 1);

        window[i] = at < 0 ? hist[at + TAPS - 1] : x[at];
    }
    for (int i = thread; i < TAPS; i += threads) {
        tap[i] = taps[i];
    }
    __syncthreads();
    for (int k = 0; k < TAPS; ++k) {
        sum += tap[k] * window[thread + TAPS - 1 - k];
    }
    y[first + thread] = *gain * sum;
}

/* Adds the squares of a frame to *energy and raises *peak to its largest magnitude; both start at 0.
 * Blocks finish in any order, so they meet in integers, where order does not matter: the sum in steps of 1/ENERGY_ONE,
 * the peak as the bits of a float that is not negative, which sort as its value does. A sum that has no room (or is not
 * a number) counts as the most that has, instead of wrapping round. */
extern "C" __global__ void meter(const float *samples, unsigned long long *energy, float *peak)
{
    __shared__ float sums[FRAME / WARP];
    __shared__ float peaks[FRAME / WARP];
    const int thread = (int)threadIdx.x;
    const int warps = (int)blockDim.x / WARP;
    const float most = 0.99f * 18446744073709551616.0f / (float)ENERGY_ONE / (float)gridDim.x;
    const float sample = samples[blockIdx.x * blockDim.x + threadIdx.x];
    float sum = sample * sample;
    float largest = fabsf(sample);

    for (int distance = WARP / 2; distance > 0; distance /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, distance);
        largest = fmaxf(largest, __shfl_down_sync(0xffffffffu, largest, distance));
    }
    if (thread % WARP == 0) {
        sums[thread / WARP] = sum;
        peaks[thread / WARP] = largest;
    }
    __syncthreads();
    if (thread == 0) {
        for (int warp = 1; warp < warps; ++warp) {
            sum += sums[warp];
            largest = fmaxf(largest, peaks[warp]);
        }
        atomicAdd(energy, (unsigned long long)(fminf(sum, most) * (float)ENERGY_ONE));
        atomicMax(reinterpret_cast<unsigned *>(peak), __float_as_uint(largest));
    }
}
