/* SPDX-License-Identifier: MIT */
static __device__ __noinline__ float *room(int n)
{
    return new float[n];
}
extern "C" __global__ void scale(const float *x, float *y, int n)
{
    float *t = room(n);
    if (t != nullptr) {
        t[n - 1] = x[threadIdx.x];
        y[threadIdx.x] = t[n - 1];
        delete[] t;
    }
}
