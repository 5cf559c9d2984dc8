/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "hand.h"

#include <stdio.h>
#include <string.h>

#include "vg_rt.h"

#define LOOKS 4096
#define QUERY_EVERY 256 /* looks at a word */
#define WORDS_BYTES 256u
#define SECOND_AT 128u /* of the two words: in a line of its own */

int hand_good(CUresult result, const char *call)
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
        if (!hand_good((call), #call))                                                                                 \
            return 0;                                                                                                  \
    } while (0)

static size_t bytes_of(const hand *h)
{
    return (h->inputs + h->outputs) * h->bytes;
}

int hand_open(hand *h)
{
    DO(cuStreamCreate(&h->stream, CU_STREAM_NON_BLOCKING));
    DO(cuMemAlloc(&h->memory, bytes_of(h)));
    DO(cuMemHostAlloc((void **)&h->pinned, bytes_of(h) + WORDS_BYTES, CU_MEMHOSTALLOC_DEVICEMAP));
    DO(cuMemHostGetDevicePointer(&h->pinned_at, h->pinned, 0));
    memset(h->pinned, 0, bytes_of(h) + WORDS_BYTES);
    return 1;
}

CUdeviceptr hand_address(const hand *h, unsigned index)
{
    return h->memory + index * h->bytes;
}

CUdeviceptr hand_mapped(const hand *h, unsigned index)
{
    return h->pinned_at + index * h->bytes;
}

unsigned char *hand_pinned(const hand *h, unsigned index)
{
    return h->pinned + index * h->bytes;
}

/* What the stream writes after a graph. */
static uint32_t *word_after(const hand *h)
{
    return (uint32_t *)(void *)(h->pinned + bytes_of(h));
}

/* What the last node of a graph writes. */
static uint32_t *word_within(const hand *h)
{
    return (uint32_t *)(void *)(h->pinned + bytes_of(h) + SECOND_AT);
}

static int writes_word(hand_shape shape)
{
    return shape == HAND_MAPPED_WORD || shape == HAND_MAPPED_END;
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

static int add_kernel(CUgraph graph, CUgraphNode *last, const hand_launch *l, void **arguments)
{
    CUDA_KERNEL_NODE_PARAMS launch;
    CUgraphNode node;

    memset(&launch, 0, sizeof launch);
    launch.func = l->function;
    launch.gridDimX = l->grid;
    launch.gridDimY = 1;
    launch.gridDimZ = 1;
    launch.blockDimX = l->block;
    launch.blockDimY = 1;
    launch.blockDimZ = 1;
    launch.kernelParams = arguments;
    DO(cuGraphAddKernelNode(&node, graph, *last != NULL ? last : NULL, *last != NULL ? 1u : 0u, &launch));
    *last = node;
    return 1;
}

/* Writes 1. What the device says of it is the caller's: it may have no such nodes. */
static CUresult add_word(hand *h, CUgraph graph, CUgraphNode *last)
{
    CUstreamBatchMemOpParams operation;
    CUDA_BATCH_MEM_OP_NODE_PARAMS parameters;
    CUgraphNode node;

    memset(&operation, 0, sizeof operation);
    operation.writeValue.operation = CU_STREAM_MEM_OP_WRITE_VALUE_32;
    operation.writeValue.address = h->pinned_at + bytes_of(h) + SECOND_AT;
    operation.writeValue.value = 1;
    memset(&parameters, 0, sizeof parameters);
    parameters.ctx = h->context;
    parameters.count = 1;
    parameters.paramArray = &operation;
    return cuGraphAddBatchMemOpNode(&node, graph, last, 1, &parameters);
}

/* Where the kernel waits by itself for the one before it, it may be launched while that one runs: so says its code for
 * sm_90, which is the newest that the bench has. */
static int add_end(hand *h, CUgraph graph, CUgraphNode *last)
{
    CUdeviceptr word = h->pinned_at + bytes_of(h) + SECOND_AT;
    void *arguments[1];
    CUgraphNode node = NULL;
    CUgraphEdgeData edge;
    CUdevice device;
    hand_launch l;
    int major = 0;

    arguments[0] = &word;
    memset(&l, 0, sizeof l);
    l.function = h->end;
    l.grid = 1;
    l.block = 1;
    DO(cuCtxGetDevice(&device));
    DO(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device));
    memset(&edge, 0, sizeof edge); /* an ordinary one */
    if (major == 9) {
        edge.from_port = (unsigned char)CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
        edge.type = (unsigned char)CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
    }
    if (!add_kernel(graph, &node, &l, arguments))
        return 0;
    DO(cuGraphAddDependencies(graph, last, &node, &edge, 1));
    *last = node;
    return 1;
}

static int add_uploads(hand *h, CUgraph graph, CUgraphNode *last, hand_shape shape)
{
    unsigned i;

    for (i = 0; shape == HAND_LINE && i < h->inputs; i++)
        if (!add_copy(h, graph, last, 1, i, h->bytes))
            return 0;
    return shape != HAND_COALESCED || add_copy(h, graph, last, 1, 0, h->inputs * h->bytes);
}

static int add_downloads(hand *h, CUgraph graph, CUgraphNode *last, hand_shape shape)
{
    unsigned i;

    for (i = 0; shape == HAND_LINE && i < h->outputs; i++)
        if (!add_copy(h, graph, last, 0, h->inputs + i, h->bytes))
            return 0;
    return (shape != HAND_COALESCED && shape != HAND_RESIDENT) ||
           add_copy(h, graph, last, 0, h->inputs, h->outputs * h->bytes);
}

static int add_nodes(hand *h, CUgraph graph, CUgraphNode *last, hand_shape shape)
{
    const int mapped = shape == HAND_MAPPED || writes_word(shape);
    unsigned i;

    if (!add_uploads(h, graph, last, shape))
        return 0;
    for (i = 0; i < h->launch_count; i++) {
        const hand_launch *l = &h->launches[i];
        if (shape == HAND_APART)
            *last = NULL;
        if (!add_kernel(graph, last, l, mapped ? l->mapped : l->arguments))
            return 0;
    }
    if (shape == HAND_MAPPED_END && !add_end(h, graph, last))
        return 0;
    return add_downloads(h, graph, last, shape);
}

int hand_build(hand *h, hand_shape shape)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS how;
    CUgraphNode last = NULL;

    DO(cuGraphCreate(&h->graphs[shape], 0));
    if (!add_nodes(h, h->graphs[shape], &last, shape))
        return 0;
    if (shape == HAND_MAPPED_WORD) {
        const CUresult result = add_word(h, h->graphs[shape], &last);
        if (result == CUDA_ERROR_NOT_SUPPORTED)
            return 1;
        DO(result);
    }
    memset(&how, 0, sizeof how);
    DO(cuGraphInstantiateWithParams(&h->execs[shape], h->graphs[shape], &how));
    DO(cuGraphUpload(h->execs[shape], h->stream));
    DO(cuStreamSynchronize(h->stream));
    return 1;
}

int hand_has(const hand *h, hand_shape shape)
{
    return h->execs[shape] != NULL;
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

int hand_wait(hand *h)
{
    int looks;

    for (looks = 0; looks < LOOKS; looks++) {
        const CUresult result = cuStreamQuery(h->stream);
        if (result == CUDA_SUCCESS)
            return 1;
        if (result != CUDA_ERROR_NOT_READY)
            return hand_good(result, "cuStreamQuery");
        VG_PAUSE();
    }
    DO(cuStreamSynchronize(h->stream));
    return 1;
}

/* Now and then the stream is asked, so that a fault ends it. */
static int wait_for_word(hand *h, const uint32_t *word, uint32_t wanted)
{
    unsigned looks;

    for (looks = 1; __atomic_load_n(word, __ATOMIC_ACQUIRE) != wanted; looks++) {
        if (looks % QUERY_EVERY == 0) {
            const CUresult result = cuStreamQuery(h->stream);
            if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY)
                return hand_good(result, "cuStreamQuery");
        }
        VG_PAUSE();
    }
    return 1;
}

int hand_start(hand *h, hand_shape shape)
{
    if (writes_word(shape))
        __atomic_store_n(word_within(h), 0u, __ATOMIC_RELEASE);
    DO(cuGraphLaunch(h->execs[shape], h->stream));
    return 1;
}

int hand_finish(hand *h, hand_shape shape)
{
    return writes_word(shape) ? wait_for_word(h, word_within(h), 1) : hand_wait(h);
}

int hand_replay(hand *h, hand_shape shape)
{
    return hand_start(h, shape) && hand_finish(h, shape);
}

int hand_start_with_word(hand *h, hand_shape shape)
{
    h->sequence++;
    DO(cuGraphLaunch(h->execs[shape], h->stream));
    DO(cuStreamWriteValue32(h->stream, h->pinned_at + bytes_of(h), h->sequence, 0));
    return 1;
}

int hand_finish_with_word(hand *h)
{
    return wait_for_word(h, word_after(h), h->sequence);
}

int hand_replay_with_word(hand *h, hand_shape shape)
{
    return hand_start_with_word(h, shape) && hand_finish_with_word(h);
}

int hand_stream(hand *h)
{
    unsigned i;

    for (i = 0; i < h->inputs; i++)
        DO(cuMemcpyHtoDAsync(hand_address(h, i), hand_pinned(h, i), h->bytes, h->stream));
    for (i = 0; i < h->launch_count; i++) {
        const hand_launch *l = &h->launches[i];
        DO(cuLaunchKernel(l->function, l->grid, 1, 1, l->block, 1, 1, 0, h->stream, l->arguments, NULL));
    }
    for (i = h->inputs; i < h->inputs + h->outputs; i++)
        DO(cuMemcpyDtoHAsync(hand_pinned(h, i), hand_address(h, i), h->bytes, h->stream));
    return hand_wait(h);
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

__extension__ typedef unsigned __int128 product;

/* Both halves of the product, so that each bit of either factor reaches the result. */
static uint64_t fold(uint64_t a, uint64_t b)
{
    const product both = (product)a * b;

    return (uint64_t)both ^ (uint64_t)(both >> 64);
}

uint64_t hand_hash_fast(const void *const *inputs, unsigned count, size_t bytes)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15), part[2];
    unsigned i;
    size_t at;

    for (i = 0; i < count; i++) {
        const unsigned char *input = (const unsigned char *)inputs[i];
        for (at = 0; at + sizeof part <= bytes; at += sizeof part) {
            memcpy(part, input + at, sizeof part);
            hash = fold(part[0] ^ UINT64_C(0xd6e8feb86659fd93), part[1] ^ hash);
        }
        memset(part, 0, sizeof part);
        memcpy(part, input + at, bytes - at);
        hash = fold(part[0] ^ bytes, part[1] ^ hash);
    }
    return hash;
}
