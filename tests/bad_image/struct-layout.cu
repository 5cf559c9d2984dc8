// SPDX-License-Identifier: MIT
#include "probe_kernels.h"

struct cell { float x; unsigned short n; double more; };

extern "C" __global__ void run(const cell *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x].x;
}
