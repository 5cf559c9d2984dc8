// SPDX-License-Identifier: MIT
#include "sized_kernels.h"

extern "C" __global__ void choose(const unsigned *wanted, unsigned *blocks)
{
    *blocks = wanted[0] + wanted[1];
}

extern "C" __global__ void pick(const unsigned *picked, const unsigned *pass, unsigned *left, unsigned *blocks)
{
    *blocks = picked[*pass];
    --*left;
}

// Blocks also show how many they are.
extern "C" __global__ void mark(unsigned *y, unsigned value)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    y[i] = y[i] * 3 + value + gridDim.x;
}

extern "C" __global__ void spread(unsigned *z, unsigned gain)
{
    const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    const unsigned i = row * MOST * B + blockIdx.x * blockDim.x + threadIdx.x;

    z[i] = z[i] * gain + gridDim.x + gridDim.y;
}
