// SPDX-License-Identifier: MIT
// why: not all threads may reach a warp operation
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned t = threadIdx.x;
    float x = in[t];

    if (t % 32 < 16)
        x += __shfl_xor_sync(0xffffu, x, 1);
    out[t] = x * in[t ^ 1];
}
