/* SPDX-License-Identifier: MIT */
#include "tally_kernels.h"

extern "C" __global__ void weigh(const float *x, const float *table, const float *gain, float bias, float *y)
{
    const unsigned i = threadIdx.x;
    float sum = bias;

    for (unsigned row = 0; row < ROWS; row++)
        sum += table[row * N + i] * x[i];
    y[i] = gain[0] * sum;
}

extern "C" __global__ void count(const float *x, unsigned *seen, unsigned *y)
{
    const unsigned i = threadIdx.x;

    seen[i] += x[i] > 0.0f;
    y[i] = seen[i];
}
