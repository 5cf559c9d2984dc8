/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* shapes.c - program "shapes": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from shapes.yaml. Do not edit: change the spec and generate again. */
#include "shapes.h"

#if VGGEN_shapes_STAMP != 0x0123456789abcdef
#error "shapes.c and shapes.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 2048 bytes. */
#define SHAPES_X_AT                  0u /* [0, 1024) input f32 [256] */
#define SHAPES_Y_AT               1024u /* [1024, 2048) output f32 [256] */

/* Pinned memory: one allocation of 2304 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define SHAPES_X_UP                  0u /* [0, 1024) input f32 [256] */
#define SHAPES_Y_DOWN             1024u /* [1024, 2048) output f32 [256] */
#define SHAPES_COMPLETION         2048u /* [2048, 2304) the runtime's */

/* Kernels. */
enum {
    SHAPES_KERNEL_smooth,
    SHAPES_KERNEL_vg_copy,
    SHAPES_KERNEL_vg_end,
};

/* Graphs. */
enum {
    SHAPES_GRAPH_main,
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    SHAPES_NODE_upload,
    SHAPES_NODE_smooth,
    SHAPES_NODE_download,
    SHAPES_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(shapes, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(shapes, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(shapes, kernel) == 3u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(shapes, node) == 4u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(shapes, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((SHAPES_COMPLETION + VG_COMPLETION_BYTES) == SHAPES_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((SHAPES_X_AT % 256u) == 0u) && ((SHAPES_X_AT + SHAPES_X_BYTES) <= SHAPES_DEVICE_BYTES),
    x_lies_in_device_memory);
VG_STATIC_ASSERT(((SHAPES_X_UP % 256u) == 0u) && ((SHAPES_X_UP + SHAPES_X_BYTES) <= SHAPES_COMPLETION),
    x_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SHAPES_Y_AT % 256u) == 0u) && ((SHAPES_Y_AT + SHAPES_Y_BYTES) <= SHAPES_DEVICE_BYTES),
    y_lies_in_device_memory);
VG_STATIC_ASSERT(((SHAPES_Y_DOWN % 256u) == 0u) && ((SHAPES_Y_DOWN + SHAPES_Y_BYTES) <= SHAPES_COMPLETION),
    y_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(SHAPES_X_BYTES == (SHAPES_X_COUNT * sizeof(float)), x_has_whole_elements);
VG_STATIC_ASSERT(SHAPES_Y_BYTES == (SHAPES_Y_COUNT * sizeof(float)), y_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t shapes_params_smooth[] = {
    8u, /* x: in f32* */
    8u, /* y: out f32* */
};

static const uint32_t shapes_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t shapes_params_vg_end[] = {
    8u, /* word: out u32* */
};

#ifndef VG_WITHOUT_CUDA

/* A launch of smooth as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct shapes_launch_smooth {
    struct {
        CUdeviceptr x;
        CUdeviceptr y;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void shapes_begin_smooth(const shapes *p, struct shapes_launch_smooth *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.y;
    launch->kernel.func = (CUfunction)p->kernel[SHAPES_KERNEL_smooth];
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
struct shapes_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void shapes_begin_vg_copy(const shapes *p, struct shapes_launch_vg_copy *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[SHAPES_KERNEL_vg_copy];
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
struct shapes_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void shapes_begin_vg_end(const shapes *p, struct shapes_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[SHAPES_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union shapes_scratch {
    struct shapes_launch_smooth launch_smooth;
    struct shapes_launch_vg_copy launch_vg_copy;
    struct shapes_launch_vg_end launch_vg_end;
};

/* ---- graph "main": nodes 4, edges 3, longest path 4, widest level 1 ---- */

static vg_status shapes_build_main(void *self, void *graph)
{
    shapes *p = (shapes *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union shapes_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[SHAPES_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, upload, shapes.yaml:15: upload x by vg_copy, 1024 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: -
     * before: smooth */
    shapes_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SHAPES_X_AT;
    scratch.launch_vg_copy.argument.from = pinned + SHAPES_X_UP;
    scratch.launch_vg_copy.argument.bytes = SHAPES_X_BYTES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SHAPES_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, smooth, shapes.yaml:19: launch smooth(x, y), 2 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload
     * before: download */
    shapes_begin_smooth(p, &scratch.launch_smooth, 2u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_smooth.argument.x = device + SHAPES_X_AT;
    scratch.launch_smooth.argument.y = device + SHAPES_Y_AT;
    after[0] = (CUgraphNode)p->node[SHAPES_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_smooth.kernel);
    status = vg_node_added(&p->rt, SHAPES_NODE_smooth, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, download, shapes.yaml:16: download y by vg_copy, 1024 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: smooth
     * before: end */
    shapes_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SHAPES_Y_DOWN;
    scratch.launch_vg_copy.argument.from = device + SHAPES_Y_AT;
    scratch.launch_vg_copy.argument.bytes = SHAPES_Y_BYTES;
    after[0] = (CUgraphNode)p->node[SHAPES_NODE_smooth];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SHAPES_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, end: launch vg_end(SHAPES_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download
     * before: - */
    shapes_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + SHAPES_COMPLETION;
    after[0] = (CUgraphNode)p->node[SHAPES_NODE_download];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, SHAPES_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

#else

static vg_status shapes_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel shapes_kernels[] = {
    {"smooth", "smooth", 0u, 0u, 128u, 2u, shapes_params_smooth},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, shapes_params_vg_copy},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, shapes_params_vg_end},
};

/* Bytes of each device arena. */
static const uint64_t shapes_arena_bytes[] = {
    SHAPES_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char shapes_vg_identity[] =
    "vggen 0.1.0 program shapes run 0x0123456789abcdef"
    " spec sha256:f1edbcc32e909a2ec639fdf2845b286a83f999a2ef2627fa20f9ef968859aca2"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char shapes_spec[] = "shapes.yaml";
static const uint32_t shapes_lines[] = {
    15u, /* upload */
    19u, /* smooth */
    16u, /* download */
    0u, /* end */
};

/* Title of each node in messages. */
static const char *const shapes_titles[] = {
    "upload x",
    "launch smooth",
    "download y",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc shapes_graphs[] = {
    {"main", 0u, 4u, shapes_build_main, 1u, 1u, 1024u, 1024u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t shapes_vg_stamp = VGGEN_shapes_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc shapes_desc = {
    VG_ABI,
    "shapes",
    shapes_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    shapes_arena_bytes, 1u, /* device arenas */
    SHAPES_PINNED_BYTES, /* bytes of pinned memory */
    shapes_modules, 1u, /* modules */
    shapes_kernels, 3u, /* kernels */
    NULL, 0u, /* first contents */
    shapes_titles, 4u, /* nodes of all graphs */
    shapes_lines, /* their lines in the spec */
    shapes_spec, /* where the spec is */
    shapes_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    NULL, /* first values of settings, switches and the like */
    NULL, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status shapes_open(shapes *p, const vg_config *config, const shapes_data *data)
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
    return vg_open(&p->rt, &shapes_desc, config, &storage);
}

vg_status shapes_close(shapes *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status shapes_set_timeout(shapes *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status shapes_abandon(shapes *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int shapes_is_open(const shapes *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *shapes_x(shapes *p)
{
    if (!shapes_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[SHAPES_X_UP];
}

const float *shapes_y(const shapes *p)
{
    if (!shapes_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SHAPES_Y_DOWN];
}

vg_status shapes_start(shapes *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, SHAPES_GRAPH_main);
}

vg_status shapes_replay(shapes *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, SHAPES_GRAPH_main);
}

vg_status shapes_replay_timed(shapes *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, SHAPES_GRAPH_main, times);
}

vg_status shapes_step(shapes *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, SHAPES_GRAPH_main);
}

vg_status shapes_profile(shapes *p, uint32_t replays, shapes_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = SHAPES_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, SHAPES_GRAPH_main, replays, &pointers);
}

const char *shapes_node_title(unsigned node)
{
    return (node < SHAPES_NODES) ? shapes_titles[node] : NULL;
}

vg_status shapes_poll(shapes *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status shapes_finish(shapes *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

const vg_stats *shapes_stats(const shapes *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, shapes_graphs, p->graph, 1u);
}

const vg_detail *shapes_detail(const shapes *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
