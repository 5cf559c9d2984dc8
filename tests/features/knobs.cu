/* SPDX-License-Identifier: MIT */
#include "knobs_kernels.h"

extern "C" __global__ void shape(const float *x, const float *level, float offset, double wide, float2 tint, limits cut,
                                 float *y, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        float v = x[i] * *level + offset + (float)wide + (i % 2 ? tint.y : tint.x) + (float)cut.steps;
        y[i] = v < cut.lowest ? cut.lowest : v > cut.highest ? cut.highest : v;
    }
}

extern "C" __global__ void total(const float *y, float *sum, unsigned n)
{
    extern __shared__ float parts[];
    float part = 0.0f;

    for (unsigned i = threadIdx.x; i < n; i += blockDim.x)
        part += y[i];
    parts[threadIdx.x] = part;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (unsigned i = 1; i < blockDim.x; i++)
            part += parts[i];
        *sum = part;
    }
}
