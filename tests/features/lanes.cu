/* SPDX-License-Identifier: MIT */
#include "lanes_kernels.h"

extern "C" __global__ void fill_table(float *t)
{
    t[threadIdx.x] = (float)threadIdx.x;
}

extern "C" __global__ void blend(const float *x, const float *t, const float *w, const float *gain, float *seen, float *y)
{
    const int i = (int)threadIdx.x;

    seen[i] += x[i];
    y[i] = *gain * (w[0] * x[i] + w[1] * t[i]) + seen[i];
}
