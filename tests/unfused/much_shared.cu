// SPDX-License-Identifier: MIT
// why: 4 of its blocks side by side take 65536 bytes of shared memory, more than 49152
// block: 64
// grid: 4
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float s[4096];
    const unsigned t = threadIdx.x;

    for (unsigned i = t; i < 4096; i += 64)
        s[i] = in[i % 256];
    __syncthreads();
    out[64 * blockIdx.x + t] = s[4095 - t];
}
