/* SPDX-License-Identifier: MIT */
#include "hand.h"

#include <stdio.h>
#include <string.h>

#include "vg_rt.h"

#define LOOKS 4096

static int succeeded(CUresult result, const char *call)
{
    const char *name = NULL;

    if (result == CUDA_SUCCESS)
        return 1;
    (void)cuGetErrorName(result, &name);
    fprintf(stderr, "bench_replay: %s: %s\n", call, name != NULL ? name : "unknown error");
    return 0;
}

#define DO(call)                                                                                                       \
    do {                                                                                                               \
        if (!succeeded((call), #call))                                                                                 \
            return 0;                                                                                                  \
    } while (0)

int hand_open(hand *h)
{
    const size_t bytes = (h->inputs + h->outputs) * h->bytes;

    DO(cuStreamCreate(&h->stream, CU_STREAM_NON_BLOCKING));
    DO(cuMemAlloc(&h->memory, bytes));
    DO(cuMemHostAlloc((void **)&h->pinned, bytes, CU_MEMHOSTALLOC_DEVICEMAP));
    memset(h->pinned, 0, bytes);
    return 1;
}

CUdeviceptr hand_address(const hand *h, unsigned index)
{
    return h->memory + index * h->bytes;
}

unsigned char *hand_pinned(const hand *h, unsigned index)
{
    return h->pinned + index * h->bytes;
}

/* ---- the graphs ---- */

/* Adds a node after the one in *last, if there is one, and becomes the last. */
static int add_copy(hand *h, CUgraph graph, CUgraphNode *last, int up, unsigned first, size_t bytes)
{
    CUDA_MEMCPY3D copy;
    CUgraphNode node;

    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = up ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    copy.dstMemoryType = up ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
    if (up) {
        copy.srcHost = hand_pinned(h, first);
        copy.dstDevice = hand_address(h, first);
    } else {
        copy.srcDevice = hand_address(h, first);
        copy.dstHost = hand_pinned(h, first);
    }
    copy.WidthInBytes = bytes;
    copy.Height = 1;
    copy.Depth = 1;
    DO(cuGraphAddMemcpyNode(&node, graph, *last != NULL ? last : NULL, *last != NULL ? 1u : 0u, &copy, h->context));
    *last = node;
    return 1;
}

static int add_kernel(hand *h, CUgraph graph, CUgraphNode *last)
{
    CUDA_KERNEL_NODE_PARAMS launch;
    CUgraphNode node;

    memset(&launch, 0, sizeof launch);
    launch.func = h->function;
    launch.gridDimX = h->grid;
    launch.gridDimY = 1;
    launch.gridDimZ = 1;
    launch.blockDimX = h->block;
    launch.blockDimY = 1;
    launch.blockDimZ = 1;
    launch.kernelParams = h->arguments;
    DO(cuGraphAddKernelNode(&node, graph, *last != NULL ? last : NULL, *last != NULL ? 1u : 0u, &launch));
    *last = node;
    return 1;
}

static int add_nodes(hand *h, CUgraph graph, hand_shape shape)
{
    CUgraphNode last = NULL;
    unsigned i;

    for (i = 0; shape == HAND_LINE && i < h->inputs; i++)
        if (!add_copy(h, graph, &last, 1, i, h->bytes))
            return 0;
    if (shape == HAND_COALESCED && !add_copy(h, graph, &last, 1, 0, h->inputs * h->bytes))
        return 0;
    if (!add_kernel(h, graph, &last))
        return 0;
    for (i = 0; shape == HAND_LINE && i < h->outputs; i++)
        if (!add_copy(h, graph, &last, 0, h->inputs + i, h->bytes))
            return 0;
    return shape == HAND_LINE || add_copy(h, graph, &last, 0, h->inputs, h->outputs * h->bytes);
}

int hand_build(hand *h)
{
    int shape;

    for (shape = 0; shape < HAND_SHAPES; shape++) {
        CUDA_GRAPH_INSTANTIATE_PARAMS how;
        memset(&how, 0, sizeof how);
        DO(cuGraphCreate(&h->graphs[shape], 0));
        if (!add_nodes(h, h->graphs[shape], (hand_shape)shape))
            return 0;
        DO(cuGraphInstantiateWithParams(&h->execs[shape], h->graphs[shape], &how));
        DO(cuGraphUpload(h->execs[shape], h->stream));
    }
    DO(cuStreamSynchronize(h->stream));
    return 1;
}

void hand_close(hand *h)
{
    int shape;

    for (shape = 0; shape < HAND_SHAPES; shape++) {
        if (h->execs[shape] != NULL)
            (void)cuGraphExecDestroy(h->execs[shape]);
        if (h->graphs[shape] != NULL)
            (void)cuGraphDestroy(h->graphs[shape]);
    }
    if (h->pinned != NULL)
        (void)cuMemFreeHost(h->pinned);
    if (h->memory != 0)
        (void)cuMemFree(h->memory);
    if (h->stream != NULL)
        (void)cuStreamDestroy(h->stream);
    memset(h, 0, sizeof *h);
}

/* ---- replays ---- */

static int wait_for_end(hand *h)
{
    int looks;

    for (looks = 0; looks < LOOKS; looks++) {
        const CUresult result = cuStreamQuery(h->stream);
        if (result == CUDA_SUCCESS)
            return 1;
        if (result != CUDA_ERROR_NOT_READY)
            return succeeded(result, "cuStreamQuery");
        VG_PAUSE();
    }
    DO(cuStreamSynchronize(h->stream));
    return 1;
}

int hand_replay(hand *h, hand_shape shape)
{
    DO(cuGraphLaunch(h->execs[shape], h->stream));
    return wait_for_end(h);
}

int hand_stream(hand *h)
{
    unsigned i;

    for (i = 0; i < h->inputs; i++)
        DO(cuMemcpyHtoDAsync(hand_address(h, i), hand_pinned(h, i), h->bytes, h->stream));
    DO(cuLaunchKernel(h->function, h->grid, 1, 1, h->block, 1, 1, 0, h->stream, h->arguments, NULL));
    for (i = h->inputs; i < h->inputs + h->outputs; i++)
        DO(cuMemcpyDtoHAsync(hand_pinned(h, i), hand_address(h, i), h->bytes, h->stream));
    return wait_for_end(h);
}

uint64_t hand_hash(const void *const *inputs, unsigned count, size_t bytes)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    unsigned i;
    size_t at;

    for (i = 0; i < count; i++) {
        const unsigned char *input = (const unsigned char *)inputs[i];
        for (at = 0; at < bytes; at++)
            hash = (hash ^ input[at]) * UINT64_C(1099511628211);
        hash = (hash ^ bytes) * UINT64_C(1099511628211);
    }
    return hash;
}
