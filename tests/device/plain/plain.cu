/* SPDX-License-Identifier: MIT */
extern "C" __global__ void scale(const float *x, float a, float *u, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        u[i] = a * x[i];
    }
}
