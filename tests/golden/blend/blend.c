/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* blend.c - program "blend": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from blend.yaml. Do not edit: change the spec and generate again. */
#include "blend.h"

#if VGGEN_blend_STAMP != 0x0123456789abcdef
#error "blend.c and blend.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 35328 bytes; apart, its buffers would take 43520. */
#define BLEND_A_AT                    0u /* [0, 8192) input f32 [32][64] */
#define BLEND_EMPTY_AT                0u /* [0, 0) input u8 [0] */
#define BLEND_PICTURE_AT           8192u /* [8192, 16384) inout f32 [32][64] */
#define BLEND_SUMS_AT             16384u /* [16384, 16416) output u64 [4] */
#define BLEND_LAST_AT             16640u /* [16640, 16656) output f64 [2] */
#define BLEND_WEIGHTS_AT          16896u /* [16896, 16912) constant f32 [4] */
#define BLEND_T2_AT               17152u /* [17152, 25344) scratch f32 [2048] */
#define BLEND_LUT_AT              25344u /* [25344, 25856) constant u16 [256] */
#define BLEND_CURVE_AT            25856u /* [25856, 26880) derived f32 [256] */
#define BLEND_COUNT_AT            26880u /* [26880, 26896) state f64 [2] */
#define BLEND_T1_AT               27136u /* [27136, 35328) scratch f32 [2048]; shares bytes with t3 */
#define BLEND_T3_AT               27136u /* [27136, 35328) scratch f32 [2048]; shares bytes with t1 */

/* Pinned memory: one allocation of 25344 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define BLEND_A_UP                    0u /* [0, 8192) input f32 [32][64] */
#define BLEND_PICTURE_UP           8192u /* [8192, 16384) inout f32 [32][64] */
#define BLEND_PICTURE_DOWN        16384u /* [16384, 24576) inout f32 [32][64] */
#define BLEND_SUMS_DOWN           24576u /* [24576, 24608) output u64 [4] */
#define BLEND_LAST_DOWN           24832u /* [24832, 24848) output f64 [2] */
#define BLEND_COMPLETION          25088u /* [25088, 25344) the runtime's */

/* Kernels. */
enum {
    BLEND_KERNEL_table,
    BLEND_KERNEL_blur,
    BLEND_KERNEL_mix,
    BLEND_KERNEL_vg_copy,
    BLEND_KERNEL_vg_fill,
    BLEND_KERNEL_vg_end,
    BLEND_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    BLEND_GRAPH_main,
    BLEND_GRAPH_setup, /* runs once, in open */
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    BLEND_NODE_begin,
    BLEND_NODE_upload,
    BLEND_NODE_clear_sums,
    BLEND_NODE_first,
    BLEND_NODE_blur,
    BLEND_NODE_blur_2,
    BLEND_NODE_fill_sums,
    BLEND_NODE_mix,
    BLEND_NODE_copy_count_last,
    BLEND_NODE_download,
    BLEND_NODE_end,
};

/* Nodes of graph "setup", in the order in which they are added. */
enum {
    BLEND_SETUP_NODE_table = 11,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(blend, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(blend, module) == 2u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(blend, kernel) == 7u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(blend, node) == 12u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(blend, graph) == 2u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(blend, data) == 1u, data_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((BLEND_COMPLETION + VG_COMPLETION_BYTES) == BLEND_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((BLEND_A_AT % 256u) == 0u) && ((BLEND_A_AT + BLEND_A_BYTES) <= BLEND_DEVICE_BYTES),
    a_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_A_UP % 256u) == 0u) && ((BLEND_A_UP + BLEND_A_BYTES) <= BLEND_COMPLETION),
    a_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((BLEND_PICTURE_AT % 256u) == 0u) && ((BLEND_PICTURE_AT + BLEND_PICTURE_BYTES) <= BLEND_DEVICE_BYTES),
    picture_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_PICTURE_UP % 256u) == 0u) && ((BLEND_PICTURE_UP + BLEND_PICTURE_BYTES) <= BLEND_COMPLETION),
    picture_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((BLEND_PICTURE_DOWN % 256u) == 0u) && ((BLEND_PICTURE_DOWN + BLEND_PICTURE_BYTES) <=
    BLEND_COMPLETION),
    picture_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((BLEND_T1_AT % 256u) == 0u) && ((BLEND_T1_AT + 8192u) <= BLEND_DEVICE_BYTES),
    t1_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_T2_AT % 256u) == 0u) && ((BLEND_T2_AT + 8192u) <= BLEND_DEVICE_BYTES),
    t2_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_T3_AT % 256u) == 0u) && ((BLEND_T3_AT + 8192u) <= BLEND_DEVICE_BYTES),
    t3_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_WEIGHTS_AT % 256u) == 0u) && ((BLEND_WEIGHTS_AT + 16u) <= BLEND_DEVICE_BYTES),
    weights_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_LUT_AT % 256u) == 0u) && ((BLEND_LUT_AT + BLEND_LUT_BYTES) <= BLEND_DEVICE_BYTES),
    lut_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_CURVE_AT % 256u) == 0u) && ((BLEND_CURVE_AT + 1024u) <= BLEND_DEVICE_BYTES),
    curve_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_SUMS_AT % 256u) == 0u) && ((BLEND_SUMS_AT + BLEND_SUMS_BYTES) <= BLEND_DEVICE_BYTES),
    sums_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_SUMS_DOWN % 256u) == 0u) && ((BLEND_SUMS_DOWN + BLEND_SUMS_BYTES) <= BLEND_COMPLETION),
    sums_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((BLEND_COUNT_AT % 256u) == 0u) && ((BLEND_COUNT_AT + 16u) <= BLEND_DEVICE_BYTES),
    count_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_LAST_AT % 256u) == 0u) && ((BLEND_LAST_AT + BLEND_LAST_BYTES) <= BLEND_DEVICE_BYTES),
    last_lies_in_device_memory);
VG_STATIC_ASSERT(((BLEND_LAST_DOWN % 256u) == 0u) && ((BLEND_LAST_DOWN + BLEND_LAST_BYTES) <= BLEND_COMPLETION),
    last_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((BLEND_EMPTY_AT % 256u) == 0u) && ((BLEND_EMPTY_AT + BLEND_EMPTY_BYTES) <= BLEND_DEVICE_BYTES),
    empty_lies_in_device_memory);
VG_STATIC_ASSERT(BLEND_A_BYTES == (BLEND_A_COUNT * sizeof(float)), a_has_whole_elements);
VG_STATIC_ASSERT(BLEND_PICTURE_BYTES == (BLEND_PICTURE_COUNT * sizeof(float)), picture_has_whole_elements);
VG_STATIC_ASSERT(BLEND_LUT_BYTES == (BLEND_LUT_COUNT * sizeof(uint16_t)), lut_has_whole_elements);
VG_STATIC_ASSERT(BLEND_SUMS_BYTES == (BLEND_SUMS_COUNT * sizeof(uint64_t)), sums_has_whole_elements);
VG_STATIC_ASSERT(BLEND_LAST_BYTES == (BLEND_LAST_COUNT * sizeof(double)), last_has_whole_elements);
VG_STATIC_ASSERT(BLEND_EMPTY_BYTES == (BLEND_EMPTY_COUNT * sizeof(uint8_t)), empty_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t blend_params_table[] = {
    8u, /* weights: in f32* */
    8u, /* curve: out f32* */
    4u, /* n: value u32 */
};

static const uint32_t blend_params_blur[] = {
    8u, /* src: in f32* */
    8u, /* dst: out f32* */
    4u, /* w: value i32 */
    4u, /* h: value i32 */
};

static const uint32_t blend_params_mix[] = {
    8u, /* a: in f32* */
    8u, /* curve: in f32* */
    8u, /* lut: in u16* */
    8u, /* picture: inout f32* */
    8u, /* sums: out_part u64* */
    4u, /* k: value f32 */
    8u, /* bias: value f64 */
    1u, /* on: value bool */
};

static const uint32_t blend_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t blend_params_vg_fill[] = {
    8u, /* to: out u8* */
    8u, /* pattern: value u64 */
    8u, /* bytes: value u64 */
};

static const uint32_t blend_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content blend_contents[] = {
    {0, 0, BLEND_WEIGHTS_AT, 16u, blend_constant_weights, -1, 1u, 0u, 0u}, /* the bytes in blend_image.c */
    {0, 0, BLEND_LUT_AT, BLEND_LUT_BYTES, NULL, 0, 1u, 0u, 0u}, /* the application's lut */
    {0, 1, BLEND_COUNT_AT, 16u, NULL, -1, 8u, 0x0u, 0x3ff80000u}, /* count: every element 1.5 */
};

#ifndef VG_WITHOUT_CUDA

/* A launch of table as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct blend_launch_table {
    struct {
        CUdeviceptr weights;
        CUdeviceptr curve;
        uint32_t n;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void blend_begin_table(const blend *p, struct blend_launch_table *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.weights;
    launch->pointers[1] = &launch->argument.curve;
    launch->pointers[2] = &launch->argument.n;
    launch->kernel.func = (CUfunction)p->kernel[BLEND_KERNEL_table];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of blur as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct blend_launch_blur {
    struct {
        CUdeviceptr src;
        CUdeviceptr dst;
        int32_t w;
        int32_t h;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void blend_begin_blur(const blend *p, struct blend_launch_blur *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.src;
    launch->pointers[1] = &launch->argument.dst;
    launch->pointers[2] = &launch->argument.w;
    launch->pointers[3] = &launch->argument.h;
    launch->kernel.func = (CUfunction)p->kernel[BLEND_KERNEL_blur];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of mix as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and threads.
 * */
struct blend_launch_mix {
    struct {
        CUdeviceptr a;
        CUdeviceptr curve;
        CUdeviceptr lut;
        CUdeviceptr picture;
        CUdeviceptr sums;
        float k;
        double bias;
        uint8_t on;
    } argument;
    void *pointers[8];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void blend_begin_mix(const blend *p, struct blend_launch_mix *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.a;
    launch->pointers[1] = &launch->argument.curve;
    launch->pointers[2] = &launch->argument.lut;
    launch->pointers[3] = &launch->argument.picture;
    launch->pointers[4] = &launch->argument.sums;
    launch->pointers[5] = &launch->argument.k;
    launch->pointers[6] = &launch->argument.bias;
    launch->pointers[7] = &launch->argument.on;
    launch->kernel.func = (CUfunction)p->kernel[BLEND_KERNEL_mix];
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
struct blend_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void blend_begin_vg_copy(const blend *p, struct blend_launch_vg_copy *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[BLEND_KERNEL_vg_copy];
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
struct blend_launch_vg_fill {
    struct {
        CUdeviceptr to;
        uint64_t pattern;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void blend_begin_vg_fill(const blend *p, struct blend_launch_vg_fill *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.pattern;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[BLEND_KERNEL_vg_fill];
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
struct blend_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void blend_begin_vg_end(const blend *p, struct blend_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[BLEND_KERNEL_vg_end];
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
struct blend_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void blend_begin_vg_begin(const blend *p, struct blend_launch_vg_begin *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[BLEND_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union blend_scratch {
    struct blend_launch_table launch_table;
    struct blend_launch_blur launch_blur;
    struct blend_launch_mix launch_mix;
    struct blend_launch_vg_copy launch_vg_copy;
    struct blend_launch_vg_fill launch_vg_fill;
    struct blend_launch_vg_end launch_vg_end;
    struct blend_launch_vg_begin launch_vg_begin;
};

/* ---- graph "main": nodes 11, edges 12, longest path 8, widest level 3 ---- */

static vg_status blend_build_main(void *self, void *graph)
{
    blend *p = (blend *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union blend_scratch scratch;
    CUgraphNode after[2];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[BLEND_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload, clear_sums, copy_count_last */
    blend_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload, blend.yaml:24: upload a, picture by vg_copy, 16384 bytes, 4 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: first */
    blend_begin_vg_copy(p, &scratch.launch_vg_copy, 4u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + BLEND_A_AT;
    scratch.launch_vg_copy.argument.from = pinned + BLEND_A_UP;
    scratch.launch_vg_copy.argument.bytes = BLEND_PICTURE_UP + BLEND_PICTURE_BYTES - BLEND_A_UP;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, clear_sums, blend.yaml:32: fill sums by vg_fill, 8 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: fill_sums */
    blend_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + BLEND_SUMS_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = BLEND_SUMS_BYTES;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_clear_sums, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, first, blend.yaml:40: launch blur(a, t1, 64, 32), 8 x 8 x 1 blocks of 8 x 4 x 1 threads.
     * after: upload
     * before: blur */
    blend_begin_blur(p, &scratch.launch_blur, 8u, 8u, 1u, 8u, 4u, 1u);
    scratch.launch_blur.argument.src = device + BLEND_A_AT;
    scratch.launch_blur.argument.dst = device + BLEND_T1_AT;
    scratch.launch_blur.argument.w = BLEND_COLS;
    scratch.launch_blur.argument.h = BLEND_ROWS;
    scratch.launch_blur.kernel.sharedMemBytes = 240u;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_blur.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_first, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, blur, blend.yaml:43: launch blur(t1, t2, 64, 32), 8 x 8 x 1 blocks of 8 x 4 x 1 threads.
     * after: first
     * before: blur_2 */
    blend_begin_blur(p, &scratch.launch_blur, 8u, 8u, 1u, 8u, 4u, 1u);
    scratch.launch_blur.argument.src = device + BLEND_T1_AT;
    scratch.launch_blur.argument.dst = device + BLEND_T2_AT;
    scratch.launch_blur.argument.w = BLEND_COLS;
    scratch.launch_blur.argument.h = BLEND_ROWS;
    scratch.launch_blur.kernel.sharedMemBytes = 240u;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_first];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_blur.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_blur, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, blur_2, blend.yaml:45: launch blur(t2, t3, 64, 32), 8 x 8 x 1 blocks of 8 x 4 x 1 threads.
     * after: blur
     * before: mix */
    blend_begin_blur(p, &scratch.launch_blur, 8u, 8u, 1u, 8u, 4u, 1u);
    scratch.launch_blur.argument.src = device + BLEND_T2_AT;
    scratch.launch_blur.argument.dst = device + BLEND_T3_AT;
    scratch.launch_blur.argument.w = BLEND_COLS;
    scratch.launch_blur.argument.h = BLEND_ROWS;
    scratch.launch_blur.kernel.sharedMemBytes = 240u;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_blur];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_blur.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_blur_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, fill_sums, blend.yaml:47: fill sums by vg_fill, 2 elements of 8 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: clear_sums
     * before: mix */
    blend_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + BLEND_SUMS_AT;
    scratch.launch_vg_fill.argument.pattern = 0x100000002u;
    scratch.launch_vg_fill.argument.bytes = 16u;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_clear_sums];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_fill_sums, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, mix, blend.yaml:48: launch mix(t3, curve, lut, picture, sums, 0.5, -2.0, 1), 32 x 1 x 1 blocks of 64 x 1
     * x 1 threads.
     * after: blur_2, fill_sums
     * before: download */
    blend_begin_mix(p, &scratch.launch_mix, 32u, 1u, 1u, 64u, 1u, 1u);
    scratch.launch_mix.argument.a = device + BLEND_T3_AT;
    scratch.launch_mix.argument.curve = device + BLEND_CURVE_AT;
    scratch.launch_mix.argument.lut = device + BLEND_LUT_AT;
    scratch.launch_mix.argument.picture = device + BLEND_PICTURE_AT;
    scratch.launch_mix.argument.sums = device + BLEND_SUMS_AT;
    scratch.launch_mix.argument.k = (float)BLEND_HALF;
    scratch.launch_mix.argument.bias = -2.0;
    scratch.launch_mix.argument.on = 1u;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_blur_2];
    after[1] = (CUgraphNode)p->node[BLEND_NODE_fill_sums];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_mix.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_mix, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, copy_count_last, blend.yaml:50: copy count to last by vg_copy, 16 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: download */
    blend_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + BLEND_LAST_AT;
    scratch.launch_vg_copy.argument.from = device + BLEND_COUNT_AT;
    scratch.launch_vg_copy.argument.bytes = BLEND_LAST_BYTES;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_copy_count_last, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, download, blend.yaml:25: download picture, sums, last by vg_copy, 8464 bytes, 3 x 1 x 1 blocks of 256 x 1
     * x 1 threads.
     * after: mix, copy_count_last
     * before: end */
    blend_begin_vg_copy(p, &scratch.launch_vg_copy, 3u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + BLEND_PICTURE_DOWN;
    scratch.launch_vg_copy.argument.from = device + BLEND_PICTURE_AT;
    scratch.launch_vg_copy.argument.bytes = BLEND_LAST_DOWN + BLEND_LAST_BYTES - BLEND_PICTURE_DOWN;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_mix];
    after[1] = (CUgraphNode)p->node[BLEND_NODE_copy_count_last];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, end: launch vg_end(BLEND_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    blend_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + BLEND_COMPLETION;
    after[0] = (CUgraphNode)p->node[BLEND_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, BLEND_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "setup": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status blend_build_setup(void *self, void *graph)
{
    blend *p = (blend *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    union blend_scratch scratch;
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, table, blend.yaml:37: launch table(weights, curve, 256), 8 x 1 x 1 blocks of 32 x 1 x 1 threads.
     * after: -
     * before: - */
    blend_begin_table(p, &scratch.launch_table, 8u, 1u, 1u, 32u, 1u, 1u);
    scratch.launch_table.argument.weights = device + BLEND_WEIGHTS_AT;
    scratch.launch_table.argument.curve = device + BLEND_CURVE_AT;
    scratch.launch_table.argument.n = 256u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_table.kernel);
    status = vg_node_added(&p->rt, BLEND_SETUP_NODE_table, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

#else

static vg_status blend_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status blend_build_setup(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel blend_kernels[] = {
    {"table", "table", 0u, 0u, 32u, 3u, blend_params_table},
    {"blur", "blur", 1u, 240u, 32u, 4u, blend_params_blur},
    {"mix", "mix", 1u, 0u, 64u, 8u, blend_params_mix},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, blend_params_vg_copy},
    {"vg_fill", "vg_fill", 0u, 0u, 256u, 3u, blend_params_vg_fill},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, blend_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t blend_arena_bytes[] = {
    BLEND_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char blend_vg_identity[] =
    "vggen 0.1.0 program blend run 0x0123456789abcdef"
    " spec sha256:069597c88dea32d66774f375a0860ef59fa5f7506aaae61edbaf0786003a31ec"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char blend_spec[] = "blend.yaml";
static const uint32_t blend_lines[] = {
    0u, /* begin */
    24u, /* upload */
    32u, /* clear_sums */
    40u, /* first */
    43u, /* blur */
    45u, /* blur_2 */
    47u, /* fill_sums */
    48u, /* mix */
    50u, /* copy_count_last */
    25u, /* download */
    0u, /* end */
    37u, /* table */
};

/* Title of each node in messages. */
static const char *const blend_titles[] = {
    "launch vg_begin",
    "upload a, picture",
    "clear sums",
    "first",
    "launch blur",
    "launch blur",
    "fill sums",
    "launch mix",
    "copy count -> last",
    "download picture, sums, last",
    "launch vg_end",
    "launch table",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc blend_graphs[] = {
    {"main", 0u, 11u, blend_build_main, 1u, 1u, 16384u, 8240u},
    {"setup", 11u, 1u, blend_build_setup, 0u, 0u, 0u, 0u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t blend_vg_stamp = VGGEN_blend_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc blend_desc = {
    VG_ABI,
    "blend",
    blend_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    blend_arena_bytes, 1u, /* device arenas */
    BLEND_PINNED_BYTES, /* bytes of pinned memory */
    blend_modules, 2u, /* modules */
    blend_kernels, 7u, /* kernels */
    blend_contents, 3u, /* first contents */
    blend_titles, 12u, /* nodes of all graphs */
    blend_lines, /* their lines in the spec */
    blend_spec, /* where the spec is */
    blend_graphs, 2u, /* graphs */
    1u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    NULL, /* first values of settings, switches and the like */
    NULL, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status blend_open(blend *p, const vg_config *config, const blend_data *data)
{
    vg_storage storage;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (data == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data", 0u, 0u);
    }
    if (data->lut == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data->lut", 512u, 0u);
    }
    p->data[0] = data->lut;
    (void)memset(&storage, 0, sizeof storage);
    storage.self = p;
    storage.arenas = p->device;
    storage.modules = p->module;
    storage.kernels = p->kernel;
    storage.nodes = p->node;
    storage.graphs = p->graph;
    storage.app_data = p->data;
    return vg_open(&p->rt, &blend_desc, config, &storage);
}

vg_status blend_close(blend *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status blend_set_timeout(blend *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status blend_abandon(blend *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int blend_is_open(const blend *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *blend_a(blend *p)
{
    if (!blend_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[BLEND_A_UP];
}

float *blend_picture(blend *p)
{
    if (!blend_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[BLEND_PICTURE_UP];
}

const float *blend_picture_out(const blend *p)
{
    if (!blend_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[BLEND_PICTURE_DOWN];
}

const uint64_t *blend_sums(const blend *p)
{
    if (!blend_is_open(p)) {
        return NULL;
    }
    return (const uint64_t *)(const void *)&p->rt.pinned[BLEND_SUMS_DOWN];
}

const double *blend_last(const blend *p)
{
    if (!blend_is_open(p)) {
        return NULL;
    }
    return (const double *)(const void *)&p->rt.pinned[BLEND_LAST_DOWN];
}

uint8_t *blend_empty(blend *p)
{
    if (!blend_is_open(p)) {
        return NULL;
    }
    /* It has no bytes: any address that is not NULL will do. */
    return (uint8_t *)(void *)p;
}

vg_status blend_start(blend *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, BLEND_GRAPH_main);
}

vg_status blend_replay(blend *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, BLEND_GRAPH_main);
}

vg_status blend_replay_timed(blend *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, BLEND_GRAPH_main, times);
}

vg_status blend_step(blend *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, BLEND_GRAPH_main);
}

vg_status blend_profile(blend *p, uint32_t replays, blend_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = BLEND_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, BLEND_GRAPH_main, replays, &pointers);
}

const char *blend_node_title(unsigned node)
{
    return (node < BLEND_NODES) ? blend_titles[node] : NULL;
}

vg_status blend_poll(blend *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status blend_finish(blend *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status blend_reset(blend *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status blend_save(blend *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status blend_restore(blend *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *blend_stats(const blend *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, blend_graphs, p->graph, 2u);
}

const vg_detail *blend_detail(const blend *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
