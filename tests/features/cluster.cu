/* SPDX-License-Identifier: MIT */
#include <cooperative_groups.h>

#include "cluster_kernels.h"

namespace cg = cooperative_groups;

#ifdef VGSIM
/* The CPU device has no clusters: what a block would find in the shared memory of another is where that one read it. */
#define CLUSTER_SIZE
static inline void reverse(const unsigned *x, unsigned *y)
{
    const unsigned rank = blockIdx.x % CLUSTER;
    const unsigned first = (blockIdx.x - rank) * BLOCK;
    const unsigned own = rank * BLOCK + threadIdx.x;

    y[first + own] = x[first + CLUSTER * BLOCK - 1 - own];
}
#else
#define CLUSTER_SIZE __cluster_dims__(CLUSTER, 1, 1)
static __device__ void reverse(const unsigned *x, unsigned *y)
{
    __shared__ unsigned values[BLOCK];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned other = CLUSTER - 1 - cluster.block_rank();

    values[threadIdx.x] = x[blockIdx.x * BLOCK + threadIdx.x];
    cluster.sync();
    y[blockIdx.x * BLOCK + threadIdx.x] = cluster.map_shared_rank(values, other)[BLOCK - 1 - threadIdx.x];
    cluster.sync(); /* nobody leaves while another still reads */
}
#endif

extern "C" __global__ void turn(const unsigned *x, unsigned *y)
{
    reverse(x, y);
}

extern "C" __global__ void CLUSTER_SIZE fixed(const unsigned *x, unsigned *y)
{
    reverse(x, y);
}

extern "C" __global__ void total(const unsigned *y, unsigned *sums, unsigned *z)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
    unsigned sum = 0;

    if (threadIdx.x == 0) {
        for (unsigned k = 0; k < BLOCK; ++k) {
            sum += y[blockIdx.x * BLOCK + k] * (k + 1);
        }
        sums[blockIdx.x] = sum;
    }
    cg::this_grid().sync();
    sum = 0;
    for (unsigned block = 0; block < BLOCKS; ++block) {
        sum += sums[block];
    }
    z[i] = sum + y[i];
}

extern "C" __global__ void first(const unsigned *x, unsigned *a)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    a[i] = x[i] + 1;
}

extern "C" __global__ void second(const unsigned *x, unsigned *a)
{
    const unsigned i = blockIdx.x * BLOCK + threadIdx.x;

    a[i] = x[i] + 2;
}

extern "C" __global__ void fitting(const unsigned *x, unsigned *c, unsigned *whole, unsigned blocks)
{
    for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < N; i += blocks * BLOCK)
        c[i] = x[i] + 3;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *whole = gridDim.x == blocks && blocks > 0 && blocks % CLUSTER == 0 && blocks < BLOCKS;
}
