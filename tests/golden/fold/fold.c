/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fold.c - program "fold": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from fold.yaml. Do not edit: change the spec and generate again. */
#include "fold.h"

#if VGGEN_fold_STAMP != 0x0123456789abcdef
#error "fold.c and fold.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#if CUDA_VERSION < 12030
#error "this program has conditional nodes, which need the headers of CUDA 12.3 or later"
#endif
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 25088 bytes; apart, its buffers would take 29184. */
#define FOLD_GAIN_AT                               0u /* [0, 4) setting f32 [1] */
#define FOLD_X_AT                                256u /* [256, 4352) input f32 [1024] */
#define FOLD_MORE_AT                            4352u /* [4352, 4356) input u32 [1] */
#define FOLD_PAIRS_AT                           4608u /* [4608, 12800) scratch f32x2 [1024] */
#define FOLD_PARTS_AT                          12800u /* [12800, 20992) scratch f32 [2][1024]; shares bytes with y */
#define FOLD_Y_AT                              12800u /* [12800, 16896) output f32 [1024]; shares bytes with parts */
#define FOLD_FOLD_HALVES_WORKSPACE_AT          20992u /* [20992, 25088) scratch u8 [4096] */

/* Pinned memory: one allocation of 8960 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define FOLD_GAIN_UP                               0u /* [0, 4) setting f32 [1] */
#define FOLD_X_UP                                256u /* [256, 4352) input f32 [1024] */
#define FOLD_MORE_UP                            4352u /* [4352, 4356) input u32 [1] */
#define FOLD_Y_DOWN                             4608u /* [4608, 8704) output f32 [1024] */
#define FOLD_COMPLETION                         8704u /* [8704, 8960) the runtime's */

/* Kernels. */
enum {
    FOLD_KERNEL_scale,
    FOLD_KERNEL_vg_choose_if,
    FOLD_KERNEL_vg_copy,
    FOLD_KERNEL_vg_end,
};

/* Graphs. */
enum {
    FOLD_GRAPH_main,
};

/* Conditions: what decides whether, and which, bodies of a node run. */
enum {
    FOLD_CONDITION_vg_go, /* of if_more in main */
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    FOLD_NODE_upload,
    FOLD_NODE_scale,
    FOLD_NODE_fold_halves, /* the first of at most 3 */
    FOLD_NODE_polishing = 5, /* the first of at most 8 */
    FOLD_NODE_scale_2 = 13,
    FOLD_NODE_vg_choose_if,
    FOLD_NODE_if_more,
    FOLD_NODE_download,
    FOLD_NODE_end,
};

/* Nodes of body "main_if_more_do", in the order in which they are added. */
enum {
    FOLD_MAIN_IF_MORE_DO_NODE_add_more = 18,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(fold, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(fold, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(fold, kernel) == 4u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(fold, node) == 19u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(fold, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(fold, condition) == 1u, condition_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((FOLD_COMPLETION + VG_COMPLETION_BYTES) == FOLD_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((FOLD_X_AT % 256u) == 0u) && ((FOLD_X_AT + FOLD_X_BYTES) <= FOLD_DEVICE_BYTES),
    x_lies_in_device_memory);
VG_STATIC_ASSERT(((FOLD_X_UP % 256u) == 0u) && ((FOLD_X_UP + FOLD_X_BYTES) <= FOLD_COMPLETION),
    x_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((FOLD_MORE_AT % 256u) == 0u) && ((FOLD_MORE_AT + FOLD_MORE_BYTES) <= FOLD_DEVICE_BYTES),
    more_lies_in_device_memory);
VG_STATIC_ASSERT(((FOLD_MORE_UP % 256u) == 0u) && ((FOLD_MORE_UP + FOLD_MORE_BYTES) <= FOLD_COMPLETION),
    more_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((FOLD_PARTS_AT % 256u) == 0u) && ((FOLD_PARTS_AT + 8192u) <= FOLD_DEVICE_BYTES),
    parts_lies_in_device_memory);
VG_STATIC_ASSERT(((FOLD_PAIRS_AT % 256u) == 0u) && ((FOLD_PAIRS_AT + 8192u) <= FOLD_DEVICE_BYTES),
    pairs_lies_in_device_memory);
VG_STATIC_ASSERT(((FOLD_GAIN_AT % 256u) == 0u) && ((FOLD_GAIN_AT + 4u) <= FOLD_DEVICE_BYTES),
    gain_lies_in_device_memory);
VG_STATIC_ASSERT(((FOLD_GAIN_UP % 256u) == 0u) && ((FOLD_GAIN_UP + 4u) <= FOLD_COMPLETION),
    gain_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((FOLD_Y_AT % 256u) == 0u) && ((FOLD_Y_AT + FOLD_Y_BYTES) <= FOLD_DEVICE_BYTES),
    y_lies_in_device_memory);
VG_STATIC_ASSERT(((FOLD_Y_DOWN % 256u) == 0u) && ((FOLD_Y_DOWN + FOLD_Y_BYTES) <= FOLD_COMPLETION),
    y_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((FOLD_FOLD_HALVES_WORKSPACE_AT % 256u) == 0u) && ((FOLD_FOLD_HALVES_WORKSPACE_AT + 4096u) <=
    FOLD_DEVICE_BYTES),
    fold_halves_workspace_lies_in_device_memory);
VG_STATIC_ASSERT(FOLD_X_BYTES == (FOLD_X_COUNT * sizeof(float)), x_has_whole_elements);
VG_STATIC_ASSERT(FOLD_MORE_BYTES == (FOLD_MORE_COUNT * sizeof(uint32_t)), more_has_whole_elements);
VG_STATIC_ASSERT(FOLD_Y_BYTES == (FOLD_Y_COUNT * sizeof(float)), y_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t fold_params_scale[] = {
    8u, /* x: in f32* */
    8u, /* y: out f32* */
};

static const uint32_t fold_params_vg_choose_if[] = {
    8u, /* flag: in u32* */
    8u, /* go: condition */
};

static const uint32_t fold_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t fold_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* Gives every setting the value of the spec. */
static void fold_first_settings(struct fold_settings *setting)
{
    setting->gain = 3.0f;
}

/* ---- captures ---- */

/* Each calls a function with what its step names. */
static int fold_capture_main_fold_halves(void *self, void *stream)
{
    const fold *p = (const fold *)self;
    fold_fold_halves_buffers b;

    (void)memset(&b, 0, sizeof b);
    b.parts = (const float *)(uintptr_t)(p->device[0] + FOLD_PARTS_AT);
    b.gain = (const float *)(uintptr_t)(p->device[0] + FOLD_GAIN_AT);
    b.pairs = (fold_f32x2 *)(uintptr_t)(p->device[0] + FOLD_PAIRS_AT);
    b.workspace = (void *)(uintptr_t)(p->device[0] + FOLD_FOLD_HALVES_WORKSPACE_AT);
    b.workspace_bytes = 4096u;
    return p->given.fold_halves(p->given.fold_halves_user, stream, &b, p->rt.lane);
}

static int fold_capture_main_polishing(void *self, void *stream)
{
    const fold *p = (const fold *)self;
    fold_smooth_buffers b;

    (void)memset(&b, 0, sizeof b);
    b.pairs = (fold_f32x2 *)(uintptr_t)(p->device[0] + FOLD_PAIRS_AT);
    return p->given.smooth(p->given.smooth_user, stream, &b, p->rt.lane);
}

static int fold_capture_main_if_more_do_add_more(void *self, void *stream)
{
    const fold *p = (const fold *)self;
    fold_add_more_buffers b;

    (void)memset(&b, 0, sizeof b);
    b.y = (float *)(uintptr_t)(p->device[0] + FOLD_Y_AT);
    return p->given.add_more(p->given.add_more_user, stream, &b, p->rt.lane);
}

/* Whether open was given the function. */
static int fold_given_fold_halves(const void *self)
{
    return ((const fold *)self)->given.fold_halves != NULL;
}

static int fold_given_smooth(const void *self)
{
    return ((const fold *)self)->given.smooth != NULL;
}

static int fold_given_add_more(const void *self)
{
    return ((const fold *)self)->given.add_more != NULL;
}

/* Device arena, access, and bytes [from, to) of it that a capture may touch. */
static const vg_capture_range fold_ranges_main_fold_halves[] = {
    {0, VG_CAPTURE_READ, FOLD_PARTS_AT, FOLD_PARTS_AT + 4096u}, /* parts */
    {0, VG_CAPTURE_READ, FOLD_GAIN_AT, FOLD_GAIN_AT + 4u}, /* gain */
    {0, VG_CAPTURE_WRITE, FOLD_PAIRS_AT, FOLD_PAIRS_AT + 8192u}, /* pairs */
    {0, VG_CAPTURE_READ | VG_CAPTURE_WRITE, FOLD_FOLD_HALVES_WORKSPACE_AT, FOLD_FOLD_HALVES_WORKSPACE_AT + 4096u}, /* fold_halves_workspace */
};

static const vg_capture_range fold_ranges_main_polishing[] = {
    {0, VG_CAPTURE_READ | VG_CAPTURE_WRITE, FOLD_PAIRS_AT, FOLD_PAIRS_AT + 8192u}, /* pairs */
};

static const vg_capture_range fold_ranges_main_if_more_do_add_more[] = {
    {0, VG_CAPTURE_READ | VG_CAPTURE_WRITE, FOLD_Y_AT, FOLD_Y_AT + 4096u}, /* y */
};

/* Name, graph, first node, most nodes, ranges, what else is allowed, how it is called, whether it was given. */
static const vg_capture_desc fold_captures[] = {
    {"fold_halves", FOLD_GRAPH_main, FOLD_NODE_fold_halves, 3u, fold_ranges_main_fold_halves, 4u, 0u,
     fold_capture_main_fold_halves, fold_given_fold_halves},
    {"polishing", FOLD_GRAPH_main, FOLD_NODE_polishing, 8u, fold_ranges_main_polishing, 1u, 0u,
     fold_capture_main_polishing, fold_given_smooth},
    {"add_more", FOLD_GRAPH_main, FOLD_MAIN_IF_MORE_DO_NODE_add_more, 1u, fold_ranges_main_if_more_do_add_more, 1u, 0u,
     fold_capture_main_if_more_do_add_more, fold_given_add_more},
};

#ifndef VG_WITHOUT_CUDA

/* A launch of scale as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct fold_launch_scale {
    struct {
        CUdeviceptr x;
        CUdeviceptr y;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void fold_begin_scale(const fold *p, struct fold_launch_scale *launch, unsigned grid_x, unsigned grid_y, unsigned
    grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.y;
    launch->kernel.func = (CUfunction)p->kernel[FOLD_KERNEL_scale];
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
struct fold_launch_vg_choose_if {
    struct {
        CUdeviceptr flag;
        CUgraphConditionalHandle go;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void fold_begin_vg_choose_if(const fold *p, struct fold_launch_vg_choose_if *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.flag;
    launch->pointers[1] = &launch->argument.go;
    launch->kernel.func = (CUfunction)p->kernel[FOLD_KERNEL_vg_choose_if];
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
struct fold_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void fold_begin_vg_copy(const fold *p, struct fold_launch_vg_copy *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[FOLD_KERNEL_vg_copy];
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
struct fold_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void fold_begin_vg_end(const fold *p, struct fold_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[FOLD_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union fold_scratch {
    struct fold_launch_scale launch_scale;
    struct fold_launch_vg_choose_if launch_vg_choose_if;
    struct fold_launch_vg_copy launch_vg_copy;
    struct fold_launch_vg_end launch_vg_end;
    CUgraphNodeParams params;
};

/* A condition of the graph or body that is built, with its value when a replay begins, and the step that it is for. */
static vg_status fold_make_condition(fold *p, CUgraph to, unsigned number, unsigned start,
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

/* ---- body "main_if_more_do" of if_more in graph "main": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status fold_build_main_if_more_do(fold *p, CUgraph to, union fold_scratch *scratch)
{
    vg_status status;

    (void)scratch;

    /* Node 0, add_more, fold.yaml:35: capture add_more(y), at most 1 node.
     * after: -
     * before: - */
    status = vg_capture(&p->rt, &fold_captures[2], to, NULL, 0u);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "main": nodes 9, edges 9, longest path 8, widest level 2 ---- */

static vg_status fold_build_main(void *self, void *graph)
{
    fold *p = (fold *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union fold_scratch scratch;
    const CUgraph *bodies;
    CUgraphNode after[2];
    void *waits[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[FOLD_GRAPH_main].traits = VG_HAS_CONDITIONAL | VG_HAS_END;
    status = fold_make_condition(p, to, FOLD_CONDITION_vg_go, 0u,
        "if more");
    if (status != VG_OK) {
        return status;
    }

    /* Node 0, upload, fold.yaml:16: upload gain, x, more by vg_copy, 4356 bytes, 2 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: scale, vg_choose_if */
    fold_begin_vg_copy(p, &scratch.launch_vg_copy, 2u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + FOLD_GAIN_AT;
    scratch.launch_vg_copy.argument.from = pinned + FOLD_GAIN_UP;
    scratch.launch_vg_copy.argument.bytes = FOLD_MORE_UP + FOLD_MORE_BYTES - FOLD_GAIN_UP;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, FOLD_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, scale, fold.yaml:19: launch scale(x, parts), 8 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload
     * before: fold_halves */
    fold_begin_scale(p, &scratch.launch_scale, 8u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_scale.argument.x = device + FOLD_X_AT;
    scratch.launch_scale.argument.y = device + FOLD_PARTS_AT;
    after[0] = (CUgraphNode)p->node[FOLD_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_scale.kernel);
    status = vg_node_added(&p->rt, FOLD_NODE_scale, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, fold_halves, fold.yaml:21: capture fold_halves(parts, gain, pairs, fold_halves_workspace), at most 3
     * nodes.
     * after: scale
     * before: polishing */
    waits[0] = p->node[FOLD_NODE_scale];
    status = vg_capture(&p->rt, &fold_captures[0], to, waits, 1u);
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, polishing, fold.yaml:26: capture smooth(pairs), at most 8 nodes, when polish is on.
     * after: fold_halves
     * before: scale_2 */
    waits[0] = vg_capture_end(&p->rt, &fold_captures[0]);
    status = vg_capture(&p->rt, &fold_captures[1], to, waits, 1u);
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, scale_2, fold.yaml:31: launch scale(pairs, y), 8 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: polishing
     * before: if_more */
    fold_begin_scale(p, &scratch.launch_scale, 8u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_scale.argument.x = device + FOLD_PAIRS_AT;
    scratch.launch_scale.argument.y = device + FOLD_Y_AT;
    after[0] = (CUgraphNode)vg_capture_end(&p->rt, &fold_captures[1]);
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_scale.kernel);
    status = vg_node_added(&p->rt, FOLD_NODE_scale_2, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, vg_choose_if, fold.yaml:33: launch vg_choose_if(more, vg_go), 1 x 1 x 1 blocks of 1 x 1 x 1 threads.
     * after: upload
     * before: if_more */
    fold_begin_vg_choose_if(p, &scratch.launch_vg_choose_if, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_choose_if.argument.flag = device + FOLD_MORE_AT;
    scratch.launch_vg_choose_if.argument.go = p->condition[FOLD_CONDITION_vg_go];
    after[0] = (CUgraphNode)p->node[FOLD_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_choose_if.kernel);
    status = vg_node_added(&p->rt, FOLD_NODE_vg_choose_if, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, if_more, fold.yaml:33: if more is not 0: body main_if_more_do (condition vg_go).
     * after: scale_2, vg_choose_if
     * before: download */
    (void)memset(&scratch.params, 0, sizeof scratch.params);
    scratch.params.type = CU_GRAPH_NODE_TYPE_CONDITIONAL;
    scratch.params.conditional.handle = p->condition[FOLD_CONDITION_vg_go];
    scratch.params.conditional.type = CU_GRAPH_COND_TYPE_IF;
    scratch.params.conditional.size = 1u;
    scratch.params.conditional.ctx = (CUcontext)p->rt.context;
    after[0] = (CUgraphNode)p->node[FOLD_NODE_scale_2];
    after[1] = (CUgraphNode)p->node[FOLD_NODE_vg_choose_if];
    result = cuGraphAddNode_v2(&node, to, after, NULL, 2, &scratch.params);
    status = vg_node_added(&p->rt, FOLD_NODE_if_more, node, (int)result, "cuGraphAddNode_v2");
    if (status != VG_OK) {
        return status;
    }
    bodies = scratch.params.conditional.phGraph_out;
    status = fold_build_main_if_more_do(p, bodies[0], &scratch);
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, download, fold.yaml:17: download y by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: if_more
     * before: end */
    fold_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + FOLD_Y_DOWN;
    scratch.launch_vg_copy.argument.from = device + FOLD_Y_AT;
    scratch.launch_vg_copy.argument.bytes = FOLD_Y_BYTES;
    after[0] = (CUgraphNode)p->node[FOLD_NODE_if_more];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, FOLD_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, end: launch vg_end(FOLD_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    fold_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + FOLD_COMPLETION;
    after[0] = (CUgraphNode)p->node[FOLD_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, FOLD_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status fold_commit_main(fold *p)
{
    vg_status status;
    unsigned char enabled;

    /* Node 3, polishing: polishing. */
    enabled = (p->on.polish != 0u) ? 1u : 0u;
    status = vg_capture_enable(&p->rt, &fold_captures[1], enabled);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status fold_commit(void *self, unsigned graph)
{
    fold *p = (fold *)self;

    (void)memcpy(&p->rt.pinned[FOLD_GAIN_UP], &p->setting.gain, sizeof p->setting.gain);
    switch (graph) {
    case FOLD_GRAPH_main:
        return fold_commit_main(p);
    default:
        return VG_OK;
    }
}

#else

static vg_status fold_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status fold_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void fold_reset_settings(void *self)
{
    fold *p = (fold *)self;

    fold_first_settings(&p->setting);
    p->on.polish = 1u;
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel fold_kernels[] = {
    {"scale", "scale", 0u, 0u, 128u, 2u, fold_params_scale},
    {"vg_choose_if", "vg_choose_if", 0u, 0u, 1u, 2u, fold_params_vg_choose_if},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, fold_params_vg_copy},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, fold_params_vg_end},
};

/* Bytes of each device arena. */
static const uint64_t fold_arena_bytes[] = {
    FOLD_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char fold_vg_identity[] =
    "vggen 0.1.0 program fold run 0x0123456789abcdef"
    " spec sha256:d699e7bb47d6b84dbd46d118eba7291d7ef47c214f4dd5b36958d2e8fdbf3d6c"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char fold_spec[] = "fold.yaml";
static const uint32_t fold_lines[] = {
    16u, /* upload */
    19u, /* scale */
    21u, /* fold_halves */
    21u, /* fold_halves */
    21u, /* fold_halves */
    26u, /* polishing */
    26u, /* polishing */
    26u, /* polishing */
    26u, /* polishing */
    26u, /* polishing */
    26u, /* polishing */
    26u, /* polishing */
    26u, /* polishing */
    31u, /* scale_2 */
    33u, /* vg_choose_if */
    33u, /* if_more */
    17u, /* download */
    0u, /* end */
    35u, /* add_more */
};

/* Title of each node in messages. */
static const char *const fold_titles[] = {
    "upload gain, x, more",
    "launch scale",
    "capture fold_halves, node 1 of at most 3",
    "capture fold_halves, node 2 of at most 3",
    "capture fold_halves, node 3 of at most 3",
    "polishing, node 1 of at most 8",
    "polishing, node 2 of at most 8",
    "polishing, node 3 of at most 8",
    "polishing, node 4 of at most 8",
    "polishing, node 5 of at most 8",
    "polishing, node 6 of at most 8",
    "polishing, node 7 of at most 8",
    "polishing, node 8 of at most 8",
    "launch scale",
    "choice of if more",
    "if more",
    "download y",
    "launch vg_end",
    "capture add_more, node 1 of at most 1",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc fold_graphs[] = {
    {"main", 0u, 18u, fold_build_main, 1u, 1u, 4104u, 4096u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t fold_vg_stamp = VGGEN_fold_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc fold_desc = {
    VG_ABI,
    "fold",
    fold_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    fold_arena_bytes, 1u, /* device arenas */
    FOLD_PINNED_BYTES, /* bytes of pinned memory */
    fold_modules, 1u, /* modules */
    fold_kernels, 4u, /* kernels */
    NULL, 0u, /* first contents */
    fold_titles, 19u, /* nodes of all graphs */
    fold_lines, /* their lines in the spec */
    fold_spec, /* where the spec is */
    fold_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    fold_reset_settings, /* first values of settings, switches and the like */
    fold_commit, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status fold_open(fold *p, const vg_config *config, const fold_data *data)
{
    vg_storage storage;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
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
    storage.disabled = p->disabled;
    if (!vg_has_memory(&p->rt)) {
        p->given.fold_halves = (data != NULL) ? data->fold_halves : NULL;
        p->given.fold_halves_user = (data != NULL) ? data->fold_halves_user : NULL;
        p->given.smooth = (data != NULL) ? data->smooth : NULL;
        p->given.smooth_user = (data != NULL) ? data->smooth_user : NULL;
        p->given.add_more = (data != NULL) ? data->add_more : NULL;
        p->given.add_more_user = (data != NULL) ? data->add_more_user : NULL;
    }
    vg_captures_for(&storage, &p->captures, fold_captures, 3u, p->captured, p->captured_node, p->captured_list,
        p->captured_place);
    return vg_open(&p->rt, &fold_desc, config, &storage);
}

vg_status fold_close(fold *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status fold_set_timeout(fold *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status fold_abandon(fold *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int fold_is_open(const fold *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *fold_x(fold *p)
{
    if (!fold_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[FOLD_X_UP];
}

uint32_t *fold_more(fold *p)
{
    if (!fold_is_open(p)) {
        return NULL;
    }
    return (uint32_t *)(void *)&p->rt.pinned[FOLD_MORE_UP];
}

const float *fold_y(const fold *p)
{
    if (!fold_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[FOLD_Y_DOWN];
}

vg_status fold_fold_halves_asks(const fold_data *data, uint64_t *bytes)
{
#ifdef VG_WITHOUT_CUDA
    (void)data;
    (void)bytes;
    return VG_NO_CUDA;
#else
    fold_fold_halves_buffers b;

    if ((data == NULL) || (bytes == NULL) || (data->fold_halves == NULL)) {
        return VG_ARGUMENT;
    }
    (void)memset(&b, 0, sizeof b);
    *bytes = 0u;
    b.asks = bytes;
    return (data->fold_halves(data->fold_halves_user, NULL, &b, 0u) == 0) ? VG_OK : VG_CANNOT;
#endif
}

vg_status fold_smooth_asks(const fold_data *data, uint64_t *bytes)
{
#ifdef VG_WITHOUT_CUDA
    (void)data;
    (void)bytes;
    return VG_NO_CUDA;
#else
    fold_smooth_buffers b;

    if ((data == NULL) || (bytes == NULL) || (data->smooth == NULL)) {
        return VG_ARGUMENT;
    }
    (void)memset(&b, 0, sizeof b);
    *bytes = 0u;
    b.asks = bytes;
    return (data->smooth(data->smooth_user, NULL, &b, 0u) == 0) ? VG_OK : VG_CANNOT;
#endif
}

vg_status fold_add_more_asks(const fold_data *data, uint64_t *bytes)
{
#ifdef VG_WITHOUT_CUDA
    (void)data;
    (void)bytes;
    return VG_NO_CUDA;
#else
    fold_add_more_buffers b;

    if ((data == NULL) || (bytes == NULL) || (data->add_more == NULL)) {
        return VG_ARGUMENT;
    }
    (void)memset(&b, 0, sizeof b);
    *bytes = 0u;
    b.asks = bytes;
    return (data->add_more(data->add_more_user, NULL, &b, 0u) == 0) ? VG_OK : VG_CANNOT;
#endif
}

vg_status fold_set_gain(fold *p, float value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!fold_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "fold_set_gain needs an open program: call fold_open first", 0u, 0u);
    }
    p->setting.gain = value;
    return VG_OK;
}

float fold_gain(const fold *p)
{
    return (p == NULL) ? (float)0 : p->setting.gain;
}

vg_status fold_switch_polish(fold *p, int on)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!fold_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "fold_switch_polish needs an open program: call fold_open first", 0u, 0u);
    }
    p->on.polish = (on != 0) ? 1u : 0u;
    return VG_OK;
}

int fold_is_on_polish(const fold *p)
{
    return (p == NULL) ? 0 : (int)p->on.polish;
}

vg_status fold_start(fold *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, FOLD_GRAPH_main);
}

vg_status fold_replay(fold *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, FOLD_GRAPH_main);
}

vg_status fold_replay_timed(fold *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, FOLD_GRAPH_main, times);
}

vg_status fold_step(fold *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, FOLD_GRAPH_main);
}

vg_status fold_profile(fold *p, uint32_t replays, fold_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = FOLD_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, FOLD_GRAPH_main, replays, &pointers);
}

const char *fold_node_title(unsigned node)
{
    return (node < FOLD_NODES) ? fold_titles[node] : NULL;
}

vg_status fold_poll(fold *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status fold_finish(fold *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

const vg_stats *fold_stats(const fold *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, fold_graphs, p->graph, 1u);
}

const vg_detail *fold_detail(const fold *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
