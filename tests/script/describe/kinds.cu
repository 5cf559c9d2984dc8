/* SPDX-License-Identifier: MIT */
/* Every kind of parameter, and every reason why a kernel cannot be described. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "nowhere_kernels.h" /* no spec of that name is here */

struct pair {
    float a, b;
};
typedef unsigned int count_type;
using real = float;

#define BODY                                                                                                           \
    {                                                                                                                  \
    }

extern "C" __global__ void integers(signed char a, unsigned char b, short c, unsigned short d, int e, unsigned f,
                                    long long g, unsigned long long h, long i, unsigned long j, bool k) BODY

extern "C" __global__ void floats(const real *__restrict__ in, double *const out, const __half *h, __nv_bfloat16 *b,
                                  count_type n /* of them */, float scale = 1.0f) {}

extern "C" {
__global__ void __launch_bounds__(128, 2) bounded(float *, int block, int u32, int block_) {}
}

extern "C" __global__ void handles(cudaGraphConditionalHandle go, const cudaGraphConditionalHandle, unsigned long long n,
                                   cudaGraphConditionalHandle *kept) {}

extern "C" __global__ void forward(const float *first, float *second);
extern "C" __global__ void forward(const float *x, float *y)
{
    const char *text = R"(__global__ void not_a_kernel(int x) { " })";
    y[0] = x[0] + (float)text[0] + (float)'"' + 1'000.0f;
}

/* __global__ void in_a_comment(int x) {} */
extern "C" __global__ void none() {}

#if 0
extern "C" __global__ void left_out(int x) {}
#endif

extern "C" __global__ void split(int x,
#ifdef NEVER
                                 int never,
#endif
                                 int y)
{
}

extern "C" __global__ void undecided(cudaGraphConditionalHandle go
#ifdef NEVER
                                     , int never
#endif
                                     )
{
}

extern "C" __global__ void structure(int n, pair p) {}
extern "C" __global__ void structures(const pair *p) {}
extern "C" __global__ void reference(const float &x) {}
extern "C" __global__ void indirect(float **rows) {}
extern "C" __global__ void unstable(volatile int *flag) {}
extern "C" __global__ void untyped(void *bytes) {}
extern "C" __global__ void letter(char c) {}
__global__ void mangled(const int *x, int *y) {}
__global__ void overloaded(int x) {}
__global__ void overloaded(float x) {}
template <typename T> __global__ void unused(T *x) {}
template <typename T> __global__ void used(T *x) {}
template __global__ void used<int>(int *);
namespace inside {
__global__ void nested(int *x) {}
}
