/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* control.c - program "control": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from control.yaml. Do not edit: change the spec and generate again. */
#include "control.h"

#if VGGEN_control_STAMP != 0x0123456789abcdef
#error "control.c and control.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
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
    CONTROL_KERNEL_vg_mail_in,
    CONTROL_KERNEL_vg_mail_out,
    CONTROL_KERNEL_vg_copy,
    CONTROL_KERNEL_mailbox,
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

/* Lines of graph "control": 68 go in, of which the first is how many come out, and 68 come out. */
enum {
    CONTROL_WORD_control_count = 0,
    CONTROL_WORD_control_trip = 1, /* [1, 2) goes in */
    CONTROL_WORD_control_clear = 2, /* [2, 3) goes in */
    CONTROL_WORD_control_limit = 3, /* [3, 4) goes in */
    CONTROL_WORD_control_sensors = 4, /* [4, 68) goes in */
    CONTROL_WORD_control_forces_out = 0, /* [0, 64) comes out */
    CONTROL_WORD_control_status_out = 64, /* [64, 68) comes out */
};

/* Lines of graph "telemetry": 68 go in, of which the first is how many come out, and 257 come out. */
enum {
    CONTROL_WORD_telemetry_count = 0,
    CONTROL_WORD_telemetry_report_out = 0, /* [0, 256) comes out */
    CONTROL_WORD_telemetry_frames_out = 256, /* [256, 257) comes out */
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(control, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, module) == 2u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, kernel) == 10u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, node) == 7u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, graph) == 2u, graph_has_room);
VG_STATIC_ASSERT(VG_ROOM(control, data) == 2u, data_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((CONTROL_COMPLETION + VG_COMPLETION_BYTES) == CONTROL_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((CONTROL_SENSORS_UP % 256u) == 0u) && ((CONTROL_SENSORS_UP + CONTROL_SENSORS_BYTES) <=
    CONTROL_COMPLETION),
    sensors_is_read_in_pinned_memory);
VG_STATIC_ASSERT(((CONTROL_FORCES_DOWN % 256u) == 0u) && ((CONTROL_FORCES_DOWN + CONTROL_FORCES_BYTES) <=
    CONTROL_COMPLETION),
    forces_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((CONTROL_STATUS_DOWN % 256u) == 0u) && ((CONTROL_STATUS_DOWN + CONTROL_STATUS_BYTES) <=
    CONTROL_COMPLETION),
    status_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((CONTROL_REPORT_DOWN % 256u) == 0u) && ((CONTROL_REPORT_DOWN + CONTROL_REPORT_BYTES) <=
    CONTROL_COMPLETION),
    report_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((CONTROL_FRAMES_DOWN % 256u) == 0u) && ((CONTROL_FRAMES_DOWN + CONTROL_FRAMES_BYTES) <=
    CONTROL_COMPLETION),
    frames_is_written_in_pinned_memory);
VG_STATIC_ASSERT(((CONTROL_SECTIONS_AT % 256u) == 0u) && ((CONTROL_SECTIONS_AT + CONTROL_SECTIONS_BYTES) <=
    CONTROL_DEVICE_BYTES),
    sections_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_GAINS_AT % 256u) == 0u) && ((CONTROL_GAINS_AT + CONTROL_GAINS_BYTES) <=
    CONTROL_DEVICE_BYTES),
    gains_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_WATCHED_AT % 256u) == 0u) && ((CONTROL_WATCHED_AT + 16u) <= CONTROL_DEVICE_BYTES),
    watched_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_MEMORY_AT % 256u) == 0u) && ((CONTROL_MEMORY_AT + 2048u) <= CONTROL_DEVICE_BYTES),
    memory_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_HELD_AT % 256u) == 0u) && ((CONTROL_HELD_AT + 256u) <= CONTROL_DEVICE_BYTES),
    held_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_TALLIES_AT % 256u) == 0u) && ((CONTROL_TALLIES_AT + 1024u) <= CONTROL_DEVICE_BYTES),
    tallies_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_COUNTED_AT % 256u) == 0u) && ((CONTROL_COUNTED_AT + 4u) <= CONTROL_DEVICE_BYTES),
    counted_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_SAMPLES_AT % 256u) == 0u) && ((CONTROL_SAMPLES_AT + 256u) <= CONTROL_DEVICE_BYTES),
    samples_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_FILTERED_AT % 256u) == 0u) && ((CONTROL_FILTERED_AT + 256u) <= CONTROL_DEVICE_BYTES),
    filtered_lies_in_device_memory);
VG_STATIC_ASSERT(((CONTROL_WANTED_AT % 256u) == 0u) && ((CONTROL_WANTED_AT + 256u) <= CONTROL_DEVICE_BYTES),
    wanted_lies_in_device_memory);
VG_STATIC_ASSERT(CONTROL_SENSORS_BYTES == (CONTROL_SENSORS_COUNT * sizeof(float)), sensors_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_FORCES_BYTES == (CONTROL_FORCES_COUNT * sizeof(float)), forces_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_STATUS_BYTES == (CONTROL_STATUS_COUNT * sizeof(control_watch)), status_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_REPORT_BYTES == (CONTROL_REPORT_COUNT * sizeof(control_tally)), report_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_FRAMES_BYTES == (CONTROL_FRAMES_COUNT * sizeof(uint32_t)), frames_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_SECTIONS_BYTES == (CONTROL_SECTIONS_COUNT * sizeof(float)), sections_has_whole_elements);
VG_STATIC_ASSERT(CONTROL_GAINS_BYTES == (CONTROL_GAINS_COUNT * sizeof(float)), gains_has_whole_elements);

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

static const uint32_t control_params_vg_mail_in[] = {
    8u, /* mirror: out u32* */
    8u, /* numbers: inout u32* */
    8u, /* lines: in u64* */
    4u, /* count: value u32 */
    8u, /* go: condition */
    8u, /* which: condition */
};

static const uint32_t control_params_vg_mail_out[] = {
    8u, /* lines: out u64* */
    8u, /* mirror: in u32* */
    8u, /* count: in u32* */
    8u, /* numbers: in u32* */
};

static const uint32_t control_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t control_params_mailbox[] = {
    8u, /* mirror: inout u32* */
    8u, /* mirror_2: inout u32* */
    8u, /* lines: inout u64* */
    4u, /* count: value u32 */
    8u, /* mirror_sensors: inout f32* */
    8u, /* at_watched: in watch* */
    8u, /* at_samples: in f32* */
    8u, /* at_sections: in f32* */
    8u, /* at_memory: in f32* */
    8u, /* at_filtered: in f32* */
    8u, /* at_gains: in f32* */
    8u, /* at_wanted: in f32* */
    8u, /* at_held: in f32* */
    8u, /* at_tallies: in tally* */
    8u, /* mirror_forces: inout f32* */
    8u, /* mirror_status: inout watch* */
    8u, /* at_counted: in u32* */
    8u, /* mirror_report: inout tally* */
    8u, /* mirror_frames: inout u32* */
    8u, /* lines_2: inout u64* */
    8u, /* mirror_3: inout u32* */
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

/* ---- lines of the mailbox ---- */

/* What goes into graph "control", as lines. The first one is written last. */
static void control_pack_control(void *self, volatile uint64_t *lines, uint32_t number)
{
    const control *p = (const control *)self;
    const uint64_t high = (uint64_t)number << 32;
    uint32_t word;
    uint32_t i;

    (void)memcpy(&word, (const unsigned char *)&p->setting.trip, sizeof word);
    lines[CONTROL_WORD_control_trip] = high | word;
    (void)memcpy(&word, (const unsigned char *)&p->setting.clear, sizeof word);
    lines[CONTROL_WORD_control_clear] = high | word;
    (void)memcpy(&word, (const unsigned char *)&p->setting.limit, sizeof word);
    lines[CONTROL_WORD_control_limit] = high | word;
    for (i = 0; i < 64u; i++) {
        (void)memcpy(&word, &p->rt.pinned[CONTROL_SENSORS_UP + (4u * i)], sizeof word);
        lines[CONTROL_WORD_control_sensors + i] = high | word;
    }
    lines[CONTROL_WORD_control_count] = high | 68u;
}

/* What has come out of it, from line `from` on; returns the first line that is not there yet. */
static uint32_t control_take_control(void *self, const volatile uint64_t *lines, uint32_t number, uint32_t from)
{
    control *p = (control *)self;
    uint64_t line;
    uint32_t word;
    uint32_t at = from;

    for (; at < (CONTROL_WORD_control_forces_out + 64u); at++) {
        line = lines[at];
        if ((uint32_t)(line >> 32) != number) {
            return at;
        }
        word = (uint32_t)line;
        (void)memcpy(&p->rt.pinned[CONTROL_FORCES_DOWN + (4u * (at - CONTROL_WORD_control_forces_out))], &word, sizeof
            word);
    }
    for (; at < (CONTROL_WORD_control_status_out + 4u); at++) {
        line = lines[at];
        if ((uint32_t)(line >> 32) != number) {
            return at;
        }
        word = (uint32_t)line;
        (void)memcpy(&p->rt.pinned[CONTROL_STATUS_DOWN + (4u * (at - CONTROL_WORD_control_status_out))], &word, sizeof
            word);
    }
    return at;
}

/* What goes into graph "telemetry", as lines. The first one is written last. */
static void control_pack_telemetry(void *self, volatile uint64_t *lines, uint32_t number)
{
    const uint64_t high = (uint64_t)number << 32;
    uint32_t i;

    (void)self;
    for (i = 1u; i < 68u; i++) {
        lines[i] = high;
    }
    lines[CONTROL_WORD_telemetry_count] = high | 257u;
}

/* What has come out of it, from line `from` on; returns the first line that is not there yet. */
static uint32_t control_take_telemetry(void *self, const volatile uint64_t *lines, uint32_t number, uint32_t from)
{
    control *p = (control *)self;
    uint64_t line;
    uint32_t word;
    uint32_t at = from;

    for (; at < (CONTROL_WORD_telemetry_report_out + 256u); at++) {
        line = lines[at];
        if ((uint32_t)(line >> 32) != number) {
            return at;
        }
        word = (uint32_t)line;
        (void)memcpy(&p->rt.pinned[CONTROL_REPORT_DOWN + (4u * (at - CONTROL_WORD_telemetry_report_out))], &word, sizeof
            word);
    }
    for (; at < (CONTROL_WORD_telemetry_frames_out + 1u); at++) {
        line = lines[at];
        if ((uint32_t)(line >> 32) != number) {
            return at;
        }
        word = (uint32_t)line;
        (void)memcpy(&p->rt.pinned[CONTROL_FRAMES_DOWN + (4u * (at - CONTROL_WORD_telemetry_frames_out))], &word, sizeof
            word);
    }
    return at;
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
    (void)memset(launch, 0, sizeof *launch);
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
    (void)memset(launch, 0, sizeof *launch);
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
    (void)memset(launch, 0, sizeof *launch);
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
    (void)memset(launch, 0, sizeof *launch);
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
    (void)memset(launch, 0, sizeof *launch);
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
    (void)memset(launch, 0, sizeof *launch);
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

/* A launch of mailbox as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct control_launch_mailbox {
    struct {
        CUdeviceptr mirror;
        CUdeviceptr mirror_2;
        CUdeviceptr lines;
        uint32_t count;
        CUdeviceptr mirror_sensors;
        CUdeviceptr at_watched;
        CUdeviceptr at_samples;
        CUdeviceptr at_sections;
        CUdeviceptr at_memory;
        CUdeviceptr at_filtered;
        CUdeviceptr at_gains;
        CUdeviceptr at_wanted;
        CUdeviceptr at_held;
        CUdeviceptr at_tallies;
        CUdeviceptr mirror_forces;
        CUdeviceptr mirror_status;
        CUdeviceptr at_counted;
        CUdeviceptr mirror_report;
        CUdeviceptr mirror_frames;
        CUdeviceptr lines_2;
        CUdeviceptr mirror_3;
    } argument;
    void *pointers[21];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void control_begin_mailbox(const control *p, struct control_launch_mailbox *launch, unsigned grid_x, unsigned
    grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.mirror;
    launch->pointers[1] = &launch->argument.mirror_2;
    launch->pointers[2] = &launch->argument.lines;
    launch->pointers[3] = &launch->argument.count;
    launch->pointers[4] = &launch->argument.mirror_sensors;
    launch->pointers[5] = &launch->argument.at_watched;
    launch->pointers[6] = &launch->argument.at_samples;
    launch->pointers[7] = &launch->argument.at_sections;
    launch->pointers[8] = &launch->argument.at_memory;
    launch->pointers[9] = &launch->argument.at_filtered;
    launch->pointers[10] = &launch->argument.at_gains;
    launch->pointers[11] = &launch->argument.at_wanted;
    launch->pointers[12] = &launch->argument.at_held;
    launch->pointers[13] = &launch->argument.at_tallies;
    launch->pointers[14] = &launch->argument.mirror_forces;
    launch->pointers[15] = &launch->argument.mirror_status;
    launch->pointers[16] = &launch->argument.at_counted;
    launch->pointers[17] = &launch->argument.mirror_report;
    launch->pointers[18] = &launch->argument.mirror_frames;
    launch->pointers[19] = &launch->argument.lines_2;
    launch->pointers[20] = &launch->argument.mirror_3;
    launch->kernel.func = (CUfunction)p->kernel[CONTROL_KERNEL_mailbox];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union control_scratch {
    struct control_launch_take launch_take;
    struct control_launch_filter launch_filter;
    struct control_launch_mix launch_mix;
    struct control_launch_drive launch_drive;
    struct control_launch_summarize launch_summarize;
    struct control_launch_vg_end launch_vg_end;
};

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
    union control_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    control_first_settings(&p->committed[CONTROL_GRAPH_control]);
    p->halfway[CONTROL_GRAPH_control] = 0u;
    p->graph[CONTROL_GRAPH_control].traits = VG_HAS_END;

    /* Node 0, take, control.yaml:90: launch take(sensors, trip, clear, watched, samples), 1 x 1 x 1 blocks of 64 x 1 x
     * 1 threads.
     * after: -
     * before: filter */
    control_describe_control_take(p, &p->committed[CONTROL_GRAPH_control], &scratch.launch_take);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_take.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_take, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, filter, control.yaml:92: launch filter(watched, samples, sections, memory, filtered), 1 x 1 x 1 blocks of
     * 64 x 1 x 1 threads.
     * after: take
     * before: mix */
    control_begin_filter(p, &scratch.launch_filter, 1u, 1u, 1u, CONTROL_CHANNELS, 1u, 1u);
    scratch.launch_filter.argument.watched = device + CONTROL_WATCHED_AT;
    scratch.launch_filter.argument.samples = device + CONTROL_SAMPLES_AT;
    scratch.launch_filter.argument.sections = device + CONTROL_SECTIONS_AT;
    scratch.launch_filter.argument.memory = device + CONTROL_MEMORY_AT;
    scratch.launch_filter.argument.filtered = device + CONTROL_FILTERED_AT;
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_take];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_filter.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_filter, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, mix, control.yaml:94: launch mix(gains, filtered, wanted), 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: filter
     * before: drive */
    control_begin_mix(p, &scratch.launch_mix, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_mix.argument.gains = device + CONTROL_GAINS_AT;
    scratch.launch_mix.argument.filtered = device + CONTROL_FILTERED_AT;
    scratch.launch_mix.argument.wanted = device + CONTROL_WANTED_AT;
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_filter];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_mix.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_mix, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, drive, control.yaml:96: launch drive(watched, samples, wanted, limit, held, tallies, forces, status), 1 x
     * 1 x 1 blocks of 64 x 1 x 1 threads.
     * after: mix
     * before: end */
    control_describe_control_drive(p, &p->committed[CONTROL_GRAPH_control], &scratch.launch_drive);
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_mix];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_drive.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_drive, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, end: launch vg_end(CONTROL_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: drive
     * before: - */
    control_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + CONTROL_COMPLETION;
    after[0] = (CUgraphNode)p->node[CONTROL_CONTROL_NODE_drive];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, CONTROL_CONTROL_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "telemetry": nodes 2, edges 1, longest path 2, widest level 1 ---- */

static vg_status control_build_telemetry(void *self, void *graph)
{
    control *p = (control *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union control_scratch scratch;
    CUgraphNode after[1];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[CONTROL_GRAPH_telemetry].traits = VG_HAS_END;

    /* Node 0, summarize, control.yaml:99: launch summarize(counted, watched, tallies, report, frames), 1 x 1 x 1 blocks
     * of 64 x 1 x 1 threads.
     * after: -
     * before: end */
    control_begin_summarize(p, &scratch.launch_summarize, 1u, 1u, 1u, CONTROL_CHANNELS, 1u, 1u);
    scratch.launch_summarize.argument.counted = device + CONTROL_COUNTED_AT;
    scratch.launch_summarize.argument.watched = device + CONTROL_WATCHED_AT;
    scratch.launch_summarize.argument.tallies = device + CONTROL_TALLIES_AT;
    scratch.launch_summarize.argument.report = pinned + CONTROL_REPORT_DOWN;
    scratch.launch_summarize.argument.frames = pinned + CONTROL_FRAMES_DOWN;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_summarize.kernel);
    status = vg_node_added(&p->rt, CONTROL_TELEMETRY_NODE_summarize, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, end: launch vg_end(CONTROL_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: summarize
     * before: - */
    control_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + CONTROL_COMPLETION;
    after[0] = (CUgraphNode)p->node[CONTROL_TELEMETRY_NODE_summarize];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, CONTROL_TELEMETRY_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* Starts the resident block with what its kernel is given. */
static vg_status control_run_mailbox(void *self)
{
    control *p = (control *)self;
    struct control_launch_mailbox launch;

    control_begin_mailbox(p, &launch, 1u, 1u, 1u, 256u, 1u, 1u);
    launch.argument.mirror = p->mail.mirror + 4096u;
    launch.argument.mirror_2 = p->mail.mirror;
    launch.argument.lines = p->mail.lines_device;
    launch.argument.count = 68u;
    launch.argument.mirror_sensors = p->mail.mirror + 4112u;
    launch.argument.at_watched = p->device[0] + CONTROL_WATCHED_AT;
    launch.argument.at_samples = p->device[0] + CONTROL_SAMPLES_AT;
    launch.argument.at_sections = p->device[0] + CONTROL_SECTIONS_AT;
    launch.argument.at_memory = p->device[0] + CONTROL_MEMORY_AT;
    launch.argument.at_filtered = p->device[0] + CONTROL_FILTERED_AT;
    launch.argument.at_gains = p->device[0] + CONTROL_GAINS_AT;
    launch.argument.at_wanted = p->device[0] + CONTROL_WANTED_AT;
    launch.argument.at_held = p->device[0] + CONTROL_HELD_AT;
    launch.argument.at_tallies = p->device[0] + CONTROL_TALLIES_AT;
    launch.argument.mirror_forces = p->mail.mirror + 4608u;
    launch.argument.mirror_status = p->mail.mirror + 4864u;
    launch.argument.at_counted = p->device[0] + CONTROL_COUNTED_AT;
    launch.argument.mirror_report = p->mail.mirror + 4608u;
    launch.argument.mirror_frames = p->mail.mirror + 5632u;
    launch.argument.lines_2 = p->mail.lines_device + 768u;
    launch.argument.mirror_3 = p->mail.mirror + 4608u;
    return vg_mail_launch(&p->rt, &p->mail, launch.pointers);
}

/* ---- what the application changes between replays ---- */

static vg_status control_commit_control(control *p)
{
    union control_scratch scratch;
    vg_status status;

    /* Node 0, take: launch take. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.trip, &p->committed[CONTROL_GRAPH_control].trip, sizeof p->setting.trip) != 0) ||
        (memcmp(&p->setting.clear, &p->committed[CONTROL_GRAPH_control].clear, sizeof p->setting.clear) != 0) ||
        (p->halfway[CONTROL_GRAPH_control] != 0u)) {
        control_describe_control_take(p, &p->setting, &scratch.launch_take);
        status = vg_node_patch(&p->rt, CONTROL_GRAPH_control, CONTROL_CONTROL_NODE_take, &scratch.launch_take.kernel);
        if (status != VG_OK) {
            return status;
        }
    }

    /* Node 3, drive: launch drive. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.limit, &p->committed[CONTROL_GRAPH_control].limit, sizeof p->setting.limit) != 0) ||
        (p->halfway[CONTROL_GRAPH_control] != 0u)) {
        control_describe_control_drive(p, &p->setting, &scratch.launch_drive);
        status = vg_node_patch(&p->rt, CONTROL_GRAPH_control, CONTROL_CONTROL_NODE_drive, &scratch.launch_drive.kernel);
        if (status != VG_OK) {
            return status;
        }
    }

    if (vg_commits_to_exec(&p->rt) != 0) {
        p->committed[CONTROL_GRAPH_control] = p->setting;
    }
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
        if (vg_commits_to_exec(&p->rt) != 0) {
            p->halfway[CONTROL_GRAPH_control] = (status != VG_OK) ? 1u : 0u;
        }
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

static vg_status control_run_mailbox(void *self)
{
    (void)self;
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
    {"vg_mail_in", "vg_mail_in", 0u, 0u, 0u, 6u, control_params_vg_mail_in},
    {"vg_mail_out", "vg_mail_out", 0u, 0u, 0u, 4u, control_params_vg_mail_out},
    {"vg_copy", "vg_copy", 0u, 0u, 0u, 3u, control_params_vg_copy},
    {"mailbox", "vgf_mailbox", 1u, 0u, 256u, 21u, control_params_mailbox},
};

/* Bytes of each device arena. */
static const uint64_t control_arena_bytes[] = {
    CONTROL_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char control_vg_identity[] =
    "vggen 0.1.0 program control run 0x0123456789abcdef"
    " spec sha256:0bc555a02f03ed19724c001f6df880a5562afc4825a2fd573183b2e31b813e9e"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char control_spec[] = "control.yaml";
static const uint32_t control_lines[] = {
    90u, /* take */
    92u, /* filter */
    94u, /* mix */
    96u, /* drive */
    0u, /* end */
    99u, /* summarize */
    0u, /* end */
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

/* For each replayed graph: its number in lines, lines that come out, what packs and takes them. */
static const vg_mail_graph control_mailbox_graphs[] = {
    {0u, 68u, control_pack_control, control_take_control}, /* control */
    {1u, 257u, control_pack_telemetry, control_take_telemetry}, /* telemetry */
};

static const vg_mail_desc control_mailbox = {
    control_mailbox_graphs,
    CONTROL_KERNEL_mailbox,
    256u, /* threads */
    0u, /* bytes of dynamic shared memory */
    68u, 257u, /* lines that go in and that come out, at most */
    5636u, /* bytes of its device memory */
    control_run_mailbox,
};

/* The CPU device compares it with that of its own file. */
const uint64_t control_vg_stamp = VGGEN_control_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc control_desc = {
    VG_ABI,
    "control",
    control_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    control_arena_bytes, 1u, /* device arenas */
    CONTROL_PINNED_BYTES, /* bytes of pinned memory */
    control_modules, 2u, /* modules */
    control_kernels, 10u, /* kernels */
    control_contents, 7u, /* first contents */
    control_titles, 7u, /* nodes of all graphs */
    control_lines, /* their lines in the spec */
    control_spec, /* where the spec is */
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
    vg_status status;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (data == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data", 0u, 0u);
    }
    if (data->sections == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data->sections", 5120u, 0u);
    }
    if (data->gains == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "data->gains", 16384u, 0u);
    }
    p->data[0] = data->sections;
    p->data[1] = data->gains;
    (void)memset(&storage, 0, sizeof storage);
    storage.self = p;
    storage.arenas = p->device;
    storage.modules = p->module;
    storage.kernels = p->kernel;
    storage.nodes = p->node;
    storage.graphs = p->graph;
    storage.app_data = p->data;
    status = vg_open(&p->rt, &control_desc, config, &storage);
    if (status == VG_OK) {
        status = vg_mail_open(&p->rt, &p->mail, &control_mailbox);
    }
    return status;
}

vg_status control_close(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_close(&p->rt, &p->mail);
}

vg_status control_set_timeout(control *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status control_abandon(control *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_mail_abandon(&p->rt, &p->mail, &result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int control_is_open(const control *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *control_sensors(control *p)
{
    if (!control_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[CONTROL_SENSORS_UP];
}

const float *control_forces(const control *p)
{
    if (!control_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[CONTROL_FORCES_DOWN];
}

const control_watch *control_status(const control *p)
{
    if (!control_is_open(p)) {
        return NULL;
    }
    return (const control_watch *)(const void *)&p->rt.pinned[CONTROL_STATUS_DOWN];
}

const control_tally *control_report(const control *p)
{
    if (!control_is_open(p)) {
        return NULL;
    }
    return (const control_tally *)(const void *)&p->rt.pinned[CONTROL_REPORT_DOWN];
}

const uint32_t *control_frames(const control *p)
{
    if (!control_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[CONTROL_FRAMES_DOWN];
}

vg_status control_set_limit(control *p, float value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!control_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "control_set_limit needs an open program: call control_open first", 0u, 0u);
    }
    if (!((value >= 0.0f) && (value <= 1000.0f))) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "control_set_limit: from 0.0 to 1000.0", 0u, 0u);
    }
    p->setting.limit = value;
    return VG_OK;
}

float control_limit(const control *p)
{
    return (p == NULL) ? (float)0 : p->setting.limit;
}

vg_status control_set_trip(control *p, float value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!control_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "control_set_trip needs an open program: call control_open first", 0u, 0u);
    }
    if (!((value >= 0.0f) && (value <= 100000.0f))) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "control_set_trip: from 0.0 to 100000.0", 0u, 0u);
    }
    p->setting.trip = value;
    return VG_OK;
}

float control_trip(const control *p)
{
    return (p == NULL) ? (float)0 : p->setting.trip;
}

vg_status control_set_clear(control *p, uint32_t value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!control_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "control_set_clear needs an open program: call control_open first", 0u, 0u);
    }
    p->setting.clear = value;
    return VG_OK;
}

uint32_t control_clear(const control *p)
{
    return (p == NULL) ? (uint32_t)0 : p->setting.clear;
}

vg_status control_control_start(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_start(&p->rt, &p->mail, CONTROL_GRAPH_control);
}

vg_status control_control_replay(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_replay(&p->rt, &p->mail, CONTROL_GRAPH_control);
}

vg_status control_control_replay_timed(control *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, CONTROL_GRAPH_control, times);
}

vg_status control_control_step(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, CONTROL_GRAPH_control);
}

vg_status control_control_profile(control *p, uint32_t replays, control_control_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = CONTROL_CONTROL_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, CONTROL_GRAPH_control, replays, &pointers);
}

const char *control_control_node_title(unsigned node)
{
    return (node < CONTROL_CONTROL_NODES) ? control_titles[node] : NULL;
}

vg_status control_telemetry_start(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_start(&p->rt, &p->mail, CONTROL_GRAPH_telemetry);
}

vg_status control_telemetry_replay(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_replay(&p->rt, &p->mail, CONTROL_GRAPH_telemetry);
}

vg_status control_telemetry_replay_timed(control *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, CONTROL_GRAPH_telemetry, times);
}

vg_status control_telemetry_step(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, CONTROL_GRAPH_telemetry);
}

vg_status control_telemetry_profile(control *p, uint32_t replays, control_telemetry_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = CONTROL_TELEMETRY_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, CONTROL_GRAPH_telemetry, replays, &pointers);
}

const char *control_telemetry_node_title(unsigned node)
{
    return (node < CONTROL_TELEMETRY_NODES) ? control_titles[CONTROL_TELEMETRY_NODE_summarize + node] : NULL;
}

vg_status control_poll(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_poll(&p->rt, &p->mail);
}

vg_status control_finish(control *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_finish(&p->rt, &p->mail, timeout_ns);
}

vg_status control_arm(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_arm(&p->rt, &p->mail);
}

vg_status control_disarm(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_mail_disarm(&p->rt, &p->mail);
}

vg_status control_reset(control *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status control_save(control *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status control_restore(control *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *control_stats(const control *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, control_graphs, p->graph, 2u);
}

const vg_stats *control_control_stats(const control *p)
{
    return (p == NULL) ? NULL : vg_sum_graph(&control_graphs[CONTROL_GRAPH_control], &p->graph[CONTROL_GRAPH_control]);
}

const vg_stats *control_telemetry_stats(const control *p)
{
    return (p == NULL) ? NULL : vg_sum_graph(&control_graphs[CONTROL_GRAPH_telemetry],
        &p->graph[CONTROL_GRAPH_telemetry]);
}

const vg_detail *control_detail(const control *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
