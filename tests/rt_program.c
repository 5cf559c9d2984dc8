/* SPDX-License-Identifier: MIT */
#include "rt_program.h"

#include "fake_cuda.h"

#include <string.h>

static const char *const titles[] = {"launch scale", "fill y", "copy y", "launch prepare"};
static const char constant[] = "constant";

static vg_status build_main(void *self, void *graph)
{
    rt_program *p = self;
    CUDA_KERNEL_NODE_PARAMS launch;
    CUgraphNode node[MAIN_NODES];
    memset(&launch, 0, sizeof launch);
    launch.func = p->kernels[0];
    p->expected_step = titles[0];
    CUresult result = cuGraphAddKernelNode_v2(&node[0], graph, NULL, 0, &launch);
    vg_status status = vg_node_added(&p->rt, 0, node[0], (int)result, "cuGraphAddKernelNode");
    for (unsigned i = 1; status == VG_OK && i < MAIN_NODES; i++) {
        p->expected_step = titles[i];
        result = cuGraphAddEmptyNode(&node[i], graph, &node[i - 1], 1);
        status = vg_node_added(&p->rt, i, node[i], (int)result, "cuGraphAddEmptyNode");
    }
    return status;
}

static vg_status build_setup(void *self, void *graph)
{
    rt_program *p = self;
    CUgraphNode node;
    p->expected_step = titles[MAIN_NODES];
    const CUresult result = cuGraphAddEmptyNode(&node, graph, NULL, 0);
    return vg_node_added(&p->rt, MAIN_NODES, node, (int)result, "cuGraphAddEmptyNode");
}

static void reset_settings(void *self)
{
    rt_program *p = self;
    p->gain = 1.0f;
}

static void commit_settings(void *self)
{
    rt_program *p = self;
    memcpy(p->rt.pinned, &p->gain, sizeof p->gain);
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
    p->contents[0].reset = 1;
    p->contents[1] = pattern(DATA_AT, 1, 8, 0, 0);
    p->contents[1].data = constant;
    p->contents[2] = pattern(PAIRS_AT, 8, 5, (uint32_t)PAIR, (uint32_t)(PAIR >> 32));
    p->contents[3] = pattern(BYTES_AT, 1, 3, 0x11, 0);
    p->contents[4] = pattern(WORDS_AT, 2, 4, 0x2233, 0);
    p->contents[5] = pattern(EQUAL_AT, 8, 2, 0x44444444, 0x44444444);
    p->contents[6] = pattern(APP_AT, 1, 8, 0, 0);
    p->contents[6].app_data = 0;
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

static void init_graphs(rt_program *p)
{
    p->graph_descs[0].name = "main";
    p->graph_descs[0].node_count = MAIN_NODES;
    p->graph_descs[0].build = build_main;
    p->graph_descs[0].uploads = 2;
    p->graph_descs[0].upload_bytes = 96;
    p->graph_descs[0].downloads = 1;
    p->graph_descs[0].download_bytes = 32;
    p->graph_descs[1].name = "setup";
    p->graph_descs[1].first_node = MAIN_NODES;
    p->graph_descs[1].node_count = 1;
    p->graph_descs[1].build = build_setup;
}

void rt_program_init(rt_program *p)
{
    memset(p, 0, sizeof *p);
    init_contents(p);
    init_kernels(p);
    init_graphs(p);
    p->arena_bytes[0] = ARENA_BYTES;
    p->app_data[0] = "from app";
    p->desc.abi = VG_ABI;
    p->desc.program = "test";
    p->desc.min_cuda = 12000;
    p->desc.arena_bytes = p->arena_bytes;
    p->desc.arena_count = 1;
    p->desc.pinned_bytes = PINNED_BYTES;
    p->desc.modules = &p->module;
    p->desc.module_count = 1;
    p->desc.kernels = &p->kernel;
    p->desc.kernel_count = 1;
    p->desc.contents = p->contents;
    p->desc.content_count = 7;
    p->desc.node_titles = titles;
    p->desc.node_count = MAIN_NODES + 1;
    p->desc.graphs = p->graph_descs;
    p->desc.graph_count = 2;
    p->desc.setup = 1;
    p->desc.reset_settings = reset_settings;
    p->desc.commit_settings = commit_settings;
}

vg_status rt_program_open(rt_program *p, const vg_config *config)
{
    vg_storage storage;
    storage.self = p;
    storage.arenas = p->arenas;
    storage.modules = p->modules;
    storage.kernels = p->kernels;
    storage.nodes = p->nodes;
    storage.graphs = p->graphs;
    storage.app_data = p->app_data;
    return vg_open(&p->rt, &p->desc, config, &storage);
}

unsigned char *rt_program_arena(const rt_program *p)
{
    return (unsigned char *)(uintptr_t)p->arenas[0];
}
