/* SPDX-License-Identifier: MIT */
#include "effects_kernels.h"

static_assert((BLOCK & (BLOCK - 1)) == 0, "a block is halved again and again");

/* A partition of the response and as many zeros. */
extern "C" __global__ void pad(const float *taps, float *padded)
{
    const unsigned tap = blockIdx.x * BLOCK + threadIdx.x;

    padded[blockIdx.x * SIZE + threadIdx.x] = threadIdx.x < BLOCK && tap < TAPS ? taps[tap] : 0.0f;
}

/* The block before and this one. */
extern "C" __global__ void join(const float *x, float *before, float *both)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    const float now = x[i];

    both[blockIdx.x * SIZE + threadIdx.x] = before[i];
    both[blockIdx.x * SIZE + BLOCK + threadIdx.x] = now;
    before[i] = now;
}

/* The new spectrum goes into the ring and is multiplied with the first partition's, the one before it with the second
 * one's, and so on. */
extern "C" __global__ void convolve(const float2 *spectrum, const float2 *response, const unsigned *newest,
                                    float2 *line, float2 *mixed)
{
    const unsigned bin = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned channel = blockIdx.y;
    const unsigned first = *newest;
    float2 sum = {0.0f, 0.0f};

    if (bin >= BINS) {
        return;
    }
    line[(first * CHANNELS + channel) * BINS + bin] = spectrum[channel * BINS + bin];
    for (unsigned part = 0; part < PARTITIONS; part++) {
        const unsigned slot = (first + PARTITIONS - part) % PARTITIONS;
        const float2 x = line[(slot * CHANNELS + channel) * BINS + bin];
        const float2 h = response[part * BINS + bin];

        sum.x += x.x * h.x - x.y * h.y;
        sum.y += x.x * h.y + x.y * h.x;
    }
    mixed[channel * BINS + bin] = sum;
}

/* Of a circular convolution the second half is the one that counts. The limiter's gain goes in a straight line from what
 * it was to what the block's peak allows. */
extern "C" __global__ void limit(const float *wide, const float *gain, const float *ceiling, unsigned *newest,
                                 float *level, float *y)
{
    __shared__ float peaks[BLOCK];
    const float most = *ceiling;
    const float sample = wide[blockIdx.x * SIZE + BLOCK + threadIdx.x] * (*gain / (float)SIZE);
    const float from = level[blockIdx.x];
    float to, out;

    peaks[threadIdx.x] = fabsf(sample);
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            peaks[threadIdx.x] = fmaxf(peaks[threadIdx.x], peaks[threadIdx.x + half]);
        }
        __syncthreads();
    }
    to = peaks[0] > most ? most / peaks[0] : 1.0f;
    out = sample * (from + (to - from) * ((float)(threadIdx.x + 1) / (float)BLOCK));
    y[blockIdx.x * BLOCK + threadIdx.x] = fminf(fmaxf(out, -most), most);
    if (threadIdx.x == 0) {
        level[blockIdx.x] = to;
        if (blockIdx.x == 0) {
            *newest = (*newest + 1) % PARTITIONS;
        }
    }
}
