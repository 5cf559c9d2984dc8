// SPDX-License-Identifier: MIT
// why: it reads %cluster_ctarank, of a cluster
extern "C" __global__ void k(const float *in, float *out)
{
    unsigned rank;

    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    out[threadIdx.x] = in[rank];
}
