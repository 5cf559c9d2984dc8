/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What is written for the parts of the language that change between replays, and for types, graphs, lanes and calls. */
#define _POSIX_C_SOURCE 200809L

#include "emit_fixture.h"

#define HEAD(program) "vggen: 1\nprogram: " program "\ntargets: [sm_90]\nmin_cuda: \"13.0\"\n"

static const char change_spec[] =
    HEAD("change") "define: {N: 512}\n"
                   "kernels:\n"
                   "  k:\n"
                   "    source: small.cu\n"
                   "    block: 64\n"
                   "    params: {x: in f32*, gain: f32, n: u32, y: out f32*}\n"
                   "switches: {extra: off}\n"
                   "buffers:\n"
                   "  x: {role: input, type: f32, shape: [N], upload: on_request, init: 2.5}\n"
                   "  y: {role: output, type: f32, shape: [N]}\n"
                   "  z: {role: output, type: f32, shape: [N], download: on_request}\n"
                   "  part: {role: output, type: u16, shape: [N], range: [8, 24]}\n"
                   "  gain: {role: setting, type: f32, value: 0.5, range: [0.0, 4.0]}\n"
                   "  n: {role: setting, type: u32, value: 512, range: [0, N]}\n"
                   "  half: {role: setting, type: f16, value: 1.0, range: [-1.5, inf]}\n"
                   "  any: {role: setting, type: u8, range: [0, 255]}\n"
                   "  low: {role: setting, type: i32, value: -3, range: [-5, 2147483647]}\n"
                   "  room: {role: setting, type: i16, value: -3, range: [-5, 100]}\n"
                   "steps:\n"
                   "  - launch: k(x, gain, n, y)\n"
                   "    grid: ceil_div(n, block)\n"
                   "    shared: max(room + 8, 16) * 4\n"
                   "  - copy: y -> z\n"
                   "    when: extra\n"
                   "  - fill: part = 7\n"
                   "    unless: extra\n";

START_TEST(one_function_describes_a_node_in_build_and_commit)
{
    emit_spec(change_spec, false);
    expect_in("change.c", "/* Node 4, k, follows gain, n, room: its launch with these values. */\n"
                          "static void change_describe_main_k(const change *p, const struct change_settings *setting,\n"
                          "    struct change_launch_k *launch)\n"
                          "{\n"
                          "    change_begin_k(p, launch, 1u, 1u, 1u, 64u, 1u, 1u);\n"
                          "    launch->argument.x = p->device[0] + CHANGE_X_AT;\n"
                          "    launch->argument.gain = setting->gain;\n"
                          "    launch->argument.n = setting->n;\n"
                          "    launch->argument.y = p->device[0] + CHANGE_Y_AT;\n"
                          "    launch->kernel.gridDimX = (unsigned)change_ceil_div((int64_t)setting->n, 64);\n"
                          "    if (launch->kernel.gridDimX == 0u) {\n"
                          "        launch->kernel.gridDimX = 1u; /* the node is disabled */\n    }\n"
                          "    launch->kernel.sharedMemBytes = (unsigned)(change_max((int64_t)setting->room + 8, 16) "
                          "* 4);\n"
                          "}\n");
    expect_in("change.c", "    change_describe_main_k(p, &p->committed[CHANGE_GRAPH_main], &scratch.launch_k);\n");
    expect_in("change.c", "        change_describe_main_k(p, &p->setting, &scratch.launch_k);\n"
                          "        status = vg_node_patch(&p->rt, CHANGE_GRAPH_main, CHANGE_NODE_k, &scratch.launch_k.kernel);\n");
    expect_in("change.c", "    change_first_settings(&p->committed[CHANGE_GRAPH_main]);\n");
    expect_in("change.c", "        p->committed[CHANGE_GRAPH_main] = p->setting;\n    }\n    return VG_OK;\n");
}
END_TEST

START_TEST(expressions_bring_the_functions_that_they_use)
{
    emit_spec(change_spec, false);
    expect_in("change.c", "static int64_t change_ceil_div(int64_t a, int64_t b)\n");
    expect_in("change.c", "static int64_t change_max(int64_t a, int64_t b)\n");
    expect_not_in("change.c", "change_min(");
    expect_not_in("change.c", "change_align_up(");
}
END_TEST

START_TEST(nodes_are_switched_requested_and_emptied)
{
    emit_spec(change_spec, false);
    expect_in("change.c", "    enabled = (p->changed.x != 0u) ? 1u : 0u;\n"
                          "    status = vg_node_enable(&p->rt, CHANGE_GRAPH_main, CHANGE_NODE_upload_x, enabled);\n");
    expect_in("change.c", "    enabled = (change_ceil_div((int64_t)p->setting.n, 64) > 0) ? 1u : 0u;\n");
    expect_in("change.c", "    enabled = (p->on.extra != 0u) ? 1u : 0u;\n");
    expect_in("change.c", "    enabled = (p->on.extra == 0u) ? 1u : 0u;\n");
    expect_in("change.c", "        if (p->wanted.z != 0u) {\n            p->wanted.z = 0u;\n"
                          "            p->graph[CHANGE_GRAPH_main].counted.downloads++;\n"
                          "            p->graph[CHANGE_GRAPH_main].counted.download_bytes += 2048u;\n        }\n");
    expect_in("change.c", "    storage.disabled = p->disabled;\n");
    expect_in("change.h", "vg_status change_changed_x(change *p);\n");
    expect_in("change.h", "vg_status change_want_z(change *p);\n");
    expect_in("change.h",
              "vg_status change_switch_extra(change *p, int on);\nint change_is_on_extra(const change *p);\n");
    /* What crosses on request counts when it does. */
    expect_in("change.c", "change_build_main, 0u, 2u, 0u, 2080u},\n");
}
END_TEST

START_TEST(pinned_memory_starts_as_the_device_does)
{
    emit_spec(change_spec, false);
    expect_in("change.c",
              "    {0, 0, CHANGE_X_AT, CHANGE_X_BYTES, NULL, -1, 4u, 0x40200000u, 0x0u}, /* x: every element 2.5 */\n");
    expect_in("change.c", "    for (at = 0; at < CHANGE_X_BYTES; at += sizeof change_constant_x) {\n"
                          "        (void)memcpy(&p->rt.pinned[CHANGE_X_UP + at], change_constant_x, sizeof "
                          "change_constant_x);\n    }\n");
    expect_in("change_image.c", "const unsigned char change_constant_x[4] = {\n    0x00, 0x00, 0x20, 0x40,\n};\n");
}
END_TEST

START_TEST(setters_refuse_what_is_out_of_range)
{
    emit_spec(change_spec, false);
    expect_in("change.c",
              "    if (!((value >= 0.0f) && (value <= 4.0f))) {\n"
              "        return vg_refuse(&p->rt, VG_ARGUMENT, \"change_set_gain: from 0.0 to 4.0\", 0u, 0u);\n    }\n");
    expect_in("change.c",
              "    if (value > 512u) {\n"
              "        return vg_refuse(&p->rt, VG_ARGUMENT, \"change_set_n: from 0 to 512\", 512u, value);\n    }\n");
    expect_in("change.c",
              "    if ((change_order_of_16_bits(value) < (-15872)) || (change_order_of_16_bits(value) > 31744)) {\n");
    expect_in("change.c", "    if (value < (-5)) {\n");
    expect_not_in("change.c", "change_set_any: from");
}
END_TEST

START_TEST(a_range_crosses_alone)
{
    emit_spec(change_spec, false);
    expect_in("change.c", "    scratch.copy.srcDevice = device + CHANGE_PART_AT + 16u;\n"
                          "    scratch.copy.dstMemoryType = CU_MEMORYTYPE_HOST;\n"
                          "    scratch.copy.dstHost = &p->rt.pinned[CHANGE_PART_DOWN + 16u];\n"
                          "    scratch.copy.WidthInBytes = 32u;\n");
    expect_in("change.h", "/* Output part: u16 [512], 1024 bytes; only elements 8 to 23 come. */\n");
}
END_TEST

/* ---- graphs and lanes ---- */

static const char pair_spec[] =
    HEAD("pair") "define: {N: 16}\nLANES"
                 "kernels: {}\n"
                 "buffers:\n"
                 "  x: {role: input, type: u8, shape: [N]}\n"
                 "  y: {role: output, type: u8, shape: [N]}\n"
                 "  s: {role: state, type: u8, shape: [N], init: 3, download: on_request, per_lane: true}\n"
                 "  c: {role: constant, type: u8, shape: [N], values: "
                 "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]}\n"
                 "graphs:\n"
                 "  take:\n"
                 "    - copy: x -> s\n"
                 "  give:\n"
                 "    - copy: s -> y\n"
                 "    - copy: c[0:4] -> y[0:4]\n";

static const char *pair(const char *lanes)
{
    const char *at = strstr(pair_spec, "LANES");

    return arena_printf(memory, "%.*s%s%s", (int)(at - pair_spec), pair_spec, lanes, at + 5);
}

START_TEST(each_graph_has_functions)
{
    emit_spec(pair(""), false);
    expect_in("pair.h", "vg_status pair_take_start(pair *p);\n");
    expect_in("pair.h", "vg_status pair_give_replay_timed(pair *p, vg_times *times);\n");
    expect_in("pair.h", "vg_status pair_poll(pair *p);\n");
    expect_in("pair.h", "const uint8_t *pair_s_out(const pair *p);\n");
    expect_in("pair.h", "vg_status pair_reset(pair *p);\n");
    expect_not_in("pair.h", "pair_start(");
    expect_in("pair.c", "    return (p == NULL) ? VG_ARGUMENT : vg_start(&p->rt, PAIR_GRAPH_give);\n");
    expect_in("pair.c", "    PAIR_GIVE_NODE_copy_s_y");
    expect_in("pair_main.c", "        return pair_give_replay(&driven_program);\n");
    expect_in("pair_sim.cpp", "    {\"take\", pair_sim_0, ");
}
END_TEST

START_TEST(each_lane_has_its_own)
{
    emit_spec(pair("lanes: 4\n"), false);
    expect_in("pair.h", "#define PAIR_LANES 4u ");
    expect_in("pair.h", "vg_status pair_take_start(pair *p, unsigned lane);\n");
    expect_in("pair.h", "vg_status pair_finish(pair *p, uint64_t timeout_ns, unsigned lane);\n");
    expect_in("pair.h", "struct pair {\n    struct pair_lane lane[PAIR_LANES];\n");
    expect_in("pair.c", "    struct pair_lane *p = (struct pair_lane *)self;\n");
    expect_in("pair.c", "    const CUdeviceptr shared = p->device[PAIR_ARENA_SHARED];\n");
    expect_in("pair.c", "    scratch.copy.dstDevice = device + PAIR_S_AT;\n");
    expect_in("pair.c", "    scratch.copy.srcDevice = shared + PAIR_C_AT;\n");
    expect_in("pair.c", "static const unsigned char pair_arena_shared[] = {\n    0u,\n    1u,\n};\n");
    expect_in("pair.c", "        status = (i == 0u) ? vg_open(&lane->rt, &pair_desc, config, &storage)\n"
                        "                           : vg_open_lane(&lane->rt, &p->lane[0].rt, &storage);\n");
    expect_in("pair.c", "    return ((p == NULL) || (lane >= PAIR_LANES)) ? NULL : &p->lane[lane];\n");
    expect_in("pair_sim.cpp", "    {\"device\", ");
    expect_in("pair_sim.cpp", "    {\"shared\", 256u, 0, 1},\n");
    expect_in("pair_sim.cpp", "    4u, // lanes\n");
    expect_in("pair_main.c", "        return pair_take_replay(&driven_program, lane);\n");
    expect_in("pair.map", "\n4 lanes\n");
}
END_TEST

/* What the runtime wants of memory that the application gives: each arena of each lane at a multiple of 256. */
START_TEST(bytes_count_all_lanes)
{
    emit_spec(pair("lanes: 4\n"), false);
    const model *m = model_of(pair("lanes: 4\n"));
    const plan *p = plan_of(m, false);

    ck_assert_uint_eq(p->arena_count, 2);
    uint64_t own = (p->arenas[0].bytes + 255) / 256 * 256;
    expect_in("pair.h", arena_printf(memory, "#define PAIR_DEVICE_BYTES %lluu ",
                                     (unsigned long long)(own + 256 + 2 * own + p->arenas[0].bytes)));
    expect_in("pair.h",
              arena_printf(memory, "#define PAIR_PINNED_BYTES %lluu ",
                           (unsigned long long)(3 * ((p->pinned.bytes + 255) / 256 * 256) + p->pinned.bytes)));
}
END_TEST

/* ---- types ---- */

static const char type_spec[] =
    HEAD("types") "types:\n"
                  "  cell: {level: f64, n: u8, both: f16x2, tag: \"u8[3]\", padding_4: bool}\n"
                  "kernels:\n"
                  "  k: {source: small.cu, block: 32, params: {v: in f32x3*, c: cell, w: i16x2, y: out_part cell*}}\n"
                  "buffers:\n"
                  "  v: {role: input, type: f32x3, shape: [2, 4]}\n"
                  "  y: {role: output, type: cell, shape: [8]}\n"
                  "  s: {role: state, type: f32x2, shape: [4], init: [1, 2], download: each}\n"
                  "  t: {role: state, type: u8x3, shape: [4], init: [1, 2, 3], download: each}\n"
                  "  pick: {role: setting, type: cell, value: [0.5, 7, [1, -2], [1, 2, 3], true]}\n"
                  "  tint: {role: setting, type: i16x2, value: [3, -4]}\n"
                  "steps:\n"
                  "  - launch: \"k(v, [0.25, 1, [0, 0], [0, 0, 9], false], tint, y)\"\n"
                  "    grid: 1\n"
                  "  - launch: k(v, pick, tint, y)\n"
                  "    grid: 1\n";

START_TEST(structs_and_vectors_are_declared)
{
    emit_spec(type_spec, false);
    expect_in("types.h", "typedef struct types_f32x3 {\n    float x;\n    float y;\n    float z;\n} types_f32x3;\n");
    expect_in("types.h", "typedef struct types_cell {\n"
                         "    double level; /* f64 */\n"
                         "    uint8_t n; /* u8 */\n"
                         "    uint8_t padding_2[3]; /* zero */\n"
                         "    types_f16x2 both; /* f16x2 */\n"
                         "    uint8_t tag[3]; /* u8 */\n"
                         "    uint8_t padding_4; /* bool */\n"
                         "    uint8_t padding_5[4]; /* zero */\n"
                         "} types_cell;\n"
                         "VG_STATIC_ASSERT(sizeof(types_cell) == 24u, types_cell_has_its_size);\n");
    expect_in("types.h", "VG_STATIC_ASSERT(offsetof(types_cell, both) == 12u, types_cell_both_has_its_place);\n");
    expect_in("types.h", "types_f32x3 *types_v(types *p);\n");
    expect_in("types.h", "const types_f32x2 *types_s_out(const types *p);\n");
    expect_in("types.h", "vg_status types_set_pick(types *p, const types_cell *value);\n"
                         "const types_cell *types_pick(const types *p);\n");
}
END_TEST

START_TEST(values_of_structs_are_spelled_out)
{
    emit_spec(type_spec, false);
    expect_in("types.c", "    (void)memset(&setting->pick, 0, sizeof setting->pick);\n"
                         "    setting->pick.level = 0.5;\n"
                         "    setting->pick.n = 7u;\n"
                         "    setting->pick.both.x = 0x3c00u; /* 1.0 */\n"
                         "    setting->pick.both.y = 0xc000u; /* -2.0 */\n"
                         "    setting->pick.tag[0] = 1u;\n");
    expect_in("types.c", "    setting->tint.x = 3;\n    setting->tint.y = -4;\n");
    expect_in("types.c", "    launch->argument.c.level = 0.25;\n"
                         "    launch->argument.c.n = 1u;\n"
                         "    launch->argument.c.tag[2] = 9u;\n"
                         "    launch->argument.w = setting->tint;\n");
    expect_in("types.c", "    if (value->padding_4 > 1u) {\n");
}
END_TEST

START_TEST(contents_of_any_size_repeat)
{
    emit_spec(type_spec, false);
    expect_in("types.c", "    {0, 1, TYPES_S_AT, TYPES_S_BYTES, NULL, -1, 8u, 0x3f800000u, 0x40000000u},");
    expect_in("types.c", "    {0, 1, TYPES_T_AT, TYPES_T_BYTES, types_constant_t, -1, 3u, 0u, 0u},");
    expect_in("types_image.c", "const unsigned char types_constant_t[3] = {\n    0x01, 0x02, 0x03,\n};\n");
}
END_TEST

START_TEST(the_driver_reads_vectors_with_their_lanes)
{
    emit_spec(type_spec, false);
    expect_in("types_main.c", "static const uint64_t driven_shape_v[] = {2u, 4u, 3u};\n");
    expect_in("types_main.c", "    {\"v\", \"f32x3\", \"<f4\", 'f', 4u, 96u, 0, 3u, driven_shape_v},\n");
    expect_in("types_main.c", "    {\"y\", \"cell\", \"\", 's', 24u, 192u, 0, 1u, driven_shape_y},\n");
    expect_in("types_main.c", "        return types_set_pick(&driven_program, &typed);\n");
}
END_TEST

/* ---- calls ---- */

START_TEST(a_call_copies_in_and_out)
{
    emit_spec(HEAD("twice") "api: call\nkernels: {}\nbuffers:\n"
                           "  x: {role: input, type: f32, shape: [8]}\n"
                           "  y: {role: output, type: f32, shape: [8], range: [2, 4]}\n"
                           "  none: {role: output, type: f32, shape: [0]}\n"
                           "steps:\n  - copy: x -> y\n",
              false);
    expect_in("twice.h", "typedef struct twice_in {\n"
                        "    const float *x; /* f32 [8], 32 bytes */\n"
                        "    size_t x_count; /* elements: TWICE_X_COUNT */\n"
                        "} twice_in;\n");
    expect_in("twice.h", "vg_status twice_call(twice *p, const twice_in *in, twice_out *out);\n");
    expect_not_in("twice.h", "twice_start(");
    expect_not_in("twice.h", "float *twice_x(");
    expect_in("twice.c", "    if (in->x_count != (size_t)TWICE_X_COUNT) {\n"
                        "        return vg_refuse(&p->rt, VG_ARGUMENT, \"in->x_count\", TWICE_X_COUNT, in->x_count);\n    }\n");
    expect_in("twice.c", "    if (vg_take(&p->rt.pinned[TWICE_X_UP], in->x, TWICE_X_BYTES) != 0) {\n"
                        "        p->current.x = 0u;\n        p->kept.main = 0u;\n    }\n");
    expect_in("twice.c", "    enabled = (p->current.x == 0u) ? 1u : 0u;\n");
    expect_in("twice.h", " * Uploads x, only if a byte differs from what the device holds.\n * Keeps the outputs: ");
    expect_in("twice.c", "    (void)memcpy(&out->y[2u], &p->rt.pinned[TWICE_Y_DOWN + 8u], 8u);\n");
    expect_not_in("twice.c", "out->none == NULL");
    expect_in("twice_main.c", "        return twice_call(&driven_program, &in, &out);\n");
}
END_TEST

/* Each graph says what it uploads when, and why it keeps nothing. */
START_TEST(what_a_call_keeps_is_told)
{
    emit_spec(HEAD("tells") "api: call\nkernels: {}\nbuffers:\n"
                           "  x: {role: input, type: u8, shape: [8]}\n"
                           "  big: {role: input, type: u8, shape: [262144]}\n"
                           "  nearly: {role: input, type: u8, shape: [262143]}\n"
                           "  b: {role: inout, type: u8, shape: [8]}\n"
                           "  s: {role: state, type: u8, shape: [8], init: 0}\n"
                           "  y: {role: output, type: u8, shape: [8]}\n"
                           "graphs:\n  pure:\n    - copy: x -> y\n    - copy: big[0:4] -> y[0:4]\n"
                           "    - copy: nearly[0:4] -> y[4:8]\n"
                           "  turning:\n    - copy: x -> b\n    - copy: big[0:8] -> b\n"
                           "  remembering:\n    - copy: s -> y\n    - copy: x -> s\n",
              false);
    expect_in("tells.h", " * Uploads nearly, x together, only if a byte differs from what the device holds.\n"
                        " * Uploads big, only if a byte differs from what the device holds; by itself, because it has "
                        "262144 bytes or more.\n"
                        " * Keeps the outputs: a call that takes the bytes of the last one gives them again without a "
                        "launch, unless a call of");
    expect_in("tells.h", " * Uploads x, b together in every launch: replays may change inout b.\n");
    expect_in("tells.h", " * Keeps no outputs, every call launches: equal inputs need not give equal outputs, because of "
                        "state s.\n");
    expect_not_in("tells.c", "kept.remembering");
    expect_in("tells.c", "        p->kept.pure = 0u;\n        p->kept.turning = 0u;\n");
    expect_in("tells.h", "#define TELLS_STATE_BYTES 8u ");
}
END_TEST

/* ---- names ---- */

START_TEST(names_of_the_file_give_way)
{
    emit_spec(HEAD("odd") "kernels: {}\nbuffers:\n"
                          "  y: {role: output, type: u8, shape: [4]}\n"
                          "  uint32_t: {role: constant, type: u8, shape: [4], data: app}\n"
                          "steps:\n  - copy: uint32_t -> y\n",
              false);
    expect_in("odd.h", "    const uint8_t *uint32_t_;");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("emit_language");
    TCase *tests = tcase_create("emit_language");

    tcase_add_checked_fixture(tests, setup, teardown);
    tcase_add_test(tests, one_function_describes_a_node_in_build_and_commit);
    tcase_add_test(tests, expressions_bring_the_functions_that_they_use);
    tcase_add_test(tests, nodes_are_switched_requested_and_emptied);
    tcase_add_test(tests, pinned_memory_starts_as_the_device_does);
    tcase_add_test(tests, setters_refuse_what_is_out_of_range);
    tcase_add_test(tests, a_range_crosses_alone);
    tcase_add_test(tests, each_graph_has_functions);
    tcase_add_test(tests, each_lane_has_its_own);
    tcase_add_test(tests, bytes_count_all_lanes);
    tcase_add_test(tests, structs_and_vectors_are_declared);
    tcase_add_test(tests, values_of_structs_are_spelled_out);
    tcase_add_test(tests, contents_of_any_size_repeat);
    tcase_add_test(tests, the_driver_reads_vectors_with_their_lanes);
    tcase_add_test(tests, a_call_copies_in_and_out);
    tcase_add_test(tests, what_a_call_keeps_is_told);
    tcase_add_test(tests, names_of_the_file_give_way);
    suite_add_tcase(suite, tests);
    return run_suite(suite);
}
