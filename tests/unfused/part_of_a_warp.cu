// SPDX-License-Identifier: MIT
// why: it has barriers, and the 100 threads of its block are not whole warps of the launch
// block: 100
extern "C" __global__ void k(const float *in, float *out)
{
    __shared__ float s[100];
    const unsigned t = threadIdx.x;

    s[t] = in[t];
    __syncthreads();
    out[t] = s[99 - t];
}
