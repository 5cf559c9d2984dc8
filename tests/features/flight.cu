/* SPDX-License-Identifier: MIT */
#include "flight_kernels.h"

extern "C" __global__ void ramp(float *t)
{
    t[threadIdx.x] = (float)threadIdx.x;
}

/* y counts up in the state by what this replay was given. */
extern "C" __global__ void add(const float *x, const float *t, const float *table, const float *gain, float offset,
                               float *sum, float *y, unsigned n)
{
    unsigned i = threadIdx.x;

    if (i < n) {
        sum[i] += x[i] * gain[0] + offset;
        y[i] = sum[i] + t[i] + table[i];
    }
}

extern "C" __global__ void judge(const float *x, cudaGraphConditionalHandle late)
{
    cudaGraphSetConditional(late, x[0] < 0.0f);
}

extern "C" __global__ void turn(float *y)
{
    y[threadIdx.x] = -y[threadIdx.x];
}

extern "C" __global__ void count_up(unsigned *many, unsigned blocks)
{
    for (unsigned i = blockIdx.x * N + threadIdx.x; i < MANY; i += blocks * N)
        many[i]++;
}
