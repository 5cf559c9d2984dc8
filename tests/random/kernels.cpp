// SPDX-License-Identifier: MIT
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

REGISTER(b)
REGISTER(w)
