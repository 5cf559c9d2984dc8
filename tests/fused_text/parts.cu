// SPDX-License-Identifier: 0BSD
// Kernels of the texts in this folder: nvcc -arch=compute_90 -ptx parts.cu
#include <cuda_runtime.h>

__constant__ float table[4] = {1.0f, 2.0f, 3.0f, 4.0f};

extern "C" __global__ void step(const float *__restrict__ x, float *__restrict__ y, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= n)
        return;
    y[i] = x[i] * 0.5f + 1.0f;
}

extern "C" __global__ void sum(const float *x, float *y)
{
    __shared__ float s[64];
    unsigned t = threadIdx.x;

    s[t] = x[blockIdx.x * 64 + t];
    for (unsigned k = 32; k > 0; k /= 2) {
        __syncthreads();
        if (t < k)
            s[t] += s[t + k];
    }
    __syncthreads();
    y[blockIdx.x * 64 + t] = s[0] + (float)t;
}

extern "C" __global__ void tile(const float *x, float *y)
{
    unsigned i = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned block = blockIdx.y * gridDim.x + blockIdx.x;

    y[block * blockDim.x * blockDim.y + i] = x[threadIdx.x * blockDim.y + threadIdx.y] + (float)blockIdx.y;
}

extern "C" __global__ void turn(const float *x, float *y)
{
    extern __shared__ float d[];
    unsigned t = threadIdx.x;

    d[t] = x[t];
    __syncthreads();
    y[t] = d[(t + 1) % blockDim.x];
}

extern "C" __global__ void more(const float *x, cudaGraphConditionalHandle go)
{
    if (threadIdx.x == 0)
        cudaGraphSetConditional(go, x[1] < 100.0f);
}

static __device__ __noinline__ float weigh(float x, unsigned i)
{
    return x * table[i % 4];
}

extern "C" __global__ void weight(const float *x, float *y)
{
    y[threadIdx.x] = weigh(x[threadIdx.x], threadIdx.x);
}

extern "C" __global__ void guarded(const unsigned *flag, const float *x, float *y)
{
    __shared__ float s[64];

    if (*flag == 0)
        return;
    s[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    y[threadIdx.x] = s[63 - threadIdx.x];
}

extern "C" __global__ void finish(unsigned *word)
{
    __threadfence_system();
    *static_cast<volatile unsigned *>(word) = 1;
}
