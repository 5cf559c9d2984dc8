/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kernel library of check_sim_fused: fused launches with their tables, and what their nodes may touch. Device
 * memory holds x, y, z and t of 32 words each; pinned memory the word of a replay's end. */
#include "vgsim_device.h"

#include "sim_fused.cu"

VGSIM_REGISTER_KERNEL(fuse_add)
VGSIM_REGISTER_KERNEL(fuse_scale)
VGSIM_REGISTER_KERNEL(fuse_most)
VGSIM_REGISTER_KERNEL(fuse_again)
VGSIM_REGISTER_KERNEL(fuse_pick)
VGSIM_REGISTER_KERNEL(fuse_end)

#define READ VGSIM_READ
#define OUT (VGSIM_WRITE | VGSIM_WHOLE)
#define INOUT (VGSIM_READ | VGSIM_WRITE)
#define COUNT(array) (unsigned)(sizeof(array) / sizeof((array)[0]))

enum { DEVICE, PINNED };
static const vgsim_space spaces[] = {{"device", 512, 0, 0}, {"pinned", 2304, 1, 0}};
static const vgsim_buffer buffers[] = {
    {"x", DEVICE, 0, 128, 4}, {"y", DEVICE, 128, 128, 4}, {"z", DEVICE, 256, 128, 4}, {"t", DEVICE, 384, 128, 4}};

/* ---- what parts may touch, as nodes ---- */

static const vgsim_binding to_y[] = {{0, DEVICE, 0}, {1, DEVICE, 128}}, to_z[] = {{0, DEVICE, 128}, {1, DEVICE, 256}},
                           to_t[] = {{0, DEVICE, 0}, {1, DEVICE, 384}}, on_t[] = {{0, DEVICE, 384}},
                           of_x[] = {{0, DEVICE, 0}}, at_word[] = {{0, PINNED, 2048}};
static const vgsim_range y_ranges[] = {{DEVICE, READ, 0, 128, "x"}, {DEVICE, OUT, 128, 256, "y"}},
                         z_ranges[] = {{DEVICE, READ, 128, 256, "y"}, {DEVICE, OUT, 256, 384, "z"}},
                         t_ranges[] = {{DEVICE, READ, 0, 128, "x"}, {DEVICE, OUT, 384, 512, "t"}},
                         t_again[] = {{DEVICE, INOUT, 384, 512, "t"}}, x_ranges[] = {{DEVICE, READ, 0, 128, "x"}};

#define NODE(title, entry, bindings, ranges, line)                                                                     \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, title, entry, bindings, COUNT(bindings), ranges, COUNT(ranges), nullptr, 0, line            \
    }
#define TO_Y NODE("launch to_y", "fuse_add", to_y, y_ranges, 5)
#define TO_Z NODE("launch to_z", "fuse_add", to_z, z_ranges, 6)
#define TO_T NODE("launch to_t", "fuse_add", to_t, t_ranges, 7)
#define END                                                                                                            \
    {                                                                                                                  \
        VGSIM_END_NODE, "end", "fuse_end", at_word, 1, nullptr, 0, nullptr, 0, 0                                       \
    }

/* ---- what they are given: all launches have x, y, z, t, a value, a switch, the word ---- */

enum { X, Y, Z, T, VALUE, SWITCH, WORD, PARAMETERS };
static const uint32_t sizes[] = {8, 8, 8, 8, 4, 4, 8};
static const vgsim_binding launch_bindings[] = {
    {X, DEVICE, 0}, {Y, DEVICE, 128}, {Z, DEVICE, 256}, {T, DEVICE, 384}, {WORD, PINNED, 2048}};
static const vgsim_range launch_ranges[] = {{DEVICE, READ, 0, 128, "x"},
                                            {DEVICE, INOUT, 128, 256, "y"},
                                            {DEVICE, INOUT, 256, 384, "z"},
                                            {DEVICE, INOUT, 384, 512, "t"}};
#define POINTER(index)                                                                                                 \
    {                                                                                                                  \
        VGSIM_PARAMETER, index, 8, 0                                                                                   \
    }
static const vgsim_given x_y[] = {POINTER(X), POINTER(Y)}, y_z[] = {POINTER(Y), POINTER(Z)},
                         x_t[] = {POINTER(X), POINTER(T)}, word[] = {POINTER(WORD)},
                         scaled[] = {POINTER(X), POINTER(Y), {VGSIM_PARAMETER, VALUE, 4, 0}},
                         loaded[] = {POINTER(X), POINTER(Y), {VGSIM_LOADED, X, 4, 20}},
                         again[] = {POINTER(T), {VGSIM_CONDITION, 0, 8, 0}, {VGSIM_PARAMETER, VALUE, 4, 0}},
                         pick[] = {POINTER(X), {VGSIM_CONDITION, 1, 8, 0}}, when = {VGSIM_PARAMETER, SWITCH, 4, 0};

#define PART(entry, block, apart, grid, threads, given, when)                                                          \
    {                                                                                                                  \
        VGSIM_LAUNCH_PART, block, apart, entry, nullptr, {grid, 1, 1}, {threads, 1, 1}, 0, given, COUNT(given), when,  \
            0, nullptr, 0                                                                                              \
    }
#define ADD(block, apart, given) PART("fuse_add", block, apart, 1, 32, given, nullptr)

static const unsigned firsts[] = {1, 0};

/* A launch, the nodes of its parts, and a graph of that launch alone. */
#define LAUNCH(name)                                                                                                   \
    static const vgsim_fused name##_fused = {{name##_parts, COUNT(name##_parts)}, firsts, 2};                          \
    static const vgsim_kernel name##_kernel = {"vgf_" #name, nullptr, PARAMETERS, sizes, nullptr, &name##_fused};      \
    static const vgsim_graph name##_list = {#name "_parts", name##_part_nodes, COUNT(name##_part_nodes)};              \
    static const vgsim_node name##_nodes[] = {{VGSIM_FUSED_NODE, "launch " #name, "vgf_" #name, launch_bindings,       \
                                               COUNT(launch_bindings), launch_ranges, COUNT(launch_ranges),            \
                                               &name##_list, 1, 0}};

/* y = x + 1; z = y + 1, with a barrier between. The second one is folded from four blocks. */
static const vgsim_part chain_parts[] = {ADD(0, 0, x_y), PART("fuse_add", 0, 0, 4, 8, y_z, nullptr)};
static const vgsim_node chain_part_nodes[] = {TO_Y, TO_Z};
LAUNCH(chain)
/* … and without one. */
static const vgsim_part torn_parts[] = {ADD(0, 0, x_y), ADD(0, 1, y_z)};
static const vgsim_node torn_part_nodes[] = {TO_Y, TO_Z};
LAUNCH(torn)
/* y and t have nothing to do with each other; z comes after both. */
static const vgsim_part apart_parts[] = {ADD(0, 0, x_y), ADD(0, 1, x_t), ADD(0, 0, y_z)};
static const vgsim_node apart_part_nodes[] = {TO_Y, TO_T, TO_Z};
LAUNCH(apart)
/* Two blocks, side by side; then with z in the wrong one. */
static const vgsim_part side_parts[] = {ADD(0, 0, x_y), ADD(0, 0, y_z), ADD(1, 0, x_t)};
static const vgsim_node side_part_nodes[] = {TO_Y, TO_Z, TO_T};
LAUNCH(side)
static const vgsim_part split_parts[] = {ADD(0, 0, x_y), ADD(1, 0, x_t), ADD(1, 0, y_z)};
static const vgsim_node split_part_nodes[] = {TO_Y, TO_T, TO_Z};
LAUNCH(split)
/* y = x * value, and with a switch z = y + 1. */
static const vgsim_part scaled_parts[] = {PART("fuse_scale", 0, 0, 1, 32, scaled, nullptr),
                                          PART("fuse_add", 0, 0, 1, 32, y_z, &when)};
static const vgsim_node scaled_part_nodes[] = {NODE("launch scale", "fuse_scale", to_y, y_ranges, 9), TO_Z};
LAUNCH(scaled)
/* y = x * x[5], a value in memory. */
static const vgsim_part loaded_parts[] = {PART("fuse_scale", 0, 0, 1, 32, loaded, nullptr)};
static const vgsim_node loaded_part_nodes[] = {NODE("launch scale", "fuse_scale", to_y, y_ranges, 9)};
LAUNCH(loaded)
/* A part that leaves an element of z out. */
static const vgsim_part lazy_parts[] = {ADD(0, 0, x_y), PART("fuse_most", 0, 0, 1, 32, y_z, nullptr)};
static const vgsim_node lazy_part_nodes[] = {TO_Y, NODE("launch most", "fuse_most", to_z, z_ranges, 11)};
LAUNCH(lazy)
/* A part that takes another buffer than its step. */
static const vgsim_part swapped_parts[] = {ADD(0, 0, x_y), ADD(0, 0, x_t)};
static const vgsim_node swapped_part_nodes[] = {TO_Y, TO_Z};
LAUNCH(swapped)
/* t = 0; while (++t < value); then y by a choice of x[0]: to y, or to z. */
static const vgsim_part again_parts[] = {PART("fuse_again", 0, 0, 1, 32, again, nullptr)};
static const vgsim_part first_parts[] = {ADD(0, 0, x_y)}, second_parts[] = {ADD(0, 0, y_z)};
static const vgsim_parts again_body[] = {{again_parts, 1}}, choice_bodies[] = {{first_parts, 1}, {second_parts, 1}};
#define CHOICE(kind, condition, bodies)                                                                                \
    {                                                                                                                  \
        kind, 0, 0, nullptr, nullptr, {}, {}, 0, nullptr, 0, nullptr, condition, bodies, COUNT(bodies)                 \
    }
static const vgsim_part flow_parts[] = {CHOICE(VGSIM_WHILE_PART, 0, again_body),
                                        PART("fuse_pick", 0, 0, 1, 1, pick, nullptr),
                                        CHOICE(VGSIM_SWITCH_PART, 1, choice_bodies)};
static const vgsim_node again_nodes[] = {NODE("launch again", "fuse_again", on_t, t_again, 13)},
                        first_nodes[] = {TO_Y}, second_nodes[] = {TO_Z};
static const vgsim_graph again_graphs[] = {{"again_do", again_nodes, 1}},
                         choice_graphs[] = {{"case_0", first_nodes, 1}, {"case_1", second_nodes, 1}};
static const vgsim_node flow_part_nodes[] = {
    {VGSIM_CONDITIONAL_NODE, "while go", nullptr, nullptr, 0, t_again, 1, again_graphs, 1, 12},
    NODE("launch pick", "fuse_pick", of_x, x_ranges, 14),
    {VGSIM_CONDITIONAL_NODE, "switch pick", nullptr, nullptr, 0, launch_ranges, 3, choice_graphs, 2, 15}};
LAUNCH(flow)
/* The end of a replay as a part: behind all, and with a part behind it. */
static const vgsim_part ended_parts[] = {ADD(0, 0, x_y), PART("fuse_end", 0, 0, 1, 1, word, nullptr)};
static const vgsim_node ended_part_nodes[] = {TO_Y, END};
LAUNCH(ended)
static const vgsim_part hasty_parts[] = {ADD(0, 0, x_y), PART("fuse_end", 0, 1, 1, 1, word, nullptr)};
static const vgsim_node hasty_part_nodes[] = {TO_Y, END};
LAUNCH(hasty)
/* A part without a host build. */
static const vgsim_part foreign_parts[] = {PART("fuse_unknown", 0, 0, 1, 32, x_y, nullptr)};
static const vgsim_node foreign_part_nodes[] = {TO_Y};
LAUNCH(foreign)
/* A part that is given too little. */
static const vgsim_part short_parts[] = {PART("fuse_scale", 0, 0, 1, 32, x_y, nullptr)};
static const vgsim_node short_part_nodes[] = {TO_Y};
LAUNCH(short)

#define EACH(with)                                                                                                     \
    with(chain) with(torn) with(apart) with(side) with(split) with(scaled) with(loaded) with(lazy) with(swapped)      \
        with(flow) with(ended) with(hasty) with(foreign) with(short)
#define GRAPH(name) {#name, name##_nodes, 1},
static const vgsim_graph graphs[] = {EACH(GRAPH)};
static const vgsim_program program = {"fused", 90, spaces, 2, graphs, COUNT(graphs), 1, buffers, COUNT(buffers),
                                      "fused.yaml", 0, nullptr};

static const struct registration {
    registration()
    {
#define REGISTER(name) vgsim_register_kernel(&name##_kernel);
        EACH(REGISTER)
        vgsim_register_program(&program);
    }
} registered;
