/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* probe_barrier.c - what a checker says of a barrier in the body of a `while`: probe_barrier once|loop launches a graph
 * of one kernel that all threads wait in, or one whose `while` runs that kernel three times. Both graphs are made by
 * driver calls alone, over the image of program "flow", which is never opened. run.sh asks compute-sanitizer about both,
 * so that it can tell a fault of that checker from one of a program.
 * Exit status: 0 the results are right, 1 they are not, or a call failed, 77 there is no device. */
#include "flow.h"

#include <cuda.h>
#include <stdio.h>
#include <string.h>

#include "../checks.h"

#define OK(call) CHECK((call) == CUDA_SUCCESS)
#define THREADS 256u
#define BLOCKS 2u
#define PASSES 3u
#define VALUES (THREADS * BLOCKS)

static CUcontext context;
static CUmodule module;
static CUdeviceptr values, count;

static int load(void)
{
    unsigned i;

    for (i = 0; i < flow_modules[0].image_count; i++)
        if (cuModuleLoadData(&module, flow_modules[0].images[i].bytes) == CUDA_SUCCESS)
            return 1;
    return CHECK(!"an image that fits the device");
}

static CUgraphNode add(CUgraph graph, const CUgraphNode *after, const char *name, unsigned blocks, unsigned threads,
                       void **arguments)
{
    CUDA_KERNEL_NODE_PARAMS p;
    CUgraphNode node = NULL;

    memset(&p, 0, sizeof p);
    OK(cuModuleGetFunction(&p.func, module, name));
    p.gridDimX = blocks;
    p.blockDimX = threads;
    p.gridDimY = p.gridDimZ = p.blockDimY = p.blockDimZ = 1;
    p.kernelParams = arguments;
    OK(cuGraphAddKernelNode(&node, graph, after, after != NULL ? 1 : 0, &p));
    return node;
}

static CUgraphNode add_turn(CUgraph graph)
{
    void *arguments[1];

    arguments[0] = &values;
    return add(graph, NULL, "flow_turn", BLOCKS, THREADS, arguments);
}

static void add_loop(CUgraph graph)
{
    CUgraphConditionalHandle go = 0;
    CUgraphNodeParams p;
    CUgraphNode node;
    unsigned most = PASSES;
    void *arguments[3];

    OK(cuGraphConditionalHandleCreate(&go, graph, context, 1, CU_GRAPH_COND_ASSIGN_DEFAULT));
    memset(&p, 0, sizeof p);
    p.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    p.conditional.handle = go;
    p.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    p.conditional.size = 1;
    p.conditional.ctx = context;
    if (!OK(cuGraphAddNode_v2(&node, graph, NULL, NULL, 0, &p)))
        return;
    node = add_turn(p.conditional.phGraph_out[0]);
    arguments[0] = &count;
    arguments[1] = &go;
    arguments[2] = &most;
    add(p.conditional.phGraph_out[0], &node, "flow_count", 1, 1, arguments);
}

static void launch(CUgraph graph, unsigned passes)
{
    static unsigned found[VALUES];
    CUgraphExec exec = NULL;
    CUstream stream = NULL;
    unsigned i;

    OK(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    if (OK(cuGraphInstantiateWithFlags(&exec, graph, 0))) {
        OK(cuGraphLaunch(exec, stream));
        OK(cuStreamSynchronize(stream));
        OK(cuGraphExecDestroy(exec));
    }
    OK(cuStreamDestroy(stream));
    OK(cuMemcpyDtoH(found, values, sizeof found));
    /* Each pass turns the values of a block round and adds 1 to each. */
    for (i = 0; i < VALUES; i++)
        CHECK(found[i] == (passes % 2 != 0 ? THREADS - 1 - i % THREADS : i % THREADS) + passes);
}

int main(int argc, char **argv)
{
    static unsigned first[VALUES];
    const int loop = argc > 1 && strcmp(argv[1], "loop") == 0;
    CUgraph graph = NULL;
    CUdevice device;
    unsigned i;

    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGet(&device, 0) != CUDA_SUCCESS) {
        printf("no device here\n");
        return 77;
    }
    OK(cuDevicePrimaryCtxRetain(&context, device));
    OK(cuCtxSetCurrent(context));
    for (i = 0; i < VALUES; i++)
        first[i] = i % THREADS;
    if (load() && OK(cuMemAlloc(&values, sizeof first)) && OK(cuMemAlloc(&count, sizeof(unsigned)))) {
        OK(cuMemcpyHtoD(values, first, sizeof first));
        OK(cuMemsetD8(count, 0, sizeof(unsigned)));
        OK(cuGraphCreate(&graph, 0));
        if (loop)
            add_loop(graph);
        else
            (void)add_turn(graph);
        launch(graph, loop ? PASSES : 1);
        OK(cuGraphDestroy(graph));
        OK(cuMemFree(count));
        OK(cuMemFree(values));
        OK(cuModuleUnload(module));
    }
    OK(cuCtxSetCurrent(NULL));
    OK(cuDevicePrimaryCtxRelease(device));
    return checks_end();
}
