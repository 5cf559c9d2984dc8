/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* saxpy.c - program "saxpy": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from saxpy.yaml. Do not edit: change the spec and generate again. */
#include "saxpy.h"

#if VGGEN_saxpy_STAMP != 0x0123456789abcdef
#error "saxpy.c and saxpy.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Pinned memory: one allocation of 5376 bytes.
 * What has no place in device memory is reached here, by the kernels themselves:
 *   x, y, z: read once, by one launch
 *   u, v: written once, by one launch
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define SAXPY_X_UP                  0u /* [0, 1024) input f32 [256] */
#define SAXPY_Y_UP               1024u /* [1024, 2048) input f32 [256] */
#define SAXPY_Z_UP               2048u /* [2048, 3072) input f32 [256] */
#define SAXPY_U_DOWN             3072u /* [3072, 4096) output f32 [256] */
#define SAXPY_V_DOWN             4096u /* [4096, 5120) output f32 [256] */
#define SAXPY_COMPLETION         5120u /* [5120, 5376) the runtime's */

/* Kernels. */
enum {
    SAXPY_KERNEL_saxpy,
    SAXPY_KERNEL_vg_end,
};

/* Graphs. */
enum {
    SAXPY_GRAPH_main,
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    SAXPY_NODE_saxpy,
    SAXPY_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(saxpy, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(saxpy, kernel) == 2u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(saxpy, node) == 2u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(saxpy, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((SAXPY_COMPLETION + VG_COMPLETION_BYTES) == SAXPY_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((SAXPY_X_UP % 256u) == 0u) && ((SAXPY_X_UP + SAXPY_X_BYTES) <= SAXPY_COMPLETION),
    x_is_read_in_pinned_memory);
VG_STATIC_ASSERT(((SAXPY_Y_UP % 256u) == 0u) && ((SAXPY_Y_UP + SAXPY_Y_BYTES) <= SAXPY_COMPLETION),
    y_is_read_in_pinned_memory);
VG_STATIC_ASSERT(((SAXPY_Z_UP % 256u) == 0u) && ((SAXPY_Z_UP + SAXPY_Z_BYTES) <= SAXPY_COMPLETION),
    z_is_read_in_pinned_memory);
VG_STATIC_ASSERT(((SAXPY_U_DOWN % 256u) == 0u) && ((SAXPY_U_DOWN + SAXPY_U_BYTES) <= SAXPY_COMPLETION),
    u_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((SAXPY_V_DOWN % 256u) == 0u) && ((SAXPY_V_DOWN + SAXPY_V_BYTES) <= SAXPY_COMPLETION),
    v_is_written_in_pinned_memory);
VG_STATIC_ASSERT(SAXPY_X_BYTES == (SAXPY_X_COUNT * sizeof(float)), x_has_whole_elements);
VG_STATIC_ASSERT(SAXPY_Y_BYTES == (SAXPY_Y_COUNT * sizeof(float)), y_has_whole_elements);
VG_STATIC_ASSERT(SAXPY_Z_BYTES == (SAXPY_Z_COUNT * sizeof(float)), z_has_whole_elements);
VG_STATIC_ASSERT(SAXPY_U_BYTES == (SAXPY_U_COUNT * sizeof(float)), u_has_whole_elements);
VG_STATIC_ASSERT(SAXPY_V_BYTES == (SAXPY_V_COUNT * sizeof(float)), v_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t saxpy_params_saxpy[] = {
    8u, /* x: in f32* */
    8u, /* y: in f32* */
    8u, /* z: in f32* */
    4u, /* a: value f32 */
    8u, /* u: out f32* */
    8u, /* v: out f32* */
    4u, /* n: value u32 */
};

static const uint32_t saxpy_params_vg_end[] = {
    8u, /* word: out u32* */
};

#ifndef VG_WITHOUT_CUDA

/* A launch of saxpy as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct saxpy_launch_saxpy {
    struct {
        CUdeviceptr x;
        CUdeviceptr y;
        CUdeviceptr z;
        float a;
        CUdeviceptr u;
        CUdeviceptr v;
        uint32_t n;
    } argument;
    void *pointers[7];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void saxpy_begin_saxpy(const saxpy *p, struct saxpy_launch_saxpy *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.y;
    launch->pointers[2] = &launch->argument.z;
    launch->pointers[3] = &launch->argument.a;
    launch->pointers[4] = &launch->argument.u;
    launch->pointers[5] = &launch->argument.v;
    launch->pointers[6] = &launch->argument.n;
    launch->kernel.func = (CUfunction)p->kernel[SAXPY_KERNEL_saxpy];
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
struct saxpy_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void saxpy_begin_vg_end(const saxpy *p, struct saxpy_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[SAXPY_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union saxpy_scratch {
    struct saxpy_launch_saxpy launch_saxpy;
    struct saxpy_launch_vg_end launch_vg_end;
};

/* ---- graph "main": nodes 2, edges 1, longest path 2, widest level 1 ---- */

static vg_status saxpy_build_main(void *self, void *graph)
{
    saxpy *p = (saxpy *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr pinned = p->rt.pinned_device;
    union saxpy_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[SAXPY_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, saxpy, saxpy.yaml:31: launch saxpy(x, y, z, 2.5, u, v, 256), 2 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: -
     * before: end */
    saxpy_begin_saxpy(p, &scratch.launch_saxpy, 2u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_saxpy.argument.x = pinned + SAXPY_X_UP;
    scratch.launch_saxpy.argument.y = pinned + SAXPY_Y_UP;
    scratch.launch_saxpy.argument.z = pinned + SAXPY_Z_UP;
    scratch.launch_saxpy.argument.a = (float)SAXPY_SCALE;
    scratch.launch_saxpy.argument.u = pinned + SAXPY_U_DOWN;
    scratch.launch_saxpy.argument.v = pinned + SAXPY_V_DOWN;
    scratch.launch_saxpy.argument.n = SAXPY_N;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_saxpy.kernel);
    status = vg_node_added(&p->rt, SAXPY_NODE_saxpy, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, end: launch vg_end(SAXPY_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: saxpy
     * before: - */
    saxpy_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + SAXPY_COMPLETION;
    after[0] = (CUgraphNode)p->node[SAXPY_NODE_saxpy];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, SAXPY_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

#else

static vg_status saxpy_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel saxpy_kernels[] = {
    {"saxpy", "saxpy", 0u, 0u, 128u, 7u, saxpy_params_saxpy},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, saxpy_params_vg_end},
};

/* What made this program, and of what, for `strings` and debuggers. */
const char saxpy_vg_identity[] =
    "vggen 0.1.0 program saxpy run 0x0123456789abcdef"
    " spec sha256:e7ff4e3dd68419a443aefe7546a4f6b78083ac6ebc5101f5c3d72afc15292f52"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char saxpy_spec[] = "saxpy.yaml";
static const uint32_t saxpy_lines[] = {
    31u, /* saxpy */
    0u, /* end */
};

/* Title of each node in messages. */
static const char *const saxpy_titles[] = {
    "launch saxpy",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc saxpy_graphs[] = {
    {"main", 0u, 2u, saxpy_build_main, 3u, 2u, 3072u, 2048u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t saxpy_vg_stamp = VGGEN_saxpy_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc saxpy_desc = {
    VG_ABI,
    "saxpy",
    saxpy_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    NULL, 0u, /* device arenas */
    SAXPY_PINNED_BYTES, /* bytes of pinned memory */
    saxpy_modules, 1u, /* modules */
    saxpy_kernels, 2u, /* kernels */
    NULL, 0u, /* first contents */
    saxpy_titles, 2u, /* nodes of all graphs */
    saxpy_lines, /* their lines in the spec */
    saxpy_spec, /* where the spec is */
    saxpy_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    NULL, /* first values of settings, switches and the like */
    NULL, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status saxpy_open(saxpy *p, const vg_config *config, const saxpy_data *data)
{
    vg_storage storage;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)data;
    (void)memset(&storage, 0, sizeof storage);
    storage.self = p;
    storage.modules = p->module;
    storage.kernels = p->kernel;
    storage.nodes = p->node;
    storage.graphs = p->graph;
    return vg_open(&p->rt, &saxpy_desc, config, &storage);
}

vg_status saxpy_close(saxpy *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status saxpy_set_timeout(saxpy *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status saxpy_abandon(saxpy *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int saxpy_is_open(const saxpy *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *saxpy_x(saxpy *p)
{
    if (!saxpy_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[SAXPY_X_UP];
}

float *saxpy_y(saxpy *p)
{
    if (!saxpy_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[SAXPY_Y_UP];
}

float *saxpy_z(saxpy *p)
{
    if (!saxpy_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[SAXPY_Z_UP];
}

const float *saxpy_u(const saxpy *p)
{
    if (!saxpy_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SAXPY_U_DOWN];
}

const float *saxpy_v(const saxpy *p)
{
    if (!saxpy_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SAXPY_V_DOWN];
}

vg_status saxpy_start(saxpy *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, SAXPY_GRAPH_main);
}

vg_status saxpy_replay(saxpy *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, SAXPY_GRAPH_main);
}

vg_status saxpy_replay_timed(saxpy *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, SAXPY_GRAPH_main, times);
}

vg_status saxpy_step(saxpy *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, SAXPY_GRAPH_main);
}

vg_status saxpy_profile(saxpy *p, uint32_t replays, saxpy_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = SAXPY_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, SAXPY_GRAPH_main, replays, &pointers);
}

const char *saxpy_node_title(unsigned node)
{
    return (node < SAXPY_NODES) ? saxpy_titles[node] : NULL;
}

vg_status saxpy_poll(saxpy *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status saxpy_finish(saxpy *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

const vg_stats *saxpy_stats(const saxpy *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, saxpy_graphs, p->graph, 1u);
}

const vg_detail *saxpy_detail(const saxpy *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
