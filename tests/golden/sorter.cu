/* SPDX-License-Identifier: MIT */
#include "sorter_kernels.h"

extern "C" __global__ void rank(const unsigned *keys, unsigned short *order, unsigned n)
{
    unsigned before = 0;

    for (unsigned i = 0; i < n; i++)
        before += keys[i] < keys[threadIdx.x] || (keys[i] == keys[threadIdx.x] && i < threadIdx.x);
    order[threadIdx.x] = (unsigned short)before;
}
