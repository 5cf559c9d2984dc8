/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The frame of the vibration controller, and its report. Products are joined with sums by fmaf() alone, which rounds
 * once everywhere, and every sum has a fixed order; so the results are the same on every device, and those of the
 * reference in single precision, bit by bit. */
#include "control_kernels.h"

#define WARP 32
#define WARPS (CHANNELS / WARP)

static_assert(CHANNELS % WARP == 0, "channels are whole warps");
static_assert(WARP % LANES == 0 && CHANNELS % LANES == 0, "a row of the matrix lies in one warp");

/* Reads the sensors once and looks at them: one that is not a number, or beyond `trip`, is a fault. A fault stays until
 * a frame without one that has `clear` set. */
extern "C" __global__ void take(const float *sensors, float trip, unsigned clear, watch *watched,
                                float *samples)
{
    __shared__ unsigned masks[WARPS];
    const unsigned thread = threadIdx.x;
    const float sample = sensors[thread];
    const unsigned mask = __ballot_sync(0xffffffffu, !(fabsf(sample) <= trip));

    samples[thread] = sample;
    if (thread % WARP == 0) {
        masks[thread / WARP] = mask;
    }
    __syncthreads();
    if (thread == 0) {
        const unsigned before = clear == 0 ? watched->fault : 0;
        unsigned bad = 0;
        unsigned sensor = before != 0 ? watched->sensor : 0;

        for (unsigned warp = 0; warp < WARPS; ++warp) {
            if (masks[warp] != 0 && bad == 0) {
                bad = 1;
                sensor = before != 0 ? sensor : warp * WARP + (unsigned)__ffs((int)masks[warp]) - 1;
            }
        }
        watched->fault = before | bad;
        watched->bad = bad;
        watched->sensor = sensor;
        watched->frame += 1;
    }
}

/* The sections of a channel, one after the other, as transposed direct form II. A frame with a bad sensor leaves the
 * memory of all filters as it was. */
extern "C" __global__ void filter(const watch *watched, const float *samples, const float *sections, float *memory,
                                  float *filtered)
{
    const unsigned thread = threadIdx.x;
    float x = samples[thread];

    if (watched->bad != 0) {
        filtered[thread] = 0.0f;
        return;
    }
    for (unsigned section = 0; section < SECTIONS; ++section) {
        const float *terms = sections + section * TERMS * CHANNELS + thread;
        float *kept = memory + section * 2 * CHANNELS + thread;
        const float y = fmaf(terms[0], x, kept[0]);

        kept[0] = fmaf(terms[CHANNELS], x, fmaf(terms[3 * CHANNELS], y, kept[CHANNELS]));
        kept[CHANNELS] = fmaf(terms[2 * CHANNELS], x, terms[4 * CHANNELS] * y);
        x = y;
    }
    filtered[thread] = x;
}

/* wanted = gains * filtered. Each of the LANES threads of a row adds every LANES-th product, then they add their sums
 * by halves. */
extern "C" __global__ void mix(const float *gains, const float *filtered, float *wanted)
{
    const unsigned row = threadIdx.x / LANES;
    const unsigned lane = threadIdx.x % LANES;
    float sum = 0.0f;

    for (unsigned column = lane; column < CHANNELS; column += LANES) {
        sum = fmaf(gains[row * CHANNELS + column], filtered[column], sum);
    }
    for (unsigned half = LANES / 2; half > 0; half /= 2) {
        sum += __shfl_down_sync(0xffffffffu, sum, half);
    }
    if (lane == 0) {
        wanted[row] = sum;
    }
}

/* Limits the forces, or keeps those of the last frame without a fault, and counts for the report. */
extern "C" __global__ void drive(const watch *watched, const float *samples, const float *wanted, float limit,
                                 float *held, tally *tallies, float *forces, watch *status)
{
    const unsigned thread = threadIdx.x;
    const float force = wanted[thread];
    float given = fmaxf(fminf(force, limit), -limit);

    if (watched->fault != 0) {
        given = held[thread];
    } else {
        held[thread] = given;
    }
    forces[thread] = given;
    if (watched->bad == 0) {
        const float sample = samples[thread];
        tally *mine = tallies + thread;

        mine->squares = fmaf(sample, sample, mine->squares);
        mine->peak = fmaxf(mine->peak, fabsf(sample));
        mine->effort = fmaf(given, given, mine->effort);
        mine->limited += fabsf(force) > limit ? 1u : 0u;
    }
    if (thread == 0) {
        *status = *watched;
    }
}

/* Hands out what was counted since the last report, and begins anew. */
extern "C" __global__ void summarize(unsigned *counted, const watch *watched, tally *tallies, tally *report,
                                     unsigned *frames)
{
    const unsigned thread = threadIdx.x;
    tally mine = tallies[thread];

    report[thread] = mine;
    mine.squares = 0.0f;
    mine.peak = 0.0f;
    mine.effort = 0.0f;
    mine.limited = 0;
    tallies[thread] = mine;
    if (thread == 0) {
        *frames = watched->frame - *counted;
        *counted = watched->frame;
    }
}
