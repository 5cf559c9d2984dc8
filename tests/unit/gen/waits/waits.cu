// SPDX-License-Identifier: MIT
// Kernels that wait for the grid before them, rightly or not. waits.ptx is what nvcc 13.0 makes of them:
//     nvcc -ptx -std=c++17 -arch=compute_90 waits.cu
// tests/unit/gen/check_waits.c says what must be found of each; with a toolkit at hand it compiles them again.

#include <stdio.h>

#if __CUDA_ARCH__ >= 900
#define WAIT() asm volatile("griddepcontrol.wait;" ::: "memory")
#else
#define WAIT() (void)0
#endif

static __device__ unsigned index()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

// ---- rightly: every thread waits, and before it touches memory ----

extern "C" __global__ void right(const float *x, float *y, unsigned n)
{
    WAIT();
    if (index() < n)
        y[index()] = 2 * x[index()];
}

// Parameters, shared memory with a barrier, and a local array that is indexed do no harm.
extern "C" __global__ void prologue(const float *x, float *y, unsigned n)
{
    __shared__ float held[256];
    float own[8];
    for (unsigned i = 0; i < 8; i++)
        own[i ^ (n & 7)] = (float)(i * n);
    held[threadIdx.x & 255] = own[threadIdx.x & 7];
    __syncthreads();
    atomicAdd(&held[0], 1.0f);
    __syncthreads();
    WAIT();
    if (index() < n)
        y[index()] = held[(threadIdx.x + 1) & 255] * x[index()];
}

static __device__ __noinline__ void wait_here()
{
    WAIT();
}

extern "C" __global__ void in_function(const float *x, float *y, unsigned n)
{
    wait_here();
    if (index() < n)
        y[index()] = 2 * x[index()];
}

extern "C" __global__ void in_loop(const float *x, float *y, unsigned n)
{
    unsigned i = index();
    do {
        WAIT();
        if (i < n)
            y[i] = 2 * x[i];
        i += gridDim.x * blockDim.x;
    } while (i < n);
}

// A trap ends the whole replay, so nothing is read from it.
extern "C" __global__ void trapped(const float *x, float *y, unsigned n)
{
    if (blockDim.x != 256)
        __trap();
    WAIT();
    if (index() < n)
        y[index()] = 2 * x[index()];
}

extern "C" __global__ void on_both_ways(const float *x, float *y, unsigned n)
{
    if (n > 100) {
        WAIT();
        y[index() % n] = x[index() % n];
    } else {
        WAIT();
        if (index() < n)
            y[index()] = 2 * x[index()];
    }
}

// ---- never ----

extern "C" __global__ void removed(const float *x, float *y, unsigned n)
{
    if (index() < n)
        y[index()] = 2 * x[index()];
}

// ---- too late: it may touch memory before ----

extern "C" __global__ void conditional(const float *x, float *y, unsigned n)
{
    if (n > 100)
        WAIT();
    if (index() < n)
        y[index()] = 2 * x[index()];
}

extern "C" __global__ void load_before(const float *x, float *y, unsigned n)
{
    float first = x[index() % n];
    WAIT();
    y[index() % n] = 2 * first;
}

extern "C" __global__ void store_before(const float *x, float *y, unsigned n)
{
    y[index() % n] = 1;
    WAIT();
    y[index() % n] += x[index() % n];
}

extern "C" __global__ void atomic_before(const float *x, float *y, unsigned n)
{
    atomicAdd(&y[0], 1.0f);
    WAIT();
    y[1 + index() % n] = x[index() % n];
}

extern "C" __global__ void copy_before(const float *x, float *y, unsigned n)
{
    __shared__ float held[256];
    unsigned to = (unsigned)__cvta_generic_to_shared(&held[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(x + index() % n) : "memory");
    WAIT();
    asm volatile("cp.async.wait_all;" ::: "memory");
    y[index() % n] = held[threadIdx.x];
}

extern "C" __global__ void prefetch_before(const float *x, float *y, unsigned n)
{
    asm volatile("prefetch.global.L1 [%0];" ::"l"(x + index() % n));
    WAIT();
    y[index() % n] = x[index() % n];
}

static __device__ __noinline__ float look_up(const float *x, unsigned i)
{
    return x[i];
}

extern "C" __global__ void function_before(const float *x, float *y, unsigned n)
{
    float first = look_up(x, index() % n);
    WAIT();
    y[index() % n] = 2 * first;
}

extern "C" __global__ void pointer_before(const float *x, float *y, unsigned n, float (*f)(float))
{
    float first = f((float)n);
    WAIT();
    y[index() % n] = first * x[index() % n];
}

extern "C" __global__ void print_before(const float *x, float *y, unsigned n)
{
    if (n == 0)
        printf("nothing\n");
    WAIT();
    if (index() < n)
        y[index()] = x[index()];
}

// ---- skipped: a thread may end without ----

extern "C" __global__ void early_return(const float *x, float *y, unsigned n)
{
    if (index() >= n)
        return;
    WAIT();
    y[index()] = 2 * x[index()];
}

extern "C" __global__ void no_pass(const float *x, float *y, unsigned n)
{
    for (unsigned i = index(); i < n; i += gridDim.x * blockDim.x) {
        WAIT();
        y[i] = 2 * x[i];
    }
}

extern "C" __global__ void early_exit(const float *x, float *y, unsigned n)
{
    if (index() >= n)
        asm volatile("exit;");
    WAIT();
    y[index()] = 2 * x[index()];
}

static __device__ __noinline__ bool wait_for_some(unsigned n)
{
    if (n < 100)
        return false;
    WAIT();
    return true;
}

extern "C" __global__ void function_skips(const float *x, float *y, unsigned n)
{
    if (wait_for_some(n)) {
        WAIT();
        y[index() % n] = 2 * x[index() % n];
    }
}

// ---- reads without coherence ----

extern "C" __global__ void constant(const float *__restrict__ x, float *__restrict__ y, unsigned n)
{
    WAIT();
    if (index() < n)
        y[index()] = 2 * x[index()];
}

extern "C" __global__ void constant_before(const float *__restrict__ x, float *__restrict__ y, unsigned n)
{
    float first = __ldg(&x[index() % n]);
    WAIT();
    y[index() % n] = 2 * first;
}

extern "C" __global__ void gather(const float *x, const float *w, float *y, unsigned n)
{
    WAIT();
    if (index() < n)
        y[index()] = x[index()] * __ldg(&w[(int)x[index()] & 15]);
}

extern "C" __global__ void either(const float *x, const float *w, float *y, unsigned n)
{
    WAIT();
    const float *from = x[0] > 0 ? x : w;
    if (index() < n)
        y[index()] = __ldg(&from[index()]);
}

__device__ const float weights[4] = {1, 2, 3, 4};

extern "C" __global__ void table(const float *x, float *y, unsigned n)
{
    WAIT();
    if (index() < n)
        y[index()] = x[index()] * __ldg(&weights[n & 3]);
}

extern "C" __global__ void followed(float *const *x, float *y, unsigned n)
{
    WAIT();
    if (index() < n)
        y[index()] = __ldg(&x[n & 3][index()]);
}

extern "C" __global__ void put_together(const unsigned *x, float *y, unsigned n)
{
    WAIT();
    const float *at;
    asm("mov.b64 %0, {%1, %2};" : "=l"(at) : "r"(x[0]), "r"(x[1]));
    const float *from = n > 100 ? (const float *)x : at;
    if (index() < n)
        y[index()] = __ldg(&from[index()]);
}

static __device__ __noinline__ float look_up_constant(const float *x, unsigned i)
{
    return __ldg(&x[i]);
}

extern "C" __global__ void constant_in_function(const float *x, float *y, unsigned n)
{
    WAIT();
    if (index() < n)
        y[index()] = look_up_constant(x, index());
}
