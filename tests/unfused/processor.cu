// SPDX-License-Identifier: MIT
// why: it reads %smid, which is another one in the launch
// block: 64
// grid: 4
extern "C" __global__ void k(const float *in, float *out)
{
    unsigned processor;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(processor));
    out[64 * blockIdx.x + threadIdx.x] = in[processor % 256];
}
