/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* sonar.c - program "sonar": its layout, its graphs node by node, and its functions.
 * Made by vggen 0.1.0 from sonar.yaml. Do not edit: change the spec and generate again. */
#include "sonar.h"

#if VGGEN_sonar_STAMP != 0x0123456789abcdef
#error "sonar.c and sonar.h are of different runs of vggen: generate both again"
#endif

#include <string.h>

#ifndef VG_WITHOUT_CUDA
#include "vg_cuda.h"
#endif

/* ---- where everything lies ---- */

/* Device memory: one allocation of 22528 bytes; apart, its buffers would take 22784. */
#define SONAR_LIMIT_AT              0u /* [0, 4) setting f32 [1] */
#define SONAR_X_AT                256u /* [256, 4352) input f32 [1024] */
#define SONAR_MASK_AT            4352u /* [4352, 5376) input u8 [1024] */
#define SONAR_SUM_AT             5376u /* [5376, 5392) state f64 [2] */
#define SONAR_LOG_AT             5632u /* [5632, 9728) output f32 [1024] */
#define SONAR_TABLE_AT           9728u /* [9728, 9744) input u32 [4] */
#define SONAR_W_AT               9984u /* [9984, 14080) derived f32 [1024] */
#define SONAR_Y_AT              14080u /* [14080, 18176) output f32 [1024]; shares bytes with total */
#define SONAR_TOTAL_AT          14080u /* [14080, 14084) output u32 [1]; shares bytes with y */
#define SONAR_TOP_AT            18176u /* [18176, 18180) output f32 [1] */
#define SONAR_PART_AT           18432u /* [18432, 22528) output f32 [1024] */

/* Pinned memory: one allocation of 19200 bytes. What goes up with one copy lies there as in device memory, and so does
 * what comes down.
 * At its end is the runtime's word. How the host sees that a replay has ended:
 *   search, track: its last node, end, writes the word */
#define SONAR_LIMIT_UP              0u /* [0, 4) setting f32 [1] */
#define SONAR_X_UP                256u /* [256, 4352) input f32 [1024] */
#define SONAR_MASK_UP            4352u /* [4352, 5376) input u8 [1024] */
#define SONAR_SUM_UP             5376u /* [5376, 5392) state f64 [2] */
#define SONAR_Y_DOWN             5632u /* [5632, 9728) output f32 [1024] */
#define SONAR_TOP_DOWN           9728u /* [9728, 9732) output f32 [1] */
#define SONAR_SUM_DOWN           9984u /* [9984, 10000) state f64 [2] */
#define SONAR_PART_DOWN         10240u /* [10240, 14336) output f32 [1024] */
#define SONAR_LOG_DOWN          14336u /* [14336, 18432) output f32 [1024] */
#define SONAR_TABLE_UP          18432u /* [18432, 18448) input u32 [4] */
#define SONAR_TOTAL_DOWN        18688u /* [18688, 18692) output u32 [1] */
#define SONAR_COMPLETION        18944u /* [18944, 19200) the runtime's */

/* Kernels. */
enum {
    SONAR_KERNEL_window,
    SONAR_KERNEL_filter,
    SONAR_KERNEL_peak,
    SONAR_KERNEL_scan,
    SONAR_KERNEL_vg_copy,
    SONAR_KERNEL_vg_fill,
    SONAR_KERNEL_vg_end,
    SONAR_KERNEL_vg_begin,
};

/* Graphs. */
enum {
    SONAR_GRAPH_search,
    SONAR_GRAPH_track,
    SONAR_GRAPH_setup, /* runs once, in open */
};

/* Nodes of graph "search", in the order in which they are added. */
enum {
    SONAR_SEARCH_NODE_begin,
    SONAR_SEARCH_NODE_upload,
    SONAR_SEARCH_NODE_upload_mask,
    SONAR_SEARCH_NODE_upload_sum,
    SONAR_SEARCH_NODE_clear_y,
    SONAR_SEARCH_NODE_clear_log,
    SONAR_SEARCH_NODE_clear_top,
    SONAR_SEARCH_NODE_main_filter,
    SONAR_SEARCH_NODE_copy_y_part,
    SONAR_SEARCH_NODE_copy_y_log,
    SONAR_SEARCH_NODE_fill_y,
    SONAR_SEARCH_NODE_peak,
    SONAR_SEARCH_NODE_download,
    SONAR_SEARCH_NODE_download_sum,
    SONAR_SEARCH_NODE_download_part,
    SONAR_SEARCH_NODE_download_log,
    SONAR_SEARCH_NODE_end,
};

/* Nodes of graph "track", in the order in which they are added. */
enum {
    SONAR_TRACK_NODE_begin = 17,
    SONAR_TRACK_NODE_upload_x,
    SONAR_TRACK_NODE_upload_table,
    SONAR_TRACK_NODE_upload_sum,
    SONAR_TRACK_NODE_scan,
    SONAR_TRACK_NODE_copy_sum_sum,
    SONAR_TRACK_NODE_download_total,
    SONAR_TRACK_NODE_download_sum,
    SONAR_TRACK_NODE_end,
};

/* Nodes of graph "setup", in the order in which they are added. */
enum {
    SONAR_SETUP_NODE_window = 26,
};

/* ---- what this file relies on ---- */

VG_STATIC_ASSERT(sizeof(unsigned) == 4, unsigned_has_32_bits);
VG_STATIC_ASSERT(sizeof(float) == 4, float_has_32_bits);
VG_STATIC_ASSERT(sizeof(double) == 8, double_has_64_bits);
#ifndef VG_WITHOUT_CUDA
VG_STATIC_ASSERT(sizeof(CUdeviceptr) == 8, device_addresses_have_64_bits);
#endif
VG_STATIC_ASSERT(VG_ROOM(sonar, device) == 1u, device_has_room);
VG_STATIC_ASSERT(VG_ROOM(sonar, module) == 1u, module_has_room);
VG_STATIC_ASSERT(VG_ROOM(sonar, kernel) == 8u, kernel_has_room);
VG_STATIC_ASSERT(VG_ROOM(sonar, node) == 27u, node_has_room);
VG_STATIC_ASSERT(VG_ROOM(sonar, graph) == 3u, graph_has_room);
VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((SONAR_COMPLETION + VG_COMPLETION_BYTES) == SONAR_PINNED_BYTES),
    end_is_the_runtimes);

/* Every buffer is aligned and lies within its memory. */
VG_STATIC_ASSERT(((SONAR_X_AT % 256u) == 0u) && ((SONAR_X_AT + SONAR_X_BYTES) <= SONAR_DEVICE_BYTES),
    x_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_X_UP % 256u) == 0u) && ((SONAR_X_UP + SONAR_X_BYTES) <= SONAR_COMPLETION),
    x_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SONAR_MASK_AT % 256u) == 0u) && ((SONAR_MASK_AT + SONAR_MASK_BYTES) <= SONAR_DEVICE_BYTES),
    mask_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_MASK_UP % 256u) == 0u) && ((SONAR_MASK_UP + SONAR_MASK_BYTES) <= SONAR_COMPLETION),
    mask_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SONAR_TABLE_AT % 256u) == 0u) && ((SONAR_TABLE_AT + SONAR_TABLE_BYTES) <= SONAR_DEVICE_BYTES),
    table_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_TABLE_UP % 256u) == 0u) && ((SONAR_TABLE_UP + SONAR_TABLE_BYTES) <= SONAR_COMPLETION),
    table_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SONAR_SUM_AT % 256u) == 0u) && ((SONAR_SUM_AT + SONAR_SUM_BYTES) <= SONAR_DEVICE_BYTES),
    sum_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_SUM_UP % 256u) == 0u) && ((SONAR_SUM_UP + SONAR_SUM_BYTES) <= SONAR_COMPLETION),
    sum_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(((SONAR_SUM_DOWN % 256u) == 0u) && ((SONAR_SUM_DOWN + SONAR_SUM_BYTES) <= SONAR_COMPLETION),
    sum_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SONAR_W_AT % 256u) == 0u) && ((SONAR_W_AT + 4096u) <= SONAR_DEVICE_BYTES), w_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_Y_AT % 256u) == 0u) && ((SONAR_Y_AT + SONAR_Y_BYTES) <= SONAR_DEVICE_BYTES),
    y_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_Y_DOWN % 256u) == 0u) && ((SONAR_Y_DOWN + SONAR_Y_BYTES) <= SONAR_COMPLETION),
    y_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SONAR_PART_AT % 256u) == 0u) && ((SONAR_PART_AT + SONAR_PART_BYTES) <= SONAR_DEVICE_BYTES),
    part_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_PART_DOWN % 256u) == 0u) && ((SONAR_PART_DOWN + SONAR_PART_BYTES) <= SONAR_COMPLETION),
    part_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SONAR_LOG_AT % 256u) == 0u) && ((SONAR_LOG_AT + SONAR_LOG_BYTES) <= SONAR_DEVICE_BYTES),
    log_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_LOG_DOWN % 256u) == 0u) && ((SONAR_LOG_DOWN + SONAR_LOG_BYTES) <= SONAR_COMPLETION),
    log_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SONAR_TOTAL_AT % 256u) == 0u) && ((SONAR_TOTAL_AT + SONAR_TOTAL_BYTES) <= SONAR_DEVICE_BYTES),
    total_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_TOTAL_DOWN % 256u) == 0u) && ((SONAR_TOTAL_DOWN + SONAR_TOTAL_BYTES) <= SONAR_COMPLETION),
    total_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SONAR_TOP_AT % 256u) == 0u) && ((SONAR_TOP_AT + SONAR_TOP_BYTES) <= SONAR_DEVICE_BYTES),
    top_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_TOP_DOWN % 256u) == 0u) && ((SONAR_TOP_DOWN + SONAR_TOP_BYTES) <= SONAR_COMPLETION),
    top_comes_down_to_pinned_memory);
VG_STATIC_ASSERT(((SONAR_LIMIT_AT % 256u) == 0u) && ((SONAR_LIMIT_AT + 4u) <= SONAR_DEVICE_BYTES),
    limit_lies_in_device_memory);
VG_STATIC_ASSERT(((SONAR_LIMIT_UP % 256u) == 0u) && ((SONAR_LIMIT_UP + 4u) <= SONAR_COMPLETION),
    limit_goes_up_from_pinned_memory);
VG_STATIC_ASSERT(SONAR_X_BYTES == (SONAR_X_COUNT * sizeof(float)), x_has_whole_elements);
VG_STATIC_ASSERT(SONAR_MASK_BYTES == (SONAR_MASK_COUNT * sizeof(uint8_t)), mask_has_whole_elements);
VG_STATIC_ASSERT(SONAR_TABLE_BYTES == (SONAR_TABLE_COUNT * sizeof(uint32_t)), table_has_whole_elements);
VG_STATIC_ASSERT(SONAR_SUM_BYTES == (SONAR_SUM_COUNT * sizeof(double)), sum_has_whole_elements);
VG_STATIC_ASSERT(SONAR_Y_BYTES == (SONAR_Y_COUNT * sizeof(float)), y_has_whole_elements);
VG_STATIC_ASSERT(SONAR_PART_BYTES == (SONAR_PART_COUNT * sizeof(float)), part_has_whole_elements);
VG_STATIC_ASSERT(SONAR_LOG_BYTES == (SONAR_LOG_COUNT * sizeof(float)), log_has_whole_elements);
VG_STATIC_ASSERT(SONAR_TOTAL_BYTES == (SONAR_TOTAL_COUNT * sizeof(uint32_t)), total_has_whole_elements);
VG_STATIC_ASSERT(SONAR_TOP_BYTES == (SONAR_TOP_COUNT * sizeof(float)), top_has_whole_elements);

/* ---- kernels ---- */

/* Bytes of each kernel's parameters; open compares them with the image. */
static const uint32_t sonar_params_window[] = {
    8u, /* w: out f32* */
    4u, /* n: value u32 */
};

static const uint32_t sonar_params_filter[] = {
    8u, /* x: in f32* */
    8u, /* w: in f32* */
    8u, /* mask: in u8* */
    4u, /* gain: value f32 */
    2u, /* bias: value f16 */
    4u, /* count: value u32 */
    8u, /* sum: inout f64* */
    8u, /* y: out_part f32* */
};

static const uint32_t sonar_params_peak[] = {
    8u, /* y: in f32* */
    8u, /* top: out f32* */
    8u, /* limit: in f32* */
};

static const uint32_t sonar_params_scan[] = {
    8u, /* v: in u32* */
    8u, /* total: out u32* */
};

static const uint32_t sonar_params_vg_copy[] = {
    8u, /* to: out u8* */
    8u, /* from: in u8* */
    8u, /* bytes: value u64 */
};

static const uint32_t sonar_params_vg_fill[] = {
    8u, /* to: out u8* */
    8u, /* pattern: value u64 */
    8u, /* bytes: value u64 */
};

static const uint32_t sonar_params_vg_end[] = {
    8u, /* word: out u32* */
};

/* ---- what buffers hold from the start ---- */

/* Arena, written again (1: after warm-up and by reset, 2: after warm-up), offset, bytes, data or NULL for a
 * pattern, index in what the application gives or -1, bytes of an element that repeats (1 for data: all of
 * it), low and high half of a pattern. */
static const vg_content sonar_contents[] = {
    {0, 0, SONAR_MASK_AT, SONAR_MASK_BYTES, NULL, -1, 1u, 0x1u, 0x0u}, /* mask: every element 1 */
    {0, 0, SONAR_TABLE_AT, SONAR_TABLE_BYTES, sonar_constant_table, -1, 1u, 0u, 0u}, /* the bytes in sonar_image.c */
    {0, 1, SONAR_SUM_AT, SONAR_SUM_BYTES, NULL, -1, 8u, 0x9999999au, 0x3fb99999u}, /* sum: every element 0.1 */
};

/* Gives every setting the value of the spec. */
static void sonar_first_settings(struct sonar_settings *setting)
{
    setting->gain = 0.5f;
    setting->bias = 0x3e00u; /* 1.5 */
    setting->count = 1024u;
    setting->wide = 1;
    {
        const uint32_t bits = 0x7fc00000u; /* nan */

        (void)memcpy(&setting->limit, &bits, sizeof bits);
    }
}

#ifndef VG_WITHOUT_CUDA

static int64_t sonar_min(int64_t a, int64_t b)
{
    return (a < b) ? a : b;
}

static int64_t sonar_ceil_div(int64_t a, int64_t b)
{
    return (a / b) + (((a % b) != 0) ? 1 : 0);
}

static int64_t sonar_align_up(int64_t a, int64_t b)
{
    return ((a % b) != 0) ? ((a - (a % b)) + b) : a;
}

static int64_t sonar_next_pow2(int64_t a)
{
    int64_t power = 1;

    while (power < a) {
        power *= 2;
    }
    return power;
}

static int64_t sonar_shift_left(int64_t a, int64_t b)
{
    return (b < 63) ? (a * ((int64_t)1 << b)) : ((a == 0) ? 0 : (-INT64_MAX - 1));
}

/* A launch of window as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct sonar_launch_window {
    struct {
        CUdeviceptr w;
        uint32_t n;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_window(const sonar *p, struct sonar_launch_window *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.w;
    launch->pointers[1] = &launch->argument.n;
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_window];
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
struct sonar_launch_filter {
    struct {
        CUdeviceptr x;
        CUdeviceptr w;
        CUdeviceptr mask;
        float gain;
        uint16_t bias;
        uint32_t count;
        CUdeviceptr sum;
        CUdeviceptr y;
    } argument;
    void *pointers[8];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_filter(const sonar *p, struct sonar_launch_filter *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.x;
    launch->pointers[1] = &launch->argument.w;
    launch->pointers[2] = &launch->argument.mask;
    launch->pointers[3] = &launch->argument.gain;
    launch->pointers[4] = &launch->argument.bias;
    launch->pointers[5] = &launch->argument.count;
    launch->pointers[6] = &launch->argument.sum;
    launch->pointers[7] = &launch->argument.y;
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_filter];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of peak as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct sonar_launch_peak {
    struct {
        CUdeviceptr y;
        CUdeviceptr top;
        CUdeviceptr limit;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_peak(const sonar *p, struct sonar_launch_peak *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.y;
    launch->pointers[1] = &launch->argument.top;
    launch->pointers[2] = &launch->argument.limit;
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_peak];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
    launch->kernel.kernelParams = launch->pointers;
}

/* A launch of scan as the driver takes it: its arguments, by pointers in the kernel's order, and its blocks and
 * threads. */
struct sonar_launch_scan {
    struct {
        CUdeviceptr v;
        CUdeviceptr total;
    } argument;
    void *pointers[2];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_scan(const sonar *p, struct sonar_launch_scan *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.v;
    launch->pointers[1] = &launch->argument.total;
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_scan];
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
struct sonar_launch_vg_copy {
    struct {
        CUdeviceptr to;
        CUdeviceptr from;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_vg_copy(const sonar *p, struct sonar_launch_vg_copy *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.from;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_vg_copy];
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
struct sonar_launch_vg_fill {
    struct {
        CUdeviceptr to;
        uint64_t pattern;
        uint64_t bytes;
    } argument;
    void *pointers[3];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_vg_fill(const sonar *p, struct sonar_launch_vg_fill *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.to;
    launch->pointers[1] = &launch->argument.pattern;
    launch->pointers[2] = &launch->argument.bytes;
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_vg_fill];
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
struct sonar_launch_vg_end {
    struct {
        CUdeviceptr word;
    } argument;
    void *pointers[1];
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_vg_end(const sonar *p, struct sonar_launch_vg_end *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->pointers[0] = &launch->argument.word;
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_vg_end];
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
struct sonar_launch_vg_begin {
    CUDA_KERNEL_NODE_PARAMS kernel;
};

static void sonar_begin_vg_begin(const sonar *p, struct sonar_launch_vg_begin *launch, unsigned grid_x, unsigned grid_y,
    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)
{
    (void)memset(launch, 0, sizeof *launch);
    launch->kernel.func = (CUfunction)p->kernel[SONAR_KERNEL_vg_begin];
    launch->kernel.gridDimX = grid_x;
    launch->kernel.gridDimY = grid_y;
    launch->kernel.gridDimZ = grid_z;
    launch->kernel.blockDimX = block_x;
    launch->kernel.blockDimY = block_y;
    launch->kernel.blockDimZ = block_z;
}

/* What the driver takes by address, one thing at a time: the stack holds the largest of them and not their sum. */
union sonar_scratch {
    struct sonar_launch_window launch_window;
    struct sonar_launch_filter launch_filter;
    struct sonar_launch_peak launch_peak;
    struct sonar_launch_scan launch_scan;
    struct sonar_launch_vg_copy launch_vg_copy;
    struct sonar_launch_vg_fill launch_vg_fill;
    struct sonar_launch_vg_end launch_vg_end;
    struct sonar_launch_vg_begin launch_vg_begin;
};

/* ---- graph "search": nodes 17, edges 25, longest path 8, widest level 6 ---- */

/* Node 7, main_filter, follows gain, bias, count: its launch with these values. */
static void sonar_describe_search_main_filter(const sonar *p, const struct sonar_settings *setting,
    struct sonar_launch_filter *launch)
{
    sonar_begin_filter(p, launch, 1u, 1u, 1u, SONAR_BLOCK, 1u, 1u);
    launch->argument.x = p->device[0] + SONAR_X_AT;
    launch->argument.w = p->device[0] + SONAR_W_AT;
    launch->argument.mask = p->device[0] + SONAR_MASK_AT;
    launch->argument.gain = setting->gain;
    launch->argument.bias = setting->bias;
    launch->argument.count = setting->count;
    launch->argument.sum = p->device[0] + SONAR_SUM_AT;
    launch->argument.y = p->device[0] + SONAR_Y_AT;
    launch->kernel.gridDimX = (unsigned)sonar_ceil_div((int64_t)setting->count, 128);
    if (launch->kernel.gridDimX == 0u) {
        launch->kernel.gridDimX = 1u; /* the node is disabled */
    }
}

/* Node 11, peak, follows wide: its launch with these values. */
static void sonar_describe_search_peak(const sonar *p, const struct sonar_settings *setting,
    struct sonar_launch_peak *launch)
{
    sonar_begin_peak(p, launch, 1u, 1u, 2u, 32u, 4u, 1u);
    launch->argument.y = p->device[0] + SONAR_Y_AT;
    launch->argument.top = p->device[0] + SONAR_TOP_AT;
    launch->argument.limit = p->device[0] + SONAR_LIMIT_AT;
    launch->kernel.gridDimX = (unsigned)sonar_min((int64_t)setting->wide, 4);
    launch->kernel.gridDimY = (unsigned)((sonar_shift_left((int64_t)setting->wide, 1) / 2) + 1);
    launch->kernel.sharedMemBytes = (unsigned)(sonar_align_up((int64_t)setting->wide * 12, 16) +
        sonar_next_pow2((int64_t)setting->wide));
}

static vg_status sonar_build_search(void *self, void *graph)
{
    sonar *p = (sonar *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union sonar_scratch scratch;
    CUgraphNode after[4];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    sonar_first_settings(&p->committed[SONAR_GRAPH_search]);
    p->halfway[SONAR_GRAPH_search] = 0u;
    p->graph[SONAR_GRAPH_search].traits = VG_HAS_END;

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload, upload_mask, upload_sum, clear_y, clear_log, clear_top */
    sonar_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload, sonar.yaml:43: upload limit, x by vg_copy, 4352 bytes, 2 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: begin
     * before: main_filter */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 2u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_LIMIT_AT;
    scratch.launch_vg_copy.argument.from = pinned + SONAR_LIMIT_UP;
    scratch.launch_vg_copy.argument.bytes = SONAR_X_UP + SONAR_X_BYTES - SONAR_LIMIT_UP;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_upload, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, upload_mask, sonar.yaml:30: upload mask on request by vg_copy, 1024 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: begin
     * before: main_filter */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_MASK_AT;
    scratch.launch_vg_copy.argument.from = pinned + SONAR_MASK_UP;
    scratch.launch_vg_copy.argument.bytes = SONAR_MASK_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_upload_mask, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, upload_sum, sonar.yaml:32: upload sum on request by vg_copy, 16 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: main_filter */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_SUM_AT;
    scratch.launch_vg_copy.argument.from = pinned + SONAR_SUM_UP;
    scratch.launch_vg_copy.argument.bytes = SONAR_SUM_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_upload_sum, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, clear_y, sonar.yaml:34: fill y by vg_fill, 1024 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: main_filter */
    sonar_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + SONAR_Y_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = SONAR_Y_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_clear_y, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, clear_log, sonar.yaml:36: fill log by vg_fill, 1024 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: copy_y_log */
    sonar_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + SONAR_LOG_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = SONAR_LOG_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_clear_log, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, clear_top, sonar.yaml:38: fill top by vg_fill, 1 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: peak */
    sonar_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + SONAR_TOP_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = SONAR_TOP_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_clear_top, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, main_filter, sonar.yaml:49: launch filter(x, w, mask, gain, bias, count, sum, y), ceil_div(count, block)
     * x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload, upload_mask, upload_sum, clear_y
     * before: copy_y_part, copy_y_log, download_sum */
    sonar_describe_search_main_filter(p, &p->committed[SONAR_GRAPH_search], &scratch.launch_filter);
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_upload];
    after[1] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_upload_mask];
    after[2] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_upload_sum];
    after[3] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_clear_y];
    result = cuGraphAddKernelNode(&node, to, after, 4, &scratch.launch_filter.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_main_filter, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, copy_y_part, sonar.yaml:52: copy y to part by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: main_filter
     * before: fill_y, download_part */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_PART_AT;
    scratch.launch_vg_copy.argument.from = device + SONAR_Y_AT;
    scratch.launch_vg_copy.argument.bytes = SONAR_PART_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_main_filter];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_copy_y_part, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, copy_y_log, sonar.yaml:53: copy y to log by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads,
     * when trace is on.
     * after: clear_log, main_filter
     * before: fill_y, download_log */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_LOG_AT;
    scratch.launch_vg_copy.argument.from = device + SONAR_Y_AT;
    scratch.launch_vg_copy.argument.bytes = SONAR_LOG_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_clear_log];
    after[1] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_main_filter];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_copy_y_log, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, fill_y, sonar.yaml:55: fill y by vg_fill, 4 elements of 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads, unless smooth is on.
     * after: copy_y_part, copy_y_log
     * before: peak */
    sonar_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_fill.argument.to = device + SONAR_Y_AT;
    scratch.launch_vg_fill.argument.pattern = 0x0u;
    scratch.launch_vg_fill.argument.bytes = 16u;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_copy_y_part];
    after[1] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_copy_y_log];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_fill.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_fill_y, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 11, peak, sonar.yaml:57: launch peak(y, top, limit), min(wide, 4) x (((wide << 1) / 2) + 1) x 2 blocks of 32
     * x 4 x 1 threads, align_up(wide * 12, 16) + next_pow2(wide) bytes of shared memory, when smooth is on.
     * after: clear_top, fill_y
     * before: download */
    sonar_describe_search_peak(p, &p->committed[SONAR_GRAPH_search], &scratch.launch_peak);
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_clear_top];
    after[1] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_fill_y];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_peak.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_peak, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 12, download, sonar.yaml:34: download y, top by vg_copy, 4100 bytes, 2 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: peak
     * before: end */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 2u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SONAR_Y_DOWN;
    scratch.launch_vg_copy.argument.from = device + SONAR_Y_AT;
    scratch.launch_vg_copy.argument.bytes = SONAR_TOP_DOWN + SONAR_TOP_BYTES - SONAR_Y_DOWN;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_peak];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_download, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 13, download_sum, sonar.yaml:32: download sum on request by vg_copy, 16 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: main_filter
     * before: end */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SONAR_SUM_DOWN;
    scratch.launch_vg_copy.argument.from = device + SONAR_SUM_AT;
    scratch.launch_vg_copy.argument.bytes = SONAR_SUM_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_main_filter];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_download_sum, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 14, download_part, sonar.yaml:35: download part[16:48] by vg_copy, 128 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: copy_y_part
     * before: end */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SONAR_PART_DOWN + 64u;
    scratch.launch_vg_copy.argument.from = device + SONAR_PART_AT + 64u;
    scratch.launch_vg_copy.argument.bytes = 128u;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_copy_y_part];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_download_part, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 15, download_log, sonar.yaml:36: download log on request by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x 1
     * x 1 threads.
     * after: copy_y_log
     * before: end */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SONAR_LOG_DOWN;
    scratch.launch_vg_copy.argument.from = device + SONAR_LOG_AT;
    scratch.launch_vg_copy.argument.bytes = SONAR_LOG_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_copy_y_log];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_download_log, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 16, end: launch vg_end(SONAR_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download, download_sum, download_part, download_log
     * before: - */
    sonar_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + SONAR_COMPLETION;
    after[0] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_download];
    after[1] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_download_sum];
    after[2] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_download_part];
    after[3] = (CUgraphNode)p->node[SONAR_SEARCH_NODE_download_log];
    result = cuGraphAddKernelNode(&node, to, after, 4, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, SONAR_SEARCH_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "track": nodes 9, edges 10, longest path 5, widest level 3 ---- */

static vg_status sonar_build_track(void *self, void *graph)
{
    sonar *p = (sonar *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    const CUdeviceptr pinned = p->rt.pinned_device;
    union sonar_scratch scratch;
    CUgraphNode after[2];
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    p->graph[SONAR_GRAPH_track].traits = VG_HAS_END;

    /* Node 0, begin: launch vg_begin(), one thread, so that the driver starts the graph by one command, not kernel by
     * kernel.
     * after: -
     * before: upload_x, upload_table, upload_sum */
    sonar_begin_vg_begin(p, &scratch.launch_vg_begin, 1u, 1u, 1u, 1u, 1u, 1u);
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_begin.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_begin, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 1, upload_x, sonar.yaml:29: upload x by vg_copy, 4096 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.
     * after: begin
     * before: scan */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_X_AT;
    scratch.launch_vg_copy.argument.from = pinned + SONAR_X_UP;
    scratch.launch_vg_copy.argument.bytes = SONAR_X_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_upload_x, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 2, upload_table, sonar.yaml:31: upload table on request by vg_copy, 16 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: begin
     * before: scan */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_TABLE_AT;
    scratch.launch_vg_copy.argument.from = pinned + SONAR_TABLE_UP;
    scratch.launch_vg_copy.argument.bytes = SONAR_TABLE_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_upload_table, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, upload_sum, sonar.yaml:32: upload sum on request by vg_copy, 16 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: begin
     * before: copy_sum_sum */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_SUM_AT;
    scratch.launch_vg_copy.argument.from = pinned + SONAR_SUM_UP;
    scratch.launch_vg_copy.argument.bytes = SONAR_SUM_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_begin];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_upload_sum, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 4, scan, sonar.yaml:62: launch scan(x + 16, total), 1 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: upload_x, upload_table
     * before: download_total */
    sonar_begin_scan(p, &scratch.launch_scan, 1u, 1u, 1u, SONAR_BLOCK, 1u, 1u);
    scratch.launch_scan.argument.v = device + SONAR_X_AT + 16u;
    scratch.launch_scan.argument.total = device + SONAR_TOTAL_AT;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_upload_x];
    after[1] = (CUgraphNode)p->node[SONAR_TRACK_NODE_upload_table];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_scan.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_scan, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 5, copy_sum_sum, sonar.yaml:65: copy sum to sum + 8 by vg_copy, 8 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: upload_sum
     * before: download_sum */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = device + SONAR_SUM_AT + 8u;
    scratch.launch_vg_copy.argument.from = device + SONAR_SUM_AT;
    scratch.launch_vg_copy.argument.bytes = 8u;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_upload_sum];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_copy_sum_sum, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 6, download_total, sonar.yaml:37: download total by vg_copy, 4 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1
     * threads.
     * after: scan
     * before: end */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SONAR_TOTAL_DOWN;
    scratch.launch_vg_copy.argument.from = device + SONAR_TOTAL_AT;
    scratch.launch_vg_copy.argument.bytes = SONAR_TOTAL_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_scan];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_download_total, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, download_sum, sonar.yaml:32: download sum on request by vg_copy, 16 bytes, 1 x 1 x 1 blocks of 256 x 1 x
     * 1 threads.
     * after: copy_sum_sum
     * before: end */
    sonar_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);
    scratch.launch_vg_copy.argument.to = pinned + SONAR_SUM_DOWN;
    scratch.launch_vg_copy.argument.from = device + SONAR_SUM_AT;
    scratch.launch_vg_copy.argument.bytes = SONAR_SUM_BYTES;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_copy_sum_sum];
    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_vg_copy.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_download_sum, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    /* Node 8, end: launch vg_end(SONAR_COMPLETION), one thread, so that the host sees the end sooner than the stream
     * would report it.
     * after: download_total, download_sum
     * before: - */
    sonar_begin_vg_end(p, &scratch.launch_vg_end, 1u, 1u, 1u, 1u, 1u, 1u);
    scratch.launch_vg_end.argument.word = pinned + SONAR_COMPLETION;
    after[0] = (CUgraphNode)p->node[SONAR_TRACK_NODE_download_total];
    after[1] = (CUgraphNode)p->node[SONAR_TRACK_NODE_download_sum];
    result = cuGraphAddKernelNode(&node, to, after, 2, &scratch.launch_vg_end.kernel);
    status = vg_node_added(&p->rt, SONAR_TRACK_NODE_end, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- graph "setup": nodes 1, edges 0, longest path 1, widest level 1 ---- */

static vg_status sonar_build_setup(void *self, void *graph)
{
    sonar *p = (sonar *)self;
    CUgraph to = (CUgraph)graph;
    const CUdeviceptr device = p->device[0];
    union sonar_scratch scratch;
    CUgraphNode node = NULL;
    CUresult result;
    vg_status status;

    /* Node 0, window, sonar.yaml:45: launch window(w, 1024), 8 x 1 x 1 blocks of 128 x 1 x 1 threads.
     * after: -
     * before: - */
    sonar_begin_window(p, &scratch.launch_window, 8u, 1u, 1u, SONAR_BLOCK, 1u, 1u);
    scratch.launch_window.argument.w = device + SONAR_W_AT;
    scratch.launch_window.argument.n = SONAR_N;
    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_window.kernel);
    status = vg_node_added(&p->rt, SONAR_SETUP_NODE_window, node, (int)result, "cuGraphAddKernelNode");
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* ---- what the application changes between replays ---- */

static vg_status sonar_commit_search(sonar *p)
{
    union sonar_scratch scratch;
    vg_status status;
    unsigned char enabled;

    /* Node 2, upload_mask: upload mask on request. */
    enabled = (p->changed.mask != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_upload_mask, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, upload_sum: upload sum on request. */
    enabled = (p->changed.sum != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_upload_sum, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, main_filter: main_filter. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.gain, &p->committed[SONAR_GRAPH_search].gain, sizeof p->setting.gain) != 0) ||
        (memcmp(&p->setting.bias, &p->committed[SONAR_GRAPH_search].bias, sizeof p->setting.bias) != 0) ||
        (memcmp(&p->setting.count, &p->committed[SONAR_GRAPH_search].count, sizeof p->setting.count) != 0) ||
        (p->halfway[SONAR_GRAPH_search] != 0u)) {
        sonar_describe_search_main_filter(p, &p->setting, &scratch.launch_filter);
        status = vg_node_patch(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_main_filter, &scratch.launch_filter.kernel);
        if (status != VG_OK) {
            return status;
        }
    }
    enabled = (sonar_ceil_div((int64_t)p->setting.count, 128) > 0) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_main_filter, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 9, copy_y_log: copy y -> log. */
    enabled = (p->on.trace != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_copy_y_log, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 10, fill_y: fill y. */
    enabled = (p->on.smooth == 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_fill_y, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 11, peak: launch peak. */
    if ((vg_commits_to_exec(&p->rt) == 0) ||
        (memcmp(&p->setting.wide, &p->committed[SONAR_GRAPH_search].wide, sizeof p->setting.wide) != 0) ||
        (p->halfway[SONAR_GRAPH_search] != 0u)) {
        sonar_describe_search_peak(p, &p->setting, &scratch.launch_peak);
        status = vg_node_patch(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_peak, &scratch.launch_peak.kernel);
        if (status != VG_OK) {
            return status;
        }
    }
    enabled = (p->on.smooth != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_peak, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 13, download_sum: download sum on request. */
    enabled = (p->wanted.sum != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_download_sum, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 15, download_log: download log on request. */
    enabled = (p->wanted.log != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_search, SONAR_SEARCH_NODE_download_log, enabled);
    if (status != VG_OK) {
        return status;
    }

    if (vg_commits_to_exec(&p->rt) != 0) {
        p->committed[SONAR_GRAPH_search] = p->setting;
    }
    return VG_OK;
}

static vg_status sonar_commit_track(sonar *p)
{
    vg_status status;
    unsigned char enabled;

    /* Node 2, upload_table: upload table on request. */
    enabled = (p->changed.table != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_track, SONAR_TRACK_NODE_upload_table, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 3, upload_sum: upload sum on request. */
    enabled = (p->changed.sum != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_track, SONAR_TRACK_NODE_upload_sum, enabled);
    if (status != VG_OK) {
        return status;
    }

    /* Node 7, download_sum: download sum on request. */
    enabled = (p->wanted.sum != 0u) ? 1u : 0u;
    status = vg_node_enable(&p->rt, SONAR_GRAPH_track, SONAR_TRACK_NODE_download_sum, enabled);
    if (status != VG_OK) {
        return status;
    }

    return VG_OK;
}

/* Before each launch: hands to the replay what was set. */
static vg_status sonar_commit(void *self, unsigned graph)
{
    sonar *p = (sonar *)self;
    vg_status status;

    (void)memcpy(&p->rt.pinned[SONAR_LIMIT_UP], &p->setting.limit, sizeof p->setting.limit);
    switch (graph) {
    case SONAR_GRAPH_search:
        status = sonar_commit_search(p);
        if (vg_commits_to_exec(&p->rt) != 0) {
            p->halfway[SONAR_GRAPH_search] = (status != VG_OK) ? 1u : 0u;
        }
        return status;
    case SONAR_GRAPH_track:
        return sonar_commit_track(p);
    default:
        return VG_OK;
    }
}

#else

static vg_status sonar_build_search(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status sonar_build_track(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status sonar_build_setup(void *self, void *graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

static vg_status sonar_commit(void *self, unsigned graph)
{
    (void)self;
    (void)graph;
    return VG_NO_CUDA;
}

#endif

/* ---- the program as the runtime sees it ---- */

/* Gives what the application may set the values that it has after open; pinned memory is zero before. */
static void sonar_reset_settings(void *self)
{
    sonar *p = (sonar *)self;
    size_t at;

    sonar_first_settings(&p->setting);
    p->on.smooth = 1u;
    p->on.trace = 0u;
    (void)memset(&p->changed, 0, sizeof p->changed);
    (void)memset(&p->wanted, 0, sizeof p->wanted);
    for (at = 0; at < SONAR_MASK_BYTES; at += sizeof sonar_constant_mask) {
        (void)memcpy(&p->rt.pinned[SONAR_MASK_UP + at], sonar_constant_mask, sizeof sonar_constant_mask);
    }
    (void)memcpy(&p->rt.pinned[SONAR_TABLE_UP], sonar_constant_table, SONAR_TABLE_BYTES);
    for (at = 0; at < SONAR_SUM_BYTES; at += sizeof sonar_constant_sum) {
        (void)memcpy(&p->rt.pinned[SONAR_SUM_UP + at], sonar_constant_sum, sizeof sonar_constant_sum);
    }
}

/* After each launch: the requests that it carried out end. */
static void sonar_launched(void *self, unsigned graph)
{
    sonar *p = (sonar *)self;

    switch (graph) {
    case SONAR_GRAPH_search:
        if (p->changed.mask != 0u) {
            p->changed.mask = 0u;
            p->graph[SONAR_GRAPH_search].counted.uploads++;
            p->graph[SONAR_GRAPH_search].counted.upload_bytes += 1024u;
        }
        if (p->changed.sum != 0u) {
            p->changed.sum = 0u;
            p->graph[SONAR_GRAPH_search].counted.uploads++;
            p->graph[SONAR_GRAPH_search].counted.upload_bytes += 16u;
        }
        if (p->wanted.sum != 0u) {
            p->wanted.sum = 0u;
            p->graph[SONAR_GRAPH_search].counted.downloads++;
            p->graph[SONAR_GRAPH_search].counted.download_bytes += 16u;
        }
        if (p->wanted.log != 0u) {
            p->wanted.log = 0u;
            p->graph[SONAR_GRAPH_search].counted.downloads++;
            p->graph[SONAR_GRAPH_search].counted.download_bytes += 4096u;
        }
        break;
    case SONAR_GRAPH_track:
        if (p->changed.table != 0u) {
            p->changed.table = 0u;
            p->graph[SONAR_GRAPH_track].counted.uploads++;
            p->graph[SONAR_GRAPH_track].counted.upload_bytes += 16u;
        }
        if (p->changed.sum != 0u) {
            p->changed.sum = 0u;
            p->graph[SONAR_GRAPH_track].counted.uploads++;
            p->graph[SONAR_GRAPH_track].counted.upload_bytes += 16u;
        }
        if (p->wanted.sum != 0u) {
            p->wanted.sum = 0u;
            p->graph[SONAR_GRAPH_track].counted.downloads++;
            p->graph[SONAR_GRAPH_track].counted.download_bytes += 16u;
        }
        break;
    default:
        break;
    }
}

/* Name, entry, module, most dynamic shared memory, most threads of a block, parameters. */
static const vg_kernel sonar_kernels[] = {
    {"window", "window", 0u, 0u, 128u, 2u, sonar_params_window},
    {"filter", "filter", 0u, 0u, 128u, 8u, sonar_params_filter},
    {"peak", "peak", 0u, 104u, 128u, 3u, sonar_params_peak},
    {"scan", "scan_u32", 0u, 0u, 128u, 2u, sonar_params_scan},
    {"vg_copy", "vg_copy", 0u, 0u, 256u, 3u, sonar_params_vg_copy},
    {"vg_fill", "vg_fill", 0u, 0u, 256u, 3u, sonar_params_vg_fill},
    {"vg_end", "vg_end", 0u, 0u, 1u, 1u, sonar_params_vg_end},
    {"vg_begin", "vg_begin", 0u, 0u, 1u, 0u, NULL},
};

/* Bytes of each device arena. */
static const uint64_t sonar_arena_bytes[] = {
    SONAR_DEVICE_BYTES,
};

/* What made this program, and of what, for `strings` and debuggers. */
const char sonar_vg_identity[] =
    "vggen 0.1.0 program sonar run 0x0123456789abcdef"
    " spec sha256:ba04e05d9881eaceb560f1eb5b2c00a8d56675c3d96cf3d711f0de4235de9a66"
    " toolkit none"
    " runtime 0.1.0 0x0123456 sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";

/* The spec, and the line in it that asks for each node; 0: none does. */
static const char sonar_spec[] = "sonar.yaml";
static const uint32_t sonar_lines[] = {
    0u, /* begin */
    43u, /* upload */
    30u, /* upload_mask */
    32u, /* upload_sum */
    34u, /* clear_y */
    36u, /* clear_log */
    38u, /* clear_top */
    49u, /* main_filter */
    52u, /* copy_y_part */
    53u, /* copy_y_log */
    55u, /* fill_y */
    57u, /* peak */
    34u, /* download */
    32u, /* download_sum */
    35u, /* download_part */
    36u, /* download_log */
    0u, /* end */
    0u, /* begin */
    29u, /* upload_x */
    31u, /* upload_table */
    32u, /* upload_sum */
    62u, /* scan */
    65u, /* copy_sum_sum */
    37u, /* download_total */
    32u, /* download_sum */
    0u, /* end */
    45u, /* window */
};

/* Title of each node in messages. */
static const char *const sonar_titles[] = {
    "launch vg_begin",
    "upload limit, x",
    "upload mask on request",
    "upload sum on request",
    "clear y",
    "clear log",
    "clear top",
    "main_filter",
    "copy y -> part",
    "copy y -> log",
    "fill y",
    "launch peak",
    "download y, top",
    "download sum on request",
    "download part[16:48]",
    "download log on request",
    "launch vg_end",
    "launch vg_begin",
    "upload x",
    "upload table on request",
    "upload sum on request",
    "launch scan",
    "copy sum -> sum",
    "download total",
    "download sum on request",
    "launch vg_end",
    "launch window",
};

/* Name, first node, nodes, build function, uploads and downloads in each replay, their bytes. */
static const vg_graph_desc sonar_graphs[] = {
    {"search", 0u, 17u, sonar_build_search, 1u, 2u, 4100u, 4228u},
    {"track", 17u, 9u, sonar_build_track, 1u, 1u, 4096u, 4u},
    {"setup", 26u, 1u, sonar_build_setup, 0u, 0u, 0u, 0u},
};

/* The CPU device compares it with that of its own file. */
const uint64_t sonar_vg_stamp = VGGEN_sonar_STAMP;

/* Every program has it: so the linker names both versions where the runtime is of another one. Once is enough where
 * several programs are compiled as one file. */
#ifndef VG_PROGRAM_HERE
#define VG_PROGRAM_HERE
extern const char vg_program_here[] __attribute__((weak));
const char vg_program_here[] = "";
#endif

static const vg_desc sonar_desc = {
    VG_ABI,
    "sonar",
    sonar_vg_identity,
    &vg_runtime_here,
    13000u, /* oldest CUDA version */
    sonar_arena_bytes, 1u, /* device arenas */
    SONAR_PINNED_BYTES, /* bytes of pinned memory */
    sonar_modules, 1u, /* modules */
    sonar_kernels, 8u, /* kernels */
    sonar_contents, 3u, /* first contents */
    sonar_titles, 27u, /* nodes of all graphs */
    sonar_lines, /* their lines in the spec */
    sonar_spec, /* where the spec is */
    sonar_graphs, 3u, /* graphs */
    1u, /* the last graph is setup: 1 for yes */
    NULL, /* device arenas that the lanes share */
    sonar_reset_settings, /* first values of settings, switches and the like */
    sonar_commit, /* before each launch */
    sonar_launched, /* after each launch */
};

/* ---- functions for the application ---- */

vg_status sonar_open(sonar *p, const vg_config *config, const sonar_data *data)
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
    storage.disabled = p->disabled;
    return vg_open(&p->rt, &sonar_desc, config, &storage);
}

vg_status sonar_close(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_close(&p->rt);
}

vg_status sonar_set_timeout(sonar *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_set_timeout(&p->rt, timeout_ns);
}

vg_status sonar_abandon(sonar *p)
{
    vg_abandoned result;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    (void)memset(&result, 0, sizeof result);
    vg_abandon(&p->rt, &result);
    return vg_tell_abandoned(&p->rt, &result);
}

static int sonar_is_open(const sonar *p)
{
    return ((p != NULL) && (vg_has_memory(&p->rt) != 0)) ? 1 : 0;
}

float *sonar_x(sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (float *)(void *)&p->rt.pinned[SONAR_X_UP];
}

uint8_t *sonar_mask(sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (uint8_t *)(void *)&p->rt.pinned[SONAR_MASK_UP];
}

vg_status sonar_changed_mask(sonar *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_changed_mask needs an open program: call sonar_open first", 0u, 0u);
    }
    p->changed.mask = 1u;
    return VG_OK;
}

uint32_t *sonar_table(sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (uint32_t *)(void *)&p->rt.pinned[SONAR_TABLE_UP];
}

vg_status sonar_changed_table(sonar *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_changed_table needs an open program: call sonar_open first", 0u, 0u);
    }
    p->changed.table = 1u;
    return VG_OK;
}

double *sonar_sum(sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (double *)(void *)&p->rt.pinned[SONAR_SUM_UP];
}

vg_status sonar_changed_sum(sonar *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_changed_sum needs an open program: call sonar_open first", 0u, 0u);
    }
    p->changed.sum = 1u;
    return VG_OK;
}

const double *sonar_sum_out(const sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (const double *)(const void *)&p->rt.pinned[SONAR_SUM_DOWN];
}

vg_status sonar_want_sum(sonar *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_want_sum needs an open program: call sonar_open first", 0u, 0u);
    }
    p->wanted.sum = 1u;
    return VG_OK;
}

const float *sonar_y(const sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SONAR_Y_DOWN];
}

const float *sonar_part(const sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SONAR_PART_DOWN];
}

const float *sonar_log(const sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SONAR_LOG_DOWN];
}

vg_status sonar_want_log(sonar *p)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_want_log needs an open program: call sonar_open first", 0u, 0u);
    }
    p->wanted.log = 1u;
    return VG_OK;
}

const uint32_t *sonar_total(const sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (const uint32_t *)(const void *)&p->rt.pinned[SONAR_TOTAL_DOWN];
}

const float *sonar_top(const sonar *p)
{
    if (!sonar_is_open(p)) {
        return NULL;
    }
    return (const float *)(const void *)&p->rt.pinned[SONAR_TOP_DOWN];
}

/* A number that rises with the value of a float of 32 bits; nan is below or above all values. */
static int64_t sonar_order_of_32_bits(float value)
{
    uint32_t bits;
    int64_t magnitude;

    (void)memcpy(&bits, &value, sizeof bits);
    magnitude = (int64_t)bits & 0x7fffffff;
    return ((bits >> 31) != 0u) ? -magnitude : magnitude;
}

/* A number that rises with the value of a float of 16 bits; nan is below or above all values. */
static int64_t sonar_order_of_16_bits(uint16_t value)
{
    uint16_t bits;
    int64_t magnitude;

    (void)memcpy(&bits, &value, sizeof bits);
    magnitude = (int64_t)bits & 0x7fff;
    return ((bits >> 15) != 0u) ? -magnitude : magnitude;
}

vg_status sonar_set_gain(sonar *p, float value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_set_gain needs an open program: call sonar_open first", 0u, 0u);
    }
    if ((sonar_order_of_32_bits(value) < 0) || (sonar_order_of_32_bits(value) > 2139095040)) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "sonar_set_gain: from 0.0 to inf", 0u, 0u);
    }
    p->setting.gain = value;
    return VG_OK;
}

float sonar_gain(const sonar *p)
{
    return (p == NULL) ? (float)0 : p->setting.gain;
}

vg_status sonar_set_bias(sonar *p, uint16_t value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_set_bias needs an open program: call sonar_open first", 0u, 0u);
    }
    if ((sonar_order_of_16_bits(value) < (-16384)) || (sonar_order_of_16_bits(value) > 16384)) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "sonar_set_bias: from -2.0 to 2.0", 0u, 0u);
    }
    p->setting.bias = value;
    return VG_OK;
}

uint16_t sonar_bias(const sonar *p)
{
    return (p == NULL) ? (uint16_t)0 : p->setting.bias;
}

vg_status sonar_set_count(sonar *p, uint32_t value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_set_count needs an open program: call sonar_open first", 0u, 0u);
    }
    if (value > 1024u) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "sonar_set_count: from 0 to 1024", 1024u, value);
    }
    p->setting.count = value;
    return VG_OK;
}

uint32_t sonar_count(const sonar *p)
{
    return (p == NULL) ? (uint32_t)0 : p->setting.count;
}

vg_status sonar_set_wide(sonar *p, int32_t value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_set_wide needs an open program: call sonar_open first", 0u, 0u);
    }
    if ((value < 1) || (value > 8)) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "sonar_set_wide: from 1 to 8", 0u, 0u);
    }
    p->setting.wide = value;
    return VG_OK;
}

int32_t sonar_wide(const sonar *p)
{
    return (p == NULL) ? (int32_t)0 : p->setting.wide;
}

vg_status sonar_set_limit(sonar *p, float value)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_set_limit needs an open program: call sonar_open first", 0u, 0u);
    }
    p->setting.limit = value;
    return VG_OK;
}

float sonar_limit(const sonar *p)
{
    return (p == NULL) ? (float)0 : p->setting.limit;
}

vg_status sonar_switch_smooth(sonar *p, int on)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_switch_smooth needs an open program: call sonar_open first", 0u, 0u);
    }
    p->on.smooth = (on != 0) ? 1u : 0u;
    return VG_OK;
}

int sonar_is_on_smooth(const sonar *p)
{
    return (p == NULL) ? 0 : (int)p->on.smooth;
}

vg_status sonar_switch_trace(sonar *p, int on)
{
    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (!sonar_is_open(p)) {
        return vg_refuse(&p->rt, VG_STATE,
                         "sonar_switch_trace needs an open program: call sonar_open first", 0u, 0u);
    }
    p->on.trace = (on != 0) ? 1u : 0u;
    return VG_OK;
}

int sonar_is_on_trace(const sonar *p)
{
    return (p == NULL) ? 0 : (int)p->on.trace;
}

vg_status sonar_search_start(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, SONAR_GRAPH_search);
}

vg_status sonar_search_replay(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, SONAR_GRAPH_search);
}

vg_status sonar_search_replay_timed(sonar *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, SONAR_GRAPH_search, times);
}

vg_status sonar_search_step(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, SONAR_GRAPH_search);
}

vg_status sonar_search_profile(sonar *p, uint32_t replays, sonar_search_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = SONAR_SEARCH_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, SONAR_GRAPH_search, replays, &pointers);
}

const char *sonar_search_node_title(unsigned node)
{
    return (node < SONAR_SEARCH_NODES) ? sonar_titles[node] : NULL;
}

vg_status sonar_track_start(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, SONAR_GRAPH_track);
}

vg_status sonar_track_replay(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay(&p->rt, SONAR_GRAPH_track);
}

vg_status sonar_track_replay_timed(sonar *p, vg_times *times)
{
    return (p == NULL) ? VG_ARGUMENT : vg_replay_timed(&p->rt, SONAR_GRAPH_track, times);
}

vg_status sonar_track_step(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_step(&p->rt, SONAR_GRAPH_track);
}

vg_status sonar_track_profile(sonar *p, uint32_t replays, sonar_track_times *times)
{
    vg_node_times pointers;

    if (p == NULL) {
        return VG_ARGUMENT;
    }
    if (times == NULL) {
        return vg_refuse(&p->rt, VG_ARGUMENT, "times", 0u, 0u);
    }
    pointers.count = SONAR_TRACK_NODES;
    pointers.ns = times->ns;
    pointers.scratch = p->profiled;
    return vg_profile(&p->rt, SONAR_GRAPH_track, replays, &pointers);
}

const char *sonar_track_node_title(unsigned node)
{
    return (node < SONAR_TRACK_NODES) ? sonar_titles[SONAR_TRACK_NODE_begin + node] : NULL;
}

vg_status sonar_poll(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_poll(&p->rt);
}

vg_status sonar_finish(sonar *p, uint64_t timeout_ns)
{
    return (p == NULL) ? VG_ARGUMENT : vg_finish(&p->rt, timeout_ns);
}

vg_status sonar_reset(sonar *p)
{
    return (p == NULL) ? VG_ARGUMENT : vg_reset(&p->rt);
}

vg_status sonar_save(sonar *p, void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_save(&p->rt, memory, size);
}

vg_status sonar_restore(sonar *p, const void *memory, size_t size)
{
    return (p == NULL) ? VG_ARGUMENT : vg_restore(&p->rt, memory, size);
}

const vg_stats *sonar_stats(const sonar *p)
{
    return (p == NULL) ? NULL : vg_sum_stats(&p->rt, sonar_graphs, p->graph, 3u);
}

const vg_stats *sonar_search_stats(const sonar *p)
{
    return (p == NULL) ? NULL : vg_sum_graph(&sonar_graphs[SONAR_GRAPH_search], &p->graph[SONAR_GRAPH_search]);
}

const vg_stats *sonar_track_stats(const sonar *p)
{
    return (p == NULL) ? NULL : vg_sum_graph(&sonar_graphs[SONAR_GRAPH_track], &p->graph[SONAR_GRAPH_track]);
}

const vg_detail *sonar_detail(const sonar *p)
{
    return (p == NULL) ? NULL : &p->rt.detail;
}
