/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cg.c - program "cg": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from cg.yaml. Do not edit: change the spec and generate again. */
#include "cg.h"

#if VGGEN_cg_STAMP != 0x0123456789abcdef
#error "cg.c and cg.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#if CUDA_VERSION < 12030
#error "this program has conditional nodes, which need the headers of CUDA 12.3 or later"
#endif
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 67840 bytes. */
#define CG_TOLERANCE_AT               0u /* [0, 8) setting f64 [1] */
#define CG_B_AT                     256u /* [256, 13056) input f64 [40][40] */
#define CG_X_AT                   13056u /* [13056, 25856) output f64 [40][40] */
#define CG_RUNNING_AT             25856u /* [25856, 25860) output u32 [1] */
#define CG_HISTORY_AT             26112u /* [26112, 27400) output f64 [161] */
#define CG_ITERATIONS_AT          27648u /* [27648, 27652) output u32 [1] */
#define CG_R_AT                   27904u /* [27904, 40704) scratch f64 [1600] */
#define CG_P_AT                   40704u /* [40704, 53504) scratch f64 [1600] */
#define CG_Q_AT                   53504u /* [53504, 66304) scratch f64 [1600] */
#define CG_PQ_PARTS_AT            66304u /* [66304, 66320) scratch f64 [2] */
#define CG_RR_PARTS_AT            66560u /* [66560, 66576) scratch f64 [2] */
#define CG_RR_AT                  66816u /* [66816, 66824) scratch f64 [1] */
#define CG_LIMIT_AT               67072u /* [67072, 67080) scratch f64 [1] */
#define CG_BETA_AT                67328u /* [67328, 67336) scratch f64 [1] */
#define CG_VG_BLOCKS_AT           67584u /* [67584, 67588) scratch u32 [1] */

/* Pinned memory: one allocation of 28160 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define CG_TOLERANCE_UP               0u /* [0, 8) setting f64 [1] */
#define CG_B_UP                     256u /* [256, 13056) input f64 [40][40] */
#define CG_X_DOWN                 13056u /* [13056, 25856) output f64 [40][40] */
#define CG_RUNNING_DOWN           25856u /* [25856, 25860) output u32 [1] */
#define CG_HISTORY_DOWN           26112u /* [26112, 27400) output f64 [161] */
#define CG_ITERATIONS_DOWN        27648u /* [27648, 27652) output u32 [1] */
#define CG_COMPLETION             27904u /* [27904, 28160) the runtime's */

/* Kernels. */
enum {
    CG_KERNEL_start,
    CG_KERNEL_look,
    CG_KERNEL_apply,
    CG_KERNEL_improve,
    CG_KERNEL_judge,
    CG_KERNEL_turn,
    CG_KERNEL_vg_loop_begin,
    CG_KERNEL_vg_loop_count,
    CG_KERNEL_vg_loop_next,
    CG_KERNEL_vg_loop_end,
    CG_KERNEL_vg_copy,
    CG_KERNEL_vg_fill,
    CG_KERNEL_vg_end,
    CG_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    CG_GRAPH_main,
};

/* Conditions: what decides whether, and which, bodies of a node run. */
enum {
    CG_CONDITION_vg_go, /* of iterate in main */
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    CG_NODE_begin,
    CG_NODE_upload,
    CG_NODE_fill_history,
    CG_NODE_fill_pq_parts,
    CG_NODE_start,
    CG_NODE_look,
    CG_NODE_fill_iterations,
    CG_NODE_vg_loop_begin,
    CG_NODE_iterate,
    CG_NODE_vg_loop_end,
    CG_NODE_download,
    CG_NODE_end,
};

/* Nodes of body "main_iterate_do", in the order in which they are added. */
enum {
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count = 12,
    CG_MAIN_ITERATE_DO_NODE_apply,
    CG_MAIN_ITERATE_DO_NODE_improve,
    CG_MAIN_ITERATE_DO_NODE_judge,
    CG_MAIN_ITERATE_DO_NODE_turn,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_2,
    CG_MAIN_ITERATE_DO_NODE_apply_2,
    CG_MAIN_ITERATE_DO_NODE_improve_2,
    CG_MAIN_ITERATE_DO_NODE_judge_2,
    CG_MAIN_ITERATE_DO_NODE_turn_2,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_3,
    CG_MAIN_ITERATE_DO_NODE_apply_3,
    CG_MAIN_ITERATE_DO_NODE_improve_3,
    CG_MAIN_ITERATE_DO_NODE_judge_3,
    CG_MAIN_ITERATE_DO_NODE_turn_3,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_4,
    CG_MAIN_ITERATE_DO_NODE_apply_4,
    CG_MAIN_ITERATE_DO_NODE_improve_4,
    CG_MAIN_ITERATE_DO_NODE_judge_4,
    CG_MAIN_ITERATE_DO_NODE_turn_4,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_5,
    CG_MAIN_ITERATE_DO_NODE_apply_5,
    CG_MAIN_ITERATE_DO_NODE_improve_5,
    CG_MAIN_ITERATE_DO_NODE_judge_5,
    CG_MAIN_ITERATE_DO_NODE_turn_5,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_6,
    CG_MAIN_ITERATE_DO_NODE_apply_6,
    CG_MAIN_ITERATE_DO_NODE_improve_6,
    CG_MAIN_ITERATE_DO_NODE_judge_6,
    CG_MAIN_ITERATE_DO_NODE_turn_6,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_7,
    CG_MAIN_ITERATE_DO_NODE_apply_7,
    CG_MAIN_ITERATE_DO_NODE_improve_7,
    CG_MAIN_ITERATE_DO_NODE_judge_7,
    CG_MAIN_ITERATE_DO_NODE_turn_7,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_8,
    CG_MAIN_ITERATE_DO_NODE_apply_8,
    CG_MAIN_ITERATE_DO_NODE_improve_8,
    CG_MAIN_ITERATE_DO_NODE_judge_8,
    CG_MAIN_ITERATE_DO_NODE_turn_8,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_9,
    CG_MAIN_ITERATE_DO_NODE_apply_9,
    CG_MAIN_ITERATE_DO_NODE_improve_9,
    CG_MAIN_ITERATE_DO_NODE_judge_9,
    CG_MAIN_ITERATE_DO_NODE_turn_9,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_10,
    CG_MAIN_ITERATE_DO_NODE_apply_10,
    CG_MAIN_ITERATE_DO_NODE_improve_10,
    CG_MAIN_ITERATE_DO_NODE_judge_10,
    CG_MAIN_ITERATE_DO_NODE_turn_10,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_11,
    CG_MAIN_ITERATE_DO_NODE_apply_11,
    CG_MAIN_ITERATE_DO_NODE_improve_11,
    CG_MAIN_ITERATE_DO_NODE_judge_11,
    CG_MAIN_ITERATE_DO_NODE_turn_11,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_12,
    CG_MAIN_ITERATE_DO_NODE_apply_12,
    CG_MAIN_ITERATE_DO_NODE_improve_12,
    CG_MAIN_ITERATE_DO_NODE_judge_12,
    CG_MAIN_ITERATE_DO_NODE_turn_12,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_13,
    CG_MAIN_ITERATE_DO_NODE_apply_13,
    CG_MAIN_ITERATE_DO_NODE_improve_13,
    CG_MAIN_ITERATE_DO_NODE_judge_13,
    CG_MAIN_ITERATE_DO_NODE_turn_13,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_14,
    CG_MAIN_ITERATE_DO_NODE_apply_14,
    CG_MAIN_ITERATE_DO_NODE_improve_14,
    CG_MAIN_ITERATE_DO_NODE_judge_14,
    CG_MAIN_ITERATE_DO_NODE_turn_14,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_15,
    CG_MAIN_ITERATE_DO_NODE_apply_15,
    CG_MAIN_ITERATE_DO_NODE_improve_15,
    CG_MAIN_ITERATE_DO_NODE_judge_15,
    CG_MAIN_ITERATE_DO_NODE_turn_15,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_count_16,
    CG_MAIN_ITERATE_DO_NODE_apply_16,
    CG_MAIN_ITERATE_DO_NODE_improve_16,
    CG_MAIN_ITERATE_DO_NODE_judge_16,
    CG_MAIN_ITERATE_DO_NODE_turn_16,
    CG_MAIN_ITERATE_DO_NODE_vg_loop_next,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(cg, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(cg, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(cg, kernel) == 14u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(cg, node) == 93u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(cg, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(cg, condition) == 1u, condition_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((CG_COMPLETION + VG_COMPLETION_BYTES) == CG_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((CG_B_AT % 256u) == 0u) && ((CG_B_AT + CG_B_BYTES) <= CG_DEVICE_BYTES), b_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_B_UP % 256u) == 0u) && ((CG_B_UP + CG_B_BYTES) <= CG_COMPLETION), b_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CG_TOLERANCE_AT % 256u) == 0u) && ((CG_TOLERANCE_AT + 8u) <= CG_DEVICE_BYTES),
    tolerance_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_TOLERANCE_UP % 256u) == 0u) && ((CG_TOLERANCE_UP + 8u) <= CG_COMPLETION),
    tolerance_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((CG_X_AT % 256u) == 0u) && ((CG_X_AT + CG_X_BYTES) <= CG_DEVICE_BYTES), x_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_X_DOWN % 256u) == 0u) && ((CG_X_DOWN + CG_X_BYTES) <= CG_COMPLETION),
    x_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CG_R_AT % 256u) == 0u) && ((CG_R_AT + 12800u) <= CG_DEVICE_BYTES), r_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_P_AT % 256u) == 0u) && ((CG_P_AT + 12800u) <= CG_DEVICE_BYTES), p_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_Q_AT % 256u) == 0u) && ((CG_Q_AT + 12800u) <= CG_DEVICE_BYTES), q_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_PQ_PARTS_AT % 256u) == 0u) && ((CG_PQ_PARTS_AT + 16u) <= CG_DEVICE_BYTES),
    pq_parts_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_RR_PARTS_AT % 256u) == 0u) && ((CG_RR_PARTS_AT + 16u) <= CG_DEVICE_BYTES),
    rr_parts_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_RR_AT % 256u) == 0u) && ((CG_RR_AT + 8u) <= CG_DEVICE_BYTES), rr_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_LIMIT_AT % 256u) == 0u) && ((CG_LIMIT_AT + 8u) <= CG_DEVICE_BYTES), limit_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_BETA_AT % 256u) == 0u) && ((CG_BETA_AT + 8u) <= CG_DEVICE_BYTES), beta_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_RUNNING_AT % 256u) == 0u) && ((CG_RUNNING_AT + CG_RUNNING_BYTES) <= CG_DEVICE_BYTES),
    running_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_RUNNING_DOWN % 256u) == 0u) && ((CG_RUNNING_DOWN + CG_RUNNING_BYTES) <= CG_COMPLETION),
    running_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CG_HISTORY_AT % 256u) == 0u) && ((CG_HISTORY_AT + CG_HISTORY_BYTES) <= CG_DEVICE_BYTES),
    history_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_HISTORY_DOWN % 256u) == 0u) && ((CG_HISTORY_DOWN + CG_HISTORY_BYTES) <= CG_COMPLETION),
    history_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CG_ITERATIONS_AT % 256u) == 0u) && ((CG_ITERATIONS_AT + CG_ITERATIONS_BYTES) <= CG_DEVICE_BYTES),
    iterations_lies_in_device_memory);
VG_STATIC_ASSERT(((CG_ITERATIONS_DOWN % 256u) == 0u) && ((CG_ITERATIONS_DOWN + CG_ITERATIONS_BYTES) <= CG_COMPLETION),
    iterations_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((CG_VG_BLOCKS_AT % 256u) == 0u) && ((CG_VG_BLOCKS_AT + 4u) <= CG_DEVICE_BYTES),
    vg_blocks_lies_in_device_memory);
VG_STATIC_ASSERT(CG_B_BYTES == (CG_B_COUNT * sizeof(double)), b_has_whole_elements);
VG_STATIC_ASSERT(CG_X_BYTES == (CG_X_COUNT * sizeof(double)), x_has_whole_elements);
VG_STATIC_ASSERT(CG_RUNNING_BYTES == (CG_RUNNING_COUNT * sizeof(uint32_t)), running_has_whole_elements);
VG_STATIC_ASSERT(CG_HISTORY_BYTES == (CG_HISTORY_COUNT * sizeof(double)), history_has_whole_elements);
VG_STATIC_ASSERT(CG_ITERATIONS_BYTES == (CG_ITERATIONS_COUNT * sizeof(uint32_t)), iterations_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t cg_params_start[] = {
    8u, /* b: in f64* */
    8u, /* x: out f64* */
    8u, /* r: out f64* */
    8u, /* p: out f64* */
    8u, /* q: out f64* */
    8u, /* rr_parts: out f64* */
};

static const uint32_t cg_params_look[] = {
    8u, /* tolerance: in f64* */
    8u, /* rr_parts: in f64* */
    8u, /* rr: out f64* */
    8u, /* limit: out f64* */
    8u, /* beta: out f64* */
    8u, /* running: out u32* */
    8u, /* history: inout f64* */
};

static const uint32_t cg_params_apply[] = {
    8u, /* running: in u32* */
    8u, /* p: in f64* */
    8u, /* q: out_part f64* */
    8u, /* pq_parts: out_part f64* */
};

static const uint32_t cg_params_improve[] = {
    8u, /* running: in u32* */
    8u, /* rr: in f64* */
    8u, /* pq_parts: in f64* */
    8u, /* p: in f64* */
    8u, /* q: in f64* */
    8u, /* x: inout f64* */
    8u, /* r: inout f64* */
    8u, /* rr_parts: inout f64* */
};

static const uint32_t cg_params_judge[] = {
    8u, /* iterations: in u32* */
    8u, /* rr_parts: in f64* */
    8u, /* limit: in f64* */
    8u, /* rr: inout f64* */
    8u, /* beta: inout f64* */
    8u, /* running: inout u32* */
    8u, /* history: inout f64* */
};

static const uint32_t cg_params_turn[] = {
    8u, /* running: in u32* */
    8u, /* beta: in f64* */
    8u, /* r: in f64* */
    8u, /* p: inout f64* */
};

static const uint32_t cg_params_vg_loop_begin[] = {
    8u, /* passes: out u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    4u, /* first: value u32 */
};

static const uint32_t cg_params_vg_loop_count[] = {
    8u, /* passes: inout u32* */
    8u, /* flag: in u32* */
};

static const uint32_t cg_params_vg_loop_next[] = {
    8u, /* passes: inout u32* */
    8u, /* flag: in u32* */
    8u, /* go: condition */
    4u, /* max: value u32 */
};

static const uint32_t cg_params_vg_loop_end[] = {
    8u, /* passes: inout u32* */
};

static const uint32_t cg_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t cg_params_vg_fill[] = {
    8u, /* to: out u8* */
    8u, /* pattern: value u64 */
    8u, /* bytes: value u64 */
};

static const uint32_t cg_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* Gives every setting the value of the spec. */
static void cg_first_settings(struct cg_settings *setting)
{
    setting->tolerance = 1e-08;
}

#ifndef VG_WITHOUT_CUDA

/* A launch of start as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct cg_launch_start {
    struct {
        CUdeviceptr b;
        CUdeviceptr x;
        CUdeviceptr r;
        CUdeviceptr p;
        CUdeviceptr q;
        CUdeviceptr rr_parts;
    } argument;
    void *pointers[6];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_start(const cg *p, struct cg_launch_start *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.b;
    launch->pointers[1] = &launch->argument.x;
    launch->pointers[2] = &launch->argument.r;
    launch->pointers[3] = &launch->argument.p;
    launch->pointers[4] = &launch->argument.q;
    launch->pointers[5] = &launch->argument.rr_parts;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_start];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of look as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct cg_launch_look {
    struct {
        CUdeviceptr tolerance;
        CUdeviceptr rr_parts;
        CUdeviceptr rr;
        CUdeviceptr limit;
        CUdeviceptr beta;
        CUdeviceptr running;
        CUdeviceptr history;
    } argument;
    void *pointers[7];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_look(const cg *p, struct cg_launch_look *launch, unsigned grid_x, unsigned grid_y, unsigned grid_z,
    unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.tolerance;
    launch->pointers[1] = &launch->argument.rr_parts;
    launch->pointers[2] = &launch->argument.rr;
    launch->pointers[3] = &launch->argument.limit;
    launch->pointers[4] = &launch->argument.beta;
    launch->pointers[5] = &launch->argument.running;
    launch->pointers[6] = &launch->argument.history;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_look];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of apply as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct cg_launch_apply {
    struct {
        CUdeviceptr running;
        CUdeviceptr p;
        CUdeviceptr q;
        CUdeviceptr pq_parts;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_apply(const cg *p, struct cg_launch_apply *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.running;
    launch->pointers[1] = &launch->argument.p;
    launch->pointers[2] = &launch->argument.q;
    launch->pointers[3] = &launch->argument.pq_parts;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_apply];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of improve as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct cg_launch_improve {
    struct {
        CUdeviceptr running;
        CUdeviceptr rr;
        CUdeviceptr pq_parts;
        CUdeviceptr p;
        CUdeviceptr q;
        CUdeviceptr x;
        CUdeviceptr r;
        CUdeviceptr rr_parts;
    } argument;
    void *pointers[8];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_improve(const cg *p, struct cg_launch_improve *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.running;
    launch->pointers[1] = &launch->argument.rr;
    launch->pointers[2] = &launch->argument.pq_parts;
    launch->pointers[3] = &launch->argument.p;
    launch->pointers[4] = &launch->argument.q;
    launch->pointers[5] = &launch->argument.x;
    launch->pointers[6] = &launch->argument.r;
    launch->pointers[7] = &launch->argument.rr_parts;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_improve];
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
struct cg_launch_judge {
    struct {
        CUdeviceptr iterations;
        CUdeviceptr rr_parts;
        CUdeviceptr limit;
        CUdeviceptr rr;
        CUdeviceptr beta;
        CUdeviceptr running;
        CUdeviceptr history;
    } argument;
    void *pointers[7];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_judge(const cg *p, struct cg_launch_judge *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.iterations;
    launch->pointers[1] = &launch->argument.rr_parts;
    launch->pointers[2] = &launch->argument.limit;
    launch->pointers[3] = &launch->argument.rr;
    launch->pointers[4] = &launch->argument.beta;
    launch->pointers[5] = &launch->argument.running;
    launch->pointers[6] = &launch->argument.history;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_judge];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of turn as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct cg_launch_turn {
    struct {
        CUdeviceptr running;
        CUdeviceptr beta;
        CUdeviceptr r;
        CUdeviceptr p;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_turn(const cg *p, struct cg_launch_turn *launch, unsigned grid_x, unsigned grid_y, unsigned grid_z,
    unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.running;
    launch->pointers[1] = &launch->argument.beta;
    launch->pointers[2] = &launch->argument.r;
    launch->pointers[3] = &launch->argument.p;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_turn];
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
struct cg_launch_vg_loop_begin {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
        uint32_t first;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_loop_begin(const cg *p, struct cg_launch_vg_loop_begin *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.first;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_loop_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_loop_count as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks
 * and threads. */
struct cg_launch_vg_loop_count {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_loop_count(const cg *p, struct cg_launch_vg_loop_count *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_loop_count];
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
struct cg_launch_vg_loop_next {
    struct {
        CUdeviceptr passes;
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
        uint32_t max;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_loop_next(const cg *p, struct cg_launch_vg_loop_next *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->pointers[1] = &launch->argument.flag;
    launch->pointers[2] = &launch->argument.go;
    launch->pointers[3] = &launch->argument.max;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_loop_next];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of vg_loop_end as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct cg_launch_vg_loop_end {
    struct {
        CUdeviceptr passes;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_loop_end(const cg *p, struct cg_launch_vg_loop_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.passes;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_loop_end];
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
struct cg_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_copy(const cg *p, struct cg_launch_vg_copy *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_copy];
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
struct cg_launch_vg_fill {
    struct {
        CUdeviceptr to;
        uint64_t pattern;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_fill(const cg *p, struct cg_launch_vg_fill *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.pattern;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_fill];
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
struct cg_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_end(const cg *p, struct cg_launch_vg_end *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_end];
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
struct cg_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void cg_begin_vg_begin(const cg *p, struct cg_launch_vg_begin *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[CG_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union cg_scratch {
    struct cg_launch_start launch_start;
    struct cg_launch_look launch_look;
    struct cg_launch_apply launch_apply;
    struct cg_launch_improve launch_improve;
    struct cg_launch_judge launch_judge;
    struct cg_launch_turn launch_turn;
    struct cg_launch_vg_loop_begin launch_vg_loop_begin;
    struct cg_launch_vg_loop_count launch_vg_loop_count;
    struct cg_launch_vg_loop_next launch_vg_loop_next;
    struct cg_launch_vg_loop_end launch_vg_loop_end;
    struct cg_launch_vg_copy launch_vg_copy;
    struct cg_launch_vg_fill launch_vg_fill;
    struct cg_launch_vg_end launch_vg_end;
    struct cg_launch_vg_begin launch_vg_begin;
    CUgraphNodeParams params;
};

/* A condition of the graph or body that is built, with its value when a replay begins, and the step that it is for. */
static vg_status cg_make_condition(cg *p, CUgraph to, unsigned number, unsigned start,
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

/* ---- body "main_iterate_do" of iterate in graph "main": nodes 81, edges 95, longest path 64, widest level 2 ---- */

static vg_status cg_build_main_iterate_do(cg *p, CUgraph to, union cg_scratch *scratch)
{
    const CUdeviceptr device = p->device[0];
    CUgraphNode after[2];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, vg_loop_count, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: -
     * before: judge */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, apply, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: -
     * before: improve */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, improve, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply
     * before: judge */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, judge, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count, improve
     * before: turn, vg_loop_count_2 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, turn, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge
     * before: apply_2 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, vg_loop_count_2, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge
     * before: judge_2 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, apply_2, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn
     * before: improve_2 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, improve_2, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_2
     * before: judge_2 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, judge_2, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_2, improve_2
     * before: turn_2, vg_loop_count_3 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_2];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_2];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, turn_2, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_2
     * before: apply_3 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, vg_loop_count_3, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_2
     * before: judge_3 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_3, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 11, apply_3, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_2
     * before: improve_3 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_2];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_3, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 12, improve_3, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_3
     * before: judge_3 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_3];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_3, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 13, judge_3, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_3, improve_3
     * before: turn_3, vg_loop_count_4 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_3];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_3];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_3, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 14, turn_3, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_3
     * before: apply_4 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_3];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_3, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 15, vg_loop_count_4, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_3
     * before: judge_4 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_3];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_4, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 16, apply_4, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_3
     * before: improve_4 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_3];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_4, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 17, improve_4, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_4
     * before: judge_4 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_4];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_4, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 18, judge_4, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_4, improve_4
     * before: turn_4, vg_loop_count_5 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_4];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_4];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_4, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 19, turn_4, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_4
     * before: apply_5 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_4];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_4, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 20, vg_loop_count_5, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_4
     * before: judge_5 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_4];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_5, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 21, apply_5, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_4
     * before: improve_5 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_4];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_5, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 22, improve_5, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_5
     * before: judge_5 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_5];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_5, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 23, judge_5, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_5, improve_5
     * before: turn_5, vg_loop_count_6 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_5];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_5];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_5, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 24, turn_5, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_5
     * before: apply_6 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_5];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_5, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 25, vg_loop_count_6, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_5
     * before: judge_6 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_5];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_6, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 26, apply_6, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_5
     * before: improve_6 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_5];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_6, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 27, improve_6, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_6
     * before: judge_6 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_6];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_6, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 28, judge_6, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_6, improve_6
     * before: turn_6, vg_loop_count_7 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_6];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_6];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_6, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 29, turn_6, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_6
     * before: apply_7 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_6];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_6, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 30, vg_loop_count_7, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_6
     * before: judge_7 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_6];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_7, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 31, apply_7, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_6
     * before: improve_7 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_6];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_7, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 32, improve_7, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_7
     * before: judge_7 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_7];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_7, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 33, judge_7, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_7, improve_7
     * before: turn_7, vg_loop_count_8 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_7];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_7];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_7, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 34, turn_7, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_7
     * before: apply_8 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_7];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_7, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 35, vg_loop_count_8, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_7
     * before: judge_8 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_7];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_8, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 36, apply_8, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_7
     * before: improve_8 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_7];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_8, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 37, improve_8, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_8
     * before: judge_8 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_8];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_8, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 38, judge_8, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_8, improve_8
     * before: turn_8, vg_loop_count_9 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_8];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_8];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_8, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 39, turn_8, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_8
     * before: apply_9 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_8];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_8, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 40, vg_loop_count_9, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_8
     * before: judge_9 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_8];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_9, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 41, apply_9, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_8
     * before: improve_9 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_8];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_9, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 42, improve_9, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks of
     * 256 x 1 x 1 threads.
     * after: apply_9
     * before: judge_9 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_9];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_9, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 43, judge_9, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_9, improve_9
     * before: turn_9, vg_loop_count_10 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_9];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_9];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_9, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 44, turn_9, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_9
     * before: apply_10 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_9];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_9, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 45, vg_loop_count_10, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_9
     * before: judge_10 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_9];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_10, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 46, apply_10, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_9
     * before: improve_10 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_9];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_10, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 47, improve_10, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: apply_10
     * before: judge_10 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_10];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_10, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 48, judge_10, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_10, improve_10
     * before: turn_10, vg_loop_count_11 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_10];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_10];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_10, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 49, turn_10, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_10
     * before: apply_11 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_10];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_10, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 50, vg_loop_count_11, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_10
     * before: judge_11 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_10];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_11, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 51, apply_11, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_10
     * before: improve_11 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_10];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_11, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 52, improve_11, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: apply_11
     * before: judge_11 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_11];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_11, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 53, judge_11, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_11, improve_11
     * before: turn_11, vg_loop_count_12 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_11];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_11];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_11, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 54, turn_11, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_11
     * before: apply_12 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_11];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_11, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 55, vg_loop_count_12, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_11
     * before: judge_12 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_11];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_12, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 56, apply_12, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_11
     * before: improve_12 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_11];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_12, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 57, improve_12, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: apply_12
     * before: judge_12 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_12];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_12, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 58, judge_12, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_12, improve_12
     * before: turn_12, vg_loop_count_13 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_12];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_12];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_12, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 59, turn_12, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_12
     * before: apply_13 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_12];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_12, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 60, vg_loop_count_13, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_12
     * before: judge_13 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_12];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_13, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 61, apply_13, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_12
     * before: improve_13 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_12];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_13, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 62, improve_13, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: apply_13
     * before: judge_13 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_13];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_13, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 63, judge_13, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_13, improve_13
     * before: turn_13, vg_loop_count_14 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_13];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_13];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_13, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 64, turn_13, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_13
     * before: apply_14 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_13];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_13, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 65, vg_loop_count_14, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_13
     * before: judge_14 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_13];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_14, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 66, apply_14, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_13
     * before: improve_14 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_13];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_14, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 67, improve_14, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: apply_14
     * before: judge_14 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_14];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_14, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 68, judge_14, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_14, improve_14
     * before: turn_14, vg_loop_count_15 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_14];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_14];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_14, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 69, turn_14, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_14
     * before: apply_15 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_14];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_14, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 70, vg_loop_count_15, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_14
     * before: judge_15 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_14];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_15, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 71, apply_15, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_14
     * before: improve_15 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_14];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_15, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 72, improve_15, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: apply_15
     * before: judge_15 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_15];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_15, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 73, judge_15, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_15, improve_15
     * before: turn_15, vg_loop_count_16 */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_15];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_15];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_15, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 74, turn_15, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_15
     * before: apply_16 */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_15];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_15, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 75, vg_loop_count_16, cg.yaml:100: launch vg_loop_count(iterations, running), 1 x 1 x 1 blocks of 1 x 1 x 1
     * threads.
     * after: judge_15
     * before: judge_16 */
    cg_begin_vg_loop_count(p, &scratch->launch_vg_loop_count, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_count.argument.passes = device + CG_ITERATIONS_AT;
    scratch->launch_vg_loop_count.argument.flag = device + CG_RUNNING_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_15];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_count.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_count_16, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 76, apply_16, cg.yaml:105: launch apply(running, p, q, pq_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: turn_15
     * before: improve_16 */
    cg_begin_apply(p, &scratch->launch_apply, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_apply.argument.running = device + CG_RUNNING_AT;
    scratch->launch_apply.argument.p = device + CG_P_AT;
    scratch->launch_apply.argument.q = device + CG_Q_AT;
    scratch->launch_apply.argument.pq_parts = device + CG_PQ_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_turn_15];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_apply.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_apply_16, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 77, improve_16, cg.yaml:108: launch improve(running, rr, pq_parts, p, q, x, r, rr_parts), 2 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: apply_16
     * before: judge_16 */
    cg_begin_improve(p, &scratch->launch_improve, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_improve.argument.running = device + CG_RUNNING_AT;
    scratch->launch_improve.argument.rr = device + CG_RR_AT;
    scratch->launch_improve.argument.pq_parts = device + CG_PQ_PARTS_AT;
    scratch->launch_improve.argument.p = device + CG_P_AT;
    scratch->launch_improve.argument.q = device + CG_Q_AT;
    scratch->launch_improve.argument.x = device + CG_X_AT;
    scratch->launch_improve.argument.r = device + CG_R_AT;
    scratch->launch_improve.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_apply_16];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_improve.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_improve_16, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 78, judge_16, cg.yaml:111: launch judge(iterations, rr_parts, limit, rr, beta, running, history), 1 x 1 x 1
     * blocks of 256 x 1 x 1 threads.
     * after: vg_loop_count_16, improve_16
     * before: turn_16, vg_loop_next */
    cg_begin_judge(p, &scratch->launch_judge, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_judge.argument.iterations = device + CG_ITERATIONS_AT;
    scratch->launch_judge.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch->launch_judge.argument.limit = device + CG_LIMIT_AT;
    scratch->launch_judge.argument.rr = device + CG_RR_AT;
    scratch->launch_judge.argument.beta = device + CG_BETA_AT;
    scratch->launch_judge.argument.running = device + CG_RUNNING_AT;
    scratch->launch_judge.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_vg_loop_count_16];
    after[1] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_improve_16];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch->launch_judge.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_judge_16, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 79, turn_16, cg.yaml:114: launch turn(running, beta, r, p), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: judge_16
     * before: - */
    cg_begin_turn(p, &scratch->launch_turn, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch->launch_turn.argument.running = device + CG_RUNNING_AT;
    scratch->launch_turn.argument.beta = device + CG_BETA_AT;
    scratch->launch_turn.argument.r = device + CG_R_AT;
    scratch->launch_turn.argument.p = device + CG_P_AT;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_16];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_turn.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_turn_16, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 80, vg_loop_next, cg.yaml:100: launch vg_loop_next(vg_blocks, running, vg_go, 10), 1 x 1 x 1 blocks of 1 x 1
     * x 1 threads.
     * after: judge_16
     * before: - */
    cg_begin_vg_loop_next(p, &scratch->launch_vg_loop_next, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch->launch_vg_loop_next.argument.passes = device + CG_VG_BLOCKS_AT;
    scratch->launch_vg_loop_next.argument.flag = device + CG_RUNNING_AT;
    scratch->launch_vg_loop_next.argument.go = p->condition[CG_CONDITION_vg_go];
    scratch->launch_vg_loop_next.argument.max = 10u;
    after[0] = (CUgraphNode)p->node[CG_MAIN_ITERATE_DO_NODE_judge_16];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch->launch_vg_loop_next.kernel);
    status = vg_node_added(&p->rt, CG_MAIN_ITERATE_DO_NODE_vg_loop_next, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "main": nodes 12, edges 14, longest path 9, widest level 4 ---- */

static vg_status cg_build_main(void *self, void *graph)
{
    cg *p = (cg *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union cg_scratch scratch;
    const CUgraph *bodies;
    CUgraphNode after[3];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[CG_GRAPH_main].traits = VG_HAS_CONDITIONAL | VG_HAS_END;
    status = cg_make_condition(p, to, CG_CONDITION_vg_go, 0u,
        "iterate");
    if (status != VG_OK) {
        return status;
    }

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload, fill_history, fill_pq_parts, fill_iterations */
    cg_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, CG_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload, cg.yaml:80: upload tolerance, b by vg_copy, 13056 bytes, 4 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: begin
     * before: start */
    cg_begin_vg_copy(p, &scratch.launch_vg_copy, 4u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + CG_TOLERANCE_AT;
    scratch.launch_vg_copy.argument.from = pinned + CG_TOLERANCE_UP;
    scratch.launch_vg_copy.argument.bytes = CG_B_UP + CG_B_BYTES - CG_TOLERANCE_UP;
    after[0] = (CUgraphNode)p->node[CG_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CG_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, fill_history, cg.yaml:94: fill history by vg_fill, 322 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: begin
     * before: look */
    cg_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + CG_HISTORY_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = CG_HISTORY_BYTES;
    after[0] = (CUgraphNode)p->node[CG_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, CG_NODE_fill_history, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, fill_pq_parts, cg.yaml:95: fill pq_parts by vg_fill, 4 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: begin
     * before: iterate */
    cg_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + CG_PQ_PARTS_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = 16u;
    after[0] = (CUgraphNode)p->node[CG_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, CG_NODE_fill_pq_parts, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, start, cg.yaml:96: launch start(b, x, r, p, q, rr_parts), 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: upload
     * before: look */
    cg_begin_start(p, &scratch.launch_start, CG_PARTS, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch.launch_start.argument.b = device + CG_B_AT;
    scratch.launch_start.argument.x = device + CG_X_AT;
    scratch.launch_start.argument.r = device + CG_R_AT;
    scratch.launch_start.argument.p = device + CG_P_AT;
    scratch.launch_start.argument.q = device + CG_Q_AT;
    scratch.launch_start.argument.rr_parts = device + CG_RR_PARTS_AT;
    after[0] = (CUgraphNode)p->node[CG_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_start.kernel);
    status = vg_node_added(&p->rt, CG_NODE_start, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, look, cg.yaml:98: launch look(tolerance, rr_parts, rr, limit, beta, running, history), 1 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: fill_history, start
     * before: vg_loop_begin */
    cg_begin_look(p, &scratch.launch_look, 1u, 1u, 1u, CG_BLOCK, 1u, 1u);
    scratch.launch_look.argument.tolerance = device + CG_TOLERANCE_AT;
    scratch.launch_look.argument.rr_parts = device + CG_RR_PARTS_AT;
    scratch.launch_look.argument.rr = device + CG_RR_AT;
    scratch.launch_look.argument.limit = device + CG_LIMIT_AT;
    scratch.launch_look.argument.beta = device + CG_BETA_AT;
    scratch.launch_look.argument.running = device + CG_RUNNING_AT;
    scratch.launch_look.argument.history = device + CG_HISTORY_AT;
    after[0] = (CUgraphNode)p->node[CG_NODE_fill_history];
    after[1] = (CUgraphNode)p->node[CG_NODE_start];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_look.kernel);
    status = vg_node_added(&p->rt, CG_NODE_look, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, fill_iterations, cg.yaml:100: fill iterations by vg_fill, 1 elements of 4 bytes, 1 x 1 x 1 blocks of 256
     * x 1 x 1 threads.
     * after: begin
     * before: iterate */
    cg_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + CG_ITERATIONS_AT;
    scratch.launch_vg_fill.argument.pattern = 0xffffffffffffffffu;
    scratch.launch_vg_fill.argument.bytes = CG_ITERATIONS_BYTES;
    after[0] = (CUgraphNode)p->node[CG_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, CG_NODE_fill_iterations, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, vg_loop_begin, cg.yaml:100: launch vg_loop_begin(vg_blocks, running, vg_go, 0), 1 x 1 x 1 blocks of 1 x 1
     * x 1 threads.
     * after: look
     * before: iterate */
    cg_begin_vg_loop_begin(p, &scratch.launch_vg_loop_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_loop_begin.argument.passes = device + CG_VG_BLOCKS_AT;
    scratch.launch_vg_loop_begin.argument.flag = device + CG_RUNNING_AT;
    scratch.launch_vg_loop_begin.argument.go = p->condition[CG_CONDITION_vg_go];
    scratch.launch_vg_loop_begin.argument.first = 0u;
    after[0] = (CUgraphNode)p->node[CG_NODE_look];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_loop_begin.kernel);
    status = vg_node_added(&p->rt, CG_NODE_vg_loop_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, iterate, cg.yaml:100: while running is not 0, at most 160 passes: body main_iterate_do (condition vg_go).
     * after: fill_pq_parts, fill_iterations, vg_loop_begin
     * before: vg_loop_end */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[CG_CONDITION_vg_go];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_WHILE;
    scratch.params.conditional.size = 1u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[CG_NODE_fill_pq_parts];
    after[1] = (CUgraphNode)p->node[CG_NODE_fill_iterations];
    after[2] = (CUgraphNode)p->node[CG_NODE_vg_loop_begin];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 3, &scratch.params);
    status = vg_node_added(&p->rt, CG_NODE_iterate, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = cg_build_main_iterate_do(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, vg_loop_end, cg.yaml:100: launch vg_loop_end(iterations), 1 x 1 x 1 blocks of 1 x 1 x 1 threads.
     * after: iterate
     * before: download */
    cg_begin_vg_loop_end(p, &scratch.launch_vg_loop_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_loop_end.argument.passes = device + CG_ITERATIONS_AT;
    after[0] = (CUgraphNode)p->node[CG_NODE_iterate];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_loop_end.kernel);
    status = vg_node_added(&p->rt, CG_NODE_vg_loop_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, download, cg.yaml:81: download x, running, history, iterations by vg_copy, 14596 bytes, 4 x 1 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: vg_loop_end
     * before: end */
    cg_begin_vg_copy(p, &scratch.launch_vg_copy, 4u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + CG_X_DOWN;
    scratch.launch_vg_copy.argument.from = device + CG_X_AT;
    scratch.launch_vg_copy.argument.bytes = CG_ITERATIONS_DOWN + CG_ITERATIONS_BYTES - CG_X_DOWN;
    after[0] = (CUgraphNode)p->node[CG_NODE_vg_loop_end];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, CG_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 11, end: launch vg_end(CG_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    cg_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + CG_COMPLETION;
    after[0] = (CUgraphNode)p->node[CG_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, CG_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

/* Before each launch: hands to the replay what was set. */
static vg_status cg_commit(void *self, unsigned graph)
{
    cg *p = (cg *)self;

    (void)memcpy(&p->rt.pinned[CG_TOLERANCE_UP], &p->setting.tolerance, sizeof p->setting.tolerance);
    (void)graph;
    return VG_OK;
}

#else

static vg_status cg_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status cg_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void cg_reset_settings(void *self)
{
    cg *p = (cg *)self;

    cg_first_settings(&p->setting);
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel cg_kernels[] = {
    {"start", "start", 0u, 0u, 256u, 6u, cg_params_start},
    {"look", "look", 0u, 0u, 256u, 7u, cg_params_look},
    {"apply", "apply", 0u, 0u, 256u, 4u, cg_params_apply},
    {"improve", "improve", 0u, 0u, 256u, 8u, cg_params_improve},
    {"judge", "judge", 0u, 0u, 256u, 7u, cg_params_judge},
    {"turn", "turn", 0u, 0u, 256u, 4u, cg_params_turn},
    {"vg_loop_begin", "vg_loop_begin", 0u, 0u, 1u, 4u, cg_params_vg_loop_begin},
    {"vg_loop_count", "vg_loop_count", 0u, 0u, 1u, 2u, cg_params_vg_loop_count},
    {"vg_loop_next", "vg_loop_next", 0u, 0u, 1u, 4u, cg_params_vg_loop_next},
    {"vg_loop_end", "vg_loop_end", 0u, 0u, 1u, 1u, cg_params_vg_loop_end},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, cg_params_vg_copy},
    {"vg_fill", "vg_fill", 0u, 0u, 256u, 3u, cg_params_vg_fill},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, cg_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t cg_arena_bytes[] = {
    CG_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char cg_vg_identity[] =
    "vggen 0.1.0 program cg run 0x0123456789abcdef"
    " spec sha256:0dcc0af78bbf1b6a76c70830f1b7e1bb30d9c50fbc6c56bd8c89a82bcaa618c9"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char cg_spec[] = "cg.yaml";
static const uint32_t cg_lines[] = {
    0u, /* begin */
    80u, /* upload */
    94u, /* fill_history */
    95u, /* fill_pq_parts */
    96u, /* start */
    98u, /* look */
    100u, /* fill_iterations */
    100u, /* vg_loop_begin */
    100u, /* iterate */
    100u, /* vg_loop_end */
    81u, /* download */
    0u, /* end */
    100u, /* vg_loop_count */
    105u, /* apply */
    108u, /* improve */
    111u, /* judge */
    114u, /* turn */
    100u, /* vg_loop_count_2 */
    105u, /* apply_2 */
    108u, /* improve_2 */
    111u, /* judge_2 */
    114u, /* turn_2 */
    100u, /* vg_loop_count_3 */
    105u, /* apply_3 */
    108u, /* improve_3 */
    111u, /* judge_3 */
    114u, /* turn_3 */
    100u, /* vg_loop_count_4 */
    105u, /* apply_4 */
    108u, /* improve_4 */
    111u, /* judge_4 */
    114u, /* turn_4 */
    100u, /* vg_loop_count_5 */
    105u, /* apply_5 */
    108u, /* improve_5 */
    111u, /* judge_5 */
    114u, /* turn_5 */
    100u, /* vg_loop_count_6 */
    105u, /* apply_6 */
    108u, /* improve_6 */
    111u, /* judge_6 */
    114u, /* turn_6 */
    100u, /* vg_loop_count_7 */
    105u, /* apply_7 */
    108u, /* improve_7 */
    111u, /* judge_7 */
    114u, /* turn_7 */
    100u, /* vg_loop_count_8 */
    105u, /* apply_8 */
    108u, /* improve_8 */
    111u, /* judge_8 */
    114u, /* turn_8 */
    100u, /* vg_loop_count_9 */
    105u, /* apply_9 */
    108u, /* improve_9 */
    111u, /* judge_9 */
    114u, /* turn_9 */
    100u, /* vg_loop_count_10 */
    105u, /* apply_10 */
    108u, /* improve_10 */
    111u, /* judge_10 */
    114u, /* turn_10 */
    100u, /* vg_loop_count_11 */
    105u, /* apply_11 */
    108u, /* improve_11 */
    111u, /* judge_11 */
    114u, /* turn_11 */
    100u, /* vg_loop_count_12 */
    105u, /* apply_12 */
    108u, /* improve_12 */
    111u, /* judge_12 */
    114u, /* turn_12 */
    100u, /* vg_loop_count_13 */
    105u, /* apply_13 */
    108u, /* improve_13 */
    111u, /* judge_13 */
    114u, /* turn_13 */
    100u, /* vg_loop_count_14 */
    105u, /* apply_14 */
    108u, /* improve_14 */
    111u, /* judge_14 */
    114u, /* turn_14 */
    100u, /* vg_loop_count_15 */
    105u, /* apply_15 */
    108u, /* improve_15 */
    111u, /* judge_15 */
    114u, /* turn_15 */
    100u, /* vg_loop_count_16 */
    105u, /* apply_16 */
    108u, /* improve_16 */
    111u, /* judge_16 */
    114u, /* turn_16 */
    100u, /* vg_loop_next */
};

/* Title of each node in messages. */
static const char *const cg_titles[] = {
    "launch vg_begin",
    "upload tolerance, b",
    "fill history",
    "fill pq_parts",
    "launch start",
    "launch look",
    "begin of iterate",
    "begin of iterate",
    "iterate",
    "end of iterate",
    "download x, running, history, iterations",
    "launch vg_end",
    "count of iterate",
    "launch apply, pass 1 of 16 in its body",
    "launch improve, pass 1 of 16 in its body",
    "launch judge, pass 1 of 16 in its body",
    "launch turn, pass 1 of 16 in its body",
    "count of iterate",
    "launch apply, pass 2 of 16 in its body",
    "launch improve, pass 2 of 16 in its body",
    "launch judge, pass 2 of 16 in its body",
    "launch turn, pass 2 of 16 in its body",
    "count of iterate",
    "launch apply, pass 3 of 16 in its body",
    "launch improve, pass 3 of 16 in its body",
    "launch judge, pass 3 of 16 in its body",
    "launch turn, pass 3 of 16 in its body",
    "count of iterate",
    "launch apply, pass 4 of 16 in its body",
    "launch improve, pass 4 of 16 in its body",
    "launch judge, pass 4 of 16 in its body",
    "launch turn, pass 4 of 16 in its body",
    "count of iterate",
    "launch apply, pass 5 of 16 in its body",
    "launch improve, pass 5 of 16 in its body",
    "launch judge, pass 5 of 16 in its body",
    "launch turn, pass 5 of 16 in its body",
    "count of iterate",
    "launch apply, pass 6 of 16 in its body",
    "launch improve, pass 6 of 16 in its body",
    "launch judge, pass 6 of 16 in its body",
    "launch turn, pass 6 of 16 in its body",
    "count of iterate",
    "launch apply, pass 7 of 16 in its body",
    "launch improve, pass 7 of 16 in its body",
    "launch judge, pass 7 of 16 in its body",
    "launch turn, pass 7 of 16 in its body",
    "count of iterate",
    "launch apply, pass 8 of 16 in its body",
    "launch improve, pass 8 of 16 in its body",
    "launch judge, pass 8 of 16 in its body",
    "launch turn, pass 8 of 16 in its body",
    "count of iterate",
    "launch apply, pass 9 of 16 in its body",
    "launch improve, pass 9 of 16 in its body",
    "launch judge, pass 9 of 16 in its body",
    "launch turn, pass 9 of 16 in its body",
    "count of iterate",
    "launch apply, pass 10 of 16 in its body",
    "launch improve, pass 10 of 16 in its body",
    "launch judge, pass 10 of 16 in its body",
    "launch turn, pass 10 of 16 in its body",
    "count of iterate",
    "launch apply, pass 11 of 16 in its body",
    "launch improve, pass 11 of 16 in its body",
    "launch judge, pass 11 of 16 in its body",
    "launch turn, pass 11 of 16 in its body",
    "count of iterate",
    "launch apply, pass 12 of 16 in its body",
    "launch improve, pass 12 of 16 in its body",
    "launch judge, pass 12 of 16 in its body",
    "launch turn, pass 12 of 16 in its body",
    "count of iterate",
    "launch apply, pass 13 of 16 in its body",
    "launch improve, pass 13 of 16 in its body",
    "launch judge, pass 13 of 16 in its body",
    "launch turn, pass 13 of 16 in its body",
    "count of iterate",
    "launch apply, pass 14 of 16 in its body",
    "launch improve, pass 14 of 16 in its body",
    "launch judge, pass 14 of 16 in its body",
    "launch turn, pass 14 of 16 in its body",
    "count of iterate",
    "launch apply, pass 15 of 16 in its body",
    "launch improve, pass 15 of 16 in its body",
    "launch judge, pass 15 of 16 in its body",
    "launch turn, pass 15 of 16 in its body",
    "count of iterate",
    "launch apply, pass 16 of 16 in its body",
    "launch improve, pass 16 of 16 in its body",
    "launch judge, pass 16 of 16 in its body",
    "launch turn, pass 16 of 16 in its body",
    "next pass of iterate",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc cg_graphs[] = {
    {"main", 0u, 12u, cg_build_main, 1u, 1u, 12808u, 14096u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t cg_vg_stamp = VGGEN_cg_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc cg_desc = {
    VG_ABI,
    "cg",
    cg_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    cg_arena_bytes, 1u, /* device arenas */
    CG_PINNED_BYTES, /* bytes of pinned memory */
    cg_modules, 1u, /* modules */
    cg_kernels, 14u, /* kernels */
    NULL, 0u, /* first contents */
    cg_titles, 93u, /* nodes of all graphs */
    cg_lines, /* their lines in the spec */
    cg_spec, /* where the spec is */
    cg_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    cg_reset_settings, /* first values of settings, switches and the like */
    cg_commit, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status cg_open(cg *p, const vg_config *config, const cg_data *data)
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
    storage.condition_count = 1u;
    storage.rebuild = vg_rebuild;
    return vg_open(&p->rt, &cg_desc, config, &storage);
}

vg_status cg_close(cg *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status cg_set_timeout(cg *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status cg_abandon(cg *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int cg_is_open(const cg *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

double *cg_b(cg *p)
{
    if (!cg_is_open(p)) {
        return NULL;
    }
    return (double *)(void *)&p->rt.pinned[CG_B_UP];
}

const double *cg_x(const cg *p)
{
    if (!cg_is_open(p)) {
        return NULL;
    }
    return (const double *)(const void *)&p->rt.pinned[CG_X_DOWN];
}

const uint32_t *cg_running(const cg *p)
{
    if (!cg_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[CG_RUNNING_DOWN];
}

const double *cg_history(const cg *p)
{
    if (!cg_is_open(p)) {
        return NULL;
    }
    return (const double *)(const void *)&p->rt.pinned[CG_HISTORY_DOWN];
}

const uint32_t *cg_iterations(const cg *p)
{
    if (!cg_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[CG_ITERATIONS_DOWN];
}

vg_status cg_set_tolerance(cg *p, double value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!cg_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "cg_set_tolerance needs an open program: call cg_open first", 0u, 0u);
    }
    if (!((value >= 0.0) && (value <= 1.0))) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "cg_set_tolerance: from 0.0 to 1.0", 0u, 0u);
    }
    p->setting.tolerance = value;
    return VG_OK;
}

double cg_tolerance(const cg *p)
{
    return (p == NULL) ? (double)0 : p->setting.tolerance;
}

vg_status cg_start(cg *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, CG_GRAPH_main);
}

vg_status cg_replay(cg *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, CG_GRAPH_main);
}

vg_status cg_replay_timed(cg *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, CG_GRAPH_main, times);
}

vg_status cg_step(cg *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, CG_GRAPH_main);
}

vg_status cg_profile(cg *p, uint32_t replays, cg_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = CG_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, CG_GRAPH_main, replays, &pointers);
}

const char *cg_node_title(unsigned node)
{
    return (node < CG_NODES) ? cg_titles[node] : NULL;
}

vg_status cg_poll(cg *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status cg_finish(cg *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

const vg_stats *cg_stats(const cg *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, cg_graphs, p->graph, 1u);
}

const vg_detail *cg_detail(const cg *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
