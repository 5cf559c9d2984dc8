/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* mixer.c - program "mixer": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from mixer.yaml. Do not edit: change the spec and generate again. */
#include "mixer.h"

#if VGGEN_mixer_STAMP != 0x0123456789abcdef
#error "mixer.c and mixer.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Allocations of device memory: each lane has one of its own, and all share what no replay changes. */
enum {
    MIXER_ARENA_LANE,
    MIXER_ARENA_SHARED,
};
#define MIXER_ARENA_LANE_BYTES 3328u
#define MIXER_ARENA_SHARED_BYTES 512u

/* Device memory of each lane: one allocation of 3328 bytes. */
#define MIXER_WHERE_AT              0u /* [0, 24) setting cell [1] */
#define MIXER_X_AT                256u /* [256, 768) input f32x2 [64] */
#define MIXER_Y_AT                768u /* [768, 1280) output f32x2 [64] */
#define MIXER_SMALL_AT           1280u /* [1280, 1536) output f16x2 [64] */
#define MIXER_EXTRA_AT           1536u /* [1536, 1584) output f32x3 [4] */
#define MIXER_CELLS_AT           1792u /* [1792, 3328) state cell [64] */

/* Device memory that all lanes share: one allocation of 512 bytes. */
#define MIXER_TABLE_AT              0u /* [0, 32) constant f32x4 [2] */
#define MIXER_GIVEN_AT            256u /* [256, 304) constant f32x3 [4] */

/* Pinned memory of each lane: one allocation of 2048 bytes. What goes up with one copy lies there as in device memory,
 * and so does what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define MIXER_WHERE_UP              0u /* [0, 24) setting cell [1] */
#define MIXER_X_UP                256u /* [256, 768) input f32x2 [64] */
#define MIXER_Y_DOWN              768u /* [768, 1280) output f32x2 [64] */
#define MIXER_SMALL_DOWN         1280u /* [1280, 1536) output f16x2 [64] */
#define MIXER_EXTRA_DOWN         1536u /* [1536, 1584) output f32x3 [4] */
#define MIXER_COMPLETION         1792u /* [1792, 2048) the runtime's */

/* Kernels. */
enum {
    MIXER_KERNEL_mix,
    MIXER_KERNEL_gray,
    MIXER_KERNEL_vg_copy,
    MIXER_KERNEL_vg_fill,
    MIXER_KERNEL_vg_end,
    MIXER_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    MIXER_GRAPH_main,
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    MIXER_NODE_begin,
    MIXER_NODE_upload,
    MIXER_NODE_clear_small,
    MIXER_NODE_mix,
    MIXER_NODE_gray,
    MIXER_NODE_copy_given_extra,
    MIXER_NODE_download,
    MIXER_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(struct mixer_lane, device) == 2u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(mixer, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(mixer, kernel) == 6u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(struct mixer_lane, node) == 8u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(struct mixer_lane, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(mixer, data) == 1u, data_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((MIXER_COMPLETION + VG_COMPLETION_BYTES) == 2048u),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((MIXER_X_AT % 256u) == 0u) && ((MIXER_X_AT + MIXER_X_BYTES) <= MIXER_ARENA_LANE_BYTES),
    x_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_X_UP % 256u) == 0u) && ((MIXER_X_UP + MIXER_X_BYTES) <= MIXER_COMPLETION),
    x_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((MIXER_CELLS_AT % 256u) == 0u) && ((MIXER_CELLS_AT + 1536u) <= MIXER_ARENA_LANE_BYTES),
    cells_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_TABLE_AT % 256u) == 0u) && ((MIXER_TABLE_AT + 32u) <= MIXER_ARENA_SHARED_BYTES),
    table_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_GIVEN_AT % 256u) == 0u) && ((MIXER_GIVEN_AT + MIXER_GIVEN_BYTES) <= MIXER_ARENA_SHARED_BYTES),
    given_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_Y_AT % 256u) == 0u) && ((MIXER_Y_AT + MIXER_Y_BYTES) <= MIXER_ARENA_LANE_BYTES),
    y_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_Y_DOWN % 256u) == 0u) && ((MIXER_Y_DOWN + MIXER_Y_BYTES) <= MIXER_COMPLETION),
    y_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((MIXER_SMALL_AT % 256u) == 0u) && ((MIXER_SMALL_AT + MIXER_SMALL_BYTES) <= MIXER_ARENA_LANE_BYTES),
    small_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_SMALL_DOWN % 256u) == 0u) && ((MIXER_SMALL_DOWN + MIXER_SMALL_BYTES) <= MIXER_COMPLETION),
    small_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((MIXER_EXTRA_AT % 256u) == 0u) && ((MIXER_EXTRA_AT + MIXER_EXTRA_BYTES) <= MIXER_ARENA_LANE_BYTES),
    extra_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_EXTRA_DOWN % 256u) == 0u) && ((MIXER_EXTRA_DOWN + MIXER_EXTRA_BYTES) <= MIXER_COMPLETION),
    extra_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((MIXER_WHERE_AT % 256u) == 0u) && ((MIXER_WHERE_AT + 24u) <= MIXER_ARENA_LANE_BYTES),
    where_lies_in_device_memory);
VG_STATIC_ASSERT(((MIXER_WHERE_UP % 256u) == 0u) && ((MIXER_WHERE_UP + 24u) <= MIXER_COMPLETION),
    where_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(MIXER_X_BYTES == (MIXER_X_COUNT * sizeof(mixer_f32x2)), x_has_whole_elements);
VG_STATIC_ASSERT(MIXER_GIVEN_BYTES == (MIXER_GIVEN_COUNT * sizeof(mixer_f32x3)), given_has_whole_elements);
VG_STATIC_ASSERT(MIXER_Y_BYTES == (MIXER_Y_COUNT * sizeof(mixer_f32x2)), y_has_whole_elements);
VG_STATIC_ASSERT(MIXER_SMALL_BYTES == (MIXER_SMALL_COUNT * sizeof(mixer_f16x2)), small_has_whole_elements);
VG_STATIC_ASSERT(MIXER_EXTRA_BYTES == (MIXER_EXTRA_COUNT * sizeof(mixer_f32x3)), extra_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t mixer_params_mix[] = {
    8u, /* x: in f32x2* */
    8u, /* cells: inout cell* */
    8u, /* table: in f32x4* */
    12u, /* tint: value f32x3 */
    24u, /* first: value cell */
    8u, /* y: out f32x2* */
    4u, /* n: value u32 */
};

static const uint32_t mixer_params_gray[] = {
    8u, /* v: in f32* */
    8u, /* o: out f16x2* */
    8u, /* where: in cell* */
    24u, /* pick: value cell */
};

static const uint32_t mixer_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t mixer_params_vg_fill[] = {
    8u, /* to: out u8* */
    8u, /* pattern: value u64 */
    8u, /* bytes: value u64 */
};

static const uint32_t mixer_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content mixer_contents[] = {
    {MIXER_ARENA_LANE, 1, MIXER_CELLS_AT, 1536u, mixer_constant_cells, -1, 24u, 0u, 0u}, /* each as in mixer_image.c */
    {MIXER_ARENA_SHARED, 0, MIXER_TABLE_AT, 32u, mixer_constant_table, -1, 1u, 0u, 0u}, /* the bytes in mixer_image.c */
    {MIXER_ARENA_SHARED, 0, MIXER_GIVEN_AT, MIXER_GIVEN_BYTES, NULL, 0, 1u, 0u, 0u}, /* the application's given */
};

/* Gives every setting the value of the spec. */
static void mixer_first_settings(struct mixer_settings *setting)
{
    setting->tint.x = 1.0f;
    setting->tint.y = 0.5f;
    setting->tint.z = 0.25f;
    (void)memset(&setting->where, 0, sizeof setting->where);
    setting->where.kind = 1u;
    (void)memset(&setting->pick, 0, sizeof setting->pick);
    setting->level = 5;
}

#ifndef VG_WITHOUT_CUDA

static int64_t mixer_ceil_div(int64_t a, int64_t b)
{
    return (a / b) + (((a % b) != 0) ? 1 : 0);
}

/* A launch of mix as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and threads.
 * */
struct mixer_launch_mix {
    struct {
        CUdeviceptr x;
        CUdeviceptr cells;
        CUdeviceptr table;
        mixer_f32x3 tint;
        mixer_cell first;
        CUdeviceptr y;
        uint32_t n;
    } argument;
    void *pointers[7];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void mixer_begin_mix(const struct mixer_lane *p, struct mixer_launch_mix *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.cells;
    launch->pointers[2] = &launch->argument.table;
    launch->pointers[3] = &launch->argument.tint;
    launch->pointers[4] = &launch->argument.first;
    launch->pointers[5] = &launch->argument.y;
    launch->pointers[6] = &launch->argument.n;
    launch->kernel.func = (CUfunction)p->kernel[MIXER_KERNEL_mix];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of gray as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct mixer_launch_gray {
    struct {
        CUdeviceptr v;
        CUdeviceptr o;
        CUdeviceptr where;
        mixer_cell pick;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void mixer_begin_gray(const struct mixer_lane *p, struct mixer_launch_gray *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.v;
    launch->pointers[1] = &launch->argument.o;
    launch->pointers[2] = &launch->argument.where;
    launch->pointers[3] = &launch->argument.pick;
    launch->kernel.func = (CUfunction)p->kernel[MIXER_KERNEL_gray];
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
struct mixer_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void mixer_begin_vg_copy(const struct mixer_lane *p, struct mixer_launch_vg_copy *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[MIXER_KERNEL_vg_copy];
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
struct mixer_launch_vg_fill {
    struct {
        CUdeviceptr to;
        uint64_t pattern;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void mixer_begin_vg_fill(const struct mixer_lane *p, struct mixer_launch_vg_fill *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.pattern;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[MIXER_KERNEL_vg_fill];
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
struct mixer_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void mixer_begin_vg_end(const struct mixer_lane *p, struct mixer_launch_vg_end *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[MIXER_KERNEL_vg_end];
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
struct mixer_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void mixer_begin_vg_begin(const struct mixer_lane *p, struct mixer_launch_vg_begin *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[MIXER_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union mixer_scratch {
    struct mixer_launch_mix launch_mix;
    struct mixer_launch_gray launch_gray;
    struct mixer_launch_vg_copy launch_vg_copy;
    struct mixer_launch_vg_fill launch_vg_fill;
    struct mixer_launch_vg_end launch_vg_end;
    struct mixer_launch_vg_begin launch_vg_begin;
};

/* ---- graph "main": nodes 8, edges 9, longest path 6, widest level 3 ---- */

/* Node 3, mix, follows tint: its launch with these values. */
static void mixer_describe_main_mix(const struct mixer_lane *p, const struct mixer_settings *setting,
    struct mixer_launch_mix *launch)
{
    mixer_begin_mix(p, launch, 1u, 1u, 1u, 64u, 1u, 1u);
    launch->argument.x = p->device[MIXER_ARENA_LANE] + MIXER_X_AT;
    launch->argument.cells = p->device[MIXER_ARENA_LANE] + MIXER_CELLS_AT;
    launch->argument.table = p->device[MIXER_ARENA_SHARED] + MIXER_TABLE_AT;
    launch->argument.tint = setting->tint;
    (void)memset(&launch->argument.first, 0, sizeof launch->argument.first);
    launch->argument.first.level = 1.0f;
    launch->argument.first.kind = 2u;
    launch->argument.first.pair.x = 3.0f;
    launch->argument.first.pair.y = 4.0f;
    launch->argument.first.tag[0] = 5u;
    launch->argument.first.tag[1] = 6u;
    launch->argument.first.tag[2] = 7u;
    launch->argument.first.on = 1u;
    launch->argument.y = p->device[MIXER_ARENA_LANE] + MIXER_Y_AT;
    launch->argument.n = MIXER_N;
}

/* Node 4, gray, follows pick, level: its launch with these values. */
static void mixer_describe_main_gray(const struct mixer_lane *p, const struct mixer_settings *setting,
    struct mixer_launch_gray *launch)
{
    mixer_begin_gray(p, launch, 1u, 1u, 1u, 32u, 1u, 1u);
    launch->argument.v = p->device[MIXER_ARENA_LANE] + MIXER_Y_AT;
    launch->argument.o = p->device[MIXER_ARENA_LANE] + MIXER_SMALL_AT;
    launch->argument.where = p->device[MIXER_ARENA_LANE] + MIXER_WHERE_AT;
    launch->argument.pick = setting->pick;
    launch->kernel.gridDimX = (unsigned)mixer_ceil_div((int64_t)setting->level + 64, 32);
}

static vg_status mixer_build_main(void *self, void *graph)
{
    struct mixer_lane *p = (struct mixer_lane *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[MIXER_ARENA_LANE];
    const CUdeviceptr shared = p->device[MIXER_ARENA_SHARED];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union mixer_scratch scratch;
    CUgraphNode after[2];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    mixer_first_settings(&p->committed[MIXER_GRAPH_main]);
    p->halfway[MIXER_GRAPH_main] = 0u;
    p->graph[MIXER_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload, clear_small, copy_given_extra */
    mixer_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload, mixer.yaml:30: upload where, x by vg_copy, 768 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: begin
     * before: mix */
    mixer_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + MIXER_WHERE_AT;
    scratch.launch_vg_copy.argument.from = pinned + MIXER_WHERE_UP;
    scratch.launch_vg_copy.argument.bytes = MIXER_X_UP + MIXER_X_BYTES - MIXER_WHERE_UP;
    after[0] = (CUgraphNode)p->node[MIXER_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, clear_small, mixer.yaml:27: fill small by vg_fill, 64 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: begin
     * before: gray */
    mixer_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + MIXER_SMALL_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = MIXER_SMALL_BYTES;
    after[0] = (CUgraphNode)p->node[MIXER_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_clear_small, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, mix, mixer.yaml:34: launch mix(x, cells, table, tint, [1.0, 2, 3.0, 4.0, 5, 6, 7, 1], y, 64), 1 x 1 x 1
     * blocks of 64 x 1 x 1 threads.
     * after: upload
     * before: gray */
    mixer_describe_main_mix(p, &p->committed[MIXER_GRAPH_main], &scratch.launch_mix);
    after[0] = (CUgraphNode)p->node[MIXER_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_mix.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_mix, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, gray, mixer.yaml:36: launch gray(y, small, where, pick), ceil_div(level + 64, block) x 1 x 1 blocks of 32
     * x 1 x 1 threads, when bright is on.
     * after: clear_small, mix
     * before: download */
    mixer_describe_main_gray(p, &p->committed[MIXER_GRAPH_main], &scratch.launch_gray);
    after[0] = (CUgraphNode)p->node[MIXER_NODE_clear_small];
    after[1] = (CUgraphNode)p->node[MIXER_NODE_mix];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_gray.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_gray, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, copy_given_extra, mixer.yaml:39: copy given to extra by vg_copy, 48 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: begin
     * before: download */
    mixer_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + MIXER_EXTRA_AT;
    scratch.launch_vg_copy.argument.from = shared + MIXER_GIVEN_AT;
    scratch.launch_vg_copy.argument.bytes = MIXER_EXTRA_BYTES;
    after[0] = (CUgraphNode)p->node[MIXER_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_copy_given_extra, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, download, mixer.yaml:26: download y, small, extra by vg_copy, 816 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: gray, copy_given_extra
     * before: end */
    mixer_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + MIXER_Y_DOWN;
    scratch.launch_vg_copy.argument.from = device + MIXER_Y_AT;
    scratch.launch_vg_copy.argument.bytes = MIXER_EXTRA_DOWN + MIXER_EXTRA_BYTES - MIXER_Y_DOWN;
    after[0] = (CUgraphNode)p->node[MIXER_NODE_gray];
    after[1] = (CUgraphNode)p->node[MIXER_NODE_copy_given_extra];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, end: launch vg_end(MIXER_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    mixer_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + MIXER_COMPLETION;
    after[0] = (CUgraphNode)p->node[MIXER_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, MIXER_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status mixer_commit_main(struct mixer_lane *p)
{
    union mixer_scratch scratch;
    vg_status status;
    unsigned char enabled;

    /* Node 3, mix: launch mix. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.tint, &p->committed[MIXER_GRAPH_main].tint, sizeof p->setting.tint) != 0) ||
        (p->halfway[MIXER_GRAPH_main] != 0u)) {
        mixer_describe_main_mix(p, &p->setting, &scratch.launch_mix);
        status = vg_node_patch(&p->rt, MIXER_GRAPH_main, MIXER_NODE_mix, &scratch.launch_mix.kernel);
        if (status != VG_OK) {
            return status;
        }
    }

    /* Node 4, gray: launch gray. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.pick, &p->committed[MIXER_GRAPH_main].pick, sizeof p->setting.pick) != 0) ||
        (memcmp(&p->setting.level, &p->committed[MIXER_GRAPH_main].level, sizeof p->setting.level) != 0) ||
        (p->halfway[MIXER_GRAPH_main] != 0u)) {
        mixer_describe_main_gray(p, &p->setting, &scratch.launch_gray);
        status = vg_node_patch(&p->rt, MIXER_GRAPH_main, MIXER_NODE_gray, &scratch.launch_gray.kernel);
        if (status != VG_OK) {
            return status;
        }
    }
    enabled = (p->on.bright != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, MIXER_GRAPH_main, MIXER_NODE_gray, enabled);
    if (status != VG_OK) {
        return status;
    }

    if (vg_commits_to_exec(&p->rt) != 0) {
        p->committed[MIXER_GRAPH_main] = p->setting;
    }
    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status mixer_commit(void *self, unsigned graph)
{
    struct mixer_lane *p = (struct mixer_lane *)self;
    vg_status status;

    (void)memcpy(&p->rt.pinned[MIXER_WHERE_UP], &p->setting.where, sizeof p->setting.where);
    switch (graph) {
    case MIXER_GRAPH_main:
        status = mixer_commit_main(p);
        if (vg_commits_to_exec(&p->rt) != 0) {
            p->halfway[MIXER_GRAPH_main] = (status != VG_OK) ? 1u : 0u;
        }
        return status;
    default:
        return VG_OK;
    }
}

#else

static vg_status mixer_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status mixer_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void mixer_reset_settings(void *self)
{
    struct mixer_lane *p = (struct mixer_lane *)self;

    mixer_first_settings(&p->setting);
    p->on.bright = 1u;
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel mixer_kernels[] = {
    {"mix", "mix", 0u, 0u, 64u, 7u, mixer_params_mix},
    {"gray", "gray", 0u, 0u, 32u, 4u, mixer_params_gray},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, mixer_params_vg_copy},
    {"vg_fill", "vg_fill", 0u, 0u, 256u, 3u, mixer_params_vg_fill},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, mixer_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t mixer_arena_bytes[] = {
    MIXER_ARENA_LANE_BYTES,
    MIXER_ARENA_SHARED_BYTES,
};

/* Which of them all lanes share: 1 for yes. */
static const unsigned char mixer_arena_shared[] = {
    0u,
    1u,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char mixer_vg_identity[] =
    "vggen 0.1.0 program mixer run 0x0123456789abcdef"
    " spec sha256:82e69d6a49a78d9ec1d99e8883d771f2bde49dd7ca596f60997df0f7abeadcce"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char mixer_spec[] = "mixer.yaml";
static const uint32_t mixer_lines[] = {
    0u, /* begin */
    30u, /* upload */
    27u, /* clear_small */
    34u, /* mix */
    36u, /* gray */
    39u, /* copy_given_extra */
    26u, /* download */
    0u, /* end */
};

/* Title of each node in messages. */
static const char *const mixer_titles[] = {
    "launch vg_begin",
    "upload where, x",
    "clear small",
    "launch mix",
    "launch gray",
    "copy given -> extra",
    "download y, small, extra",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc mixer_graphs[] = {
    {"main", 0u, 8u, mixer_build_main, 1u, 1u, 536u, 816u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t mixer_vg_stamp = VGGEN_mixer_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc mixer_desc = {
    VG_ABI,
    "mixer",
    mixer_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    mixer_arena_bytes, 2u, /* device arenas */
    2048u, /* bytes of pinned memory of each lane */
    mixer_modules, 1u, /* modules */
    mixer_kernels, 6u, /* kernels */
    mixer_contents, 3u, /* first contents */
    mixer_titles, 8u, /* nodes of all graphs */
    mixer_lines, /* their lines in the spec */
    mixer_spec, /* where the spec is */
    mixer_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    mixer_arena_shared, /* device arenas that the lanes share */
    mixer_reset_settings, /* first values of settings, switches and the like */
    mixer_commit, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

/* Closes the lanes below `end`, the last one first. Lane 0 reports what failed: first in `to`, unless that is
 * NULL, and then in those that are closed. */
static vg_status mixer_close_lanes(mixer *p, unsigned end, vg_program *to)
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

vg_status mixer_open(mixer *p, const vg_config *config, const mixer_data *data)
{
    vg_status status = VG_OK;
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (data == NULL) {
        return vg_refuse(&p->lane[0].rt, VG_ARGUMENT, "data", 0u, 0u);
    }
    if (data->given == NULL) {
        return vg_refuse(&p->lane[0].rt, VG_ARGUMENT, "data->given", 48u, 0u);
    }
    p->data[0] = data->given;
    for (i = 0; i < MIXER_LANES; i++) {
        struct mixer_lane *lane = &p->lane[i];
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
        storage.app_data = p->data;
        status = (i == 0u) ? vg_open(&lane->rt, &mixer_desc, config, &storage)
                           : vg_open_lane(&lane->rt, &p->lane[0].rt, &storage);
        if (status != VG_OK) {
            (void)mixer_close_lanes(p, i, &lane->rt);
            if (status == VG_TIMEOUT) {
                vg_stick(&p->lane[0].rt);
            }
            break;
        }
    }
    return status;
}

vg_status mixer_close(mixer *p)
{
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    for (i = 0; i < MIXER_LANES; i++) {
        if (vg_quiet(&p->lane[i].rt, &p->lane[0].rt) == VG_TIMEOUT) {
            p->lane[0].rt.detail = p->lane[i].rt.detail;
            return VG_TIMEOUT;
        }
    }
    return mixer_close_lanes(p, MIXER_LANES, NULL);
}

vg_status mixer_set_timeout(mixer *p, uint64_t timeout_ns)
{
    vg_status status = VG_OK;
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    for (i = 0; (i < MIXER_LANES) && (status == VG_OK); i++) {
        if ((i == 0u) || (vg_is_held(&p->lane[i].rt) != 0)) { /* an open that was given up has not come to all */
            status = vg_set_timeout(&p->lane[i].rt, timeout_ns);
        }
    }
    return status;
}

vg_status mixer_abandon(mixer *p)
{
    vg_abandoned result;
    unsigned i;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    for (i = MIXER_LANES; i > 0u; i--) {
        vg_abandon(&p->lane[i - 1u].rt, &result);
    }
    return vg_tell_abandoned(&p->lane[0].rt, &result);
}

/* NULL where there is no such lane. */
static struct mixer_lane *mixer_lane_at(mixer *p, unsigned lane)
{
    return ((p == NULL) || (lane >= MIXER_LANES)) ? NULL : &p->lane[lane];
}

static const struct mixer_lane *mixer_const_lane_at(const mixer *p, unsigned lane)
{
    return ((p == NULL) || (lane >= MIXER_LANES)) ? NULL : &p->lane[lane];
}

static int mixer_is_open(const struct mixer_lane *own)
{
    return ((own != NULL) && (vg_has_memory(&own->rt) != 0)) ? 1 : 0;
}

mixer_f32x2 *mixer_x(mixer *p, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    if (!mixer_is_open(own)) {
        return NULL;
    }
    return (mixer_f32x2 *)(void *)&own->rt.pinned[MIXER_X_UP];
}

const mixer_f32x2 *mixer_y(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    if (!mixer_is_open(own)) {
        return NULL;
    }
    return (const mixer_f32x2 *)(const void *)&own->rt.pinned[MIXER_Y_DOWN];
}

const mixer_f16x2 *mixer_small(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    if (!mixer_is_open(own)) {
        return NULL;
    }
    return (const mixer_f16x2 *)(const void *)&own->rt.pinned[MIXER_SMALL_DOWN];
}

const mixer_f32x3 *mixer_extra(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    if (!mixer_is_open(own)) {
        return NULL;
    }
    return (const mixer_f32x3 *)(const void *)&own->rt.pinned[MIXER_EXTRA_DOWN];
}

vg_status mixer_set_tint(mixer *p, const mixer_f32x3 *value, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!mixer_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "mixer_set_tint needs an open program: call mixer_open first", 0u, 0u);
    }
    if (value == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "mixer_set_tint: value", 0u, 0u);
    }
    own->setting.tint = *value;
    return VG_OK;
}

const mixer_f32x3 *mixer_tint(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    return (own == NULL) ? NULL : &own->setting.tint;
}

vg_status mixer_set_where(mixer *p, const mixer_cell *value, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!mixer_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "mixer_set_where needs an open program: call mixer_open first", 0u, 0u);
    }
    if (value == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "mixer_set_where: value", 0u, 0u);
    }
    if (value->on > 1u) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "mixer_set_where: on, 0 or 1", 1u, value->on);
    }
    own->setting.where = *value;
    return VG_OK;
}

const mixer_cell *mixer_where(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    return (own == NULL) ? NULL : &own->setting.where;
}

vg_status mixer_set_pick(mixer *p, const mixer_cell *value, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!mixer_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "mixer_set_pick needs an open program: call mixer_open first", 0u, 0u);
    }
    if (value == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "mixer_set_pick: value", 0u, 0u);
    }
    if (value->on > 1u) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "mixer_set_pick: on, 0 or 1", 1u, value->on);
    }
    own->setting.pick = *value;
    return VG_OK;
}

const mixer_cell *mixer_pick(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    return (own == NULL) ? NULL : &own->setting.pick;
}

vg_status mixer_set_level(mixer *p, int64_t value, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!mixer_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "mixer_set_level needs an open program: call mixer_open first", 0u, 0u);
    }
    if ((value < (-5)) || (value > 5)) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "mixer_set_level: from -5 to 5", 0u, 0u);
    }
    own->setting.level = value;
    return VG_OK;
}

int64_t mixer_level(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    return (own == NULL) ? (int64_t)0 : own->setting.level;
}

vg_status mixer_switch_bright(mixer *p, int on, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (!mixer_is_open(own)) {
        return vg_refuse(&own->rt, VG_STATE,
                         "mixer_switch_bright needs an open program: call mixer_open first", 0u, 0u);
    }
    own->on.bright = (on != 0) ? 1u : 0u;
    return VG_OK;
}

int mixer_is_on_bright(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    return (own == NULL) ? 0 : (int)own->on.bright;
}

vg_status mixer_start(mixer *p, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_start(&own->rt, MIXER_GRAPH_main);
}

vg_status mixer_replay(mixer *p, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_replay(&own->rt, MIXER_GRAPH_main);
}

vg_status mixer_replay_timed(mixer *p, vg_times *times, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_replay_timed(&own->rt, MIXER_GRAPH_main, times);
}

vg_status mixer_step(mixer *p, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_step(&own->rt, MIXER_GRAPH_main);
}

vg_status mixer_profile(mixer *p, uint32_t replays, mixer_times *times, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);
    vg_node_times pointers;

    if (own == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&own->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = MIXER_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled[lane];
    return vg_profile(&own->rt, MIXER_GRAPH_main, replays, &pointers);
}

const char *mixer_node_title(unsigned node)
{
    return (node < MIXER_NODES) ? mixer_titles[node] : NULL;
}

vg_status mixer_poll(mixer *p, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_poll(&own->rt);
}

vg_status mixer_finish(mixer *p, uint64_t timeout_ns, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_finish(&own->rt, timeout_ns);
}

vg_status mixer_reset(mixer *p, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_reset(&own->rt);
}

vg_status mixer_save(mixer *p, void *memory, size_t size, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_save(&own->rt, memory, size);
}

vg_status mixer_restore(mixer *p, const void *memory, size_t size, unsigned lane)
{
    struct mixer_lane *own = mixer_lane_at(p, lane);

    return (own == NULL) ? VG_ARGUMENT : vg_restore(&own->rt, memory, size);
}

const vg_stats *mixer_stats(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);

    return (own == NULL) ? NULL : vg_sum_stats(&own->rt, mixer_graphs, own->graph, 1u);
}

const vg_detail *mixer_detail(const mixer *p, unsigned lane)
{
    const struct mixer_lane *own = mixer_const_lane_at(p, lane);
    static const vg_detail other = {VG_ARGUMENT, 0, "lane is below 3", "", NULL, 0u, 0u, 0u, 0u, 0u, 0u, NULL};

    if (p == NULL) {
        return NULL;
    }
    return (own == NULL) ? &other : &own->rt.detail;
}
