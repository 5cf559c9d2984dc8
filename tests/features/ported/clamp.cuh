/* SPDX-License-Identifier: MIT */
#pragma once

/* The attribute in both spellings: headers of the host have the first. */
__attribute__((__noinline__)) __host__ __device__ static bool is_inside(int i, int n)
{
    return i >= 0 && i < n;
}

__noinline__ __host__ __device__ static int nearest(int i, int n)
{
    return i < 0 ? 0 : n - 1;
}

__host__ __device__ inline int clamp_to(int i, int n)
{
    return is_inside(i, n) ? i : nearest(i, n);
}
