/* SPDX-License-Identifier: MIT */
#include "kept_kernels.h"

extern "C" __global__ void scale(const float *x, const unsigned *bits, const float *gain, float offset, float *y,
                                 unsigned *seen)
{
    const int i = (int)threadIdx.x;

    if (i < N) {
        y[i] = x[i] * gain[0] + offset;
        seen[i] = bits[i];
    }
}

extern "C" __global__ void add(const float *x, const float *big, float *y)
{
    const int i = (int)threadIdx.x;

    if (i < N)
        y[i] = x[i] + big[BIG - 1 - i];
}

extern "C" __global__ void negate(float *y)
{
    const int i = (int)threadIdx.x;

    if (i < N)
        y[i] = -y[i];
}

extern "C" __global__ void walk(const float *x, float *sum, float *y)
{
    const int i = (int)threadIdx.x;

    if (i < N) {
        sum[i] += x[i];
        y[i] = 10.0f * sum[i];
    }
}
