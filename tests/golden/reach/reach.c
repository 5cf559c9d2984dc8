/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* reach.c - program "reach": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from reach.yaml. Do not edit: change the spec and generate again. */
#include "reach.h"

#if VGGEN_reach_STAMP != 0x0123456789abcdef
#error "reach.c and reach.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#if CUDA_VERSION < 12030
#error "this program has conditional nodes, which need the headers of CUDA 12.3 or later"
#endif
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 2048 bytes. */
#define REACH_LEVEL_AT                 0u /* [0, 88) output u32 [22] */
#define REACH_COUNT_AT               256u /* [256, 344) output u32 [22] */
#define REACH_DEPTH_AT               512u /* [512, 516) output u32 [1] */
#define REACH_ROW_AT                 768u /* [768, 860) constant u32 [23] */
#define REACH_COLUMN_AT             1024u /* [1024, 1168) constant u32 [36] */
#define REACH_FRONTIER_AT           1280u /* [1280, 1368) scratch u32 [22] */
#define REACH_NEXT_AT               1536u /* [1536, 1624) scratch u32 [22] */
#define REACH_MORE_AT               1792u /* [1792, 1796) scratch u32 [1] */

/* Pinned memory: one allocation of 1280 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * What has no place in device memory is reached here, by the kernels themselves:
 *   source: read once, by one launch
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define REACH_SOURCE_UP                0u /* [0, 4) input u32 [1] */
#define REACH_LEVEL_DOWN             256u /* [256, 344) output u32 [22] */
#define REACH_COUNT_DOWN             512u /* [512, 600) output u32 [22] */
#define REACH_DEPTH_DOWN             768u /* [768, 772) output u32 [1] */
#define REACH_COMPLETION            1024u /* [1024, 1280) the runtime's */

/* Kernels. */
enum {
    REACH_KERNEL_begin,
    REACH_KERNEL_visit,
    REACH_KERNEL_vg_loop_begin,
    REACH_KERNEL_vg_loop_half,
    REACH_KERNEL_vg_loop_next,
    REACH_KERNEL_vg_fill,
    REACH_KERNEL_vg_copy,
    REACH_KERNEL_vg_end,
    REACH_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    REACH_GRAPH_main,
};

/* Conditions: what decides whether, and which, bodies of a node run. */
enum {
    REACH_CONDITION_vg_go, /* of search in main */
    REACH_CONDITION_vg_go_2, /* of if in main_search_do */
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    REACH_NODE_begin_2,
    REACH_NODE_fill_level,
    REACH_NODE_fill_count,
    REACH_NODE_begin,
    REACH_NODE_vg_loop_begin,
    REACH_NODE_search,
    REACH_NODE_download,
    REACH_NODE_end,
};

/* Nodes of body "main_search_do", in the order in which they are added. */
enum {
    REACH_MAIN_SEARCH_DO_NODE_fill_more = 8,
    REACH_MAIN_SEARCH_DO_NODE_visit,
    REACH_MAIN_SEARCH_DO_NODE_vg_loop_half,
    REACH_MAIN_SEARCH_DO_NODE_if,
};

/* Nodes of body "main_if_do", in the order in which they are added. */
enum {
    REACH_MAIN_IF_DO_NODE_fill_more_2 = 12,
    REACH_MAIN_IF_DO_NODE_visit_2,
    REACH_MAIN_IF_DO_NODE_vg_loop_next,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(reach, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(reach, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(reach, kernel) == 9u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(reach, node) == 15u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(reach, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(reach, condition) == 2u, condition_has_room);
VG_STATIC_ASSERT(VG_ROOM(reach, data) == 2u, data_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((REACH_COMPLETION + VG_COMPLETION_BYTES) == REACH_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((REACH_ROW_AT % 256u) == 0u) && ((REACH_ROW_AT + REACH_ROW_BYTES) <= REACH_DEVICE_BYTES),
    row_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_COLUMN_AT % 256u) == 0u) && ((REACH_COLUMN_AT + REACH_COLUMN_BYTES) <= REACH_DEVICE_BYTES),
    column_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_SOURCE_UP % 256u) == 0u) && ((REACH_SOURCE_UP + REACH_SOURCE_BYTES) <= REACH_COMPLETION),
    source_is_read_in_pinned_memory);
VG_STATIC_ASSERT(((REACH_FRONTIER_AT % 256u) == 0u) && ((REACH_FRONTIER_AT + 88u) <= REACH_DEVICE_BYTES),
    frontier_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_NEXT_AT % 256u) == 0u) && ((REACH_NEXT_AT + 88u) <= REACH_DEVICE_BYTES),
    next_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_MORE_AT % 256u) == 0u) && ((REACH_MORE_AT + 4u) <= REACH_DEVICE_BYTES),
    more_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_LEVEL_AT % 256u) == 0u) && ((REACH_LEVEL_AT + REACH_LEVEL_BYTES) <= REACH_DEVICE_BYTES),
    level_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_LEVEL_DOWN % 256u) == 0u) && ((REACH_LEVEL_DOWN + REACH_LEVEL_BYTES) <= REACH_COMPLETION),
    level_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((REACH_COUNT_AT % 256u) == 0u) && ((REACH_COUNT_AT + REACH_COUNT_BYTES) <= REACH_DEVICE_BYTES),
    count_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_COUNT_DOWN % 256u) == 0u) && ((REACH_COUNT_DOWN + REACH_COUNT_BYTES) <= REACH_COMPLETION),
    count_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((REACH_DEPTH_AT % 256u) == 0u) && ((REACH_DEPTH_AT + REACH_DEPTH_BYTES) <= REACH_DEVICE_BYTES),
    depth_lies_in_device_memory);
VG_STATIC_ASSERT(((REACH_DEPTH_DOWN % 256u) == 0u) && ((REACH_DEPTH_DOWN + REACH_DEPTH_BYTES) <= REACH_COMPLETION),
    depth_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(REACH_ROW_BYTES == (REACH_ROW_COUNT * sizeof(uint32_t)), row_has_whole_elements);
VG_STATIC_ASSERT(REACH_COLUMN_BYTES == (REACH_COLUMN_COUNT * sizeof(uint32_t)), column_has_whole_elements);
VG_STATIC_ASSERT(REACH_SOURCE_BYTES == (REACH_SOURCE_COUNT * sizeof(uint32_t)), source_has_whole_elements);
VG_STATIC_ASSERT(REACH_LEVEL_BYTES == (REACH_LEVEL_COUNT * sizeof(uint32_t)), level_has_whole_elements);
VG_STATIC_ASSERT(REACH_COUNT_BYTES == (REACH_COUNT_COUNT * sizeof(uint32_t)), count_has_whole_elements);
VG_STATIC_ASSERT(REACH_DEPTH_BYTES == (REACH_DEPTH_COUNT * sizeof(uint32_t)), depth_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t reach_params_begin[] = {
    8u, /* source: in u32* */
    8u, /* level: inout u32* */
    8u, /* frontier: out_part u32* */
    8u, /* count: inout u32* */
    8u, /* more: out u32* */
};

static const uint32_t reach_params_visit[] = {
    8u, /* row: in u32* */
    8u, /* column: in u32* */
    8u, /* depth: in u32* */
    8u, /* frontier: in u32* */
    8u, /* next: out_part u32* */
    8u, /* level: inout u32* */
    8u, /* count: inout u32* */
    8u, /* more: inout u32* */
};

static const uint32_t reach_params_vg_loop_begin[] = {
    8u, /* passes: out u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    4u, /* first: value u32 */
};

static const uint32_t reach_params_vg_loop_half[] = {
    8u, /* passes: inout u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    8u, /* more: condition */
    4u, /* max: value u32 */
};

static const uint32_t reach_params_vg_loop_next[] = {
    8u, /* passes: inout u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    4u, /* max: value u32 */
};

static const uint32_t reach_params_vg_fill[] = {
    8u, /* to: out u8* */
    8u, /* pattern: value u64 */
    8u, /* bytes: value u64 */
};

static const uint32_t reach_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t reach_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content reach_contents[] = {
    {0, 0, REACH_ROW_AT, REACH_ROW_BYTES, NULL, 0, 1u, 0u, 0u}, /* the application's row */
    {0, 0, REACH_COLUMN_AT, REACH_COLUMN_BYTES, NULL, 1, 1u, 0u, 0u}, /* the application's column */
};

#ifndef VG_WITHOUT_CUDA

/* A launch of begin as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct reach_launch_begin {
    struct {
        CUdeviceptr source;
        CUdeviceptr level;
        CUdeviceptr frontier;
        CUdeviceptr count;
        CUdeviceptr more;
    } argument;
    void *pointers[5];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_begin(const reach *p, struct reach_launch_begin *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.source;
    launch->pointers[1] = &launch->argument.level;
    launch->pointers[2] = &launch->argument.frontier;
    launch->pointers[3] = &launch->argument.count;
    launch->pointers[4] = &launch->argument.more;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of visit as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct reach_launch_visit {
    struct {
        CUdeviceptr row;
        CUdeviceptr column;
        CUdeviceptr depth;
        CUdeviceptr frontier;
        CUdeviceptr next;
        CUdeviceptr level;
        CUdeviceptr count;
        CUdeviceptr more;
    } argument;
    void *pointers[8];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_visit(const reach *p, struct reach_launch_visit *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.row;
    launch->pointers[1] = &launch->argument.column;
    launch->pointers[2] = &launch->argument.depth;
    launch->pointers[3] = &launch->argument.frontier;
    launch->pointers[4] = &launch->argument.next;
    launch->pointers[5] = &launch->argument.level;
    launch->pointers[6] = &launch->argument.count;
    launch->pointers[7] = &launch->argument.more;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_visit];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_loop_begin as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks
 * and threads. */
struct reach_launch_vg_loop_begin {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
        uint32_t first;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_vg_loop_begin(const reach *p, struct reach_launch_vg_loop_begin *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.first;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_vg_loop_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_loop_half as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct reach_launch_vg_loop_half {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
        CUgraphConditionalHandle more;
        uint32_t max;
    } argument;
    void *pointers[5];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_vg_loop_half(const reach *p, struct reach_launch_vg_loop_half *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.more;
    launch->pointers[4] = &launch->argument.max;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_vg_loop_half];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_loop_next as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct reach_launch_vg_loop_next {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
        uint32_t max;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_vg_loop_next(const reach *p, struct reach_launch_vg_loop_next *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.max;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_vg_loop_next];
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
struct reach_launch_vg_fill {
    struct {
        CUdeviceptr to;
        uint64_t pattern;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_vg_fill(const reach *p, struct reach_launch_vg_fill *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.pattern;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_vg_fill];
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
struct reach_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_vg_copy(const reach *p, struct reach_launch_vg_copy *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_vg_copy];
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
struct reach_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_vg_end(const reach *p, struct reach_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_vg_end];
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
struct reach_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void reach_begin_vg_begin(const reach *p, struct reach_launch_vg_begin *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[REACH_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union reach_scratch {
    struct reach_launch_begin launch_begin;
    struct reach_launch_visit launch_visit;
    struct reach_launch_vg_loop_begin launch_vg_loop_begin;
    struct reach_launch_vg_loop_half launch_vg_loop_half;
    struct reach_launch_vg_loop_next launch_vg_loop_next;
    struct reach_launch_vg_fill launch_vg_fill;
    struct reach_launch_vg_copy launch_vg_copy;
    struct reach_launch_vg_end launch_vg_end;
    struct reach_launch_vg_begin launch_vg_begin;
    CUgraphNodeParams params;
};

/* A condition of the graph or body that is built, with its value when a replay begins, and the step that it is for. */
static vg_status reach_make_condition(reach *p, CUgraph to, unsigned number, unsigned start,
    const char *what)
{
    CUgraphConditionalHandle handle = 0;
    const CUresult result = cuGraphConditionalHandleCreate(&handle, to, (CUcontext)p->rt.context, start,
        CU_GRAPH_COND_ASSIGN_DEFAULT);

    if (result != CUDA_SUCCESS) {
        return vg_driver_failed(&p->rt, (int)result, "cuGraphConditionalHandleCreate", what);
    }
    p->condition[number] = handle;
    return VG_OK;
}

/* ---- body "main_if_do" of if in body "main_search_do": nodes 3, edges 2, longest path 3, widest level 1 ---- */

static vg_status reach_build_main_if_do(reach *p, CUgraph to, union reach_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, fill_more_2, reach.yaml:59: fill more by vg_fill, 1 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: visit_2 */
    reach_begin_vg_fill(p, &scratch->launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch->launch_vg_fill.argument.to = device + REACH_MORE_AT;
    scratch->launch_vg_fill.argument.pattern = 0x0u;
    scratch->launch_vg_fill.argument.bytes = 4u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, REACH_MAIN_IF_DO_NODE_fill_more_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, visit_2, reach.yaml:60: launch visit(row, column, depth, next, frontier, level, count, more), 32 x 1 x 1
     * blocks of 128 x 1 x 1 threads.
     * after: fill_more_2
     * before: vg_loop_next */
    reach_begin_visit(p, &scratch->launch_visit, REACH_BLOCKS, 1u, 1u, REACH_BLOCK, 1u, 1u);
    scratch->launch_visit.argument.row = device + REACH_ROW_AT;
    scratch->launch_visit.argument.column = device + REACH_COLUMN_AT;
    scratch->launch_visit.argument.depth = device + REACH_DEPTH_AT;
    scratch->launch_visit.argument.frontier = device + REACH_NEXT_AT;
    scratch->launch_visit.argument.next = device + REACH_FRONTIER_AT;
    scratch->launch_visit.argument.level = device + REACH_LEVEL_AT;
    scratch->launch_visit.argument.count = device + REACH_COUNT_AT;
    scratch->launch_visit.argument.more = device + REACH_MORE_AT;
    after[0] = (CUgraphNode)p->node[REACH_MAIN_IF_DO_NODE_fill_more_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_visit.kernel);
    status = vg_node_added(&p->rt, REACH_MAIN_IF_DO_NODE_visit_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, vg_loop_next, reach.yaml:53: launch vg_loop_next(depth, more, vg_go, 22), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: visit_2
     * before: - */
    reach_begin_vg_loop_next(p, &scratch->launch_vg_loop_next, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_next.argument.passes = device + REACH_DEPTH_AT;
    scratch->launch_vg_loop_next.argument.flag = device + REACH_MORE_AT;
    scratch->launch_vg_loop_next.argument.go = p->condition[REACH_CONDITION_vg_go];
    scratch->launch_vg_loop_next.argument.max = 22u;
    after[0] = (CUgraphNode)p->node[REACH_MAIN_IF_DO_NODE_visit_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_next.kernel);
    status = vg_node_added(&p->rt, REACH_MAIN_IF_DO_NODE_vg_loop_next, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_search_do" of search in graph "main": nodes 4, edges 3, longest path 4, widest level 1 ---- */

static vg_status reach_build_main_search_do(reach *p, CUgraph to, union reach_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    const CUgraph *bodies;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    status = reach_make_condition(p, to, REACH_CONDITION_vg_go_2, 0u,
        "second pass of search");
    if (status != VG_OK) {
        return status;
    }

    /* Node 0, fill_more, reach.yaml:59: fill more by vg_fill, 1 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: visit */
    reach_begin_vg_fill(p, &scratch->launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch->launch_vg_fill.argument.to = device + REACH_MORE_AT;
    scratch->launch_vg_fill.argument.pattern = 0x0u;
    scratch->launch_vg_fill.argument.bytes = 4u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, REACH_MAIN_SEARCH_DO_NODE_fill_more, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, visit, reach.yaml:60: launch visit(row, column, depth, frontier, next, level, count, more), 32 x 1 x 1
     * blocks of 128 x 1 x 1 threads.
     * after: fill_more
     * before: vg_loop_half */
    reach_begin_visit(p, &scratch->launch_visit, REACH_BLOCKS, 1u, 1u, REACH_BLOCK, 1u, 1u);
    scratch->launch_visit.argument.row = device + REACH_ROW_AT;
    scratch->launch_visit.argument.column = device + REACH_COLUMN_AT;
    scratch->launch_visit.argument.depth = device + REACH_DEPTH_AT;
    scratch->launch_visit.argument.frontier = device + REACH_FRONTIER_AT;
    scratch->launch_visit.argument.next = device + REACH_NEXT_AT;
    scratch->launch_visit.argument.level = device + REACH_LEVEL_AT;
    scratch->launch_visit.argument.count = device + REACH_COUNT_AT;
    scratch->launch_visit.argument.more = device + REACH_MORE_AT;
    after[0] = (CUgraphNode)p->node[REACH_MAIN_SEARCH_DO_NODE_fill_more];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_visit.kernel);
    status = vg_node_added(&p->rt, REACH_MAIN_SEARCH_DO_NODE_visit, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, vg_loop_half, reach.yaml:53: launch vg_loop_half(depth, more, vg_go, vg_go_2, 22), 1 x 1 x 1 blocks of 1
     * x 1 x 1 threads.
     * after: visit
     * before: if */
    reach_begin_vg_loop_half(p, &scratch->launch_vg_loop_half, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_half.argument.passes = device + REACH_DEPTH_AT;
    scratch->launch_vg_loop_half.argument.flag = device + REACH_MORE_AT;
    scratch->launch_vg_loop_half.argument.go = p->condition[REACH_CONDITION_vg_go];
    scratch->launch_vg_loop_half.argument.more = p->condition[REACH_CONDITION_vg_go_2];
    scratch->launch_vg_loop_half.argument.max = 22u;
    after[0] = (CUgraphNode)p->node[REACH_MAIN_SEARCH_DO_NODE_visit];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_half.kernel);
    status = vg_node_added(&p->rt, REACH_MAIN_SEARCH_DO_NODE_vg_loop_half, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, if, reach.yaml:53: if vg_go_2 is not 0: body main_if_do.
     * after: vg_loop_half
     * before: - */
    (void)memset(&scratch->params, 0, sizeof scratch->params);
    scratch->params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch->params.conditional.handle = p->condition[REACH_CONDITION_vg_go_2];
    scratch->params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    scratch->params.conditional.size = 1u;
    scratch->params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[REACH_MAIN_SEARCH_DO_NODE_vg_loop_half];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 1, &scratch->params);
    status = vg_node_added(&p->rt, REACH_MAIN_SEARCH_DO_NODE_if, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch->params.conditional.phGraph_out;
    status = reach_build_main_if_do(p, bodies[0], scratch);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "main": nodes 8, edges 8, longest path 7, widest level 2 ---- */

static vg_status reach_build_main(void *self, void *graph)
{
    reach *p = (reach *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union reach_scratch scratch;
    const CUgraph *bodies;
    CUgraphNode after[2];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[REACH_GRAPH_main].traits = VG_HAS_CONDITIONAL | VG_HAS_END;
    status = reach_make_condition(p, to, REACH_CONDITION_vg_go, 0u,
        "search");
    if (status != VG_OK) {
        return status;
    }

    /* Node 0, begin_2: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: fill_level, fill_count */
    reach_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, REACH_NODE_begin_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, fill_level, reach.yaml:49: fill level by vg_fill, 22 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin_2
     * before: begin */
    reach_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + REACH_LEVEL_AT;
    scratch.launch_vg_fill.argument.pattern = 0xffffffffffffffffu;
    scratch.launch_vg_fill.argument.bytes = REACH_LEVEL_BYTES;
    after[0] = (CUgraphNode)p->node[REACH_NODE_begin_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, REACH_NODE_fill_level, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, fill_count, reach.yaml:50: fill count by vg_fill, 22 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin_2
     * before: begin */
    reach_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + REACH_COUNT_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = REACH_COUNT_BYTES;
    after[0] = (CUgraphNode)p->node[REACH_NODE_begin_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, REACH_NODE_fill_count, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, begin, reach.yaml:51: launch begin(source, level, frontier, count, more), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: fill_level, fill_count
     * before: vg_loop_begin */
    reach_begin_begin(p, &scratch.launch_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_begin.argument.source = pinned + REACH_SOURCE_UP;
    scratch.launch_begin.argument.level = device + REACH_LEVEL_AT;
    scratch.launch_begin.argument.frontier = device + REACH_FRONTIER_AT;
    scratch.launch_begin.argument.count = device + REACH_COUNT_AT;
    scratch.launch_begin.argument.more = device + REACH_MORE_AT;
    after[0] = (CUgraphNode)p->node[REACH_NODE_fill_level];
    after[1] = (CUgraphNode)p->node[REACH_NODE_fill_count];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_begin.kernel);
    status = vg_node_added(&p->rt, REACH_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, vg_loop_begin, reach.yaml:53: launch vg_loop_begin(depth, more, vg_go, 0), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: begin
     * before: search */
    reach_begin_vg_loop_begin(p, &scratch.launch_vg_loop_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_loop_begin.argument.passes = device + REACH_DEPTH_AT;
    scratch.launch_vg_loop_begin.argument.flag = device + REACH_MORE_AT;
    scratch.launch_vg_loop_begin.argument.go = p->condition[REACH_CONDITION_vg_go];
    scratch.launch_vg_loop_begin.argument.first = 0u;
    after[0] = (CUgraphNode)p->node[REACH_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_loop_begin.kernel);
    status = vg_node_added(&p->rt, REACH_NODE_vg_loop_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, search, reach.yaml:53: while more is not 0, at most 22 passes: body main_search_do (condition vg_go).
     * after: vg_loop_begin
     * before: download */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[REACH_CONDITION_vg_go];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    scratch.params.conditional.size = 1u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[REACH_NODE_vg_loop_begin];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 1, &scratch.params);
    status = vg_node_added(&p->rt, REACH_NODE_search, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = reach_build_main_search_do(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, download, reach.yaml:45: download level, count, depth by vg_copy, 516 bytes, 1 x 1 x 1 blocks of 256 x 1
     * x 1 threads.
     * after: search
     * before: end */
    reach_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + REACH_LEVEL_DOWN;
    scratch.launch_vg_copy.argument.from = device + REACH_LEVEL_AT;
    scratch.launch_vg_copy.argument.bytes = REACH_DEPTH_DOWN + REACH_DEPTH_BYTES - REACH_LEVEL_DOWN;
    after[0] = (CUgraphNode)p->node[REACH_NODE_search];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, REACH_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, end: launch vg_end(REACH_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    reach_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + REACH_COMPLETION;
    after[0] = (CUgraphNode)p->node[REACH_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, REACH_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

#else

static vg_status reach_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel reach_kernels[] = {
    {"begin", "begin", 0u, 0u, 1u, 5u, reach_params_begin},
    {"visit", "visit", 0u, 0u, 128u, 8u, reach_params_visit},
    {"vg_loop_begin", "vg_loop_begin", 0u, 0u, 1u, 4u, reach_params_vg_loop_begin},
    {"vg_loop_half", "vg_loop_half", 0u, 0u, 1u, 5u, reach_params_vg_loop_half},
    {"vg_loop_next", "vg_loop_next", 0u, 0u, 1u, 4u, reach_params_vg_loop_next},
    {"vg_fill", "vg_fill", 0u, 0u, 256u, 3u, reach_params_vg_fill},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, reach_params_vg_copy},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, reach_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t reach_arena_bytes[] = {
    REACH_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char reach_vg_identity[] =
    "vggen 0.1.0 program reach run 0x0123456789abcdef"
    " spec sha256:56380a8a5db68bc2179cb40504a59ce117e5bb0740a8d7c9358026dbaafb8c56"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char reach_spec[] = "reach.yaml";
static const uint32_t reach_lines[] = {
    0u, /* begin_2 */
    49u, /* fill_level */
    50u, /* fill_count */
    51u, /* begin */
    53u, /* vg_loop_begin */
    53u, /* search */
    45u, /* download */
    0u, /* end */
    59u, /* fill_more */
    60u, /* visit */
    53u, /* vg_loop_half */
    53u, /* if */
    59u, /* fill_more_2 */
    60u, /* visit_2 */
    53u, /* vg_loop_next */
};

/* Title of each node in messages. */
static const char *const reach_titles[] = {
    "launch vg_begin",
    "fill level",
    "fill count",
    "launch begin",
    "begin of search",
    "search",
    "download level, count, depth",
    "launch vg_end",
    "fill more",
    "launch visit",
    "second pass of search",
    "second pass of search",
    "fill more, swapped",
    "launch visit, swapped",
    "next pass of search",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc reach_graphs[] = {
    {"main", 0u, 8u, reach_build_main, 1u, 1u, 4u, 180u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t reach_vg_stamp = VGGEN_reach_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc reach_desc = {
    VG_ABI,
    "reach",
    reach_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    reach_arena_bytes, 1u, /* device arenas */
    REACH_PINNED_BYTES, /* bytes of pinned memory */
    reach_modules, 1u, /* modules */
    reach_kernels, 9u, /* kernels */
    reach_contents, 2u, /* first contents */
    reach_titles, 15u, /* nodes of all graphs */
    reach_lines, /* their lines in the spec */
    reach_spec, /* where the spec is */
    reach_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    NULL, /* first values of settings, switches and the like */
    NULL, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status reach_open(reach *p, const vg_config *config, const reach_data *data)
{
    vg_storage storage;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (data == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data", 0u, 0u);
    }
    if (data->row == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data->row", 92u, 0u);
    }
    if (data->column == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data->column", 144u, 0u);
    }
    p->data[0] = data->row;
    p->data[1] = data->column;
    (void)memset(&storage, 0, sizeof storage);
    storage.self = p;
    storage.arenas = p->device;
    storage.modules = p->module;
    storage.kernels = p->kernel;
    storage.nodes = p->node;
    storage.graphs = p->graph;
    storage.conditions = p->condition;
    storage.condition_count = 2u;
    storage.rebuild = vg_rebuild;
    storage.app_data = p->data;
    return vg_open(&p->rt, &reach_desc, config, &storage);
}

vg_status reach_close(reach *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status reach_set_timeout(reach *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status reach_abandon(reach *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int reach_is_open(const reach *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

uint32_t *reach_source(reach *p)
{
    if (!reach_is_open(p)) {
        return NULL;
    }
    return (uint32_t *)(void *)&p->rt.pinned[REACH_SOURCE_UP];
}

const uint32_t *reach_level(const reach *p)
{
    if (!reach_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[REACH_LEVEL_DOWN];
}

const uint32_t *reach_count(const reach *p)
{
    if (!reach_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[REACH_COUNT_DOWN];
}

const uint32_t *reach_depth(const reach *p)
{
    if (!reach_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[REACH_DEPTH_DOWN];
}

vg_status reach_start(reach *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, REACH_GRAPH_main);
}

vg_status reach_replay(reach *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, REACH_GRAPH_main);
}

vg_status reach_replay_timed(reach *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, REACH_GRAPH_main, times);
}

vg_status reach_step(reach *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, REACH_GRAPH_main);
}

vg_status reach_profile(reach *p, uint32_t replays, reach_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = REACH_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, REACH_GRAPH_main, replays, &pointers);
}

const char *reach_node_title(unsigned node)
{
    return (node < REACH_NODES) ? reach_titles[node] : NULL;
}

vg_status reach_poll(reach *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status reach_finish(reach *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

const vg_stats *reach_stats(const reach *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, reach_graphs, p->graph, 1u);
}

const vg_detail *reach_detail(const reach *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
