// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// saxpy_sim.cpp - program "saxpy" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from saxpy.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_saxpy_SIM_STAMP 0x0123456789abcdef

#if VGSIM_HAS(0)

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

static const vgsim_space saxpy_sim_spaces[] = {
    {"pinned", 5376u, 1, 0},
};

static const vgsim_buffer saxpy_sim_buffers[] = {
    {"x", 0u, 0u, 1024u, 4u},
    {"y", 0u, 1024u, 1024u, 4u},
    {"z", 0u, 2048u, 1024u, 4u},
    {"u", 0u, 3072u, 1024u, 4u},
    {"v", 0u, 4096u, 1024u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch saxpy
static const vgsim_binding saxpy_sim_0_saxpy_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 1024u},
    {2, 0u, 2048u},
    {4, 0u, 3072u},
    {5, 0u, 4096u},
};
static const vgsim_range saxpy_sim_0_saxpy_ranges[] = {
    {0u, VGSIM_READ, 0u, 1024u, "x"},
    {0u, VGSIM_READ, 1024u, 2048u, "y"},
    {0u, VGSIM_READ, 2048u, 3072u, "z"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 3072u, 4096u, "u"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 4096u, 5120u, "v"},
};

// launch vg_end
static const vgsim_binding saxpy_sim_0_end_bindings[] = {
    {0, 0u, 5120u},
};

static const vgsim_node saxpy_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch saxpy", "saxpy",
     saxpy_sim_0_saxpy_bindings, 5u,
     saxpy_sim_0_saxpy_ranges, 5u, nullptr, 0u, 31u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     saxpy_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 30u},
};

static const vgsim_graph saxpy_sim_graphs[] = {
    {"main", saxpy_sim_0, 2u},
};

// saxpy.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t saxpy_vg_stamp __attribute__((weak));

static const vgsim_program saxpy_sim_program = {
    "saxpy",
    90u, // the capability that the device answers
    saxpy_sim_spaces, 1u,
    saxpy_sim_graphs, 1u,
    1u, // lanes
    saxpy_sim_buffers, 5u,
    "saxpy.yaml",
    VGGEN_saxpy_SIM_STAMP, &saxpy_vg_stamp,
};

static const struct saxpy_sim_registration {
    saxpy_sim_registration()
    {
        vgsim_register_program(&saxpy_sim_program);
    }
} saxpy_sim_registered;

#endif

// ---- saxpy.cu ----
#if VGSIM_HAS(1)

#include "saxpy_kernels.h"
#if VGGEN_saxpy_KERNELS_STAMP != VGGEN_saxpy_SIM_STAMP
#error "saxpy_sim.cpp and saxpy_kernels.h are of different runs of vggen: generate both again"
#endif
#include "saxpy.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *saxpy(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_saxpy_0 = vggen_parameters<decltype(&::saxpy)>;
static_assert(vggen_count<0, 7, vggen_kernel_saxpy_0::vggen_count>::vggen_checked,
              "kernel 'saxpy' has 7 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_saxpy_0::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'saxpy' is 'in once f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_saxpy_0::vggen_list, const float *>::vggen_checked,
              "parameter 'y' of kernel 'saxpy' is 'in once f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_saxpy_0::vggen_list, const float *>::vggen_checked,
              "parameter 'z' of kernel 'saxpy' is 'in once f32*': expected 'const float *' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_saxpy_0::vggen_list, float>::vggen_checked,
              "parameter 'a' of kernel 'saxpy' is 'f32': expected 'float' in its source");
static_assert(vggen_check<4, 0, 4, vggen_kernel_saxpy_0::vggen_list, float *>::vggen_checked,
              "parameter 'u' of kernel 'saxpy' is 'out once f32*': expected 'float *' in its source");
static_assert(vggen_check<5, 0, 5, vggen_kernel_saxpy_0::vggen_list, float *>::vggen_checked,
              "parameter 'v' of kernel 'saxpy' is 'out once f32*': expected 'float *' in its source");
static_assert(vggen_check<6, 0, 6, vggen_kernel_saxpy_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'n' of kernel 'saxpy' is 'u32': expected 'unsigned int' in its source");

VGSIM_REGISTER_KERNEL_OF("saxpy: saxpy.cu", "saxpy", ::saxpy)

#endif

