/* SPDX-License-Identifier: MIT */
#include "swap_kernels.h"

extern "C" __global__ void mix(const unsigned *a, unsigned *b, unsigned k)
{
    b[threadIdx.x] = a[threadIdx.x] * 3 + threadIdx.x + k;
}

extern "C" __global__ void mix_left(unsigned *left, const unsigned *a, unsigned *b)
{
    const unsigned now = *left;

    b[threadIdx.x] = a[threadIdx.x] * 3 + threadIdx.x + now;
    __syncthreads();
    if (threadIdx.x == 0) {
        *left = now - 1;
    }
}

extern "C" __global__ void mix_idle(const unsigned *left, const unsigned *a, unsigned *b)
{
    if (*left != 0) {
        b[threadIdx.x] = a[threadIdx.x] * 3 + threadIdx.x + *left;
    }
}

extern "C" __global__ void drop_idle(unsigned *left)
{
    if (*left != 0) {
        --*left;
    }
}

extern "C" __global__ void two(const unsigned *a, unsigned *b, const unsigned *c, unsigned *d)
{
    b[threadIdx.x] = a[threadIdx.x] + c[threadIdx.x];
    d[threadIdx.x] = a[threadIdx.x] * 2 + threadIdx.x;
}
