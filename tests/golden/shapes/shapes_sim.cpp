// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// shapes_sim.cpp - program "shapes" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from shapes.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_shapes_SIM_STAMP 0x0123456789abcdef

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

static const vgsim_space shapes_sim_spaces[] = {
    {"device", 2048u, 0, 0},
    {"pinned", 2304u, 1, 0},
};

static const vgsim_buffer shapes_sim_buffers[] = {
    {"x", 0u, 0u, 1024u, 4u},
    {"x", 1u, 0u, 1024u, 4u},
    {"y", 0u, 1024u, 1024u, 4u},
    {"y", 1u, 1024u, 1024u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// upload x
static const vgsim_binding shapes_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range shapes_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 1024u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 1024u, "x"},
};

// launch smooth
static const vgsim_binding shapes_sim_0_smooth_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 1024u},
};
static const vgsim_range shapes_sim_0_smooth_ranges[] = {
    {0u, VGSIM_READ, 0u, 1024u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1024u, 2048u, "y"},
};

// download y
static const vgsim_binding shapes_sim_0_download_bindings[] = {
    {1, 0u, 1024u},
    {0, 1u, 1024u},
};
static const vgsim_range shapes_sim_0_download_ranges[] = {
    {0u, VGSIM_READ, 1024u, 2048u, "y"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 1024u, 2048u, "y"},
};

// launch vg_end
static const vgsim_binding shapes_sim_0_end_bindings[] = {
    {0, 1u, 2048u},
};

static const vgsim_node shapes_sim_0[] = {
    {VGSIM_TRANSFER_NODE, "upload x", "vg_copy",
     shapes_sim_0_upload_bindings, 2u,
     shapes_sim_0_upload_ranges, 2u, nullptr, 0u, 15u},
    {VGSIM_KERNEL_NODE, "launch smooth", "smooth",
     shapes_sim_0_smooth_bindings, 2u,
     shapes_sim_0_smooth_ranges, 2u, nullptr, 0u, 19u},
    {VGSIM_TRANSFER_NODE, "download y", "vg_copy",
     shapes_sim_0_download_bindings, 2u,
     shapes_sim_0_download_ranges, 2u, nullptr, 0u, 16u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     shapes_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 18u},
};

static const vgsim_graph shapes_sim_graphs[] = {
    {"main", shapes_sim_0, 4u},
};

// shapes.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t shapes_vg_stamp __attribute__((weak));

static const vgsim_program shapes_sim_program = {
    "shapes",
    90u, // the capability that the device answers
    shapes_sim_spaces, 2u,
    shapes_sim_graphs, 1u,
    1u, // lanes
    shapes_sim_buffers, 4u,
    "shapes.yaml",
    VGGEN_shapes_SIM_STAMP, &shapes_vg_stamp,
};

static const struct shapes_sim_registration {
    shapes_sim_registration()
    {
        vgsim_register_program(&shapes_sim_program);
    }
} shapes_sim_registered;

#endif

// ---- shapes.cu ----
#if VGSIM_HAS(1)

#include "shapes_kernels.h"
#if VGGEN_shapes_KERNELS_STAMP != VGGEN_shapes_SIM_STAMP
#error "shapes_sim.cpp and shapes_kernels.h are of different runs of vggen: generate both again"
#endif
#include "shapes.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *smooth(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_shapes_0 = vggen_parameters<decltype(&::smooth)>;
static_assert(vggen_count<0, 2, vggen_kernel_shapes_0::vggen_count>::vggen_checked,
              "kernel 'smooth' has 2 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_shapes_0::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'smooth' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_shapes_0::vggen_list, float *>::vggen_checked,
              "parameter 'y' of kernel 'smooth' is 'out f32*': expected 'float *' in its source");

VGSIM_REGISTER_KERNEL_OF("shapes: shapes.cu", "smooth", ::smooth)

#endif

