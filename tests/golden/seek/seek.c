/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* seek.c - program "seek": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from seek.yaml. Do not edit: change the spec and generate again. */
#include "seek.h"

#if VGGEN_seek_STAMP != 0x0123456789abcdef
#error "seek.c and seek.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#if CUDA_VERSION < 12080
#error "this program has an else or a switch on the device, which needs the headers of CUDA 12.8 or later"
#endif
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 2048 bytes; apart, its buffers would take 2560. */
#define SEEK_X_AT                        0u /* [0, 256) input f32 [64] */
#define SEEK_PICK_AT                   256u /* [256, 260) input u32 [1] */
#define SEEK_DONE_AT                   512u /* [512, 516) output u32 [1] */
#define SEEK_COOL_PASSES_AT            768u /* [768, 772) output u32 [1] */
#define SEEK_NEAR_AT                  1024u /* [1024, 1280) scratch f32 [64] */
#define SEEK_SEEN_AT                  1280u /* [1280, 1292) state u32 [3] */
#define SEEK_REST_AT                  1536u /* [1536, 1540) scratch u32 [1]; shares bytes with y, vg_one */
#define SEEK_Y_AT                     1536u /* [1536, 1792) output f32 [64]; shares bytes with rest, vg_one */
#define SEEK_VG_ONE_AT                1536u /* [1536, 1540) scratch u32 [1]; shares bytes with rest, y */
#define SEEK_FAR_AT                   1792u /* [1792, 2048) scratch f32 [64] */

/* Pinned memory: one allocation of 1536 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define SEEK_X_UP                        0u /* [0, 256) input f32 [64] */
#define SEEK_PICK_UP                   256u /* [256, 260) input u32 [1] */
#define SEEK_Y_DOWN                    512u /* [512, 768) output f32 [64] */
#define SEEK_DONE_DOWN                 768u /* [768, 772) output u32 [1] */
#define SEEK_COOL_PASSES_DOWN         1024u /* [1024, 1028) output u32 [1] */
#define SEEK_COMPLETION               1280u /* [1280, 1536) the runtime's */

/* Kernels. */
enum {
    SEEK_KERNEL_climb,
    SEEK_KERNEL_fold,
    SEEK_KERNEL_halve,
    SEEK_KERNEL_judge,
    SEEK_KERNEL_lift,
    SEEK_KERNEL_vg_loop_begin,
    SEEK_KERNEL_vg_loop_half,
    SEEK_KERNEL_vg_loop_next,
    SEEK_KERNEL_vg_loop_odd,
    SEEK_KERNEL_vg_choose_if,
    SEEK_KERNEL_vg_loop_limit,
    SEEK_KERNEL_vg_choose_case,
    SEEK_KERNEL_vg_copy,
    SEEK_KERNEL_vg_fill,
    SEEK_KERNEL_vg_copy_pieces,
    SEEK_KERNEL_vg_end,
    SEEK_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    SEEK_GRAPH_main,
};

/* Conditions: what decides whether, and which, bodies of a node run. */
enum {
    SEEK_CONDITION_more, /* of cool in main_if_rest_else */
    SEEK_CONDITION_hot, /* of if_hot in main */
    SEEK_CONDITION_vg_go, /* of seek in main */
    SEEK_CONDITION_vg_go_2, /* of if in main_seek_do */
    SEEK_CONDITION_vg_go_3, /* of if_2 in main */
    SEEK_CONDITION_vg_go_4, /* of if_rest in main */
    SEEK_CONDITION_vg_go_5, /* of switch_pick in main */
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    SEEK_NODE_begin,
    SEEK_NODE_upload,
    SEEK_NODE_clear_cool_passes,
    SEEK_NODE_copy_x_near,
    SEEK_NODE_fill_rest,
    SEEK_NODE_vg_loop_begin,
    SEEK_NODE_seek,
    SEEK_NODE_vg_loop_odd,
    SEEK_NODE_if_2,
    SEEK_NODE_vg_choose_if,
    SEEK_NODE_if_rest,
    SEEK_NODE_vg_choose_case,
    SEEK_NODE_switch_pick,
    SEEK_NODE_judge,
    SEEK_NODE_if_hot,
    SEEK_NODE_copy_near_y,
    SEEK_NODE_download,
    SEEK_NODE_end,
};

/* Nodes of body "main_seek_do", in the order in which they are added. */
enum {
    SEEK_MAIN_SEEK_DO_NODE_climb = 18,
    SEEK_MAIN_SEEK_DO_NODE_vg_loop_half,
    SEEK_MAIN_SEEK_DO_NODE_if,
};

/* Nodes of body "main_if_do", in the order in which they are added. */
enum {
    SEEK_MAIN_IF_DO_NODE_climb_2 = 21,
    SEEK_MAIN_IF_DO_NODE_vg_loop_next,
};

/* Nodes of body "main_if_2_do", in the order in which they are added. */
enum {
    SEEK_MAIN_IF_2_DO_NODE_copy_far_near = 23,
};

/* Nodes of body "main_if_rest_do", in the order in which they are added. */
enum {
    SEEK_MAIN_IF_REST_DO_NODE_fold = 24,
};

/* Nodes of body "main_if_rest_else", in the order in which they are added. */
enum {
    SEEK_MAIN_IF_REST_ELSE_NODE_fill_vg_one = 25,
    SEEK_MAIN_IF_REST_ELSE_NODE_vg_loop_begin_2,
    SEEK_MAIN_IF_REST_ELSE_NODE_cool,
};

/* Nodes of body "main_cool_do", in the order in which they are added. */
enum {
    SEEK_MAIN_COOL_DO_NODE_halve = 28,
    SEEK_MAIN_COOL_DO_NODE_vg_loop_limit,
};

/* Nodes of body "main_switch_pick_case_0", in the order in which they are added. */
enum {
    SEEK_MAIN_SWITCH_PICK_CASE_0_NODE_lift = 30,
};

/* Nodes of body "main_switch_pick_case_1", in the order in which they are added. */
enum {
    SEEK_MAIN_SWITCH_PICK_CASE_1_NODE_fill_near = 31,
};

/* Nodes of body "main_switch_pick_case_2", in the order in which they are added. */
enum {
    SEEK_MAIN_SWITCH_PICK_CASE_2_NODE_lift_2 = 32,
};

/* Nodes of body "main_if_hot_do", in the order in which they are added. */
enum {
    SEEK_MAIN_IF_HOT_DO_NODE_lift_3 = 33,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(seek, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(seek, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(seek, kernel) == 17u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(seek, node) == 34u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(seek, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(seek, condition) == 7u, condition_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((SEEK_COMPLETION + VG_COMPLETION_BYTES) == SEEK_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((SEEK_X_AT % 256u) == 0u) && ((SEEK_X_AT + SEEK_X_BYTES) <= SEEK_DEVICE_BYTES),
    x_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_X_UP % 256u) == 0u) && ((SEEK_X_UP + SEEK_X_BYTES) <= SEEK_COMPLETION),
    x_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SEEK_NEAR_AT % 256u) == 0u) && ((SEEK_NEAR_AT + 256u) <= SEEK_DEVICE_BYTES),
    near_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_FAR_AT % 256u) == 0u) && ((SEEK_FAR_AT + 256u) <= SEEK_DEVICE_BYTES),
    far_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_REST_AT % 256u) == 0u) && ((SEEK_REST_AT + 4u) <= SEEK_DEVICE_BYTES),
    rest_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_PICK_AT % 256u) == 0u) && ((SEEK_PICK_AT + SEEK_PICK_BYTES) <= SEEK_DEVICE_BYTES),
    pick_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_PICK_UP % 256u) == 0u) && ((SEEK_PICK_UP + SEEK_PICK_BYTES) <= SEEK_COMPLETION),
    pick_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SEEK_SEEN_AT % 256u) == 0u) && ((SEEK_SEEN_AT + 12u) <= SEEK_DEVICE_BYTES),
    seen_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_Y_AT % 256u) == 0u) && ((SEEK_Y_AT + SEEK_Y_BYTES) <= SEEK_DEVICE_BYTES),
    y_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_Y_DOWN % 256u) == 0u) && ((SEEK_Y_DOWN + SEEK_Y_BYTES) <= SEEK_COMPLETION),
    y_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SEEK_DONE_AT % 256u) == 0u) && ((SEEK_DONE_AT + SEEK_DONE_BYTES) <= SEEK_DEVICE_BYTES),
    done_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_DONE_DOWN % 256u) == 0u) && ((SEEK_DONE_DOWN + SEEK_DONE_BYTES) <= SEEK_COMPLETION),
    done_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SEEK_COOL_PASSES_AT % 256u) == 0u) && ((SEEK_COOL_PASSES_AT + SEEK_COOL_PASSES_BYTES) <=
    SEEK_DEVICE_BYTES),
    cool_passes_lies_in_device_memory);
VG_STATIC_ASSERT(((SEEK_COOL_PASSES_DOWN % 256u) == 0u) && ((SEEK_COOL_PASSES_DOWN + SEEK_COOL_PASSES_BYTES) <=
    SEEK_COMPLETION),
    cool_passes_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SEEK_VG_ONE_AT % 256u) == 0u) && ((SEEK_VG_ONE_AT + 4u) <= SEEK_DEVICE_BYTES),
    vg_one_lies_in_device_memory);
VG_STATIC_ASSERT(SEEK_X_BYTES == (SEEK_X_COUNT * sizeof(float)), x_has_whole_elements);
VG_STATIC_ASSERT(SEEK_PICK_BYTES == (SEEK_PICK_COUNT * sizeof(uint32_t)), pick_has_whole_elements);
VG_STATIC_ASSERT(SEEK_Y_BYTES == (SEEK_Y_COUNT * sizeof(float)), y_has_whole_elements);
VG_STATIC_ASSERT(SEEK_DONE_BYTES == (SEEK_DONE_COUNT * sizeof(uint32_t)), done_has_whole_elements);
VG_STATIC_ASSERT(SEEK_COOL_PASSES_BYTES == (SEEK_COOL_PASSES_COUNT * sizeof(uint32_t)), cool_passes_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t seek_params_climb[] = {
    8u, /* from: in f32* */
    8u, /* to: out f32* */
    8u, /* rest: out u32* */
};

static const uint32_t seek_params_fold[] = {
    8u, /* x: inout f32* */
};

static const uint32_t seek_params_halve[] = {
    8u, /* x: inout f32* */
    8u, /* more: condition */
};

static const uint32_t seek_params_judge[] = {
    8u, /* x: in f32* */
    4u, /* limit: value f32 */
    8u, /* hot: condition */
};

static const uint32_t seek_params_lift[] = {
    8u, /* x: inout f32* */
    4u, /* by: value f32 */
    8u, /* seen: inout u32* */
};

static const uint32_t seek_params_vg_loop_begin[] = {
    8u, /* passes: out u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    4u, /* first: value u32 */
};

static const uint32_t seek_params_vg_loop_half[] = {
    8u, /* passes: inout u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    8u, /* more: condition */
    4u, /* max: value u32 */
};

static const uint32_t seek_params_vg_loop_next[] = {
    8u, /* passes: inout u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    4u, /* max: value u32 */
};

static const uint32_t seek_params_vg_loop_odd[] = {
    8u, /* passes: in u32* */
    8u, /* odd: condition */
};

static const uint32_t seek_params_vg_choose_if[] = {
    8u, /* flag: in u32* */
    8u, /* go: condition */
};

static const uint32_t seek_params_vg_loop_limit[] = {
    8u, /* passes: inout u32* */
    8u, /* go: condition */
    4u, /* max: value u32 */
};

static const uint32_t seek_params_vg_choose_case[] = {
    8u, /* pick: in u32* */
    8u, /* go: condition */
};

static const uint32_t seek_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t seek_params_vg_fill[] = {
    8u, /* to: out u8* */
    8u, /* pattern: value u64 */
    8u, /* bytes: value u64 */
};

static const uint32_t seek_params_vg_copy_pieces[] = {
    1536u, /* pieces: value vg_pieces */
    4u, /* count: value u32 */
};

static const uint32_t seek_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content seek_contents[] = {
    {0, 1, SEEK_SEEN_AT, 12u, NULL, -1, 1u, 0x0u, 0x0u}, /* seen: every element 0 */
};

/* Gives every setting the value of the spec. */
static void seek_first_settings(struct seek_settings *setting)
{
    setting->limit = 100.0f;
}

#ifndef VG_WITHOUT_CUDA

/* A launch of climb as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct seek_launch_climb {
    struct {
        CUdeviceptr from;
        CUdeviceptr to;
        CUdeviceptr rest;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_climb(const seek *p, struct seek_launch_climb *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.from;
    launch->pointers[1] = &launch->argument.to;
    launch->pointers[2] = &launch->argument.rest;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_climb];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of fold as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct seek_launch_fold {
    struct {
        CUdeviceptr x;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_fold(const seek *p, struct seek_launch_fold *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_fold];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of halve as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct seek_launch_halve {
    struct {
        CUdeviceptr x;
        CUgraphConditionalHandle more;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_halve(const seek *p, struct seek_launch_halve *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.more;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_halve];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of judge as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct seek_launch_judge {
    struct {
        CUdeviceptr x;
        float limit;
        CUgraphConditionalHandle hot;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_judge(const seek *p, struct seek_launch_judge *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.limit;
    launch->pointers[2] = &launch->argument.hot;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_judge];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of lift as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct seek_launch_lift {
    struct {
        CUdeviceptr x;
        float by;
        CUdeviceptr seen;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_lift(const seek *p, struct seek_launch_lift *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.by;
    launch->pointers[2] = &launch->argument.seen;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_lift];
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
struct seek_launch_vg_loop_begin {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
        uint32_t first;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_loop_begin(const seek *p, struct seek_launch_vg_loop_begin *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.first;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_loop_begin];
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
struct seek_launch_vg_loop_half {
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

static void seek_begin_vg_loop_half(const seek *p, struct seek_launch_vg_loop_half *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.more;
    launch->pointers[4] = &launch->argument.max;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_loop_half];
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
struct seek_launch_vg_loop_next {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
        uint32_t max;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_loop_next(const seek *p, struct seek_launch_vg_loop_next *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.max;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_loop_next];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_loop_odd as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct seek_launch_vg_loop_odd {
    struct {
        CUdeviceptr passes;
        CUgraphConditionalHandle odd;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_loop_odd(const seek *p, struct seek_launch_vg_loop_odd *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.odd;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_loop_odd];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_choose_if as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct seek_launch_vg_choose_if {
    struct {
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_choose_if(const seek *p, struct seek_launch_vg_choose_if *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.flag;
    launch->pointers[1] = &launch->argument.go;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_choose_if];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_loop_limit as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks
 * and threads. */
struct seek_launch_vg_loop_limit {
    struct {
        CUdeviceptr passes;
        CUgraphConditionalHandle go;
        uint32_t max;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_loop_limit(const seek *p, struct seek_launch_vg_loop_limit *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.go;
    launch->pointers[2] = &launch->argument.max;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_loop_limit];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_choose_case as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks
 * and threads. */
struct seek_launch_vg_choose_case {
    struct {
        CUdeviceptr pick;
        CUgraphConditionalHandle go;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_choose_case(const seek *p, struct seek_launch_vg_choose_case *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.pick;
    launch->pointers[1] = &launch->argument.go;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_choose_case];
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
struct seek_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_copy(const seek *p, struct seek_launch_vg_copy *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_copy];
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
struct seek_launch_vg_fill {
    struct {
        CUdeviceptr to;
        uint64_t pattern;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_fill(const seek *p, struct seek_launch_vg_fill *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.pattern;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_fill];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_copy_pieces as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks
 * and threads. */
struct seek_launch_vg_copy_pieces {
    struct {
        uint32_t count;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_copy_pieces(seek *p, struct seek_launch_vg_copy_pieces *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    (void)memset(&p->pieces, 0, sizeof p->pieces);
    launch->pointers[0] = &p->pieces;
    launch->pointers[1] = &launch->argument.count;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_copy_pieces];
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
struct seek_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_end(const seek *p, struct seek_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_end];
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
struct seek_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void seek_begin_vg_begin(const seek *p, struct seek_launch_vg_begin *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[SEEK_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union seek_scratch {
    struct seek_launch_climb launch_climb;
    struct seek_launch_fold launch_fold;
    struct seek_launch_halve launch_halve;
    struct seek_launch_judge launch_judge;
    struct seek_launch_lift launch_lift;
    struct seek_launch_vg_loop_begin launch_vg_loop_begin;
    struct seek_launch_vg_loop_half launch_vg_loop_half;
    struct seek_launch_vg_loop_next launch_vg_loop_next;
    struct seek_launch_vg_loop_odd launch_vg_loop_odd;
    struct seek_launch_vg_choose_if launch_vg_choose_if;
    struct seek_launch_vg_loop_limit launch_vg_loop_limit;
    struct seek_launch_vg_choose_case launch_vg_choose_case;
    struct seek_launch_vg_copy launch_vg_copy;
    struct seek_launch_vg_fill launch_vg_fill;
    struct seek_launch_vg_copy_pieces launch_vg_copy_pieces;
    struct seek_launch_vg_end launch_vg_end;
    struct seek_launch_vg_begin launch_vg_begin;
    CUgraphNodeParams params;
};

/* A condition of the graph or body that is built, with its value when a replay begins, and the step that it is for. */
static vg_status seek_make_condition(seek *p, CUgraph to, unsigned number, unsigned start,
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

/* ---- body "main_if_hot_do" of if_hot in graph "main": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status seek_build_main_if_hot_do(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, lift_3, seek.yaml:77: launch lift(near, 1000.0, seen + 8), 1 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: -
     * before: - */
    seek_begin_lift(p, &scratch->launch_lift, 1u, 1u, 1u, SEEK_N, 1u, 1u);
    scratch->launch_lift.argument.x = device + SEEK_NEAR_AT;
    scratch->launch_lift.argument.by = 1000.0f;
    scratch->launch_lift.argument.seen = device + SEEK_SEEN_AT + 8u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_lift.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_HOT_DO_NODE_lift_3, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_switch_pick_case_2" of switch_pick in graph "main": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status seek_build_main_switch_pick_case_2(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, lift_2, seek.yaml:71: launch lift(near, -1.0, seen + 4), 1 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: -
     * before: - */
    seek_begin_lift(p, &scratch->launch_lift, 1u, 1u, 1u, SEEK_N, 1u, 1u);
    scratch->launch_lift.argument.x = device + SEEK_NEAR_AT;
    scratch->launch_lift.argument.by = -1.0f;
    scratch->launch_lift.argument.seen = device + SEEK_SEEN_AT + 4u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_lift.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_SWITCH_PICK_CASE_2_NODE_lift_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_switch_pick_case_1" of switch_pick in graph "main": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status seek_build_main_switch_pick_case_1(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, fill_near, seek.yaml:70: fill near by vg_fill, 64 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: - */
    seek_begin_vg_fill(p, &scratch->launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch->launch_vg_fill.argument.to = device + SEEK_NEAR_AT;
    scratch->launch_vg_fill.argument.pattern = 0x0u;
    scratch->launch_vg_fill.argument.bytes = 256u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_SWITCH_PICK_CASE_1_NODE_fill_near, node, (int)result,
        "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_switch_pick_case_0" of switch_pick in graph "main": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status seek_build_main_switch_pick_case_0(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, lift, seek.yaml:68: launch lift(near, 1.0, seen), 1 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: -
     * before: - */
    seek_begin_lift(p, &scratch->launch_lift, 1u, 1u, 1u, SEEK_N, 1u, 1u);
    scratch->launch_lift.argument.x = device + SEEK_NEAR_AT;
    scratch->launch_lift.argument.by = 1.0f;
    scratch->launch_lift.argument.seen = device + SEEK_SEEN_AT;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_lift.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_SWITCH_PICK_CASE_0_NODE_lift, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_cool_do" of cool in body "main_if_rest_else": nodes 2, edges 1, longest path 2, widest level 1 ---- */

static vg_status seek_build_main_cool_do(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, halve, seek.yaml:64: launch halve(near, more), 1 x 1 x 1 blocks of 64 x 1 x 1 threads, priority -1.
     * after: -
     * before: vg_loop_limit */
    seek_begin_halve(p, &scratch->launch_halve, 1u, 1u, 1u, SEEK_N, 1u, 1u);
    scratch->launch_halve.argument.x = device + SEEK_NEAR_AT;
    scratch->launch_halve.argument.more = p->condition[SEEK_CONDITION_more];
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_halve.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_COOL_DO_NODE_halve, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }
    status = vg_node_priority(&p->rt, SEEK_MAIN_COOL_DO_NODE_halve, -1);
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, vg_loop_limit, seek.yaml:59: launch vg_loop_limit(cool_passes, more, 4), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: halve
     * before: - */
    seek_begin_vg_loop_limit(p, &scratch->launch_vg_loop_limit, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_limit.argument.passes = device + SEEK_COOL_PASSES_AT;
    scratch->launch_vg_loop_limit.argument.go = p->condition[SEEK_CONDITION_more];
    scratch->launch_vg_loop_limit.argument.max = 4u;
    after[0] = (CUgraphNode)p->node[SEEK_MAIN_COOL_DO_NODE_halve];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_limit.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_COOL_DO_NODE_vg_loop_limit, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_if_rest_else" of if_rest in graph "main": nodes 3, edges 2, longest path 3, widest level 1 ---- */

static vg_status seek_build_main_if_rest_else(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    const CUgraph *bodies;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    status = seek_make_condition(p, to, SEEK_CONDITION_more, 0u,
        "cool");
    if (status != VG_OK) {
        return status;
    }

    /* Node 0, fill_vg_one, seek.yaml:59: fill vg_one by vg_fill, 1 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: vg_loop_begin_2 */
    seek_begin_vg_fill(p, &scratch->launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch->launch_vg_fill.argument.to = device + SEEK_VG_ONE_AT;
    scratch->launch_vg_fill.argument.pattern = 0x100000001u;
    scratch->launch_vg_fill.argument.bytes = 4u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_REST_ELSE_NODE_fill_vg_one, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, vg_loop_begin_2, seek.yaml:59: launch vg_loop_begin(cool_passes, vg_one, more, 1), 1 x 1 x 1 blocks of 1
     * x 1 x 1 threads.
     * after: fill_vg_one
     * before: cool */
    seek_begin_vg_loop_begin(p, &scratch->launch_vg_loop_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_begin.argument.passes = device + SEEK_COOL_PASSES_AT;
    scratch->launch_vg_loop_begin.argument.flag = device + SEEK_VG_ONE_AT;
    scratch->launch_vg_loop_begin.argument.go = p->condition[SEEK_CONDITION_more];
    scratch->launch_vg_loop_begin.argument.first = 1u;
    after[0] = (CUgraphNode)p->node[SEEK_MAIN_IF_REST_ELSE_NODE_fill_vg_one];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_begin.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_REST_ELSE_NODE_vg_loop_begin_2, node, (int)result,
        "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, cool, seek.yaml:59: while more is not 0, at most 4 passes: body main_cool_do.
     * after: vg_loop_begin_2
     * before: - */
    (void)memset(&scratch->params, 0, sizeof scratch->params);
    scratch->params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch->params.conditional.handle = p->condition[SEEK_CONDITION_more];
    scratch->params.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    scratch->params.conditional.size = 1u;
    scratch->params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[SEEK_MAIN_IF_REST_ELSE_NODE_vg_loop_begin_2];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 1, &scratch->params);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_REST_ELSE_NODE_cool, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch->params.conditional.phGraph_out;
    status = seek_build_main_cool_do(p, bodies[0], scratch);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_if_rest_do" of if_rest in graph "main": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status seek_build_main_if_rest_do(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, fold, seek.yaml:56: launch fold(near), 2 x 1 x 1 blocks of 32 x 1 x 1 threads, cooperative.
     * after: -
     * before: - */
    seek_begin_fold(p, &scratch->launch_fold, 2u, 1u, 1u, 32u, 1u, 1u);
    scratch->launch_fold.argument.x = device + SEEK_NEAR_AT;
    status = vg_check_cooperative(&p->rt, SEEK_MAIN_IF_REST_DO_NODE_fold, &scratch->launch_fold.kernel, 2u, 0u);
    if (status != VG_OK) {
        return status;
    }
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_fold.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_REST_DO_NODE_fold, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }
    status = vg_node_cooperative(&p->rt, SEEK_MAIN_IF_REST_DO_NODE_fold);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_if_2_do" of if_2 in graph "main": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status seek_build_main_if_2_do(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, copy_far_near, seek.yaml:50: copy far to near by vg_copy, 256 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: - */
    seek_begin_vg_copy(p, &scratch->launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch->launch_vg_copy.argument.to = device + SEEK_NEAR_AT;
    scratch->launch_vg_copy.argument.from = device + SEEK_FAR_AT;
    scratch->launch_vg_copy.argument.bytes = 256u;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_2_DO_NODE_copy_far_near, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_if_do" of if in body "main_seek_do": nodes 2, edges 1, longest path 2, widest level 1 ---- */

static vg_status seek_build_main_if_do(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, climb_2, seek.yaml:52: launch climb(far, near, rest), 1 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: -
     * before: vg_loop_next */
    seek_begin_climb(p, &scratch->launch_climb, 1u, 1u, 1u, SEEK_N, 1u, 1u);
    scratch->launch_climb.argument.from = device + SEEK_FAR_AT;
    scratch->launch_climb.argument.to = device + SEEK_NEAR_AT;
    scratch->launch_climb.argument.rest = device + SEEK_REST_AT;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_climb.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_DO_NODE_climb_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, vg_loop_next, seek.yaml:46: launch vg_loop_next(done, rest, vg_go, 20), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: climb_2
     * before: - */
    seek_begin_vg_loop_next(p, &scratch->launch_vg_loop_next, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_next.argument.passes = device + SEEK_DONE_AT;
    scratch->launch_vg_loop_next.argument.flag = device + SEEK_REST_AT;
    scratch->launch_vg_loop_next.argument.go = p->condition[SEEK_CONDITION_vg_go];
    scratch->launch_vg_loop_next.argument.max = 20u;
    after[0] = (CUgraphNode)p->node[SEEK_MAIN_IF_DO_NODE_climb_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_next.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_IF_DO_NODE_vg_loop_next, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- body "main_seek_do" of seek in graph "main": nodes 3, edges 2, longest path 3, widest level 1 ---- */

static vg_status seek_build_main_seek_do(seek *p, CUgraph to, union seek_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    const CUgraph *bodies;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    status = seek_make_condition(p, to, SEEK_CONDITION_vg_go_2, 0u,
        "second pass of seek");
    if (status != VG_OK) {
        return status;
    }

    /* Node 0, climb, seek.yaml:52: launch climb(near, far, rest), 1 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: -
     * before: vg_loop_half */
    seek_begin_climb(p, &scratch->launch_climb, 1u, 1u, 1u, SEEK_N, 1u, 1u);
    scratch->launch_climb.argument.from = device + SEEK_NEAR_AT;
    scratch->launch_climb.argument.to = device + SEEK_FAR_AT;
    scratch->launch_climb.argument.rest = device + SEEK_REST_AT;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_climb.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_SEEK_DO_NODE_climb, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, vg_loop_half, seek.yaml:46: launch vg_loop_half(done, rest, vg_go, vg_go_2, 20), 1 x 1 x 1 blocks of 1 x
     * 1 x 1 threads.
     * after: climb
     * before: if */
    seek_begin_vg_loop_half(p, &scratch->launch_vg_loop_half, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_half.argument.passes = device + SEEK_DONE_AT;
    scratch->launch_vg_loop_half.argument.flag = device + SEEK_REST_AT;
    scratch->launch_vg_loop_half.argument.go = p->condition[SEEK_CONDITION_vg_go];
    scratch->launch_vg_loop_half.argument.more = p->condition[SEEK_CONDITION_vg_go_2];
    scratch->launch_vg_loop_half.argument.max = 20u;
    after[0] = (CUgraphNode)p->node[SEEK_MAIN_SEEK_DO_NODE_climb];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_half.kernel);
    status = vg_node_added(&p->rt, SEEK_MAIN_SEEK_DO_NODE_vg_loop_half, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, if, seek.yaml:46: if vg_go_2 is not 0: body main_if_do.
     * after: vg_loop_half
     * before: - */
    (void)memset(&scratch->params, 0, sizeof scratch->params);
    scratch->params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch->params.conditional.handle = p->condition[SEEK_CONDITION_vg_go_2];
    scratch->params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    scratch->params.conditional.size = 1u;
    scratch->params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[SEEK_MAIN_SEEK_DO_NODE_vg_loop_half];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 1, &scratch->params);
    status = vg_node_added(&p->rt, SEEK_MAIN_SEEK_DO_NODE_if, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch->params.conditional.phGraph_out;
    status = seek_build_main_if_do(p, bodies[0], scratch);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "main": nodes 18, edges 21, longest path 13, widest level 3 ---- */

/* Node 13, judge, follows limit: its launch with these values. */
static void seek_describe_main_judge(const seek *p, const struct seek_settings *setting,
    struct seek_launch_judge *launch)
{
    seek_begin_judge(p, launch, 1u, 1u, 1u, 1u, 1u, 1u);
    launch->argument.x = p->device[0] + SEEK_NEAR_AT;
    launch->argument.limit = setting->limit;
    launch->argument.hot = p->condition[SEEK_CONDITION_hot];
}

static vg_status seek_build_main(void *self, void *graph)
{
    seek *p = (seek *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union seek_scratch scratch;
    const CUgraph *bodies;
    CUgraphNode after[3];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    if (vg_commits_to_exec(&p->rt) != 0) {
        seek_first_settings(&p->committed[SEEK_GRAPH_main]);
        p->halfway[SEEK_GRAPH_main] = 0u;
    }
    p->graph[SEEK_GRAPH_main].traits = VG_HAS_CONDITIONAL | VG_HAS_PRIORITIES | VG_HAS_END;
    status = seek_make_condition(p, to, SEEK_CONDITION_vg_go, 0u,
        "seek");
    if (status != VG_OK) {
        return status;
    }
    status = seek_make_condition(p, to, SEEK_CONDITION_vg_go_3, 0u,
        "odd end of seek");
    if (status != VG_OK) {
        return status;
    }
    status = seek_make_condition(p, to, SEEK_CONDITION_vg_go_4, 0u,
        "if rest");
    if (status != VG_OK) {
        return status;
    }
    status = seek_make_condition(p, to, SEEK_CONDITION_vg_go_5, 0u,
        "switch pick");
    if (status != VG_OK) {
        return status;
    }
    status = seek_make_condition(p, to, SEEK_CONDITION_hot, 0u,
        "if hot");
    if (status != VG_OK) {
        return status;
    }

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload, clear_cool_passes, fill_rest */
    seek_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload, seek.yaml:33: upload x, pick by vg_copy, 260 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: begin
     * before: copy_x_near, vg_choose_case */
    seek_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SEEK_X_AT;
    scratch.launch_vg_copy.argument.from = pinned + SEEK_X_UP;
    scratch.launch_vg_copy.argument.bytes = SEEK_PICK_UP + SEEK_PICK_BYTES - SEEK_X_UP;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, clear_cool_passes, seek.yaml:59: fill cool_passes by vg_fill, 1 elements of 4 bytes, 1 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: begin
     * before: if_rest */
    seek_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + SEEK_COOL_PASSES_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = SEEK_COOL_PASSES_BYTES;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_clear_cool_passes, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, copy_x_near, seek.yaml:44: copy x to near by vg_copy, 256 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: upload
     * before: seek */
    seek_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SEEK_NEAR_AT;
    scratch.launch_vg_copy.argument.from = device + SEEK_X_AT;
    scratch.launch_vg_copy.argument.bytes = SEEK_X_BYTES;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_copy_x_near, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, fill_rest, seek.yaml:45: fill rest by vg_fill, 1 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: vg_loop_begin */
    seek_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + SEEK_REST_AT;
    scratch.launch_vg_fill.argument.pattern = 0x100000001u;
    scratch.launch_vg_fill.argument.bytes = 4u;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_fill_rest, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, vg_loop_begin, seek.yaml:46: launch vg_loop_begin(done, rest, vg_go, 0), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: fill_rest
     * before: seek */
    seek_begin_vg_loop_begin(p, &scratch.launch_vg_loop_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_loop_begin.argument.passes = device + SEEK_DONE_AT;
    scratch.launch_vg_loop_begin.argument.flag = device + SEEK_REST_AT;
    scratch.launch_vg_loop_begin.argument.go = p->condition[SEEK_CONDITION_vg_go];
    scratch.launch_vg_loop_begin.argument.first = 0u;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_fill_rest];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_loop_begin.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_vg_loop_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, seek, seek.yaml:46: while rest is not 0, at most 20 passes: body main_seek_do (condition vg_go).
     * after: copy_x_near, vg_loop_begin
     * before: vg_loop_odd, vg_choose_if */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[SEEK_CONDITION_vg_go];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    scratch.params.conditional.size = 1u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_copy_x_near];
    after[1] = (CUgraphNode)p->node[SEEK_NODE_vg_loop_begin];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 2, &scratch.params);
    status = vg_node_added(&p->rt, SEEK_NODE_seek, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = seek_build_main_seek_do(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, vg_loop_odd, seek.yaml:46: launch vg_loop_odd(done, vg_go_3), 1 x 1 x 1 blocks of 1 x 1 x 1 threads.
     * after: seek
     * before: if_2 */
    seek_begin_vg_loop_odd(p, &scratch.launch_vg_loop_odd, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_loop_odd.argument.passes = device + SEEK_DONE_AT;
    scratch.launch_vg_loop_odd.argument.odd = p->condition[SEEK_CONDITION_vg_go_3];
    after[0] = (CUgraphNode)p->node[SEEK_NODE_seek];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_loop_odd.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_vg_loop_odd, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, if_2, seek.yaml:46: if vg_go_3 is not 0: body main_if_2_do.
     * after: vg_loop_odd
     * before: if_rest */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[SEEK_CONDITION_vg_go_3];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    scratch.params.conditional.size = 1u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_vg_loop_odd];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 1, &scratch.params);
    status = vg_node_added(&p->rt, SEEK_NODE_if_2, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = seek_build_main_if_2_do(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, vg_choose_if, seek.yaml:54: launch vg_choose_if(rest, vg_go_4), 1 x 1 x 1 blocks of 1 x 1 x 1 threads.
     * after: seek
     * before: if_rest */
    seek_begin_vg_choose_if(p, &scratch.launch_vg_choose_if, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_choose_if.argument.flag = device + SEEK_REST_AT;
    scratch.launch_vg_choose_if.argument.go = p->condition[SEEK_CONDITION_vg_go_4];
    after[0] = (CUgraphNode)p->node[SEEK_NODE_seek];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_choose_if.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_vg_choose_if, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, if_rest, seek.yaml:54: if rest is not 0: body main_if_rest_do, else body main_if_rest_else (condition
     * vg_go_4).
     * after: clear_cool_passes, if_2, vg_choose_if
     * before: switch_pick */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[SEEK_CONDITION_vg_go_4];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    scratch.params.conditional.size = 2u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_clear_cool_passes];
    after[1] = (CUgraphNode)p->node[SEEK_NODE_if_2];
    after[2] = (CUgraphNode)p->node[SEEK_NODE_vg_choose_if];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 3, &scratch.params);
    status = vg_node_added(&p->rt, SEEK_NODE_if_rest, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = seek_build_main_if_rest_do(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }
    status = seek_build_main_if_rest_else(p, bodies[1], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 11, vg_choose_case, seek.yaml:66: launch vg_choose_case(pick, vg_go_5), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: upload
     * before: switch_pick */
    seek_begin_vg_choose_case(p, &scratch.launch_vg_choose_case, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_choose_case.argument.pick = device + SEEK_PICK_AT;
    scratch.launch_vg_choose_case.argument.go = p->condition[SEEK_CONDITION_vg_go_5];
    after[0] = (CUgraphNode)p->node[SEEK_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_choose_case.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_vg_choose_case, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 12, switch_pick, seek.yaml:66: switch by pick: 0: body main_switch_pick_case_0, 1: body
     * main_switch_pick_case_1, 2: body main_switch_pick_case_2, else nothing (condition vg_go_5).
     * after: if_rest, vg_choose_case
     * before: judge */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[SEEK_CONDITION_vg_go_5];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_SWITCH;
    scratch.params.conditional.size = 3u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_if_rest];
    after[1] = (CUgraphNode)p->node[SEEK_NODE_vg_choose_case];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 2, &scratch.params);
    status = vg_node_added(&p->rt, SEEK_NODE_switch_pick, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = seek_build_main_switch_pick_case_0(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }
    status = seek_build_main_switch_pick_case_1(p, bodies[1], &scratch);
    if (status != VG_OK) {
        return status;
    }
    status = seek_build_main_switch_pick_case_2(p, bodies[2], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 13, judge, seek.yaml:73: launch judge(near, limit, hot), 1 x 1 x 1 blocks of 1 x 1 x 1 threads.
     * after: switch_pick
     * before: if_hot */
    seek_describe_main_judge(p, &p->committed[SEEK_GRAPH_main], &scratch.launch_judge);
    after[0] = (CUgraphNode)p->node[SEEK_NODE_switch_pick];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_judge.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_judge, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 14, if_hot, seek.yaml:75: if hot is not 0: body main_if_hot_do.
     * after: judge
     * before: copy_near_y */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[SEEK_CONDITION_hot];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    scratch.params.conditional.size = 1u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_judge];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 1, &scratch.params);
    status = vg_node_added(&p->rt, SEEK_NODE_if_hot, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = seek_build_main_if_hot_do(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 15, copy_near_y, seek.yaml:79: copy near to y by vg_copy, 256 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: if_hot
     * before: download */
    seek_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SEEK_Y_AT;
    scratch.launch_vg_copy.argument.from = device + SEEK_NEAR_AT;
    scratch.launch_vg_copy.argument.bytes = SEEK_Y_BYTES;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_if_hot];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_copy_near_y, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 16, download, seek.yaml:42: download y, done, cool_passes by vg_copy_pieces, 516 bytes in 2 pieces, 1 x 1 x
     * 1 blocks of 256 x 1 x 1 threads.
     * after: copy_near_y
     * before: end */
    seek_begin_vg_copy_pieces(p, &scratch.launch_vg_copy_pieces, 1u, 1u, 1u, 256u, 1u, 1u);
    p->pieces.to[0] = pinned + SEEK_Y_DOWN;
    p->pieces.from[0] = device + SEEK_Y_AT;
    p->pieces.bytes[0] = SEEK_Y_BYTES;
    p->pieces.to[1] = pinned + SEEK_DONE_DOWN;
    p->pieces.from[1] = device + SEEK_DONE_AT;
    p->pieces.bytes[1] = 260u;
    scratch.launch_vg_copy_pieces.argument.count = 2u;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_copy_near_y];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy_pieces.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 17, end: launch vg_end(SEEK_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    seek_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + SEEK_COMPLETION;
    after[0] = (CUgraphNode)p->node[SEEK_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, SEEK_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status seek_commit_main(seek *p)
{
    union seek_scratch scratch;
    vg_status status;

    /* Node 13, judge: launch judge. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.limit, &p->committed[SEEK_GRAPH_main].limit, sizeof p->setting.limit) != 0) ||
        (p->halfway[SEEK_GRAPH_main] != 0u)) {
        seek_describe_main_judge(p, &p->setting, &scratch.launch_judge);
        status = vg_node_patch(&p->rt, SEEK_GRAPH_main, SEEK_NODE_judge, &scratch.launch_judge.kernel);
        if (status != VG_OK) {
            return status;
        }
    }

    if (vg_commits_to_exec(&p->rt) != 0) {
        p->committed[SEEK_GRAPH_main] = p->setting;
    }
    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status seek_commit(void *self, unsigned graph)
{
    seek *p = (seek *)self;
    vg_status status;

    switch (graph) {
    case SEEK_GRAPH_main:
        status = seek_commit_main(p);
        if (vg_commits_to_exec(&p->rt) != 0) {
            p->halfway[SEEK_GRAPH_main] = (status != VG_OK) ? 1u : 0u;
        }
        return status;
    default:
        return VG_OK;
    }
}

#else

static vg_status seek_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status seek_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void seek_reset_settings(void *self)
{
    seek *p = (seek *)self;

    seek_first_settings(&p->setting);
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel seek_kernels[] = {
    {"climb", "climb", 0u, 0u, 64u, 3u, seek_params_climb},
    {"fold", "fold", 0u, 0u, 32u, 1u, seek_params_fold},
    {"halve", "halve", 0u, 0u, 64u, 2u, seek_params_halve},
    {"judge", "judge", 0u, 0u, 1u, 3u, seek_params_judge},
    {"lift", "lift", 0u, 0u, 64u, 3u, seek_params_lift},
    {"vg_loop_begin", "vg_loop_begin", 0u, 0u, 1u, 4u, seek_params_vg_loop_begin},
    {"vg_loop_half", "vg_loop_half", 0u, 0u, 1u, 5u, seek_params_vg_loop_half},
    {"vg_loop_next", "vg_loop_next", 0u, 0u, 1u, 4u, seek_params_vg_loop_next},
    {"vg_loop_odd", "vg_loop_odd", 0u, 0u, 1u, 2u, seek_params_vg_loop_odd},
    {"vg_choose_if", "vg_choose_if", 0u, 0u, 1u, 2u, seek_params_vg_choose_if},
    {"vg_loop_limit", "vg_loop_limit", 0u, 0u, 1u, 3u, seek_params_vg_loop_limit},
    {"vg_choose_case", "vg_choose_case", 0u, 0u, 1u, 2u, seek_params_vg_choose_case},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, seek_params_vg_copy},
    {"vg_fill", "vg_fill", 0u, 0u, 256u, 3u, seek_params_vg_fill},
    {"vg_copy_pieces", "vg_copy_pieces", 0u, 0u, 256u, 2u, seek_params_vg_copy_pieces},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, seek_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t seek_arena_bytes[] = {
    SEEK_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char seek_vg_identity[] =
    "vggen 0.1.0 program seek run 0x0123456789abcdef"
    " spec sha256:26517232467ae4e11dd1d0d42d4df169116c73ec5d23294df43c7603dd241493"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char seek_spec[] = "seek.yaml";
static const uint32_t seek_lines[] = {
    0u, /* begin */
    33u, /* upload */
    59u, /* clear_cool_passes */
    44u, /* copy_x_near */
    45u, /* fill_rest */
    46u, /* vg_loop_begin */
    46u, /* seek */
    46u, /* vg_loop_odd */
    46u, /* if_2 */
    54u, /* vg_choose_if */
    54u, /* if_rest */
    66u, /* vg_choose_case */
    66u, /* switch_pick */
    73u, /* judge */
    75u, /* if_hot */
    79u, /* copy_near_y */
    42u, /* download */
    0u, /* end */
    52u, /* climb */
    46u, /* vg_loop_half */
    46u, /* if */
    52u, /* climb_2 */
    46u, /* vg_loop_next */
    50u, /* copy_far_near */
    56u, /* fold */
    59u, /* fill_vg_one */
    59u, /* vg_loop_begin_2 */
    59u, /* cool */
    64u, /* halve */
    59u, /* vg_loop_limit */
    68u, /* lift */
    70u, /* fill_near */
    71u, /* lift_2 */
    77u, /* lift_3 */
};

/* Title of each node in messages. */
static const char *const seek_titles[] = {
    "launch vg_begin",
    "upload x, pick",
    "clear cool_passes",
    "copy x -> near",
    "fill rest",
    "begin of seek",
    "seek",
    "odd end of seek",
    "odd end of seek",
    "choice of if rest",
    "if rest",
    "choice of switch pick",
    "switch pick",
    "launch judge",
    "if hot",
    "copy near -> y",
    "download y, done, cool_passes",
    "launch vg_end",
    "launch climb",
    "second pass of seek",
    "second pass of seek",
    "launch climb, swapped",
    "next pass of seek",
    "put back near",
    "launch fold",
    "flag of the first pass of cool",
    "begin of cool",
    "cool",
    "launch halve",
    "limit of cool",
    "launch lift",
    "fill near",
    "launch lift",
    "launch lift",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc seek_graphs[] = {
    {"main", 0u, 18u, seek_build_main, 1u, 1u, 260u, 264u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t seek_vg_stamp = VGGEN_seek_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc seek_desc = {
    VG_ABI,
    "seek",
    seek_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    seek_arena_bytes, 1u, /* device arenas */
    SEEK_PINNED_BYTES, /* bytes of pinned memory */
    seek_modules, 1u, /* modules */
    seek_kernels, 17u, /* kernels */
    seek_contents, 1u, /* first contents */
    seek_titles, 34u, /* nodes of all graphs */
    seek_lines, /* their lines in the spec */
    seek_spec, /* where the spec is */
    seek_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    seek_reset_settings, /* first values of settings, switches and the like */
    seek_commit, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status seek_open(seek *p, const vg_config *config, const seek_data *data)
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
    storage.conditions = p->condition;
    storage.condition_count = 7u;
    storage.rebuild = vg_rebuild;
    return vg_open(&p->rt, &seek_desc, config, &storage);
}

vg_status seek_close(seek *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status seek_set_timeout(seek *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status seek_abandon(seek *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int seek_is_open(const seek *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *seek_x(seek *p)
{
    if (!seek_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[SEEK_X_UP];
}

uint32_t *seek_pick(seek *p)
{
    if (!seek_is_open(p)) {
        return NULL;
    }
    return (uint32_t *)(void *)&p->rt.pinned[SEEK_PICK_UP];
}

const float *seek_y(const seek *p)
{
    if (!seek_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SEEK_Y_DOWN];
}

const uint32_t *seek_done(const seek *p)
{
    if (!seek_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[SEEK_DONE_DOWN];
}

const uint32_t *seek_cool_passes(const seek *p)
{
    if (!seek_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[SEEK_COOL_PASSES_DOWN];
}

vg_status seek_set_limit(seek *p, float value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!seek_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "seek_set_limit needs an open program: call seek_open first", 0u, 0u);
    }
    p->setting.limit = value;
    return VG_OK;
}

float seek_limit(const seek *p)
{
    return (p == NULL) ? (float)0 : p->setting.limit;
}

vg_status seek_start(seek *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, SEEK_GRAPH_main);
}

vg_status seek_replay(seek *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, SEEK_GRAPH_main);
}

vg_status seek_replay_timed(seek *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, SEEK_GRAPH_main, times);
}

vg_status seek_step(seek *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, SEEK_GRAPH_main);
}

vg_status seek_profile(seek *p, uint32_t replays, seek_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = SEEK_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, SEEK_GRAPH_main, replays, &pointers);
}

const char *seek_node_title(unsigned node)
{
    return (node < SEEK_NODES) ? seek_titles[node] : NULL;
}

vg_status seek_poll(seek *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status seek_finish(seek *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status seek_reset(seek *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status seek_save(seek *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status seek_restore(seek *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *seek_stats(const seek *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, seek_graphs, p->graph, 1u);
}

const vg_detail *seek_detail(const seek *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
