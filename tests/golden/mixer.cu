/* SPDX-License-Identifier: MIT */
#include "mixer_kernels.h"

#include <cuda_fp16.h>

extern "C" __global__ void mix(const float2 *x, cell *cells, const float4 *table, float3 tint, cell first, float2 *y,
                               unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    cells[i].level += first.level * tint.x;
    y[i].x = x[i].x * table[0].x + cells[i].level;
    y[i].y = x[i].y * table[1].y;
}

extern "C" __global__ void gray(const float *v, __half2 *o, const cell *where, cell pick)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N)
        o[i] = __floats2half2_rn(v[i], where->level + pick.level);
}
