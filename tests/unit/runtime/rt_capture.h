/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* rt_capture.h - a program with a captured step, written by hand as the generator would, for tests over fake_cuda: graph
 * "main" fills, calls the function, fills again; the step reads [0, 256) of the arena, writes [256, 512) and has [512, 768)
 * as its workspace. What the function does is the test's. Several lanes, and slots of the first. */
#ifndef RT_CAPTURE_H
#define RT_CAPTURE_H

#include "fake/fake_cuda.h"
#include "vg_capture.h"
#include "unit/run_suite.h"

#include <check.h>
#include <string.h>

enum { BEFORE, FIRST, MOST = 4, AFTER = FIRST + MOST, CAPTURE_NODES };
enum { CAPTURE_ARENA = 1024, CAPTURE_SLOTS = 2, CAPTURE_LANES = 2, CAPTURE_PINNED = 512 };

typedef struct own_lane {
    vg_program rt;
    uint64_t arenas[1];
    void *nodes[CAPTURE_NODES];
    vg_graph graphs[1];
    unsigned char disabled[CAPTURE_NODES];
    vg_captures captures;
    vg_captured made[1];
    vg_captured_node captured[MOST];
    void *list[2 * MOST];
    vg_capture_place places[3];
    int off; /* the step is switched off */
} own_lane;

typedef int behaviour(own_lane *lane, void *stream);

static own_lane lanes[CAPTURE_LANES][CAPTURE_SLOTS];
static vg_queue queue;
static vg_config config;
static behaviour *behave;
static int is_given;
static unsigned calls;           /* of the function */
static void *streams[16];        /* that it was given */
static CUfunction library[2];    /* two kernels of a library's */
static CUDA_KERNEL_NODE_PARAMS kernel;
static CUDA_MEMCPY3D copying;
static CUDA_MEMSET_NODE_PARAMS filling;
static uint64_t argument[3];     /* of the kernel: a struct of 24 bytes */
static void *arguments[1] = {argument};
static vg_capture_range ranges[3];
static vg_capture_desc step_desc;
static vg_graph_desc graph_desc;
static vg_content content;
static vg_desc desc;
static uint64_t arena_bytes[1] = {CAPTURE_ARENA};
static const char *const titles[CAPTURE_NODES] = {"fill before",
                                                  "capture fft, node 1 of at most 4",
                                                  "capture fft, node 2 of at most 4",
                                                  "capture fft, node 3 of at most 4",
                                                  "capture fft, node 4 of at most 4",
                                                  "fill after"};
#define CAPTURE_LINE 8u
static const uint32_t lines[CAPTURE_NODES] = {7, CAPTURE_LINE, CAPTURE_LINE, CAPTURE_LINE, CAPTURE_LINE, 9};

static inline int call_fft(void *self, void *stream)
{
    streams[calls++ % 16] = stream;
    return stream != NULL ? behave(self, stream) : 0;
}

static inline int fft_given(const void *self)
{
    (void)self;
    return is_given;
}

static inline vg_status add_fill(own_lane *lane, void *graph, unsigned node, void *after)
{
    CUgraphNode made = NULL;
    CUgraphNode before = after;
    CUDA_MEMSET_NODE_PARAMS params;
    memset(&params, 0, sizeof params);
    params.dst = lane->arenas[0] + 768;
    params.elementSize = 1;
    params.width = 4;
    params.height = 1;
    const CUresult result = cuGraphAddMemsetNode(&made, graph, after != NULL ? &before : NULL, after != NULL ? 1 : 0,
                                                 &params, lane->rt.context);
    return vg_node_added(&lane->rt, node, made, (int)result, "cuGraphAddMemsetNode");
}

static inline vg_status build_main(void *self, void *graph)
{
    own_lane *lane = self;
    lane->graphs[0].traits = 0;
    vg_status status = add_fill(lane, graph, BEFORE, NULL);
    if (status == VG_OK) {
        status = vg_capture(&lane->rt, &step_desc, graph, &lane->nodes[BEFORE], 1);
    }
    return status == VG_OK ? add_fill(lane, graph, AFTER, vg_capture_end(&lane->rt, &step_desc)) : status;
}

static inline vg_status commit(void *self, unsigned graph)
{
    own_lane *lane = self;
    (void)graph;
    return vg_capture_enable(&lane->rt, &step_desc, (unsigned char)!lane->off);
}

/* ---- what a function may do ---- */

/* A kernel that is given addresses in what is read and written, in a struct and across the end of nothing. */
static inline void *enqueue_kernel(own_lane *lane, void *stream, unsigned which)
{
    memset(&kernel, 0, sizeof kernel);
    kernel.func = library[which];
    kernel.gridDimX = kernel.gridDimY = kernel.gridDimZ = 1;
    kernel.blockDimX = kernel.blockDimY = kernel.blockDimZ = 1;
    kernel.kernelParams = arguments;
    argument[0] = lane->arenas[0] + 8;
    argument[1] = 7;
    argument[2] = lane->arenas[0] + 511;
    return fake_enqueue(stream, CU_GRAPH_NODE_TYPE_KERNEL, &kernel);
}

static inline void *enqueue_copy(own_lane *lane, void *stream)
{
    memset(&copying, 0, sizeof copying);
    copying.srcMemoryType = copying.dstMemoryType = CU_MEMORYTYPE_DEVICE;
    copying.srcDevice = lane->arenas[0] + 16;
    copying.dstDevice = lane->arenas[0] + 256;
    copying.WidthInBytes = 32;
    copying.Height = copying.Depth = 1;
    return fake_enqueue(stream, CU_GRAPH_NODE_TYPE_MEMCPY, &copying);
}

static inline void *enqueue_fill(own_lane *lane, void *stream)
{
    memset(&filling, 0, sizeof filling);
    filling.dst = lane->arenas[0] + 512;
    filling.elementSize = 4;
    filling.width = 64;
    filling.height = 1;
    return fake_enqueue(stream, CU_GRAPH_NODE_TYPE_MEMSET, &filling);
}

static inline int three_nodes(own_lane *lane, void *stream)
{
    enqueue_kernel(lane, stream, 0);
    enqueue_fill(lane, stream);
    enqueue_copy(lane, stream);
    return 0;
}

/* ---- opened and closed ---- */

static inline void setup_capture(void)
{
    fake_reset();
    memset(lanes, 0, sizeof lanes);
    memset(&queue, 0, sizeof queue);
    memset(&config, 0, sizeof config);
    memset(&desc, 0, sizeof desc);
    library[0] = fake_library_function();
    library[1] = fake_library_function();
    fake.library_params[0].offset = 0;
    fake.library_params[0].size = sizeof argument;
    fake.library_param_count = 1;
    behave = three_nodes;
    is_given = 1;
    calls = 0;
    const vg_capture_range given[] = {
        {0, VG_CAPTURE_READ, 0, 256}, {0, VG_CAPTURE_WRITE, 256, 512}, {0, VG_CAPTURE_WORK, 512, 768}};
    memcpy(ranges, given, sizeof ranges);
    const vg_capture_desc step = {"fft", 0, FIRST, MOST, ranges, 3, 0, call_fft, fft_given};
    step_desc = step;
    memset(&content, 0, sizeof content);
    content.bytes = 16;
    content.app_data = -1;
    content.element = 4;
    content.low = 5;
    content.reset = VG_RESET_STATE;
    memset(&graph_desc, 0, sizeof graph_desc);
    graph_desc.name = "main";
    graph_desc.node_count = CAPTURE_NODES;
    graph_desc.build = build_main;
    desc.abi = VG_ABI;
    desc.program = "captured";
    desc.min_cuda = 12000;
    desc.arena_bytes = arena_bytes;
    desc.arena_count = 1;
    desc.pinned_bytes = CAPTURE_PINNED;
    desc.contents = &content;
    desc.content_count = 1;
    desc.node_titles = titles;
    desc.node_count = CAPTURE_NODES;
    desc.node_lines = lines;
    desc.spec = "captured.yaml";
    desc.graphs = &graph_desc;
    desc.graph_count = 1;
    desc.commit = commit;
}

static inline vg_storage storage_of(own_lane *lane)
{
    vg_storage storage;
    memset(&storage, 0, sizeof storage);
    storage.self = lane;
    storage.arenas = lane->arenas;
    storage.nodes = lane->nodes;
    storage.graphs = lane->graphs;
    storage.disabled = lane->disabled;
    vg_captures_for(&storage, &lane->captures, &step_desc, 1, lane->made, lane->captured, lane->list, lane->places);
    return storage;
}

static own_lane *const lane = &lanes[0][0], *const second = &lanes[1][0];

static inline vg_status open_first(void)
{
    const vg_storage storage = storage_of(lane);
    return vg_open(&lane->rt, &desc, &config, &storage);
}

static inline vg_status open_second(void)
{
    const vg_storage storage = storage_of(second);
    return vg_open_lane(&second->rt, &lane->rt, &storage);
}

/* Nothing is left behind, nothing is captured, and the thread is as it was. */
static inline void nothing_left(void)
{
    ck_assert_uint_eq(fake_live(), 0);
    ck_assert_int_eq(fake_mode(), CU_STREAM_CAPTURE_MODE_GLOBAL);
    ck_assert_str_eq(fake.misuse, "");
}

/* Open is refused: by this status, with a detail that names this step and says this. */
static inline void refused(vg_status status, const char *step, const char *why)
{
    char text[512];
    const vg_status found = open_first();
    vg_detail_text(&lane->rt.detail, text, sizeof text);
    ck_assert_msg(found == status, "%s", text);
    ck_assert_str_eq(lane->rt.detail.step, step);
    ck_assert_uint_eq(lane->rt.detail.line, CAPTURE_LINE);
    ck_assert_msg(strstr(text, why) != NULL, "'%s' is not in: %s", why, text);
    nothing_left();
}

static inline void close_well(void)
{
    ck_assert_int_eq(vg_close(&lane->rt), VG_OK);
    nothing_left();
}

#endif
