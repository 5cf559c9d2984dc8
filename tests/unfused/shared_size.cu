// SPDX-License-Identifier: MIT
// why: it reads %dynamic_smem_size, which is not known here
extern "C" __global__ void k(const float *in, float *out)
{
    unsigned size;

    asm volatile("mov.u32 %0, %%dynamic_smem_size;" : "=r"(size));
    out[threadIdx.x] = in[size % 256];
}
