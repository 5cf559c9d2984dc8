/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
namespace imaging {
template <typename T>
__global__ void __launch_bounds__(256) fill(const T *x, T *__restrict__ y, int cols, int rows = max(1, 2), float gain = 1)
{
    y[threadIdx.x] = x[threadIdx.x] * gain * cols * rows;
}
}
/* The names of this one are others, and not crossed. */
extern "C" __global__ void move(const float *from, float *to, int rows, int count)
{
    to[threadIdx.x] = from[threadIdx.x] * rows * count;
}
#if WIDE
extern "C" __global__ void twice(const float *x, float *y, int a, int b) { y[a] = x[b]; }
#else
extern "C" __global__ void twice(const float *x, float *y, int b, int a) { y[a] = x[b]; }
#endif
