/* SPDX-License-Identifier: MIT */
extern __shared__ float rows[];
static __device__ __noinline__ float turn(float x)
{
    rows[threadIdx.x] = x;
    __syncthreads();
    return rows[blockDim.x - 1 - threadIdx.x];
}
extern "C" __global__ void scale(const float *x, float *y)
{
    y[threadIdx.x] = turn(x[threadIdx.x]);
}
extern "C" __global__ void plain(const float *x, float *y)
{
    y[threadIdx.x] = x[threadIdx.x];
}
