// SPDX-License-Identifier: MIT
// why: the number of a barrier is computed
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float s[256];
    const unsigned t = threadIdx.x;

    s[t] = in[t];
    asm volatile("bar.sync %0, 64;" ::"r"(1 + t / 64) : "memory");
    out[t] = s[t ^ 1];
}
