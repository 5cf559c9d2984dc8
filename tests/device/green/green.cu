/* SPDX-License-Identifier: MIT */
#include <cooperative_groups.h>

#include "green_kernels.h"

namespace cg = cooperative_groups;

extern "C" __global__ void total(const unsigned *x, unsigned *sums, unsigned *y)
{
    __shared__ unsigned values[BLOCK];
    unsigned sum = 0;

    values[threadIdx.x] = x[blockIdx.x * BLOCK + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 0; i < BLOCK; ++i) {
            sum += values[i];
        }
        sums[blockIdx.x] = sum;
    }
    cg::this_grid().sync();
    if (threadIdx.x == 0) {
        sum = 0;
        for (unsigned block = 0; block < BLOCKS; ++block) {
            sum += sums[block];
        }
        y[blockIdx.x] = sum;
    }
}
