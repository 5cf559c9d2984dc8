// SPDX-License-Identifier: MIT
// why: it has a fence between ways to memory (fence.proxy)
extern "C" __global__ void k(const float *in, float *out)
{
    out[threadIdx.x] = in[threadIdx.x];
    asm volatile("fence.proxy.async;" ::: "memory");
}
