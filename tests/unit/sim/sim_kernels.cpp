/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kernel library of the CPU device's tests, and what its nodes may touch: a, b and c of 512 bytes each, side by
 * side in one space, with 256 bytes that no node uses behind each. */
#include "vgsim_device.h"

#include "sim_kernels.cu"

VGSIM_DYNAMIC_SHARED(words)
VGSIM_DYNAMIC_SHARED(bytes)

VGSIM_REGISTER_KERNEL(k_index)
VGSIM_REGISTER_KERNEL(k_params)
VGSIM_REGISTER_INSTANCE("instances::k_filled<int, 3>", instances::k_filled<int, 3>)
VGSIM_REGISTER_INSTANCE("_ZN9instances8k_filledIfLi5EEEvPT_", instances::k_filled<float, 5>)
VGSIM_REGISTER_KERNEL(k_static_shared)
VGSIM_REGISTER_KERNEL(k_dynamic_shared)
VGSIM_REGISTER_KERNEL(k_shared_fresh)
VGSIM_REGISTER_KERNEL(k_barriers)
VGSIM_REGISTER_KERNEL(k_shuffles)
VGSIM_REGISTER_KERNEL(k_votes)
VGSIM_REGISTER_KERNEL(k_atomics)
VGSIM_REGISTER_KERNEL(k_bits)
VGSIM_REGISTER_KERNEL(k_math)
VGSIM_REGISTER_KERNEL(k_half)
VGSIM_REGISTER_KERNEL(k_groups)
VGSIM_REGISTER_KERNEL(k_clock)
VGSIM_REGISTER_KERNEL(k_last_block)
VGSIM_REGISTER_KERNEL(k_spin)
VGSIM_REGISTER_KERNEL(good_tree)
VGSIM_REGISTER_KERNEL(good_float_atomics)
VGSIM_REGISTER_KERNEL(good_compact)
VGSIM_REGISTER_KERNEL(good_warps)
VGSIM_REGISTER_KERNEL(good_inout)
VGSIM_REGISTER_KERNEL(good_two_blocks)
VGSIM_REGISTER_KERNEL(lane_scale)
VGSIM_REGISTER_KERNEL(lane_add)
VGSIM_REGISTER_KERNEL(bad_past_slice)
VGSIM_REGISTER_KERNEL(bad_write_in)
VGSIM_REGISTER_KERNEL(bad_unwritten)
VGSIM_REGISTER_KERNEL(bad_tree)
VGSIM_REGISTER_KERNEL(bad_exchange)
VGSIM_REGISTER_KERNEL(bad_reuse)
VGSIM_REGISTER_KERNEL(bad_atomic_sum)
VGSIM_REGISTER_KERNEL(bad_divergent)
VGSIM_REGISTER_KERNEL(bad_exited)
VGSIM_REGISTER_KERNEL(bad_warp_and_block)
VGSIM_REGISTER_KERNEL(bad_undefined)
VGSIM_REGISTER_KERNEL(bad_uninitialised)
VGSIM_REGISTER_KERNEL(bad_blocks)
VGSIM_REGISTER_KERNEL(bad_bounds)
VGSIM_REGISTER_KERNEL(bad_dynamic)
VGSIM_REGISTER_KERNEL(bad_divide)
VGSIM_REGISTER_KERNEL(bad_assert)

VGSIM_REGISTER_KERNEL(good_lent)
VGSIM_REGISTER_KERNEL(lent_idle)
VGSIM_REGISTER_KERNEL(good_mapped)
VGSIM_REGISTER_KERNEL(good_mapped_word)
VGSIM_REGISTER_KERNEL(bad_mapped_past)
VGSIM_REGISTER_KERNEL(bad_mapped_between)
VGSIM_REGISTER_KERNEL(bad_mapped_in)
VGSIM_REGISTER_KERNEL(bad_mapped_unwritten)
VGSIM_REGISTER_KERNEL(bad_mapped_bounds)
VGSIM_REGISTER_KERNEL(vg_copy)

#define READ VGSIM_READ
#define OUT (VGSIM_WRITE | VGSIM_WHOLE)
#define INOUT (VGSIM_READ | VGSIM_WRITE)
#define WORK (VGSIM_READ | VGSIM_WRITE | VGSIM_WORK)

static const vgsim_space spaces[] = {{"device", 2304, 0}};

/* What a kernel over (a, b) or (a, b, c) may touch; the second pair of blocks continues where the first ends. */
#define RANGES(name, a_access, b_access, c_access)                                                                     \
    static const vgsim_binding name##_bindings[] = {{0, 0, 0}, {1, 0, 768}, {2, 0, 1536}};                             \
    static const vgsim_range name##_ranges[] = {                                                                       \
        {0, a_access, 0, 512, "a"}, {0, b_access, 768, 1280, "b"}, {0, c_access, 1536, 2048, "c"}};

RANGES(reads_a, READ, OUT, WORK)
RANGES(changes_a, INOUT, READ, WORK)
RANGES(writes_c, READ, OUT, OUT)

#define AB(entry)                                                                                                      \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "launch " #entry, #entry, reads_a_bindings, 2, reads_a_ranges, 2                            \
    }
#define ABC(entry, ranges)                                                                                             \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "launch " #entry, #entry, ranges##_bindings, 3, ranges##_ranges, 3                          \
    }
/* Only b: one binding, one range. */
#define B(entry)                                                                                                       \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "launch " #entry, #entry, only_b_bindings, 1, only_b_ranges, 1                              \
    }
static const vgsim_binding only_b_bindings[] = {{0, 0, 768}};
static const vgsim_range only_b_ranges[] = {{0, OUT, 768, 1280, "b"}};

/* Two blocks: 1024 bytes of a at 0, of b at 1024; and c of the faulty one at the end of b's second half. */
static const vgsim_binding pair_bindings[] = {{0, 0, 0}, {1, 0, 1024}};
static const vgsim_range pair_ranges[] = {{0, READ, 0, 1024, "a"}, {0, OUT, 1024, 2048, "b"}};
static const vgsim_space wide_spaces[] = {{"device", 3072, 0}};
static const vgsim_binding wide_bindings[] = {{0, 0, 0}, {1, 0, 1024}, {2, 0, 2048}};
static const vgsim_range wide_ranges[] = {
    {0, READ, 0, 1024, "a"}, {0, OUT, 1024, 2048, "b"}, {0, INOUT, 2048, 3072, "c"}};

static const vgsim_node nodes[] = {
    AB(good_tree),
    AB(good_float_atomics),
    AB(good_warps),
    AB(bad_past_slice),
    AB(bad_write_in),
    AB(bad_unwritten),
    AB(bad_tree),
    AB(bad_exchange),
    AB(bad_reuse),
    AB(bad_atomic_sum),
    AB(bad_divergent),
    AB(bad_exited),
    AB(bad_warp_and_block),
    AB(bad_uninitialised),
    ABC(good_compact, writes_c),
    ABC(good_inout, changes_a),
    {VGSIM_KERNEL_NODE, "launch bad_undefined", "bad_undefined", reads_a_bindings, 3, reads_a_ranges, 2},
    {VGSIM_KERNEL_NODE, "launch good_two_blocks", "good_two_blocks", pair_bindings, 2, pair_ranges, 2},
    B(bad_bounds),
    B(bad_dynamic),
    B(bad_divide),
    B(bad_assert),
};

/* upload a; then two kernels that need it, of which the second also needs b. */
static const vgsim_binding upload_bindings[] = {{VGSIM_TO, 0, 0}};
static const vgsim_range upload_ranges[] = {{0, OUT, 0, 512, "a"}};
static const vgsim_binding fill_bindings[] = {{VGSIM_TO, 0, 1536}};
static const vgsim_range fill_ranges[] = {{0, OUT, 1536, 2048, "c"}};
static const vgsim_binding second_bindings[] = {{0, 0, 768}, {1, 0, 1536}};
static const vgsim_range second_ranges[] = {{0, READ, 768, 1280, "b"}, {0, OUT, 1536, 2048, "c"}};
static const vgsim_node chain_nodes[] = {
    {VGSIM_COPY_NODE, "upload a", NULL, upload_bindings, 1, upload_ranges, 1},
    {VGSIM_FILL_NODE, "fill c", NULL, fill_bindings, 1, fill_ranges, 1},
    AB(good_tree),
    {VGSIM_KERNEL_NODE, "launch second", "good_warps", second_bindings, 2, second_ranges, 2},
};

static const vgsim_graph graphs[] = {
    {"chain", chain_nodes, 4},
    {"good_tree", &nodes[0], 1},
    {"good_float_atomics", &nodes[1], 1},
    {"good_warps", &nodes[2], 1},
    {"bad_past_slice", &nodes[3], 1},
    {"bad_write_in", &nodes[4], 1},
    {"bad_unwritten", &nodes[5], 1},
    {"bad_tree", &nodes[6], 1},
    {"bad_exchange", &nodes[7], 1},
    {"bad_reuse", &nodes[8], 1},
    {"bad_atomic_sum", &nodes[9], 1},
    {"bad_divergent", &nodes[10], 1},
    {"bad_exited", &nodes[11], 1},
    {"bad_warp_and_block", &nodes[12], 1},
    {"bad_uninitialised", &nodes[13], 1},
    {"good_compact", &nodes[14], 1},
    {"good_inout", &nodes[15], 1},
    {"bad_undefined", &nodes[16], 1},
    {"good_two_blocks", &nodes[17], 1},
    {"bad_bounds", &nodes[18], 1},
    {"bad_dynamic", &nodes[19], 1},
    {"bad_divide", &nodes[20], 1},
    {"bad_assert", &nodes[21], 1},
};

static const vgsim_program program = {"tests", 87, spaces, 1, graphs, sizeof graphs / sizeof graphs[0]};

static const vgsim_node wide_nodes[] = {
    {VGSIM_KERNEL_NODE, "launch bad_blocks", "bad_blocks", wide_bindings, 3, wide_ranges, 3},
};
static const vgsim_graph wide_graphs[] = {{"wide", wide_nodes, 1}};
static const vgsim_program wide_program = {"wide", 87, wide_spaces, 1, wide_graphs, 1};

/* Two lanes: x, t and y of each in its own arena, x and y in its own pinned memory, gain in an arena for both. "launch
 * add" may be switched off, so that it is no certain writer of y. */
enum { OWN, SHARED, PINNED };
static const vgsim_space lane_spaces[] = {{"device", 1536, 0, 0}, {"shared", 512, 0, 1}, {"pinned", 1024, 1, 0}};
static const vgsim_binding lane_upload_bindings[] = {{VGSIM_TO, OWN, 0}, {VGSIM_FROM, PINNED, 0}};
static const vgsim_range lane_upload_ranges[] = {{OWN, OUT, 0, 512, "x"}, {PINNED, READ, 0, 512, "x"}};
static const vgsim_binding lane_scale_bindings[] = {{0, OWN, 0}, {1, SHARED, 0}, {2, OWN, 512}};
static const vgsim_range lane_scale_ranges[] = {
    {OWN, READ, 0, 512, "x"}, {SHARED, READ, 0, 512, "gain"}, {OWN, OUT, 512, 1024, "t"}};
static const vgsim_binding lane_clear_bindings[] = {{VGSIM_TO, OWN, 1024}};
static const vgsim_range lane_clear_ranges[] = {{OWN, OUT, 1024, 1536, "y"}};
static const vgsim_binding lane_add_bindings[] = {{0, OWN, 512}, {1, OWN, 0}, {2, OWN, 1024}};
static const vgsim_range lane_add_ranges[] = {
    {OWN, READ, 512, 1024, "t"}, {OWN, READ, 0, 512, "x"}, {OWN, VGSIM_WRITE, 1024, 1536, "y"}};
static const vgsim_binding lane_download_bindings[] = {{VGSIM_FROM, OWN, 1024}, {VGSIM_TO, PINNED, 512}};
static const vgsim_range lane_download_ranges[] = {{OWN, READ, 1024, 1536, "y"}, {PINNED, OUT, 512, 1024, "y"}};
static const vgsim_node lane_nodes[] = {
    {VGSIM_COPY_NODE, "upload x", NULL, lane_upload_bindings, 2, lane_upload_ranges, 2},
    {VGSIM_KERNEL_NODE, "launch scale", "lane_scale", lane_scale_bindings, 3, lane_scale_ranges, 3},
    {VGSIM_FILL_NODE, "clear y", NULL, lane_clear_bindings, 1, lane_clear_ranges, 1},
    {VGSIM_KERNEL_NODE, "launch add", "lane_add", lane_add_bindings, 3, lane_add_ranges, 3},
    {VGSIM_COPY_NODE, "download y", NULL, lane_download_bindings, 2, lane_download_ranges, 2},
};
/* Copies of two buffers: t beside x is spare, t beside y is not. */
static const vgsim_binding lane_spare_bindings[] = {{VGSIM_FROM, OWN, 0}, {VGSIM_TO, PINNED, 0}};
static const vgsim_range lane_spare_ranges[] = {
    {OWN, READ | VGSIM_SPARE, 0, 1024, "x"}, {OWN, READ, 0, 512, "x"}, {PINNED, OUT, 0, 1024, "x"}};
static const vgsim_binding lane_all_bindings[] = {{VGSIM_FROM, OWN, 512}, {VGSIM_TO, PINNED, 0}};
static const vgsim_range lane_all_ranges[] = {{OWN, READ, 512, 1536, "t, y"}, {PINNED, OUT, 0, 1024, "t, y"}};
static const vgsim_node lane_copies[] = {
    {VGSIM_COPY_NODE, "download x", NULL, lane_spare_bindings, 2, lane_spare_ranges, 3},
    {VGSIM_COPY_NODE, "download t, y", NULL, lane_all_bindings, 2, lane_all_ranges, 2},
};
static const vgsim_graph lane_graphs[] = {
    {"work", lane_nodes, 5}, {"spare", &lane_copies[0], 1}, {"all", &lane_copies[1], 1}};
static const vgsim_program lane_program = {"lanes", 87, lane_spaces, 3, lane_graphs, 3, 2};

/* Kernels over x and y in pinned memory, behind which a stream writes a word; and over t and u in device memory, with
 * launches of vg_copy that bring x to t and u to y. */
enum { NEAR, FAR };
static const vgsim_space mapped_spaces[] = {{"device", 1024, 0, 0}, {"pinned", 2304, 1, 0}};
static const vgsim_binding mapped_bindings[] = {{0, FAR, 0}, {1, FAR, 512}};
static const vgsim_range mapped_ranges[] = {{FAR, READ, 0, 512, "x"}, {FAR, OUT, 512, 1024, "y"}};
#define MAPPED_NODE(entry)                                                                                             \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "launch " #entry, #entry, mapped_bindings, 2, mapped_ranges, 2                              \
    }
static const vgsim_node mapped_nodes[] = {
    MAPPED_NODE(good_mapped),        MAPPED_NODE(good_mapped_word), MAPPED_NODE(bad_mapped_past),
    MAPPED_NODE(bad_mapped_between), MAPPED_NODE(bad_mapped_in),    MAPPED_NODE(bad_mapped_unwritten),
    MAPPED_NODE(bad_mapped_bounds),
};
static const vgsim_binding moves_up_bindings[] = {{0, NEAR, 0}, {1, FAR, 0}};
static const vgsim_range moves_up_ranges[] = {{NEAR, OUT, 0, 512, "t"}, {FAR, READ, 0, 512, "x"}};
static const vgsim_binding moves_bindings[] = {{0, NEAR, 0}, {1, NEAR, 512}};
static const vgsim_range moves_ranges[] = {{NEAR, READ, 0, 512, "t"}, {NEAR, OUT, 512, 1024, "u"}};
static const vgsim_binding moves_down_bindings[] = {{0, FAR, 512}, {1, NEAR, 512}};
static const vgsim_range moves_down_ranges[] = {{FAR, OUT, 512, 1024, "y"}, {NEAR, READ, 512, 1024, "u"}};
static const vgsim_node moves_nodes[] = {
    {VGSIM_TRANSFER_NODE, "upload x", "vg_copy", moves_up_bindings, 2, moves_up_ranges, 2},
    {VGSIM_KERNEL_NODE, "launch good_mapped", "good_mapped", moves_bindings, 2, moves_ranges, 2},
    {VGSIM_TRANSFER_NODE, "download y", "vg_copy", moves_down_bindings, 2, moves_down_ranges, 2},
};
/* t and u to the end of pinned memory, where u is spare; u alone, where it is needed. */
static const vgsim_binding moves_spare_bindings[] = {{0, FAR, 1280}, {1, NEAR, 0}};
static const vgsim_range moves_spare_ranges[] = {
    {NEAR, READ | VGSIM_SPARE, 0, 1024, "t"}, {NEAR, READ, 0, 512, "t"}, {FAR, OUT, 1280, 2304, "t"}};
static const vgsim_binding moves_u_bindings[] = {{0, FAR, 1280}, {1, NEAR, 512}};
static const vgsim_range moves_u_ranges[] = {{NEAR, READ, 512, 1024, "u"}, {FAR, OUT, 1280, 1792, "u"}};
static const vgsim_node moves_others[] = {
    {VGSIM_TRANSFER_NODE, "download t", "vg_copy", moves_spare_bindings, 2, moves_spare_ranges, 3},
    {VGSIM_TRANSFER_NODE, "download u", "vg_copy", moves_u_bindings, 2, moves_u_ranges, 2},
};
/* A step's copy of u to t. */
static const vgsim_binding moves_inside_bindings[] = {{0, NEAR, 0}, {1, NEAR, 512}};
static const vgsim_range moves_inside_ranges[] = {{NEAR, READ, 512, 1024, "u"}, {NEAR, OUT, 0, 512, "t"}};
static const vgsim_node moves_inside[] = {
    {VGSIM_MOVE_NODE, "copy u -> t", "vg_copy", moves_inside_bindings, 2, moves_inside_ranges, 2},
};
static const vgsim_graph mapped_graphs[] = {
    {"good_mapped", &mapped_nodes[0], 1},
    {"good_mapped_word", &mapped_nodes[1], 1},
    {"bad_mapped_past", &mapped_nodes[2], 1},
    {"bad_mapped_between", &mapped_nodes[3], 1},
    {"bad_mapped_in", &mapped_nodes[4], 1},
    {"bad_mapped_unwritten", &mapped_nodes[5], 1},
    {"bad_mapped_bounds", &mapped_nodes[6], 1},
    {"moves", moves_nodes, 3},
    {"spare", &moves_others[0], 1},
    {"inside", moves_inside, 1},
    {"u", &moves_others[1], 1},
};
/* Both buffers lie where the application puts them. */
static const vgsim_space lent_spaces[] = {{"x", 512, VGSIM_EXTERNAL, 0}, {"y", 512, VGSIM_EXTERNAL, 0}};
static const vgsim_binding lent_bindings[] = {{0, 0, 0}, {1, 1, 0}};
static const vgsim_range lent_ranges[] = {{0, READ, 0, 512, "x"}, {1, OUT, 0, 512, "y"}};
static const vgsim_range idle_ranges[] = {{0, READ, 0, 512, "x"}, {1, READ, 0, 512, "y"}};
static const vgsim_node lent_nodes[] = {
    {VGSIM_KERNEL_NODE, "launch good_lent", "good_lent", lent_bindings, 2, lent_ranges, 2},
};
static const vgsim_node idle_nodes[] = {
    {VGSIM_KERNEL_NODE, "launch lent_idle", "lent_idle", lent_bindings, 2, idle_ranges, 2},
    {VGSIM_KERNEL_NODE, "launch lent_idle again", "lent_idle", lent_bindings, 2, idle_ranges, 2},
};
static const vgsim_graph lent_graphs[] = {{"lent", lent_nodes, 1}, {"idle", idle_nodes, 2}};
static const vgsim_program lent_program = {"lent", 90, lent_spaces, 2, lent_graphs, 2, 1};

static const vgsim_program mapped_program = {"mapped", 90, mapped_spaces, 2, mapped_graphs, 11, 1};

static const struct registration {
    registration()
    {
        vgsim_register_program(&program);
        vgsim_register_program(&wide_program);
        vgsim_register_program(&lane_program);
        vgsim_register_program(&mapped_program);
        vgsim_register_program(&lent_program);
    }
} registered;
