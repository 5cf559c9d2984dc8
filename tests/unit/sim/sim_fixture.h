/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the tests of the CPU device share: a context, memory, a module with the kernels of sim_kernels.cu, one launch. */
#ifndef SIM_FIXTURE_H
#define SIM_FIXTURE_H

#include <check.h>
#include <cuda.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vgsim.h"

#define OK(call) ck_assert_int_eq((int)(call), CUDA_SUCCESS)
#define FAILS(code, call) ck_assert_int_eq((int)(call), (int)(code))

/* Expects one or more problems since the last look, the last of this kind, and forgets them. */
#define PROBLEM(kind)                                                                                                  \
    do {                                                                                                               \
        ck_assert_uint_gt(vgsim_problem_count(), 0);                                                                   \
        ck_assert_str_eq(vgsim_problem_kind(), kind);                                                                  \
        vgsim_problems_clear();                                                                                        \
    } while (0)
#define ONE_PROBLEM(kind)                                                                                              \
    do {                                                                                                               \
        ck_assert_uint_eq(vgsim_problem_count(), 1);                                                                   \
        PROBLEM(kind);                                                                                                 \
    } while (0)
#define NO_PROBLEM() ck_assert_uint_eq(vgsim_problem_count(), 0)

static CUcontext context;
static CUstream stream;
static CUmodule module;

static inline void start_device(void)
{
    vgsim_problems_clear();
    OK(cuInit(0));
    OK(cuDevicePrimaryCtxRetain(&context, 0));
    OK(cuCtxSetCurrent(context));
    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    module = NULL;
}

static inline void load_module(const char *stub)
{
    OK(cuModuleLoadDataEx(&module, stub, 0, NULL, NULL));
}

static inline CUfunction get_function(const char *name)
{
    CUfunction function;
    OK(cuModuleGetFunction(&function, module, name));
    return function;
}

/* Also after a kernel failed: then the calls answer with its code, but free all the same. */
static inline void stop_device(void)
{
    if (module) {
        cuModuleUnload(module);
    }
    cuStreamDestroy(stream);
    cuCtxSetCurrent(NULL);
    OK(cuDevicePrimaryCtxRelease(0));
    ck_assert_uint_eq(vgsim_live_count(), 0);
    NO_PROBLEM();
}

static inline CUdeviceptr get_memory(size_t bytes)
{
    CUdeviceptr memory;
    OK(cuMemAlloc(&memory, bytes));
    return memory;
}

static inline CUDA_KERNEL_NODE_PARAMS kernel_node(CUfunction function, unsigned grid, unsigned block, void **parameters)
{
    CUDA_KERNEL_NODE_PARAMS p;
    memset(&p, 0, sizeof p);
    p.func = function;
    p.gridDimX = grid;
    p.gridDimY = p.gridDimZ = 1;
    p.blockDimX = block;
    p.blockDimY = p.blockDimZ = 1;
    p.kernelParams = parameters;
    return p;
}

static inline CUDA_MEMCPY3D copy_node(void *to_host, CUdeviceptr to, const void *from_host, CUdeviceptr from,
                                      size_t bytes)
{
    CUDA_MEMCPY3D p;
    memset(&p, 0, sizeof p);
    p.dstMemoryType = to_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    p.dstHost = to_host;
    p.dstDevice = to;
    p.srcMemoryType = from_host ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    p.srcHost = from_host;
    p.srcDevice = from;
    p.WidthInBytes = bytes;
    p.Height = p.Depth = 1;
    return p;
}

static inline CUDA_MEMSET_NODE_PARAMS fill_node(CUdeviceptr to, unsigned value, unsigned element, size_t count)
{
    CUDA_MEMSET_NODE_PARAMS p;
    memset(&p, 0, sizeof p);
    p.dst = to;
    p.value = value;
    p.elementSize = element;
    p.width = count;
    p.height = 1;
    return p;
}

/* One kernel as a graph of its own, run once. */
static inline CUresult run_as_graph(CUfunction function, unsigned grid, unsigned block, unsigned shared,
                                    void **parameters)
{
    CUDA_KERNEL_NODE_PARAMS p = kernel_node(function, grid, block, parameters);
    CUgraph graph;
    CUgraphNode node;
    CUgraphExec exec;
    CUresult result;
    p.sharedMemBytes = shared;
    OK(cuGraphCreate(&graph, 0));
    OK(cuGraphAddKernelNode(&node, graph, NULL, 0, &p));
    OK(cuGraphInstantiateWithFlags(&exec, graph, 0));
    result = cuGraphLaunch(exec, stream);
    if (!result) {
        result = cuStreamSynchronize(stream);
    }
    cuGraphExecDestroy(exec);
    cuGraphDestroy(graph);
    return result;
}

#endif
