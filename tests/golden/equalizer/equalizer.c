/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* equalizer.c - program "equalizer": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from equalizer.yaml. Do not edit: change the spec and generate again. */
#include "equalizer.h"

#if VGGEN_equalizer_STAMP != 0x0123456789abcdef
#error "equalizer.c and equalizer.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 3328 bytes. */
#define EQUALIZER_GAIN_AT                0u /* [0, 4) setting f32 [1] */
#define EQUALIZER_X_AT                 256u /* [256, 1280) input f32 [256] */
#define EQUALIZER_Y_AT                1280u /* [1280, 2304) output f32 [256] */
#define EQUALIZER_ENERGY_AT           2304u /* [2304, 2320) output u64 [2] */
#define EQUALIZER_PEAK_AT             2560u /* [2560, 2568) output f32 [2] */
#define EQUALIZER_TAPS_AT             2816u /* [2816, 3072) constant f32 [64] */
#define EQUALIZER_HIST_AT             3072u /* [3072, 3324) state f32 [63] */

/* Pinned memory: one allocation of 3072 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define EQUALIZER_GAIN_UP                0u /* [0, 4) setting f32 [1] */
#define EQUALIZER_X_UP                 256u /* [256, 1280) input f32 [256] */
#define EQUALIZER_Y_DOWN              1280u /* [1280, 2304) output f32 [256] */
#define EQUALIZER_ENERGY_DOWN         2304u /* [2304, 2320) output u64 [2] */
#define EQUALIZER_PEAK_DOWN           2560u /* [2560, 2568) output f32 [2] */
#define EQUALIZER_COMPLETION          2816u /* [2816, 3072) the runtime's */

/* Kernels. */
enum {
    EQUALIZER_KERNEL_fir,
    EQUALIZER_KERNEL_meter,
    EQUALIZER_KERNEL_vg_copy,
    EQUALIZER_KERNEL_vg_fill,
    EQUALIZER_KERNEL_vg_end,
    EQUALIZER_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    EQUALIZER_GRAPH_main,
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    EQUALIZER_NODE_begin,
    EQUALIZER_NODE_upload,
    EQUALIZER_NODE_fill_energy,
    EQUALIZER_NODE_fill_peak,
    EQUALIZER_NODE_fir,
    EQUALIZER_NODE_keep_history,
    EQUALIZER_NODE_meter_before,
    EQUALIZER_NODE_meter_after,
    EQUALIZER_NODE_download,
    EQUALIZER_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(equalizer, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(equalizer, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(equalizer, kernel) == 6u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(equalizer, node) == 10u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(equalizer, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((EQUALIZER_COMPLETION + VG_COMPLETION_BYTES) ==
    EQUALIZER_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((EQUALIZER_X_AT % 256u) == 0u) && ((EQUALIZER_X_AT + EQUALIZER_X_BYTES) <= EQUALIZER_DEVICE_BYTES),
    x_lies_in_device_memory);
VG_STATIC_ASSERT(((EQUALIZER_X_UP % 256u) == 0u) && ((EQUALIZER_X_UP + EQUALIZER_X_BYTES) <= EQUALIZER_COMPLETION),
    x_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((EQUALIZER_HIST_AT % 256u) == 0u) && ((EQUALIZER_HIST_AT + 252u) <= EQUALIZER_DEVICE_BYTES),
    hist_lies_in_device_memory);
VG_STATIC_ASSERT(((EQUALIZER_TAPS_AT % 256u) == 0u) && ((EQUALIZER_TAPS_AT + 256u) <= EQUALIZER_DEVICE_BYTES),
    taps_lies_in_device_memory);
VG_STATIC_ASSERT(((EQUALIZER_GAIN_AT % 256u) == 0u) && ((EQUALIZER_GAIN_AT + 4u) <= EQUALIZER_DEVICE_BYTES),
    gain_lies_in_device_memory);
VG_STATIC_ASSERT(((EQUALIZER_GAIN_UP % 256u) == 0u) && ((EQUALIZER_GAIN_UP + 4u) <= EQUALIZER_COMPLETION),
    gain_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((EQUALIZER_Y_AT % 256u) == 0u) && ((EQUALIZER_Y_AT + EQUALIZER_Y_BYTES) <= EQUALIZER_DEVICE_BYTES),
    y_lies_in_device_memory);
VG_STATIC_ASSERT(((EQUALIZER_Y_DOWN % 256u) == 0u) && ((EQUALIZER_Y_DOWN + EQUALIZER_Y_BYTES) <= EQUALIZER_COMPLETION),
    y_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((EQUALIZER_ENERGY_AT % 256u) == 0u) && ((EQUALIZER_ENERGY_AT + EQUALIZER_ENERGY_BYTES) <=
    EQUALIZER_DEVICE_BYTES),
    energy_lies_in_device_memory);
VG_STATIC_ASSERT(((EQUALIZER_ENERGY_DOWN % 256u) == 0u) && ((EQUALIZER_ENERGY_DOWN + EQUALIZER_ENERGY_BYTES) <=
    EQUALIZER_COMPLETION),
    energy_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((EQUALIZER_PEAK_AT % 256u) == 0u) && ((EQUALIZER_PEAK_AT + EQUALIZER_PEAK_BYTES) <=
    EQUALIZER_DEVICE_BYTES),
    peak_lies_in_device_memory);
VG_STATIC_ASSERT(((EQUALIZER_PEAK_DOWN % 256u) == 0u) && ((EQUALIZER_PEAK_DOWN + EQUALIZER_PEAK_BYTES) <=
    EQUALIZER_COMPLETION),
    peak_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(EQUALIZER_X_BYTES == (EQUALIZER_X_COUNT * sizeof(float)), x_has_whole_elements);
VG_STATIC_ASSERT(EQUALIZER_Y_BYTES == (EQUALIZER_Y_COUNT * sizeof(float)), y_has_whole_elements);
VG_STATIC_ASSERT(EQUALIZER_ENERGY_BYTES == (EQUALIZER_ENERGY_COUNT * sizeof(uint64_t)), energy_has_whole_elements);
VG_STATIC_ASSERT(EQUALIZER_PEAK_BYTES == (EQUALIZER_PEAK_COUNT * sizeof(float)), peak_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t equalizer_params_fir[] = {
    8u, /* x: in f32* */
    8u, /* hist: in f32* */
    8u, /* taps: in f32* */
    8u, /* gain: in f32* */
    8u, /* y: out f32* */
};

static const uint32_t equalizer_params_meter[] = {
    8u, /* samples: in f32* */
    8u, /* energy: inout u64* */
    8u, /* peak: inout f32* */
};

static const uint32_t equalizer_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t equalizer_params_vg_fill[] = {
    8u, /* to: out u8* */
    8u, /* pattern: value u64 */
    8u, /* bytes: value u64 */
};

static const uint32_t equalizer_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content equalizer_contents[] = {
    {0, 1, EQUALIZER_HIST_AT, 252u, NULL, -1, 1u, 0x0u, 0x0u}, /* hist: every element 0 */
    {0, 0, EQUALIZER_TAPS_AT, 256u, equalizer_constant_taps, -1, 1u, 0u, 0u}, /* the bytes in equalizer_image.c */
};

/* Gives every setting the value of the spec. */
static void equalizer_first_settings(struct equalizer_settings *setting)
{
    setting->gain = 1.0f;
}

#ifndef VG_WITHOUT_CUDA

/* A launch of fir as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and threads.
 * */
struct equalizer_launch_fir {
    struct {
        CUdeviceptr x;
        CUdeviceptr hist;
        CUdeviceptr taps;
        CUdeviceptr gain;
        CUdeviceptr y;
    } argument;
    void *pointers[5];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void equalizer_begin_fir(const equalizer *p, struct equalizer_launch_fir *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.hist;
    launch->pointers[2] = &launch->argument.taps;
    launch->pointers[3] = &launch->argument.gain;
    launch->pointers[4] = &launch->argument.y;
    launch->kernel.func = (CUfunction)p->kernel[EQUALIZER_KERNEL_fir];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of meter as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct equalizer_launch_meter {
    struct {
        CUdeviceptr samples;
        CUdeviceptr energy;
        CUdeviceptr peak;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void equalizer_begin_meter(const equalizer *p, struct equalizer_launch_meter *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.samples;
    launch->pointers[1] = &launch->argument.energy;
    launch->pointers[2] = &launch->argument.peak;
    launch->kernel.func = (CUfunction)p->kernel[EQUALIZER_KERNEL_meter];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_copy as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct equalizer_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void equalizer_begin_vg_copy(const equalizer *p, struct equalizer_launch_vg_copy *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[EQUALIZER_KERNEL_vg_copy];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_fill as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct equalizer_launch_vg_fill {
    struct {
        CUdeviceptr to;
        uint64_t pattern;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void equalizer_begin_vg_fill(const equalizer *p, struct equalizer_launch_vg_fill *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.pattern;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[EQUALIZER_KERNEL_vg_fill];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_end as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct equalizer_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void equalizer_begin_vg_end(const equalizer *p, struct equalizer_launch_vg_end *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[EQUALIZER_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_begin as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct equalizer_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void equalizer_begin_vg_begin(const equalizer *p, struct equalizer_launch_vg_begin *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[EQUALIZER_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union equalizer_scratch {
    struct equalizer_launch_fir launch_fir;
    struct equalizer_launch_meter launch_meter;
    struct equalizer_launch_vg_copy launch_vg_copy;
    struct equalizer_launch_vg_fill launch_vg_fill;
    struct equalizer_launch_vg_end launch_vg_end;
    struct equalizer_launch_vg_begin launch_vg_begin;
};

/* ---- graph "main": nodes 10, edges 15, longest path 6, widest level 3 ---- */

static vg_status equalizer_build_main(void *self, void *graph)
{
    equalizer *p = (equalizer *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union equalizer_scratch scratch;
    CUgraphNode after[3];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[EQUALIZER_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload, fill_energy, fill_peak */
    equalizer_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload, equalizer.yaml:37: upload gain, x by vg_copy, 1280 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: fir, meter_before */
    equalizer_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + EQUALIZER_GAIN_AT;
    scratch.launch_vg_copy.argument.from = pinned + EQUALIZER_GAIN_UP;
    scratch.launch_vg_copy.argument.bytes = EQUALIZER_X_UP + EQUALIZER_X_BYTES - EQUALIZER_GAIN_UP;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, fill_energy, equalizer.yaml:43: fill energy by vg_fill, 4 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x
     * 1 x 1 threads.
     * after: begin
     * before: meter_before, meter_after */
    equalizer_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + EQUALIZER_ENERGY_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = EQUALIZER_ENERGY_BYTES;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_fill_energy, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, fill_peak, equalizer.yaml:44: fill peak by vg_fill, 2 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: begin
     * before: meter_before, meter_after */
    equalizer_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + EQUALIZER_PEAK_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = EQUALIZER_PEAK_BYTES;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_fill_peak, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, fir, equalizer.yaml:45: launch fir(x, hist, taps, gain, y), 4 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: upload
     * before: keep_history, meter_after */
    equalizer_begin_fir(p, &scratch.launch_fir, 4u, 1u, 1u, EQUALIZER_BLOCK, 1u, 1u);
    scratch.launch_fir.argument.x = device + EQUALIZER_X_AT;
    scratch.launch_fir.argument.hist = device + EQUALIZER_HIST_AT;
    scratch.launch_fir.argument.taps = device + EQUALIZER_TAPS_AT;
    scratch.launch_fir.argument.gain = device + EQUALIZER_GAIN_AT;
    scratch.launch_fir.argument.y = device + EQUALIZER_Y_AT;
    scratch.launch_fir.kernel.sharedMemBytes = 508u;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_fir.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_fir, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, keep_history, equalizer.yaml:47: copy x + 772 to hist by vg_copy, 252 bytes, 1 x 1 x 1 blocks of 256 x 1
     * x 1 threads.
     * after: fir
     * before: end */
    equalizer_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + EQUALIZER_HIST_AT;
    scratch.launch_vg_copy.argument.from = device + EQUALIZER_X_AT + 772u;
    scratch.launch_vg_copy.argument.bytes = 252u;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_fir];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_keep_history, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, meter_before, equalizer.yaml:49: launch meter(x, energy, peak), 4 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: upload, fill_energy, fill_peak
     * before: download */
    equalizer_begin_meter(p, &scratch.launch_meter, 4u, 1u, 1u, EQUALIZER_BLOCK, 1u, 1u);
    scratch.launch_meter.argument.samples = device + EQUALIZER_X_AT;
    scratch.launch_meter.argument.energy = device + EQUALIZER_ENERGY_AT;
    scratch.launch_meter.argument.peak = device + EQUALIZER_PEAK_AT;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_upload];
    after[1] = (CUgraphNode)p->node[EQUALIZER_NODE_fill_energy];
    after[2] = (CUgraphNode)p->node[EQUALIZER_NODE_fill_peak];
    result = cuGraphAddKernelNode(&node, to, after, 3, &scratch.launch_meter.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_meter_before, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, meter_after, equalizer.yaml:52: launch meter(y, energy + 8, peak + 4), 4 x 1 x 1 blocks of 64 x 1 x 1
     * threads.
     * after: fill_energy, fill_peak, fir
     * before: download */
    equalizer_begin_meter(p, &scratch.launch_meter, 4u, 1u, 1u, EQUALIZER_BLOCK, 1u, 1u);
    scratch.launch_meter.argument.samples = device + EQUALIZER_Y_AT;
    scratch.launch_meter.argument.energy = device + EQUALIZER_ENERGY_AT + 8u;
    scratch.launch_meter.argument.peak = device + EQUALIZER_PEAK_AT + 4u;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_fill_energy];
    after[1] = (CUgraphNode)p->node[EQUALIZER_NODE_fill_peak];
    after[2] = (CUgraphNode)p->node[EQUALIZER_NODE_fir];
    result = cuGraphAddKernelNode(&node, to, after, 3, &scratch.launch_meter.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_meter_after, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, download, equalizer.yaml:38: download y, energy, peak by vg_copy, 1288 bytes, 1 x 1 x 1 blocks of 256 x 1
     * x 1 threads.
     * after: meter_before, meter_after
     * before: end */
    equalizer_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + EQUALIZER_Y_DOWN;
    scratch.launch_vg_copy.argument.from = device + EQUALIZER_Y_AT;
    scratch.launch_vg_copy.argument.bytes = EQUALIZER_PEAK_DOWN + EQUALIZER_PEAK_BYTES - EQUALIZER_Y_DOWN;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_meter_before];
    after[1] = (CUgraphNode)p->node[EQUALIZER_NODE_meter_after];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, end: launch vg_end(EQUALIZER_COMPLETION), one thread, so that the host sees the end sooner than the
     * stream would report it.
     * after: keep_history, download
     * before: - */
    equalizer_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + EQUALIZER_COMPLETION;
    after[0] = (CUgraphNode)p->node[EQUALIZER_NODE_keep_history];
    after[1] = (CUgraphNode)p->node[EQUALIZER_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, EQUALIZER_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

/* Before each launch: hands to the replay what was set. */
static vg_status equalizer_commit(void *self, unsigned graph)
{
    equalizer *p = (equalizer *)self;

    (void)memcpy(&p->rt.pinned[EQUALIZER_GAIN_UP], &p->setting.gain, sizeof p->setting.gain);
    (void)graph;
    return VG_OK;
}

#else

static vg_status equalizer_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status equalizer_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void equalizer_reset_settings(void *self)
{
    equalizer *p = (equalizer *)self;

    equalizer_first_settings(&p->setting);
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel equalizer_kernels[] = {
    {"fir", "fir", 0u, 508u, 64u, 5u, equalizer_params_fir},
    {"meter", "meter", 0u, 0u, 64u, 3u, equalizer_params_meter},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, equalizer_params_vg_copy},
    {"vg_fill", "vg_fill", 0u, 0u, 256u, 3u, equalizer_params_vg_fill},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, equalizer_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t equalizer_arena_bytes[] = {
    EQUALIZER_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char equalizer_vg_identity[] =
    "vggen 0.1.0 program equalizer run 0x0123456789abcdef"
    " spec sha256:6e9ad41722a98d87f0d4a34ff4cf1414f3da21975e20d4cb7233548c0902d2e4"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char equalizer_spec[] = "equalizer.yaml";
static const uint32_t equalizer_lines[] = {
    0u, /* begin */
    37u, /* upload */
    43u, /* fill_energy */
    44u, /* fill_peak */
    45u, /* fir */
    47u, /* keep_history */
    49u, /* meter_before */
    52u, /* meter_after */
    38u, /* download */
    0u, /* end */
};

/* Title of each node in messages. */
static const char *const equalizer_titles[] = {
    "launch vg_begin",
    "upload gain, x",
    "fill energy",
    "fill peak",
    "launch fir",
    "keep_history",
    "meter_before",
    "meter_after",
    "download y, energy, peak",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc equalizer_graphs[] = {
    {"main", 0u, 10u, equalizer_build_main, 1u, 1u, 1028u, 1048u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t equalizer_vg_stamp = VGGEN_equalizer_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc equalizer_desc = {
    VG_ABI,
    "equalizer",
    equalizer_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    equalizer_arena_bytes, 1u, /* device arenas */
    EQUALIZER_PINNED_BYTES, /* bytes of pinned memory */
    equalizer_modules, 1u, /* modules */
    equalizer_kernels, 6u, /* kernels */
    equalizer_contents, 2u, /* first contents */
    equalizer_titles, 10u, /* nodes of all graphs */
    equalizer_lines, /* their lines in the spec */
    equalizer_spec, /* where the spec is */
    equalizer_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    equalizer_reset_settings, /* first values of settings, switches and the like */
    equalizer_commit, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status equalizer_open(equalizer *p, const vg_config *config, const equalizer_data *data)
{
    vg_storage storage;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)data;
    (void)memset(&storage, 0, sizeof storage);
    storage.self = p;
    storage.arenas = p->device;
    storage.modules = p->module;
    storage.kernels = p->kernel;
    storage.nodes = p->node;
    storage.graphs = p->graph;
    return vg_open(&p->rt, &equalizer_desc, config, &storage);
}

vg_status equalizer_close(equalizer *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status equalizer_set_timeout(equalizer *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status equalizer_abandon(equalizer *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int equalizer_is_open(const equalizer *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *equalizer_x(equalizer *p)
{
    if (!equalizer_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[EQUALIZER_X_UP];
}

const float *equalizer_y(const equalizer *p)
{
    if (!equalizer_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[EQUALIZER_Y_DOWN];
}

const uint64_t *equalizer_energy(const equalizer *p)
{
    if (!equalizer_is_open(p)) {
        return NULL;
    }
    return (const uint64_t *)(const void *)&p->rt.pinned[EQUALIZER_ENERGY_DOWN];
}

const float *equalizer_peak(const equalizer *p)
{
    if (!equalizer_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[EQUALIZER_PEAK_DOWN];
}

vg_status equalizer_set_gain(equalizer *p, float value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!equalizer_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "equalizer_set_gain needs an open program: call equalizer_open first", 0u, 0u);
    }
    p->setting.gain = value;
    return VG_OK;
}

float equalizer_gain(const equalizer *p)
{
    return (p == NULL) ? (float)0 : p->setting.gain;
}

vg_status equalizer_start(equalizer *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, EQUALIZER_GRAPH_main);
}

vg_status equalizer_replay(equalizer *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, EQUALIZER_GRAPH_main);
}

vg_status equalizer_replay_timed(equalizer *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, EQUALIZER_GRAPH_main, times);
}

vg_status equalizer_step(equalizer *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, EQUALIZER_GRAPH_main);
}

vg_status equalizer_profile(equalizer *p, uint32_t replays, equalizer_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = EQUALIZER_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, EQUALIZER_GRAPH_main, replays, &pointers);
}

const char *equalizer_node_title(unsigned node)
{
    return (node < EQUALIZER_NODES) ? equalizer_titles[node] : NULL;
}

vg_status equalizer_poll(equalizer *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status equalizer_finish(equalizer *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status equalizer_reset(equalizer *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status equalizer_save(equalizer *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status equalizer_restore(equalizer *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *equalizer_stats(const equalizer *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, equalizer_graphs, p->graph, 1u);
}

const vg_detail *equalizer_detail(const equalizer *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
