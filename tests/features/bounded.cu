/* SPDX-License-Identifier: MIT */
#include "bounded_kernels.h"

extern "C" __global__ void work(const unsigned *stuck, const float *x, float *total, float *y)
{
    const unsigned i = threadIdx.x;

    while (stuck[0] == NEVER) {
        __nanosleep(1000);
    }
    total[i] += x[i];
    y[i] = total[i];
}
