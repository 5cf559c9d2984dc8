/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* radar.c - program "radar": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from radar.yaml. Do not edit: change the spec and generate again. */
#include "radar.h"

#if VGGEN_radar_STAMP != 0x0123456789abcdef
#error "radar.c and radar.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 17042176 bytes; apart, its buffers would take 17050368. */
#define RADAR_ECHO_AT                      0u /* [0, 8388608) input f32x2 [16][128][512] */
#define RADAR_RANGE_WINDOW_AT        8388608u /* [8388608, 8390656) derived f32 [512] */
#define RADAR_PULSE_WINDOW_AT        8390656u /* [8390656, 8391168) derived f32 [128] */
#define RADAR_FACTOR_AT              8391168u /* [8391168, 8391172) derived f32 [1] */
#define RADAR_POWER_AT               8391424u /* [8391424, 8653568) state f32 [512][128] */
#define RADAR_TURNED_AT              8653568u /* [8653568, 17042176) scratch f32x2 [512][16][128]; shares bytes with
    hits */
#define RADAR_HITS_AT                8653568u /* [8653568, 8661760) scratch u32 [2048]; shares bytes with turned */

/* Pinned memory: one allocation of 8397312 bytes. What goes up with one copy lies there as in device memory, and so
 * does what comes down.
 * What has no place in device memory is reached here, by the kernels themselves:
 *   count, found: written once, by one launch
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   main: its last node, end, writes the word */
#define RADAR_ECHO_UP                      0u /* [0, 8388608) input f32x2 [16][128][512] */
#define RADAR_COUNT_DOWN             8388608u /* [8388608, 8388612) output u32 [1] */
#define RADAR_FOUND_DOWN             8388864u /* [8388864, 8397056) output detection [1024] */
#define RADAR_COMPLETION             8397056u /* [8397056, 8397312) the runtime's */

/* Kernels. */
enum {
    RADAR_KERNEL_hann,
    RADAR_KERNEL_threshold,
    RADAR_KERNEL_range_fft,
    RADAR_KERNEL_doppler_fft,
    RADAR_KERNEL_detect,
    RADAR_KERNEL_collect,
    RADAR_KERNEL_vg_end,
};

/* Graphs. */
enum {
    RADAR_GRAPH_main,
    RADAR_GRAPH_setup, /* runs once, in open */
};

/* Nodes of graph "main", in the order in which they are added. */
enum {
    RADAR_NODE_upload,
    RADAR_NODE_range_fft,
    RADAR_NODE_doppler_fft,
    RADAR_NODE_detect,
    RADAR_NODE_collect,
    RADAR_NODE_end,
};

/* Nodes of graph "setup", in the order in which they are added. */
enum {
    RADAR_SETUP_NODE_make_range_window = 6,
    RADAR_SETUP_NODE_make_pulse_window,
    RADAR_SETUP_NODE_make_factor,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(radar, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar, kernel) == 7u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar, node) == 9u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(radar, graph) == 2u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((RADAR_COMPLETION + VG_COMPLETION_BYTES) == RADAR_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((RADAR_ECHO_AT % 256u) == 0u) && ((RADAR_ECHO_AT + RADAR_ECHO_BYTES) <= RADAR_DEVICE_BYTES),
    echo_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_ECHO_UP % 256u) == 0u) && ((RADAR_ECHO_UP + RADAR_ECHO_BYTES) <= RADAR_COMPLETION),
    echo_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((RADAR_RANGE_WINDOW_AT % 256u) == 0u) && ((RADAR_RANGE_WINDOW_AT + 2048u) <= RADAR_DEVICE_BYTES),
    range_window_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_PULSE_WINDOW_AT % 256u) == 0u) && ((RADAR_PULSE_WINDOW_AT + 512u) <= RADAR_DEVICE_BYTES),
    pulse_window_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_FACTOR_AT % 256u) == 0u) && ((RADAR_FACTOR_AT + 4u) <= RADAR_DEVICE_BYTES),
    factor_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_TURNED_AT % 256u) == 0u) && ((RADAR_TURNED_AT + 8388608u) <= RADAR_DEVICE_BYTES),
    turned_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_POWER_AT % 256u) == 0u) && ((RADAR_POWER_AT + 262144u) <= RADAR_DEVICE_BYTES),
    power_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_HITS_AT % 256u) == 0u) && ((RADAR_HITS_AT + 8192u) <= RADAR_DEVICE_BYTES),
    hits_lies_in_device_memory);
VG_STATIC_ASSERT(((RADAR_COUNT_DOWN % 256u) == 0u) && ((RADAR_COUNT_DOWN + RADAR_COUNT_BYTES) <= RADAR_COMPLETION),
    count_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((RADAR_FOUND_DOWN % 256u) == 0u) && ((RADAR_FOUND_DOWN + RADAR_FOUND_BYTES) <= RADAR_COMPLETION),
    found_is_written_in_pinned_memory);
VG_STATIC_ASSERT(RADAR_ECHO_BYTES == (RADAR_ECHO_COUNT * sizeof(radar_f32x2)), echo_has_whole_elements);
VG_STATIC_ASSERT(RADAR_COUNT_BYTES == (RADAR_COUNT_COUNT * sizeof(uint32_t)), count_has_whole_elements);
VG_STATIC_ASSERT(RADAR_FOUND_BYTES == (RADAR_FOUND_COUNT * sizeof(radar_detection)), found_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t radar_params_hann[] = {
    8u, /* window: out f32* */
    4u, /* n: value u32 */
};

static const uint32_t radar_params_threshold[] = {
    8u, /* window: in f32* */
    8u, /* factor: out f32* */
};

static const uint32_t radar_params_range_fft[] = {
    8u, /* echo: in f32x2* */
    8u, /* range_window: in f32* */
    8u, /* pulse_window: in f32* */
    8u, /* turned: out f32x2* */
};

static const uint32_t radar_params_doppler_fft[] = {
    8u, /* turned: in f32x2* */
    8u, /* power: out f32* */
};

static const uint32_t radar_params_detect[] = {
    8u, /* power: in f32* */
    8u, /* factor: in f32* */
    8u, /* hits: out u32* */
};

static const uint32_t radar_params_collect[] = {
    8u, /* hits: in u32* */
    8u, /* power: in f32* */
    8u, /* count: out u32* */
    8u, /* found: out detection* */
};

static const uint32_t radar_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content radar_contents[] = {
    {0, 1, RADAR_POWER_AT, 262144u, NULL, -1, 1u, 0x0u, 0x0u}, /* power: every element 0 */
};

#ifndef VG_WITHOUT_CUDA

/* A launch of hann as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_launch_hann {
    struct {
        CUdeviceptr window;
        uint32_t n;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_begin_hann(const radar *p, struct radar_launch_hann *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.window;
    launch->pointers[1] = &launch->argument.n;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_KERNEL_hann];
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
struct radar_launch_threshold {
    struct {
        CUdeviceptr window;
        CUdeviceptr factor;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_begin_threshold(const radar *p, struct radar_launch_threshold *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.window;
    launch->pointers[1] = &launch->argument.factor;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_KERNEL_threshold];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of range_fft as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_launch_range_fft {
    struct {
        CUdeviceptr echo;
        CUdeviceptr range_window;
        CUdeviceptr pulse_window;
        CUdeviceptr turned;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_begin_range_fft(const radar *p, struct radar_launch_range_fft *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.echo;
    launch->pointers[1] = &launch->argument.range_window;
    launch->pointers[2] = &launch->argument.pulse_window;
    launch->pointers[3] = &launch->argument.turned;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_KERNEL_range_fft];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of doppler_fft as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct radar_launch_doppler_fft {
    struct {
        CUdeviceptr turned;
        CUdeviceptr power;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_begin_doppler_fft(const radar *p, struct radar_launch_doppler_fft *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.turned;
    launch->pointers[1] = &launch->argument.power;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_KERNEL_doppler_fft];
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
struct radar_launch_detect {
    struct {
        CUdeviceptr power;
        CUdeviceptr factor;
        CUdeviceptr hits;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_begin_detect(const radar *p, struct radar_launch_detect *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.power;
    launch->pointers[1] = &launch->argument.factor;
    launch->pointers[2] = &launch->argument.hits;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_KERNEL_detect];
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
struct radar_launch_collect {
    struct {
        CUdeviceptr hits;
        CUdeviceptr power;
        CUdeviceptr count;
        CUdeviceptr found;
    } argument;
    void *pointers[4];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_begin_collect(const radar *p, struct radar_launch_collect *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.hits;
    launch->pointers[1] = &launch->argument.power;
    launch->pointers[2] = &launch->argument.count;
    launch->pointers[3] = &launch->argument.found;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_KERNEL_collect];
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
struct radar_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void radar_begin_vg_end(const radar *p, struct radar_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[RADAR_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union radar_scratch {
    struct radar_launch_hann launch_hann;
    struct radar_launch_threshold launch_threshold;
    struct radar_launch_range_fft launch_range_fft;
    struct radar_launch_doppler_fft launch_doppler_fft;
    struct radar_launch_detect launch_detect;
    struct radar_launch_collect launch_collect;
    struct radar_launch_vg_end launch_vg_end;
    CUDA_MEMCPY3D copy;
};

/* ---- graph "main": nodes 6, edges 5, longest path 6, widest level 1 ---- */

static vg_status radar_build_main(void *self, void *graph)
{
    radar *p = (radar *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union radar_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[RADAR_GRAPH_main].traits = VG_HAS_END;

    /* Node 0, upload, radar.yaml:69: upload echo, 8388608 bytes.
     * after: -
     * before: range_fft */
    (void)memset(&scratch.copy, 0, sizeof scratch.copy);
    scratch.copy.srcMemoryType = CU_MEMORYTYPE_HOST;
    scratch.copy.srcHost = &p->rt.pinned[RADAR_ECHO_UP];
    scratch.copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    scratch.copy.dstDevice = device + RADAR_ECHO_AT;
    scratch.copy.WidthInBytes = RADAR_ECHO_BYTES;
    scratch.copy.Height = 1u;
    scratch.copy.Depth = 1u;
    result = cuGraphAddMemcpyNode(&node, to, NULL, 0, &scratch.copy, (CUcontext)p->rt.context);
    status = vg_node_added(&p->rt, RADAR_NODE_upload, node, (int)result, "cuGraphAddMemcpyNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, range_fft, radar.yaml:91: launch range_fft(echo, range_window, pulse_window, turned), 32 x 16 x 1 blocks
     * of 256 x 1 x 1 threads.
     * after: upload
     * before: doppler_fft */
    radar_begin_range_fft(p, &scratch.launch_range_fft, 32u, RADAR_CHANNELS, 1u, 256u, 1u, 1u);
    scratch.launch_range_fft.argument.echo = device + RADAR_ECHO_AT;
    scratch.launch_range_fft.argument.range_window = device + RADAR_RANGE_WINDOW_AT;
    scratch.launch_range_fft.argument.pulse_window = device + RADAR_PULSE_WINDOW_AT;
    scratch.launch_range_fft.argument.turned = device + RADAR_TURNED_AT;
    after[0] = (CUgraphNode)p->node[RADAR_NODE_upload];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_range_fft.kernel);
    status = vg_node_added(&p->rt, RADAR_NODE_range_fft, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, doppler_fft, radar.yaml:93: launch doppler_fft(turned, power), 512 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: range_fft
     * before: detect */
    radar_begin_doppler_fft(p, &scratch.launch_doppler_fft, RADAR_RANGES, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_doppler_fft.argument.turned = device + RADAR_TURNED_AT;
    scratch.launch_doppler_fft.argument.power = device + RADAR_POWER_AT;
    after[0] = (CUgraphNode)p->node[RADAR_NODE_range_fft];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_doppler_fft.kernel);
    status = vg_node_added(&p->rt, RADAR_NODE_doppler_fft, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, detect, radar.yaml:95: launch detect(power, factor, hits), 1 x 128 x 1 blocks of 128 x 4 x 1 threads.
     * after: doppler_fft
     * before: collect */
    radar_begin_detect(p, &scratch.launch_detect, 1u, 128u, 1u, RADAR_PULSES, 4u, 1u);
    scratch.launch_detect.argument.power = device + RADAR_POWER_AT;
    scratch.launch_detect.argument.factor = device + RADAR_FACTOR_AT;
    scratch.launch_detect.argument.hits = device + RADAR_HITS_AT;
    after[0] = (CUgraphNode)p->node[RADAR_NODE_doppler_fft];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_detect.kernel);
    status = vg_node_added(&p->rt, RADAR_NODE_detect, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, collect, radar.yaml:97: launch collect(hits, power, count, found), 1 x 1 x 1 blocks of 1024 x 1 x 1
     * threads.
     * after: detect
     * before: end */
    radar_begin_collect(p, &scratch.launch_collect, 1u, 1u, 1u, 1024u, 1u, 1u);
    scratch.launch_collect.argument.hits = device + RADAR_HITS_AT;
    scratch.launch_collect.argument.power = device + RADAR_POWER_AT;
    scratch.launch_collect.argument.count = pinned + RADAR_COUNT_DOWN;
    scratch.launch_collect.argument.found = pinned + RADAR_FOUND_DOWN;
    after[0] = (CUgraphNode)p->node[RADAR_NODE_detect];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_collect.kernel);
    status = vg_node_added(&p->rt, RADAR_NODE_collect, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, end: launch vg_end(RADAR_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: collect
     * before: - */
    radar_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + RADAR_COMPLETION;
    after[0] = (CUgraphNode)p->node[RADAR_NODE_collect];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, RADAR_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "setup": nodes 3, edges 1, longest path 2, widest level 2 ---- */

static vg_status radar_build_setup(void *self, void *graph)
{
    radar *p = (radar *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    union radar_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, make_range_window, radar.yaml:80: launch hann(range_window, 512), 4 x 1 x 1 blocks of 128 x 1 x 1
     * threads.
     * after: -
     * before: make_factor */
    radar_begin_hann(p, &scratch.launch_hann, 4u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_hann.argument.window = device + RADAR_RANGE_WINDOW_AT;
    scratch.launch_hann.argument.n = RADAR_RANGES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_hann.kernel);
    status = vg_node_added(&p->rt, RADAR_SETUP_NODE_make_range_window, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, make_pulse_window, radar.yaml:83: launch hann(pulse_window, 128), 1 x 1 x 1 blocks of 128 x 1 x 1
     * threads.
     * after: -
     * before: - */
    radar_begin_hann(p, &scratch.launch_hann, 1u, 1u, 1u, 128u, 1u, 1u);
    scratch.launch_hann.argument.window = device + RADAR_PULSE_WINDOW_AT;
    scratch.launch_hann.argument.n = RADAR_PULSES;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_hann.kernel);
    status = vg_node_added(&p->rt, RADAR_SETUP_NODE_make_pulse_window, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, make_factor, radar.yaml:86: launch threshold(range_window, factor), 1 x 1 x 1 blocks of 32 x 1 x 1
     * threads.
     * after: make_range_window
     * before: - */
    radar_begin_threshold(p, &scratch.launch_threshold, 1u, 1u, 1u, 32u, 1u, 1u);
    scratch.launch_threshold.argument.window = device + RADAR_RANGE_WINDOW_AT;
    scratch.launch_threshold.argument.factor = device + RADAR_FACTOR_AT;
    after[0] = (CUgraphNode)p->node[RADAR_SETUP_NODE_make_range_window];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_threshold.kernel);
    status = vg_node_added(&p->rt, RADAR_SETUP_NODE_make_factor, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

#else

static vg_status radar_build_main(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status radar_build_setup(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel radar_kernels[] = {
    {"hann", "hann", 0u, 0u, 128u, 2u, radar_params_hann},
    {"threshold", "threshold", 0u, 0u, 32u, 2u, radar_params_threshold},
    {"range_fft", "range_fft", 0u, 0u, 256u, 4u, radar_params_range_fft},
    {"doppler_fft", "doppler_fft", 0u, 0u, 256u, 2u, radar_params_doppler_fft},
    {"detect", "detect", 0u, 0u, 512u, 3u, radar_params_detect},
    {"collect", "collect", 0u, 0u, 1024u, 4u, radar_params_collect},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, radar_params_vg_end},
};

/* Bytes of each device arena. */
static const uint64_t radar_arena_bytes[] = {
    RADAR_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char radar_vg_identity[] =
    "vggen 0.1.0 program radar run 0x0123456789abcdef"
    " spec sha256:7fdf8130a382fd495162738d06cec75e15aba82f25a4faca51a4e94fe2f0ebf5"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char radar_spec[] = "radar.yaml";
static const uint32_t radar_lines[] = {
    69u, /* upload */
    91u, /* range_fft */
    93u, /* doppler_fft */
    95u, /* detect */
    97u, /* collect */
    0u, /* end */
    80u, /* make_range_window */
    83u, /* make_pulse_window */
    86u, /* make_factor */
};

/* Title of each node in messages. */
static const char *const radar_titles[] = {
    "upload echo",
    "launch range_fft",
    "launch doppler_fft",
    "launch detect",
    "launch collect",
    "launch vg_end",
    "make_range_window",
    "make_pulse_window",
    "make_factor",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc radar_graphs[] = {
    {"main", 0u, 6u, radar_build_main, 1u, 2u, 8388608u, 8196u},
    {"setup", 6u, 3u, radar_build_setup, 0u, 0u, 0u, 0u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t radar_vg_stamp = VGGEN_radar_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc radar_desc = {
    VG_ABI,
    "radar",
    radar_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    radar_arena_bytes, 1u, /* device arenas */
    RADAR_PINNED_BYTES, /* bytes of pinned memory */
    radar_modules, 1u, /* modules */
    radar_kernels, 7u, /* kernels */
    radar_contents, 1u, /* first contents */
    radar_titles, 9u, /* nodes of all graphs */
    radar_lines, /* their lines in the spec */
    radar_spec, /* where the spec is */
    radar_graphs, 2u, /* graphs */
    1u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    NULL, /* first values of settings, switches and the like */
    NULL, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status radar_open(radar *p, const vg_config *config, const radar_data *data)
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
    return vg_open(&p->rt, &radar_desc, config, &storage);
}

vg_status radar_close(radar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status radar_set_timeout(radar *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status radar_abandon(radar *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int radar_is_open(const radar *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

radar_f32x2 *radar_echo(radar *p)
{
    if (!radar_is_open(p)) {
        return NULL;
    }
    return (radar_f32x2 *)(void *)&p->rt.pinned[RADAR_ECHO_UP];
}

const uint32_t *radar_count(const radar *p)
{
    if (!radar_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[RADAR_COUNT_DOWN];
}

const radar_detection *radar_found(const radar *p)
{
    if (!radar_is_open(p)) {
        return NULL;
    }
    return (const radar_detection *)(const void *)&p->rt.pinned[RADAR_FOUND_DOWN];
}

vg_status radar_start(radar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, RADAR_GRAPH_main);
}

vg_status radar_replay(radar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, RADAR_GRAPH_main);
}

vg_status radar_replay_timed(radar *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, RADAR_GRAPH_main, times);
}

vg_status radar_step(radar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, RADAR_GRAPH_main);
}

vg_status radar_profile(radar *p, uint32_t replays, radar_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = RADAR_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, RADAR_GRAPH_main, replays, &pointers);
}

const char *radar_node_title(unsigned node)
{
    return (node < RADAR_NODES) ? radar_titles[node] : NULL;
}

vg_status radar_poll(radar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status radar_finish(radar *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status radar_reset(radar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status radar_save(radar *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status radar_restore(radar *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *radar_stats(const radar *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, radar_graphs, p->graph, 2u);
}

const vg_detail *radar_detail(const radar *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
