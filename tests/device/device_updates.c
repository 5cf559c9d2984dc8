/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* device_updates.c - what a driver allows to change in an executable graph, and what a change does: the CPU device must
 * answer as a GPU does. Takes its kernel from program "saxpy", everything else is its own.
 * Exit status: 0 all passed, 1 some failed, 77 there is no device. */
#include "saxpy.h"

#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../checks.h"

#define COUNT SAXPY_N
#define BYTES ((size_t)SAXPY_N * sizeof(float))

static void answers(CUresult expected, CUresult found, const char *what, int line)
{
    if (!check_that(expected == found, what, line))
        printf("    it answers %d, not %d\n", (int)found, (int)expected);
}

#define OK(call) answers(CUDA_SUCCESS, call, #call, __LINE__)
#define INVALID(call) answers(CUDA_ERROR_INVALID_VALUE, call, #call, __LINE__)

/* Like a lane: upload x; clear u; launch; download u. Then a join, which is an empty node, but not in what the device could
 * launch. */
enum { UPLOAD, CLEAR, LAUNCH, DOWNLOAD, JOIN, NODES };
typedef struct lane {
    CUcontext context;
    CUfunction function;
    CUstream stream;
    CUdeviceptr memory; /* x, y, z, u, v */
    float *pinned;      /* x, u */
    CUgraph graph;
    CUgraphNode node[NODES];
    CUgraphExec exec;
    cuuint64_t flags; /* of it */
    CUdeviceptr at[5];
    float a;
    unsigned n;
    void *arguments[7];
} lane;

static CUDA_KERNEL_NODE_PARAMS launch_of(lane *l)
{
    CUDA_KERNEL_NODE_PARAMS p;
    memset(&p, 0, sizeof p);
    p.func = l->function;
    p.gridDimX = (COUNT + 127) / 128;
    p.gridDimY = 1;
    p.gridDimZ = 1;
    p.blockDimX = 128;
    p.blockDimY = 1;
    p.blockDimZ = 1;
    l->arguments[0] = &l->at[0];
    l->arguments[1] = &l->at[1];
    l->arguments[2] = &l->at[2];
    l->arguments[3] = &l->a;
    l->arguments[4] = &l->at[3];
    l->arguments[5] = &l->at[4];
    l->arguments[6] = &l->n;
    p.kernelParams = l->arguments;
    return p;
}

static CUDA_MEMCPY3D copy_of(lane *l, int up)
{
    CUDA_MEMCPY3D p;
    memset(&p, 0, sizeof p);
    p.srcMemoryType = up ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
    p.srcHost = up ? l->pinned : NULL;
    p.srcDevice = up ? 0 : l->at[3];
    p.dstMemoryType = up ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST;
    p.dstHost = up ? NULL : l->pinned + COUNT;
    p.dstDevice = up ? l->at[0] : 0;
    p.WidthInBytes = BYTES;
    p.Height = 1;
    p.Depth = 1;
    return p;
}

static CUDA_MEMSET_NODE_PARAMS fill_of(lane *l)
{
    CUDA_MEMSET_NODE_PARAMS p;
    memset(&p, 0, sizeof p);
    p.dst = l->at[3];
    p.elementSize = 4;
    p.width = COUNT;
    p.height = 1;
    return p;
}

static void build(lane *l)
{
    const CUDA_MEMCPY3D up = copy_of(l, 1);
    const CUDA_MEMCPY3D down = copy_of(l, 0);
    const CUDA_MEMSET_NODE_PARAMS fill = fill_of(l);
    const CUDA_KERNEL_NODE_PARAMS launch = launch_of(l);
    CUDA_GRAPH_INSTANTIATE_PARAMS how;
    memset(&how, 0, sizeof how);
    OK(cuGraphCreate(&l->graph, 0));
    OK(cuGraphAddMemcpyNode(&l->node[UPLOAD], l->graph, NULL, 0, &up, l->context));
    OK(cuGraphAddMemsetNode(&l->node[CLEAR], l->graph, NULL, 0, &fill, l->context));
    OK(cuGraphAddKernelNode(&l->node[LAUNCH], l->graph, l->node, 2, &launch));
    OK(cuGraphAddMemcpyNode(&l->node[DOWNLOAD], l->graph, &l->node[LAUNCH], 1, &down, l->context));
    if (l->flags == 0)
        OK(cuGraphAddEmptyNode(&l->node[JOIN], l->graph, &l->node[DOWNLOAD], 1));
    how.flags = l->flags;
    OK(cuGraphInstantiateWithParams(&l->exec, l->graph, &how));
    OK(cuGraphUpload(l->exec, l->stream));
    OK(cuStreamSynchronize(l->stream));
}

static void open_lane(lane *l, const saxpy *p, cuuint64_t flags)
{
    unsigned i;
    memset(l, 0, sizeof *l);
    l->flags = flags;
    l->context = (CUcontext)p->rt.context;
    l->function = (CUfunction)p->kernel[0];
    l->a = 2.0f;
    l->n = COUNT;
    OK(cuStreamCreate(&l->stream, CU_STREAM_NON_BLOCKING));
    OK(cuMemAlloc(&l->memory, 5 * BYTES));
    OK(cuMemsetD8(l->memory, 0, 5 * BYTES));
    OK(cuMemHostAlloc((void **)&l->pinned, 2 * BYTES, CU_MEMHOSTALLOC_DEVICEMAP));
    for (i = 0; i < 5; i++) {
        l->at[i] = l->memory + i * BYTES;
    }
    build(l);
}

static void close_lane(lane *l)
{
    OK(cuGraphExecDestroy(l->exec));
    OK(cuGraphDestroy(l->graph));
    OK(cuMemFreeHost(l->pinned));
    OK(cuMemFree(l->memory));
    OK(cuStreamDestroy(l->stream));
}

static void start(lane *l, float seed)
{
    unsigned i;
    for (i = 0; i < COUNT; i++) {
        l->pinned[i] = (float)i + seed;
        l->pinned[COUNT + i] = -1.0f;
    }
    OK(cuGraphLaunch(l->exec, l->stream));
}

/* Waits; does u hold factor (i + seed) everywhere? */
static int ends_with(lane *l, float factor, float seed)
{
    unsigned i;
    OK(cuStreamSynchronize(l->stream));
    for (i = 0; i < COUNT; i++) {
        if (l->pinned[COUNT + i] != factor * ((float)i + seed)) {
            return 0;
        }
    }
    return 1;
}

static int replays(lane *l, float factor, float seed)
{
    start(l, seed);
    return ends_with(l, factor, seed);
}

static CUresult enable(lane *l, unsigned node, unsigned enabled)
{
    return cuGraphNodeSetEnabled(l->exec, l->node[node], enabled);
}

static CUresult patch(lane *l, float a)
{
    CUDA_KERNEL_NODE_PARAMS p;
    l->a = a;
    p = launch_of(l);
    return cuGraphExecKernelNodeSetParams(l->exec, l->node[LAUNCH], &p);
}

/* ---- on and off ---- */

static void nodes_on_and_off(lane *l, lane *other)
{
    unsigned enabled = 9;
    CHECK(replays(l, 2.0f, 1.0f));
    OK(enable(l, LAUNCH, 0));
    OK(cuGraphNodeGetEnabled(l->exec, l->node[LAUNCH], &enabled));
    CHECK(enabled == 0);
    CHECK(replays(l, 0.0f, 2.0f)); /* clear, and the download waits for that through the node that is off */
    OK(enable(l, CLEAR, 0));
    OK(enable(l, LAUNCH, 1));
    CHECK(replays(l, 2.0f, 3.0f));
    OK(enable(l, LAUNCH, 0));
    start(l, 4.0f);
    CHECK(ends_with(l, 2.0f, 3.0f)); /* nothing writes u: the old bytes */
    OK(enable(l, LAUNCH, 1));
    OK(enable(l, UPLOAD, 0));
    start(l, 5.0f);
    CHECK(ends_with(l, 2.0f, 4.0f)); /* the last x that came */
    OK(enable(l, UPLOAD, 1));
    OK(enable(l, CLEAR, 1));
    OK(enable(l, DOWNLOAD, 0));
    start(l, 6.0f);
    CHECK(ends_with(l, 0.0f, 6.0f) == 0 && l->pinned[COUNT] == -1.0f);
    OK(enable(l, DOWNLOAD, 1));
    OK(enable(l, DOWNLOAD, 1)); /* again is nothing */
    CHECK(replays(l, 2.0f, 7.0f));
    if (l->flags == 0)
        INVALID(enable(l, JOIN, 0));
    INVALID(cuGraphNodeSetEnabled(l->exec, other->node[LAUNCH], 0));
    CHECK(replays(l, 2.0f, 8.0f) && replays(other, 2.0f, 9.0f));
}

/* ---- parameters ---- */

static void kernel_parameters(lane *l, lane *other)
{
    CUDA_KERNEL_NODE_PARAMS p;
    OK(patch(l, 3.0f));
    CHECK(replays(l, 3.0f, 1.0f) && replays(other, 2.0f, 1.0f));
    start(l, 2.0f);
    OK(patch(l, 4.0f)); /* for launches to come */
    CHECK(ends_with(l, 3.0f, 2.0f));
    CHECK(replays(l, 4.0f, 3.0f));
    OK(enable(l, LAUNCH, 0));
    OK(patch(l, 5.0f)); /* what is off takes them too, and stays off */
    CHECK(replays(l, 0.0f, 4.0f));
    OK(enable(l, LAUNCH, 1));
    CHECK(replays(l, 5.0f, 5.0f));
    p = launch_of(l);
    p.gridDimX = 1; /* half of the elements */
    OK(cuGraphExecKernelNodeSetParams(l->exec, l->node[LAUNCH], &p));
    start(l, 1.0f);
    OK(cuStreamSynchronize(l->stream));
    CHECK(l->pinned[COUNT + 127] == 5.0f * 128.0f && l->pinned[COUNT + 128] == 0.0f);
    OK(patch(l, 2.0f));
    p = launch_of(l);
    p.gridDimX = 0;
    INVALID(cuGraphExecKernelNodeSetParams(l->exec, l->node[LAUNCH], &p));
    p = launch_of(l);
    p.gridDimY = 65536;
    INVALID(cuGraphExecKernelNodeSetParams(l->exec, l->node[LAUNCH], &p));
    p = launch_of(l);
    p.sharedMemBytes = 60000;
    INVALID(cuGraphExecKernelNodeSetParams(l->exec, l->node[LAUNCH], &p));
    p = launch_of(l);
    INVALID(cuGraphExecKernelNodeSetParams(l->exec, l->node[CLEAR], &p));
    INVALID(cuGraphExecKernelNodeSetParams(l->exec, other->node[LAUNCH], &p));
    CHECK(replays(l, 2.0f, 6.0f)); /* as it was */
}

static void copy_parameters(lane *l)
{
    CUDA_MEMCPY3D p = copy_of(l, 1);
    OK(cuGraphExecMemcpyNodeSetParams(l->exec, l->node[UPLOAD], &p, l->context));
    OK(cuGraphExecMemcpyNodeSetParams(l->exec, l->node[UPLOAD], &p, NULL)); /* the current context */
    p.WidthInBytes = 0;
    INVALID(cuGraphExecMemcpyNodeSetParams(l->exec, l->node[UPLOAD], &p, l->context));
    p.WidthInBytes = 64;
    p.Height = 2;
    INVALID(cuGraphExecMemcpyNodeSetParams(l->exec, l->node[UPLOAD], &p, l->context));
    p = copy_of(l, 1); /* from another kind of memory */
    p.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    p.srcHost = NULL;
    p.srcDevice = l->at[1];
    INVALID(cuGraphExecMemcpyNodeSetParams(l->exec, l->node[UPLOAD], &p, l->context));
    CHECK(replays(l, 2.0f, 1.0f)); /* as it was */
    p = copy_of(l, 1);
    p.WidthInBytes = BYTES / 2;
    OK(cuGraphExecMemcpyNodeSetParams(l->exec, l->node[UPLOAD], &p, l->context));
    start(l, 11.0f);
    OK(cuStreamSynchronize(l->stream));
    CHECK(l->pinned[COUNT] == 22.0f && l->pinned[2 * COUNT - 1] == 2.0f * (float)COUNT);
    p = copy_of(l, 1);
    OK(cuGraphExecMemcpyNodeSetParams(l->exec, l->node[UPLOAD], &p, l->context));
    CHECK(replays(l, 2.0f, 12.0f));
}

static void fill_parameters(lane *l)
{
    CUDA_MEMSET_NODE_PARAMS p = fill_of(l);
    OK(cuGraphExecMemsetNodeSetParams(l->exec, l->node[CLEAR], &p, l->context));
    OK(cuGraphExecMemsetNodeSetParams(l->exec, l->node[CLEAR], &p, NULL));
    p.width = 0;
    INVALID(cuGraphExecMemsetNodeSetParams(l->exec, l->node[CLEAR], &p, l->context));
    p = fill_of(l);
    p.height = 2;
    p.width = COUNT / 2;
    p.pitch = BYTES / 2;
    INVALID(cuGraphExecMemsetNodeSetParams(l->exec, l->node[CLEAR], &p, l->context));
    OK(enable(l, LAUNCH, 0));
    CHECK(replays(l, 0.0f, 1.0f)); /* as it was */
    p = fill_of(l);
    p.value = 0x40400000u; /* 3.0f */
    OK(cuGraphExecMemsetNodeSetParams(l->exec, l->node[CLEAR], &p, l->context));
    start(l, 2.0f);
    OK(cuStreamSynchronize(l->stream));
    CHECK(l->pinned[COUNT] == 3.0f && l->pinned[2 * COUNT - 1] == 3.0f);
    p = fill_of(l);
    OK(cuGraphExecMemsetNodeSetParams(l->exec, l->node[CLEAR], &p, l->context));
    OK(enable(l, LAUNCH, 1));
    CHECK(replays(l, 2.0f, 3.0f));
}

/* ---- two of them at once ---- */

static void lanes_at_once(lane *a, lane *b)
{
    unsigned turn;
    unsigned right = 0;
    OK(patch(b, 3.0f));
    for (turn = 0; turn < 100; turn++) {
        start(a, (float)turn);
        start(b, (float)(500 + turn));
        if (turn % 2 != 0) {
            right += ends_with(b, 3.0f, (float)(500 + turn)) != 0;
            right += ends_with(a, 2.0f, (float)turn) != 0;
        } else {
            right += ends_with(a, 2.0f, (float)turn) != 0;
            right += ends_with(b, 3.0f, (float)(500 + turn)) != 0;
        }
    }
    CHECK(right == 200);
    OK(patch(b, 2.0f));
}

static void all_of_it(const saxpy *p, cuuint64_t flags)
{
    lane a;
    lane b;
    open_lane(&a, p, flags);
    open_lane(&b, p, flags);
    nodes_on_and_off(&a, &b);
    kernel_parameters(&a, &b);
    copy_parameters(&a);
    fill_parameters(&a);
    lanes_at_once(&a, &b);
    close_lane(&b);
    close_lane(&a);
}

int main(void)
{
    int devices = 0;
    saxpy p;
    memset(&p, 0, sizeof p);
    if (cuInit(0) != CUDA_SUCCESS || cuDeviceGetCount(&devices) != CUDA_SUCCESS || devices == 0) {
        printf("no device here\n");
        return 77;
    }
    if (saxpy_open(&p, NULL, NULL) != VG_OK) {
        printf("saxpy does not open\n");
        return EXIT_FAILURE;
    }
    OK(cuCtxSetCurrent((CUcontext)p.rt.context));
    all_of_it(&p, 0);
    all_of_it(&p, CUDA_GRAPH_INSTANTIATE_FLAG_DEVICE_LAUNCH); /* as graphs with small copies are made */
    OK(cuCtxSetCurrent(NULL));
    CHECK(saxpy_close(&p) == VG_OK);
    return checks_end();
}
