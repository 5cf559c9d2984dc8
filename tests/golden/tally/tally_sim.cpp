// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// tally_sim.cpp - program "tally" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_tally_SIM_STAMP 0x0123456789abcdef

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
VGSIM_REGISTER_KERNEL(vg_begin)

// ---- dynamic shared memory: the arrays of all sources ----


// ---- memory ----

static const vgsim_space tally_sim_spaces[] = {
    {"device", 263936u, 0, 0},
    {"pinned", 264192u, 1, 0},
};

static const vgsim_buffer tally_sim_buffers[] = {
    {"x", 0u, 256u, 512u, 4u},
    {"x", 1u, 256u, 512u, 4u},
    {"table", 0u, 768u, 262144u, 4u},
    {"table", 1u, 768u, 262144u, 4u},
    {"gain", 0u, 0u, 4u, 4u},
    {"gain", 1u, 0u, 4u, 4u},
    {"y", 0u, 263424u, 512u, 4u},
    {"y", 1u, 262912u, 512u, 4u},
    {"seen", 0u, 262912u, 512u, 4u},
    {"sums", 0u, 263424u, 512u, 4u},
    {"sums", 1u, 263424u, 512u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch vg_begin

// upload gain, x if changed
static const vgsim_binding tally_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range tally_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 768u, "gain, x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 768u, "gain, x"},
};

// upload table if changed
static const vgsim_binding tally_sim_0_upload_table_bindings[] = {
    {0, 0u, 768u},
    {1, 1u, 768u},
};
static const vgsim_range tally_sim_0_upload_table_ranges[] = {
    {1u, VGSIM_READ, 768u, 262912u, "table"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 768u, 262912u, "table"},
};

// launch weigh
static const vgsim_binding tally_sim_0_weigh_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 768u},
    {2, 0u, 0u},
    {4, 0u, 263424u},
};
static const vgsim_range tally_sim_0_weigh_ranges[] = {
    {0u, VGSIM_READ, 256u, 768u, "x"},
    {0u, VGSIM_READ, 768u, 262912u, "table"},
    {0u, VGSIM_READ, 0u, 4u, "gain"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 263424u, 263936u, "y"},
};

// launch weigh
static const vgsim_binding tally_sim_0_weigh_2_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 768u},
    {2, 0u, 0u},
    {4, 0u, 263424u},
};
static const vgsim_range tally_sim_0_weigh_2_ranges[] = {
    {0u, VGSIM_READ, 256u, 768u, "x"},
    {0u, VGSIM_READ, 768u, 262912u, "table"},
    {0u, VGSIM_READ, 0u, 4u, "gain"},
    {0u, VGSIM_WRITE, 263424u, 263936u, "y"},
};

// download y
static const vgsim_binding tally_sim_0_download_bindings[] = {
    {1, 0u, 263424u},
    {0, 1u, 262912u},
};
static const vgsim_range tally_sim_0_download_ranges[] = {
    {0u, VGSIM_READ, 263424u, 263936u, "y"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 262912u, 263424u, "y"},
};

// launch vg_end
static const vgsim_binding tally_sim_0_end_bindings[] = {
    {0, 1u, 263936u},
};

static const vgsim_node tally_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 29u},
    {VGSIM_TRANSFER_NODE, "upload gain, x if changed", "vg_copy",
     tally_sim_0_upload_bindings, 2u,
     tally_sim_0_upload_ranges, 2u, nullptr, 0u, 23u},
    {VGSIM_TRANSFER_NODE, "upload table if changed", "vg_copy",
     tally_sim_0_upload_table_bindings, 2u,
     tally_sim_0_upload_table_ranges, 2u, nullptr, 0u, 22u},
    {VGSIM_KERNEL_NODE, "launch weigh", "weigh",
     tally_sim_0_weigh_bindings, 4u,
     tally_sim_0_weigh_ranges, 4u, nullptr, 0u, 30u},
    {VGSIM_KERNEL_NODE, "launch weigh", "weigh",
     tally_sim_0_weigh_2_bindings, 4u,
     tally_sim_0_weigh_2_ranges, 4u, nullptr, 0u, 32u},
    {VGSIM_TRANSFER_NODE, "download y", "vg_copy",
     tally_sim_0_download_bindings, 2u,
     tally_sim_0_download_ranges, 2u, nullptr, 0u, 25u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     tally_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 29u},
};

// upload x if changed
static const vgsim_binding tally_sim_1_upload_bindings[] = {
    {0, 0u, 256u},
    {1, 1u, 256u},
};
static const vgsim_range tally_sim_1_upload_ranges[] = {
    {1u, VGSIM_READ, 256u, 768u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 256u, 768u, "x"},
};

// launch count
static const vgsim_binding tally_sim_1_count_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 262912u},
    {2, 0u, 263424u},
};
static const vgsim_range tally_sim_1_count_ranges[] = {
    {0u, VGSIM_READ, 256u, 768u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 262912u, 263424u, "seen"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 263424u, 263936u, "sums"},
};

// download sums
static const vgsim_binding tally_sim_1_download_bindings[] = {
    {1, 0u, 263424u},
    {0, 1u, 263424u},
};
static const vgsim_range tally_sim_1_download_ranges[] = {
    {0u, VGSIM_READ, 263424u, 263936u, "sums"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 263424u, 263936u, "sums"},
};

// launch vg_end
static const vgsim_binding tally_sim_1_end_bindings[] = {
    {0, 1u, 263936u},
};

static const vgsim_node tally_sim_1[] = {
    {VGSIM_TRANSFER_NODE, "upload x if changed", "vg_copy",
     tally_sim_1_upload_bindings, 2u,
     tally_sim_1_upload_ranges, 2u, nullptr, 0u, 21u},
    {VGSIM_KERNEL_NODE, "launch count", "count",
     tally_sim_1_count_bindings, 3u,
     tally_sim_1_count_ranges, 3u, nullptr, 0u, 36u},
    {VGSIM_TRANSFER_NODE, "download sums", "vg_copy",
     tally_sim_1_download_bindings, 2u,
     tally_sim_1_download_ranges, 2u, nullptr, 0u, 27u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     tally_sim_1_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 35u},
};

static const vgsim_graph tally_sim_graphs[] = {
    {"weighed", tally_sim_0, 7u},
    {"counted", tally_sim_1, 4u},
};

// tally.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t tally_vg_stamp __attribute__((weak));

static const vgsim_program tally_sim_program = {
    "tally",
    90u, // the capability that the device answers
    tally_sim_spaces, 2u,
    tally_sim_graphs, 2u,
    2u, // lanes
    tally_sim_buffers, 11u,
    "tally.yaml",
    VGGEN_tally_SIM_STAMP, &tally_vg_stamp,
};

static const struct tally_sim_registration {
    tally_sim_registration()
    {
        vgsim_register_program(&tally_sim_program);
    }
} tally_sim_registered;

#endif

// ---- tally.cu ----
#if VGSIM_HAS(1)

#include "tally_kernels.h"
#if VGGEN_tally_KERNELS_STAMP != VGGEN_tally_SIM_STAMP
#error "tally_sim.cpp and tally_kernels.h are of different runs of vggen: generate both again"
#endif
#include "tally.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *weigh(vggen_nothing);
vggen_nothing *count(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_tally_0 = vggen_parameters<decltype(&::weigh)>;
static_assert(vggen_count<0, 5, vggen_kernel_tally_0::vggen_count>::vggen_checked,
              "kernel 'weigh' has 5 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_tally_0::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'weigh' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_tally_0::vggen_list, const float *>::vggen_checked,
              "parameter 'table' of kernel 'weigh' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_tally_0::vggen_list, const float *>::vggen_checked,
              "parameter 'gain' of kernel 'weigh' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_tally_0::vggen_list, float>::vggen_checked,
              "parameter 'bias' of kernel 'weigh' is 'f32': expected 'float' in its source");
static_assert(vggen_check<4, 0, 4, vggen_kernel_tally_0::vggen_list, float *>::vggen_checked,
              "parameter 'y' of kernel 'weigh' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_tally_1 = vggen_parameters<decltype(&::count)>;
static_assert(vggen_count<1, 3, vggen_kernel_tally_1::vggen_count>::vggen_checked,
              "kernel 'count' has 3 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_tally_1::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'count' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_tally_1::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'seen' of kernel 'count' is 'inout u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_tally_1::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'y' of kernel 'count' is 'out u32*': expected 'unsigned int *' in its source");

VGSIM_REGISTER_KERNEL_OF("tally: tally.cu", "weigh", ::weigh)
VGSIM_REGISTER_KERNEL_OF("tally: tally.cu", "count", ::count)

#endif

