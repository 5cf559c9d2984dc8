/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "by_hand.h"

#include <stdio.h>
#include <string.h>

#include "libraries.h"

#define BLOCK 256u
#define MOST_NODES 8u
#define WORKSPACE_BYTES ((size_t)32 << 20)
/* Looks at the word before the stream is asked, whose answer shows a fault; and how often that is done. */
#define LOOKS 100000ul
#define QUESTIONS 10000ul

static int good(CUresult result, const char *call)
{
    const char *name = NULL;

    if (result != CUDA_SUCCESS) {
        (void)cuGetErrorName(result, &name);
        fprintf(stderr, "bench: %s answers %d (%s)\n", call, (int)result, name != NULL ? name : "?");
    }
    return result == CUDA_SUCCESS;
}

#define TRY(call) good(call, #call)

/* ---- memory ---- */

static int take(CUdeviceptr *address, size_t count, float value)
{
    unsigned bits;

    memcpy(&bits, &value, sizeof bits);
    return TRY(cuMemAlloc(address, count * sizeof value)) && TRY(cuMemsetD32(*address, bits, count));
}

static int take_all(by_hand *h)
{
    void *word = NULL;

    if (!take(&h->from, LIBRARIES_N, 1.0f) || !take(&h->a, LIBRARIES_LONG, 0.25f) || !take(&h->b, LIBRARIES_LONG, 0.0f) ||
        !take(&h->matrix, LIBRARIES_SQUARE, 0.001f) || !take(&h->to, LIBRARIES_N, 0.0f) || !take(&h->count, 1, 0.0f) ||
        !take(&h->workspace, WORKSPACE_BYTES / sizeof(float), 0.0f) ||
        !TRY(cuMemHostAlloc(&word, sizeof *h->word, CU_MEMHOSTALLOC_DEVICEMAP)))
        return 0;
    h->word = (uint32_t *)word;
    *h->word = 0;
    return TRY(cuMemHostGetDevicePointer(&h->word_at, word, 0));
}

int by_hand_open(by_hand *h, CUfunction halve, CUfunction tell)
{
    memset(h, 0, sizeof *h);
    h->halve = halve;
    h->tell = tell;
    return calls_open(&h->made) && TRY(cuStreamCreate(&h->stream, CU_STREAM_NON_BLOCKING)) && take_all(h) &&
           TRY(cuCtxSynchronize());
}

static void give(CUdeviceptr address)
{
    if (address != 0)
        (void)TRY(cuMemFree(address));
}

void by_hand_close(by_hand *h)
{
    int what, edges;

    for (what = 0; what < WORKS; what++) {
        for (edges = 0; edges < 2; edges++) {
            if (h->execs[what][edges] != NULL)
                (void)TRY(cuGraphExecDestroy(h->execs[what][edges]));
            if (h->graphs[what][edges] != NULL)
                (void)TRY(cuGraphDestroy(h->graphs[what][edges]));
        }
        if (h->captured[what] != NULL)
            (void)TRY(cuGraphDestroy(h->captured[what]));
    }
    if (h->stream != NULL)
        (void)TRY(cuStreamDestroy(h->stream));
    calls_close(&h->made);
    give(h->from);
    give(h->a);
    give(h->b);
    give(h->matrix);
    give(h->to);
    give(h->count);
    give(h->workspace);
    if (h->word != NULL)
        (void)TRY(cuMemFreeHost(h->word));
}

/* ---- what is put on the stream ---- */

static int make_call(by_hand *h, work what)
{
    places at;
    const CUdeviceptr from = h->a, matrix = h->matrix, to = h->b, workspace = h->workspace;

    at.a = (const float *)(uintptr_t)from;
    at.matrix = (const float *)(uintptr_t)matrix;
    at.b = (float *)(uintptr_t)to;
    at.workspace = (void *)(uintptr_t)workspace;
    at.workspace_bytes = WORKSPACE_BYTES;
    return calls_make(&h->made, what, h->stream, &at);
}

/* The library makes things at its first call, so the second one is captured. */
static int capture(by_hand *h, work what)
{
    int made;

    if (!make_call(h, what) || !TRY(cuStreamSynchronize(h->stream)) ||
        !TRY(cuStreamBeginCapture(h->stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL)))
        return 0;
    made = make_call(h, what);
    return TRY(cuStreamEndCapture(h->stream, &h->captured[what])) && made;
}

/* ---- a graph ---- */

static const CUgraphEdgeData ordinary;

/* The node is the last one, after the one that was. */
static int put_behind(CUgraph graph, CUgraphNode *last, const CUgraphEdgeData *edge, CUgraphNode node)
{
    if (*last != NULL && !TRY(cuGraphAddDependencies_v2(graph, last, &node, edge, 1)))
        return 0;
    *last = node;
    return 1;
}

static int add_kernel(CUgraph graph, CUgraphNode *last, const CUgraphEdgeData *edge,
                      const CUDA_KERNEL_NODE_PARAMS *params)
{
    CUgraphNode node = NULL;

    return TRY(cuGraphAddKernelNode(&node, graph, NULL, 0, params)) && put_behind(graph, last, edge, node);
}

static int add_own(CUgraph graph, CUgraphNode *last, int programmatic, CUfunction function, unsigned blocks,
                   unsigned threads, CUdeviceptr first, CUdeviceptr second)
{
    CUDA_KERNEL_NODE_PARAMS params;
    CUgraphEdgeData edge;
    void *arguments[2];

    memset(&edge, 0, sizeof edge);
    if (programmatic) {
        edge.from_port = CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
        edge.type = CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
    }
    arguments[0] = &first;
    arguments[1] = &second;
    memset(&params, 0, sizeof params);
    params.func = function;
    params.gridDimX = blocks;
    params.gridDimY = params.gridDimZ = 1;
    params.blockDimX = threads;
    params.blockDimY = params.blockDimZ = 1;
    params.kernelParams = arguments;
    return add_kernel(graph, last, &edge, &params);
}

static int copy_kernel(CUgraph graph, CUgraphNode *last, const CUgraphEdgeData *edge, CUgraphNode from)
{
    CUDA_KERNEL_NODE_PARAMS params;

    memset(&params, 0, sizeof params);
    return TRY(cuGraphKernelNodeGetParams(from, &params)) && add_kernel(graph, last, edge, &params) &&
           TRY(cuGraphKernelNodeCopyAttributes(*last, from));
}

static int copy_memset(CUgraph graph, CUgraphNode *last, CUgraphNode from)
{
    CUDA_MEMSET_NODE_PARAMS params;
    CUgraphNode node = NULL;
    CUcontext context = NULL;

    memset(&params, 0, sizeof params);
    return TRY(cuCtxGetCurrent(&context)) && TRY(cuGraphMemsetNodeGetParams(from, &params)) &&
           TRY(cuGraphAddMemsetNode(&node, graph, NULL, 0, &params, context)) &&
           put_behind(graph, last, &ordinary, node);
}

/* The library's nodes as nodes of the graph's own, one after the other, as all of these calls have them, and by the edges
 * that they have. */
static int add_captured(CUgraph graph, CUgraphNode *last, CUgraph captured)
{
    CUgraphNode nodes[MOST_NODES], before[MOST_NODES];
    CUgraphEdgeData edges[MOST_NODES];
    size_t count = MOST_NODES, i;

    if (!TRY(cuGraphGetNodes(captured, nodes, &count)))
        return 0;
    for (i = 0; i < count; i++) {
        CUgraphNodeType type = CU_GRAPH_NODE_TYPE_EMPTY;
        size_t waits = MOST_NODES;

        memset(edges, 0, sizeof edges);
        if (!TRY(cuGraphNodeGetType(nodes[i], &type)) ||
            !TRY(cuGraphNodeGetDependencies_v2(nodes[i], before, edges, &waits)))
            return 0;
        if (waits > 1 || (waits == 1 && before[0] != nodes[i - 1]) || (waits == 0 && i > 0)) {
            fprintf(stderr, "bench: by hand: the library's nodes are not one after the other\n");
            return 0;
        }
        if (!(type == CU_GRAPH_NODE_TYPE_MEMSET ? copy_memset(graph, last, nodes[i])
                                                : copy_kernel(graph, last, &edges[0], nodes[i])))
            return 0;
    }
    return 1;
}

static int build(by_hand *h, work what, int edges)
{
    const int programmatic = edges == BY_HAND_PROGRAMMATIC;
    CUgraph graph = NULL;
    CUgraphNode last = NULL;

    if (!TRY(cuGraphCreate(&graph, 0)))
        return 0;
    h->graphs[what][edges] = graph;
    return add_own(graph, &last, 0, h->halve, LIBRARIES_N / BLOCK, BLOCK, h->from, h->a) &&
           add_captured(graph, &last, h->captured[what]) &&
           add_own(graph, &last, programmatic, h->halve, LIBRARIES_N / BLOCK, BLOCK, h->b, h->to) &&
           add_own(graph, &last, 1, h->tell, 1, 1, h->word_at, h->count) &&
           TRY(cuGraphInstantiate(&h->execs[what][edges], graph, 0)) &&
           TRY(cuGraphUpload(h->execs[what][edges], h->stream)) && TRY(cuStreamSynchronize(h->stream));
}

int by_hand_build(by_hand *h, work what)
{
    return capture(h, what) && build(h, what, BY_HAND_ORDINARY) && build(h, what, BY_HAND_PROGRAMMATIC);
}

/* ---- replays ---- */

static int await(const by_hand *h, uint32_t next)
{
    const volatile uint32_t *word = h->word;
    unsigned long look, question;

    for (question = 0; question < QUESTIONS; question++) {
        CUresult result;

        for (look = 0; look < LOOKS; look++)
            if (*word == next)
                return 1;
        result = cuStreamQuery(h->stream);
        if (result != CUDA_ERROR_NOT_READY && !good(result, "cuStreamQuery"))
            return 0;
    }
    fprintf(stderr, "bench: by hand: no end after %lu looks\n", LOOKS * QUESTIONS);
    return 0;
}

int by_hand_replay(by_hand *h, work what, int edges)
{
    const uint32_t next = *h->word + 1;

    return h->execs[what][edges] != NULL && TRY(cuGraphLaunch(h->execs[what][edges], h->stream)) && await(h, next);
}

static int launch(const by_hand *h, CUfunction function, unsigned blocks, unsigned threads, CUdeviceptr first,
                  CUdeviceptr second)
{
    void *arguments[2];

    arguments[0] = &first;
    arguments[1] = &second;
    return TRY(cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, 0, h->stream, arguments, NULL));
}

int by_hand_stream(by_hand *h, work what)
{
    const uint32_t next = *h->word + 1;

    return launch(h, h->halve, LIBRARIES_N / BLOCK, BLOCK, h->from, h->a) && make_call(h, what) &&
           launch(h, h->halve, LIBRARIES_N / BLOCK, BLOCK, h->b, h->to) &&
           launch(h, h->tell, 1, 1, h->word_at, h->count) && await(h, next);
}

int by_hand_read(const by_hand *h, float *to)
{
    return TRY(cuStreamSynchronize(h->stream)) && TRY(cuMemcpyDtoH(to, h->to, LIBRARIES_N * sizeof *to));
}
