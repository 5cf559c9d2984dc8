/* SPDX-License-Identifier: MIT */
#include "probe_kernels.h"
extern "C" __global__ void scale(const float *x, float *y)
{
    unsigned barrier; /* where a barrier of the whole grid finds its memory */
    asm volatile("mov.u32 %0, %%envreg2;" : "=r"(barrier));
    y[threadIdx.x] = barrier != 0 ? x[threadIdx.x] : 0;
}
