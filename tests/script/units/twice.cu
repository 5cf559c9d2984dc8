/* SPDX-License-Identifier: MIT */
#include "units_kernels.h"
#include "common.h"
#define FACTOR 2
#ifdef ONLY_ONE
#error "a macro of another source is seen"
#endif
#define ONLY_ONE

struct point {
    float v;
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
static __device__ const float offset = 0.25f;
__constant__ float table[2] = {1, FACTOR};
__device__ const float visible[1] = {100 * FACTOR};
/* A name that the other source has for shared memory. */
__device__ const float other[1] = {0.125f};

extern "C" __global__ void scale(const float *x, float *y)
{
    extern __shared__ float tile[];
    unsigned i = threadIdx.x;

    tile[i] = x[i];
    __syncthreads();
    y[i] = point{tile[N - 1 - i]}.get() + helper(0) + inlined(0) + offset + table[1] + visible[0] + other[0];
    if (i == 0)
        y[i] += term<1>(0);
}
