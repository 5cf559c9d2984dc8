// SPDX-License-Identifier: MIT
// why: it multiplies by groups of warps (wgmma)
// target: sm_90a
extern "C" __global__ void k(const float *in, float *out)
{
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    out[threadIdx.x] = in[threadIdx.x];
}
