// SPDX-License-Identifier: MIT
// Plane-wave ultrasound: from the samples of a probe's elements to the grey levels of an image. Written for CUDA's runtime,
// with its own host code; tests/script/port.sh takes it as it is.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/block/block_reduce.cuh>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace cg = cooperative_groups;

#define CUDA_CHECK(call)                                                                            \
    do {                                                                                            \
        cudaError_t status_ = (call);                                                               \
        if (status_ != cudaSuccess) {                                                               \
            std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                      \
                         cudaGetErrorString(status_));                                              \
            std::exit(EXIT_FAILURE);                                                                \
        }                                                                                           \
    } while (0)

namespace ultrasound {

constexpr int kTaps = 9;
constexpr int kMaxElements = 64;
constexpr int kReduceThreads = 128;

// Low pass, 0.25 of the sampling rate.
__constant__ float lowpass[kTaps] = {
    -0.0068f, 0.0000f, 0.0628f, 0.2504f, 0.3872f, 0.2504f, 0.0628f, 0.0000f, -0.0068f,
};

// Tukey window over the elements of the aperture.
__constant__ float apodization[16] = {
    0.000f, 0.146f, 0.500f, 0.854f, 1.000f, 1.000f, 1.000f, 1.000f,
    1.000f, 1.000f, 1.000f, 1.000f, 0.854f, 0.500f, 0.146f, 0.000f,
};

// What the front end was set to; goes to kernels by value.
struct probe_setup {
    int elements;
    int samples;       // of an element
    float pitch;       // metres between two elements
    float velocity;    // of sound, metres a second
    float rate;        // samples a second
    float depth;       // of the first row, metres
    float row_spacing; // metres
};

struct image_size {
    int columns;
    int rows;
};

// ---- helpers on the device ----

namespace detail {

template <typename T>
__device__ __forceinline__ T clamp(T x, T low, T high)
{
    return x < low ? low : x > high ? high : x;
}

// Two-way travel time of a plane wave to a point and back to an element.
__device__ __forceinline__ float travel_time(const probe_setup &setup, float x, float z, int element)
{
    float dx = x - setup.pitch * (float)element;
    return (z + sqrtf(dx * dx + z * z)) / setup.velocity;
}

// Linear interpolation between two samples; zero outside.
template <typename T>
__device__ __forceinline__ float sample_at(const T *trace, int samples, float at)
{
    int index = (int)floorf(at);
    float part = at - (float)index;
    if (index < 0 || index + 1 >= samples) {
        return 0.0f;
    }
    return (1.0f - part) * (float)trace[index] + part * (float)trace[index + 1];
}

struct larger {
    __device__ float operator()(float a, float b) const
    {
        return a > b ? a : b;
    }
};

} // namespace detail

// ---- kernels ----

// FIR filter along each trace. A block has a tile of one trace in shared memory with a margin at both ends; the grid's
// second dimension counts elements.
template <typename In, typename Out, int Taps>
__global__ void __launch_bounds__(256) filter_traces(const In *__restrict__ raw, Out *__restrict__ filtered, int samples)
{
    extern __shared__ float tile[];
    constexpr int margin = Taps / 2;
    const In *trace = raw + (size_t)blockIdx.y * samples;
    int first = (int)(blockIdx.x * blockDim.x);

    for (int i = (int)threadIdx.x; i < (int)blockDim.x + 2 * margin; i += (int)blockDim.x) {
        int at = first + i - margin;
        tile[i] = at >= 0 && at < samples ? (float)trace[at] : 0.0f;
    }
    __syncthreads();

    int sample = first + (int)threadIdx.x;
    if (sample >= samples) {
        return;
    }
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < Taps; k++) {
        sum += lowpass[k] * tile[threadIdx.x + k];
    }
    filtered[(size_t)blockIdx.y * samples + sample] = Out(sum);
}

// Delay and sum: one thread for each point of the image.
__global__ void beamform(const __half *__restrict__ filtered, float *__restrict__ beams, probe_setup setup,
                         image_size size)
{
    int column = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int row = (int)(blockIdx.y * blockDim.y + threadIdx.y);
    if (column >= size.columns || row >= size.rows) {
        return;
    }
    float width = setup.pitch * (float)(setup.elements - 1);
    float x = size.columns > 1 ? width * (float)column / (float)(size.columns - 1) : 0.0f;
    float z = setup.depth + setup.row_spacing * (float)row;
    float sum = 0.0f;
    float weights = 0.0f;
    for (int element = 0; element < setup.elements; element++) {
        float at = detail::travel_time(setup, x, z, element) * setup.rate;
        float weight = apodization[element * 16 / setup.elements];
        sum += weight * detail::sample_at(filtered + (size_t)element * setup.samples, setup.samples, at);
        weights += weight;
    }
    beams[(size_t)row * size.columns + column] = weights > 0.0f ? sum / weights : 0.0f;
}

// Envelope of a column: magnitude over a sliding window, as half. A tile of 32 threads goes down the rows of one column
// and sums the energy of the whole column on the way.
__global__ void __launch_bounds__(128) envelope(const float *__restrict__ beams, __half *__restrict__ magnitude,
                                                float *__restrict__ energy, image_size size)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    int column = (int)(blockIdx.x * tile.meta_group_size() + tile.meta_group_rank());
    if (column >= size.columns) {
        return;
    }
    float sum = 0.0f;
    for (int row = (int)tile.thread_rank(); row < size.rows; row += (int)tile.size()) {
        float power = 0.0f;
        int count = 0;
        for (int k = -2; k <= 2; k++) {
            int at = detail::clamp(row + k, 0, size.rows - 1);
            float value = beams[(size_t)at * size.columns + column];
            power += value * value;
            count++;
        }
        float root = sqrtf(2.0f * power / (float)count);
        magnitude[(size_t)row * size.columns + column] = __float2half(root);
        sum += root * root;
    }
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0) {
        energy[column] = sum;
    }
}

// The brightest point of the image, by one block.
template <int Threads>
__global__ void __launch_bounds__(Threads) find_peak(const __half *__restrict__ magnitude, float *__restrict__ peak,
                                                     int count)
{
    using reduce = cub::BlockReduce<float, Threads>;
    __shared__ typename reduce::TempStorage storage;
    float best = 0.0f;
    for (int i = (int)threadIdx.x; i < count; i += Threads) {
        best = detail::larger()(best, __half2float(magnitude[i]));
    }
    best = reduce(storage).Reduce(best, detail::larger());
    if (threadIdx.x == 0) {
        *peak = best;
    }
}

// Grey levels in decibels below the peak.
__global__ void compress(const __half *__restrict__ magnitude, const float *__restrict__ peak,
                         unsigned char *__restrict__ grey, int count, float range)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) {
        return;
    }
    float ratio = __half2float(magnitude[i]) / fmaxf(*peak, 1e-20f);
    float decibels = 20.0f * log10f(fmaxf(ratio, 1e-10f));
    float level = 255.0f * (1.0f + decibels / range);
    grey[i] = (unsigned char)detail::clamp(level + 0.5f, 0.0f, 255.0f);
}

} // namespace ultrasound

// ---- the host's part, as the program had it before ----

namespace ultrasound {

struct frame_buffers {
    short *raw = nullptr;
    __half *filtered = nullptr;
    float *beams = nullptr;
    __half *magnitude = nullptr;
    float *energy = nullptr;
    float *peak = nullptr;
    unsigned char *grey = nullptr;
};

static void allocate(frame_buffers &b, const probe_setup &setup, const image_size &size)
{
    size_t traces = (size_t)setup.elements * setup.samples;
    size_t points = (size_t)size.columns * size.rows;
    CUDA_CHECK(cudaMalloc(&b.raw, traces * sizeof(short)));
    CUDA_CHECK(cudaMalloc(&b.filtered, traces * sizeof(__half)));
    CUDA_CHECK(cudaMalloc(&b.beams, points * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&b.magnitude, points * sizeof(__half)));
    CUDA_CHECK(cudaMalloc(&b.energy, size.columns * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&b.peak, sizeof(float)));
    CUDA_CHECK(cudaMalloc(&b.grey, points));
}

static void release(frame_buffers &b)
{
    cudaFree(b.raw);
    cudaFree(b.filtered);
    cudaFree(b.beams);
    cudaFree(b.magnitude);
    cudaFree(b.energy);
    cudaFree(b.peak);
    cudaFree(b.grey);
}

static void process(const frame_buffers &b, const probe_setup &setup, const image_size &size, float range,
                    cudaStream_t stream)
{
    int points = size.columns * size.rows;
    dim3 traces((unsigned)(setup.samples + 255) / 256, (unsigned)setup.elements);
    dim3 tile(16, 8);
    dim3 tiles((unsigned)(size.columns + 15) / 16, (unsigned)(size.rows + 7) / 8);

    filter_traces<short, __half, kTaps>
        <<<traces, 256, (256 + kTaps - 1) * sizeof(float), stream>>>(b.raw, b.filtered, setup.samples);
    beamform<<<tiles, tile, 0, stream>>>(b.filtered, b.beams, setup, size);
    envelope<<<(size.columns + 3) / 4, 128, 0, stream>>>(b.beams, b.magnitude, b.energy, size);
    find_peak<kReduceThreads><<<1, kReduceThreads, 0, stream>>>(b.magnitude, b.peak, points);
    compress<<<(points + 255) / 256, 256, 0, stream>>>(b.magnitude, b.peak, b.grey, points, range);
    CUDA_CHECK(cudaGetLastError());
}

std::vector<unsigned char> run_frame(const std::vector<short> &raw, const probe_setup &setup, const image_size &size,
                                     float range)
{
    std::vector<unsigned char> grey((size_t)size.columns * size.rows);
    frame_buffers b;
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    allocate(b, setup, size);
    CUDA_CHECK(cudaMemcpyAsync(b.raw, raw.data(), raw.size() * sizeof(short), cudaMemcpyHostToDevice, stream));
    process(b, setup, size, range, stream);
    CUDA_CHECK(cudaMemcpyAsync(grey.data(), b.grey, grey.size(), cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    release(b);
    CUDA_CHECK(cudaStreamDestroy(stream));
    return grey;
}

} // namespace ultrasound
