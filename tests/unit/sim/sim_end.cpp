/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kernel library of check_sim_end, and what its nodes may touch: x and y in pinned memory, t in device memory, the word
 * in the last 256 bytes of pinned memory. */
#include "vgsim_device.h"

#include "sim_end.cu"

VGSIM_REGISTER_KERNEL(vg_begin)
VGSIM_REGISTER_KERNEL(vg_end)
VGSIM_REGISTER_KERNEL(end_double)
VGSIM_REGISTER_KERNEL(end_add)
VGSIM_REGISTER_KERNEL(end_idle)
VGSIM_REGISTER_KERNEL(end_add_of_word)
VGSIM_REGISTER_KERNEL(end_add_and_word)
VGSIM_REGISTER_KERNEL(end_stray)
VGSIM_REGISTER_KERNEL(end_without_wait)
VGSIM_REGISTER_KERNEL(end_before_wait)
VGSIM_REGISTER_KERNEL(end_silent)
VGSIM_REGISTER_KERNEL(end_wrong_value)
VGSIM_REGISTER_KERNEL(end_beside)
VGSIM_REGISTER_KERNEL(end_trap)

enum { DEVICE, PINNED };

#define OUT (VGSIM_WRITE | VGSIM_WHOLE)

static const vgsim_space spaces[] = {{"device", 512, 0, 0}, {"pinned", 2304, 1, 0}};

static const vgsim_binding double_bindings[] = {{0, PINNED, 0}, {1, DEVICE, 0}};
static const vgsim_range double_ranges[] = {{PINNED, VGSIM_READ, 0, 512, "x"}, {DEVICE, OUT, 0, 512, "t"}};
static const vgsim_binding add_bindings[] = {{0, DEVICE, 0}, {1, PINNED, 512}};
static const vgsim_range add_ranges[] = {{DEVICE, VGSIM_READ, 0, 512, "t"}, {PINNED, OUT, 512, 1024, "y"}};
/* A y that reaches to where the word is. */
static const vgsim_range long_ranges[] = {{DEVICE, VGSIM_READ, 0, 512, "t"}, {PINNED, VGSIM_WRITE, 512, 2304, "y"}};
static const vgsim_binding word_bindings[] = {{0, PINNED, 2048}};

#define DOUBLE(entry)                                                                                                  \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "launch double", #entry, double_bindings, 2, double_ranges, 2, nullptr, 0                   \
    }
#define ADD(entry, ranges)                                                                                             \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "launch add", #entry, add_bindings, 2, ranges, 2, nullptr, 0                                \
    }
#define IDLE(entry)                                                                                                    \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "launch idle", #entry, nullptr, 0, nullptr, 0, nullptr, 0                                   \
    }
#define BEGIN                                                                                                          \
    {                                                                                                                  \
        VGSIM_KERNEL_NODE, "begin", "vg_begin", nullptr, 0, nullptr, 0, nullptr, 0                                     \
    }
#define END(entry)                                                                                                     \
    {                                                                                                                  \
        VGSIM_END_NODE, "end", #entry, word_bindings, 1, nullptr, 0, nullptr, 0                                        \
    }
#define GRAPH(name, ...) static const vgsim_node name[] = {BEGIN, __VA_ARGS__};

GRAPH(good, DOUBLE(end_double), ADD(end_add, add_ranges), END(vg_end))
GRAPH(without_wait, DOUBLE(end_double), ADD(end_add, add_ranges), END(end_without_wait))
GRAPH(before_wait, DOUBLE(end_double), ADD(end_add, add_ranges), END(end_before_wait))
GRAPH(silent, DOUBLE(end_double), ADD(end_add, add_ranges), END(end_silent))
GRAPH(wrong_value, DOUBLE(end_double), ADD(end_add, add_ranges), END(end_wrong_value))
GRAPH(beside, DOUBLE(end_double), ADD(end_add, add_ranges), END(end_beside))
GRAPH(trap, DOUBLE(end_double), ADD(end_add, add_ranges), END(end_trap))
GRAPH(writer, DOUBLE(end_double), ADD(end_add_and_word, add_ranges), END(vg_end))
GRAPH(of_word, DOUBLE(end_double), ADD(end_add_of_word, add_ranges), END(vg_end))
GRAPH(stray, DOUBLE(end_double), ADD(end_add, add_ranges), IDLE(end_stray), END(vg_end))
GRAPH(idle, DOUBLE(end_double), ADD(end_add, add_ranges), IDLE(end_idle), END(vg_end))
/* The same kernels with other ends, so that it can be told by where the nodes are. */
GRAPH(overlaid, ADD(end_add, long_ranges), END(vg_end))

static const vgsim_graph graphs[] = {
    {"good", good, 4},
    {"without_wait", without_wait, 4},
    {"before_wait", before_wait, 4},
    {"silent", silent, 4},
    {"wrong_value", wrong_value, 4},
    {"beside", beside, 4},
    {"trap", trap, 4},
    {"writer", writer, 4},
    {"stray", stray, 5},
    {"idle", idle, 5},
    {"overlaid", overlaid, 3},
    {"of_word", of_word, 4},
};
static const vgsim_program program = {"ended", 90, spaces, 2, graphs, 12, 2};

static const struct registration {
    registration()
    {
        vgsim_register_program(&program);
    }
} registered;
