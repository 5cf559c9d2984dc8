// SPDX-License-Identifier: MIT
// why: 16 blocks side by side with 1 barrier each need more than 15 numbers
// block: 64
// grid: 16
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float s[64];
    const unsigned t = threadIdx.x, i = (blockIdx.x * 64 + t) % 256;

    s[t] = in[i];
    __syncthreads();
    out[i] = s[63 - t];
}
