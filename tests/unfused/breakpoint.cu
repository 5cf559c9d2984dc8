// SPDX-License-Identifier: MIT
// why: it has a breakpoint
extern "C" __global__ void k(const float *in, float *out)
{
    if (in[threadIdx.x] < 0.0f)
        asm volatile("brkpt;");
    out[threadIdx.x] = in[threadIdx.x];
}
