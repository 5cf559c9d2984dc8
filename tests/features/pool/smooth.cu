/* SPDX-License-Identifier: MIT */
#include "smooth_kernels.h"

extern "C" __global__ void blur(const float *x, const float *taps, const float *level, float *y)
{
    const int i = (int)threadIdx.x;

    if (i < N)
        y[i] = *level * (taps[0] * x[i > 0 ? i - 1 : 0] + taps[1] * x[i] + taps[2] * x[i < N - 1 ? i + 1 : i]);
}
