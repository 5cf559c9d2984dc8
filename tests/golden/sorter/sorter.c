/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* sorter.c - program "sorter": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from sorter.yaml. Do not edit: change the spec and generate again. */
#include "sorter.h"

#if VGGEN_sorter_STAMP != 0x0123456789abcdef
#error "sorter.c and sorter.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 2048 bytes. */
#define SORTER_KEYS_AT               0u /* [0, 1024) input u32 [256] */
#define SORTER_NONE_AT               0u /* [0, 0) output u32 [0] */
#define SORTER_BEST_AT            1024u /* [1024, 1028) inout u32 [1] */
#define SORTER_LAST_AT            1280u /* [1280, 1284) output u32 [1] */
#define SORTER_ORDER_AT           1536u /* [1536, 2048) output u16 [256] */

/* Pinned memory: one allocation of 2560 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define SORTER_KEYS_UP               0u /* [0, 1024) input u32 [256] */
#define SORTER_BEST_UP            1024u /* [1024, 1028) inout u32 [1] */
#define SORTER_BEST_DOWN          1280u /* [1280, 1284) inout u32 [1] */
#define SORTER_LAST_DOWN          1536u /* [1536, 1540) output u32 [1] */
#define SORTER_ORDER_DOWN         1792u /* [1792, 2304) output u16 [256] */
#define SORTER_COMPLETION         2304u /* [2304, 2560) the runtime's */

/* Kernels. */
enum {
    SORTER_KERNEL_rank,
    SORTER_KERNEL_vg_copy,
    SORTER_KERNEL_vg_end,
};

/* Graphs. */
enum {
    SORTER_GRAPH_main,
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    SORTER_NODE_upload,
    SORTER_NODE_rank,
    SORTER_NODE_copy_best_last,
    SORTER_NODE_copy_keys_best,
    SORTER_NODE_download,
    SORTER_NODE_download_order,
    SORTER_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(sorter, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(sorter, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(sorter, kernel) == 3u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(sorter, node) == 7u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(sorter, graph) == 1u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((SORTER_COMPLETION + VG_COMPLETION_BYTES) == SORTER_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((SORTER_KEYS_AT % 256u) == 0u) && ((SORTER_KEYS_AT + SORTER_KEYS_BYTES) <= SORTER_DEVICE_BYTES),
    keys_lies_in_device_memory);
VG_STATIC_ASSERT(((SORTER_KEYS_UP % 256u) == 0u) && ((SORTER_KEYS_UP + SORTER_KEYS_BYTES) <= SORTER_COMPLETION),
    keys_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SORTER_ORDER_AT % 256u) == 0u) && ((SORTER_ORDER_AT + SORTER_ORDER_BYTES) <= SORTER_DEVICE_BYTES),
    order_lies_in_device_memory);
VG_STATIC_ASSERT(((SORTER_ORDER_DOWN % 256u) == 0u) && ((SORTER_ORDER_DOWN + SORTER_ORDER_BYTES) <= SORTER_COMPLETION),
    order_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SORTER_BEST_AT % 256u) == 0u) && ((SORTER_BEST_AT + SORTER_BEST_BYTES) <= SORTER_DEVICE_BYTES),
    best_lies_in_device_memory);
VG_STATIC_ASSERT(((SORTER_BEST_UP % 256u) == 0u) && ((SORTER_BEST_UP + SORTER_BEST_BYTES) <= SORTER_COMPLETION),
    best_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SORTER_BEST_DOWN % 256u) == 0u) && ((SORTER_BEST_DOWN + SORTER_BEST_BYTES) <= SORTER_COMPLETION),
    best_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SORTER_LAST_AT % 256u) == 0u) && ((SORTER_LAST_AT + SORTER_LAST_BYTES) <= SORTER_DEVICE_BYTES),
    last_lies_in_device_memory);
VG_STATIC_ASSERT(((SORTER_LAST_DOWN % 256u) == 0u) && ((SORTER_LAST_DOWN + SORTER_LAST_BYTES) <= SORTER_COMPLETION),
    last_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SORTER_NONE_AT % 256u) == 0u) && ((SORTER_NONE_AT + SORTER_NONE_BYTES) <= SORTER_DEVICE_BYTES),
    none_lies_in_device_memory);
VG_STATIC_ASSERT(SORTER_KEYS_BYTES == (SORTER_KEYS_COUNT * sizeof(uint32_t)), keys_has_whole_elements);
VG_STATIC_ASSERT(SORTER_ORDER_BYTES == (SORTER_ORDER_COUNT * sizeof(uint16_t)), order_has_whole_elements);
VG_STATIC_ASSERT(SORTER_BEST_BYTES == (SORTER_BEST_COUNT * sizeof(uint32_t)), best_has_whole_elements);
VG_STATIC_ASSERT(SORTER_LAST_BYTES == (SORTER_LAST_COUNT * sizeof(uint32_t)), last_has_whole_elements);
VG_STATIC_ASSERT(SORTER_NONE_BYTES == (SORTER_NONE_COUNT * sizeof(uint32_t)), none_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t sorter_params_rank[] = {
    8u, /* keys: in u32* */
    8u, /* order: out u16* */
    4u, /* n: value u32 */
};

static const uint32_t sorter_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t sorter_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* Gives every setting the value of the spec. */
static void sorter_first_settings(struct sorter_settings *setting)
{
    setting->limit = 256u;
}

#ifndef VG_WITHOUT_CUDA

/* A launch of rank as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct sorter_launch_rank {
    struct {
        CUdeviceptr keys;
        CUdeviceptr order;
        uint32_t n;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sorter_begin_rank(const sorter *p, struct sorter_launch_rank *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.keys;
    launch->pointers[1] = &launch->argument.order;
    launch->pointers[2] = &launch->argument.n;
    launch->kernel.func = (CUfunction)p->kernel[SORTER_KERNEL_rank];
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
struct sorter_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sorter_begin_vg_copy(const sorter *p, struct sorter_launch_vg_copy *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[SORTER_KERNEL_vg_copy];
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
struct sorter_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sorter_begin_vg_end(const sorter *p, struct sorter_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[SORTER_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union sorter_scratch {
    struct sorter_launch_rank launch_rank;
    struct sorter_launch_vg_copy launch_vg_copy;
    struct sorter_launch_vg_end launch_vg_end;
};

/* ---- graph "main": nodes 7, edges 7, longest path 5, widest level 2 ---- */

/* Node 1, rank, follows limit: its launch with these values. */
static void sorter_describe_main_rank(const sorter *p, const struct sorter_settings *setting,
    struct sorter_launch_rank *launch)
{
    sorter_begin_rank(p, launch, 1u, 1u, 1u, 256u, 1u, 1u);
    launch->argument.keys = p->device[0] + SORTER_KEYS_AT;
    launch->argument.order = p->device[0] + SORTER_ORDER_AT;
    launch->argument.n = setting->limit;
}

static vg_status sorter_build_main(void *self, void *graph)
{
    sorter *p = (sorter *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union sorter_scratch scratch;
    CUgraphNode after[2];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    sorter_first_settings(&p->committed[SORTER_GRAPH_main]);
    p->halfway[SORTER_GRAPH_main] = 0u;
    p->graph[SORTER_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, upload, sorter.yaml:14: upload keys, best by vg_copy, 1028 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: -
     * before: rank, copy_best_last */
    sorter_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SORTER_KEYS_AT;
    scratch.launch_vg_copy.argument.from = pinned + SORTER_KEYS_UP;
    scratch.launch_vg_copy.argument.bytes = SORTER_BEST_UP + SORTER_BEST_BYTES - SORTER_KEYS_UP;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SORTER_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, rank, sorter.yaml:21: launch rank(keys, order, limit), 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: upload
     * before: download_order */
    sorter_describe_main_rank(p, &p->committed[SORTER_GRAPH_main], &scratch.launch_rank);
    after[0] = (CUgraphNode)p->node[SORTER_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_rank.kernel);
    status = vg_node_added(&p->rt, SORTER_NODE_rank, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, copy_best_last, sorter.yaml:23: copy best to last by vg_copy, 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: upload
     * before: copy_keys_best */
    sorter_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SORTER_LAST_AT;
    scratch.launch_vg_copy.argument.from = device + SORTER_BEST_AT;
    scratch.launch_vg_copy.argument.bytes = SORTER_LAST_BYTES;
    after[0] = (CUgraphNode)p->node[SORTER_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SORTER_NODE_copy_best_last, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, copy_keys_best, sorter.yaml:24: copy keys to best by vg_copy, 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: copy_best_last
     * before: download */
    sorter_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SORTER_BEST_AT;
    scratch.launch_vg_copy.argument.from = device + SORTER_KEYS_AT;
    scratch.launch_vg_copy.argument.bytes = SORTER_BEST_BYTES;
    after[0] = (CUgraphNode)p->node[SORTER_NODE_copy_best_last];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SORTER_NODE_copy_keys_best, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, download, sorter.yaml:16: download best, last by vg_copy, 260 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: copy_keys_best
     * before: end */
    sorter_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SORTER_BEST_DOWN;
    scratch.launch_vg_copy.argument.from = device + SORTER_BEST_AT;
    scratch.launch_vg_copy.argument.bytes = SORTER_LAST_DOWN + SORTER_LAST_BYTES - SORTER_BEST_DOWN;
    after[0] = (CUgraphNode)p->node[SORTER_NODE_copy_keys_best];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SORTER_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, download_order, sorter.yaml:15: download order[0:8] by vg_copy, 16 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: rank
     * before: end */
    sorter_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SORTER_ORDER_DOWN;
    scratch.launch_vg_copy.argument.from = device + SORTER_ORDER_AT;
    scratch.launch_vg_copy.argument.bytes = 16u;
    after[0] = (CUgraphNode)p->node[SORTER_NODE_rank];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SORTER_NODE_download_order, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, end: launch vg_end(SORTER_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download, download_order
     * before: - */
    sorter_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + SORTER_COMPLETION;
    after[0] = (CUgraphNode)p->node[SORTER_NODE_download];
    after[1] = (CUgraphNode)p->node[SORTER_NODE_download_order];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, SORTER_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status sorter_commit_main(sorter *p)
{
    union sorter_scratch scratch;
    vg_status status;

    /* Node 1, rank: launch rank. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.limit, &p->committed[SORTER_GRAPH_main].limit, sizeof p->setting.limit) != 0) ||
        (p->halfway[SORTER_GRAPH_main] != 0u)) {
        sorter_describe_main_rank(p, &p->setting, &scratch.launch_rank);
        status = vg_node_patch(&p->rt, SORTER_GRAPH_main, SORTER_NODE_rank, &scratch.launch_rank.kernel);
        if (status != VG_OK) {
            return status;
        }
    }

    if (vg_commits_to_exec(&p->rt) != 0) {
        p->committed[SORTER_GRAPH_main] = p->setting;
    }
    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status sorter_commit(void *self, unsigned graph)
{
    sorter *p = (sorter *)self;
    vg_status status;

    switch (graph) {
    case SORTER_GRAPH_main:
        status = sorter_commit_main(p);
        if (vg_commits_to_exec(&p->rt) != 0) {
            p->halfway[SORTER_GRAPH_main] = (status != VG_OK) ? 1u : 0u;
        }
        return status;
    default:
        return VG_OK;
    }
}

#else

static vg_status sorter_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status sorter_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void sorter_reset_settings(void *self)
{
    sorter *p = (sorter *)self;

    sorter_first_settings(&p->setting);
    (void)memset(&p->kept, 0, sizeof p->kept);
    (void)memset(&p->started, 0, sizeof p->started);
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel sorter_kernels[] = {
    {"rank", "rank", 0u, 0u, 256u, 3u, sorter_params_rank},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, sorter_params_vg_copy},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, sorter_params_vg_end},
};

/* Bytes of each device arena. */
static const uint64_t sorter_arena_bytes[] = {
    SORTER_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char sorter_vg_identity[] =
    "vggen 0.1.0 program sorter run 0x0123456789abcdef"
    " spec sha256:fcdce708b5bea1021acf7c660813676654153304a79b85b6cfabd507db1bf919"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char sorter_spec[] = "sorter.yaml";
static const uint32_t sorter_lines[] = {
    14u, /* upload */
    21u, /* rank */
    23u, /* copy_best_last */
    24u, /* copy_keys_best */
    16u, /* download */
    15u, /* download_order */
    0u, /* end */
};

/* Title of each node in messages. */
static const char *const sorter_titles[] = {
    "upload keys, best",
    "launch rank",
    "copy best -> last",
    "copy keys -> best",
    "download best, last",
    "download order[0:8]",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc sorter_graphs[] = {
    {"main", 0u, 7u, sorter_build_main, 1u, 2u, 1028u, 24u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t sorter_vg_stamp = VGGEN_sorter_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc sorter_desc = {
    VG_ABI,
    "sorter",
    sorter_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    sorter_arena_bytes, 1u, /* device arenas */
    SORTER_PINNED_BYTES, /* bytes of pinned memory */
    sorter_modules, 1u, /* modules */
    sorter_kernels, 3u, /* kernels */
    NULL, 0u, /* first contents */
    sorter_titles, 7u, /* nodes of all graphs */
    sorter_lines, /* their lines in the spec */
    sorter_spec, /* where the spec is */
    sorter_graphs, 1u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    sorter_reset_settings, /* first values of settings, switches and the like */
    sorter_commit, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status sorter_open(sorter *p, const vg_config *config, const sorter_data *data)
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
    return vg_open(&p->rt, &sorter_desc, config, &storage);
}

vg_status sorter_close(sorter *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status sorter_set_timeout(sorter *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status sorter_abandon(sorter *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int sorter_is_open(const sorter *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

vg_status sorter_set_limit(sorter *p, uint32_t value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sorter_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sorter_set_limit needs an open program: call sorter_open first", 0u, 0u);
    }
    if ((value < 1u) || (value > 256u)) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "sorter_set_limit: from 1 to 256", (value < 1u) ? 1u : 256u, value);
    }
    if (memcmp(&p->setting.limit, &value, sizeof p->setting.limit) != 0) {
        (void)memset(&p->kept, 0, sizeof p->kept);
    }
    p->setting.limit = value;
    return VG_OK;
}

uint32_t sorter_limit(const sorter *p)
{
    return (p == NULL) ? (uint32_t)0 : p->setting.limit;
}

/* Checks that a call may begin, and waits for what a failed one left running. */
static vg_status sorter_ready_call(sorter *p, unsigned graph)
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
static vg_status sorter_check_in_main(sorter *p, const sorter_in *in)
{
    if (in == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in", 0u, 0u);
    }
    if (in->keys == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->keys", 0u, 0u);
    }
    if (in->keys_count != (size_t)SORTER_KEYS_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->keys_count", SORTER_KEYS_COUNT, in->keys_count);
    }
    if (in->best == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->best", 0u, 0u);
    }
    if (in->best_count != (size_t)SORTER_BEST_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "in->best_count", SORTER_BEST_COUNT, in->best_count);
    }
    return VG_OK;
}

static vg_status sorter_check_out_main(sorter *p, const sorter_out *out)
{
    if (out == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out", 0u, 0u);
    }
    if (out->order == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->order", 0u, 0u);
    }
    if (out->order_count != (size_t)SORTER_ORDER_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->order_count", SORTER_ORDER_COUNT, out->order_count);
    }
    if (out->best == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->best", 0u, 0u);
    }
    if (out->best_count != (size_t)SORTER_BEST_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->best_count", SORTER_BEST_COUNT, out->best_count);
    }
    if (out->last == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->last", 0u, 0u);
    }
    if (out->last_count != (size_t)SORTER_LAST_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->last_count", SORTER_LAST_COUNT, out->last_count);
    }
    if (out->none_count != (size_t)SORTER_NONE_COUNT) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "out->none_count", SORTER_NONE_COUNT, out->none_count);
    }
    return VG_OK;
}

static vg_status sorter_check_call_main(sorter *p, const sorter_in *in, const sorter_out *out)
{
    const vg_status status = sorter_check_in_main(p, in);

    return (status == VG_OK) ? sorter_check_out_main(p, out) : status;
}

/* Copies what goes in to pinned memory, and forgets what was known of other bytes there. */
static void sorter_take_in_main(sorter *p, const sorter_in *in)
{
    if (vg_take(&p->rt.pinned[SORTER_KEYS_UP], in->keys, SORTER_KEYS_BYTES) != 0) {
        p->kept.main = 0u;
    }
    if (vg_take(&p->rt.pinned[SORTER_BEST_UP], in->best, SORTER_BEST_BYTES) != 0) {
        p->kept.main = 0u;
    }
}

static void sorter_give_out_main(const sorter *p, const sorter_out *out)
{
    (void)memcpy(&out->order[0u], &p->rt.pinned[SORTER_ORDER_DOWN + 0u], 16u);
    (void)memcpy(out->best, &p->rt.pinned[SORTER_BEST_DOWN], SORTER_BEST_BYTES);
    (void)memcpy(out->last, &p->rt.pinned[SORTER_LAST_DOWN], SORTER_LAST_BYTES);
}

/* After a replay. A failed one leaves nothing that is known. */
static vg_status sorter_end_call_main(sorter *p, vg_status status)
{
    if (status != VG_OK) {
        (void)memset(&p->kept, 0, sizeof p->kept);
        return status;
    }
    p->kept.main = 1u;
    return VG_OK;
}

vg_status sorter_call(sorter *p, const sorter_in *in, sorter_out *out)
{
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    status = sorter_check_call_main(p, in, out);
    if (status == VG_OK) {
        status = sorter_ready_call(p, SORTER_GRAPH_main);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&p->rt);
    sorter_take_in_main(p, in);
    if (p->kept.main != 0u) {
        sorter_give_out_main(p, out);
        vg_hit(&p->rt, SORTER_GRAPH_main);
        return VG_OK;
    }
    p->kept.main = 0u;
    status = sorter_end_call_main(p, vg_replay(&p->rt, SORTER_GRAPH_main));
    if (status == VG_OK) {
        sorter_give_out_main(p, out);
    }
    return status;
}

vg_status sorter_call_timed(sorter *p, const sorter_in *in, sorter_out *out, vg_times *times)
{
    const uint64_t begin = vg_now();
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    status = sorter_check_call_main(p, in, out);
    if (status == VG_OK) {
        status = sorter_ready_call(p, SORTER_GRAPH_main);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&p->rt);
    sorter_take_in_main(p, in);
    if (p->kept.main != 0u) {
        sorter_give_out_main(p, out);
        vg_hit(&p->rt, SORTER_GRAPH_main);
        (void)memset(times, 0, sizeof *times);
        times->wall = vg_time_since(begin);
        return VG_OK;
    }
    p->kept.main = 0u;
    status = sorter_end_call_main(p, vg_replay_timed(&p->rt, SORTER_GRAPH_main, times));
    if (status == VG_OK) {
        sorter_give_out_main(p, out);
        times->wall = vg_time_since(begin);
    }
    return status;
}

vg_status sorter_call_step(sorter *p, const sorter_in *in, sorter_out *out)
{
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    status = sorter_check_call_main(p, in, out);
    if (status == VG_OK) {
        status = sorter_ready_call(p, SORTER_GRAPH_main);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&p->rt);
    sorter_take_in_main(p, in);
    (void)memset(&p->kept, 0, sizeof p->kept);
    status = sorter_end_call_main(p, vg_step(&p->rt, SORTER_GRAPH_main));
    if (status == VG_OK) {
        sorter_give_out_main(p, out);
    }
    return status;
}

/* Checks that a call of the graph was started. */
static vg_status sorter_check_started(sorter *p, unsigned graph)
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
static vg_status sorter_end_started_main(sorter *p, const sorter_out *out, vg_status status)
{
    const unsigned char wanted = p->kept.main; /* 0: a setting was changed */
    vg_status result;

    if ((status == VG_BUSY) || (status == VG_TIMEOUT)) {
        return status;
    }
    if (p->started.kept != 0u) {
        sorter_give_out_main(p, out);
        vg_hit(&p->rt, SORTER_GRAPH_main);
    } else {
        result = sorter_end_call_main(p, status);
        if (result != VG_OK) {
            return result; /* it stays started */
        }
        if (wanted == 0u) {
            p->kept.main = 0u;
        }
        sorter_give_out_main(p, out);
    }
    p->started.graph = 0u;
    return VG_OK;
}

vg_status sorter_call_start(sorter *p, const sorter_in *in)
{
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    status = sorter_check_in_main(p, in);
    if (status == VG_OK) {
        status = sorter_ready_call(p, SORTER_GRAPH_main);
    }
    if (status != VG_OK) {
        return status;
    }
    vg_call_begins(&p->rt);
    sorter_take_in_main(p, in);
    p->started.kept = p->kept.main;
    if (p->kept.main != 0u) {
        p->started.graph = SORTER_GRAPH_main + 1u;
        return VG_OK;
    }
    p->kept.main = 0u;
    status = vg_start(&p->rt, SORTER_GRAPH_main);
    if (status != VG_OK) {
        return sorter_end_call_main(p, status);
    }
    p->kept.main = 2u; /* until it ends */
    p->started.graph = SORTER_GRAPH_main + 1u;
    return VG_OK;
}

vg_status sorter_call_poll(sorter *p, sorter_out *out)
{
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    status = sorter_check_out_main(p, out);
    if (status == VG_OK) {
        status = sorter_check_started(p, SORTER_GRAPH_main);
    }
    if (status != VG_OK) {
        return status;
    }
    return sorter_end_started_main(p, out, (vg_is_running(&p->rt) != 0) ? vg_poll(&p->rt) : VG_OK);
}

vg_status sorter_call_finish(sorter *p, sorter_out *out, uint64_t timeout_ns)
{
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    status = sorter_check_out_main(p, out);
    if (status == VG_OK) {
        status = sorter_check_started(p, SORTER_GRAPH_main);
    }
    if (status != VG_OK) {
        return status;
    }
    return sorter_end_started_main(p, out, (vg_is_running(&p->rt) != 0) ? vg_finish(&p->rt, timeout_ns) : VG_OK);
}

vg_status sorter_profile(sorter *p, uint32_t replays, sorter_times *times)
{
    vg_node_times pointers;
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    status = sorter_ready_call(p, SORTER_GRAPH_main);
    if (status != VG_OK) {
        return status;
    }
    (void)memset(&p->kept, 0, sizeof p->kept);
    pointers.count = SORTER_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, SORTER_GRAPH_main, replays, &pointers);
}

const char *sorter_node_title(unsigned node)
{
    return (node < SORTER_NODES) ? sorter_titles[node] : NULL;
}

const vg_stats *sorter_stats(const sorter *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, sorter_graphs, p->graph, 1u);
}

const vg_detail *sorter_detail(const sorter *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
