// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernels of random programs for the CPU device.
#include "vgsim_device.h"

#include "kernels.cu"

#define REGISTER(word)                                                                                                 \
    VGSIM_REGISTER_KERNEL(make_##word)                                                                                 \
    VGSIM_REGISTER_KERNEL(map_##word)                                                                                  \
    VGSIM_REGISTER_KERNEL(join_##word)                                                                                 \
    VGSIM_REGISTER_KERNEL(fork_##word)                                                                                 \
    VGSIM_REGISTER_KERNEL(some_##word)                                                                                 \
    VGSIM_REGISTER_KERNEL(change_##word)                                                                               \
    VGSIM_REGISTER_KERNEL(work_##word)                                                                                 \
    VGSIM_REGISTER_KERNEL(reach_##word)

#include "../../kernels/builtin/control.cu"
#include "../../kernels/builtin/copy.cu"
#include "../../kernels/builtin/copy_pieces.cu"
#include "../../kernels/builtin/fill.cu"
#include "../../kernels/builtin/replay.cu"

REGISTER(b)
REGISTER(w)
VGSIM_REGISTER_KERNEL(flag_w)
VGSIM_REGISTER_KERNEL(tick_w)
VGSIM_REGISTER_KERNEL(stop_w)
VGSIM_REGISTER_KERNEL(vg_loop_begin)
VGSIM_REGISTER_KERNEL(vg_loop_end)
VGSIM_REGISTER_KERNEL(vg_loop_next)
VGSIM_REGISTER_KERNEL(vg_loop_half)
VGSIM_REGISTER_KERNEL(vg_loop_limit)
VGSIM_REGISTER_KERNEL(vg_loop_count)
VGSIM_REGISTER_KERNEL(vg_loop_odd)
VGSIM_REGISTER_KERNEL(vg_choose_if)
VGSIM_REGISTER_KERNEL(vg_choose_case)
VGSIM_REGISTER_KERNEL(vg_copy)
VGSIM_REGISTER_KERNEL(vg_copy_pieces)
VGSIM_REGISTER_KERNEL(vg_fill)
VGSIM_REGISTER_KERNEL(vg_begin)
VGSIM_REGISTER_KERNEL(vg_end)
