/* SPDX-License-Identifier: MIT */
/* Kernels in namespaces, instances of templates, structs, what kernels do to memory, and all that is in the way. */
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdio>

namespace imaging {
namespace detail {
struct plane {
    float scale = 1;
    int size[2];
    __host__ __device__ float of(int i) const { return scale * size[i]; }
};
enum class mode { A, B };
}

template <typename T, int N>
__global__ void conv(const T *x, T *y, unsigned n)
{
    if (n > N)
        y[threadIdx.x] = x[threadIdx.x];
}
template <typename T, bool flag_, unsigned U, typename V>
__global__ void multi(const T *x, V *y, detail::plane q)
{
    *y = *x + V(q.of(0)) + U + flag_;
}
template <typename... A>
__global__ void pack(A... a)
{
}
template <detail::mode M>
__global__ void moded(int *y)
{
    *y = (int)M;
}
template <typename T>
__global__ void pointers(T a, const T *b)
{
}
template <typename T>
__global__ void nowhere(T a)
{
}
namespace {
__global__ void hidden(float *a)
{
    a[0] = 1;
    atomicAdd(a + 1, 2.f);
}
}
extern "C" __global__ void linked(const float *__restrict__ a, float *b, float *c, float *d, float *e)
{
    extern __shared__ float rows[];
    rows[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    b[threadIdx.x] = rows[threadIdx.x ^ 1];
    c[threadIdx.x] += d[threadIdx.x];
    if (threadIdx.x == 0)
        printf("%p\n", (void *)e);
}
}

__device__ float seen[4];
__device__ const float table[2] = {1, 2};
static __device__ float helper(float x)
{
    float y = x;
#ifndef VGSIM
    asm("add.f32 %0, %1, %1;" : "=f"(y) : "f"(x));
#endif
    return y;
}

static __global__ void local(double *a)
{
    *a = helper(seen[1]) + table[1];
}
__global__ void plain(imaging::detail::plane *a)
{
    a->scale = 2;
}

void host(cudaStream_t stream)
{
    float *p;
    cudaMalloc(&p, 4);
    cudaMemcpyAsync(p, p, 4, cudaMemcpyDeviceToDevice, stream);
    cudaMemcpyToSymbol(seen, p, 4);
    imaging::conv<float, 4><<<1, 2, 0, stream>>>(p, p, 3);
    imaging::conv<__half, 8><<<1, 2>>>(nullptr, nullptr, 3);
    imaging::multi<float, true, 7u, double><<<1, 1>>>(nullptr, nullptr, imaging::detail::plane{});
    imaging::pack<int, float, float *, const float *><<<1, 1>>>(1, 2, nullptr, nullptr);
    imaging::moded<imaging::detail::mode::B><<<1, 1>>>(nullptr);
    imaging::pointers<imaging::detail::plane *><<<1, 1>>>(nullptr, nullptr);
    imaging::hidden<<<1, 1>>>(nullptr);
    local<<<1, 1>>>(nullptr);
    plain<<<1, 1>>>(nullptr);
}
