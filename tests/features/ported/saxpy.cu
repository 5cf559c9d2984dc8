/* SPDX-License-Identifier: MIT */
#include <cuda_runtime.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "clamp.cuh"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        const cudaError_t code = (call);                                                                               \
        if (code != cudaSuccess) {                                                                                     \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(code));                         \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

/* ---- on the device ---- */

__constant__ float weights[3] = {0.25f, 0.5f, 0.25f};

extern "C" __global__ void __launch_bounds__(128) saxpy(float a, const float *x, float *y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;

    assert(n > 0);
    if (i < n)
        y[i] = a * x[i] + y[i];
}

extern "C" __global__ void smooth(const float *y, float *out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0.0f;

    for (int k = -1; k <= 1; k++)
        sum += weights[k + 1] * y[clamp_to(i + k, n)];
    if (i < n)
        out[i] = sum;
}

/* ---- on the host ---- */

template <typename T> class device_buffer
{
  public:
    explicit device_buffer(size_t count) : count_(count), data_{nullptr}
    {
        CHECK(cudaMalloc(&data_, count * sizeof(T)));
    }
    ~device_buffer()
    {
        cudaFree(data_);
    }
    device_buffer(const device_buffer &) = delete;
    void put(const std::vector<T> &from, cudaStream_t stream)
    {
        CHECK(cudaMemcpyAsync(data_, from.data(), count_ * sizeof(T), cudaMemcpyHostToDevice, stream));
    }
    T *get() const { return data_; }
    size_t size() const { return count_; }

  private:
    size_t count_;
    T *data_;
};

static std::vector<float> make_input(int n)
{
    std::vector<float> values(n);

    for (int i = 0; i < n; i++)
        values[i] = (float)std::rand() / (float)RAND_MAX;
    std::sort(values.begin(), values.end());
    return values;
}

static float run(const std::vector<float> &x, cudaStream_t stream)
{
    const int n = (int)x.size();
    const char *text = R"(launched as saxpy<<<1, 128>>> by hand: {)";
    device_buffer<float> dx(x.size()), dy(x.size());
    std::vector<float> y(x.size());

    dx.put(x, stream);
    dy.put(x, stream);
    saxpy<<<(n + 127) / 128, 128, 0, stream>>>(2.0f, dx.get(), dy.get(), n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(y.data(), dy.get(), y.size() * sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    std::cout << text << '\n';
    return *std::max_element(y.begin(), y.end());
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? std::stoi(argv[1]) : 1'000;
    cudaStream_t stream;

    CHECK(cudaStreamCreate(&stream));
    printf("%s: %g\n", std::string(argv[0]).c_str(), (double)run(make_input(n), stream));
    CHECK(cudaStreamDestroy(stream));
    return 0;
}
