/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* flow_nodes.h - what device_flow.c builds its graphs of: answers that are counted, nodes of the kernels of flow.cu. */
#ifndef FLOW_NODES_H
#define FLOW_NODES_H

#include "flow.h"

#include "../../checks.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SET, COUNT, ADD, SUM, NEXT }; /* kernels of the spec, in its order */
#define THREADS 64u
#define BLOCKS 8u
#define WORDS (2u * BLOCKS * THREADS)
#define HOPPER 9

static void answers(CUresult expected, CUresult found, const char *what, int line)
{
    if (!check_that(expected == found, what, line))
        printf("    it answers %d, not %d\n", (int)found, (int)expected);
}

static void equal(unsigned long expected, unsigned long found, const char *what, int line)
{
    if (!check_that(expected == found, what, line))
        printf("    it is %lu, not %lu\n", found, expected);
}

#define OK(call) answers(CUDA_SUCCESS, call, #call, __LINE__)
#define ANSWERS(code, call) answers(code, call, #call, __LINE__)
#define REFUSED(call) equal(1, (call) != CUDA_SUCCESS, "refused: " #call, __LINE__)
#define EQUAL(expected, found) equal((unsigned long)(expected), (unsigned long)(found), #found, __LINE__)

static flow program;
static CUcontext context;
static CUstream stream;
static CUdeviceptr words;
static CUgraph graph;
static int is_cpu, capability;

/* ---- small pieces ---- */

static CUDA_KERNEL_NODE_PARAMS launch_of(unsigned kernel, unsigned grid, unsigned block, void **arguments)
{
    CUDA_KERNEL_NODE_PARAMS p;
    memset(&p, 0, sizeof p);
    p.func = (CUfunction)program.kernel[kernel];
    p.gridDimX = grid;
    p.gridDimY = 1;
    p.gridDimZ = 1;
    p.blockDimX = block;
    p.blockDimY = 1;
    p.blockDimZ = 1;
    p.kernelParams = arguments;
    return p;
}

static CUgraphNode add_kernel(CUgraph to, const CUgraphNode *after, const CUDA_KERNEL_NODE_PARAMS *p)
{
    CUgraphNode node = NULL;
    OK(cuGraphAddKernelNode(&node, to, after, after ? 1 : 0, p));
    return node;
}

static CUgraphNode add_set(CUgraph to, const CUgraphNode *after, CUgraphConditionalHandle go, unsigned value)
{
    void *arguments[2];
    CUDA_KERNEL_NODE_PARAMS p = launch_of(SET, 1, 1, arguments);
    arguments[0] = &go;
    arguments[1] = &value;
    return add_kernel(to, after, &p);
}

static CUgraphNode add_count(CUgraph to, const CUgraphNode *after, unsigned word, CUgraphConditionalHandle go,
                             unsigned most)
{
    CUdeviceptr at = words + 4 * word;
    void *arguments[3];
    CUDA_KERNEL_NODE_PARAMS p = launch_of(COUNT, 1, 1, arguments);
    arguments[0] = &at;
    arguments[1] = &go;
    arguments[2] = &most;
    return add_kernel(to, after, &p);
}

static CUgraphNode add_sum(CUgraph to, const CUgraphNode *after, unsigned word, unsigned value)
{
    CUdeviceptr at = words + 4 * word;
    void *arguments[2];
    CUDA_KERNEL_NODE_PARAMS p = launch_of(ADD, 1, 1, arguments);
    arguments[0] = &at;
    arguments[1] = &value;
    return add_kernel(to, after, &p);
}

static CUgraphNode add_clear(CUgraph to, unsigned word)
{
    CUDA_MEMSET_NODE_PARAMS p;
    CUgraphNode node = NULL;
    memset(&p, 0, sizeof p);
    p.dst = words + 4 * word;
    p.elementSize = 4;
    p.width = 1;
    p.height = 1;
    OK(cuGraphAddMemsetNode(&node, to, NULL, 0, &p, context));
    return node;
}

static CUgraphConditionalHandle make_handle(CUgraph of, unsigned first, unsigned flags)
{
    CUgraphConditionalHandle handle = 0;
    OK(cuGraphConditionalHandleCreate(&handle, of, context, first, flags));
    return handle;
}

static CUgraphNodeParams conditional(CUgraphConditionalHandle handle, CUgraphConditionalNodeType type, unsigned size)
{
    CUgraphNodeParams p;
    memset(&p, 0, sizeof p);
    p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    p.conditional.handle = handle;
    p.conditional.type = type;
    p.conditional.size = size;
    p.conditional.ctx = context;
    return p;
}

static CUgraph *add_conditional(CUgraphNode *node, CUgraph to, const CUgraphNode *after,
                                CUgraphConditionalHandle handle, CUgraphConditionalNodeType type, unsigned size)
{
    CUgraphNodeParams p = conditional(handle, type, size);
    const CUresult result = cuGraphAddNode_v2(node, to, after, NULL, after ? 1 : 0, &p);
    OK(result);
    if (result || !p.conditional.phGraph_out) {
        printf("no bodies: nothing more can be tested\n");
        exit(1);
    }
    return p.conditional.phGraph_out;
}

static void begin(void)
{
    OK(cuMemsetD8(words, 0, 4 * WORDS));
    OK(cuGraphCreate(&graph, 0));
}

static unsigned word_at(unsigned index)
{
    unsigned value = 0;
    OK(cuMemcpyDtoH(&value, words + 4 * index, sizeof value));
    return value;
}

static void run(unsigned launches, unsigned flags)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS how;
    CUgraphExec exec = NULL;
    unsigned i;
    memset(&how, 0, sizeof how);
    how.flags = flags;
    OK(cuGraphInstantiateWithParams(&exec, graph, &how));
    EQUAL(CUDA_GRAPH_INSTANTIATE_SUCCESS, how.result_out);
    for (i = 0; exec && i < launches; i++) {
        OK(cuGraphLaunch(exec, stream));
        OK(cuStreamSynchronize(stream));
    }
    OK(cuGraphExecDestroy(exec));
    OK(cuGraphDestroy(graph));
}

#endif
