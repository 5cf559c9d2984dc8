/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* crossing.c - program "crossing": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from crossing.yaml. Do not edit: change the spec and generate again. */
#include "crossing.h"

#if VGGEN_crossing_STAMP != 0x0123456789abcdef
#error "crossing.c and crossing.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 29440 bytes. */
#define CROSSING_GAIN_AT                 0u /* [0, 4) setting i32 [1] */
#define CROSSING_LETTERS_AT            256u /* [256, 293) input u8 [37] */
#define CROSSING_Z_AT                  512u /* [512, 4608) input i32 [1024] */
#define CROSSING_C_AT                 4608u /* [4608, 8704) input i32 [1024] */
#define CROSSING_TABLE_AT             8704u /* [8704, 12800) input i32 [1024] */
#define CROSSING_SUM_AT              12800u /* [12800, 16896) state i32 [1024] */
#define CROSSING_ECHO_AT             16896u /* [16896, 16933) output u8 [37] */
#define CROSSING_V_AT                17152u /* [17152, 21248) output i32 [1024] */
#define CROSSING_LAST_AT             21248u /* [21248, 25344) output i32 [1024] */
#define CROSSING_Y_AT                25344u /* [25344, 29440) scratch i32 [1024] */

/* Pinned memory: one allocation of 42496 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * What has no place in device memory is reached here, by the kernels themselves:
 *   x, bias, w, said, quick: asked for
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   all, some: its last node, end, writes the word */
#define CROSSING_GAIN_UP                 0u /* [0, 4) setting i32 [1] */
#define CROSSING_LETTERS_UP            256u /* [256, 293) input u8 [37] */
#define CROSSING_Z_UP                  512u /* [512, 4608) input i32 [1024] */
#define CROSSING_C_UP                 4608u /* [4608, 8704) input i32 [1024] */
#define CROSSING_BIAS_UP              8704u /* [8704, 8708) setting i32 [1] */
#define CROSSING_X_UP                 8960u /* [8960, 13056) input i32 [1024] */
#define CROSSING_TABLE_UP            13056u /* [13056, 17152) input i32 [1024] */
#define CROSSING_SUM_UP              17152u /* [17152, 21248) state i32 [1024] */
#define CROSSING_ECHO_DOWN           21248u /* [21248, 21285) output u8 [37] */
#define CROSSING_SUM_DOWN            21504u /* [21504, 25600) state i32 [1024] */
#define CROSSING_W_DOWN              25600u /* [25600, 29696) output i32 [1024] */
#define CROSSING_V_DOWN              29696u /* [29696, 33792) output i32 [1024] */
#define CROSSING_LAST_DOWN           33792u /* [33792, 37888) output i32 [1024] */
#define CROSSING_SAID_DOWN           37888u /* [37888, 37892) output i32 [1] */
#define CROSSING_QUICK_DOWN          38144u /* [38144, 42240) output i32 [1024] */
#define CROSSING_COMPLETION          42240u /* [42240, 42496) the runtime's */

/* Kernels. */
enum {
    CROSSING_KERNEL_scale,
    CROSSING_KERNEL_join,
    CROSSING_KERNEL_note,
    CROSSING_KERNEL_fast,
    CROSSING_KERNEL_vg_copy,
    CROSSING_KERNEL_vg_end,
};

/* Graphs. */
enum {
    CROSSING_GRAPH_all,
    CROSSING_GRAPH_some,
};

/* Nodes of graph "all", in the order in which they are added. */
enum {
    CROSSING_ALL_NODE_upload,
    CROSSING_ALL_NODE_upload_c,
    CROSSING_ALL_NODE_upload_table,
    CROSSING_ALL_NODE_upload_sum,
    CROSSING_ALL_NODE_scale,
    CROSSING_ALL_NODE_join,
    CROSSING_ALL_NODE_note,
    CROSSING_ALL_NODE_download_echo,
    CROSSING_ALL_NODE_download_sum,
    CROSSING_ALL_NODE_download_v,
    CROSSING_ALL_NODE_download_last,
    CROSSING_ALL_NODE_end,
};

/* Nodes of graph "some", in the order in which they are added. */
enum {
    CROSSING_SOME_NODE_upload = 12,
    CROSSING_SOME_NODE_fast,
    CROSSING_SOME_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(crossing, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(crossing, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(crossing, kernel) == 6u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(crossing, node) == 15u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(crossing, graph) == 2u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((CROSSING_COMPLETION + VG_COMPLETION_BYTES) ==
    CROSSING_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((CROSSING_X_UP % 256u) == 0u) && ((CROSSING_X_UP + CROSSING_X_BYTES) <= CROSSING_COMPLETION),
    x_is_read_in_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_Z_AT % 256u) == 0u) && ((CROSSING_Z_AT + CROSSING_Z_BYTES) <= CROSSING_DEVICE_BYTES),
    z_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_Z_UP % 256u) == 0u) && ((CROSSING_Z_UP + CROSSING_Z_BYTES) <= CROSSING_COMPLETION),
    z_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_C_AT % 256u) == 0u) && ((CROSSING_C_AT + CROSSING_C_BYTES) <= CROSSING_DEVICE_BYTES),
    c_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_C_UP % 256u) == 0u) && ((CROSSING_C_UP + CROSSING_C_BYTES) <= CROSSING_COMPLETION),
    c_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_LETTERS_AT % 256u) == 0u) && ((CROSSING_LETTERS_AT + CROSSING_LETTERS_BYTES) <=
    CROSSING_DEVICE_BYTES),
    letters_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_LETTERS_UP % 256u) == 0u) && ((CROSSING_LETTERS_UP + CROSSING_LETTERS_BYTES) <=
    CROSSING_COMPLETION),
    letters_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_TABLE_AT % 256u) == 0u) && ((CROSSING_TABLE_AT + CROSSING_TABLE_BYTES) <=
    CROSSING_DEVICE_BYTES),
    table_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_TABLE_UP % 256u) == 0u) && ((CROSSING_TABLE_UP + CROSSING_TABLE_BYTES) <=
    CROSSING_COMPLETION),
    table_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_GAIN_AT % 256u) == 0u) && ((CROSSING_GAIN_AT + 4u) <= CROSSING_DEVICE_BYTES),
    gain_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_GAIN_UP % 256u) == 0u) && ((CROSSING_GAIN_UP + 4u) <= CROSSING_COMPLETION),
    gain_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_BIAS_UP % 256u) == 0u) && ((CROSSING_BIAS_UP + 4u) <= CROSSING_COMPLETION),
    bias_is_read_in_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_SUM_AT % 256u) == 0u) && ((CROSSING_SUM_AT + CROSSING_SUM_BYTES) <= CROSSING_DEVICE_BYTES),
    sum_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_SUM_UP % 256u) == 0u) && ((CROSSING_SUM_UP + CROSSING_SUM_BYTES) <= CROSSING_COMPLETION),
    sum_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_SUM_DOWN % 256u) == 0u) && ((CROSSING_SUM_DOWN + CROSSING_SUM_BYTES) <=
    CROSSING_COMPLETION),
    sum_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_Y_AT % 256u) == 0u) && ((CROSSING_Y_AT + 4096u) <= CROSSING_DEVICE_BYTES),
    y_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_W_DOWN % 256u) == 0u) && ((CROSSING_W_DOWN + CROSSING_W_BYTES) <= CROSSING_COMPLETION),
    w_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_V_AT % 256u) == 0u) && ((CROSSING_V_AT + CROSSING_V_BYTES) <= CROSSING_DEVICE_BYTES),
    v_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_V_DOWN % 256u) == 0u) && ((CROSSING_V_DOWN + CROSSING_V_BYTES) <= CROSSING_COMPLETION),
    v_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_LAST_AT % 256u) == 0u) && ((CROSSING_LAST_AT + CROSSING_LAST_BYTES) <=
    CROSSING_DEVICE_BYTES),
    last_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_LAST_DOWN % 256u) == 0u) && ((CROSSING_LAST_DOWN + CROSSING_LAST_BYTES) <=
    CROSSING_COMPLETION),
    last_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_SAID_DOWN % 256u) == 0u) && ((CROSSING_SAID_DOWN + CROSSING_SAID_BYTES) <=
    CROSSING_COMPLETION),
    said_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_ECHO_AT % 256u) == 0u) && ((CROSSING_ECHO_AT + CROSSING_ECHO_BYTES) <=
    CROSSING_DEVICE_BYTES),
    echo_lies_in_device_memory);
VG_STATIC_ASSERT(((CROSSING_ECHO_DOWN % 256u) == 0u) && ((CROSSING_ECHO_DOWN + CROSSING_ECHO_BYTES) <=
    CROSSING_COMPLETION),
    echo_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CROSSING_QUICK_DOWN % 256u) == 0u) && ((CROSSING_QUICK_DOWN + CROSSING_QUICK_BYTES) <=
    CROSSING_COMPLETION),
    quick_is_written_in_pinned_memory);
VG_STATIC_ASSERT(CROSSING_X_BYTES == (CROSSING_X_COUNT * sizeof(int32_t)), x_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_Z_BYTES == (CROSSING_Z_COUNT * sizeof(int32_t)), z_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_C_BYTES == (CROSSING_C_COUNT * sizeof(int32_t)), c_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_LETTERS_BYTES == (CROSSING_LETTERS_COUNT * sizeof(uint8_t)), letters_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_TABLE_BYTES == (CROSSING_TABLE_COUNT * sizeof(int32_t)), table_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_SUM_BYTES == (CROSSING_SUM_COUNT * sizeof(int32_t)), sum_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_W_BYTES == (CROSSING_W_COUNT * sizeof(int32_t)), w_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_V_BYTES == (CROSSING_V_COUNT * sizeof(int32_t)), v_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_LAST_BYTES == (CROSSING_LAST_COUNT * sizeof(int32_t)), last_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_SAID_BYTES == (CROSSING_SAID_COUNT * sizeof(int32_t)), said_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_ECHO_BYTES == (CROSSING_ECHO_COUNT * sizeof(uint8_t)), echo_has_whole_elements);
VG_STATIC_ASSERT(CROSSING_QUICK_BYTES == (CROSSING_QUICK_COUNT * sizeof(int32_t)), quick_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t crossing_params_scale[] = {
    8u, /* x: in i32* */
    8u, /* gain: in i32* */
    8u, /* y: out i32* */
};

static const uint32_t crossing_params_join[] = {
    8u, /* y: in i32* */
    8u, /* z: in i32* */
    8u, /* c: in i32* */
    8u, /* table: in i32* */
    8u, /* sum: inout i32* */
    8u, /* w: out i32* */
    8u, /* v: out i32* */
    8u, /* last: out i32* */
};

static const uint32_t crossing_params_note[] = {
    8u, /* bias: in i32* */
    8u, /* letters: in u8* */
    8u, /* said: out i32* */
    8u, /* echo: out u8* */
};

static const uint32_t crossing_params_fast[] = {
    8u, /* x: in i32* */
    8u, /* z: in i32* */
    8u, /* quick: out i32* */
};

static const uint32_t crossing_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t crossing_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content crossing_contents[] = {
    {0, 0, CROSSING_TABLE_AT, CROSSING_TABLE_BYTES, NULL, -1, 4u, 0x2u, 0x0u}, /* table: every element 2 */
    {0, 1, CROSSING_SUM_AT, CROSSING_SUM_BYTES, NULL, -1, 4u, 0x64u, 0x0u}, /* sum: every element 100 */
};

/* Gives every setting the value of the spec. */
static void crossing_first_settings(struct crossing_settings *setting)
{
    setting->gain = 3;
    setting->bias = 5;
}

#ifndef VG_WITHOUT_CUDA

/* A launch of scale as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct crossing_launch_scale {
    struct {
        CUdeviceptr x;
        CUdeviceptr gain;
        CUdeviceptr y;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void crossing_begin_scale(const crossing *p, struct crossing_launch_scale *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.gain;
    launch->pointers[2] = &launch->argument.y;
    launch->kernel.func = (CUfunction)p->kernel[CROSSING_KERNEL_scale];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of join as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct crossing_launch_join {
    struct {
        CUdeviceptr y;
        CUdeviceptr z;
        CUdeviceptr c;
        CUdeviceptr table;
        CUdeviceptr sum;
        CUdeviceptr w;
        CUdeviceptr v;
        CUdeviceptr last;
    } argument;
    void *pointers[8];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void crossing_begin_join(const crossing *p, struct crossing_launch_join *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.y;
    launch->pointers[1] = &launch->argument.z;
    launch->pointers[2] = &launch->argument.c;
    launch->pointers[3] = &launch->argument.table;
    launch->pointers[4] = &launch->argument.sum;
    launch->pointers[5] = &launch->argument.w;
    launch->pointers[6] = &launch->argument.v;
    launch->pointers[7] = &launch->argument.last;
    launch->kernel.func = (CUfunction)p->kernel[CROSSING_KERNEL_join];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of note as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct crossing_launch_note {
    struct {
        CUdeviceptr bias;
        CUdeviceptr letters;
        CUdeviceptr said;
        CUdeviceptr echo;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void crossing_begin_note(const crossing *p, struct crossing_launch_note *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.bias;
    launch->pointers[1] = &launch->argument.letters;
    launch->pointers[2] = &launch->argument.said;
    launch->pointers[3] = &launch->argument.echo;
    launch->kernel.func = (CUfunction)p->kernel[CROSSING_KERNEL_note];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of fast as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct crossing_launch_fast {
    struct {
        CUdeviceptr x;
        CUdeviceptr z;
        CUdeviceptr quick;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void crossing_begin_fast(const crossing *p, struct crossing_launch_fast *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.z;
    launch->pointers[2] = &launch->argument.quick;
    launch->kernel.func = (CUfunction)p->kernel[CROSSING_KERNEL_fast];
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
struct crossing_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void crossing_begin_vg_copy(const crossing *p, struct crossing_launch_vg_copy *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[CROSSING_KERNEL_vg_copy];
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
struct crossing_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void crossing_begin_vg_end(const crossing *p, struct crossing_launch_vg_end *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[CROSSING_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union crossing_scratch {
    struct crossing_launch_scale launch_scale;
    struct crossing_launch_join launch_join;
    struct crossing_launch_note launch_note;
    struct crossing_launch_fast launch_fast;
    struct crossing_launch_vg_copy launch_vg_copy;
    struct crossing_launch_vg_end launch_vg_end;
    CUDA_MEMCPY3D copy;
};

/* ---- graph "all": nodes 12, edges 14, longest path 5, widest level 4 ---- */

static vg_status crossing_build_all(void *self, void *graph)
{
    crossing *p = (crossing *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union crossing_scratch scratch;
    CUgraphNode after[4];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Copies over the bus are small: open has the driver prepare the graph as for launches by the device too, which
     * starts them sooner. */
    p->graph[CROSSING_GRAPH_all].traits = VG_HAS_END | VG_HAS_SMALL_COPIES;

    /* Node 0, upload, crossing.yaml:31: upload gain, letters, z by vg_copy, 4608 bytes, 2 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: scale, note */
    crossing_begin_vg_copy(p, &scratch.launch_vg_copy, 2u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + CROSSING_GAIN_AT;
    scratch.launch_vg_copy.argument.from = pinned + CROSSING_GAIN_UP;
    scratch.launch_vg_copy.argument.bytes = CROSSING_Z_UP + CROSSING_Z_BYTES - CROSSING_GAIN_UP;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload_c, crossing.yaml:28: upload c, 4096 bytes.
     * after: -
     * before: join */
    (void)memset(&scratch.copy, 0, sizeof scratch.copy);
    scratch.copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    scratch.copy.srcHost = &p->rt.pinned[CROSSING_C_UP];
    scratch.copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    scratch.copy.dstDevice = device + CROSSING_C_AT;
    scratch.copy.WidthInBytes = CROSSING_C_BYTES;
    scratch.copy.Height = 1u;
    scratch.copy.Depth = 1u;
    result = cuGraphAddMemcpyNode(&node, to, NULL, 0, &scratch.copy, (CUcontext)p->rt.context);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_upload_c, node, (int)result, "cuGraphAddMemcpyNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, upload_table, crossing.yaml:30: upload table on request by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x
     * 1 x 1 threads.
     * after: -
     * before: join */
    crossing_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + CROSSING_TABLE_AT;
    scratch.launch_vg_copy.argument.from = pinned + CROSSING_TABLE_UP;
    scratch.launch_vg_copy.argument.bytes = CROSSING_TABLE_BYTES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_upload_table, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, upload_sum, crossing.yaml:33: upload sum on request by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: -
     * before: join */
    crossing_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + CROSSING_SUM_AT;
    scratch.launch_vg_copy.argument.from = pinned + CROSSING_SUM_UP;
    scratch.launch_vg_copy.argument.bytes = CROSSING_SUM_BYTES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_upload_sum, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, scale, crossing.yaml:43: launch scale(x, gain, y), 8 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload
     * before: join */
    crossing_begin_scale(p, &scratch.launch_scale, 8u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_scale.argument.x = pinned + CROSSING_X_UP;
    scratch.launch_scale.argument.gain = device + CROSSING_GAIN_AT;
    scratch.launch_scale.argument.y = device + CROSSING_Y_AT;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_scale.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_scale, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, join, crossing.yaml:45: launch join(y, z, c, table, sum, w, v, last), 8 x 1 x 1 blocks of 128 x 1 x 1
     * threads.
     * after: upload_c, upload_table, upload_sum, scale
     * before: download_sum, download_v, download_last */
    crossing_begin_join(p, &scratch.launch_join, 8u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_join.argument.y = device + CROSSING_Y_AT;
    scratch.launch_join.argument.z = device + CROSSING_Z_AT;
    scratch.launch_join.argument.c = device + CROSSING_C_AT;
    scratch.launch_join.argument.table = device + CROSSING_TABLE_AT;
    scratch.launch_join.argument.sum = device + CROSSING_SUM_AT;
    scratch.launch_join.argument.w = pinned + CROSSING_W_DOWN;
    scratch.launch_join.argument.v = device + CROSSING_V_AT;
    scratch.launch_join.argument.last = device + CROSSING_LAST_AT;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_upload_c];
    after[1] = (CUgraphNode)p->node[CROSSING_ALL_NODE_upload_table];
    after[2] = (CUgraphNode)p->node[CROSSING_ALL_NODE_upload_sum];
    after[3] = (CUgraphNode)p->node[CROSSING_ALL_NODE_scale];
    result = cuGraphAddKernelNode(&node, to, after, 4, &scratch.launch_join.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_join, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, note, crossing.yaml:47: launch note(bias, letters, said, echo), 1 x 1 x 1 blocks of 37 x 1 x 1 threads.
     * after: upload
     * before: download_echo */
    crossing_begin_note(p, &scratch.launch_note, 1u, 1u, 1u, CROSSING_ODD, 1u, 1u);
    scratch.launch_note.argument.bias = pinned + CROSSING_BIAS_UP;
    scratch.launch_note.argument.letters = device + CROSSING_LETTERS_AT;
    scratch.launch_note.argument.said = pinned + CROSSING_SAID_DOWN;
    scratch.launch_note.argument.echo = device + CROSSING_ECHO_AT;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_note.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_note, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, download_echo, crossing.yaml:39: download echo, 37 bytes.
     * after: note
     * before: end */
    (void)memset(&scratch.copy, 0, sizeof scratch.copy);
    scratch.copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    scratch.copy.srcDevice = device + CROSSING_ECHO_AT;
    scratch.copy.dstMemoryType = CU_MEMORYTYPE_HOST;
    scratch.copy.dstHost = &p->rt.pinned[CROSSING_ECHO_DOWN];
    scratch.copy.WidthInBytes = CROSSING_ECHO_BYTES;
    scratch.copy.Height = 1u;
    scratch.copy.Depth = 1u;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_note];
    result = cuGraphAddMemcpyNode(&node, to, after, 1, &scratch.copy, (CUcontext)p->rt.context);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_download_echo, node, (int)result, "cuGraphAddMemcpyNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, download_sum, crossing.yaml:33: download sum on request by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x
     * 1 x 1 threads.
     * after: join
     * before: end */
    crossing_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + CROSSING_SUM_DOWN;
    scratch.launch_vg_copy.argument.from = device + CROSSING_SUM_AT;
    scratch.launch_vg_copy.argument.bytes = CROSSING_SUM_BYTES;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_join];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_download_sum, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, download_v, crossing.yaml:36: download v[16:24] by vg_copy, 32 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: join
     * before: end */
    crossing_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + CROSSING_V_DOWN + 64u;
    scratch.launch_vg_copy.argument.from = device + CROSSING_V_AT + 64u;
    scratch.launch_vg_copy.argument.bytes = 32u;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_join];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_download_v, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, download_last, crossing.yaml:37: download last on request by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: join
     * before: end */
    crossing_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + CROSSING_LAST_DOWN;
    scratch.launch_vg_copy.argument.from = device + CROSSING_LAST_AT;
    scratch.launch_vg_copy.argument.bytes = CROSSING_LAST_BYTES;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_join];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_download_last, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 11, end: launch vg_end(CROSSING_COMPLETION), one thread, so that the host sees the end sooner than the
     * stream would report it.
     * after: download_echo, download_sum, download_v, download_last
     * before: - */
    crossing_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + CROSSING_COMPLETION;
    after[0] = (CUgraphNode)p->node[CROSSING_ALL_NODE_download_echo];
    after[1] = (CUgraphNode)p->node[CROSSING_ALL_NODE_download_sum];
    after[2] = (CUgraphNode)p->node[CROSSING_ALL_NODE_download_v];
    after[3] = (CUgraphNode)p->node[CROSSING_ALL_NODE_download_last];
    result = cuGraphAddKernelNode(&node, to, after, 4, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, CROSSING_ALL_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "some": nodes 3, edges 2, longest path 3, widest level 1 ---- */

static vg_status crossing_build_some(void *self, void *graph)
{
    crossing *p = (crossing *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union crossing_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[CROSSING_GRAPH_some].traits = VG_HAS_END;

    /* Node 0, upload, crossing.yaml:27: upload z by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: -
     * before: fast */
    crossing_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + CROSSING_Z_AT;
    scratch.launch_vg_copy.argument.from = pinned + CROSSING_Z_UP;
    scratch.launch_vg_copy.argument.bytes = CROSSING_Z_BYTES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CROSSING_SOME_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, fast, crossing.yaml:50: launch fast(x, z, quick), 8 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload
     * before: end */
    crossing_begin_fast(p, &scratch.launch_fast, 8u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_fast.argument.x = pinned + CROSSING_X_UP;
    scratch.launch_fast.argument.z = device + CROSSING_Z_AT;
    scratch.launch_fast.argument.quick = pinned + CROSSING_QUICK_DOWN;
    after[0] = (CUgraphNode)p->node[CROSSING_SOME_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_fast.kernel);
    status = vg_node_added(&p->rt, CROSSING_SOME_NODE_fast, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, end: launch vg_end(CROSSING_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: fast
     * before: - */
    crossing_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + CROSSING_COMPLETION;
    after[0] = (CUgraphNode)p->node[CROSSING_SOME_NODE_fast];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, CROSSING_SOME_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status crossing_commit_all(crossing *p)
{
    vg_status status;
    unsigned char enabled;

    /* Node 2, upload_table: upload table on request. */
    enabled = (p->changed.table != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, CROSSING_GRAPH_all, CROSSING_ALL_NODE_upload_table, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, upload_sum: upload sum on request. */
    enabled = (p->changed.sum != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, CROSSING_GRAPH_all, CROSSING_ALL_NODE_upload_sum, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, download_sum: download sum on request. */
    enabled = (p->wanted.sum != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, CROSSING_GRAPH_all, CROSSING_ALL_NODE_download_sum, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, download_last: download last on request. */
    enabled = (p->wanted.last != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, CROSSING_GRAPH_all, CROSSING_ALL_NODE_download_last, enabled);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status crossing_commit(void *self, unsigned graph)
{
    crossing *p = (crossing *)self;

    (void)memcpy(&p->rt.pinned[CROSSING_GAIN_UP], &p->setting.gain, sizeof p->setting.gain);
    (void)memcpy(&p->rt.pinned[CROSSING_BIAS_UP], &p->setting.bias, sizeof p->setting.bias);
    switch (graph) {
    case CROSSING_GRAPH_all:
        return crossing_commit_all(p);
    default:
        return VG_OK;
    }
}

#else

static vg_status crossing_build_all(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status crossing_build_some(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status crossing_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void crossing_reset_settings(void *self)
{
    crossing *p = (crossing *)self;
    size_t at;

    crossing_first_settings(&p->setting);
    (void)memset(&p->changed, 0, sizeof p->changed);
    (void)memset(&p->wanted, 0, sizeof p->wanted);
    for (at = 0; at < CROSSING_TABLE_BYTES; at += sizeof crossing_constant_table) {
        (void)memcpy(&p->rt.pinned[CROSSING_TABLE_UP + at], crossing_constant_table, sizeof crossing_constant_table);
    }
    for (at = 0; at < CROSSING_SUM_BYTES; at += sizeof crossing_constant_sum) {
        (void)memcpy(&p->rt.pinned[CROSSING_SUM_UP + at], crossing_constant_sum, sizeof crossing_constant_sum);
    }
}

/* After each launch: the requests that it carried out end. */
static void crossing_launched(void *self, unsigned graph)
{
    crossing *p = (crossing *)self;

    switch (graph) {
    case CROSSING_GRAPH_all:
        if (p->changed.table != 0u) {
            p->changed.table = 0u;
            p->graph[CROSSING_GRAPH_all].counted.uploads++;
            p->graph[CROSSING_GRAPH_all].counted.upload_bytes += 4096u;
        }
        if (p->changed.sum != 0u) {
            p->changed.sum = 0u;
            p->graph[CROSSING_GRAPH_all].counted.uploads++;
            p->graph[CROSSING_GRAPH_all].counted.upload_bytes += 4096u;
        }
        if (p->wanted.sum != 0u) {
            p->wanted.sum = 0u;
            p->graph[CROSSING_GRAPH_all].counted.downloads++;
            p->graph[CROSSING_GRAPH_all].counted.download_bytes += 4096u;
        }
        if (p->wanted.last != 0u) {
            p->wanted.last = 0u;
            p->graph[CROSSING_GRAPH_all].counted.downloads++;
            p->graph[CROSSING_GRAPH_all].counted.download_bytes += 4096u;
        }
        break;
    default:
        break;
    }
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel crossing_kernels[] = {
    {"scale", "scale", 0u, 0u, 128u, 3u, crossing_params_scale},
    {"join", "join", 0u, 0u, 128u, 8u, crossing_params_join},
    {"note", "note", 0u, 0u, 37u, 4u, crossing_params_note},
    {"fast", "fast", 0u, 0u, 128u, 3u, crossing_params_fast},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, crossing_params_vg_copy},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, crossing_params_vg_end},
};

/* Bytes of each device arena. */
static const uint64_t crossing_arena_bytes[] = {
    CROSSING_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char crossing_vg_identity[] =
    "vggen 0.1.0 program crossing run 0x0123456789abcdef"
    " spec sha256:61bf0b7a2315a02afaf7c526e9c6ea44d761e98f5ccde50a077c2d65fdbc3705"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char crossing_spec[] = "crossing.yaml";
static const uint32_t crossing_lines[] = {
    31u, /* upload */
    28u, /* upload_c */
    30u, /* upload_table */
    33u, /* upload_sum */
    43u, /* scale */
    45u, /* join */
    47u, /* note */
    39u, /* download_echo */
    33u, /* download_sum */
    36u, /* download_v */
    37u, /* download_last */
    0u, /* end */
    27u, /* upload */
    50u, /* fast */
    0u, /* end */
};

/* Title of each node in messages. */
static const char *const crossing_titles[] = {
    "upload gain, letters, z",
    "upload c",
    "upload table on request",
    "upload sum on request",
    "launch scale",
    "launch join",
    "launch note",
    "download echo",
    "download sum on request",
    "download v[16:24]",
    "download last on request",
    "launch vg_end",
    "upload z",
    "launch fast",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc crossing_graphs[] = {
    {"all", 0u, 12u, crossing_build_all, 4u, 4u, 12333u, 4169u},
    {"some", 12u, 3u, crossing_build_some, 2u, 1u, 8192u, 4096u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t crossing_vg_stamp = VGGEN_crossing_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc crossing_desc = {
    VG_ABI,
    "crossing",
    crossing_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    crossing_arena_bytes, 1u, /* device arenas */
    CROSSING_PINNED_BYTES, /* bytes of pinned memory */
    crossing_modules, 1u, /* modules */
    crossing_kernels, 6u, /* kernels */
    crossing_contents, 2u, /* first contents */
    crossing_titles, 15u, /* nodes of all graphs */
    crossing_lines, /* their lines in the spec */
    crossing_spec, /* where the spec is */
    crossing_graphs, 2u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    crossing_reset_settings, /* first values of settings, switches and the like */
    crossing_commit, /* before each launch */
    crossing_launched, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status crossing_open(crossing *p, const vg_config *config, const crossing_data *data)
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
    storage.disabled = p->disabled;
    return vg_open(&p->rt, &crossing_desc, config, &storage);
}

vg_status crossing_close(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status crossing_set_timeout(crossing *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status crossing_abandon(crossing *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int crossing_is_open(const crossing *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

int32_t *crossing_x(crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (int32_t *)(void *)&p->rt.pinned[CROSSING_X_UP];
}

int32_t *crossing_z(crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (int32_t *)(void *)&p->rt.pinned[CROSSING_Z_UP];
}

int32_t *crossing_c(crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (int32_t *)(void *)&p->rt.pinned[CROSSING_C_UP];
}

uint8_t *crossing_letters(crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (uint8_t *)(void *)&p->rt.pinned[CROSSING_LETTERS_UP];
}

int32_t *crossing_table(crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (int32_t *)(void *)&p->rt.pinned[CROSSING_TABLE_UP];
}

vg_status crossing_changed_table(crossing *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!crossing_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "crossing_changed_table needs an open program: call crossing_open first", 0u, 0u);
    }
    p->changed.table = 1u;
    return VG_OK;
}

int32_t *crossing_sum(crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (int32_t *)(void *)&p->rt.pinned[CROSSING_SUM_UP];
}

vg_status crossing_changed_sum(crossing *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!crossing_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "crossing_changed_sum needs an open program: call crossing_open first", 0u, 0u);
    }
    p->changed.sum = 1u;
    return VG_OK;
}

const int32_t *crossing_sum_out(const crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (const int32_t *)(const void *)&p->rt.pinned[CROSSING_SUM_DOWN];
}

vg_status crossing_want_sum(crossing *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!crossing_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "crossing_want_sum needs an open program: call crossing_open first", 0u, 0u);
    }
    p->wanted.sum = 1u;
    return VG_OK;
}

const int32_t *crossing_w(const crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (const int32_t *)(const void *)&p->rt.pinned[CROSSING_W_DOWN];
}

const int32_t *crossing_v(const crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (const int32_t *)(const void *)&p->rt.pinned[CROSSING_V_DOWN];
}

const int32_t *crossing_last(const crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (const int32_t *)(const void *)&p->rt.pinned[CROSSING_LAST_DOWN];
}

vg_status crossing_want_last(crossing *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!crossing_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "crossing_want_last needs an open program: call crossing_open first", 0u, 0u);
    }
    p->wanted.last = 1u;
    return VG_OK;
}

const int32_t *crossing_said(const crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (const int32_t *)(const void *)&p->rt.pinned[CROSSING_SAID_DOWN];
}

const uint8_t *crossing_echo(const crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (const uint8_t *)(const void *)&p->rt.pinned[CROSSING_ECHO_DOWN];
}

const int32_t *crossing_quick(const crossing *p)
{
    if (!crossing_is_open(p)) {
        return NULL;
    }
    return (const int32_t *)(const void *)&p->rt.pinned[CROSSING_QUICK_DOWN];
}

vg_status crossing_set_gain(crossing *p, int32_t value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!crossing_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "crossing_set_gain needs an open program: call crossing_open first", 0u, 0u);
    }
    p->setting.gain = value;
    return VG_OK;
}

int32_t crossing_gain(const crossing *p)
{
    return (p == NULL) ? (int32_t)0 : p->setting.gain;
}

vg_status crossing_set_bias(crossing *p, int32_t value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!crossing_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "crossing_set_bias needs an open program: call crossing_open first", 0u, 0u);
    }
    p->setting.bias = value;
    return VG_OK;
}

int32_t crossing_bias(const crossing *p)
{
    return (p == NULL) ? (int32_t)0 : p->setting.bias;
}

vg_status crossing_all_start(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, CROSSING_GRAPH_all);
}

vg_status crossing_all_replay(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, CROSSING_GRAPH_all);
}

vg_status crossing_all_replay_timed(crossing *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, CROSSING_GRAPH_all, times);
}

vg_status crossing_all_step(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, CROSSING_GRAPH_all);
}

vg_status crossing_all_profile(crossing *p, uint32_t replays, crossing_all_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = CROSSING_ALL_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, CROSSING_GRAPH_all, replays, &pointers);
}

const char *crossing_all_node_title(unsigned node)
{
    return (node < CROSSING_ALL_NODES) ? crossing_titles[node] : NULL;
}

vg_status crossing_some_start(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, CROSSING_GRAPH_some);
}

vg_status crossing_some_replay(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, CROSSING_GRAPH_some);
}

vg_status crossing_some_replay_timed(crossing *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, CROSSING_GRAPH_some, times);
}

vg_status crossing_some_step(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, CROSSING_GRAPH_some);
}

vg_status crossing_some_profile(crossing *p, uint32_t replays, crossing_some_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = CROSSING_SOME_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, CROSSING_GRAPH_some, replays, &pointers);
}

const char *crossing_some_node_title(unsigned node)
{
    return (node < CROSSING_SOME_NODES) ? crossing_titles[CROSSING_SOME_NODE_upload + node] : NULL;
}

vg_status crossing_poll(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status crossing_finish(crossing *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status crossing_reset(crossing *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status crossing_save(crossing *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status crossing_restore(crossing *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *crossing_stats(const crossing *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, crossing_graphs, p->graph, 2u);
}

const vg_stats *crossing_all_stats(const crossing *p)
{
    return (p == NULL) ? NULL : vg_sum_graph(&crossing_graphs[CROSSING_GRAPH_all], &p->graph[CROSSING_GRAPH_all]);
}

const vg_stats *crossing_some_stats(const crossing *p)
{
    return (p == NULL) ? NULL : vg_sum_graph(&crossing_graphs[CROSSING_GRAPH_some], &p->graph[CROSSING_GRAPH_some]);
}

const vg_detail *crossing_detail(const crossing *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
