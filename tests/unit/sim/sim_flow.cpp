/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kernel library of the CPU device's tests of control flow, and programs: one whose graphs have bodies or programmatic
 * edges, where count, x, y and z lie behind one another in one space, 128 bytes each; one with a cooperative grid; and large ones. */
#include "vgsim_device.h"

#include "sim_flow.cu"

VGSIM_DYNAMIC_SHARED(ring)

VGSIM_REGISTER_KERNEL(flow_set)
VGSIM_REGISTER_KERNEL(flow_count)
VGSIM_REGISTER_KERNEL(flow_add)
VGSIM_REGISTER_KERNEL(flow_decide)
VGSIM_REGISTER_KERNEL(flow_all_set)
VGSIM_REGISTER_KERNEL(flow_two_set)
VGSIM_REGISTER_KERNEL(flow_unsynchronised)
VGSIM_REGISTER_KERNEL(flow_size)
VGSIM_REGISTER_KERNEL(flow_blocks)
VGSIM_REGISTER_KERNEL(flow_copy)
VGSIM_REGISTER_KERNEL(flow_copy_most)
VGSIM_REGISTER_KERNEL(grid_sum)
VGSIM_REGISTER_KERNEL(grid_sum_early)
VGSIM_REGISTER_KERNEL(grid_ring)
VGSIM_REGISTER_KERNEL(grid_ranks)
VGSIM_REGISTER_KERNEL(grid_spin)
VGSIM_REGISTER_KERNEL(grid_leave)
VGSIM_REGISTER_KERNEL(grid_divided)
VGSIM_REGISTER_KERNEL(grid_tickets)
VGSIM_REGISTER_KERNEL(grid_set)
VGSIM_REGISTER_KERNEL(cluster_rank)
VGSIM_REGISTER_KERNEL(cluster_way)
VGSIM_REGISTER_KERNEL(pdl_copy)
VGSIM_REGISTER_KERNEL(pdl_one_waits)
VGSIM_REGISTER_KERNEL(pdl_early_read)
VGSIM_REGISTER_KERNEL(pdl_path_read)
VGSIM_REGISTER_KERNEL(pdl_early_write)
VGSIM_REGISTER_KERNEL(pdl_first_block)
VGSIM_REGISTER_KERNEL(pdl_no_wait)
VGSIM_REGISTER_KERNEL(pdl_idle)
VGSIM_REGISTER_KERNEL(pdl_idle_waits)

#define READ VGSIM_READ
#define OUT (VGSIM_WRITE | VGSIM_WHOLE)
#define INOUT (VGSIM_READ | VGSIM_WRITE)

static const vgsim_space spaces[] = {{"device", 512, 0}};

static const vgsim_binding count_bindings[] = {{0, 0, 0}};
static const vgsim_range clear_ranges[] = {{0, OUT, 0, 4, "count"}};
static const vgsim_range count_ranges[] = {{0, INOUT, 0, 4, "count"}};
static const vgsim_binding copy_bindings[] = {{0, 0, 128}, {1, 0, 256}};
static const vgsim_range copy_ranges[] = {{0, READ, 128, 256, "x"}, {0, OUT, 256, 384, "y"}};
static const vgsim_binding again_bindings[] = {{0, 0, 256}, {1, 0, 384}};
static const vgsim_range again_ranges[] = {{0, READ, 256, 384, "y"}, {0, OUT, 384, 512, "z"}};

/* What a while may touch that holds such nodes; the narrow one leaves z out. */
static const vgsim_range loop_ranges[] = {
    {0, INOUT, 0, 4, "count"}, {0, READ, 128, 256, "x"}, {0, INOUT, 256, 384, "y"}, {0, INOUT, 384, 512, "z"}};

#define KERNEL(title, entry, bindings, ranges)                                                                         \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, title, entry, bindings, sizeof bindings / sizeof bindings[0], ranges,                       \
            sizeof ranges / sizeof ranges[0], nullptr, 0                                                               \
    }
#define CONDITIONAL(title, ranges, count, bodies)                                                                      \
    {                                                                                                                  \
        VGSIM_CONDITIONAL_NODE, title, nullptr, nullptr, 0, ranges, count, bodies, 1                                   \
    }
#define CLEAR                                                                                                          \
    {                                                                                                                  \
        VGSIM_FILL_NODE, "clear count", nullptr, clear_bindings, 1, clear_ranges, 1, nullptr, 0                        \
    }
static const vgsim_binding clear_bindings[] = {{VGSIM_TO, 0, 0}};

/* clear count; while { y = x + 1; z = y + 1; count } */
static const vgsim_node loop_body[] = {
    KERNEL("launch copy", "flow_copy", copy_bindings, copy_ranges),
    KERNEL("launch copy again", "flow_copy", again_bindings, again_ranges),
    KERNEL("launch count", "flow_count", count_bindings, count_ranges),
};
static const vgsim_graph loop_bodies[] = {{"loop_do", loop_body, 3}};
static const vgsim_node loop_nodes[] = {CLEAR, CONDITIONAL("while go", loop_ranges, 4, loop_bodies)};

/* … with a kernel in the body that leaves bytes of y out. */
static const vgsim_node lazy_body[] = {
    KERNEL("launch copy most", "flow_copy_most", copy_bindings, copy_ranges),
    KERNEL("launch count", "flow_count", count_bindings, count_ranges),
};
static const vgsim_graph lazy_bodies[] = {{"lazy_do", lazy_body, 2}};
static const vgsim_node lazy_nodes[] = {CLEAR, CONDITIONAL("while lazy", loop_ranges, 4, lazy_bodies)};

/* What a kernel sets a condition to. */
static const vgsim_binding unsynchronised_bindings[] = {{0, 0, 128}};
static const vgsim_range unsynchronised_ranges[] = {{0, OUT, 128, 256, "x"}};
static const vgsim_graph empty_bodies[] = {{"if_do", nullptr, 0}};
static const vgsim_node unsynchronised_nodes[] = {
    KERNEL("launch unsynchronised", "flow_unsynchronised", unsynchronised_bindings, unsynchronised_ranges),
    CONDITIONAL("if go", nullptr, 0, empty_bodies)};

/* … that is said to touch less than its body. */
static const vgsim_node narrow_body[] = {
    KERNEL("launch copy again", "flow_copy", again_bindings, again_ranges),
    KERNEL("launch count", "flow_count", count_bindings, count_ranges),
};
static const vgsim_graph narrow_bodies[] = {{"narrow_do", narrow_body, 2}};
static const vgsim_node narrow_nodes[] = {CLEAR, CONDITIONAL("while narrow", loop_ranges, 3, narrow_bodies)};

/* y = x + 1; z = y + 1, behind it by an edge; then what reads y once more and writes over count. */
static const vgsim_binding third_bindings[] = {{0, 0, 256}, {1, 0, 0}};
static const vgsim_range third_ranges[] = {{0, READ, 256, 384, "y"}, {0, OUT, 0, 128, "count"}};
static const vgsim_binding idle_bindings[] = {{0, 0, 384}};
static const vgsim_range idle_ranges[] = {{0, OUT, 384, 512, "z"}};
static const vgsim_binding back_bindings[] = {{0, 0, 256}, {1, 0, 128}};
static const vgsim_range back_ranges[] = {{0, READ, 256, 384, "y"}, {0, OUT, 128, 256, "x"}};
#define FIRST KERNEL("launch first", "flow_copy", copy_bindings, copy_ranges)
#define PAIR(name)                                                                                                     \
    static const vgsim_node name##_nodes[] = {FIRST, KERNEL("launch " #name, #name, again_bindings, again_ranges)};
PAIR(pdl_copy)
PAIR(pdl_one_waits)
PAIR(pdl_early_read)
PAIR(pdl_path_read)
PAIR(pdl_first_block)
PAIR(pdl_no_wait)
static const vgsim_node pdl_early_write_nodes[] = {
    FIRST, KERNEL("launch pdl_early_write", "pdl_early_write", back_bindings, back_ranges)};
#define TRIPLE(name)                                                                                                   \
    static const vgsim_node name##_nodes[] = {FIRST, KERNEL("launch " #name, #name, idle_bindings, idle_ranges),       \
                                              KERNEL("launch third", "flow_copy", third_bindings, third_ranges)};
TRIPLE(pdl_idle)
TRIPLE(pdl_idle_waits)

/* The same, where 3 MiB are hidden from a block that has not waited. */
#define MIB 1048576u
static const vgsim_space wide_spaces[] = {{"device", 4096 + 3 * MIB, 0}};
static const vgsim_binding wide_first_bindings[] = {{0, 0, 0}, {1, 0, 4096}};
static const vgsim_range wide_first_ranges[] = {{0, READ, 0, 128, "x"}, {0, VGSIM_WRITE, 4096, 4096 + 3 * MIB, "y"}};
static const vgsim_binding wide_second_bindings[] = {{0, 0, 4096}, {1, 0, 1024}};
static const vgsim_range wide_second_ranges[] = {{0, READ, 4096, 4096 + 3 * MIB, "y"}, {0, OUT, 1024, 1152, "z"}};
static const vgsim_node wide_nodes[] = {
    KERNEL("launch first", "flow_copy", wide_first_bindings, wide_first_ranges),
    KERNEL("launch pdl_first_block", "pdl_first_block", wide_second_bindings, wide_second_ranges)};
static const vgsim_graph wide_graphs[] = {{"wide", wide_nodes, 2}};
static const vgsim_program wide_program = {"wide", 90, wide_spaces, 1, wide_graphs, 1, 1};

/* A kernel that leaves bytes of y out, in as much memory as is checked unasked, and in more. */
static const vgsim_space large_spaces[] = {{"device", 64 * MIB, 0}}, larger_spaces[] = {{"device", 64 * MIB + 256, 0}};
static const vgsim_binding large_bindings[] = {{0, 0, 0}, {1, 0, 1024}}, larger_bindings[] = {{0, 0, 0}, {1, 0, 2048}};
static const vgsim_range large_ranges[] = {{0, READ, 0, 128, "x"}, {0, OUT, 1024, 1152, "y"}};
static const vgsim_range larger_ranges[] = {{0, READ, 0, 128, "x"}, {0, OUT, 2048, 2176, "y"}};
static const vgsim_node large_nodes[] = {KERNEL("launch copy most", "flow_copy_most", large_bindings, large_ranges)};
static const vgsim_node larger_nodes[] = {KERNEL("launch copy most", "flow_copy_most", larger_bindings, larger_ranges)};
static const vgsim_graph large_graphs[] = {{"large", large_nodes, 1}}, larger_graphs[] = {{"larger", larger_nodes, 1}};
static const vgsim_program large_program = {"large", 90, large_spaces, 1, large_graphs, 1, 1};
static const vgsim_program larger_program = {"larger", 90, larger_spaces, 1, larger_graphs, 1, 1};

/* Four blocks of 32 threads: in, partial and out. */
static const vgsim_space grid_spaces[] = {{"device", 1536, 0}};
static const vgsim_binding grid_bindings[] = {{0, 0, 0}, {1, 0, 512}, {2, 0, 1024}};
static const vgsim_range grid_ranges[] = {
    {0, READ, 0, 512, "in"}, {0, OUT, 512, 528, "partial"}, {0, OUT, 1024, 1040, "out"}};
static const vgsim_node grid_nodes[] = {KERNEL("launch grid_sum", "grid_sum", grid_bindings, grid_ranges),
                                        KERNEL("launch grid_sum_early", "grid_sum_early", grid_bindings, grid_ranges),
                                        KERNEL("launch grid_tickets", "grid_tickets", grid_bindings, grid_ranges)};
static const vgsim_graph grid_graphs[] = {
    {"sum", &grid_nodes[0], 1}, {"sum_early", &grid_nodes[1], 1}, {"tickets", &grid_nodes[2], 1}};
static const vgsim_program grid_program = {"grid", 90, grid_spaces, 1, grid_graphs, 3, 1};

#define GRAPH(name)                                                                                                    \
    {                                                                                                                  \
#name, name##_nodes, sizeof name##_nodes / sizeof name##_nodes[0]                                              \
    }
static const vgsim_graph graphs[] = {GRAPH(loop),
                                     GRAPH(lazy),
                                     GRAPH(narrow),
                                     GRAPH(unsynchronised),
                                     GRAPH(pdl_copy),
                                     GRAPH(pdl_one_waits),
                                     GRAPH(pdl_early_read),
                                     GRAPH(pdl_path_read),
                                     GRAPH(pdl_no_wait),
                                     GRAPH(pdl_early_write),
                                     GRAPH(pdl_first_block),
                                     GRAPH(pdl_idle),
                                     GRAPH(pdl_idle_waits)};
static const vgsim_program program = {"flow", 90, spaces, 1, graphs, sizeof graphs / sizeof graphs[0], 1};

static const struct registration {
    registration()
    {
        vgsim_register_program(&program);
        vgsim_register_program(&grid_program);
        vgsim_register_program(&wide_program);
        vgsim_register_program(&large_program);
        vgsim_register_program(&larger_program);
    }
} registered;
