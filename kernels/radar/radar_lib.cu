/* SPDX-License-Identifier: 0BSD */
/* The radar around the FFTs of a library: what comes before them and behind them. Samples lie by pulse, channel and
 * time here, so that one call transforms the pulses of all channels and range bins. */
#include "radar_lib_kernels.h"

#include "cfar.cuh"

static_assert(RANGES % (EACH * 32) == 0 && CHANNELS * PULSES * RANGES % (EACH * 256) == 0, "blocks of weigh are full");
static_assert(RANGES % 32 == 0 && PULSES % ROWS == 0, "blocks of add_powers are full");

/* Both windows. All samples of a thread are on their way before it waits for the first, because they may come over
 * the bus. */
extern "C" __global__ void weigh(const float2 *echo, const float *range_window, const float *pulse_window,
                                 float2 *samples)
{
    const int first = (int)(blockIdx.x * EACH * blockDim.x + threadIdx.x);
    float2 v[EACH];

#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        v[k] = echo[first + k * (int)blockDim.x];
    }
#pragma unroll
    for (int k = 0; k < EACH; ++k) {
        const int at = first + k * (int)blockDim.x;
        const int range = at % RANGES;
        const int pulse = at / RANGES % PULSES;
        const int channel = at / RANGES / PULSES;
        const float weight = pulse_window[pulse] * range_window[range];

        samples[(pulse * CHANNELS + channel) * RANGES + range] = make_float2(weight * v[k].x, weight * v[k].y);
    }
}

/* The sum of the channels' powers, in their order, for 32 range bins and ROWS Doppler bins; written by range bin. */
extern "C" __global__ void add_powers(const float2 *samples, float *power)
{
    __shared__ float sums[ROWS][33];
    const int range = (int)(blockIdx.x * 32 + threadIdx.x);
    const int doppler = (int)(blockIdx.y * ROWS + threadIdx.y);
    const int thread = (int)(threadIdx.y * 32 + threadIdx.x);
    float2 v[CHANNELS];
    float sum = 0.0f;

    let_the_next_begin();
    wait_for_those_before();
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c) {
        v[c] = samples[(doppler * CHANNELS + c) * RANGES + range];
    }
#pragma unroll
    for (int c = 0; c < CHANNELS; ++c) {
        sum += v[c].x * v[c].x + v[c].y * v[c].y;
    }
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    power[((int)blockIdx.x * 32 + thread / ROWS) * PULSES + (int)blockIdx.y * ROWS + thread % ROWS] =
        sums[thread % ROWS][thread / ROWS];
}
