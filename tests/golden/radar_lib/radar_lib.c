/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* radar_lib.c - program "radar_lib": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from radar_lib.yaml. Do not edit: change the spec and generate again. */
#include "radar_lib.h"

#if VGGEN_radar_lib_STAMP != 0x0123456789abcdef
#error "radar_lib.c and radar_lib.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 18155776 bytes; apart, its buffers would take 18163968. */
#define RADAR_LIB_ECHO_AT                             0u /* [0, 8388608) input f32x2 [16][128][512] */
#define RADAR_LIB_RANGE_WINDOW_AT               8388608u /* [8388608, 8390656) derived f32 [512] */
#define RADAR_LIB_FACTOR_AT                     8390656u /* [8390656, 8390660) derived f32 [1] */
#define RADAR_LIB_POWER_AT                      8390912u /* [8390912, 8653056) state f32 [512][128] */
#define RADAR_LIB_SPECTRUM_AT                   8653056u /* [8653056, 17041664) scratch f32x2 [16][128][512]; shares
    bytes with hits */
#define RADAR_LIB_HITS_AT                       8653056u /* [8653056, 8661248) scratch u32 [2048]; shares bytes with
    spectrum */
#define RADAR_LIB_BOTH_FFTS_WORKSPACE_AT       17041664u /* [17041664, 18155776) scratch u8 [1114112] */

/* Pinned memory: one allocation of 8397312 bytes. What goes up with one copy lies there as in device memory, and so
 * does what comes down.
 * What has no place in device memory is reached here, by the kernels themselves:
 *   count, found: written once, by one launch
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define RADAR_LIB_ECHO_UP                             0u /* [0, 8388608) input f32x2 [16][128][512] */
#define RADAR_LIB_COUNT_DOWN                    8388608u /* [8388608, 8388612) output u32 [1] */
#define RADAR_LIB_FOUND_DOWN                    8388864u /* [8388864, 8397056) output detection [1024] */
#define RADAR_LIB_COMPLETION                    8397056u /* [8397056, 8397312) the runtime's */

/* Kernels. */
enum {
    RADAR_LIB_KERNEL_hann,
    RADAR_LIB_KERNEL_threshold,
    RADAR_LIB_KERNEL_add_powers,
    RADAR_LIB_KERNEL_detect,
    RADAR_LIB_KERNEL_collect,
    RADAR_LIB_KERNEL_vg_end,
};

/* Graphs. */
enum {
    RADAR_LIB_GRAPH_main,
    RADAR_LIB_GRAPH_setup, /* runs once, in open */
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    RADAR_LIB_NODE_upload,
    RADAR_LIB_NODE_both_ffts, /* the first of at most 8 */
    RADAR_LIB_NODE_add_powers = 9,
    RADAR_LIB_NODE_detect,
    RADAR_LIB_NODE_collect,
    RADAR_LIB_NODE_end,
};

/* Nodes of graph "setup", in the order in which they are added. */
enum {
    RADAR_LIB_SETUP_NODE_make_range_window = 13,
    RADAR_LIB_SETUP_NODE_make_factor,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(radar_lib, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar_lib, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar_lib, kernel) == 6u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar_lib, node) == 15u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar_lib, graph) == 2u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((RADAR_LIB_COMPLETION + VG_COMPLETION_BYTES) ==
    RADAR_LIB_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((RADAR_LIB_ECHO_AT % 256u) == 0u) && ((RADAR_LIB_ECHO_AT + RADAR_LIB_ECHO_BYTES) <=
    RADAR_LIB_DEVICE_BYTES),
    echo_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_LIB_ECHO_UP % 256u) == 0u) && ((RADAR_LIB_ECHO_UP + RADAR_LIB_ECHO_BYTES) <=
    RADAR_LIB_COMPLETION),
    echo_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((RADAR_LIB_RANGE_WINDOW_AT % 256u) == 0u) && ((RADAR_LIB_RANGE_WINDOW_AT + 2048u) <=
    RADAR_LIB_DEVICE_BYTES),
    range_window_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_LIB_FACTOR_AT % 256u) == 0u) && ((RADAR_LIB_FACTOR_AT + 4u) <= RADAR_LIB_DEVICE_BYTES),
    factor_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_LIB_SPECTRUM_AT % 256u) == 0u) && ((RADAR_LIB_SPECTRUM_AT + 8388608u) <=
    RADAR_LIB_DEVICE_BYTES),
    spectrum_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_LIB_POWER_AT % 256u) == 0u) && ((RADAR_LIB_POWER_AT + 262144u) <= RADAR_LIB_DEVICE_BYTES),
    power_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_LIB_HITS_AT % 256u) == 0u) && ((RADAR_LIB_HITS_AT + 8192u) <= RADAR_LIB_DEVICE_BYTES),
    hits_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_LIB_COUNT_DOWN % 256u) == 0u) && ((RADAR_LIB_COUNT_DOWN + RADAR_LIB_COUNT_BYTES) <=
    RADAR_LIB_COMPLETION),
    count_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((RADAR_LIB_FOUND_DOWN % 256u) == 0u) && ((RADAR_LIB_FOUND_DOWN + RADAR_LIB_FOUND_BYTES) <=
    RADAR_LIB_COMPLETION),
    found_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((RADAR_LIB_BOTH_FFTS_WORKSPACE_AT % 256u) == 0u) && ((RADAR_LIB_BOTH_FFTS_WORKSPACE_AT + 1114112u) <=
    RADAR_LIB_DEVICE_BYTES),
    both_ffts_workspace_lies_in_device_memory);
VG_STATIC_ASSERT(RADAR_LIB_ECHO_BYTES == (RADAR_LIB_ECHO_COUNT * sizeof(radar_lib_f32x2)), echo_has_whole_elements);
VG_STATIC_ASSERT(RADAR_LIB_COUNT_BYTES == (RADAR_LIB_COUNT_COUNT * sizeof(uint32_t)), count_has_whole_elements);
VG_STATIC_ASSERT(RADAR_LIB_FOUND_BYTES == (RADAR_LIB_FOUND_COUNT * sizeof(radar_lib_detection)),
    found_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t radar_lib_params_hann[] = {
    8u, /* window: out f32* */
    4u, /* n: value u32 */
};

static const uint32_t radar_lib_params_threshold[] = {
    8u, /* window: in f32* */
    8u, /* factor: out f32* */
};

static const uint32_t radar_lib_params_add_powers[] = {
    8u, /* spectrum: in f32x2* */
    8u, /* power: out f32* */
};

static const uint32_t radar_lib_params_detect[] = {
    8u, /* power: in f32* */
    8u, /* factor: in f32* */
    8u, /* hits: out u32* */
};

static const uint32_t radar_lib_params_collect[] = {
    8u, /* hits: in u32* */
    8u, /* power: in f32* */
    8u, /* count: out u32* */
    8u, /* found: out detection* */
};

static const uint32_t radar_lib_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content radar_lib_contents[] = {
    {0, 1, RADAR_LIB_POWER_AT, 262144u, NULL, -1, 1u, 0x0u, 0x0u}, /* power: every element 0 */
};

/* ---- captures ---- */

/* Each calls a function with what its step names. */
static int radar_lib_capture_main_both_ffts(void *self, void *stream)
{
    const radar_lib *p = (const radar_lib *)self;
    radar_lib_both_ffts_buffers b;

    (void)memset(&b, 0, sizeof b);
    b.echo = (const radar_lib_f32x2 *)(uintptr_t)(p->device[0] + RADAR_LIB_ECHO_AT);
    b.spectrum = (radar_lib_f32x2 *)(uintptr_t)(p->device[0] + RADAR_LIB_SPECTRUM_AT);
    b.workspace = (void *)(uintptr_t)(p->device[0] + RADAR_LIB_BOTH_FFTS_WORKSPACE_AT);
    b.workspace_bytes = 1114112u;
    return p->given.both_ffts(p->given.both_ffts_user, stream, &b, p->rt.lane);
}

/* Whether open was given the function. */
static int radar_lib_given_both_ffts(const void *self)
{
    return ((const radar_lib *)self)->given.both_ffts != NULL;
}

/* Device arena, access, and bytes [from, to) of it that a capture may touch. */
static const vg_capture_range radar_lib_ranges_main_both_ffts[] = {
    {0, VG_CAPTURE_READ, RADAR_LIB_ECHO_AT, RADAR_LIB_ECHO_AT + 8388608u}, /* echo */
    {0, VG_CAPTURE_WRITE, RADAR_LIB_SPECTRUM_AT, RADAR_LIB_SPECTRUM_AT + 8388608u}, /* spectrum */
    {0, VG_CAPTURE_READ | VG_CAPTURE_WRITE, RADAR_LIB_BOTH_FFTS_WORKSPACE_AT, RADAR_LIB_BOTH_FFTS_WORKSPACE_AT + 1114112u}, /* both_ffts_workspace */
};

/* Name, graph, first node, most nodes, ranges, what else is allowed, how it is called, whether it was given. */
static const vg_capture_desc radar_lib_captures[] = {
    {"both_ffts", RADAR_LIB_GRAPH_main, RADAR_LIB_NODE_both_ffts, 8u, radar_lib_ranges_main_both_ffts, 3u, 0u,
     radar_lib_capture_main_both_ffts, radar_lib_given_both_ffts},
};

#ifndef VG_WITHOUT_CUDA

/* A launch of hann as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_lib_launch_hann {
    struct {
        CUdeviceptr window;
        uint32_t n;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_lib_begin_hann(const radar_lib *p, struct radar_lib_launch_hann *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.window;
    launch->pointers[1] = &launch->argument.n;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_LIB_KERNEL_hann];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of threshold as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_lib_launch_threshold {
    struct {
        CUdeviceptr window;
        CUdeviceptr factor;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_lib_begin_threshold(const radar_lib *p, struct radar_lib_launch_threshold *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.window;
    launch->pointers[1] = &launch->argument.factor;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_LIB_KERNEL_threshold];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of add_powers as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_lib_launch_add_powers {
    struct {
        CUdeviceptr spectrum;
        CUdeviceptr power;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_lib_begin_add_powers(const radar_lib *p, struct radar_lib_launch_add_powers *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.spectrum;
    launch->pointers[1] = &launch->argument.power;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_LIB_KERNEL_add_powers];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of detect as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_lib_launch_detect {
    struct {
        CUdeviceptr power;
        CUdeviceptr factor;
        CUdeviceptr hits;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_lib_begin_detect(const radar_lib *p, struct radar_lib_launch_detect *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.power;
    launch->pointers[1] = &launch->argument.factor;
    launch->pointers[2] = &launch->argument.hits;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_LIB_KERNEL_detect];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of collect as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_lib_launch_collect {
    struct {
        CUdeviceptr hits;
        CUdeviceptr power;
        CUdeviceptr count;
        CUdeviceptr found;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_lib_begin_collect(const radar_lib *p, struct radar_lib_launch_collect *launch, unsigned grid_x,
    unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.hits;
    launch->pointers[1] = &launch->argument.power;
    launch->pointers[2] = &launch->argument.count;
    launch->pointers[3] = &launch->argument.found;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_LIB_KERNEL_collect];
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
struct radar_lib_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_lib_begin_vg_end(const radar_lib *p, struct radar_lib_launch_vg_end *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_LIB_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union radar_lib_scratch {
    struct radar_lib_launch_hann launch_hann;
    struct radar_lib_launch_threshold launch_threshold;
    struct radar_lib_launch_add_powers launch_add_powers;
    struct radar_lib_launch_detect launch_detect;
    struct radar_lib_launch_collect launch_collect;
    struct radar_lib_launch_vg_end launch_vg_end;
    CUDA_MEMCPY3D copy;
};

/* ---- graph "main": nodes 6, edges 5, longest path 6, widest level 1 ---- */

static vg_status radar_lib_build_main(void *self, void *graph)
{
    radar_lib *p = (radar_lib *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union radar_lib_scratch scratch;
    CUgraphNode after[1];
    void *waits[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[RADAR_LIB_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, upload, radar_lib.yaml:59: upload echo, 8388608 bytes.
     * after: -
     * before: both_ffts */
    (void)memset(&scratch.copy, 0, sizeof scratch.copy);
    scratch.copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    scratch.copy.srcHost = &p->rt.pinned[RADAR_LIB_ECHO_UP];
    scratch.copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    scratch.copy.dstDevice = device + RADAR_LIB_ECHO_AT;
    scratch.copy.WidthInBytes = RADAR_LIB_ECHO_BYTES;
    scratch.copy.Height = 1u;
    scratch.copy.Depth = 1u;
    result = cuGraphAddMemcpyNode(&node, to, NULL, 0, &scratch.copy, (CUcontext)p->rt.context);
    status = vg_node_added(&p->rt, RADAR_LIB_NODE_upload, node, (int)result, "cuGraphAddMemcpyNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, both_ffts, radar_lib.yaml:77: capture both_ffts(echo, spectrum, both_ffts_workspace), at most 8 nodes.
     * after: upload
     * before: add_powers */
    waits[0] = p->node[RADAR_LIB_NODE_upload];
    status = vg_capture(&p->rt, &radar_lib_captures[0], to, waits, 1u);
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, add_powers, radar_lib.yaml:82: launch add_powers(spectrum, power), 16 x 16 x 1 blocks of 32 x 16 x 1
     * threads.
     * after: both_ffts
     * before: detect */
    radar_lib_begin_add_powers(p, &scratch.launch_add_powers, 16u, 16u, 1u, 32u, RADAR_LIB_CHANNELS, 1u);
    scratch.launch_add_powers.argument.spectrum = device + RADAR_LIB_SPECTRUM_AT;
    scratch.launch_add_powers.argument.power = device + RADAR_LIB_POWER_AT;
    after[0] = (CUgraphNode)vg_capture_end(&p->rt, &radar_lib_captures[0]);
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_add_powers.kernel);
    status = vg_node_added(&p->rt, RADAR_LIB_NODE_add_powers, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, detect, radar_lib.yaml:84: launch detect(power, factor, hits), 1 x 128 x 1 blocks of 128 x 4 x 1 threads.
     * after: add_powers
     * before: collect */
    radar_lib_begin_detect(p, &scratch.launch_detect, 1u, 128u, 1u, RADAR_LIB_PULSES, 4u, 1u);
    scratch.launch_detect.argument.power = device + RADAR_LIB_POWER_AT;
    scratch.launch_detect.argument.factor = device + RADAR_LIB_FACTOR_AT;
    scratch.launch_detect.argument.hits = device + RADAR_LIB_HITS_AT;
    after[0] = (CUgraphNode)p->node[RADAR_LIB_NODE_add_powers];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_detect.kernel);
    status = vg_node_added(&p->rt, RADAR_LIB_NODE_detect, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, collect, radar_lib.yaml:86: launch collect(hits, power, count, found), 1 x 1 x 1 blocks of 1024 x 1 x 1
     * threads.
     * after: detect
     * before: end */
    radar_lib_begin_collect(p, &scratch.launch_collect, 1u, 1u, 1u, 1024u, 1u, 1u);
    scratch.launch_collect.argument.hits = device + RADAR_LIB_HITS_AT;
    scratch.launch_collect.argument.power = device + RADAR_LIB_POWER_AT;
    scratch.launch_collect.argument.count = pinned + RADAR_LIB_COUNT_DOWN;
    scratch.launch_collect.argument.found = pinned + RADAR_LIB_FOUND_DOWN;
    after[0] = (CUgraphNode)p->node[RADAR_LIB_NODE_detect];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_collect.kernel);
    status = vg_node_added(&p->rt, RADAR_LIB_NODE_collect, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, end: launch vg_end(RADAR_LIB_COMPLETION), one thread, so that the host sees the end sooner than the
     * stream would report it.
     * after: collect
     * before: - */
    radar_lib_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + RADAR_LIB_COMPLETION;
    after[0] = (CUgraphNode)p->node[RADAR_LIB_NODE_collect];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, RADAR_LIB_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "setup": nodes 2, edges 1, longest path 2, widest level 1 ---- */

static vg_status radar_lib_build_setup(void *self, void *graph)
{
    radar_lib *p = (radar_lib *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    union radar_lib_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, make_range_window, radar_lib.yaml:69: launch hann(range_window, 512), 4 x 1 x 1 blocks of 128 x 1 x 1
     * threads.
     * after: -
     * before: make_factor */
    radar_lib_begin_hann(p, &scratch.launch_hann, 4u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_hann.argument.window = device + RADAR_LIB_RANGE_WINDOW_AT;
    scratch.launch_hann.argument.n = RADAR_LIB_RANGES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_hann.kernel);
    status = vg_node_added(&p->rt, RADAR_LIB_SETUP_NODE_make_range_window, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, make_factor, radar_lib.yaml:72: launch threshold(range_window, factor), 1 x 1 x 1 blocks of 32 x 1 x 1
     * threads.
     * after: make_range_window
     * before: - */
    radar_lib_begin_threshold(p, &scratch.launch_threshold, 1u, 1u, 1u, 32u, 1u, 1u);
    scratch.launch_threshold.argument.window = device + RADAR_LIB_RANGE_WINDOW_AT;
    scratch.launch_threshold.argument.factor = device + RADAR_LIB_FACTOR_AT;
    after[0] = (CUgraphNode)p->node[RADAR_LIB_SETUP_NODE_make_range_window];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_threshold.kernel);
    status = vg_node_added(&p->rt, RADAR_LIB_SETUP_NODE_make_factor, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

#else

static vg_status radar_lib_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status radar_lib_build_setup(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel radar_lib_kernels[] = {
    {"hann", "hann", 0u, 0u, 128u, 2u, radar_lib_params_hann},
    {"threshold", "threshold", 0u, 0u, 32u, 2u, radar_lib_params_threshold},
    {"add_powers", "add_powers", 0u, 0u, 512u, 2u, radar_lib_params_add_powers},
    {"detect", "detect", 0u, 0u, 512u, 3u, radar_lib_params_detect},
    {"collect", "collect", 0u, 0u, 1024u, 4u, radar_lib_params_collect},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, radar_lib_params_vg_end},
};

/* Bytes of each device arena. */
static const uint64_t radar_lib_arena_bytes[] = {
    RADAR_LIB_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char radar_lib_vg_identity[] =
    "vggen 0.1.0 program radar_lib run 0x0123456789abcdef"
    " spec sha256:adbd66d509661889991547114a6220454d47b9f490e7b2a53c98c7845fa8e522"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char radar_lib_spec[] = "radar_lib.yaml";
static const uint32_t radar_lib_lines[] = {
    59u, /* upload */
    77u, /* both_ffts */
    77u, /* both_ffts */
    77u, /* both_ffts */
    77u, /* both_ffts */
    77u, /* both_ffts */
    77u, /* both_ffts */
    77u, /* both_ffts */
    77u, /* both_ffts */
    82u, /* add_powers */
    84u, /* detect */
    86u, /* collect */
    0u, /* end */
    69u, /* make_range_window */
    72u, /* make_factor */
};

/* Title of each node in messages. */
static const char *const radar_lib_titles[] = {
    "upload echo",
    "capture both_ffts, node 1 of at most 8",
    "capture both_ffts, node 2 of at most 8",
    "capture both_ffts, node 3 of at most 8",
    "capture both_ffts, node 4 of at most 8",
    "capture both_ffts, node 5 of at most 8",
    "capture both_ffts, node 6 of at most 8",
    "capture both_ffts, node 7 of at most 8",
    "capture both_ffts, node 8 of at most 8",
    "launch add_powers",
    "launch detect",
    "launch collect",
    "launch vg_end",
    "make_range_window",
    "make_factor",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc radar_lib_graphs[] = {
    {"main", 0u, 13u, radar_lib_build_main, 1u, 2u, 8388608u, 8196u},
    {"setup", 13u, 2u, radar_lib_build_setup, 0u, 0u, 0u, 0u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t radar_lib_vg_stamp = VGGEN_radar_lib_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc radar_lib_desc = {
    VG_ABI,
    "radar_lib",
    radar_lib_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    radar_lib_arena_bytes, 1u, /* device arenas */
    RADAR_LIB_PINNED_BYTES, /* bytes of pinned memory */
    radar_lib_modules, 1u, /* modules */
    radar_lib_kernels, 6u, /* kernels */
    radar_lib_contents, 1u, /* first contents */
    radar_lib_titles, 15u, /* nodes of all graphs */
    radar_lib_lines, /* their lines in the spec */
    radar_lib_spec, /* where the spec is */
    radar_lib_graphs, 2u, /* graphs */
    1u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    NULL, /* first values of settings, switches and the like */
    NULL, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status radar_lib_open(radar_lib *p, const vg_config *config, const radar_lib_data *data)
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
    storage.rebuild = vg_rebuild;
    if (!vg_has_memory(&p->rt)) {
        p->given.both_ffts = (data != NULL) ? data->both_ffts : NULL;
        p->given.both_ffts_user = (data != NULL) ? data->both_ffts_user : NULL;
    }
    vg_captures_for(&storage, &p->captures, radar_lib_captures, 1u, p->captured, p->captured_node, p->captured_list,
        p->captured_place);
    return vg_open(&p->rt, &radar_lib_desc, config, &storage);
}

vg_status radar_lib_close(radar_lib *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status radar_lib_set_timeout(radar_lib *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status radar_lib_abandon(radar_lib *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int radar_lib_is_open(const radar_lib *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

radar_lib_f32x2 *radar_lib_echo(radar_lib *p)
{
    if (!radar_lib_is_open(p)) {
        return NULL;
    }
    return (radar_lib_f32x2 *)(void *)&p->rt.pinned[RADAR_LIB_ECHO_UP];
}

const uint32_t *radar_lib_count(const radar_lib *p)
{
    if (!radar_lib_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[RADAR_LIB_COUNT_DOWN];
}

const radar_lib_detection *radar_lib_found(const radar_lib *p)
{
    if (!radar_lib_is_open(p)) {
        return NULL;
    }
    return (const radar_lib_detection *)(const void *)&p->rt.pinned[RADAR_LIB_FOUND_DOWN];
}

vg_status radar_lib_both_ffts_asks(const radar_lib_data *data, uint64_t *bytes)
{
#ifdef VG_WITHOUT_CUDA
    (void)data;
    (void)bytes;
    return VG_NO_CUDA;
#else
    radar_lib_both_ffts_buffers b;

    if ((data == NULL) || (bytes == NULL) || (data->both_ffts == NULL)) {
        return VG_ARGUMENT;
    }
    (void)memset(&b, 0, sizeof b);
    *bytes = 0u;
    b.asks = bytes;
    return (data->both_ffts(data->both_ffts_user, NULL, &b, 0u) == 0) ? VG_OK : VG_CANNOT;
#endif
}

vg_status radar_lib_start(radar_lib *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, RADAR_LIB_GRAPH_main);
}

vg_status radar_lib_replay(radar_lib *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, RADAR_LIB_GRAPH_main);
}

vg_status radar_lib_replay_timed(radar_lib *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, RADAR_LIB_GRAPH_main, times);
}

vg_status radar_lib_step(radar_lib *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, RADAR_LIB_GRAPH_main);
}

vg_status radar_lib_profile(radar_lib *p, uint32_t replays, radar_lib_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = RADAR_LIB_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, RADAR_LIB_GRAPH_main, replays, &pointers);
}

const char *radar_lib_node_title(unsigned node)
{
    return (node < RADAR_LIB_NODES) ? radar_lib_titles[node] : NULL;
}

vg_status radar_lib_poll(radar_lib *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status radar_lib_finish(radar_lib *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status radar_lib_reset(radar_lib *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status radar_lib_save(radar_lib *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status radar_lib_restore(radar_lib *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *radar_lib_stats(const radar_lib *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, radar_lib_graphs, p->graph, 2u);
}

const vg_detail *radar_lib_detail(const radar_lib *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
