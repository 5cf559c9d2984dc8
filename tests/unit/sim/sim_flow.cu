/* SPDX-License-Identifier: MIT */
/* Kernels for the tests of control flow on the CPU device: what sets conditions, what counts; cooperative grids, clusters,
 * and what waits for kernels before it. */
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

#define WORDS 32u

extern "C" __global__ void flow_set(cudaGraphConditionalHandle handle, unsigned value)
{
    cudaGraphSetConditional(handle, value);
}

/* Both ends of a loop: one more, and whether to go on. */
extern "C" __global__ void flow_count(unsigned *count, cudaGraphConditionalHandle go, unsigned most)
{
    unsigned n = ++*count;
    cudaGraphSetConditional(go, n < most);
}

extern "C" __global__ void flow_add(unsigned *sum, unsigned value)
{
    *sum += value;
}

extern "C" __global__ void flow_decide(const unsigned *flag, cudaGraphConditionalHandle go)
{
    cudaGraphSetConditional(go, *flag);
}

/* Every thread sets it. */
extern "C" __global__ void flow_all_set(cudaGraphConditionalHandle handle)
{
    cudaGraphSetConditional(handle, threadIdx.x + blockIdx.x);
}

/* Two threads, with a barrier between them. */
extern "C" __global__ void flow_two_set(cudaGraphConditionalHandle handle)
{
    if (threadIdx.x == 0) {
        cudaGraphSetConditional(handle, 1);
    }
    __syncthreads();
    if (threadIdx.x == 5) {
        cudaGraphSetConditional(handle, 0);
    }
}

/* The condition is what some other thread may or may not have written yet. */
extern "C" __global__ void flow_unsynchronised(unsigned *words, cudaGraphConditionalHandle handle)
{
    __shared__ unsigned seen;
    if (threadIdx.x == 1) {
        seen = 1;
    }
    if (threadIdx.x == 2) {
        cudaGraphSetConditional(handle, seen == 1);
    }
    words[threadIdx.x] = threadIdx.x;
}

/* Gives a node a grid, or with x 0 disables it. */
extern "C" __global__ void flow_size(unsigned long long node, unsigned x, unsigned y, unsigned z)
{
    const cudaGraphDeviceNode_t handle = reinterpret_cast<cudaGraphDeviceNode_t>(node);
    if (x != 0) {
        cudaGraphKernelNodeSetGridDim(handle, dim3(x, y, z));
    }
    cudaGraphKernelNodeSetEnabled(handle, x != 0);
}

extern "C" __global__ void flow_blocks(unsigned *count)
{
    atomicAdd(count, 1u);
}

/* Over x (in) and y (out). */
extern "C" __global__ void flow_copy(const unsigned *x, unsigned *y)
{
    y[threadIdx.x] = x[threadIdx.x] + 1;
}

extern "C" __global__ void flow_copy_most(const unsigned *x, unsigned *y)
{
    if (threadIdx.x != 3) {
        y[threadIdx.x] = x[threadIdx.x];
    }
}

/* ---- cooperative grids: in, partial and out have a word for each block; in one for each thread ---- */

static inline __device__ unsigned block_sum(const unsigned *in)
{
    __shared__ unsigned sum;
    if (threadIdx.x == 0) {
        sum = 0;
    }
    __syncthreads();
    atomicAdd(&sum, in[blockIdx.x * blockDim.x + threadIdx.x]);
    __syncthreads();
    return sum;
}

static inline __device__ unsigned total(const unsigned *partial)
{
    unsigned all = 0;
    for (unsigned b = 0; b < gridDim.x; b++) {
        all += partial[b];
    }
    return all;
}

extern "C" __global__ void grid_sum(const unsigned *in, unsigned *partial, unsigned *out)
{
    unsigned sum = block_sum(in);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
    }
    cg::this_grid().sync();
    if (threadIdx.x == 0) {
        out[blockIdx.x] = total(partial);
    }
}

/* Its own sum is there, those of others perhaps. */
extern "C" __global__ void grid_sum_early(const unsigned *in, unsigned *partial, unsigned *out)
{
    unsigned sum = in[blockIdx.x * blockDim.x];
    for (unsigned t = 1; t < blockDim.x; t++) {
        sum += in[blockIdx.x * blockDim.x + t];
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sum;
        out[blockIdx.x] = total(partial);
    }
    cg::this_grid().sync();
}

/* Rounds of passing a word to the next block; what a block has in shared memory stays its own. */
extern "C" __global__ void grid_ring(unsigned *words, unsigned rounds)
{
    extern __shared__ unsigned ring[];
    __shared__ unsigned mine;
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0) {
        mine = 100 * blockIdx.x;
    }
    ring[threadIdx.x] = blockIdx.x;
    grid.sync();
    for (unsigned r = 0; r < rounds; r++) {
        unsigned from = words[(blockIdx.x + gridDim.x - 1) % gridDim.x];
        grid.sync();
        if (threadIdx.x == 0) {
            words[blockIdx.x] = from + 1;
        }
        cg::sync(grid);
    }
    if (threadIdx.x == 0) {
        words[gridDim.x + blockIdx.x] = mine + ring[blockDim.x - 1];
    }
}

extern "C" __global__ void grid_ranks(unsigned *out)
{
    cg::grid_group grid = cg::this_grid();
    if (grid.thread_rank() == grid.num_threads() - 1) {
        out[0] = (unsigned)grid.size();
        out[1] = (unsigned)grid.num_blocks();
        out[2] = (unsigned)grid.block_rank();
        out[3] = grid.block_index().y;
        out[4] = grid.dim_blocks().x;
        out[5] = grid.dim_threads().x;
        out[6] = grid.thread_index().y;
        out[7] = grid.is_valid();
    }
}

/* A block asks another for a word that comes later: legal, since both are there. */
extern "C" __global__ void grid_spin(unsigned *words)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (atomicAdd(&words[0], 0) != gridDim.x - 1) {
        }
        words[1] = 7;
    } else if (threadIdx.x == 0) {
        atomicAdd(&words[0], 1);
    }
    cg::this_grid().sync();
    if (threadIdx.x == 0) {
        words[2 + blockIdx.x] = words[1];
    }
}

extern "C" __global__ void grid_leave(unsigned *words)
{
    if (blockIdx.x == 1) {
        words[0] = 1;
        return;
    }
    cg::this_grid().sync();
}

extern "C" __global__ void grid_divided(unsigned *words)
{
    if (threadIdx.x == 3) {
        words[0] = 1;
        return;
    }
    cg::this_grid().sync();
}

/* Which block gets which place is free, and another one in each run. */
extern "C" __global__ void grid_tickets(const unsigned *in, unsigned *partial, unsigned *out)
{
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = 0;
    }
    cg::this_grid().sync();
    if (threadIdx.x == 0) {
        out[atomicAdd(&partial[0], 1)] = in[blockIdx.x * blockDim.x];
    }
}

/* First block 0 sets it, then the last block: a grid barrier lies between. */
extern "C" __global__ void grid_set(cudaGraphConditionalHandle handle)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        cudaGraphSetConditional(handle, 0);
    }
    cg::this_grid().sync();
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        cudaGraphSetConditional(handle, 1);
    }
}

/* ---- clusters ---- */

extern "C" __global__ void cluster_rank(unsigned *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    out[blockIdx.x] = cluster.block_rank() + 10 * cluster.num_blocks();
    cluster.sync();
}

/* Has another way where there are no clusters. */
extern "C" __global__ void cluster_way(unsigned *out)
{
#ifdef VGSIM
    out[blockIdx.x] = blockIdx.x % 2;
#else
    out[blockIdx.x] = cg::this_cluster().block_rank();
#endif
}

/* ---- behind programmatic edges, from x to y ---- */

extern "C" __global__ void pdl_copy(const unsigned *x, unsigned *y)
{
    unsigned mine = threadIdx.x;
    cudaGridDependencySynchronize();
    y[mine] = x[mine] + 1;
    cudaTriggerProgrammaticLaunchCompletion();
}

/* One thread waits, the others wait for it. */
extern "C" __global__ void pdl_one_waits(const unsigned *x, unsigned *y)
{
    if (threadIdx.x == 7) {
        cudaGridDependencySynchronize();
    }
    __syncthreads();
    y[threadIdx.x] = x[threadIdx.x] + 1;
}

extern "C" __global__ void pdl_early_read(const unsigned *x, unsigned *y)
{
    unsigned value = x[threadIdx.x];
    cudaGridDependencySynchronize();
    y[threadIdx.x] = value + 1;
}

/* Only one path reads before the wait. */
extern "C" __global__ void pdl_path_read(const unsigned *x, unsigned *y)
{
    unsigned value = threadIdx.x == 9 ? x[9] : 0;
    cudaGridDependencySynchronize();
    y[threadIdx.x] = (threadIdx.x == 9 ? value : x[threadIdx.x]) + 1;
}

/* y is what the node before the one before reads. */
extern "C" __global__ void pdl_early_write(const unsigned *x, unsigned *y)
{
    y[threadIdx.x] = 5;
    cudaGridDependencySynchronize();
    y[threadIdx.x] = x[threadIdx.x] + 1;
}

/* Of many blocks only the first one looks too early, and only that one writes. */
extern "C" __global__ void pdl_first_block(const unsigned *x, unsigned *y)
{
    unsigned value = blockIdx.x == 0 ? x[threadIdx.x] : 0;
    cudaGridDependencySynchronize();
    if (blockIdx.x == 0) {
        y[threadIdx.x] = value + 1;
    }
}

extern "C" __global__ void pdl_no_wait(const unsigned *x, unsigned *y)
{
    y[threadIdx.x] = x[threadIdx.x] + 1;
}

/* Has nothing to do with x, and so does not wait. */
extern "C" __global__ void pdl_idle(unsigned *y)
{
    y[threadIdx.x] = threadIdx.x;
}

extern "C" __global__ void pdl_idle_waits(unsigned *y)
{
    y[threadIdx.x] = threadIdx.x;
    cudaGridDependencySynchronize();
}
