/* SPDX-License-Identifier: MIT */
#include "mailbox_kernels.h"

extern "C" __global__ void scale(const float *x, float gain, float *t)
{
    t[threadIdx.x] = x[threadIdx.x] * gain;
}

extern "C" __global__ void shift(const float *t, const float *bias, float *u)
{
    u[threadIdx.x] = t[threadIdx.x] + *bias;
}

extern "C" __global__ void clip(const float *most, float *u)
{
    if (u[threadIdx.x] > *most) {
        u[threadIdx.x] = *most;
    }
}

/* Another thread's element, through shared memory, and another block's. */
extern "C" __global__ void turn(const float *u, float *v, unsigned n)
{
    __shared__ float part[32];
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    part[threadIdx.x] = u[i];
    __syncthreads();
    v[n - 1 - i] = part[(threadIdx.x + 1) % blockDim.x];
}

extern "C" __global__ void add(const float *v, float *sum, float *y)
{
    sum[threadIdx.x] += v[threadIdx.x];
    y[threadIdx.x] = sum[threadIdx.x];
}

extern "C" __global__ void letters(const unsigned char *a, unsigned char stride, unsigned char *b, unsigned n)
{
    if (threadIdx.x < n) {
        b[threadIdx.x] = static_cast<unsigned char>(a[threadIdx.x] + stride);
    }
}

extern "C" __global__ void take(const unsigned *from, unsigned *left)
{
    *left = *from;
}

/* One pass: the number of those before it goes into every sum, and one less is left. */
extern "C" __global__ void pass(const unsigned *n, unsigned *left, unsigned *total)
{
    total[threadIdx.x] += *n * 3 + threadIdx.x + 1;
    if (threadIdx.x == 0) {
        --*left;
    }
}

extern "C" __global__ void tell(const float *sum, float *out)
{
    out[threadIdx.x] = sum[threadIdx.x];
}

/* Runs for as long as it is asked to, which no compiler may shorten. */
extern "C" __global__ void linger(unsigned long long turns, unsigned long long *done)
{
    volatile unsigned long long n = 0;

    while (n < turns) {
        n = n + 1;
    }
    *done = n;
}
