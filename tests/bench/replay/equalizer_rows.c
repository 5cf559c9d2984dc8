/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Program equalizer, beside a graph by hand as vggen wrote it before steps were fused: a launch that brings the frame
 * and one that takes it back, copies and fills as nodes of their own, and a word that the stream writes. */
#include <cuda.h>
#include <string.h>

#include "early.h"
#include "equalizer.h"
#include "hand.h"
#include "report.h"
#include "rows.h"

static equalizer filter;
static float frame[EQUALIZER_FRAME], filtered[EQUALIZER_FRAME];

static int filter_frame(void *context, unsigned long turn)
{
    (void)context;
    frame[0] = (float)(turn % 100) / 100.0f;
    memcpy(equalizer_x(&filter), frame, sizeof frame);
    if (equalizer_replay(&filter) != VG_OK)
        return 0;
    memcpy(filtered, equalizer_y(&filter), sizeof filtered);
    return 1;
}

/* ---- by hand ---- */

/* In device memory; what crosses back lies together. Pinned: what crosses, then the word. */
enum { GAIN = 0, X = 256, HIST = 1280, TAPS = 1536, Y = 1792, ENERGY = 2816, PEAK = 3072, ALL = 4096 };
#define QUERY_EVERY 256 /* looks at the word */
enum { UP_BYTES = X + 1024, DOWN_BYTES = PEAK + 8 - Y };
enum { UPLOAD, FILL_ENERGY, FILL_PEAK, FIR, KEEP, METER_BEFORE, METER_AFTER, DOWNLOAD, NODES };

static early memory;
static CUgraph graph;
static CUgraphExec exec;
static CUgraphNode nodes[NODES];
static uint32_t sequence;

static CUfunction code(const char *name)
{
    unsigned i;

    for (i = 0; i < sizeof filter.kernel / sizeof *filter.kernel; i++) {
        const char *found = NULL;

        if (cuFuncGetName(&found, (CUfunction)filter.kernel[i]) == CUDA_SUCCESS && strcmp(found, name) == 0)
            return (CUfunction)filter.kernel[i];
    }
    return NULL;
}

static int add_launch(unsigned node, const char *name, unsigned grid, unsigned block, unsigned shared, void **arguments)
{
    CUDA_KERNEL_NODE_PARAMS launch;

    memset(&launch, 0, sizeof launch);
    launch.func = code(name);
    launch.gridDimX = grid;
    launch.gridDimY = launch.gridDimZ = 1;
    launch.blockDimX = block;
    launch.blockDimY = launch.blockDimZ = 1;
    launch.sharedMemBytes = shared;
    launch.kernelParams = arguments;
    return hand_good(cuGraphAddKernelNode(&nodes[node], graph, NULL, 0, &launch), "cuGraphAddKernelNode");
}

static int add_copying(unsigned node, CUdeviceptr to, CUdeviceptr from, uint64_t bytes)
{
    void *arguments[3];

    arguments[0] = &to;
    arguments[1] = &from;
    arguments[2] = &bytes;
    return add_launch(node, "vg_copy", 1, 256, 0, arguments);
}

static int add_fill(unsigned node, CUdeviceptr at, unsigned words)
{
    CUDA_MEMSET_NODE_PARAMS fill;

    memset(&fill, 0, sizeof fill);
    fill.dst = at;
    fill.elementSize = 4;
    fill.width = words;
    fill.height = 1;
    return hand_good(cuGraphAddMemsetNode(&nodes[node], graph, NULL, 0, &fill, (CUcontext)filter.rt.context),
                     "cuGraphAddMemsetNode");
}

static int add_keep(void)
{
    CUDA_MEMCPY3D copy;

    memset(&copy, 0, sizeof copy);
    copy.srcMemoryType = copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copy.srcDevice = memory.memory + X + (EQUALIZER_FRAME - EQUALIZER_TAPS + 1) * sizeof(float);
    copy.dstDevice = memory.memory + HIST;
    copy.WidthInBytes = (EQUALIZER_TAPS - 1) * sizeof(float);
    copy.Height = copy.Depth = 1;
    return hand_good(cuGraphAddMemcpyNode(&nodes[KEEP], graph, NULL, 0, &copy, (CUcontext)filter.rt.context),
                     "cuGraphAddMemcpyNode");
}

static int add_kernels(void)
{
    CUdeviceptr x = memory.memory + X, hist = memory.memory + HIST, taps = memory.memory + TAPS;
    CUdeviceptr gain = memory.memory + GAIN, y = memory.memory + Y;
    CUdeviceptr energy[2] = {memory.memory + ENERGY, memory.memory + ENERGY + 8};
    CUdeviceptr peak[2] = {memory.memory + PEAK, memory.memory + PEAK + 4};
    void *fir[5], *before[3], *after[3];

    fir[0] = before[0] = &x;
    fir[1] = &hist;
    fir[2] = &taps;
    fir[3] = &gain;
    fir[4] = after[0] = &y;
    before[1] = &energy[0];
    before[2] = &peak[0];
    after[1] = &energy[1];
    after[2] = &peak[1];
    return add_launch(FIR, "fir", 4, 64, (unsigned)sizeof(float) * (unsigned)(EQUALIZER_TAPS - 1 + 64), fir) &&
           add_launch(METER_BEFORE, "meter", 4, 64, 0, before) && add_launch(METER_AFTER, "meter", 4, 64, 0, after);
}

/* The last launch waits by itself. */
static int add_edges(void)
{
    static const unsigned char edges[][2] = {{UPLOAD, FIR},
                                             {FIR, KEEP},
                                             {UPLOAD, METER_BEFORE},
                                             {FILL_ENERGY, METER_BEFORE},
                                             {FILL_PEAK, METER_BEFORE},
                                             {FIR, METER_AFTER},
                                             {FILL_ENERGY, METER_AFTER},
                                             {FILL_PEAK, METER_AFTER},
                                             {METER_BEFORE, DOWNLOAD},
                                             {METER_AFTER, DOWNLOAD}};
    CUdevice device;
    int major = 0;
    size_t i;

    if (!hand_good(cuCtxGetDevice(&device), "cuCtxGetDevice") ||
        !hand_good(cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device),
                   "cuDeviceGetAttribute"))
        return 0;
    for (i = 0; i < sizeof edges / sizeof *edges; i++) {
        CUgraphEdgeData edge;

        memset(&edge, 0, sizeof edge);
        if (edges[i][1] == DOWNLOAD && major == 9) {
            edge.from_port = (unsigned char)CU_GRAPH_KERNEL_NODE_PORT_PROGRAMMATIC;
            edge.type = (unsigned char)CU_GRAPH_DEPENDENCY_TYPE_PROGRAMMATIC;
        }
        if (!hand_good(cuGraphAddDependencies(graph, &nodes[edges[i][0]], &nodes[edges[i][1]], &edge, 1),
                       "cuGraphAddDependencies"))
            return 0;
    }
    return 1;
}

static int build_by_hand(void)
{
    CUDA_GRAPH_INSTANTIATE_PARAMS how;
    float taps[EQUALIZER_TAPS];
    unsigned i;

    for (i = 0; i < EQUALIZER_TAPS; i++)
        taps[i] = (float)i / EQUALIZER_TAPS;
    memset(&how, 0, sizeof how);
    *(float *)(void *)memory.pinned = 1.0f;
    return hand_good(cuMemsetD8(memory.memory, 0, ALL), "cuMemsetD8") &&
           hand_good(cuMemcpyHtoD(memory.memory + TAPS, taps, sizeof taps), "cuMemcpyHtoD") &&
           hand_good(cuGraphCreate(&graph, 0), "cuGraphCreate") &&
           add_copying(UPLOAD, memory.memory + GAIN, memory.pinned_at, UP_BYTES) &&
           add_fill(FILL_ENERGY, memory.memory + ENERGY, 4) && add_fill(FILL_PEAK, memory.memory + PEAK, 2) &&
           add_kernels() && add_keep() &&
           add_copying(DOWNLOAD, memory.pinned_at + ALL / 2, memory.memory + Y, DOWN_BYTES) && add_edges() &&
           hand_good(cuGraphInstantiateWithParams(&exec, graph, &how), "cuGraphInstantiateWithParams") &&
           hand_good(cuGraphUpload(exec, memory.stream), "cuGraphUpload") &&
           hand_good(cuStreamSynchronize(memory.stream), "cuStreamSynchronize");
}

static void free_by_hand(void)
{
    if (exec != NULL)
        (void)cuGraphExecDestroy(exec);
    if (graph != NULL)
        (void)cuGraphDestroy(graph);
    early_close(&memory);
}

static int filter_by_hand(void *context, unsigned long turn)
{
    const uint32_t *word = (const uint32_t *)(const void *)(memory.pinned + ALL);
    unsigned looks;

    (void)context;
    frame[0] = (float)(turn % 100) / 100.0f;
    memcpy(memory.pinned + X, frame, sizeof frame);
    sequence++;
    if (!hand_good(cuGraphLaunch(exec, memory.stream), "cuGraphLaunch") ||
        !hand_good(cuStreamWriteValue32(memory.stream, memory.pinned_at + ALL, sequence, 0), "cuStreamWriteValue32"))
        return 0;
    for (looks = 1; __atomic_load_n(word, __ATOMIC_ACQUIRE) != sequence; looks++) {
        if (looks % QUERY_EVERY == 0) {
            const CUresult result = cuStreamQuery(memory.stream); /* so that a fault ends it */
            if (result != CUDA_SUCCESS && result != CUDA_ERROR_NOT_READY)
                return hand_good(result, "cuStreamQuery");
        }
        VG_PAUSE();
    }
    memcpy(filtered, memory.pinned + ALL / 2, sizeof filtered);
    return 1;
}

/* Only that something came: the first sample, by the first tap. */
static int is_filtered(void *context)
{
    const uint64_t *energy = (const uint64_t *)(const void *)(memory.pinned + ALL / 2 + ENERGY - Y);

    (void)context;
    return frame[0] == 0.0f || energy[0] != 0;
}

int equalizer_measure(measure_table *t)
{
    static measure_way tight[] = {
        {"equalizer: one after the other", filter_frame, NULL, NULL, NULL},
        {"by hand: as it was before steps were fused", filter_by_hand, is_filtered, NULL, NULL}};
    static measure_way slow[] = {{"equalizer: one every millisecond", filter_frame, NULL, NULL, NULL}};
    static const measure_pace asleep = {0, NULL};
    int good;

    if (equalizer_open(&filter, NULL, NULL) != VG_OK) {
        report_failure("equalizer", "open", equalizer_detail(&filter));
        return 0;
    }
    good = cuCtxSetCurrent((CUcontext)filter.rt.context) == CUDA_SUCCESS && early_open(&memory, ALL, 1) &&
           build_by_hand() &&
           measure_compare(t, "equalizer: 1 KiB in and out, 3 kernels, 2 fills, a copy", tight, 2, t->replays) &&
           measure_paced(t, "equalizer: 1 KiB in and out, 3 kernels, 2 fills, a copy", slow, &asleep, 1);
    if (good)
        measure_promise(t, "equalizer, by its nodes before they were fused", tight[0].row, 50, 0.75, &tight[1].row, 1);
    free_by_hand();
    (void)cuCtxSetCurrent(NULL);
    return equalizer_close(&filter) == VG_OK && good;
}
