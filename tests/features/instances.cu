// SPDX-License-Identifier: MIT
// Kernels as people write them: in namespaces, as templates of which one program uses several instances, without
// extern "C", static, and in namespaces without a name, one of them outside of all others.
namespace imaging {

template <typename T, int N> __device__ T sum_around(const T *x, int i, int count)
{
    T sum = T(0);
    for (int k = i - N; k <= i + N; k++) {
        sum += k >= 0 && k < count ? x[k] : T(0);
    }
    return sum;
}

template <typename T, int N> __global__ void conv(const T *x, T *y, int count)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (i < count) {
        y[i] = sum_around<T, N>(x, i, count);
    }
}

namespace {
// Only reads what the spec calls inout.
__global__ void total(const float *y, const int *z, float *result)
{
    float sum = 0.0f;

    for (int i = 0; i < COUNT; i++) {
        sum += y[i] + (float)z[i];
    }
    *result = sum;
}
} // namespace

} // namespace imaging

static __global__ void twice(float *y)
{
    y[blockIdx.x * blockDim.x + threadIdx.x] *= 2.0f;
}

__global__ void negate(int *z)
{
    z[blockIdx.x * blockDim.x + threadIdx.x] *= -1;
}

namespace {
__global__ void add_one(int *z)
{
    z[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
} // namespace
