// SPDX-License-Identifier: MIT
// why: some threads may leave before a warp operation
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned t = threadIdx.x;

    if (in[t] < 0.0f)
        return;
    out[t] = __shfl_xor_sync(__activemask(), in[t], 1);
}
