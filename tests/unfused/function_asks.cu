// SPDX-License-Identifier: MIT
// why: its function 'mine' reads %tid.x
__device__ __noinline__ float mine(const float *x)
{
    return x[threadIdx.x] / x[threadIdx.x ^ 1];
}

extern "C" __global__ void k(const float *in, float *out)
{
    out[threadIdx.x] = mine(in);
}
