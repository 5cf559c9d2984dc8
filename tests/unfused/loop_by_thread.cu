// SPDX-License-Identifier: MIT
// why: some threads may leave before a barrier
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float s[256];
    const unsigned t = threadIdx.x;

    for (unsigned i = 0; i < 256 - t; i++) {
        s[t] = in[i];
        __syncthreads();
        out[t] = s[t ^ 1];
        __syncthreads();
    }
}
