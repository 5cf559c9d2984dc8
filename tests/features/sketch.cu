/* SPDX-License-Identifier: MIT */
#include "sketch_kernels.h"

static __device__ unsigned place()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void desaturate(const unsigned char *rgb, unsigned char *gray)
{
    const unsigned i = place();

    gray[i] = (unsigned char)((rgb[3 * i] + 2 * rgb[3 * i + 1] + rgb[3 * i + 2]) / 4);
}

/* The difference to the pixel on the left and the one above; 0 at the border. */
extern "C" __global__ void edge(const unsigned char *gray, unsigned char *edges)
{
    const unsigned i = place();
    const int here = gray[i];
    const int left = i % WIDTH > 0 ? gray[i - 1] : here, above = i >= WIDTH ? gray[i - WIDTH] : here;
    const int x = here > left ? here - left : left - here, y = here > above ? here - above : above - here;

    edges[i] = (unsigned char)(x > y ? x : y);
}

extern "C" __global__ void count(const unsigned char *edges, unsigned *histogram)
{
    atomicAdd(&histogram[edges[place()]], 1u);
}

extern "C" __global__ void mark(const unsigned char *edges, unsigned char *mask, unsigned *marked)
{
    const unsigned i = place();

    mask[i] = edges[i] >= STEEP ? 255 : 0;
    if (edges[i] >= STEEP)
        atomicAdd(marked, 1u);
}
