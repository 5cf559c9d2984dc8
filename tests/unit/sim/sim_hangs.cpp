/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The kernel library of check_sim_hangs and check_sim_process. Two of its kernels are nodes of registered graphs, and so run
 * more than once. */
#include "vgsim_device.h"

#include "sim_hangs.cu"

VGSIM_REGISTER_KERNEL(hang_empty)
VGSIM_REGISTER_KERNEL(hang_bare)
VGSIM_REGISTER_KERNEL(hang_flag)
VGSIM_REGISTER_KERNEL(hang_count)
VGSIM_REGISTER_KERNEL(hang_barrier)
VGSIM_REGISTER_KERNEL(hang_shuffle)
VGSIM_REGISTER_KERNEL(hang_atomic)
VGSIM_REGISTER_KERNEL(hang_clock)
VGSIM_REGISTER_KERNEL(hang_sleep)
VGSIM_REGISTER_KERNEL(hang_grid)
VGSIM_REGISTER_KERNEL(hang_order)
VGSIM_REGISTER_KERNEL(print_threads)
VGSIM_REGISTER_KERNEL(print_long)

static const vgsim_space spaces[] = {{"device", 512, 0, 0}};
static const vgsim_binding bindings[] = {{0, 0, 0}};
static const vgsim_range ranges[] = {{0, VGSIM_WRITE | VGSIM_WHOLE, 0, 512, "y"}};
static const vgsim_node nodes[] = {
    {VGSIM_KERNEL_NODE, "launch hang_order", "hang_order", bindings, 1, ranges, 1, nullptr, 0},
    {VGSIM_KERNEL_NODE, "launch print_threads", "print_threads", bindings, 1, ranges, 1, nullptr, 0},
};
static const vgsim_graph graphs[] = {{"order", &nodes[0], 1}, {"print", &nodes[1], 1}};
static const vgsim_program program = {"hangs", 90, spaces, 1, graphs, 2, 1, nullptr, 0};

static const struct registration {
    registration()
    {
        vgsim_register_program(&program);
    }
} registered;
