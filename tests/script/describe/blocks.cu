/* SPDX-License-Identifier: MIT */
/* What the source says of blocks: numbers, macros, variables, dim3; two dimensions that are asked for; a struct that has
 * its name from a typedef. */
#include <cuda_runtime.h>

#define BLOCK 128
#define WIDE (2 * BLOCK)
#define ROWS (4) /* of a tile */

typedef struct {
    float gain;
    int taps[2];
} Mix, *MixPointer;

__global__ void by_number(float *y) { y[threadIdx.x] = 1; }
__global__ void by_macro(float *y, Mix m) { y[threadIdx.x] = m.gain; }
__global__ void by_sum(float *y) { y[threadIdx.x] = 1; }
__global__ void by_constant(float *y) { y[threadIdx.x] = 1; }
__global__ void by_dim3(float *y) { y[threadIdx.y * 32 + threadIdx.x] = 1; }
__global__ void by_variable(float *y) { y[threadIdx.y * 16 + threadIdx.x] = 1; }
__global__ void by_flat_variable(float *y) { y[threadIdx.x] = 1; }
__global__ void not_launched(float *y) { y[threadIdx.y * blockDim.x + threadIdx.x] = 1; }
__global__ void __launch_bounds__(96) bounded(float *y) { y[threadIdx.z * 32 + threadIdx.y * 32 + threadIdx.x] = 1; }
__global__ void __launch_bounds__(512) bounded_and_launched(float *y) { y[threadIdx.x] = 1; }
__global__ void __block_size__((64, 1, 1)) required(float *y) { y[threadIdx.x] = 1; }
__global__ void two_sizes(float *y) { y[threadIdx.x] = 1; }

void run(float *y, int n, Mix m)
{
    constexpr int threads = 192;
    const dim3 grid((n + 15) / 16, 2), block = dim3(16, ROWS, 1);
    dim3 flat(BLOCK);
    int size = 32;

    by_number<<<n / 64, 64u>>>(y);
    by_macro<<<n / BLOCK, BLOCK>>>(y, m);
    by_sum<<<n / WIDE, WIDE>>>(y);
    by_constant<<<dim3(n, 1), threads, 0>>>(y);
    by_dim3<<<1, dim3(32, ROWS)>>>(y);
    by_variable<<<grid, block>>>(y);
    by_flat_variable<<<grid, flat>>>(y);
    bounded_and_launched<<<1, BLOCK>>>(y);
    required<<<1, 64>>>(y);
    if (n > 100)
        size = 64;
    two_sizes<<<1, size>>>(y);
}
