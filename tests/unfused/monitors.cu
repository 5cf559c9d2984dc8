// SPDX-License-Identifier: MIT
// why: it triggers performance monitors
extern "C" __global__ void k(const float *in, float *out)
{
    asm volatile("pmevent 1;");
    out[threadIdx.x] = in[threadIdx.x];
}
