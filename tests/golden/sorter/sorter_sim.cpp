// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// sorter_sim.cpp - program "sorter" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from sorter.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_sorter_SIM_STAMP 0x0123456789abcdef

#if VGSIM_HAS(0)

// ---- built-in kernels: copy.cu ----

// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernel with which bytes cross the bus, in either direction: one end is pinned memory as the device sees it. It is
// a node like any other kernel, and so what runs before and after it may overlap with it where a copy node may not.

// Any grid and block of one dimension. Its threads move 16 bytes at a time where both ends allow that, and single bytes
// at the end and everywhere else. Kernels after it may begin at once, since they wait before they touch anything.
extern "C" __global__ void vg_copy(unsigned char *to, const unsigned char *from, unsigned long long bytes)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    const unsigned long long thread = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    const unsigned long long ends = (unsigned long long)to | (unsigned long long)from;
    const unsigned long long pieces = ends % 16 == 0 ? bytes / 16 : 0;

    for (unsigned long long i = thread; i < pieces; i += threads)
        reinterpret_cast<uint4 *>(to)[i] = reinterpret_cast<const uint4 *>(from)[i];
    for (unsigned long long i = 16 * pieces + thread; i < bytes; i += threads)
        to[i] = from[i];
}

VGSIM_REGISTER_KERNEL(vg_copy)

// ---- built-in kernels: replay.cu ----

// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernels between which a replay lies. One thread each.

// Before all others, where several could begin at once: the driver starts a graph with one kernel in front, and one at
// the end, by a single command, and others kernel by kernel. Those after it may be launched while it runs.
extern "C" __global__ void vg_begin()
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
}

// After all others: lets the host see that the replay has ended, and with it all that the replay wrote for the host.
// The word is in pinned memory; the host has cleared it before the launch.
extern "C" __global__ void vg_end(unsigned *word)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
    __threadfence_system();
    *static_cast<volatile unsigned *>(word) = 1;
}

VGSIM_REGISTER_KERNEL(vg_end)

// ---- dynamic shared memory: the arrays of all sources ----


// ---- memory ----

static const vgsim_space sorter_sim_spaces[] = {
    {"device", 2048u, 0, 0},
    {"pinned", 2560u, 1, 0},
};

static const vgsim_buffer sorter_sim_buffers[] = {
    {"keys", 0u, 0u, 1024u, 4u},
    {"keys", 1u, 0u, 1024u, 4u},
    {"order", 0u, 1536u, 512u, 2u},
    {"order", 1u, 1792u, 512u, 2u},
    {"best", 0u, 1024u, 4u, 4u},
    {"best", 1u, 1024u, 4u, 4u},
    {"best", 1u, 1280u, 4u, 4u},
    {"last", 0u, 1280u, 4u, 4u},
    {"last", 1u, 1536u, 4u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// upload keys, best
static const vgsim_binding sorter_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range sorter_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 1028u, "keys, best"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 1028u, "keys, best"},
};

// launch rank
static const vgsim_binding sorter_sim_0_rank_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 1536u},
};
static const vgsim_range sorter_sim_0_rank_ranges[] = {
    {0u, VGSIM_READ, 0u, 1024u, "keys"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1536u, 2048u, "order"},
};

// copy best -> last
static const vgsim_binding sorter_sim_0_copy_best_last_bindings[] = {
    {0, 0u, 1280u},
    {1, 0u, 1024u},
};
static const vgsim_range sorter_sim_0_copy_best_last_ranges[] = {
    {0u, VGSIM_READ, 1024u, 1028u, "best"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1280u, 1284u, "last"},
};

// copy keys -> best
static const vgsim_binding sorter_sim_0_copy_keys_best_bindings[] = {
    {0, 0u, 1024u},
    {1, 0u, 0u},
};
static const vgsim_range sorter_sim_0_copy_keys_best_ranges[] = {
    {0u, VGSIM_READ, 0u, 4u, "keys"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1024u, 1028u, "best"},
};

// download best, last
static const vgsim_binding sorter_sim_0_download_bindings[] = {
    {1, 0u, 1024u},
    {0, 1u, 1280u},
};
static const vgsim_range sorter_sim_0_download_ranges[] = {
    {0u, VGSIM_READ | VGSIM_SPARE, 1024u, 1284u, "best, last"},
    {0u, VGSIM_READ, 1024u, 1028u, "best"},
    {0u, VGSIM_READ, 1280u, 1284u, "last"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 1280u, 1540u, "best, last"},
};

// download order[0:8]
static const vgsim_binding sorter_sim_0_download_order_bindings[] = {
    {1, 0u, 1536u},
    {0, 1u, 1792u},
};
static const vgsim_range sorter_sim_0_download_order_ranges[] = {
    {0u, VGSIM_READ, 1536u, 1552u, "order"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 1792u, 1808u, "order"},
};

// launch vg_end
static const vgsim_binding sorter_sim_0_end_bindings[] = {
    {0, 1u, 2304u},
};

static const vgsim_node sorter_sim_0[] = {
    {VGSIM_TRANSFER_NODE, "upload keys, best", "vg_copy",
     sorter_sim_0_upload_bindings, 2u,
     sorter_sim_0_upload_ranges, 2u, nullptr, 0u, 14u},
    {VGSIM_KERNEL_NODE, "launch rank", "rank",
     sorter_sim_0_rank_bindings, 2u,
     sorter_sim_0_rank_ranges, 2u, nullptr, 0u, 21u},
    {VGSIM_MOVE_NODE, "copy best -> last", "vg_copy",
     sorter_sim_0_copy_best_last_bindings, 2u,
     sorter_sim_0_copy_best_last_ranges, 2u, nullptr, 0u, 23u},
    {VGSIM_MOVE_NODE, "copy keys -> best", "vg_copy",
     sorter_sim_0_copy_keys_best_bindings, 2u,
     sorter_sim_0_copy_keys_best_ranges, 2u, nullptr, 0u, 24u},
    {VGSIM_TRANSFER_NODE, "download best, last", "vg_copy",
     sorter_sim_0_download_bindings, 2u,
     sorter_sim_0_download_ranges, 4u, nullptr, 0u, 16u},
    {VGSIM_TRANSFER_NODE, "download order[0:8]", "vg_copy",
     sorter_sim_0_download_order_bindings, 2u,
     sorter_sim_0_download_order_ranges, 2u, nullptr, 0u, 15u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     sorter_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 20u},
};

static const vgsim_graph sorter_sim_graphs[] = {
    {"main", sorter_sim_0, 7u},
};

// sorter.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t sorter_vg_stamp __attribute__((weak));

static const vgsim_program sorter_sim_program = {
    "sorter",
    90u, // the capability that the device answers
    sorter_sim_spaces, 2u,
    sorter_sim_graphs, 1u,
    1u, // lanes
    sorter_sim_buffers, 9u,
    "sorter.yaml",
    VGGEN_sorter_SIM_STAMP, &sorter_vg_stamp,
};

static const struct sorter_sim_registration {
    sorter_sim_registration()
    {
        vgsim_register_program(&sorter_sim_program);
    }
} sorter_sim_registered;

#endif

// ---- sorter.cu ----
#if VGSIM_HAS(1)

#include "sorter_kernels.h"
#if VGGEN_sorter_KERNELS_STAMP != VGGEN_sorter_SIM_STAMP
#error "sorter_sim.cpp and sorter_kernels.h are of different runs of vggen: generate both again"
#endif
#include "sorter.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *rank(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_sorter_0 = vggen_parameters<decltype(&::rank)>;
static_assert(vggen_count<0, 3, vggen_kernel_sorter_0::vggen_count>::vggen_checked,
              "kernel 'rank' has 3 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_sorter_0::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'keys' of kernel 'rank' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_sorter_0::vggen_list, unsigned short *>::vggen_checked,
              "parameter 'order' of kernel 'rank' is 'out u16*': expected 'unsigned short *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_sorter_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'n' of kernel 'rank' is 'u32': expected 'unsigned int' in its source");

VGSIM_REGISTER_KERNEL_OF("sorter: sorter.cu", "rank", ::rank)

#endif

