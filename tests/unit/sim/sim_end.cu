// SPDX-License-Identifier: MIT
// Kernels of a replay that ends with a word for the host, one thread or 128: t = 2 x, y = t + 1, and ends that are none.
#include "../../../kernels/builtin/replay.cu"

#define COUNT 128
#define WORD_FROM_Y 384 // from y to the word, in floats

extern "C" __global__ void end_double(const float *x, float *t)
{
    cudaGridDependencySynchronize();
    t[threadIdx.x] = 2.0f * x[threadIdx.x];
}

extern "C" __global__ void end_add(const float *t, float *y)
{
    cudaGridDependencySynchronize();
    y[threadIdx.x] = t[threadIdx.x] + 1.0f;
}

// Touches nothing and waits for nobody.
extern "C" __global__ void end_idle(const float *t, float *y)
{
    (void)t;
    (void)y;
}

// The word is real, whatever a node may touch: a host may be looking at it.
extern "C" __global__ void end_add_of_word(const float *t, float *y)
{
    cudaGridDependencySynchronize();
    y[threadIdx.x] = t[threadIdx.x] + 1.0f + static_cast<float>(reinterpret_cast<unsigned *>(y)[WORD_FROM_Y]);
}

extern "C" __global__ void end_add_and_word(const float *t, float *y)
{
    end_add(t, y);
    if (threadIdx.x == 0) {
        reinterpret_cast<unsigned *>(y)[WORD_FROM_Y] = 1;
    }
}

// `stray`: the word, in memory that it has nothing to do with.
extern "C" __global__ void end_stray(const float *t, float *y, unsigned *stray)
{
    (void)t;
    (void)y;
    *stray = 1;
}

extern "C" __global__ void end_without_wait(unsigned *word)
{
    *word = 1;
}

extern "C" __global__ void end_before_wait(unsigned *word)
{
    *word = 1;
    cudaGridDependencySynchronize();
}

extern "C" __global__ void end_silent(unsigned *word)
{
    (void)word;
    cudaGridDependencySynchronize();
}

extern "C" __global__ void end_wrong_value(unsigned *word)
{
    cudaGridDependencySynchronize();
    *word = 2;
}

extern "C" __global__ void end_beside(unsigned *word)
{
    vg_end(word);
    word[-1] = 1;
}

extern "C" __global__ void end_trap(unsigned *word)
{
    (void)word;
    __trap();
}
