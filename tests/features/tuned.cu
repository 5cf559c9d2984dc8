/* SPDX-License-Identifier: MIT */
#include "tuned_kernels.h"

extern "C" __global__ void scale(const float *x, const float *gain, float *y, unsigned n)
{
    extern __shared__ float factors[];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    factors[threadIdx.x] = *gain;
    if (i < n)
        y[i] = x[i] * factors[threadIdx.x];
}

/* y has ROWS rows of COLS numbers; a block of three axes has its z behind its y. */
extern "C" __global__ void turn(const float *y, float *turned)
{
    const unsigned column = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned z = threadIdx.z; z < blockDim.z; z += blockDim.z) {
        const unsigned row = blockIdx.y * blockDim.y + threadIdx.y;

        if (z == 0 && column < COLS && row < ROWS)
            turned[column * ROWS + row] = y[row * COLS + column];
    }
}

extern "C" __global__ void total(const float *y, float *sum)
{
    extern __shared__ float partial[];
    float own = 0.0f;

    for (unsigned i = threadIdx.x; i < N; i += blockDim.x)
        own += y[i];
    partial[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        float all = *sum;

        for (unsigned i = 0; i < blockDim.x; i++)
            all += partial[i];
        *sum = all;
    }
}

/* Two passes in all. */
extern "C" __global__ void lift(float *y, unsigned *passes, unsigned *more)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N)
        y[i] += 1.0f;
    if (i == 0) {
        *passes += 1;
        *more = *passes < 2 ? 1u : 0u;
    }
}
