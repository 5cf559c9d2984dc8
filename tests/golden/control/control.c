/* SPDX-License-Identifier: 0BSD */
/* control.c - program "control": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from control.yaml. Do not edit: change the spec and generate again. */
#include "control.h"

#if VGGEN_control_STAMP != 0x0123456789abcdef
#error "control.c and control.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include <cuda.h>
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 26112 bytes. */
#define CONTROL_SECTIONS_AT              0u /* [0, 5120) constant f32 [4][5][64] */
#define CONTROL_GAINS_AT              5120u /* [5120, 21504) constant f32 [64][64] */
#define CONTROL_WATCHED_AT           21504u /* [21504, 21520) state watch [1] */
#define CONTROL_MEMORY_AT            21760u /* [21760, 23808) state f32 [4][2][64] */
#define CONTROL_HELD_AT              23808u /* [23808, 24064) state f32 [64] */
#define CONTROL_TALLIES_AT           24064u /* [24064, 25088) state tally [64] */
#define CONTROL_COUNTED_AT           25088u /* [25088, 25092) state u32 [1] */
#define CONTROL_SAMPLES_AT           25344u /* [25344, 25600) scratch f32 [64] */
#define CONTROL_FILTERED_AT          25600u /* [25600, 25856) scratch f32 [64] */
#define CONTROL_WANTED_AT            25856u /* [25856, 26112) scratch f32 [64] */

/* Pinned memory: one allocation of 2304 bytes.
 * What has no place in device memory is reached here, by the kernels themselves:
 *   sensors: read once, by one launch
 *   forces, status, report, frames: written once, by one launch
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   control, telemetry: its last node, end, writes the word */
#define CONTROL_SENSORS_UP               0u /* [0, 256) input f32 [64] */
#define CONTROL_FORCES_DOWN            256u /* [256, 512) output f32 [64] */
#define CONTROL_STATUS_DOWN            512u /* [512, 528) output watch [1] */
#define CONTROL_REPORT_DOWN            768u /* [768, 1792) output tally [64] */
#define CONTROL_FRAMES_DOWN           1792u /* [1792, 1796) output u32 [1] */
#define CONTROL_COMPLETION            2048u /* [2048, 2304) the runtime's */

/* Kernels. */
enum {
    CONTROL_KERNEL_take,
    CONTROL_KERNEL_filter,
    CONTROL_KERNEL_mix,
    CONTROL_KERNEL_drive,
    CONTROL_KERNEL_summarize,
    CONTROL_KERNEL_vg_end,
};

/* Graphs. */
enum {
    CONTROL_GRAPH_control,
    CONTROL_GRAPH_telemetry,
};

/* Nodes of graph "control", in the order in which they are added. */
enum {
    CONTROL_CONTROL_NODE_take,
    CONTROL_CONTROL_NODE_filter,
    CONTROL_CONTROL_NODE_mix,
    CONTROL_CONTROL_NODE_drive,
    CONTROL_CONTROL_NODE_end,
};

/* Nodes of graph "telemetry", in the order in which they are added. */
enum {
    CONTROL_TELEMETRY_NODE_summarize = 5,
    CONTROL_TELEMETRY_NODE_end,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(VG_ABI == 1, abi);
VG_STATIC_ASSERT(sizeof(void *) == 8, pointers_have_64_bits);
VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(control, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, kernel) == 6u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, node) == 7u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, graph) == 2u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, data) == 2u, data_has_room);
VG_STATIC_ASSERT(VG_COMPLETION_BYTES == 256u && CONTROL_COMPLETION + VG_COMPLETION_BYTES == CONTROL_PINNED_BYTES,
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(CONTROL_SENSORS_UP % 256u == 0 && CONTROL_SENSORS_UP + CONTROL_SENSORS_BYTES <= CONTROL_COMPLETION,
    sensors_is_read_in_pinned_memory);
VG_STATIC_ASSERT(CONTROL_FORCES_DOWN % 256u == 0 && CONTROL_FORCES_DOWN + CONTROL_FORCES_BYTES <= CONTROL_COMPLETION,
    forces_is_written_in_pinned_memory);
VG_STATIC_ASSERT(CONTROL_STATUS_DOWN % 256u == 0 && CONTROL_STATUS_DOWN + CONTROL_STATUS_BYTES <= CONTROL_COMPLETION,
    status_is_written_in_pinned_memory);
VG_STATIC_ASSERT(CONTROL_REPORT_DOWN % 256u == 0 && CONTROL_REPORT_DOWN + CONTROL_REPORT_BYTES <= CONTROL_COMPLETION,
    report_is_written_in_pinned_memory);
VG_STATIC_ASSERT(CONTROL_FRAMES_DOWN % 256u == 0 && CONTROL_FRAMES_DOWN + CONTROL_FRAMES_BYTES <= CONTROL_COMPLETION,
    frames_is_written_in_pinned_memory);
VG_STATIC_ASSERT(CONTROL_SECTIONS_AT % 256u == 0 && CONTROL_SECTIONS_AT + CONTROL_SECTIONS_BYTES <=
    CONTROL_DEVICE_BYTES, sections_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_GAINS_AT % 256u == 0 && CONTROL_GAINS_AT + CONTROL_GAINS_BYTES <= CONTROL_DEVICE_BYTES,
    gains_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_WATCHED_AT % 256u == 0 && CONTROL_WATCHED_AT + 16u <= CONTROL_DEVICE_BYTES,
    watched_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_MEMORY_AT % 256u == 0 && CONTROL_MEMORY_AT + 2048u <= CONTROL_DEVICE_BYTES,
    memory_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_HELD_AT % 256u == 0 && CONTROL_HELD_AT + 256u <= CONTROL_DEVICE_BYTES,
    held_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_TALLIES_AT % 256u == 0 && CONTROL_TALLIES_AT + 1024u <= CONTROL_DEVICE_BYTES,
    tallies_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_COUNTED_AT % 256u == 0 && CONTROL_COUNTED_AT + 4u <= CONTROL_DEVICE_BYTES,
    counted_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_SAMPLES_AT % 256u == 0 && CONTROL_SAMPLES_AT + 256u <= CONTROL_DEVICE_BYTES,
    samples_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_FILTERED_AT % 256u == 0 && CONTROL_FILTERED_AT + 256u <= CONTROL_DEVICE_BYTES,
    filtered_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_WANTED_AT % 256u == 0 && CONTROL_WANTED_AT + 256u <= CONTROL_DEVICE_BYTES,
    wanted_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_SENSORS_BYTES == CONTROL_SENSORS_COUNT * sizeof(float), sensors_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_FORCES_BYTES == CONTROL_FORCES_COUNT * sizeof(float), forces_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_STATUS_BYTES == CONTROL_STATUS_COUNT * sizeof(control_watch), status_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_REPORT_BYTES == CONTROL_REPORT_COUNT * sizeof(control_tally), report_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_FRAMES_BYTES == CONTROL_FRAMES_COUNT * sizeof(uint32_t), frames_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_SECTIONS_BYTES == CONTROL_SECTIONS_COUNT * sizeof(float), sections_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_GAINS_BYTES == CONTROL_GAINS_COUNT * sizeof(float), gains_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t control_params_take[] = {
    8u, /* sensors: in f32* */
    4u, /* trip: value f32 */
    4u, /* clear: value u32 */
    8u, /* watched: inout watch* */
    8u, /* samples: out f32* */
};

static const uint32_t control_params_filter[] = {
    8u, /* watched: in watch* */
    8u, /* samples: in f32* */
    8u, /* sections: in f32* */
    8u, /* memory: inout f32* */
    8u, /* filtered: out f32* */
};

static const uint32_t control_params_mix[] = {
    8u, /* gains: in f32* */
    8u, /* filtered: in f32* */
    8u, /* wanted: out f32* */
};

static const uint32_t control_params_drive[] = {
    8u, /* watched: in watch* */
    8u, /* samples: in f32* */
    8u, /* wanted: in f32* */
    4u, /* limit: value f32 */
    8u, /* held: inout f32* */
    8u, /* tallies: inout tally* */
    8u, /* forces: out f32* */
    8u, /* status: out watch* */
};

static const uint32_t control_params_summarize[] = {
    8u, /* counted: inout u32* */
    8u, /* watched: in watch* */
    8u, /* tallies: inout tally* */
    8u, /* report: out tally* */
    8u, /* frames: out u32* */
};

static const uint32_t control_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content control_contents[] = {
    {0, 0, CONTROL_SECTIONS_AT, CONTROL_SECTIONS_BYTES, NULL, 0, 1u, 0u, 0u}, /* the application's sections */
    {0, 0, CONTROL_GAINS_AT, CONTROL_GAINS_BYTES, NULL, 1, 1u, 0u, 0u}, /* the application's gains */
    {0, 1, CONTROL_WATCHED_AT, 16u, NULL, -1, 1u, 0x0u, 0x0u}, /* watched: every element 0 */
    {0, 1, CONTROL_MEMORY_AT, 2048u, NULL, -1, 1u, 0x0u, 0x0u}, /* memory: every element 0 */
    {0, 1, CONTROL_HELD_AT, 256u, NULL, -1, 1u, 0x0u, 0x0u}, /* held: every element 0 */
    {0, 1, CONTROL_TALLIES_AT, 1024u, NULL, -1, 1u, 0x0u, 0x0u}, /* tallies: every element 0 */
    {0, 1, CONTROL_COUNTED_AT, 4u, NULL, -1, 1u, 0x0u, 0x0u}, /* counted: every element 0 */
};

/* Gives every setting the value of the spec. */
static void control_first_settings(struct control_settings *setting)
{
    setting->limit = 5.0f;
    setting->trip = 2000.0f;
    setting->clear = 0u;
}

#ifndef VG_WITHOUT_CUDA

/* A launch of take as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct control_launch_take {
    struct {
        CUdeviceptr sensors;
        float trip;
        uint32_t clear;
        CUdeviceptr watched;
        CUdeviceptr samples;
    } argument;
    void *pointers[5];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void control_begin_take(const control *p, struct control_launch_take *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.sensors;
    launch->pointers[1] = &launch->argument.trip;
    launch->pointers[2] = &launch->argument.clear;
    launch->pointers[3] = &launch->argument.watched;
    launch->pointers[4] = &launch->argument.samples;
    launch->kernel.func = (CUfunction)p->kernel[CONTROL_KERNEL_take];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of filter as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct control_launch_filter {
    struct {
        CUdeviceptr watched;
        CUdeviceptr samples;
        CUdeviceptr sections;
        CUdeviceptr memory;
        CUdeviceptr filtered;
    } argument;
    void *pointers[5];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void control_begin_filter(const control *p, struct control_launch_filter *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.watched;
    launch->pointers[1] = &launch->argument.samples;
    launch->pointers[2] = &launch->argument.sections;
    launch->pointers[3] = &launch->argument.memory;
    launch->pointers[4] = &launch->argument.filtered;
    launch->kernel.func = (CUfunction)p->kernel[CONTROL_KERNEL_filter];
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
struct control_launch_mix {
    struct {
        CUdeviceptr gains;
        CUdeviceptr filtered;
        CUdeviceptr wanted;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void control_begin_mix(const control *p, struct control_launch_mix *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.gains;
    launch->pointers[1] = &launch->argument.filtered;
    launch->pointers[2] = &launch->argument.wanted;
    launch->kernel.func = (CUfunction)p->kernel[CONTROL_KERNEL_mix];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of drive as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct control_launch_drive {
    struct {
        CUdeviceptr watched;
        CUdeviceptr samples;
        CUdeviceptr wanted;
        float limit;
        CUdeviceptr held;
        CUdeviceptr tallies;
        CUdeviceptr forces;
        CUdeviceptr status;
    } argument;
    void *pointers[8];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void control_begin_drive(const control *p, struct control_launch_drive *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.watched;
    launch->pointers[1] = &launch->argument.samples;
    launch->pointers[2] = &launch->argument.wanted;
    launch->pointers[3] = &launch->argument.limit;
    launch->pointers[4] = &launch->argument.held;
    launch->pointers[5] = &launch->argument.tallies;
    launch->pointers[6] = &launch->argument.forces;
    launch->pointers[7] = &launch->argument.status;
    launch->kernel.func = (CUfunction)p->kernel[CONTROL_KERNEL_drive];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of summarize as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct control_launch_summarize {
    struct {
        CUdeviceptr counted;
        CUdeviceptr watched;
        CUdeviceptr tallies;
        CUdeviceptr report;
        CUdeviceptr frames;
    } argument;
    void *pointers[5];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void control_begin_summarize(const control *p, struct control_launch_summarize *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.counted;
    launch->pointers[1] = &launch->argument.watched;
    launch->pointers[2] = &launch->argument.tallies;
    launch->pointers[3] = &launch->argument.report;
    launch->pointers[4] = &launch->argument.frames;
    launch->kernel.func = (CUfunction)p->kernel[CONTROL_KERNEL_summarize];
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
struct control_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void control_begin_vg_end(const control *p, struct control_launch_vg_end *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[CONTROL_KERNEL_vg_end];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* ---- graph "control": nodes 5, edges 4, longest path 5, widest level 1 ---- */

/* Node 0, take, follows trip, clear: its launch with these values. */
static void control_describe_control_take(const control *p, const struct control_settings *setting,
    struct control_launch_take *launch)
{
    control_begin_take(p, launch, 1u, 1u, 1u, CONTROL_CHANNELS, 1u, 1u);
    launch->argument.sensors = p->rt.pinned_device + CONTROL_SENSORS_UP;
    launch->argument.trip = setting->trip;
    launch->argument.clear = setting->clear;
    launch->argument.watched = p->device[0] + CONTROL_WATCHED_AT;
    launch->argument.samples = p->device[0] + CONTROL_SAMPLES_AT;
}

/* Node 3, drive, follows limit: its launch with these values. */
static void control_describe_control_drive(const control *p, const struct control_settings *setting,
    struct control_launch_drive *launch)
{
    control_begin_drive(p, launch, 1u, 1u, 1u, CONTROL_CHANNELS, 1u, 1u);
    launch->argument.watched = p->device[0] + CONTROL_WATCHED_AT;
    launch->argument.samples = p->device[0] + CONTROL_SAMPLES_AT;
    launch->argument.wanted = p->device[0] + CONTROL_WANTED_AT;
    launch->argument.limit = setting->limit;
    launch->argument.held = p->device[0] + CONTROL_HELD_AT;
    launch->argument.tallies = p->device[0] + CONTROL_TALLIES_AT;
    launch->argument.forces = p->rt.pinned_device + CONTROL_FORCES_DOWN;
    launch->argument.status = p->rt.pinned_device + CONTROL_STATUS_DOWN;
}

static vg_status control_build_control(void *self, void *graph)
{
    control *p = (control *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    struct control_launch_take launch_take;
    struct control_launch_filter launch_filter;
    struct control_launch_mix launch_mix;
    struct control_launch_drive launch_drive;
    struct control_launch_vg_end launch_vg_end;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    control_first_settings(&p->committed[CONTROL_GRAPH_control]);
    p->halfway[CONTROL_GRAPH_control] = 0u;
    p->graph[CONTROL_GRAPH_control].traits = VG_HAS_END;

    /* Node 0, take: launch take(sensors, trip, clear, watched, samples), 1 x 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: -
     * before: filter */
    control_describe_control_take(p, &p->committed[CONTROL_GRAPH_control], &launch_take);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &launch_take.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_take, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK)
        return status;

    /* Node 1, filter: launch filter(watched, samples, sections, memory, filtered), 1 x 1 x 1 blocks of 64 x 1 x 1
     * threads.
     * after: take
     * before: mix */
    control_begin_filter(p, &launch_filter, 1u, 1u, 1u, CONTROL_CHANNELS, 1u, 1u);
    launch_filter.argument.watched = device + CONTROL_WATCHED_AT;
    launch_filter.argument.samples = device + CONTROL_SAMPLES_AT;
    launch_filter.argument.sections = device + CONTROL_SECTIONS_AT;
    launch_filter.argument.memory = device + CONTROL_MEMORY_AT;
    launch_filter.argument.filtered = device + CONTROL_FILTERED_AT;
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_take];
    result = cuGraphAddKernelNode(&node, to, after, 1, &launch_filter.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_filter, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK)
        return status;

    /* Node 2, mix: launch mix(gains, filtered, wanted), 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: filter
     * before: drive */
    control_begin_mix(p, &launch_mix, 1u, 1u, 1u, 256u, 1u, 1u);
    launch_mix.argument.gains = device + CONTROL_GAINS_AT;
    launch_mix.argument.filtered = device + CONTROL_FILTERED_AT;
    launch_mix.argument.wanted = device + CONTROL_WANTED_AT;
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_filter];
    result = cuGraphAddKernelNode(&node, to, after, 1, &launch_mix.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_mix, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK)
        return status;

    /* Node 3, drive: launch drive(watched, samples, wanted, limit, held, tallies, forces, status), 1 x 1 x 1 blocks of
     * 64 x 1 x 1 threads.
     * after: mix
     * before: end */
    control_describe_control_drive(p, &p->committed[CONTROL_GRAPH_control], &launch_drive);
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_mix];
    result = cuGraphAddKernelNode(&node, to, after, 1, &launch_drive.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_drive, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK)
        return status;

    /* Node 4, end: launch vg_end(CONTROL_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: drive
     * before: - */
    control_begin_vg_end(p, &launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    launch_vg_end.argument.word = pinned + CONTROL_COMPLETION;
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_drive];
    result = cuGraphAddKernelNode(&node, to, after, 1, &launch_vg_end.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK)
        return status;

    return VG_OK;
}

/* ---- graph "telemetry": nodes 2, edges 1, longest path 2, widest level 1 ---- */

static vg_status control_build_telemetry(void *self, void *graph)
{
    control *p = (control *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    struct control_launch_summarize launch_summarize;
    struct control_launch_vg_end launch_vg_end;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[CONTROL_GRAPH_telemetry].traits = VG_HAS_END;

    /* Node 0, summarize: launch summarize(counted, watched, tallies, report, frames), 1 x 1 x 1 blocks of 64 x 1 x 1
     * threads.
     * after: -
     * before: end */
    control_begin_summarize(p, &launch_summarize, 1u, 1u, 1u, CONTROL_CHANNELS, 1u, 1u);
    launch_summarize.argument.counted = device + CONTROL_COUNTED_AT;
    launch_summarize.argument.watched = device + CONTROL_WATCHED_AT;
    launch_summarize.argument.tallies = device + CONTROL_TALLIES_AT;
    launch_summarize.argument.report = pinned + CONTROL_REPORT_DOWN;
    launch_summarize.argument.frames = pinned + CONTROL_FRAMES_DOWN;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &launch_summarize.kernel);
    status = vg_node_added(&p->rt, CONTROL_TELEMETRY_NODE_summarize, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK)
        return status;

    /* Node 1, end: launch vg_end(CONTROL_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: summarize
     * before: - */
    control_begin_vg_end(p, &launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    launch_vg_end.argument.word = pinned + CONTROL_COMPLETION;
    after[0] = (CUgraphNode)p->node[CONTROL_TELEMETRY_NODE_summarize];
    result = cuGraphAddKernelNode(&node, to, after, 1, &launch_vg_end.kernel);
    status = vg_node_added(&p->rt, CONTROL_TELEMETRY_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK)
        return status;

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status control_commit_control(control *p)
{
    vg_status status;

    /* Node 0, take: launch take. */
    if (!vg_commits_to_exec(&p->rt) ||
        memcmp(&p->setting.trip, &p->committed[CONTROL_GRAPH_control].trip, sizeof p->setting.trip) != 0 ||
        memcmp(&p->setting.clear, &p->committed[CONTROL_GRAPH_control].clear, sizeof p->setting.clear) != 0 ||
        p->halfway[CONTROL_GRAPH_control] != 0u) {
        struct control_launch_take launch;

        control_describe_control_take(p, &p->setting, &launch);
        status = vg_node_patch(&p->rt, CONTROL_GRAPH_control, CONTROL_CONTROL_NODE_take, &launch.kernel);
        if (status != VG_OK)
            return status;
    }

    /* Node 3, drive: launch drive. */
    if (!vg_commits_to_exec(&p->rt) ||
        memcmp(&p->setting.limit, &p->committed[CONTROL_GRAPH_control].limit, sizeof p->setting.limit) != 0 ||
        p->halfway[CONTROL_GRAPH_control] != 0u) {
        struct control_launch_drive launch;

        control_describe_control_drive(p, &p->setting, &launch);
        status = vg_node_patch(&p->rt, CONTROL_GRAPH_control, CONTROL_CONTROL_NODE_drive, &launch.kernel);
        if (status != VG_OK)
            return status;
    }

    if (vg_commits_to_exec(&p->rt))
        p->committed[CONTROL_GRAPH_control] = p->setting;
    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status control_commit(void *self, unsigned graph)
{
    control *p = (control *)self;
    vg_status status;

    switch (graph) {
    case CONTROL_GRAPH_control:
        status = control_commit_control(p);
        if (vg_commits_to_exec(&p->rt))
            p->halfway[CONTROL_GRAPH_control] = status != VG_OK;
        return status;
    default:
        return VG_OK;
    }
}

#else

static vg_status control_build_control(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status control_build_telemetry(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status control_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void control_reset_settings(void *self)
{
    control *p = (control *)self;

    control_first_settings(&p->setting);
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel control_kernels[] = {
    {"take", "take", 0u, 0u, 64u, 5u, control_params_take},
    {"filter", "filter", 0u, 0u, 64u, 5u, control_params_filter},
    {"mix", "mix", 0u, 0u, 256u, 3u, control_params_mix},
    {"drive", "drive", 0u, 0u, 64u, 8u, control_params_drive},
    {"summarize", "summarize", 0u, 0u, 64u, 5u, control_params_summarize},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, control_params_vg_end},
};

/* Bytes of each device arena. */
static const uint64_t control_arena_bytes[] = {
    CONTROL_DEVICE_BYTES,
};

/* Title of each node in messages. */
static const char *const control_titles[] = {
    "launch take",
    "launch filter",
    "launch mix",
    "launch drive",
    "launch vg_end",
    "launch summarize",
    "launch vg_end",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc control_graphs[] = {
    {"control", 0u, 5u, control_build_control, 1u, 2u, 256u, 272u},
    {"telemetry", 5u, 2u, control_build_telemetry, 0u, 2u, 0u, 1028u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t control_vg_stamp = VGGEN_control_STAMP;

static const vg_desc control_desc = {
    VG_ABI,
    "control",
    13000u, /* oldest CUDA version */
    control_arena_bytes, 1u, /* device arenas */
    CONTROL_PINNED_BYTES, /* bytes of pinned memory */
    control_modules, 1u, /* modules */
    control_kernels, 6u, /* kernels */
    control_contents, 7u, /* first contents */
    control_titles, 7u, /* nodes of all graphs */
    control_graphs, 2u, /* graphs */
    0u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    control_reset_settings, /* first values of settings, switches and the like */
    control_commit, /* before each launch */
    NULL, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status control_open(control *p, const vg_config *config, const control_data *data)
{
    vg_storage storage;

    if (p == NULL)
        return VG_ARGUMENT;
    if (data == NULL)
        return vg_refuse(&p->rt, VG_ARGUMENT, "data", 0u, 0u);
    if (data->sections == NULL)
        return vg_refuse(&p->rt, VG_ARGUMENT, "data->sections", 5120u, 0u);
    if (data->gains == NULL)
        return vg_refuse(&p->rt, VG_ARGUMENT, "data->gains", 16384u, 0u);
    p->data[0] = data->sections;
    p->data[1] = data->gains;
    memset(&storage, 0, sizeof storage);
    storage.self = p;
    storage.arenas = p->device;
    storage.modules = p->module;
    storage.kernels = p->kernel;
    storage.nodes = p->node;
    storage.graphs = p->graph;
    storage.app_data = p->data;
    return vg_open(&p->rt, &control_desc, config, &storage);
}

vg_status control_close(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_close(&p->rt);
}

static int control_is_open(const control *p)
{
    return p != NULL && vg_has_memory(&p->rt);
}

float *control_sensors(control *p)
{
    if (!control_is_open(p))
        return NULL;
    return (float *)(void *)(p->rt.pinned + CONTROL_SENSORS_UP);
}

const float *control_forces(const control *p)
{
    if (!control_is_open(p))
        return NULL;
    return (const float *)(const void *)(p->rt.pinned + CONTROL_FORCES_DOWN);
}

const control_watch *control_status(const control *p)
{
    if (!control_is_open(p))
        return NULL;
    return (const control_watch *)(const void *)(p->rt.pinned + CONTROL_STATUS_DOWN);
}

const control_tally *control_report(const control *p)
{
    if (!control_is_open(p))
        return NULL;
    return (const control_tally *)(const void *)(p->rt.pinned + CONTROL_REPORT_DOWN);
}

const uint32_t *control_frames(const control *p)
{
    if (!control_is_open(p))
        return NULL;
    return (const uint32_t *)(const void *)(p->rt.pinned + CONTROL_FRAMES_DOWN);
}

vg_status control_set_limit(control *p, float value)
{
    if (p == NULL)
        return VG_ARGUMENT;
    if (!control_is_open(p))
        return vg_refuse(&p->rt, VG_STATE,
                         "control_set_limit needs an open program: call control_open first", 0u, 0u);
    if (!(value >= 0.0f && value <= 1000.0f))
        return vg_refuse(&p->rt, VG_ARGUMENT, "control_set_limit: from 0.0 to 1000.0", 0u, 0u);
    p->setting.limit = value;
    return VG_OK;
}

float control_limit(const control *p)
{
    return p == NULL ? (float)0 : p->setting.limit;
}

vg_status control_set_trip(control *p, float value)
{
    if (p == NULL)
        return VG_ARGUMENT;
    if (!control_is_open(p))
        return vg_refuse(&p->rt, VG_STATE,
                         "control_set_trip needs an open program: call control_open first", 0u, 0u);
    if (!(value >= 0.0f && value <= 100000.0f))
        return vg_refuse(&p->rt, VG_ARGUMENT, "control_set_trip: from 0.0 to 100000.0", 0u, 0u);
    p->setting.trip = value;
    return VG_OK;
}

float control_trip(const control *p)
{
    return p == NULL ? (float)0 : p->setting.trip;
}

vg_status control_set_clear(control *p, uint32_t value)
{
    if (p == NULL)
        return VG_ARGUMENT;
    if (!control_is_open(p))
        return vg_refuse(&p->rt, VG_STATE,
                         "control_set_clear needs an open program: call control_open first", 0u, 0u);
    p->setting.clear = value;
    return VG_OK;
}

uint32_t control_clear(const control *p)
{
    return p == NULL ? (uint32_t)0 : p->setting.clear;
}

vg_status control_control_start(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_start(&p->rt, CONTROL_GRAPH_control);
}

vg_status control_control_replay(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_replay(&p->rt, CONTROL_GRAPH_control);
}

vg_status control_control_replay_timed(control *p, vg_times *times)
{
    return p == NULL ? VG_ARGUMENT : vg_replay_timed(&p->rt, CONTROL_GRAPH_control, times);
}

vg_status control_control_step(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_step(&p->rt, CONTROL_GRAPH_control);
}

vg_status control_control_profile(control *p, uint32_t replays, control_control_times *times)
{
    vg_node_times pointers;

    if (p == NULL)
        return VG_ARGUMENT;
    if (times == NULL)
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    pointers.count = CONTROL_CONTROL_NODES;
    pointers.ns = times->ns;
    pointers.scratch = times->scratch;
    return vg_profile(&p->rt, CONTROL_GRAPH_control, replays, &pointers);
}

const char *control_control_node_title(unsigned node)
{
    return node < CONTROL_CONTROL_NODES ? control_titles[node] : NULL;
}

vg_status control_telemetry_start(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_start(&p->rt, CONTROL_GRAPH_telemetry);
}

vg_status control_telemetry_replay(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_replay(&p->rt, CONTROL_GRAPH_telemetry);
}

vg_status control_telemetry_replay_timed(control *p, vg_times *times)
{
    return p == NULL ? VG_ARGUMENT : vg_replay_timed(&p->rt, CONTROL_GRAPH_telemetry, times);
}

vg_status control_telemetry_step(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_step(&p->rt, CONTROL_GRAPH_telemetry);
}

vg_status control_telemetry_profile(control *p, uint32_t replays, control_telemetry_times *times)
{
    vg_node_times pointers;

    if (p == NULL)
        return VG_ARGUMENT;
    if (times == NULL)
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    pointers.count = CONTROL_TELEMETRY_NODES;
    pointers.ns = times->ns;
    pointers.scratch = times->scratch;
    return vg_profile(&p->rt, CONTROL_GRAPH_telemetry, replays, &pointers);
}

const char *control_telemetry_node_title(unsigned node)
{
    return node < CONTROL_TELEMETRY_NODES ? control_titles[CONTROL_TELEMETRY_NODE_summarize + node] : NULL;
}

vg_status control_poll(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status control_finish(control *p, uint64_t timeout_ns)
{
    return p == NULL ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status control_reset(control *p)
{
    return p == NULL ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status control_save(control *p, void *memory, size_t size)
{
    return p == NULL ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status control_restore(control *p, const void *memory, size_t size)
{
    return p == NULL ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *control_stats(const control *p)
{
    return p == NULL ? NULL : vg_sum_stats(&p->rt, control_graphs, p->graph, 2u);
}

const vg_stats *control_control_stats(const control *p)
{
    return p == NULL ? NULL : vg_sum_graph(&control_graphs[CONTROL_GRAPH_control], &p->graph[CONTROL_GRAPH_control]);
}

const vg_stats *control_telemetry_stats(const control *p)
{
    return p == NULL ? NULL : vg_sum_graph(&control_graphs[CONTROL_GRAPH_telemetry], &p->graph[CONTROL_GRAPH_telemetry]);
}

const vg_detail *control_detail(const control *p)
{
    return p == NULL ? NULL : &p->rt.detail;
}
