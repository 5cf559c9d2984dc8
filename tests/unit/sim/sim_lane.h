/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Lanes of the program "lanes" that sim_kernels.cpp registers: upload x; t = x gain; y = t + x + offset; download y. */
#ifndef SIM_LANE_H
#define SIM_LANE_H

#include "sim_fixture.h"

#define COUNT 128u
#define BYTES 512u

static const char stub[] = "vggen stub 1\nkernel lane_scale 8 8 8\nkernel lane_add 8 8 8 4\n";

enum { UPLOAD, SCALE, CLEAR, ADD, DOWNLOAD, NODES };

typedef struct {
    CUstream stream;
    CUdeviceptr device;
    float *pinned; /* x, then y */
    CUgraph graph;
    CUgraphNode nodes[NODES];
    CUgraphExec exec;
    CUdeviceptr x, t, y;
    float offset;
    void *arguments[4];
} lane;

static CUdeviceptr gain;
static lane lanes[3];
static unsigned long long lane_flags; /* of their execs */

static inline CUDA_KERNEL_NODE_PARAMS add_node(lane *l)
{
    l->arguments[0] = &l->t;
    l->arguments[1] = &l->x;
    l->arguments[2] = &l->y;
    l->arguments[3] = &l->offset;
    return kernel_node(get_function("lane_add"), 1, COUNT, l->arguments);
}

static inline void build(lane *l)
{
    void *scale_arguments[] = {&l->x, &gain, &l->t};
    CUDA_MEMCPY3D upload = copy_node(NULL, l->x, l->pinned, 0, BYTES);
    CUDA_MEMCPY3D download = copy_node(l->pinned + COUNT, 0, NULL, l->y, BYTES);
    CUDA_MEMSET_NODE_PARAMS clear = fill_node(l->y, 0, 4, COUNT);
    CUDA_KERNEL_NODE_PARAMS scale = kernel_node(get_function("lane_scale"), 1, COUNT, scale_arguments);
    CUDA_KERNEL_NODE_PARAMS add = add_node(l);
    CUgraphNode *n = l->nodes, before_add[2];
    OK(cuGraphCreate(&l->graph, 0));
    OK(cuGraphAddMemcpyNode(&n[UPLOAD], l->graph, NULL, 0, &upload, context));
    OK(cuGraphAddKernelNode(&n[SCALE], l->graph, &n[UPLOAD], 1, &scale));
    OK(cuGraphAddMemsetNode(&n[CLEAR], l->graph, NULL, 0, &clear, context));
    before_add[0] = n[SCALE];
    before_add[1] = n[CLEAR];
    OK(cuGraphAddKernelNode(&n[ADD], l->graph, before_add, 2, &add));
    OK(cuGraphAddMemcpyNode(&n[DOWNLOAD], l->graph, &n[ADD], 1, &download, context));
    OK(cuGraphInstantiateWithFlags(&l->exec, l->graph, lane_flags));
}

static inline void allocate(lane *l)
{
    OK(cuStreamCreate(&l->stream, CU_STREAM_NON_BLOCKING));
    l->device = get_memory(3 * BYTES);
    OK(cuMemAllocHost((void **)&l->pinned, 2 * BYTES));
    l->x = l->device;
    l->t = l->device + BYTES;
    l->y = l->device + 2 * BYTES;
    l->offset = 0;
}

static inline void release(lane *l)
{
    OK(cuGraphExecDestroy(l->exec));
    OK(cuGraphDestroy(l->graph));
    OK(cuMemFreeHost(l->pinned));
    OK(cuMemFree(l->device));
    OK(cuStreamDestroy(l->stream));
}

static inline void setup(void)
{
    float values[COUNT];
    start_device();
    load_module(stub);
    gain = get_memory(BYTES);
    for (unsigned i = 0; i < COUNT; i++) {
        values[i] = (float)(i % 5);
    }
    OK(cuMemcpyHtoD(gain, values, BYTES));
}

static inline void teardown(void)
{
    cuMemFree(gain);
    stop_device();
    vgsim_seed(1);
}

static inline void open_lanes(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        allocate(&lanes[i]);
        build(&lanes[i]);
    }
    NO_PROBLEM();
}

static inline void close_lanes(unsigned count)
{
    while (count-- > 0) {
        release(&lanes[count]);
    }
}

static inline void start(lane *l, unsigned seed)
{
    for (unsigned i = 0; i < COUNT; i++) {
        l->pinned[i] = (float)(i + 1000 * seed);
        l->pinned[COUNT + i] = -1.0f;
    }
    OK(cuGraphLaunch(l->exec, l->stream));
}

static inline void finish(lane *l, unsigned seed)
{
    OK(cuStreamSynchronize(l->stream));
    for (unsigned i = 0; i < COUNT; i++) {
        float x = (float)(i + 1000 * seed);
        ck_assert_float_eq(l->pinned[COUNT + i], x * (float)(i % 5) + x + l->offset);
    }
}

/* While a graph runs, what it will bring is junk. */
static inline int stale(const lane *l)
{
    uint32_t bits;
    memcpy(&bits, &l->pinned[COUNT], sizeof bits);
    return bits == 0xA5A5A5A5u;
}

#endif
