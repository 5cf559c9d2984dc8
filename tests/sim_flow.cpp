/* SPDX-License-Identifier: MIT */
/* The kernel library of the CPU device's tests of control flow, and a program whose graphs have bodies: count, x, y and
 * z lie behind one another in one space, 128 bytes each. */
#include "vgsim_device.h"

#include "sim_flow.cu"

VGSIM_REGISTER_KERNEL(flow_set)
VGSIM_REGISTER_KERNEL(flow_count)
VGSIM_REGISTER_KERNEL(flow_add)
VGSIM_REGISTER_KERNEL(flow_decide)
VGSIM_REGISTER_KERNEL(flow_all_set)
VGSIM_REGISTER_KERNEL(flow_two_set)
VGSIM_REGISTER_KERNEL(flow_unsynchronised)
VGSIM_REGISTER_KERNEL(flow_copy)
VGSIM_REGISTER_KERNEL(flow_copy_most)

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
#define WHILE(title, ranges, count, bodies)                                                                            \
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
static const vgsim_node loop_nodes[] = {CLEAR, WHILE("while go", loop_ranges, 4, loop_bodies)};

/* … with a kernel in the body that leaves bytes of y out. */
static const vgsim_node lazy_body[] = {
    KERNEL("launch copy most", "flow_copy_most", copy_bindings, copy_ranges),
    KERNEL("launch count", "flow_count", count_bindings, count_ranges),
};
static const vgsim_graph lazy_bodies[] = {{"lazy_do", lazy_body, 2}};
static const vgsim_node lazy_nodes[] = {CLEAR, WHILE("while lazy", loop_ranges, 4, lazy_bodies)};

/* … that is said to touch less than its body. */
static const vgsim_node narrow_body[] = {
    KERNEL("launch copy again", "flow_copy", again_bindings, again_ranges),
    KERNEL("launch count", "flow_count", count_bindings, count_ranges),
};
static const vgsim_graph narrow_bodies[] = {{"narrow_do", narrow_body, 2}};
static const vgsim_node narrow_nodes[] = {CLEAR, WHILE("while narrow", loop_ranges, 3, narrow_bodies)};

static const vgsim_graph graphs[] = {{"loop", loop_nodes, 2}, {"lazy", lazy_nodes, 2}, {"narrow", narrow_nodes, 2}};
static const vgsim_program program = {"flow", 90, spaces, 1, graphs, sizeof graphs / sizeof graphs[0], 1};

static const struct registration {
    registration()
    {
        vgsim_register_program(&program);
    }
} registered;
