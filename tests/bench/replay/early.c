/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "early.h"

#include <stdio.h>
#include <string.h>

#include "hand.h"
#include "vg_rt.h"

#define QUERY_EVERY 256 /* looks at the word */

#define DO(call)                                                                                                       \
    do {                                                                                                               \
        if (!hand_good((call), #call))                                                                                 \
            return 0;                                                                                                  \
    } while (0)

int early_open(early *e, size_t bytes, unsigned words)
{
    memset(e, 0, sizeof *e);
    e->bytes = bytes;
    DO(cuStreamCreate(&e->stream, CU_STREAM_NON_BLOCKING));
    DO(cuMemAlloc(&e->memory, bytes));
    DO(cuMemHostAlloc((void **)&e->pinned, bytes + words * (size_t)EARLY_LINE, CU_MEMHOSTALLOC_DEVICEMAP));
    DO(cuMemHostGetDevicePointer(&e->pinned_at, e->pinned, 0));
    memset(e->pinned, 0, bytes + words * (size_t)EARLY_LINE);
    return 1;
}

void early_close(early *e)
{
    if (e->pinned != NULL)
        (void)cuMemFreeHost(e->pinned);
    if (e->memory != 0)
        (void)cuMemFree(e->memory);
    if (e->stream != NULL)
        (void)cuStreamDestroy(e->stream);
    memset(e, 0, sizeof *e);
}

/* Kernels that wait by themselves do so on sm_90, which is the newest that the bench has. */
static int has_programmatic(int *has)
{
    CUdevice device;
    int major = 0;

    DO(cuCtxGetDevice(&device));
    DO(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    *has = major == 9;
    return 1;
}

int early_begin(early_graph *g, early *e, int programmatic)
{
    int has;

    memset(g, 0, sizeof *g);
    g->in = e;
    if (!has_programmatic(&has))
        return 0;
    g->programmatic = programmatic && has;
    DO(cuGraphCreate(&g->graph, 0));
    return 1;
}

static int add(early_graph *g, CUfunction function, unsigned grid, unsigned block, void **arguments, CUgraphNode *node)
{
    CUDA_KERNEL_NODE_PARAMS launch;
    CUgraphEdgeData edge;
    unsigned i;

    memset(&launch, 0, sizeof launch);
    launch.func = function;
    launch.gridDimX = grid;
    launch.gridDimY = 1;
    launch.gridDimZ = 1;
    launch.blockDimX = block;
    launch.blockDimY = 1;
    launch.blockDimZ = 1;
    launch.kernelParams = arguments;
    DO(cuGraphAddKernelNode(node, g->graph, NULL, 0, &launch));
    memset(&edge, 0, sizeof edge); /* an ordinary one */
    if (g->programmatic) {
        edge.from_port = (unsigned char)CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
        edge.type = (unsigned char)CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
    }
    for (i = 0; i < g->fronts; i++)
        DO(cuGraphAddDependencies(g->graph, &g->front[i], node, &edge, 1));
    return 1;
}

int early_then(early_graph *g, CUfunction function, unsigned grid, unsigned block, void **arguments)
{
    CUgraphNode node;

    if (!add(g, function, grid, block, arguments, &node))
        return 0;
    g->front[0] = node;
    g->fronts = 1;
    return 1;
}

int early_beside(early_graph *g, CUfunction function, unsigned count, unsigned grid, unsigned block, void ***arguments)
{
    CUgraphNode nodes[EARLY_FRONT];
    unsigned i;

    for (i = 0; i < count && i < EARLY_FRONT; i++)
        if (!add(g, function, grid, block, arguments[i], &nodes[i]))
            return 0;
    memcpy(g->front, nodes, count * sizeof *nodes);
    g->fronts = count;
    return 1;
}

static size_t word_at(const early_graph *g)
{
    return g->in->bytes + g->word * (size_t)EARLY_LINE;
}

static uint32_t *word_of(const early_graph *g)
{
    return (uint32_t *)(void *)(g->in->pinned + word_at(g));
}

int early_end(early_graph *g, CUfunction end)
{
    CUdeviceptr word = g->in->pinned_at + word_at(g);
    CUDA_GRAPH_INSTANTIATE_PARAMS how;
    void *arguments[1];

    arguments[0] = &word;
    if (!early_then(g, end, 1, 1, arguments))
        return 0;
    memset(&how, 0, sizeof how);
    DO(cuGraphInstantiateWithParams(&g->exec, g->graph, &how));
    DO(cuGraphUpload(g->exec, g->in->stream));
    DO(cuStreamSynchronize(g->in->stream));
    return 1;
}

int early_start(early_graph *g)
{
    __atomic_store_n(word_of(g), 0u, __ATOMIC_RELEASE);
    DO(cuGraphLaunch(g->exec, g->in->stream));
    return 1;
}

/* Now and then the stream is asked, so that a fault ends it. */
int early_finish(early_graph *g)
{
    const uint32_t *word = word_of(g);
    unsigned looks;

    for (looks = 1; __atomic_load_n(word, __ATOMIC_ACQUIRE) == 0; looks++) {
        if (looks % QUERY_EVERY == 0) {
            const CUresult result = cuStreamQuery(g->in->stream);
            if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY)
                return hand_good(result, "cuStreamQuery");
        }
        VG_PAUSE();
    }
    return 1;
}

int early_replay(early_graph *g)
{
    return early_start(g) && early_finish(g);
}

void early_free(early_graph *g)
{
    if (g->exec != NULL)
        (void)cuGraphExecDestroy(g->exec);
    if (g->graph != NULL)
        (void)cuGraphDestroy(g->graph);
    memset(g, 0, sizeof *g);
}
