/* SPDX-License-Identifier: MIT */
#include "units_kernels.h"
#include "common.h"
#define FACTOR 3
#ifdef ONLY_ONE
#error "a macro of another source is seen"
#endif
#define ONLY_ONE

struct point {
    float pad, v;
    __device__ float get() const { return v * FACTOR; }
};
template <int K> __device__ float term(float v)
{
    __shared__ float kept[1];
    kept[0] = K * 10 + FACTOR;
    return v + kept[0];
}
__device__ float helper(float v)
{
    return v + FACTOR;
}
inline __device__ float inlined(float v)
{
    return v + 10 * FACTOR;
}
static __device__ const float offset = 0.5f;
__constant__ float table[3] = {1, FACTOR, 7};
__device__ const float visible[1] = {100 * FACTOR};

extern "C" __global__ void scale(const float *x, float *y)
{
    extern __shared__ float tile[];
    unsigned i = threadIdx.x;

    tile[i] = x[i];
    __syncthreads();
    y[i] = point{0, tile[N - 1 - i]}.get() + helper(0) + inlined(0) + offset + table[1] + visible[0] + shared_by_both(i);
    if (i == 0)
        y[i] += term<1>(0);
}

extern "C" __global__ void more(float *y)
{
    extern __shared__ float other[];

    other[threadIdx.x] = y[threadIdx.x];
    y[threadIdx.x] = other[threadIdx.x] + 1;
}
