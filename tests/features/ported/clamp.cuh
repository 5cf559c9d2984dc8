/* SPDX-License-Identifier: MIT */
#pragma once

__host__ __device__ inline int clamp_to(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}
