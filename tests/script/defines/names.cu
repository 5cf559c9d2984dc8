/* SPDX-License-Identifier: MIT */
#include "names_kernels.h"
#include <cooperative_groups.h>
#ifndef VGSIM
#include <cub/cub.cuh>
#endif
#if BLOCK != 128 || WIDE < 4294967296
#error "macros are there for #if"
#endif

namespace cg = cooperative_groups;

/* Scopes of their own. */
template <int N> __device__ int add(int a)
{
    return a + N;
}

template <typename T> __device__ T doubled(T value)
{
    return value + value;
}

struct pair {
    int first, run;
};

/* References, and types that are deduced from them, in device code. */
template <typename T> __device__ const T &smaller(const T &a, const T &b)
{
    return b < a ? b : a;
}

template <typename T> __device__ __noinline__ T out_of_line(const T &a)
{
    return a + a;
}

/* Constant expressions. */
static_assert(N == 256 && NEGATIVE < 0 && BIG > 1LL << 39 && LEAST < 0 && SCALE == 0.5 && NOTHING != NOTHING && LOW < SMALL,
              "values");
static_assert(sizeof N == 4 && sizeof BIG == 8 && sizeof LEAST == 8 && sizeof SCALE == 8, "types");

__device__ int chosen(int v)
{
    switch (v) {
    case N:
        return 1;
    case count:
        return 2;
    case NEGATIVE:
        return 3;
    default:
        return 0;
    }
}

extern "C" __global__ void __launch_bounds__(N / 2) uses(const float *x, const cell *c, float *y, long long *wide)
{
    __shared__ float s[N];
    unsigned kernel = cg::this_grid().thread_rank();
    const int &r = N, *p = &NEGATIVE;
    const double &f = SCALE;
    pair both{run, T};
    int outside = out_of_line(i);
    float sum = 0, factors[2] = {SCALE, SMALL};

#pragma unroll count
    for (int i = 0; i < count; i++)
        sum += add<first>(i);
    s[threadIdx.x] = sum;
    __syncthreads();
    if (kernel >= N)
        return;
    y[kernel] = x[kernel] * f + r + *p + both.first + both.run + c->N + c->SCALE + s[threadIdx.x] + factors[0] +
                smaller(N, (int)kernel) + smaller(SCALE, 0.25) + chosen(N) + doubled(value) + outside;
    wide[kernel] = smaller(BIG, WIDE) + min(BIG, 1LL) + doubled(LEAST) + chosen(kernel) + [] { return T; }();
}
