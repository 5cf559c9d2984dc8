/* SPDX-License-Identifier: MIT */
#include "copying_kernels.h"

extern "C" __global__ void mirror(const double *x, const unsigned char *k, short *io, double *y, short *some)
{
    const int i = (int)threadIdx.x;

    if (i < N) {
        y[i] = x[N - 1 - i] * k[i % 3];
        io[i] = (short)(io[i] + 1);
        some[i] = (short)(some[i] + 5);
    }
}
