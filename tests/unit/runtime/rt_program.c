/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "rt_program.h"

#include "fake/fake_cuda.h"

#include <string.h>

extern const char vg_program_here[];
const char vg_program_here[] = ""; /* as in emitted files */

static const char *const titles[NODES] = {"launch scale", "fill y", "download y", "launch again", "launch prepare"};
/* The download belongs to no step. */
static const uint32_t lines[NODES] = {31, 32, 0, 34, 35};
static const char constant[] = "constant";

static CUDA_KERNEL_NODE_PARAMS scale_node(rt_lane *lane, unsigned graph)
{
    CUDA_KERNEL_NODE_PARAMS launch;
    memset(&launch, 0, sizeof launch);
    launch.func = lane->of->kernels[0];
    launch.gridDimX = lane->blocks;
    launch.blockDimX = 256;
    launch.blockDimY = launch.blockDimZ = 1;
    if ((lane->of->ends >> graph & 1u) != 0) {
        lane->word = lane->rt.pinned_device + lane->of->desc.pinned_bytes - VG_COMPLETION_BYTES;
        lane->params[0] = &lane->word;
        launch.kernelParams = lane->params;
    }
    return launch;
}

static unsigned ends_of(const rt_lane *lane, unsigned graph)
{
    return (lane->of->ends >> graph & 1u) != 0 ? VG_HAS_END : 0;
}

/* As generated: what can be known before the node is there, … */
static vg_status check_scale(rt_lane *lane, const CUDA_KERNEL_NODE_PARAMS *launch)
{
    rt_program *p = lane->of;
    vg_status status = VG_OK;
    if (p->resident_cluster != 0) {
        status = vg_resident(&lane->rt, SCALE_NODE, launch->func, launch->blockDimX, 500, p->resident_cluster,
                             p->resident_most, &p->resident_blocks);
    }
    if (status == VG_OK && p->cluster[0] != 0) {
        status = vg_check_cluster(&lane->rt, SCALE_NODE, launch, p->cluster[0], p->cluster[1], p->cluster[2]);
    }
    if (status == VG_OK && p->cooperative_blocks != 0) {
        status = vg_check_cooperative(&lane->rt, SCALE_NODE, launch, p->cooperative_blocks, p->cooperative_shared);
    }
    return status;
}

/* … and what is set of it. */
static vg_status give_attributes(rt_lane *lane)
{
    const rt_program *p = lane->of;
    vg_status status = VG_OK;
    if (p->cluster[0] != 0) {
        status = vg_node_cluster(&lane->rt, SCALE_NODE, p->cluster[0], p->cluster[1], p->cluster[2]);
    }
    if (status == VG_OK && p->cooperative_blocks != 0) {
        status = vg_node_cooperative(&lane->rt, SCALE_NODE);
    }
    if (status == VG_OK && p->priority != 0) {
        status = vg_node_priority(&lane->rt, SCALE_NODE, p->priority);
    }
    return status;
}

static vg_status build_main(void *self, void *graph)
{
    rt_lane *lane = self;
    const CUDA_KERNEL_NODE_PARAMS launch = scale_node(lane, MAIN);
    CUDA_MEMSET_NODE_PARAMS fill;
    CUDA_MEMCPY3D copy;
    CUgraphNode node[MAIN_NODES];
    memset(&fill, 0, sizeof fill);
    memset(&copy, 0, sizeof copy);
    if (!lane->rt.stepping) {
        lane->committed_blocks = lane->blocks;
    }
    lane->graphs[MAIN].traits = lane->of->traits | ends_of(lane, MAIN);
    lane->conditions[0] = ++lane->of->builds;
    lane->built_with = lane->rt.images;
    lane->expected_step = titles[SCALE_NODE];
    vg_status status = check_scale(lane, &launch);
    if (status != VG_OK) {
        return status;
    }
    CUresult result = cuGraphAddKernelNode_v2(&node[0], graph, NULL, 0, &launch);
    status = vg_node_added(&lane->rt, SCALE_NODE, node[0], (int)result, "cuGraphAddKernelNode");
    if (status == VG_OK) {
        status = give_attributes(lane);
    }
    if (status == VG_OK) {
        lane->expected_step = titles[FILL_NODE];
        result = cuGraphAddMemsetNode(&node[1], graph, &node[0], 1, &fill, lane->rt.context);
        status = vg_node_added(&lane->rt, FILL_NODE, node[1], (int)result, "cuGraphAddMemsetNode");
    }
    if (status == VG_OK) {
        lane->expected_step = titles[COPY_NODE];
        result = cuGraphAddMemcpyNode(&node[2], graph, &node[1], 1, &copy, lane->rt.context);
        status = vg_node_added(&lane->rt, COPY_NODE, node[2], (int)result, "cuGraphAddMemcpyNode");
    }
    return status;
}

static vg_status build_one(rt_lane *lane, void *graph, unsigned number, unsigned index)
{
    const CUDA_KERNEL_NODE_PARAMS launch = scale_node(lane, number);
    CUgraphNode node;
    lane->expected_step = titles[index];
    const CUresult result = cuGraphAddKernelNode_v2(&node, graph, NULL, 0, &launch);
    return vg_node_added(&lane->rt, index, node, (int)result, "cuGraphAddKernelNode");
}

static vg_status build_again(void *self, void *graph)
{
    rt_lane *lane = self;
    lane->graphs[AGAIN].traits = ends_of(lane, AGAIN);
    return build_one(lane, graph, AGAIN, AGAIN_NODE);
}

static vg_status build_setup(void *self, void *graph)
{
    return build_one(self, graph, SETUP, SETUP_NODE);
}

static void reset_settings(void *self)
{
    rt_lane *lane = self;
    lane->gain = 1.0f;
    lane->blocks = 4;
    lane->fill = 1;
    lane->want = 0;
}

static vg_status commit_blocks(rt_lane *lane)
{
    const CUDA_KERNEL_NODE_PARAMS launch = scale_node(lane, MAIN);
    if (lane->blocks == 0 || (lane->blocks == lane->committed_blocks && !lane->rt.stepping)) {
        return VG_OK;
    }
    const vg_status status = vg_node_patch(&lane->rt, MAIN, SCALE_NODE, &launch);
    if (status == VG_OK && !lane->rt.stepping) {
        lane->committed_blocks = lane->blocks;
    }
    return status;
}

static vg_status enable(rt_lane *lane, unsigned node, unsigned char enabled)
{
    lane->expected_step = titles[node];
    return vg_node_enable(&lane->rt, MAIN, node, enabled);
}

static vg_status commit(void *self, unsigned graph)
{
    rt_lane *lane = self;
    memcpy(lane->rt.pinned, &lane->gain, sizeof lane->gain);
    if (graph != MAIN) {
        return VG_OK;
    }
    lane->expected_step = titles[SCALE_NODE];
    vg_status status = commit_blocks(lane);
    if (status == VG_OK) {
        status = enable(lane, SCALE_NODE, lane->blocks != 0 ? 1u : 0u);
    }
    if (status == VG_OK) {
        status = enable(lane, FILL_NODE, lane->fill ? 1u : 0u);
    }
    if (status == VG_OK) {
        status = enable(lane, COPY_NODE, lane->want ? 1u : 0u);
    }
    return status;
}

static void launched(void *self, unsigned graph)
{
    rt_lane *lane = self;
    if (graph == MAIN) {
        lane->want = 0;
    }
}

static vg_content pattern(unsigned at, uint32_t element, uint32_t count, uint32_t low, uint32_t high)
{
    vg_content c;
    memset(&c, 0, sizeof c);
    c.offset = at;
    c.bytes = (uint64_t)element * count;
    c.app_data = -1;
    c.element = element;
    c.low = low;
    c.high = high;
    return c;
}

static void init_contents(rt_program *p)
{
    p->contents[0] = pattern(STATE_AT, 4, 4, 7, 0);
    p->contents[0].reset = VG_RESET_STATE;
    p->contents[1] = pattern(DATA_AT, 1, 8, 0, 0);
    p->contents[1].data = constant;
    p->contents[2] = pattern(PAIRS_AT, 8, 5, (uint32_t)PAIR, (uint32_t)(PAIR >> 32));
    p->contents[3] = pattern(BYTES_AT, 1, 3, 0x11, 0);
    p->contents[4] = pattern(WORDS_AT, 2, 4, 0x2233, 0);
    p->contents[4].reset = VG_RESET_INOUT;
    p->contents[5] = pattern(EQUAL_AT, 8, 2, 0x44444444, 0x44444444);
    p->contents[6] = pattern(APP_AT, 1, 8, 0, 0);
    p->contents[6].app_data = 0;
    p->contents[7] = pattern(SHARED_AT, 1, 8, 0, 0);
    p->contents[7].arena = 1;
    p->contents[7].app_data = 1;
    p->contents[8] = pattern(SHARED_STATE_AT, 4, 1, 9, 0);
    p->contents[8].arena = 1;
    p->contents[8].reset = VG_RESET_STATE;
}

static void init_kernels(rt_program *p)
{
    static const vg_image images[] = {{VG_IMAGE_CUBIN, 87, "sm_87", "cubin 87", 9},
                                      {VG_IMAGE_CUBIN, 90, "sm_90", "cubin 90", 9},
                                      {VG_IMAGE_PTX, 80, "compute_80", "ptx 80", 7}};
    memcpy(p->images, images, sizeof images);
    p->module.images = p->images;
    p->module.image_count = 3;
    p->param_sizes[0] = 8;
    p->param_sizes[1] = 4;
    p->kernel.name = "scale";
    p->kernel.entry = "scale_f32";
    p->kernel.threads = 256;
    p->kernel.param_count = 2;
    p->kernel.param_sizes = p->param_sizes;
    fake.entry = "scale_f32";
    fake.param_count = 2;
    fake.param_sizes[0] = 8;
    fake.param_sizes[1] = 4;
}

static void init_graph(rt_program *p, unsigned graph, const char *name, unsigned first, unsigned count,
                       vg_status (*build)(void *, void *))
{
    p->graph_descs[graph].name = name;
    p->graph_descs[graph].first_node = first;
    p->graph_descs[graph].node_count = count;
    p->graph_descs[graph].build = build;
}

static void init_graphs(rt_program *p)
{
    init_graph(p, MAIN, "main", SCALE_NODE, MAIN_NODES, build_main);
    init_graph(p, AGAIN, "again", AGAIN_NODE, 1, build_again);
    init_graph(p, SETUP, "setup", SETUP_NODE, 1, build_setup);
    p->graph_descs[MAIN].uploads = 2;
    p->graph_descs[MAIN].upload_bytes = 96;
    p->graph_descs[MAIN].downloads = 1;
    p->graph_descs[MAIN].download_bytes = 32;
}

void rt_program_init(rt_program *p)
{
    memset(p, 0, sizeof *p);
    init_contents(p);
    init_kernels(p);
    init_graphs(p);
    for (unsigned i = 0; i < LANES; i++) {
        p->lane[i].of = p;
        p->lane[i].blocks = 4;
    }
    p->arena_bytes[0] = ARENA_BYTES;
    p->arena_bytes[1] = SHARED_BYTES;
    p->arena_shared[1] = 1;
    p->app_data[0] = "from app";
    p->app_data[1] = "to share";
    p->desc.abi = VG_ABI;
    p->desc.program = "test";
    p->desc.min_cuda = 12000;
    p->desc.arena_bytes = p->arena_bytes;
    p->desc.arena_count = 2;
    p->desc.arena_shared = p->arena_shared;
    p->desc.pinned_bytes = PINNED_BYTES;
    p->desc.modules = &p->module;
    p->desc.module_count = 1;
    p->desc.kernels = &p->kernel;
    p->desc.kernel_count = 1;
    p->desc.contents = p->contents;
    p->desc.content_count = 9;
    p->desc.node_titles = titles;
    p->desc.node_count = NODES;
    p->desc.node_lines = lines;
    p->desc.spec = "test.yaml";
    p->desc.graphs = p->graph_descs;
    p->desc.graph_count = GRAPHS;
    p->desc.setup = 1;
    p->desc.reset_settings = reset_settings;
    p->desc.commit = commit;
    p->desc.launched = launched;
}

/* Its number, or NODES. */
static unsigned number_of(const char *step)
{
    unsigned i = 0;
    while (i < NODES && strcmp(titles[i], step) != 0) {
        i++;
    }
    return i;
}

int rt_program_is_node(const char *step)
{
    return number_of(step) < NODES;
}

uint32_t rt_program_line_of(const char *step)
{
    return rt_program_is_node(step) ? lines[number_of(step)] : 0;
}

vg_storage rt_program_storage(rt_program *p, rt_lane *lane)
{
    vg_storage storage;
    memset(&storage, 0, sizeof storage);
    storage.self = lane;
    storage.arenas = lane->arenas;
    storage.modules = p->modules;
    storage.kernels = p->kernels;
    storage.nodes = lane->nodes;
    storage.graphs = lane->graphs;
    storage.disabled = lane->disabled;
    storage.app_data = p->app_data;
    storage.pooled = p->pooled[0] != 0 || p->pooled[1] != 0 ? p->pooled : NULL;
    storage.pooled_bytes = p->pooled_bytes;
    if (p->traits & (VG_HAS_CONDITIONAL | VG_HAS_PROGRAMMATIC)) {
        storage.conditions = lane->conditions;
        storage.condition_count = 1;
        storage.rebuild = vg_rebuild;
    }
    return storage;
}

vg_status rt_program_open(rt_program *p, const vg_config *config)
{
    return rt_program_open_as(p, &p->desc, config);
}

vg_status rt_program_open_as(rt_program *p, const vg_desc *desc, const vg_config *config)
{
    const vg_storage storage = rt_program_storage(p, &p->lane[0]);
    return vg_open(&p->lane[0].rt, desc, config, &storage);
}

vg_status rt_program_open_lane(rt_program *p, unsigned lane)
{
    const vg_storage storage = rt_program_storage(p, &p->lane[lane]);
    return vg_open_lane(&p->lane[lane].rt, &p->lane[0].rt, &storage);
}

unsigned char *rt_program_arena(const rt_program *p, unsigned lane)
{
    return (unsigned char *)(uintptr_t)p->lane[lane].arenas[0];
}
