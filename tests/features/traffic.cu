/* SPDX-License-Identifier: MIT */
#include "traffic_kernels.h"

/* The generator's own kernels stand before a source, which may give these names to whatever it likes. */
#define vg_copy "a macro"
#define vg_end "another"

extern "C" __global__ void accumulate(const float *x, const float *table, float *sum, float *y, float *all)
{
    const int i = (int)threadIdx.x;

    sum[i] += x[i];
    y[i] = x[i] * table[i];
    all[i] = sum[i];
}
