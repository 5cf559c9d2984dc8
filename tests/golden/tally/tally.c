/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tally.c - program "tally": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and generate again. */
#include "tally.h"

#if VGGEN_tally_STAMP != 0x0123456789abcdef
#error "tally.c and tally.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory of each lane: one allocation of 263936 bytes; apart, its buffers would take 264448. */
#define TALLY_GAIN_AT               0u /* [0, 4) setting f32 [1] */
#define TALLY_X_AT                256u /* [256, 768) input f32 [128] */
#define TALLY_TABLE_AT            768u /* [768, 262912) input f32 [512][128] */
#define TALLY_SEEN_AT          262912u /* [262912, 263424) state u32 [128] */
#define TALLY_Y_AT             263424u /* [263424, 263936) output f32 [128]; shares bytes with sums */
#define TALLY_SUMS_AT          263424u /* [263424, 263936) output u32 [128]; shares bytes with y */

/* Pinned memory of each lane: one allocation of 264192 bytes. What goes up with one copy lies there as in device
 * memory, and so does what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   weighed, counted: its last node, end, writes the word */
#define TALLY_GAIN_UP               0u /* [0, 4) setting f32 [1] */
#define TALLY_X_UP                256u /* [256, 768) input f32 [128] */
#define TALLY_TABLE_UP            768u /* [768, 262912) input f32 [512][128] */
#define TALLY_Y_DOWN           262912u /* [262912, 263424) output f32 [128] */
#define TALLY_SUMS_DOWN        263424u /* [263424, 263936) output u32 [128] */
#define TALLY_COMPLETION       263936u /* [263936, 264192) the runtime's */

/* Kernels. */
enum {
    TALLY_KERNEL_weigh,
    TALLY_KERNEL_count,
    TALLY_KERNEL_vg_copy,
    TALLY_KERNEL_vg_end,
    TALLY_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    TALLY_GRAPH_weighed,
    TALLY_GRAPH_counted,
};

/* Nodes of graph "weighed", in the order in which they are added. */
enum {
    TALLY_WEIGHED_NODE_begin,
    TALLY_WEIGHED_NODE_upload,
    TALLY_WEIGHED_NODE_upload_table,
    TALLY_WEIGHED_NODE_weigh,
    TALLY_WEIGHED_NODE_weigh_2,
    TALLY_WEIGHED_NODE_download,
    TALLY_WEIGHED_NODE_end,
};

/* Nodes of graph "counted", in the order in which they are added. */
enum {
    TALLY_COUNTED_NODE_upload = 7,
    TALLY_COUNTED_NODE_count,
    TALLY_COUNTED_NODE_download,
    TALLY_COUNTED_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(struct tally_lane, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(tally, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(tally, kernel) == 5u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(struct tally_lane, node) == 11u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(struct tally_lane, graph) == 2u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((TALLY_COMPLETION + VG_COMPLETION_BYTES) == 264192u),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((TALLY_X_AT % 256u) == 0u) && ((TALLY_X_AT + TALLY_X_BYTES) <= 263936u), x_lies_in_device_memory);
VG_STATIC_ASSERT(((TALLY_X_UP % 256u) == 0u) && ((TALLY_X_UP + TALLY_X_BYTES) <= TALLY_COMPLETION),
    x_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((TALLY_TABLE_AT % 256u) == 0u) && ((TALLY_TABLE_AT + TALLY_TABLE_BYTES) <= 263936u),
    table_lies_in_device_memory);
VG_STATIC_ASSERT(((TALLY_TABLE_UP % 256u) == 0u) && ((TALLY_TABLE_UP + TALLY_TABLE_BYTES) <= TALLY_COMPLETION),
    table_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((TALLY_GAIN_AT % 256u) == 0u) && ((TALLY_GAIN_AT + 4u) <= 263936u), gain_lies_in_device_memory);
VG_STATIC_ASSERT(((TALLY_GAIN_UP % 256u) == 0u) && ((TALLY_GAIN_UP + 4u) <= TALLY_COMPLETION),
    gain_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((TALLY_Y_AT % 256u) == 0u) && ((TALLY_Y_AT + TALLY_Y_BYTES) <= 263936u), y_lies_in_device_memory);
VG_STATIC_ASSERT(((TALLY_Y_DOWN % 256u) == 0u) && ((TALLY_Y_DOWN + TALLY_Y_BYTES) <= TALLY_COMPLETION),
    y_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((TALLY_SEEN_AT % 256u) == 0u) && ((TALLY_SEEN_AT + 512u) <= 263936u), seen_lies_in_device_memory);
VG_STATIC_ASSERT(((TALLY_SUMS_AT % 256u) == 0u) && ((TALLY_SUMS_AT + TALLY_SUMS_BYTES) <= 263936u),
    sums_lies_in_device_memory);
VG_STATIC_ASSERT(((TALLY_SUMS_DOWN % 256u) == 0u) && ((TALLY_SUMS_DOWN + TALLY_SUMS_BYTES) <= TALLY_COMPLETION),
    sums_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(TALLY_X_BYTES == (TALLY_X_COUNT * sizeof(float)), x_has_whole_elements);
VG_STATIC_ASSERT(TALLY_TABLE_BYTES == (TALLY_TABLE_COUNT * sizeof(float)), table_has_whole_elements);
VG_STATIC_ASSERT(TALLY_Y_BYTES == (TALLY_Y_COUNT * sizeof(float)), y_has_whole_elements);
VG_STATIC_ASSERT(TALLY_SUMS_BYTES == (TALLY_SUMS_COUNT * sizeof(uint32_t)), sums_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t tally_params_weigh[] = {
    8u, /* x: in f32* */
    8u, /* table: in f32* */
    8u, /* gain: in f32* */
    4u, /* bias: value f32 */
    8u, /* y: out f32* */
};

static const uint32_t tally_params_count[] = {
    8u, /* x: in f32* */
    8u, /* seen: inout u32* */
    8u, /* y: out u32* */
};

static const uint32_t tally_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t tally_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content tally_contents[] = {
    {0, 1, TALLY_SEEN_AT, 512u, NULL, -1, 1u, 0x0u, 0x0u}, /* seen: every element 0 */
};

/* Gives every setting the value of the spec. */
static void tally_first_settings(struct tally_settings *setting)
{
    setting->gain = 1.0f;
    setting->bias = 0.5f;
}

#ifndef VG_WITHOUT_CUDA

/* A launch of weigh as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct tally_launch_weigh {
    struct {
        CUdeviceptr x;
        CUdeviceptr table;
        CUdeviceptr gain;
        float bias;
        CUdeviceptr y;
    } argument;
    void *pointers[5];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void tally_begin_weigh(const struct tally_lane *p, struct tally_launch_weigh *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.table;
    launch->pointers[2] = &launch->argument.gain;
    launch->pointers[3] = &launch->argument.bias;
    launch->pointers[4] = &launch->argument.y;
    launch->kernel.func = (CUfunction)p->kernel[TALLY_KERNEL_weigh];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of count as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct tally_launch_count {
    struct {
        CUdeviceptr x;
        CUdeviceptr seen;
        CUdeviceptr y;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void tally_begin_count(const struct tally_lane *p, struct tally_launch_count *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.seen;
    launch->pointers[2] = &launch->argument.y;
    launch->kernel.func = (CUfunction)p->kernel[TALLY_KERNEL_count];
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
struct tally_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void tally_begin_vg_copy(const struct tally_lane *p, struct tally_launch_vg_copy *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[TALLY_KERNEL_vg_copy];
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
struct tally_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void tally_begin_vg_end(const struct tally_lane *p, struct tally_launch_vg_end *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[TALLY_KERNEL_vg_end];
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
struct tally_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void tally_begin_vg_begin(const struct tally_lane *p, struct tally_launch_vg_begin *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[TALLY_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union tally_scratch {
    struct tally_launch_weigh launch_weigh;
    struct tally_launch_count launch_count;
    struct tally_launch_vg_copy launch_vg_copy;
    struct tally_launch_vg_end launch_vg_end;
    struct tally_launch_vg_begin launch_vg_begin;
};

/* ---- graph "weighed": nodes 7, edges 7, longest path 6, widest level 2 ---- */

/* Node 3, weigh, follows bias: its launch with these values. */
static void tally_describe_weighed_weigh(const struct tally_lane *p, const struct tally_settings *setting,
    struct tally_launch_weigh *launch)
{
    tally_begin_weigh(p, launch, 1u, 1u, 1u, 128u, 1u, 1u);
    launch->argument.x = p->device[0] + TALLY_X_AT;
    launch->argument.table = p->device[0] + TALLY_TABLE_AT;
    launch->argument.gain = p->device[0] + TALLY_GAIN_AT;
    launch->argument.bias = setting->bias;
    launch->argument.y = p->device[0] + TALLY_Y_AT;
}

static vg_status tally_build_weighed(void *self, void *graph)
{
    struct tally_lane *p = (struct tally_lane *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union tally_scratch scratch;
    CUgraphNode after[2];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    tally_first_settings(&p->committed[TALLY_GRAPH_weighed]);
    p->halfway[TALLY_GRAPH_weighed] = 0u;
    p->graph[TALLY_GRAPH_weighed].traits = VG_HAS_END;

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload, upload_table */
    tally_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, TALLY_WEIGHED_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload, tally.yaml:23: upload gain, x if changed by vg_copy, 768 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: weigh */
    tally_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + TALLY_GAIN_AT;
    scratch.launch_vg_copy.argument.from = pinned + TALLY_GAIN_UP;
    scratch.launch_vg_copy.argument.bytes = TALLY_X_UP + TALLY_X_BYTES - TALLY_GAIN_UP;
    after[0] = (CUgraphNode)p->node[TALLY_WEIGHED_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, TALLY_WEIGHED_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, upload_table, tally.yaml:22: upload table if changed by vg_copy, 262144 bytes, 32 x 1 x 1 blocks of 256 x
     * 1 x 1 threads.
     * after: begin
     * before: weigh */
    tally_begin_vg_copy(p, &scratch.launch_vg_copy, 32u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + TALLY_TABLE_AT;
    scratch.launch_vg_copy.argument.from = pinned + TALLY_TABLE_UP;
    scratch.launch_vg_copy.argument.bytes = TALLY_TABLE_BYTES;
    after[0] = (CUgraphNode)p->node[TALLY_WEIGHED_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, TALLY_WEIGHED_NODE_upload_table, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, weigh, tally.yaml:30: launch weigh(x, table, gain, bias, y), 1 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload, upload_table
     * before: weigh_2 */
    tally_describe_weighed_weigh(p, &p->committed[TALLY_GRAPH_weighed], &scratch.launch_weigh);
    after[0] = (CUgraphNode)p->node[TALLY_WEIGHED_NODE_upload];
    after[1] = (CUgraphNode)p->node[TALLY_WEIGHED_NODE_upload_table];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_weigh.kernel);
    status = vg_node_added(&p->rt, TALLY_WEIGHED_NODE_weigh, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, weigh_2, tally.yaml:32: launch weigh(x, table, gain, 0.25, y), 1 x 1 x 1 blocks of 128 x 1 x 1 threads,
     * when again is on.
     * after: weigh
     * before: download */
    tally_begin_weigh(p, &scratch.launch_weigh, 1u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_weigh.argument.x = device + TALLY_X_AT;
    scratch.launch_weigh.argument.table = device + TALLY_TABLE_AT;
    scratch.launch_weigh.argument.gain = device + TALLY_GAIN_AT;
    scratch.launch_weigh.argument.bias = 0.25f;
    scratch.launch_weigh.argument.y = device + TALLY_Y_AT;
    after[0] = (CUgraphNode)p->node[TALLY_WEIGHED_NODE_weigh];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_weigh.kernel);
    status = vg_node_added(&p->rt, TALLY_WEIGHED_NODE_weigh_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, download, tally.yaml:25: download y by vg_copy, 512 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: weigh_2
     * before: end */
    tally_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + TALLY_Y_DOWN;
    scratch.launch_vg_copy.argument.from = device + TALLY_Y_AT;
    scratch.launch_vg_copy.argument.bytes = TALLY_Y_BYTES;
    after[0] = (CUgraphNode)p->node[TALLY_WEIGHED_NODE_weigh_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, TALLY_WEIGHED_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, end: launch vg_end(TALLY_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    tally_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + TALLY_COMPLETION;
    after[0] = (CUgraphNode)p->node[TALLY_WEIGHED_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, TALLY_WEIGHED_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "counted": nodes 4, edges 3, longest path 4, widest level 1 ---- */

static vg_status tally_build_counted(void *self, void *graph)
{
    struct tally_lane *p = (struct tally_lane *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union tally_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[TALLY_GRAPH_counted].traits = VG_HAS_END;

    /* Node 0, upload, tally.yaml:21: upload x if changed by vg_copy, 512 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: count */
    tally_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + TALLY_X_AT;
    scratch.launch_vg_copy.argument.from = pinned + TALLY_X_UP;
    scratch.launch_vg_copy.argument.bytes = TALLY_X_BYTES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, TALLY_COUNTED_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, count, tally.yaml:36: launch count(x, seen, sums), 1 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload
     * before: download */
    tally_begin_count(p, &scratch.launch_count, 1u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_count.argument.x = device + TALLY_X_AT;
    scratch.launch_count.argument.seen = device + TALLY_SEEN_AT;
    scratch.launch_count.argument.y = device + TALLY_SUMS_AT;
    after[0] = (CUgraphNode)p->node[TALLY_COUNTED_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_count.kernel);
    status = vg_node_added(&p->rt, TALLY_COUNTED_NODE_count, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, download, tally.yaml:27: download sums by vg_copy, 512 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: count
     * before: end */
    tally_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + TALLY_SUMS_DOWN;
    scratch.launch_vg_copy.argument.from = device + TALLY_SUMS_AT;
    scratch.launch_vg_copy.argument.bytes = TALLY_SUMS_BYTES;
    after[0] = (CUgraphNode)p->node[TALLY_COUNTED_NODE_count];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, TALLY_COUNTED_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, end: launch vg_end(TALLY_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    tally_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + TALLY_COMPLETION;
    after[0] = (CUgraphNode)p->node[TALLY_COUNTED_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, TALLY_COUNTED_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status tally_commit_weighed(struct tally_lane *p)
{
    union tally_scratch scratch;
    vg_status status;
    unsigned char enabled;

    /* Node 1, upload: upload gain, x if changed. */
    enabled = ((p->current.gain == 0u) || (p->current.x == 0u)) ? 1u : 0u;
    status = vg_node_enable(&p->rt, TALLY_GRAPH_weighed, TALLY_WEIGHED_NODE_upload, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, upload_table: upload table if changed. */
    enabled = (p->current.table == 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, TALLY_GRAPH_weighed, TALLY_WEIGHED_NODE_upload_table, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, weigh: launch weigh. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.bias, &p->committed[TALLY_GRAPH_weighed].bias, sizeof p->setting.bias) != 0) ||
        (p->halfway[TALLY_GRAPH_weighed] != 0u)) {
        tally_describe_weighed_weigh(p, &p->setting, &scratch.launch_weigh);
        status = vg_node_patch(&p->rt, TALLY_GRAPH_weighed, TALLY_WEIGHED_NODE_weigh, &scratch.launch_weigh.kernel);
        if (status != VG_OK) {
            return status;
        }
    }

    /* Node 4, weigh_2: launch weigh. */
    enabled = (p->on.again != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, TALLY_GRAPH_weighed, TALLY_WEIGHED_NODE_weigh_2, enabled);
    if (status != VG_OK) {
        return status;
    }

    if (vg_commits_to_exec(&p->rt) != 0) {
        p->committed[TALLY_GRAPH_weighed] = p->setting;
    }
    return VG_OK;
}

static vg_status tally_commit_counted(struct tally_lane *p)
{
    vg_status status;
    unsigned char enabled;

    /* Node 0, upload: upload x if changed. */
    enabled = (p->current.x == 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, TALLY_GRAPH_counted, TALLY_COUNTED_NODE_upload, enabled);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status tally_commit(void *self, unsigned graph)
{
    struct tally_lane *p = (struct tally_lane *)self;
    vg_status status;

    if (vg_take(&p->rt.pinned[TALLY_GAIN_UP], &p->setting.gain, sizeof p->setting.gain) != 0) {
        p->current.gain = 0u;
    }
    switch (graph) {
    case TALLY_GRAPH_weighed:
        status = tally_commit_weighed(p);
        if (vg_commits_to_exec(&p->rt) != 0) {
            p->halfway[TALLY_GRAPH_weighed] = (status != VG_OK) ? 1u : 0u;
        }
        return status;
    case TALLY_GRAPH_counted:
        return tally_commit_counted(p);
    default:
        return VG_OK;
    }
}

#else

static vg_status tally_build_weighed(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status tally_build_counted(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status tally_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void tally_reset_settings(void *self)
{
    struct tally_lane *p = (struct tally_lane *)self;

    tally_first_settings(&p->setting);
    p->on.again = 0u;
    (void)memset(&p->current, 0, sizeof p->current);
    (void)memset(&p->kept, 0, sizeof p->kept);
    (void)memset(&p->started, 0, sizeof p->started);
}

/* After each launch: counts what it carries. */
static void tally_launched(void *self, unsigned graph)
{
    struct tally_lane *p = (struct tally_lane *)self;

    switch (graph) {
    case TALLY_GRAPH_weighed:
        if (p->disabled[TALLY_WEIGHED_NODE_upload] == 0u) {
            p->graph[TALLY_GRAPH_weighed].counted.uploads++;
            p->graph[TALLY_GRAPH_weighed].counted.upload_bytes += 516u;
        }
        if (p->disabled[TALLY_WEIGHED_NODE_upload_table] == 0u) {
            p->graph[TALLY_GRAPH_weighed].counted.uploads++;
            p->graph[TALLY_GRAPH_weighed].counted.upload_bytes += 262144u;
        }
        if ((p->disabled[TALLY_WEIGHED_NODE_upload] != 0u) && (p->disabled[TALLY_WEIGHED_NODE_upload_table] != 0u)) {
            p->graph[TALLY_GRAPH_weighed].counted.resident_hits++;
        }
        break;
    case TALLY_GRAPH_counted:
        if (p->disabled[TALLY_COUNTED_NODE_upload] == 0u) {
            p->graph[TALLY_GRAPH_counted].counted.uploads++;
            p->graph[TALLY_GRAPH_counted].counted.upload_bytes += 512u;
        }
        if (p->disabled[TALLY_COUNTED_NODE_upload] != 0u) {
            p->graph[TALLY_GRAPH_counted].counted.resident_hits++;
        }
        break;
    default:
        break;
    }
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel tally_kernels[] = {
    {"weigh", "weigh", 0u, 0u, 128u, 5u, tally_params_weigh},
    {"count", "count", 0u, 0u, 128u, 3u, tally_params_count},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, tally_params_vg_copy},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, tally_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t tally_arena_bytes[] = {
    263936u,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char tally_vg_identity[] =
    "vggen 0.1.0 program tally run 0x0123456789abcdef"
    " spec sha256:4655f3deb24c6b6a8e8464bc1224cb1038615293b868e574acd71d5b5fc0f918"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char tally_spec[] = "tally.yaml";
static const uint32_t tally_lines[] = {
    0u, /* begin */
    23u, /* upload */
    22u, /* upload_table */
    30u, /* weigh */
    32u, /* weigh_2 */
    25u, /* download */
    0u, /* end */
    21u, /* upload */
    36u, /* count */
    27u, /* download */
    0u, /* end */
};

/* Title of each node in messages. */
static const char *const tally_titles[] = {
    "launch vg_begin",
    "upload gain, x if changed",
    "upload table if changed",
    "launch weigh",
    "launch weigh",
    "download y",
    "launch vg_end",
    "upload x if changed",
    "launch count",
    "download sums",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc tally_graphs[] = {
    {"weighed", 0u, 7u, tally_build_weighed, 0u, 1u, 0u, 512u},
    {"counted", 7u, 4u, tally_build_counted, 0u, 1u, 0u, 512u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t tally_vg_stamp = VGGEN_tally_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc tally_desc = {
    VG_ABI,
    "tally",
    tally_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    tally_arena_bytes, 1u, /* device arenas */
    264192u, /* bytes of pinned memory of each lane */
    tally_modules, 1u, /* modules */
    tally_kernels, 5u, /* kernels */
    tally_contents, 1u, /* first contents */
    tally_titles, 11u, /* nodes of all graphs */
    tally_lines, /* their lines in the spec */
    tally_spec, /* where the spec is */
    tally_graphs, 2u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    tally_reset_settings, /* first values of settings, switches and the like */
    tally_commit, /* before each launch */
    tally_launched, /* after each launch */
};

/* ---- functions for the application ---- */

/* Closes the lanes below `end`, the last one first. Lane 0 reports what failed: first in `to`, unless that is
 * NULL, and then in those that are closed. */
static vg_status tally_close_lanes(tally *p, unsigned end, vg_program *to)
{
    vg_program *blamed = to;
    vg_status failed = VG_OK;
    unsigned i;

    for (i = end; i > 0u; i--) {
        vg_program *lane = &p->lane[i - 1u].rt;
        vg_status status;

        if ((i > 1u) && (vg_is_held(lane) == 0)) { /* an open that was given up has not come to it */
            continue;
        }
        status = vg_close(lane);
        if ((status != VG_OK) && (blamed != NULL)) {
            vg_add_failures(blamed, lane);
        } else if (status != VG_OK) {
            blamed = lane;
        } else {
            /* nothing to report */
        }
        if (failed == VG_OK) {
            failed = status;
        }
    }
    if (blamed != NULL) {
        p->lane[0].rt.detail = blamed->detail;
    }
    return failed;
}

vg_status tally_open(tally *p, const vg_config *config, const tally_data *data)
{
    vg_status status = VG_OK;
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)data;
    for (i = 0; i < TALLY_LANES; i++) {
        struct tally_lane *lane = &p->lane[i];
        vg_storage storage;

        lane->kernel = p->kernel;
        (void)memset(&storage, 0, sizeof storage);
        storage.self = lane;
        storage.arenas = lane->device;
        storage.modules = p->module;
        storage.kernels = p->kernel;
        storage.nodes = lane->node;
        storage.graphs = lane->graph;
        storage.disabled = lane->disabled;
        status = (i == 0u) ? vg_open(&lane->rt, &tally_desc, config, &storage)
                           : vg_open_lane(&lane->rt, &p->lane[0].rt, &storage);
        if (status != VG_OK) {
            (void)tally_close_lanes(p, i, &lane->rt);
            if (status == VG_TIMEOUT) {
                vg_stick(&p->lane[0].rt);
            }
            break;
        }
    }
    return status;
}

vg_status tally_close(tally *p)
{
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    for (i = 0; i < TALLY_LANES; i++) {
        if (vg_quiet(&p->lane[i].rt, &p->lane[0].rt) == VG_TIMEOUT) {
            p->lane[0].rt.detail = p->lane[i].rt.detail;
            return VG_TIMEOUT;
        }
    }
    return tally_close_lanes(p, TALLY_LANES, NULL);
}

vg_status tally_set_timeout(tally *p, uint64_t timeout_ns)
{
    vg_status status = VG_OK;
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    for (i = 0; (i < TALLY_LANES) && (status == VG_OK); i++) {
        if ((i == 0u) || (vg_is_held(&p->lane[i].rt) != 0)) { /* an open that was given up has not come to all */
            status = vg_set_timeout(&p->lane[i].rt, timeout_ns);
        }
    }
    return status;
}

vg_status tally_abandon(tally *p)
{
    vg_abandoned result;
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    for (i = TALLY_LANES; i > 0u; i--) {
        vg_abandon(&p->lane[i - 1u].rt, &result);
    }
    return vg_tell_abandoned(&p->lane[0].rt, &result);
}

/* NULL where there is no such lane. */
static struct tally_lane *tally_lane_at(tally *p, unsigned lane)
{
    return ((p == NULL) || (lane >= TALLY_LANES)) ? NULL : &p->lane[lane];
}

static const struct tally_lane *tally_const_lane_at(const tally *p, unsigned lane)
{
    return ((p == NULL) || (lane >= TALLY_LANES)) ? NULL : &p->lane[lane];
}

static int tally_is_open(const struct tally_lane *own)
{
    return ((own != NULL) && (vg_has_memory(&own->rt) != 0)) ? 1 : 0;
}

vg_status tally_set_gain(tally *p, float value, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!tally_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "tally_set_gain needs an open program: call tally_open first", 0u, 0u);
    }
    if (memcmp(&own->setting.gain, &value, sizeof own->setting.gain) != 0) {
        (void)memset(&own->kept, 0, sizeof own->kept);
    }
    own->setting.gain = value;
    return VG_OK;
}

float tally_gain(const tally *p, unsigned lane)
{
    const struct tally_lane *own = tally_const_lane_at(p, lane);

    return (own == NULL) ? (float)0 : own->setting.gain;
}

vg_status tally_set_bias(tally *p, float value, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!tally_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "tally_set_bias needs an open program: call tally_open first", 0u, 0u);
    }
    if (memcmp(&own->setting.bias, &value, sizeof own->setting.bias) != 0) {
        (void)memset(&own->kept, 0, sizeof own->kept);
    }
    own->setting.bias = value;
    return VG_OK;
}

float tally_bias(const tally *p, unsigned lane)
{
    const struct tally_lane *own = tally_const_lane_at(p, lane);

    return (own == NULL) ? (float)0 : own->setting.bias;
}

vg_status tally_switch_again(tally *p, int on, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!tally_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "tally_switch_again needs an open program: call tally_open first", 0u, 0u);
    }
    if (own->on.again != ((on != 0) ? 1u : 0u)) { /* kept outputs are those of the other case */
        (void)memset(&own->kept, 0, sizeof own->kept);
    }
    own->on.again = (on != 0) ? 1u : 0u;
    return VG_OK;
}

int tally_is_on_again(const tally *p, unsigned lane)
{
    const struct tally_lane *own = tally_const_lane_at(p, lane);

    return (own == NULL) ? 0 : (int)own->on.again;
}

/* Checks that a call may begin, and waits for what a failed one left running. */
static vg_status tally_ready_call(struct tally_lane *p, unsigned graph)
{
    if (vg_is_open(&p->rt) == 0) {
        return vg_replay(&p->rt, graph); /* which reports why not */
    }
    if (p->started.graph != 0u) {
        return vg_refuse(&p->rt, VG_STATE, "a call was started: finish it first", 0u, 0u);
    }
    return (vg_is_running(&p->rt) != 0) ? vg_finish(&p->rt, vg_left_since(&p->rt, vg_now())) : VG_OK;
}

/* Check pointers and counts: of what goes in, of what comes out, of both. */
static vg_status tally_check_in_weighed(struct tally_lane *p, const tally_weighed_in *in)
{
    if (in == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in", 0u, 0u);
    }
    if (in->x == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->x", 0u, 0u);
    }
    if (in->x_count != (size_t)TALLY_X_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->x_count", TALLY_X_COUNT, in->x_count);
    }
    if (in->table == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->table", 0u, 0u);
    }
    if (in->table_count != (size_t)TALLY_TABLE_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->table_count", TALLY_TABLE_COUNT, in->table_count);
    }
    return VG_OK;
}

static vg_status tally_check_out_weighed(struct tally_lane *p, const tally_weighed_out *out)
{
    if (out == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out", 0u, 0u);
    }
    if (out->y == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->y", 0u, 0u);
    }
    if (out->y_count != (size_t)TALLY_Y_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->y_count", TALLY_Y_COUNT, out->y_count);
    }
    return VG_OK;
}

static vg_status tally_check_call_weighed(struct tally_lane *p, const tally_weighed_in *in, const tally_weighed_out *out)
{
    const vg_status status = tally_check_in_weighed(p, in);

    return (status == VG_OK) ? tally_check_out_weighed(p, out) : status;
}

/* Copies what goes in to pinned memory, and forgets what was known of other bytes there. */
static void tally_take_in_weighed(struct tally_lane *p, const tally_weighed_in *in)
{
    if (vg_take(&p->rt.pinned[TALLY_X_UP], in->x, TALLY_X_BYTES) != 0) {
        p->current.x = 0u;
        p->kept.weighed = 0u;
    }
    if (vg_take(&p->rt.pinned[TALLY_TABLE_UP], in->table, TALLY_TABLE_BYTES) != 0) {
        p->current.table = 0u;
        p->kept.weighed = 0u;
    }
}

static void tally_give_out_weighed(const struct tally_lane *p, const tally_weighed_out *out)
{
    (void)memcpy(out->y, &p->rt.pinned[TALLY_Y_DOWN], TALLY_Y_BYTES);
}

/* After a replay. A failed one leaves nothing that is known. */
static vg_status tally_end_call_weighed(struct tally_lane *p, vg_status status)
{
    if (status != VG_OK) {
        (void)memset(&p->current, 0, sizeof p->current);
        (void)memset(&p->kept, 0, sizeof p->kept);
        return status;
    }
    p->current.x = 1u;
    p->current.table = 1u;
    p->current.gain = 1u;
    p->kept.weighed = 1u;
    return VG_OK;
}

vg_status tally_weighed_call(tally *p, const tally_weighed_in *in, tally_weighed_out *out, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_call_weighed(own, in, out);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_weighed);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&own->rt);
    tally_take_in_weighed(own, in);
    if (own->kept.weighed != 0u) {
        tally_give_out_weighed(own, out);
        vg_hit(&own->rt, TALLY_GRAPH_weighed);
        return VG_OK;
    }
    own->kept.weighed = 0u;
    status = tally_end_call_weighed(own, vg_replay(&own->rt, TALLY_GRAPH_weighed));
    if (status == VG_OK) {
        tally_give_out_weighed(own, out);
    }
    return status;
}

vg_status tally_weighed_call_timed(tally *p, const tally_weighed_in *in, tally_weighed_out *out, vg_times *times,
    unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    const uint64_t begin = vg_now();
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    status = tally_check_call_weighed(own, in, out);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_weighed);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&own->rt);
    tally_take_in_weighed(own, in);
    if (own->kept.weighed != 0u) {
        tally_give_out_weighed(own, out);
        vg_hit(&own->rt, TALLY_GRAPH_weighed);
        (void)memset(times, 0, sizeof *times);
        times->wall = vg_time_since(begin);
        return VG_OK;
    }
    own->kept.weighed = 0u;
    status = tally_end_call_weighed(own, vg_replay_timed(&own->rt, TALLY_GRAPH_weighed, times));
    if (status == VG_OK) {
        tally_give_out_weighed(own, out);
        times->wall = vg_time_since(begin);
    }
    return status;
}

vg_status tally_weighed_call_step(tally *p, const tally_weighed_in *in, tally_weighed_out *out, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_call_weighed(own, in, out);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_weighed);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&own->rt);
    tally_take_in_weighed(own, in);
    (void)memset(&own->current, 0, sizeof own->current);
    (void)memset(&own->kept, 0, sizeof own->kept);
    status = tally_end_call_weighed(own, vg_step(&own->rt, TALLY_GRAPH_weighed));
    if (status == VG_OK) {
        tally_give_out_weighed(own, out);
    }
    return status;
}

/* Checks that a call of the graph was started. */
static vg_status tally_check_started(struct tally_lane *p, unsigned graph)
{
    if (vg_is_open(&p->rt) == 0) {
        return vg_poll(&p->rt); /* which reports why not */
    }
    if (p->started.graph == (graph + 1u)) {
        return VG_OK;
    }
    return vg_refuse(&p->rt, VG_STATE,
                     (p->started.graph == 0u) ? "no call was started: start one first"
                                            : "a call of another graph was started: finish that one",
                     0u, 0u);
}

/* Gives what a started call gives, unless it still runs. */
static vg_status tally_end_started_weighed(struct tally_lane *p, const tally_weighed_out *out, vg_status status)
{
    const unsigned char wanted = p->kept.weighed; /* 0: a setting was changed */
    vg_status result;

    if ((status == VG_BUSY) || (status == VG_TIMEOUT)) {
        return status;
    }
    if (p->started.kept != 0u) {
        tally_give_out_weighed(p, out);
        vg_hit(&p->rt, TALLY_GRAPH_weighed);
    } else {
        result = tally_end_call_weighed(p, status);
        if (result != VG_OK) {
            return result; /* it stays started */
        }
        if (wanted == 0u) {
            p->kept.weighed = 0u;
        }
        tally_give_out_weighed(p, out);
    }
    p->started.graph = 0u;
    return VG_OK;
}

vg_status tally_weighed_call_start(tally *p, const tally_weighed_in *in, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_in_weighed(own, in);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_weighed);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&own->rt);
    tally_take_in_weighed(own, in);
    own->started.kept = own->kept.weighed;
    if (own->kept.weighed != 0u) {
        own->started.graph = TALLY_GRAPH_weighed + 1u;
        return VG_OK;
    }
    own->kept.weighed = 0u;
    status = vg_start(&own->rt, TALLY_GRAPH_weighed);
    if (status != VG_OK) {
        return tally_end_call_weighed(own, status);
    }
    own->kept.weighed = 2u; /* until it ends */
    own->started.graph = TALLY_GRAPH_weighed + 1u;
    return VG_OK;
}

vg_status tally_weighed_call_poll(tally *p, tally_weighed_out *out, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_out_weighed(own, out);
    if (status == VG_OK) {
        status = tally_check_started(own, TALLY_GRAPH_weighed);
    }
    if (status != VG_OK) {
        return status;
    }
    return tally_end_started_weighed(own, out, (vg_is_running(&own->rt) != 0) ? vg_poll(&own->rt) : VG_OK);
}

vg_status tally_weighed_call_finish(tally *p, tally_weighed_out *out, uint64_t timeout_ns, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_out_weighed(own, out);
    if (status == VG_OK) {
        status = tally_check_started(own, TALLY_GRAPH_weighed);
    }
    if (status != VG_OK) {
        return status;
    }
    return tally_end_started_weighed(own, out, (vg_is_running(&own->rt) != 0) ? vg_finish(&own->rt, timeout_ns) :
        VG_OK);
}

/* The lane whose kept outputs are those of what goes in, or NULL. */
static struct tally_lane *tally_find_kept_weighed(tally *p, const tally_weighed_in *in)
{
    unsigned lane;

    for (lane = 0; lane < TALLY_LANES; lane++) {
        struct tally_lane *own = &p->lane[lane];

        vg_call_begins(&own->rt);
        if ((own->kept.weighed != 0u) &&
            (memcmp(&own->rt.pinned[TALLY_X_UP], in->x, TALLY_X_BYTES) == 0) &&
            (memcmp(&own->rt.pinned[TALLY_TABLE_UP], in->table, TALLY_TABLE_BYTES) == 0)) {
            return own;
        }
    }
    return NULL;
}

/* Starts an item, unless the kept outputs are its own. */
static vg_status tally_begin_call_weighed(struct tally_lane *own, const tally_weighed_in *in, tally_weighed_out *out)
{
    vg_call_begins(&own->rt);
    tally_take_in_weighed(own, in);
    if (own->kept.weighed != 0u) {
        tally_give_out_weighed(own, out);
        vg_hit(&own->rt, TALLY_GRAPH_weighed);
        out->status = VG_OK;
        return VG_OK;
    }
    own->kept.weighed = 0u;
    out->status = vg_start(&own->rt, TALLY_GRAPH_weighed);
    if (out->status != VG_OK) {
        return tally_end_call_weighed(own, out->status);
    }
    out->status = VG_BUSY;
    return VG_OK;
}

/* Waits for the item that a lane works on, in the time that the batch has. */
static vg_status tally_await_call_weighed(struct tally_lane *own, tally_weighed_out *out, uint64_t begin)
{
    out->status = tally_end_call_weighed(own, vg_finish(&own->rt, vg_left_since(&own->rt, begin)));
    if (out->status == VG_OK) {
        tally_give_out_weighed(own, out);
    }
    return out->status;
}

static vg_status tally_check_batch_weighed(tally *p, const tally_weighed_in *in, const tally_weighed_out *out, size_t count)
{
    vg_status status = VG_OK;
    unsigned lane;
    size_t i;

    if ((count > 0u) && ((in == NULL) || (out == NULL))) {
        return vg_refuse(&p->lane[0].rt, VG_ARGUMENT, (in == NULL) ? "in" : "out", 0u, 0u);
    }
    for (i = 0; (i < count) && (status == VG_OK); i++) {
        status = tally_check_call_weighed(&p->lane[0], &in[i], &out[i]);
    }
    for (lane = 0; (lane < TALLY_LANES) && (status == VG_OK); lane++) {
        status = tally_ready_call(&p->lane[lane], TALLY_GRAPH_weighed);
        if (status != VG_OK) {
            p->lane[0].rt.detail = p->lane[lane].rt.detail;
        }
    }
    return status;
}

vg_status tally_weighed_call_batch(tally *p, const tally_weighed_in *in, tally_weighed_out *out, size_t count)
{
    size_t at[TALLY_LANES]; /* the item that each lane works on */
    const uint64_t begin = vg_now();
    unsigned long bits = 0; /* a bit for each lane that had an item */
    vg_detail detail; /* of the first failure */
    vg_status status;
    unsigned lane;
    size_t i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_batch_weighed(p, in, out, count);
    if (status != VG_OK) {
        return status;
    }
    detail = p->lane[0].rt.detail;
    for (i = 0; i < count; i++) {
        struct tally_lane *own = tally_find_kept_weighed(p, &in[i]);

        out[i].status = VG_BUSY;
        if (own != NULL) {
            tally_give_out_weighed(own, &out[i]);
            vg_hit(&own->rt, TALLY_GRAPH_weighed);
            bits |= 1uL << own->rt.lane;
            out[i].status = VG_OK;
        }
    }
    (void)memset(at, 0, sizeof at);
    lane = 0;
    for (i = 0; (i < count) && (status == VG_OK); i++) {
        struct tally_lane *own = &p->lane[lane];

        if (out[i].status == VG_OK) {
            continue;
        }
        if (vg_is_running(&own->rt) != 0) {
            status = tally_await_call_weighed(own, &out[at[lane]], begin);
        }
        if (status == VG_OK) {
            at[lane] = i; /* a failed start may leave it running, too */
            bits |= 1uL << lane;
            status = tally_begin_call_weighed(own, &in[i], &out[i]);
        }
        if (status != VG_OK) {
            detail = own->rt.detail;
        }
        lane = (lane + 1u) % TALLY_LANES;
    }
    for (lane = 0; lane < TALLY_LANES; lane++) {
        struct tally_lane *own = &p->lane[lane];

        if ((vg_is_running(&own->rt) != 0) && (tally_await_call_weighed(own, &out[at[lane]], begin) != VG_OK) &&
            (status == VG_OK)) {
            status = out[at[lane]].status;
            detail = own->rt.detail;
        }
    }
    if (status != VG_OK) {
        p->lane[0].rt.detail = detail;
    }
    p->lane[0].rt.stats.batches++;
    for (i = 0; i < count; i++) {
        p->lane[0].rt.stats.batch_calls += (out[i].status == VG_OK) ? 1u : 0u;
    }
    for (lane = 0; lane < TALLY_LANES; lane++) {
        p->lane[0].rt.stats.batch_lanes += (bits >> lane) & 1uL;
    }
    return status;
}

vg_status tally_weighed_profile(tally *p, uint32_t replays, tally_weighed_times *times, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_node_times pointers;
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    status = tally_ready_call(own, TALLY_GRAPH_weighed);
    if (status != VG_OK) {
        return status;
    }
    (void)memset(&own->current, 0, sizeof own->current);
    (void)memset(&own->kept, 0, sizeof own->kept);
    pointers.count = TALLY_WEIGHED_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled[lane];
    return vg_profile(&own->rt, TALLY_GRAPH_weighed, replays, &pointers);
}

const char *tally_weighed_node_title(unsigned node)
{
    return (node < TALLY_WEIGHED_NODES) ? tally_titles[node] : NULL;
}

/* Check pointers and counts: of what goes in, of what comes out, of both. */
static vg_status tally_check_in_counted(struct tally_lane *p, const tally_counted_in *in)
{
    if (in == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in", 0u, 0u);
    }
    if (in->x == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->x", 0u, 0u);
    }
    if (in->x_count != (size_t)TALLY_X_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->x_count", TALLY_X_COUNT, in->x_count);
    }
    return VG_OK;
}

static vg_status tally_check_out_counted(struct tally_lane *p, const tally_counted_out *out)
{
    if (out == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out", 0u, 0u);
    }
    if (out->sums == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->sums", 0u, 0u);
    }
    if (out->sums_count != (size_t)TALLY_SUMS_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->sums_count", TALLY_SUMS_COUNT, out->sums_count);
    }
    return VG_OK;
}

static vg_status tally_check_call_counted(struct tally_lane *p, const tally_counted_in *in, const tally_counted_out *out)
{
    const vg_status status = tally_check_in_counted(p, in);

    return (status == VG_OK) ? tally_check_out_counted(p, out) : status;
}

/* Copies what goes in to pinned memory, and forgets what was known of other bytes there. */
static void tally_take_in_counted(struct tally_lane *p, const tally_counted_in *in)
{
    if (vg_take(&p->rt.pinned[TALLY_X_UP], in->x, TALLY_X_BYTES) != 0) {
        p->current.x = 0u;
        p->kept.weighed = 0u;
    }
}

static void tally_give_out_counted(const struct tally_lane *p, const tally_counted_out *out)
{
    (void)memcpy(out->sums, &p->rt.pinned[TALLY_SUMS_DOWN], TALLY_SUMS_BYTES);
}

/* After a replay. A failed one leaves nothing that is known. */
static vg_status tally_end_call_counted(struct tally_lane *p, vg_status status)
{
    if (status != VG_OK) {
        (void)memset(&p->current, 0, sizeof p->current);
        (void)memset(&p->kept, 0, sizeof p->kept);
        return status;
    }
    p->current.x = 1u;
    return VG_OK;
}

vg_status tally_counted_call(tally *p, const tally_counted_in *in, tally_counted_out *out, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_call_counted(own, in, out);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_counted);
    }
    if (status != VG_OK) {
        return status;
    }
    tally_take_in_counted(own, in);
    status = tally_end_call_counted(own, vg_replay(&own->rt, TALLY_GRAPH_counted));
    if (status == VG_OK) {
        tally_give_out_counted(own, out);
    }
    return status;
}

vg_status tally_counted_call_timed(tally *p, const tally_counted_in *in, tally_counted_out *out, vg_times *times,
    unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    const uint64_t begin = vg_now();
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    status = tally_check_call_counted(own, in, out);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_counted);
    }
    if (status != VG_OK) {
        return status;
    }
    tally_take_in_counted(own, in);
    status = tally_end_call_counted(own, vg_replay_timed(&own->rt, TALLY_GRAPH_counted, times));
    if (status == VG_OK) {
        tally_give_out_counted(own, out);
        times->wall = vg_time_since(begin);
    }
    return status;
}

vg_status tally_counted_call_step(tally *p, const tally_counted_in *in, tally_counted_out *out, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_call_counted(own, in, out);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_counted);
    }
    if (status != VG_OK) {
        return status;
    }
    tally_take_in_counted(own, in);
    (void)memset(&own->current, 0, sizeof own->current);
    (void)memset(&own->kept, 0, sizeof own->kept);
    status = tally_end_call_counted(own, vg_step(&own->rt, TALLY_GRAPH_counted));
    if (status == VG_OK) {
        tally_give_out_counted(own, out);
    }
    return status;
}

/* Gives what a started call gives, unless it still runs. */
static vg_status tally_end_started_counted(struct tally_lane *p, const tally_counted_out *out, vg_status status)
{
    vg_status result;

    if ((status == VG_BUSY) || (status == VG_TIMEOUT)) {
        return status;
    }
    result = tally_end_call_counted(p, status);
    if (result != VG_OK) {
        return result; /* it stays started */
    }
    tally_give_out_counted(p, out);
    p->started.graph = 0u;
    return VG_OK;
}

vg_status tally_counted_call_start(tally *p, const tally_counted_in *in, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_in_counted(own, in);
    if (status == VG_OK) {
        status = tally_ready_call(own, TALLY_GRAPH_counted);
    }
    if (status != VG_OK) {
        return status;
    }
    tally_take_in_counted(own, in);
    status = vg_start(&own->rt, TALLY_GRAPH_counted);
    if (status != VG_OK) {
        return tally_end_call_counted(own, status);
    }
    own->started.graph = TALLY_GRAPH_counted + 1u;
    return VG_OK;
}

vg_status tally_counted_call_poll(tally *p, tally_counted_out *out, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_out_counted(own, out);
    if (status == VG_OK) {
        status = tally_check_started(own, TALLY_GRAPH_counted);
    }
    if (status != VG_OK) {
        return status;
    }
    return tally_end_started_counted(own, out, (vg_is_running(&own->rt) != 0) ? vg_poll(&own->rt) : VG_OK);
}

vg_status tally_counted_call_finish(tally *p, tally_counted_out *out, uint64_t timeout_ns, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_out_counted(own, out);
    if (status == VG_OK) {
        status = tally_check_started(own, TALLY_GRAPH_counted);
    }
    if (status != VG_OK) {
        return status;
    }
    return tally_end_started_counted(own, out, (vg_is_running(&own->rt) != 0) ? vg_finish(&own->rt, timeout_ns) :
        VG_OK);
}

/* Starts an item, unless the kept outputs are its own. */
static vg_status tally_begin_call_counted(struct tally_lane *own, const tally_counted_in *in, tally_counted_out *out)
{
    tally_take_in_counted(own, in);
    out->status = vg_start(&own->rt, TALLY_GRAPH_counted);
    if (out->status != VG_OK) {
        return tally_end_call_counted(own, out->status);
    }
    out->status = VG_BUSY;
    return VG_OK;
}

/* Waits for the item that a lane works on, in the time that the batch has. */
static vg_status tally_await_call_counted(struct tally_lane *own, tally_counted_out *out, uint64_t begin)
{
    out->status = tally_end_call_counted(own, vg_finish(&own->rt, vg_left_since(&own->rt, begin)));
    if (out->status == VG_OK) {
        tally_give_out_counted(own, out);
    }
    return out->status;
}

static vg_status tally_check_batch_counted(tally *p, const tally_counted_in *in, const tally_counted_out *out, size_t count)
{
    vg_status status = VG_OK;
    unsigned lane;
    size_t i;

    if ((count > 0u) && ((in == NULL) || (out == NULL))) {
        return vg_refuse(&p->lane[0].rt, VG_ARGUMENT, (in == NULL) ? "in" : "out", 0u, 0u);
    }
    for (i = 0; (i < count) && (status == VG_OK); i++) {
        status = tally_check_call_counted(&p->lane[0], &in[i], &out[i]);
    }
    for (lane = 0; (lane < TALLY_LANES) && (status == VG_OK); lane++) {
        status = tally_ready_call(&p->lane[lane], TALLY_GRAPH_counted);
        if (status != VG_OK) {
            p->lane[0].rt.detail = p->lane[lane].rt.detail;
        }
    }
    return status;
}

vg_status tally_counted_call_batch(tally *p, const tally_counted_in *in, tally_counted_out *out, size_t count)
{
    size_t at[TALLY_LANES]; /* the item that each lane works on */
    const uint64_t begin = vg_now();
    unsigned long bits = 0; /* a bit for each lane that had an item */
    vg_detail detail; /* of the first failure */
    vg_status status;
    unsigned lane;
    size_t i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_check_batch_counted(p, in, out, count);
    if (status != VG_OK) {
        return status;
    }
    detail = p->lane[0].rt.detail;
    for (i = 0; i < count; i++) {
        out[i].status = VG_BUSY;
    }
    (void)memset(at, 0, sizeof at);
    lane = 0;
    for (i = 0; (i < count) && (status == VG_OK); i++) {
        struct tally_lane *own = &p->lane[lane];

        if (out[i].status == VG_OK) {
            continue;
        }
        if (vg_is_running(&own->rt) != 0) {
            status = tally_await_call_counted(own, &out[at[lane]], begin);
        }
        if (status == VG_OK) {
            at[lane] = i; /* a failed start may leave it running, too */
            bits |= 1uL << lane;
            status = tally_begin_call_counted(own, &in[i], &out[i]);
        }
        if (status != VG_OK) {
            detail = own->rt.detail;
        }
        lane = (lane + 1u) % TALLY_LANES;
    }
    for (lane = 0; lane < TALLY_LANES; lane++) {
        struct tally_lane *own = &p->lane[lane];

        if ((vg_is_running(&own->rt) != 0) && (tally_await_call_counted(own, &out[at[lane]], begin) != VG_OK) &&
            (status == VG_OK)) {
            status = out[at[lane]].status;
            detail = own->rt.detail;
        }
    }
    if (status != VG_OK) {
        p->lane[0].rt.detail = detail;
    }
    p->lane[0].rt.stats.batches++;
    for (i = 0; i < count; i++) {
        p->lane[0].rt.stats.batch_calls += (out[i].status == VG_OK) ? 1u : 0u;
    }
    for (lane = 0; lane < TALLY_LANES; lane++) {
        p->lane[0].rt.stats.batch_lanes += (bits >> lane) & 1uL;
    }
    return status;
}

vg_status tally_counted_profile(tally *p, uint32_t replays, tally_counted_times *times, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_node_times pointers;
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    status = tally_ready_call(own, TALLY_GRAPH_weighed);
    if (status != VG_OK) {
        return status;
    }
    (void)memset(&own->current, 0, sizeof own->current);
    (void)memset(&own->kept, 0, sizeof own->kept);
    pointers.count = TALLY_COUNTED_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled[lane];
    return vg_profile(&own->rt, TALLY_GRAPH_counted, replays, &pointers);
}

const char *tally_counted_node_title(unsigned node)
{
    return (node < TALLY_COUNTED_NODES) ? tally_titles[TALLY_COUNTED_NODE_upload + node] : NULL;
}

vg_status tally_reset(tally *p, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_ready_call(own, TALLY_GRAPH_weighed);
    if (status != VG_OK) {
        return status;
    }
    (void)memset(&own->current, 0, sizeof own->current);
    (void)memset(&own->kept, 0, sizeof own->kept);
    return vg_reset(&own->rt);
}

vg_status tally_save(tally *p, void *memory, size_t size, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_ready_call(own, TALLY_GRAPH_weighed);
    if (status != VG_OK) {
        return status;
    }
    return vg_save(&own->rt, memory, size);
}

vg_status tally_restore(tally *p, const void *memory, size_t size, unsigned lane)
{
    struct tally_lane *own = tally_lane_at(p, lane);
    vg_status status;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    status = tally_ready_call(own, TALLY_GRAPH_weighed);
    if (status != VG_OK) {
        return status;
    }
    (void)memset(&own->current, 0, sizeof own->current);
    (void)memset(&own->kept, 0, sizeof own->kept);
    return vg_restore(&own->rt, memory, size);
}

const vg_stats *tally_stats(const tally *p, unsigned lane)
{
    const struct tally_lane *own = tally_const_lane_at(p, lane);

    return (own == NULL) ? NULL : vg_sum_stats(&own->rt, tally_graphs, own->graph, 2u);
}

const vg_stats *tally_weighed_stats(const tally *p, unsigned lane)
{
    const struct tally_lane *own = tally_const_lane_at(p, lane);

    return (own == NULL) ? NULL : vg_sum_graph(&tally_graphs[TALLY_GRAPH_weighed], &own->graph[TALLY_GRAPH_weighed]);
}

const vg_stats *tally_counted_stats(const tally *p, unsigned lane)
{
    const struct tally_lane *own = tally_const_lane_at(p, lane);

    return (own == NULL) ? NULL : vg_sum_graph(&tally_graphs[TALLY_GRAPH_counted], &own->graph[TALLY_GRAPH_counted]);
}

const vg_detail *tally_detail(const tally *p, unsigned lane)
{
    const struct tally_lane *own = tally_const_lane_at(p, lane);
    static const vg_detail other = {VG_ARGUMENT, 0, "lane is below 2", "", NULL, 0u, 0u, 0u, 0u, 0u, 0u, NULL};

    if (p == NULL) {
        return NULL;
    }
    return (own == NULL) ? &other : &own->rt.detail;
}
