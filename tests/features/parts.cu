/* SPDX-License-Identifier: MIT */
#include "parts_kernels.h"

extern "C" __global__ void double_it(const float *x, float *o)
{
    o[threadIdx.x] = 2.0f * x[threadIdx.x];
}

extern "C" __global__ void lookup(const unsigned *index, const unsigned *none, float *o, unsigned n)
{
    o[threadIdx.x] = none != 0 ? (float)(index[threadIdx.x] % n) : -1.0f;
}

extern "C" __global__ void bits(const unsigned *x, unsigned *o, unsigned *spare)
{
    const int i = (int)threadIdx.x;

    spare[i] = x[i];
    if (i % 2)
        o[i] = spare[i] ^ 1u;
}
