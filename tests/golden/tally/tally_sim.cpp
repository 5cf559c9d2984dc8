// SPDX-License-Identifier: 0BSD
// tally_sim.cpp - program "tally" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and generate again.
#include "vgsim_device.h"

// ---- built-in kernels: copy.cu ----

// SPDX-License-Identifier: 0BSD
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

#include "tally_kernels.h"

#include "tally.cu"

VGSIM_REGISTER_KERNEL(weigh)
VGSIM_REGISTER_KERNEL(count)

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

static const vgsim_program tally_sim_program = {
    "tally",
    90u, // the capability that the device answers
    tally_sim_spaces, 2u,
    tally_sim_graphs, 2u,
    2u, // lanes
    tally_sim_buffers, 11u,
    "tally.yaml",
};

static const struct tally_sim_registration {
    tally_sim_registration()
    {
        vgsim_register_program(&tally_sim_program);
    }
} tally_sim_registered;
