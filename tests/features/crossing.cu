/* SPDX-License-Identifier: MIT */
#include "crossing_kernels.h"

/* So that they may begin before the launches that bring their inputs have ended. */
static __device__ void wait_for_inputs()
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

static __device__ int index()
{
    return (int)(blockIdx.x * blockDim.x + threadIdx.x);
}

extern "C" __global__ void scale(const int *x, const int *gain, int *y)
{
    wait_for_inputs();
    y[index()] = x[index()] * *gain;
}

extern "C" __global__ void join(const int *y, const int *z, const int *c, const int *table, int *sum, int *w, int *v,
                                int *last)
{
    const int i = index();

    wait_for_inputs();
    sum[i] += z[i];
    w[i] = y[i] + z[i] * table[i];
    v[i] = c[i] - y[i];
    last[i] = sum[i];
}

extern "C" __global__ void note(const int *bias, const unsigned char *letters, int *said, unsigned char *echo)
{
    const int i = (int)threadIdx.x;

    if (i == 0)
        *said = *bias + letters[ODD - 1];
    echo[i] = (unsigned char)(letters[ODD - 1 - i] ^ 1);
}

extern "C" __global__ void fast(const int *x, const int *z, int *quick)
{
    quick[index()] = x[index()] - z[index()];
}
