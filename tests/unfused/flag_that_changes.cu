// SPDX-License-Identifier: MIT
// why: some threads may leave before a barrier
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned t = threadIdx.x;

    /* The first thread may change the flag before the last one has read it. */
    if (out[0] != 0.0f)
        return;
    out[t] = in[t];
    __syncthreads();
    out[t] += in[t ^ 1];
}
