/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
namespace imaging
{
template <typename T, int N> __global__ void conv(const T *x, T *y)
{
    y[threadIdx.x] = N * x[threadIdx.x];
}
namespace detail
{
__launch_bounds__(256) __global__ void scale(const float *x, float *y)
{
    y[threadIdx.x] = 2 * x[threadIdx.x];
}
}
__device__ void helper(const float *x, float *y)
{
    y[threadIdx.x] = 2 * x[threadIdx.x];
}
__global__ void twice(const float *x, float *y)
{
    helper(x, y);
}
__global__ void twice(const double *x, double *y)
{
    y[threadIdx.x] = 2 * x[threadIdx.x];
}
}
