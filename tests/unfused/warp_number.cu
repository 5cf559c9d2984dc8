// SPDX-License-Identifier: MIT
// why: it reads %warpid, which is another one in the launch
// block: 64
// grid: 4
extern "C" __global__ void k(const float *in, float *out)
{
    unsigned warp;

    asm volatile("mov.u32 %0, %%warpid;" : "=r"(warp));
    out[64 * blockIdx.x + threadIdx.x] = in[warp % 256];
}
