/* SPDX-License-Identifier: MIT */
#include "sharing_kernels.h"

extern "C" __global__ void spread(const unsigned *x, const unsigned *gain, unsigned *wide)
{
    for (unsigned i = threadIdx.x; i < MANY; i += N)
        wide[i] = x[i % N] * *gain + i;
}

extern "C" __global__ void gather(const unsigned *wide, const unsigned *weights, const unsigned *offset, unsigned *total,
                                  unsigned *y)
{
    const unsigned i = threadIdx.x;
    unsigned sum = offset[i];

    for (unsigned k = 0; k < MANY; k += N)
        sum += wide[k + i] * weights[k / N % 4];
    total[i] += sum;
    y[i] = total[i];
}
