// SPDX-License-Identifier: MIT
// why: it has warp operations, and the 48 threads of its block are not whole warps of the launch
// block: 48
extern "C" __global__ void k(const float *in, float *out)
{
    const unsigned t = threadIdx.x;

    out[t] = in[t] + __shfl_xor_sync(__activemask(), in[t], 1);
}
