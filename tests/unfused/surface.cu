// SPDX-License-Identifier: MIT
// why: it uses surfaces
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned long long surface = (unsigned long long)in;

    asm volatile("sust.b.1d.b32.trap [%0, {%1}], {%2};" ::"l"(surface), "r"(4 * (int)threadIdx.x), "r"(0) : "memory");
    out[threadIdx.x] = 0.0f;
}
