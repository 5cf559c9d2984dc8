/* SPDX-License-Identifier: MIT */
#include "many_kernels.h"

extern "C" __global__ void busy(const unsigned *x, unsigned *y, unsigned read)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned v = x[i % read];

    for (unsigned k = 0; k < 32; k++) {
        v = (v * 5) ^ k;
    }
    y[i] = v;
}
