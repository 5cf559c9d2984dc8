/* SPDX-License-Identifier: MIT */

static __device__ unsigned begin()
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void first(const unsigned *x, unsigned *g, unsigned *a, unsigned *b, unsigned *c, unsigned *d,
                                 unsigned n)
{
    const unsigned i = begin();

    a[i] = x[i];
    b[i] = x[i] + 2;
    c[i] = x[i] + 4;
    d[i] = x[i] + 6;
    for (unsigned k = 0; k < 4; k++)
        g[k * n + i] = x[i] + k;
}

extern "C" __global__ void second(const unsigned *g, unsigned *h, unsigned n)
{
    const unsigned i = begin();

    h[i] = g[i] + g[n + i] + g[2 * n + i] + g[3 * n + i] - 3 * g[i];
}

extern "C" __global__ void third(const unsigned *h, unsigned *a, unsigned *b, unsigned *c, unsigned *d, unsigned n)
{
    const unsigned i = begin();

    (void)n;
    a[i] = h[i] - 5;
    b[i] = h[i] - 3;
    c[i] = h[i] - 1;
    d[i] = h[i] + 1;
}
