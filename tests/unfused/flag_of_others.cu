// SPDX-License-Identifier: MIT
// why: some threads may leave before a barrier
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned t = threadIdx.x;

    if (*(const volatile float *)in != 0.0f)
        return;
    out[t] = in[t];
    __syncthreads();
    out[t] += in[t ^ 1];
}
