/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is written of bytes that cross by launches of vg_copy, or not at all. */
#define _POSIX_C_SOURCE 200809L

#include "emit_fixture.h"

static const char kernels[] =
    "vggen: 1\n"
    "program: bus\n"
    "targets: [sm_90]\n"
    "min_cuda: \"13.0\"\n"
    "define: {N: 64}\n"
    "kernels:\n"
    "  mix:\n"
    "    source: bus.cu\n"
    "    block: N\n"
    "    params: {near: in once f32*, far: in f32*, gain: in once f32*, k: f32, sum: out once f32*,"
    " rest: out f32*}\n";
static const char buffers[] = "buffers:\n"
                              "  near: {role: input, type: f32, shape: [N], io: direct}\n"
                              "  far:  {role: input, type: f32, shape: [N], io: kernel}\n"
                              "  gain: {role: setting, type: f32, value: 2, io: direct}\n"
                              "  sum:  {role: output, type: f32, shape: [N], io: direct}\n"
                              "  rest: {role: output, type: f32, shape: [N], io: kernel, range: [2, 7]}\n";
static const char steps[] = "steps:\n"
                            "  - {launch: \"mix(near, far, gain, 1, sum, rest)\", grid: 1}\n";

static const char *spec_of(const char *more, const char *of_buffers, const char *of_steps)
{
    return arena_printf(memory, "%s%s%s%s", kernels, more, of_buffers, of_steps);
}

static const char *bus_spec(void)
{
    return spec_of("", buffers, steps);
}

/* ---- NAME.c ---- */

START_TEST(a_launch_of_vg_copy_is_a_block_like_any_kernels)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.c",
              "    /* Node 0, upload, my spec.yaml:13: upload far by vg_copy, 256 bytes, 1 x 1 x 1 blocks of 256 x 1 x 1 threads.\n"
              "     * after: -\n"
              "     * before: mix */\n"
              "    bus_begin_vg_copy(p, &scratch.launch_vg_copy, 1u, 1u, 1u, 256u, 1u, 1u);\n"
              "    scratch.launch_vg_copy.argument.to = device + BUS_FAR_AT;\n"
              "    scratch.launch_vg_copy.argument.from = pinned + BUS_FAR_UP;\n"
              "    scratch.launch_vg_copy.argument.bytes = BUS_FAR_BYTES;\n"
              "    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);\n"
              "    status = vg_node_added(&p->rt, BUS_NODE_upload, node, (int)result, \"cuGraphAddKernelNode\");\n");
    expect_in("bus.c", "    scratch.launch_vg_copy.argument.to = pinned + BUS_REST_DOWN + 8u;\n"
                       "    scratch.launch_vg_copy.argument.from = device + BUS_REST_AT + 8u;\n"
                       "    scratch.launch_vg_copy.argument.bytes = 20u;\n");
    expect_in("bus.c", "        CUdeviceptr to;\n        CUdeviceptr from;\n        uint64_t bytes;\n");
    expect_not_in("bus.c", "cuGraphAddMemcpyNode");
    expect_not_in("bus.c", "CUDA_MEMCPY3D");
}
END_TEST

START_TEST(a_launch_with_many_bytes_has_many_blocks)
{
    emit_spec(spec_of("",
                      "buffers:\n"
                      "  a: {role: input, type: f32, shape: [3000], io: kernel}\n"
                      "  b: {role: output, type: f32, shape: [3000], io: copy}\n",
                      "steps:\n  - copy: a -> b\n"),
              false);
    expect_in("bus.c", "    bus_begin_vg_copy(p, &scratch.launch_vg_copy, 3u, 1u, 1u, 256u, 1u, 1u);\n");
    expect_in("bus.c", "    scratch.launch_vg_copy.argument.bytes = BUS_A_BYTES;\n");
    expect_in("bus.c", "    scratch.copy.dstHost = &p->rt.pinned[BUS_B_DOWN];\n");
}
END_TEST

START_TEST(what_kernels_reach_has_its_address_in_pinned_memory)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.c", "    const CUdeviceptr device = p->device[0];\n"
                       "    const CUdeviceptr pinned = p->rt.pinned_device;\n"
                       "    union bus_scratch scratch;\n");
    expect_in("bus.c", "union bus_scratch {\n"
                       "    struct bus_launch_mix launch_mix;\n"
                       "    struct bus_launch_vg_copy launch_vg_copy;\n"
                       "};\n");
    expect_in("bus.c", "    scratch.launch_mix.argument.near = pinned + BUS_NEAR_UP;\n"
                       "    scratch.launch_mix.argument.far = device + BUS_FAR_AT;\n"
                       "    scratch.launch_mix.argument.gain = pinned + BUS_GAIN_UP;\n"
                       "    scratch.launch_mix.argument.k = 1.0f;\n"
                       "    scratch.launch_mix.argument.sum = pinned + BUS_SUM_DOWN;\n"
                       "    scratch.launch_mix.argument.rest = device + BUS_REST_AT;\n");
    expect_not_in("bus.c", "BUS_NEAR_AT");
    expect_not_in("bus.c", "BUS_GAIN_AT");
    expect_not_in("bus.c", "BUS_SUM_AT");
}
END_TEST

START_TEST(a_function_without_copies_needs_no_device_memory)
{
    emit_spec("vggen: 1\n"
              "program: bus\n"
              "targets: [sm_90]\n"
              "min_cuda: \"13.0\"\n"
              "kernels:\n"
              "  all: {source: bus.cu, block: 4, params: {a: in once f32*, b: out once f32*}}\n"
              "buffers:\n"
              "  a: {role: input, type: f32, shape: [4], io: direct}\n"
              "  b: {role: output, type: f32, shape: [4], io: direct}\n"
              "steps:\n"
              "  - {launch: \"all(a, b)\", grid: 1}\n",
              false);
    expect_in("bus.c", "    const CUdeviceptr pinned = p->rt.pinned_device;\n    union bus_scratch scratch;\n");
    expect_not_in("bus.c", "p->device[0]");
    expect_not_in("bus.c", "vg_copy");
    expect_in("bus.c", "/* ---- where everything lies ---- */\n"
                       "\n"
                       "/* Pinned memory: one allocation of 768 bytes.\n"
                       " * What has no place in device memory is reached here, by the kernels themselves:\n");
    expect_in("bus.c", "    {\"main\", 0u, 1u, bus_build_main, 1u, 1u, 16u, 16u},\n");
}
END_TEST

START_TEST(the_layout_says_what_kernels_reach_and_what_is_the_runtimes)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.c",
              "/* Pinned memory: one allocation of 1536 bytes. What goes up with one copy lies there as in device "
              "memory, and so does\n"
              " * what comes down.\n"
              " * What has no place in device memory is reached here, by the kernels themselves:\n"
              " *   near, gain, sum: asked for\n"
              " * At its end is the runtime's word. How the host sees that a replay has ended:\n"
              " *   main: the stream writes the word after it: ");
    expect_in("bus.c", "#define BUS_COMPLETION         1280u /* [1280, 1536) the runtime's */\n");
    expect_in("bus.c", "VG_STATIC_ASSERT((VG_COMPLETION_BYTES == 256u) && ((BUS_COMPLETION + VG_COMPLETION_BYTES) == "
                       "BUS_PINNED_BYTES),\n    end_is_the_runtimes);\n");
    expect_in("bus.c", " <= BUS_COMPLETION),\n    near_is_read_in_pinned_memory);\n");
    expect_in("bus.c", " <= BUS_COMPLETION),\n    sum_is_written_in_pinned_memory);\n");
    expect_in("bus.c", " <= BUS_COMPLETION),\n    far_goes_up_from_pinned_memory);\n");
    expect_in("bus.c", " <= BUS_COMPLETION),\n    rest_comes_down_to_pinned_memory);\n");
    expect_not_in("bus.c", "near_lies_in_device_memory");
    expect_in("bus.c", "    BUS_PINNED_BYTES, /* bytes of pinned memory */\n");
    expect_in("bus.h", "#define BUS_PINNED_BYTES 1536u ");
}
END_TEST

START_TEST(with_no_buffer_that_crosses_pinned_memory_is_the_runtimes)
{
    emit_spec("vggen: 1\nprogram: bus\ntargets: [sm_90]\nmin_cuda: \"13.0\"\n"
              "buffers:\n  a: {role: state, type: u8, shape: [4], init: 0}\nsteps:\n  - fill: a = 3\n",
              false);
    expect_in("bus.c", "/* Pinned memory: 256 bytes, the runtime's. How the host sees that a replay has ended:\n"
                       " *   main: the stream writes the word after it: fill_a, its last node, is a fill node */\n"
                       "#define BUS_COMPLETION            0u /* [0, 256) the runtime's */\n");
    expect_in("bus.c", "    BUS_PINNED_BYTES, /* bytes of pinned memory */\n");
    expect_in("bus.h", "#define BUS_PINNED_BYTES 256u ");
    expect_in("bus.map", "\npinned memory\n  bytes                           256\n");
    expect_in("bus.map", "  0x0000   256         *completion*\n");
    expect_not_in("bus.map", "how bytes cross");
}
END_TEST

START_TEST(lanes_have_the_runtimes_bytes_each)
{
    emit_spec(spec_of("lanes: 3\n", buffers, steps), false);
    expect_in("bus.c", "/* Pinned memory of each lane: one allocation of 1536 bytes.");
    expect_in("bus.h", "#define BUS_PINNED_BYTES 4608u ");
    expect_in("bus.c", "    const CUdeviceptr pinned = p->rt.pinned_device;\n");
    expect_in("bus.c", "    struct bus_lane *p = (struct bus_lane *)self;\n");
}
END_TEST

START_TEST(a_node_that_follows_a_setting_reaches_pinned_memory)
{
    emit_spec(spec_of("", arena_printf(memory, "%s  k: {role: setting, type: f32, value: 1}\n", buffers),
                      "steps:\n  - {launch: \"mix(near, far, gain, k, sum, rest)\", grid: 1}\n"),
              false);
    expect_in("bus.c", "    launch->argument.near = p->rt.pinned_device + BUS_NEAR_UP;\n"
                       "    launch->argument.far = p->device[0] + BUS_FAR_AT;\n"
                       "    launch->argument.gain = p->rt.pinned_device + BUS_GAIN_UP;\n"
                       "    launch->argument.k = setting->k;\n"
                       "    launch->argument.sum = p->rt.pinned_device + BUS_SUM_DOWN;\n");
    expect_in("bus.c", "    (void)memcpy(&p->rt.pinned[BUS_GAIN_UP], &p->setting.gain, sizeof p->setting.gain);\n");
}
END_TEST

START_TEST(separate_buffers_are_reached_in_pinned_memory_too)
{
    emit_spec(bus_spec(), true);
    expect_in("bus.c", "    scratch.launch_mix.argument.near = pinned + BUS_NEAR_UP;\n"
                       "    scratch.launch_mix.argument.far = p->device[BUS_FAR_ARENA] + BUS_FAR_AT;\n");
    expect_in("bus.c", "    scratch.launch_vg_copy.argument.to = p->device[BUS_FAR_ARENA] + BUS_FAR_AT;\n"
                       "    scratch.launch_vg_copy.argument.from = pinned + BUS_FAR_UP;\n");
    expect_not_in("bus.c", "BUS_NEAR_ARENA");
    expect_not_in("bus.c", "BUS_SUM_ARENA");
}
END_TEST

START_TEST(open_knows_the_threads_of_vg_copy)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.c", "    {\"vg_copy\", \"vg_copy\", 0u, 0u, 256u, 3u, bus_params_vg_copy},\n");
    expect_in("bus.c", "    8u, /* to: out u8* */\n    8u, /* from: in u8* */\n    8u, /* bytes: value u64 */\n");
}
END_TEST

START_TEST(counters_are_of_what_nodes_copy)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.c", "    {\"main\", 0u, 3u, bus_build_main, 3u, 2u, 516u, 276u},\n");
}
END_TEST

START_TEST(launches_of_vg_copy_are_enabled_on_request)
{
    emit_spec(spec_of("",
                      "buffers:\n"
                      "  a: {role: input, type: f32, shape: [N], io: kernel, upload: on_request, init: 1}\n"
                      "  b: {role: output, type: f32, shape: [N], io: kernel, download: on_request}\n",
                      "steps:\n  - copy: a -> b\n"),
              false);
    expect_in("bus.c", "    /* Node 0, upload_a: upload a on request. */\n"
                       "    enabled = (p->changed.a != 0u) ? 1u : 0u;\n"
                       "    status = vg_node_enable(&p->rt, BUS_GRAPH_main, BUS_NODE_upload_a, enabled);\n");
    expect_in("bus.c", "        if (p->wanted.b != 0u) {\n"
                       "            p->wanted.b = 0u;\n"
                       "            p->graph[BUS_GRAPH_main].counted.downloads++;\n"
                       "            p->graph[BUS_GRAPH_main].counted.download_bytes += 256u;\n");
    expect_in("bus.c", "    storage.disabled = p->disabled;\n");
    expect_in("bus.h", " * a     input     f32   [64]                     256  to the device on request, by vg_copy\n");
}
END_TEST

/* ---- api: call ---- */

START_TEST(a_call_leaves_out_launches_of_vg_copy_but_not_what_kernels_read)
{
    emit_spec(spec_of("api: call\n", buffers, steps), false);
    expect_in("bus.c", "    enabled = (p->current.far == 0u) ? 1u : 0u;\n");
    expect_in("bus.c", "    if (vg_take(&p->rt.pinned[BUS_FAR_UP], in->far, BUS_FAR_BYTES) != 0) {\n"
                       "        p->current.far = 0u;\n"
                       "        p->kept.main = 0u;\n    }\n");
    expect_in("bus.c", "    if (vg_take(&p->rt.pinned[BUS_NEAR_UP], in->near, BUS_NEAR_BYTES) != 0) {\n"
                       "        p->kept.main = 0u;\n    }\n");
    expect_not_in("bus.h", "        unsigned char near;\n");
    expect_in("bus_graph.svg", "upload far if changed");
    expect_not_in("bus_graph.svg", "unless its grid is empty");
    /* What kernels read crosses with every launch: none is resident. */
    expect_not_in("bus.c", "resident_hits++");
    expect_in("bus.h", " * Kernels read near in pinned memory in every launch: no upload is left out.\n");
    expect_in("bus.h", " * Uploads far, only if a byte differs from what the device holds.\n");
    /* Without it, one is. */
    emit_spec(spec_of("api: call\n",
                      "buffers:\n"
                      "  a: {role: input, type: f32, shape: [N], io: kernel}\n"
                      "  b: {role: output, type: f32, shape: [N], io: kernel}\n",
                      "steps:\n  - copy: a -> b\n"),
              false);
    expect_in("bus.c", "resident_hits++");
}
END_TEST

/* ---- programmatic edges ---- */

/* Every edge, as pdl makes it where it may. */
static void make_programmatic(plan *p)
{
    for (size_t i = 0; i < p->graphs[0].node_count; i++) {
        plan_node *n = &p->graphs[0].nodes[i];
        n->programmatic = ARENA_ARRAY(memory, uint32_t, n->after_count + 1);
        for (size_t k = 0; k < n->after_count; k++)
            n->programmatic[k] = 1;
    }
}

START_TEST(edges_of_vg_copy_are_programmatic)
{
    static const unsigned char cubin[] = {1, 2, 3};
    image_blob blob = {IMAGE_CUBIN, "sm_90", 90, cubin, sizeof cubin};
    const model *m = model_of(bus_spec());
    image *i = stub_of(m);
    plan *p = plan_of(m, false);

    i->modules[0].blobs = &blob;
    i->modules[0].blob_count = 1;
    make_programmatic(p);
    emit_with(m, i, p);
    expect_in("bus.c", "     * after: upload (programmatic with sm_90)\n");
    expect_in("bus.c", "    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_copy.kernel);\n"
                       "    status = vg_node_added(&p->rt, BUS_NODE_download_rest, node, (int)result, "
                       "\"cuGraphAddKernelNode\");\n"
                       "    if (status != VG_OK) {\n"
                       "        return status;\n    }\n"
                       "    edge_data = bus_edge(p, BUS_IMAGE_sm_90);\n"
                       "    after[0] = (CUgraphNode)p->node[BUS_NODE_mix];\n"
                       "    result = cuGraphAddDependencies_v2(to, after, &node, &edge_data, 1);\n");
    expect_in("bus.c", "    p->graph[BUS_GRAPH_main].traits = VG_HAS_PROGRAMMATIC;\n");
    expect_in("bus.h", arena_printf(memory, "    void *profiled[%zu]; /* what a profile makes */\n",
                                    4 * p->graphs[0].node_count + 2));
    expect_in("bus.dot", "\"main.upload\" -> \"main.mix\" [style=dashed];\n");
}
END_TEST

/* ---- NAME.h, map, dot, pictures, manifest ---- */

START_TEST(the_header_says_how_each_buffer_crosses)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.h", " * near  input     f32   [64]                     256  by kernels that read it in pinned memory\n"
                       " * far   input     f32   [64]                     256  to the device in each replay, by vg_copy\n"
                       " * gain  setting   f32   [1]                        4  by kernels that read it in pinned memory\n"
                       " * sum   output    f32   [64]                     256  by kernels that write it in pinned memory\n"
                       " * rest  output    f32   [64]                     256  from the device in each replay, by vg_copy\n"
                       " *\n"
                       " * By vg_copy, a kernel that copies, instead of a copy node:\n"
                       " *   far, rest: asked for\n"
                       " *\n"
                       " * In pinned memory, where kernels reach it themselves; it has no other place:\n"
                       " *   near, gain, sum: asked for\n"
                       " */\n");
}
END_TEST

START_TEST(a_header_of_copies_says_nothing_more)
{
    emit_spec(spec_of("",
                      "buffers:\n"
                      "  a: {role: input, type: f32, shape: [N]}\n"
                      "  b: {role: inout, type: f32, shape: [N], io: copy}\n",
                      "steps:\n  - copy: a -> b\n"),
              false);
    expect_in("bus.h", " * a     input     f32   [64]                     256  to the device in each replay\n"
                       " * b     inout     f32   [64]                     256  to the device and back in each replay\n"
                       " */\n");
    expect_not_in("bus.h", "vg_copy");
}
END_TEST

/* Each reason once, whichever way; text of a reason ends no comment. */
START_TEST(reasons_are_gathered)
{
    const model *m = model_of(bus_spec());
    plan *p = plan_of(m, false);

    p->crossings[1].why[PLAN_UPLOAD] = "because */ of it";
    p->crossings[4].why[PLAN_DOWNLOAD] = "because */ of it";
    p->crossings[3].why[PLAN_DOWNLOAD] = "";
    emit_with(m, stub_of(m), p);
    expect_in("bus.h", " *   far, rest: because _/ of it\n");
    expect_in("bus.h", " *   near, gain: asked for\n *   sum\n");
    ck_assert_uint_eq(count_in("bus.h", "because"), 1);
    expect_in("bus.json", "\"up_why\": \"because */ of it\"");
}
END_TEST

START_TEST(map_and_dot_say_how_each_buffer_crosses)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.map", "  0x0500   256         *completion*\n");
    expect_in("bus.map", "  buffer  way   by                 why\n"
                         "  near    up    kernels, in place  asked for\n"
                         "  far     up    vg_copy            asked for\n"
                         "  gain    up    kernels, in place  asked for\n"
                         "  sum     down  kernels, in place  asked for\n"
                         "  rest    down  vg_copy            asked for\n");
    expect_in("bus.dot", "label=\"upload\\nupload far\\n256 bytes by vg_copy\\ngrid 1 x 1 x 1, block 256 x 1 x 1\"");
    expect_in("bus.dot", "\\nnear, gain, sum in pinned memory\"");
    expect_in("bus_graph.svg", "256 B by vg_copy, grid 1");
    expect_in("bus_graph.svg", "near, gain, sum in pinned memory");
}
END_TEST

/* A launch that reaches it stands for the copies that there are none of. */
START_TEST(in_pinned_memory_it_is_used_by_the_launch)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.map", "  near       input     up    kept  main.mix            main.mix            -\n");
    expect_in("bus.map", "  sum        output    down  kept  main.mix            main.mix            -\n");
    expect_in("bus_arena.svg", "<title>near (input): 256 bytes at 0x");
    ck_assert_uint_eq(count_in("bus_arena.svg", "<title>near "), 1);
    ck_assert_uint_eq(count_in("bus_arena.svg", "<title>far "), 2);
    expect_in("bus_arena.svg", "the runtime's: 256 bytes at 0x500, where the device writes that a replay has ended");
}
END_TEST

START_TEST(the_manifest_says_how_each_buffer_crosses)
{
    emit_spec(bus_spec(), false);
    expect_in("bus.json",
              "\"name\": \"near\", \"role\": \"input\", \"type\": \"f32\", \"shape\": [64], \"bytes\": 256, "
              "\"align\": 256, \"sha256\": null, \"memory\": 1, \"offset\": ");
    expect_in("bus.json", "\"up_by\": \"direct\", \"up_why\": \"asked for\", \"down_by\": null, \"down_why\": null, "
                          "\"kept\": true, \"first_step\": \"main.mix\", \"last_step\": \"main.mix\"");
    expect_in("bus.json", "\"up_by\": null, \"up_why\": null, \"down_by\": \"kernel\", \"down_why\": \"asked for\"");
    expect_in("bus.json",
              "{\"direction\": \"upload\", \"by\": \"direct\", \"on_request\": false, \"if_changed\": false, "
              "\"buffers\": [\"near\"], \"bytes\": 256, \"device_offset\": null, ");
    expect_in("bus.json", "\"kind\": \"transfer\", \"title\": \"upload far\", ");
    expect_in("bus.json", "\"by\": \"kernel\", \"kernel\": \"vg_copy\", \"grid\": [1, 1, 1], \"block\": [256, 1, 1], "
                          "\"shared_bytes\": 0, \"ranges\": [{\"buffer\": \"far\"");
    expect_in("bus.json", "\"completion\": 256, ");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("emit_transport");
    TCase *tests = tcase_create("emit_transport");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_launch_of_vg_copy_is_a_block_like_any_kernels);
    tcase_add_test(tests, a_launch_with_many_bytes_has_many_blocks);
    tcase_add_test(tests, what_kernels_reach_has_its_address_in_pinned_memory);
    tcase_add_test(tests, a_function_without_copies_needs_no_device_memory);
    tcase_add_test(tests, the_layout_says_what_kernels_reach_and_what_is_the_runtimes);
    tcase_add_test(tests, with_no_buffer_that_crosses_pinned_memory_is_the_runtimes);
    tcase_add_test(tests, lanes_have_the_runtimes_bytes_each);
    tcase_add_test(tests, a_node_that_follows_a_setting_reaches_pinned_memory);
    tcase_add_test(tests, separate_buffers_are_reached_in_pinned_memory_too);
    tcase_add_test(tests, open_knows_the_threads_of_vg_copy);
    tcase_add_test(tests, counters_are_of_what_nodes_copy);
    tcase_add_test(tests, launches_of_vg_copy_are_enabled_on_request);
    tcase_add_test(tests, a_call_leaves_out_launches_of_vg_copy_but_not_what_kernels_read);
    tcase_add_test(tests, edges_of_vg_copy_are_programmatic);
    tcase_add_test(tests, the_header_says_how_each_buffer_crosses);
    tcase_add_test(tests, a_header_of_copies_says_nothing_more);
    tcase_add_test(tests, reasons_are_gathered);
    tcase_add_test(tests, map_and_dot_say_how_each_buffer_crosses);
    tcase_add_test(tests, in_pinned_memory_it_is_used_by_the_launch);
    tcase_add_test(tests, the_manifest_says_how_each_buffer_crosses);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
