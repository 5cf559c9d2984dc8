/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The radar around the FFT of a library, which transforms the samples as they come. The windows are applied to their
 * spectrum: a Hann window is 1/2 - 1/4 (exp(2 pi i n / N) + exp(-2 pi i n / N)), so a point behind it is half of the
 * point itself less a quarter of each neighbour's. That costs a look at the neighbours, where a kernel in front of
 * the FFT would read and write all samples. */
#include "radar_lib_kernels.h"

#include "cfar.cuh"

static_assert(RANGES % 32 == 0 && PULSES % ROWS == 0, "blocks of add_powers are full");
static_assert(32 * CHANNELS >= 32 * ROWS, "each sum of a block has a thread");

/* Behind a Hann window. */
static __device__ inline float2 behind_window(float2 before, float2 point, float2 after)
{
    return make_float2(0.5f * point.x - 0.25f * (before.x + after.x), 0.5f * point.y - 0.25f * (before.y + after.y));
}

/* The sum of the channels' powers, in their order, for 32 range bins and ROWS Doppler bins; a row of threads for each
 * channel. Written by range bin. */
extern "C" __global__ void add_powers(const float2 *spectrum, float *power)
{
    __shared__ float powers[CHANNELS][ROWS][33];
    const float unit = 1.0f / (0.375f * RANGES) / (0.375f * PULSES); /* the windows' energies are 1 */
    const int range = (int)(blockIdx.x * 32 + threadIdx.x);
    const int first = (int)(blockIdx.y * ROWS);
    const int thread = (int)(threadIdx.y * 32 + threadIdx.x);
    const float2 *channel = spectrum + (size_t)threadIdx.y * PULSES * RANGES;
    float2 v[ROWS + 2];

    let_the_next_begin();
    wait_for_those_before();
#pragma unroll
    for (int i = 0; i < ROWS + 2; ++i) {
        const float2 *row = channel + (size_t)((first + i + PULSES - 1) % PULSES) * RANGES;

        v[i] = behind_window(row[(range + RANGES - 1) % RANGES], row[range], row[(range + 1) % RANGES]);
    }
#pragma unroll
    for (int i = 0; i < ROWS; ++i) {
        const float2 point = behind_window(v[i], v[i + 1], v[i + 2]);

        powers[threadIdx.y][i][threadIdx.x] = unit * (point.x * point.x + point.y * point.y);
    }
    __syncthreads();
    if (thread < 32 * ROWS) {
        float sum = 0.0f;

#pragma unroll
        for (int c = 0; c < CHANNELS; ++c) {
            sum += powers[c][thread % ROWS][thread / ROWS];
        }
        power[((int)blockIdx.x * 32 + thread / ROWS) * PULSES + first + thread % ROWS] = sum;
    }
}
