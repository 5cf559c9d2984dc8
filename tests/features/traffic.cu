/* SPDX-License-Identifier: MIT */
#include "traffic_kernels.h"

/* The generator's own kernels stand before a source, which may give these names to whatever it likes. */
#define vg_copy "a macro"
#define vg_end "another"

extern "C" __global__ void accumulate(const float *x, const float *table, float *sum, float *y, float *all,
                                      float *mix, float *held, float *tail)
{
    const int i = (int)threadIdx.x;

    sum[i] += x[i];
    y[i] = x[i] * table[i];
    all[i] = sum[i];
    mix[i] = 2.0f * mix[i] + 1.0f;
    held[i] += 1.0f;
    tail[i] += mix[i];
}
