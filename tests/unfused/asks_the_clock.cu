// SPDX-License-Identifier: MIT
// why: it reads %clock64, which is another one in the launch
// block: 64
// grid: 4
extern "C" __global__ void k(const float *in, float *out)
{
    out[64 * blockIdx.x + threadIdx.x] = in[clock64() % 256];
}
