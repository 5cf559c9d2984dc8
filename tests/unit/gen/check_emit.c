/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is written for small programs. */
#define _POSIX_C_SOURCE 200809L

#include "emit_fixture.h"

static const char small_spec[] = "vggen: 1\n"
                                 "program: small\n"
                                 "targets: [sm_90, compute_90]\n"
                                 "min_cuda: \"13.0\"\n"
                                 "define: {N: 256, SHIFT: -3, HALF: 0.5}\n"
                                 "kernels:\n"
                                 "  scale:\n"
                                 "    source: small.cu\n"
                                 "    entry: scale_f32\n"
                                 "    block: 128\n"
                                 "    params: {x: in f32*, gain: in f32*, bias: f16, y: out f32*, n: u32}\n"
                                 "buffers:\n"
                                 "  x: {role: input, type: f32, shape: [2, N / 2]}\n"
                                 "  y: {role: output, type: f32, shape: [N]}\n"
                                 "  both: {role: inout, type: u8, shape: [16]}\n"
                                 "  last: {role: state, type: f64, shape: [2], init: 1.0}\n"
                                 "  table: {role: constant, type: i16, shape: [2], values: [1, -2]}\n"
                                 "  given: {role: constant, type: f32, shape: [3], data: app}\n"
                                 "  copied: {role: output, type: i16, shape: [2]}\n"
                                 "  other: {role: output, type: f32, shape: [3]}\n"
                                 "  gain: {role: setting, type: f32, value: 0.25}\n"
                                 "steps:\n"
                                 "  - launch: scale(x, gain, 1.5, y, n=N)\n"
                                 "    grid: ceil_div(N, block)\n"
                                 "    name: scaling\n"
                                 "  - copy: table -> copied\n"
                                 "  - copy: given -> other\n"
                                 "  - fill: last = 2.0\n"
                                 "  - fill: both[4:8] = 7\n";

/* The same with machine code that is there already: then fills and copies are nodes of the driver's, not launches. */
static void emit_prebuilt(void)
{
    const char *source = strstr(small_spec, "source: small.cu");

    emit_spec(arena_printf(memory, "%.*simage: small.cubin%s", (int)(source - small_spec), small_spec,
                           source + strlen("source: small.cu")),
              false);
}

/* ---- NAME.c ---- */

START_TEST(a_kernel_node_is_one_block)
{
    emit_spec(small_spec, false);
    expect_in("small.c",
              "    /* Node 1, scaling, my spec.yaml:23: launch scale(x, gain, 1.5, y, 256), 2 x 1 x 1 blocks of 128 x 1 x 1 threads.\n"
              "     * after: upload\n"
              "     * before: download */\n"
              "    small_begin_scale(p, &scratch.launch_scale, 2u, 1u, 1u, 128u, 1u, 1u);\n"
              "    scratch.launch_scale.argument.x = device + SMALL_X_AT;\n"
              "    scratch.launch_scale.argument.gain = device + SMALL_GAIN_AT;\n"
              "    scratch.launch_scale.argument.bias = 0x3e00u; /* 1.5 */\n"
              "    scratch.launch_scale.argument.y = device + SMALL_Y_AT;\n"
              "    scratch.launch_scale.argument.n = SMALL_N;\n"
              "    after[0] = (CUgraphNode)p->node[SMALL_NODE_upload];\n"
              "    result = cuGraphAddKernelNode(&node, to, after, 1, &scratch.launch_scale.kernel);\n"
              "    status = vg_node_added(&p->rt, SMALL_NODE_scaling, node, (int)result, \"cuGraphAddKernelNode\");\n"
              "    if (status != VG_OK) {\n"
              "        return status;\n    }\n\n");
}
END_TEST

START_TEST(a_function_declares_what_its_nodes_need)
{
    emit_prebuilt();
    expect_in("small.c", "static vg_status small_build_main(void *self, void *graph)\n"
                         "{\n"
                         "    small *p = (small *)self;\n"
                         "    CUgraph to = (CUgraph)graph;\n"
                         "    const CUdeviceptr device = p->device[0];\n"
                         "    union small_scratch scratch;\n"
                         "    CUgraphNode after[4];\n"
                         "    CUgraphNode node = NULL;\n"
                         "    CUresult result;\n"
                         "    vg_status status;\n");
    expect_in("small.c", "union small_scratch {\n"
                         "    struct small_launch_scale launch_scale;\n"
                         "    CUDA_MEMCPY3D copy;\n"
                         "    CUDA_MEMSET_NODE_PARAMS fill;\n"
                         "};\n");
}
END_TEST

START_TEST(a_kernel_has_typed_arguments)
{
    emit_spec(small_spec, false);
    expect_in("small.c", "struct small_launch_scale {\n"
                         "    struct {\n"
                         "        CUdeviceptr x;\n"
                         "        CUdeviceptr gain;\n"
                         "        uint16_t bias;\n"
                         "        CUdeviceptr y;\n"
                         "        uint32_t n;\n"
                         "    } argument;\n"
                         "    void *pointers[5];\n"
                         "    CUDA_KERNEL_NODE_PARAMS kernel;\n"
                         "};\n");
    expect_in("small.c", "static void small_begin_scale(const small *p, struct small_launch_scale *launch, "
                         "unsigned grid_x, unsigned grid_y,\n"
                         "    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z)\n{\n"
                         "    (void)memset(launch, 0, sizeof *launch);\n"
                         "    launch->pointers[0] = &launch->argument.x;\n");
    expect_in("small.c", "    launch->kernel.func = (CUfunction)p->kernel[SMALL_KERNEL_scale];\n"
                         "    launch->kernel.gridDimX = grid_x;\n");
}
END_TEST

START_TEST(transfers_copy_a_whole_run)
{
    emit_spec(small_spec, false);
    expect_in("small.c", "    scratch.copy.srcMemoryType = CU_MEMORYTYPE_HOST;\n"
                         "    scratch.copy.srcHost = &p->rt.pinned[SMALL_GAIN_UP];\n"
                         "    scratch.copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;\n"
                         "    scratch.copy.dstDevice = device + SMALL_GAIN_AT;\n"
                         "    scratch.copy.WidthInBytes = SMALL_BOTH_UP + SMALL_BOTH_BYTES - SMALL_GAIN_UP;\n"
                         "    scratch.copy.Height = 1u;\n"
                         "    scratch.copy.Depth = 1u;\n"
                         "    result = cuGraphAddMemcpyNode(&node, to, NULL, 0, &scratch.copy, (CUcontext)p->rt.context);\n");
    expect_in("small.c", "    scratch.copy.dstMemoryType = CU_MEMORYTYPE_HOST;\n"
                         "    scratch.copy.dstHost = &p->rt.pinned[SMALL_BOTH_DOWN];\n");
    expect_in("small.c", "    {\"main\", 0u, 7u, small_build_main, 1u, 1u, 1044u, 1056u},\n");
}
END_TEST

START_TEST(fills_of_eight_bytes_are_two_spread_nodes)
{
    emit_prebuilt();
    expect_in("small.c", "    {\"main\", 0u, 8u, small_build_main, 1u, 1u, 1044u, 1056u},\n");
    expect_in("small.c", "    scratch.fill.dst = device + SMALL_LAST_AT + 4u;\n"
                         "    scratch.fill.value = 0x40000000u;\n"
                         "    scratch.fill.elementSize = 4u;\n"
                         "    scratch.fill.pitch = 8u;\n"
                         "    scratch.fill.width = 1u;\n"
                         "    scratch.fill.height = 2u;\n");
    expect_in("small.c", "    scratch.fill.dst = device + SMALL_BOTH_AT + 4u;\n"
                         "    scratch.fill.value = 0x7070707u;\n"
                         "    scratch.fill.elementSize = 4u;\n"
                         "    scratch.fill.width = 1u;\n"
                         "    scratch.fill.height = 1u;\n");
}
END_TEST

/* One node each, whatever its pattern. */
START_TEST(small_fills_and_copies_are_launches)
{
    emit_spec(small_spec, false);
    expect_in("small.c", "    /* Node 4, fill_last, my spec.yaml:28: fill last by vg_fill, 2 elements of 8 bytes, 1 x 1 x 1 blocks of "
                         "256 x 1 x 1\n     * threads.\n"
                         "     * after: -\n"
                         "     * before: - */\n"
                         "    small_begin_vg_fill(p, &scratch.launch_vg_fill, 1u, 1u, 1u, 256u, 1u, 1u);\n"
                         "    scratch.launch_vg_fill.argument.to = device + SMALL_LAST_AT;\n"
                         "    scratch.launch_vg_fill.argument.pattern = 0x4000000000000000u;\n"
                         "    scratch.launch_vg_fill.argument.bytes = 16u;\n"
                         "    result = cuGraphAddKernelNode(&node, to, NULL, 0, &scratch.launch_vg_fill.kernel);\n");
    expect_in("small.c", "    scratch.launch_vg_fill.argument.to = device + SMALL_BOTH_AT + 4u;\n"
                         "    scratch.launch_vg_fill.argument.pattern = 0x707070707070707u;\n"
                         "    scratch.launch_vg_fill.argument.bytes = 4u;\n");
    expect_in("small.c", "    scratch.launch_vg_copy.argument.to = device + SMALL_OTHER_AT;\n"
                         "    scratch.launch_vg_copy.argument.from = device + SMALL_GIVEN_AT;\n"
                         "    scratch.launch_vg_copy.argument.bytes = SMALL_OTHER_BYTES;\n");
    expect_in("small.c", "    \"copy given -> other\",\n    \"fill last\",\n");
    expect_in("small_sim.cpp", "    {VGSIM_MOVE_NODE, \"copy given -> other\", \"vg_copy\",\n");
    expect_in("small.dot", "\"main.fill_last\" [shape=note, label=\"fill_last\\nfill last\\n16 bytes by vg_fill\\ngrid ");
    expect_in("small.json", "\"kind\": \"fill\", \"title\": \"fill last\", ");
    expect_in("small.json", "\"to\": \"last\", \"to_first\": 0, \"hex\": \"0000000000000040\", \"element\": 8, \"count\": "
                            "2, \"bytes\": 16, \"kernel\": \"vg_fill\", \"grid\": [1, 1, 1], ");
    expect_in("small.json", "\"kind\": \"copy\", \"title\": \"copy given -> other\", ");
    expect_in("small_graph.svg", ">12 B by vg_copy, grid 1</text>");
}
END_TEST

START_TEST(first_contents)
{
    emit_spec(small_spec, false);
    expect_in("small.c", "    {0, 1, SMALL_LAST_AT, 16u, NULL, -1, 8u, 0x0u, 0x3ff00000u},");
    expect_in("small.c", "    {0, 0, SMALL_TABLE_AT, 4u, small_constant_table, -1, 1u, 0u, 0u},");
    expect_in("small.c", "    {0, 0, SMALL_GIVEN_AT, SMALL_GIVEN_BYTES, NULL, 0, 1u, 0u, 0u},");
    expect_not_in("small.c", "{0, 0, SMALL_GAIN_AT");
    expect_in("small_image.c", "const unsigned char small_constant_table[4] = {\n    0x01, 0x00, 0xfe, 0xff,\n};\n");
}
END_TEST

START_TEST(data_of_the_application_is_asked_for)
{
    emit_spec(small_spec, false);
    expect_in("small.h", "struct small_data {\n    const float *given; /* f32 [3], 12 bytes */\n};\n");
    expect_in("small.c", "    if (data == NULL) {\n        return vg_refuse(&p->rt, VG_ARGUMENT, \"data\", 0u, 0u);\n    }\n");
    expect_in("small.c", "    if (data->given == NULL) {\n"
                         "        return vg_refuse(&p->rt, VG_ARGUMENT, \"data->given\", 12u, 0u);\n    }\n");
    expect_in("small.c", "    storage.app_data = p->data;\n");
}
END_TEST

START_TEST(settings_have_shadows)
{
    emit_spec(small_spec, false);
    expect_in("small.h", "vg_status small_set_gain(small *p, float value);\nfloat small_gain(const small *p);\n");
    expect_in("small.h", "struct small_settings {\n    float gain;\n};\n");
    expect_in("small.h", "    struct small_settings setting;");
    expect_in("small.c", "    setting->gain = 0.25f;\n");
    expect_in("small.c", "    (void)memcpy(&p->rt.pinned[SMALL_GAIN_UP], &p->setting.gain, sizeof p->setting.gain);\n");
}
END_TEST

START_TEST(separate_buffers_have_arenas_of_their_own)
{
    emit_spec(small_spec, true);
    expect_in("small.c", "    SMALL_X_ARENA = 0,\n    SMALL_Y_ARENA = 1,\n");
    expect_in("small.c", "    scratch.launch_scale.argument.x = p->device[SMALL_X_ARENA] + SMALL_X_AT;\n");
    expect_in("small.c", "    {SMALL_LAST_ARENA, 1, SMALL_LAST_AT, 16u,");
    expect_in("small.c", "    SMALL_NODE_upload_x,\n");
    expect_in("small.h", "    uint64_t device[9];");
    expect_in("small_sim.cpp", "    {\"x\", ");
    expect_in("small_sim.cpp", "    {\"pinned\", ");
}
END_TEST

START_TEST(long_graphs_are_cut_into_functions)
{
    char *spec = arena_printf(memory, "vggen: 1\nprogram: many\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nkernels: {}\n"
                                      "buffers:\n  y: {role: output, type: u8, shape: [250]}\nsteps:\n");
    for (int i = 0; i < 250; i++)
        spec = arena_printf(memory, "%s  - fill: y[%d:%d] = %d\n", spec, i, i + 1, i);
    emit_spec(spec, false);
    expect_in("many.c", "static vg_status many_add_main_2(many *p, CUgraph to, union many_scratch *scratch)\n");
    expect_not_in("many.c", "many_add_main_3");
    expect_in("many.c", "    status = many_add_main_1(p, to, &scratch);\n    if (status != VG_OK) {\n        return status;\n    }\n");
    ck_assert_uint_eq(count_in("many.c", "cuGraphAddMemsetNode(&node"), 250);
    /* Wide fans meet in empty nodes. */
    ck_assert_uint_eq(count_in("many.c", "vg_node_added(&p->rt, "), count_in("many.c", "    /* Node "));
}
END_TEST

/* One of the two is the application's, whose macros have no number. */
START_TEST(names_that_differ_in_capitals_have_macros_of_their_own)
{
    emit_spec("vggen: 1\nprogram: twice\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nkernels: {}\n"
              "buffers:\n  x: {role: scratch, type: f32, shape: [4]}\n  X: {role: output, type: f32, shape: [4]}\n"
              "  x_2: {role: scratch, type: f32, shape: [4]}\n"
              "steps:\n  - fill: x = 0\n  - fill: x_2 = 1\n  - copy: x -> X[0:4]\n",
              false);
    expect_in("twice.h", "#define TWICE_X_BYTES 16u\n");
    expect_in("twice.c", "#define TWICE_X_AT ");
    expect_in("twice.c", "#define TWICE_X_2_AT ");
    expect_in("twice.c", "#define TWICE_X_3_AT ");
    expect_in("twice.c", "    scratch.copy.srcDevice = device + TWICE_X_3_AT;\n");
    expect_in("twice.c", "    scratch.copy.dstDevice = device + TWICE_X_AT;\n");
}
END_TEST

START_TEST(the_layout_lists_buffers_by_offset_and_who_shares)
{
    const char *text;

    emit_spec("vggen: 1\nprogram: list\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nkernels: {}\n"
              "buffers:\n  late: {role: scratch, type: u8, shape: [512], at: 1024}\n"
              "  wide: {role: scratch, type: u8, shape: [1024], at: 0}\n"
              "  inner: {role: scratch, type: u8, shape: [256], at: 256}\n"
              "  y: {role: output, type: u8, shape: [256]}\n"
              "steps:\n  - fill: wide = 0\n  - copy: wide[0:512] -> late\n  - copy: late[0:256] -> inner\n"
              "  - copy: inner -> y\n",
              false);
    expect_in("list.c", "0u /* [0, 1024) scratch u8 [1024]; shares bytes with inner */\n");
    expect_in("list.c", "256u /* [256, 512) scratch u8 [256]; shares bytes with wide */\n");
    expect_in("list.c", "1024u /* [1024, 1536) scratch u8 [512] */\n");
    text = text_of("list.c");
    ck_assert(strstr(text, "LIST_WIDE_AT") < strstr(text, "LIST_LATE_AT"));
}
END_TEST

START_TEST(a_program_without_kernels_has_no_tables_for_them)
{
    emit_spec("vggen: 1\nprogram: bare\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nkernels: {}\n"
              "buffers:\n  y: {role: output, type: f32, shape: [4]}\nsteps:\n  - fill: y = nan\n",
              false);
    expect_in("bare.c",
              "    NULL, 0u, /* modules */\n    NULL, 0u, /* kernels */\n    NULL, 0u, /* first contents */\n");
    expect_in("bare.c", "    scratch.fill.value = 0x7fc00000u;\n");
    expect_in("bare.h", "/* The program takes no data at open: pass NULL. */\n");
    expect_not_in("bare.h", "bare_modules");
}
END_TEST

/* ---- the other files ---- */

START_TEST(the_header_tells_the_interface)
{
    emit_spec(small_spec, false);
    expect_in("small.h", "#define SMALL_N 256\n#define SMALL_SHIFT (-3)\n#define SMALL_HALF 0.5\n");
    expect_in("small.h", "#define SMALL_X_COUNT 256\n#define SMALL_X_BYTES 1024u\n");
    expect_in("small.h", " * x       input     f32   [2][128]                1024  to the device in each replay\n");
    expect_in("small.h", "float *small_x(small *p);\n");
    expect_in("small.h", "const float *small_y(const small *p);\n");
    expect_in("small.h", "uint8_t *small_both(small *p);\n");
    expect_in("small.h", "const uint8_t *small_both_out(const small *p);\n");
    expect_not_in("small.h", "cuda.h");
    expect_not_in("small.h", "small_last(");
    expect_in("small.h", " * Made by vggen 1.2.3 from my spec.yaml. Do not edit");
    expect_not_in("small.h", "dir/");
    expect_in("small_kernels.h", "/* kernels */\n#if defined VGGEN_small_KERNELS_STAMP && VGGEN_small_KERNELS_STAMP != 0x");
    expect_in("small_kernels.h", "\n#endif\n/* The stamp of the run of vggen ");
    expect_in("small_kernels.h", "\n#endif\n\n#ifndef __cplusplus\n#endif\n");
}
END_TEST

START_TEST(without_machine_code_there_is_a_stub)
{
    emit_prebuilt();
    expect_in("small_image.c", "{VG_IMAGE_STUB, 90u, \"sm_90\", small_image_0_0.bytes, sizeof small_image_0_0.bytes},");
    /* "vggen stub 1\nmodule small: small.cu\nkernel scale_f32 8 8 2 8 4\n" and its NUL */
    expect_in("small_image.c", "    unsigned char bytes[64];\n");
    expect_in("small_image.c",
              "    0x76, 0x67, 0x67, 0x65, 0x6e, 0x20, 0x73, 0x74, 0x75, 0x62, 0x20, 0x31, 0x0a, 0x6d, 0x6f, 0x64,\n"
              "    0x75, 0x6c, 0x65, 0x20, 0x73, 0x6d, 0x61, 0x6c, 0x6c, 0x3a, 0x20, 0x73, 0x6d, 0x61, 0x6c, 0x6c,\n"
              "    0x2e, 0x63, 0x75, 0x0a, 0x6b, 0x65, 0x72, 0x6e, 0x65, 0x6c, 0x20, 0x73, 0x63, 0x61, 0x6c, 0x65,\n"
              "    0x5f, 0x66, 0x33, 0x32, 0x20, 0x38, 0x20, 0x38, 0x20, 0x32, 0x20, 0x38, 0x20, 0x34, 0x0a, 0x00,\n");
}
END_TEST

START_TEST(machine_code_stands_before_ptx)
{
    static const unsigned char ptx[] = "//", cubin[] = {0x7f, 'E', 'L', 'F'};
    image_blob blobs[] = {{IMAGE_PTX, "compute_90", 90, ptx, sizeof ptx},
                          {IMAGE_CUBIN, "sm_90", 90, cubin, sizeof cubin}};
    const model *m = model_of(small_spec);
    image *i = stub_of(m);

    i->modules[0].blobs = blobs;
    i->modules[0].blob_count = 2;
    emit_with(m, i, plan_of(m, false));
    expect_in("small_image.c",
              "    {VG_IMAGE_CUBIN, 90u, \"sm_90\", small_image_0_0.bytes, sizeof small_image_0_0.bytes},\n"
              "    {VG_IMAGE_PTX, 90u, \"compute_90\", small_image_0_1.bytes, sizeof small_image_0_1.bytes},\n");
    expect_in("small_image.c", "    unsigned char bytes[4];\n    long double align;\n} small_image_0_0 = {{\n"
                               "    0x7f, 0x45, 0x4c, 0x46,\n}};\n");
    expect_in("small_image.c", "small_image_0_1 = {{\n    0x2f, 0x2f, 0x00,\n}};\n");
    expect_in("small_image.c", "    {small_images_0, 2u}, /* small.cu */\n");
}
END_TEST

START_TEST(the_cpu_device_learns_what_nodes_touch)
{
    emit_spec(small_spec, false);
    expect_in("small_sim.cpp", "#include \"small.cu\"\n");
    expect_in("small_sim.cpp", "VGSIM_REGISTER_KERNEL_OF(\"small: small.cu\", \"scale_f32\", ::scale_f32)\n");
    expect_in("small_sim.cpp",
              "small_sim_0_scaling_bindings[] = {\n    {0, 0u, 256u},\n    {1, 0u, 0u},\n    {3, 0u, ");
    expect_in("small_sim.cpp", "    {0u, VGSIM_READ, 256u, 1280u, \"x\"},\n    {0u, VGSIM_READ, 0u, 4u, \"gain\"},\n"
                               "    {0u, VGSIM_WRITE | VGSIM_WHOLE, ");
    expect_in("small_sim.cpp", "    {1u, VGSIM_READ, 0u, 1296u, \"gain, x, both\"},\n"
                               "    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 1296u, \"gain, x, both\"},\n");
    expect_in("small_sim.cpp", "    {VGSIM_KERNEL_NODE, \"scaling\", \"scale_f32\",\n");
}
END_TEST

START_TEST(the_driver_knows_every_file)
{
    emit_spec(small_spec, false);
    expect_in("small_main.c", "    {\"x\", \"f32\", \"<f4\", 'f', 4u, 1024u, 0, 2u, driven_shape_x},\n"
                              "    {\"both\", \"u8\", \"|u1\", 'u', 1u, 16u, 0, 1u, driven_shape_both},\n");
    expect_in("small_main.c", "    {\"gain\", \"f32\", \"<f4\", 'f', 4u, 4u, 0, 0u, NULL},\n");
    expect_in("small_main.c", "    data.given = (const float *)constants[0];\n");
    expect_in("small_main.c", "        return small_both_out(&driven_program);\n");
}
END_TEST

START_TEST(map_dot_and_depfile)
{
    emit_spec(small_spec, false);
    expect_in("small.map", "  0x0100  1024    256  x          input     -     kept  main.upload ");
    expect_in("small.map", "total: device ");
    expect_in("small.dot", "        \"main.upload\" -> \"main.scaling\";\n");
    expect_in("small.dot", "label=\"scaling\\nscaling\\ngrid 2 x 1 x 1, block 128 x 1 x 1\"];\n");
    expect_in("small.d", "out\\ dir/small.c: \\\n dir/my\\ spec.yaml \\\n dir/small.cu\n\ndir/small.cu:\n");
}
END_TEST

START_TEST(scratch_that_shares_says_so)
{
    emit_spec("vggen: 1\nprogram: share\ntargets: [sm_90]\nmin_cuda: \"13.0\"\nkernels: {}\nbuffers:\n"
              "  y: {role: output, type: u8, shape: [64]}\n"
              "  a: {role: scratch, type: u8, shape: [64]}\n"
              "  b: {role: scratch, type: u8, shape: [64]}\n"
              "steps:\n  - fill: a = 1\n  - copy: a -> y\n  - copy: y -> b\n  - copy: b -> y\n",
              false);
    expect_in("share.map", "  used  main.fill_a    main.copy_a_y  b\n");
    expect_in("share.map", "  used  main.copy_y_b  main.copy_b_y  a\n");
}
END_TEST

START_TEST(emitted_files_keep_to_their_width)
{
    static const char *const files[] = {"small.h",       "small.c",   "small_image.c", "small_main.c",
                                        "small_sim.cpp", "small.map", "small.dot"};

    emit_prebuilt();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        const char *text = text_of(files[i]);
        unsigned line = 1;
        ck_assert_ptr_nonnull(strstr(text, "SPDX-" "License-Identifier: 0BSD"));
        for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1, line++) {
            ck_assert_msg(end - text <= 120, "%s:%u has %td columns", files[i], line, end - text);
            ck_assert_msg(end == text || end[-1] != ' ', "%s:%u ends in a blank", files[i], line);
            ck_assert_msg(memchr(text, '\t', (size_t)(end - text)) == NULL, "%s:%u has a tab", files[i], line);
        }
        ck_assert_str_eq(text, "");
    }
}
END_TEST

START_TEST(writing_twice_gives_the_same_bytes)
{
    static const char *const files[] = {"small.h",         "small.c",    "small_main.c",
                                        "small_sim.cpp",   "small.map",  "small_arena.svg",
                                        "small_graph.svg", "small.json", "small.d"};
    const char *first[sizeof files / sizeof *files];

    emit_spec(small_spec, false);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        first[i] = text_of(files[i]);
    emit_spec(small_spec, false);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        ck_assert_str_eq(text_of(files[i]), first[i]);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("emit");
    TCase *tests = tcase_create("emit");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, a_kernel_node_is_one_block);
    tcase_add_test(tests, a_function_declares_what_its_nodes_need);
    tcase_add_test(tests, a_kernel_has_typed_arguments);
    tcase_add_test(tests, transfers_copy_a_whole_run);
    tcase_add_test(tests, fills_of_eight_bytes_are_two_spread_nodes);
    tcase_add_test(tests, small_fills_and_copies_are_launches);
    tcase_add_test(tests, first_contents);
    tcase_add_test(tests, data_of_the_application_is_asked_for);
    tcase_add_test(tests, settings_have_shadows);
    tcase_add_test(tests, separate_buffers_have_arenas_of_their_own);
    tcase_add_test(tests, long_graphs_are_cut_into_functions);
    tcase_add_test(tests, names_that_differ_in_capitals_have_macros_of_their_own);
    tcase_add_test(tests, the_layout_lists_buffers_by_offset_and_who_shares);
    tcase_add_test(tests, a_program_without_kernels_has_no_tables_for_them);
    tcase_add_test(tests, the_header_tells_the_interface);
    tcase_add_test(tests, without_machine_code_there_is_a_stub);
    tcase_add_test(tests, machine_code_stands_before_ptx);
    tcase_add_test(tests, the_cpu_device_learns_what_nodes_touch);
    tcase_add_test(tests, the_driver_knows_every_file);
    tcase_add_test(tests, map_dot_and_depfile);
    tcase_add_test(tests, scratch_that_shares_says_so);
    tcase_add_test(tests, emitted_files_keep_to_their_width);
    tcase_add_test(tests, writing_twice_gives_the_same_bytes);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
