// SPDX-License-Identifier: MIT
// why: not all threads may reach a barrier
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float s[256];
    const unsigned t = threadIdx.x;

    s[t] = in[t];
    if (t < 128) {
        __syncthreads();
        s[t] += 1.0f;
    }
    out[t] = s[t] + in[t ^ 1];
}
