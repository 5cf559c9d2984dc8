/* SPDX-License-Identifier: 0BSD */
#include "lanes_kernels.h"

/* Runs once, for all lanes. */
extern "C" __global__ void make_table(float *table, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        table[i] = (float)(i % 7 + 1);
    }
}

/* y = gain x table + offset, and sum grows by y. */
extern "C" __global__ void mix(const float *x, const float *table, const float *offset, float gain, float *sum, float *y,
                               unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        y[i] = gain * x[i] * table[i] + offset[i];
        sum[i] += y[i];
    }
}

extern "C" __global__ void twice(float *y, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        y[i] *= 2.0f;
    }
}
