// SPDX-License-Identifier: MIT
// why: it uses the variable 'counter', which kernels may write
__device__ unsigned counter;

extern "C" __global__ void k(const float *in, float *out)
{
    out[threadIdx.x] = in[atomicAdd(&counter, 1u) % 256];
}
