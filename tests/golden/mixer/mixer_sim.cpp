// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// mixer_sim.cpp - program "mixer" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from mixer.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_mixer_SIM_STAMP 0x0123456789abcdef

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

// ---- built-in kernels: fill.cu ----

// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernel with which a program fills a few bytes of device memory. It is a node like any other kernel, and so what
// runs before and after it may overlap with it where a fill node may not.

// Any grid and block of one dimension. `pattern` is eight bytes, the first one lowest, with which the bytes begin and
// which they repeat. The threads set 16 bytes at a time where `to` allows that, and single bytes at the end and
// everywhere else. Kernels after it may begin at once, since they wait before they touch anything.
extern "C" __global__ void vg_fill(unsigned char *to, unsigned long long pattern, unsigned long long bytes)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    const unsigned long long thread = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    const unsigned long long pieces = (unsigned long long)to % 16 == 0 ? bytes / 16 : 0;
    const unsigned low = (unsigned)pattern, high = (unsigned)(pattern >> 32);

    for (unsigned long long i = thread; i < pieces; i += threads)
        reinterpret_cast<uint4 *>(to)[i] = make_uint4(low, high, low, high);
    for (unsigned long long i = 16 * pieces + thread; i < bytes; i += threads)
        to[i] = (unsigned char)(pattern >> 8 * (i % 8));
}

VGSIM_REGISTER_KERNEL(vg_fill)

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

static const vgsim_space mixer_sim_spaces[] = {
    {"device", 3328u, 0, 0},
    {"shared", 512u, 0, 1},
    {"pinned", 2048u, 1, 0},
};

static const vgsim_buffer mixer_sim_buffers[] = {
    {"x", 0u, 256u, 512u, 8u},
    {"x", 2u, 256u, 512u, 8u},
    {"cells", 0u, 1792u, 1536u, 24u},
    {"table", 1u, 0u, 32u, 16u},
    {"given", 1u, 256u, 48u, 12u},
    {"y", 0u, 768u, 512u, 8u},
    {"y", 2u, 768u, 512u, 8u},
    {"small", 0u, 1280u, 256u, 4u},
    {"small", 2u, 1280u, 256u, 4u},
    {"extra", 0u, 1536u, 48u, 12u},
    {"extra", 2u, 1536u, 48u, 12u},
    {"where", 0u, 0u, 24u, 24u},
    {"where", 2u, 0u, 24u, 24u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch vg_begin

// upload where, x
static const vgsim_binding mixer_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 2u, 0u},
};
static const vgsim_range mixer_sim_0_upload_ranges[] = {
    {2u, VGSIM_READ, 0u, 768u, "where, x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 768u, "where, x"},
};

// clear small
static const vgsim_binding mixer_sim_0_clear_small_bindings[] = {
    {0, 0u, 1280u},
};
static const vgsim_range mixer_sim_0_clear_small_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1280u, 1536u, "small"},
};

// launch mix
static const vgsim_binding mixer_sim_0_mix_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 1792u},
    {2, 1u, 0u},
    {5, 0u, 768u},
};
static const vgsim_range mixer_sim_0_mix_ranges[] = {
    {0u, VGSIM_READ, 256u, 768u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1792u, 3328u, "cells"},
    {1u, VGSIM_READ, 0u, 32u, "table"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 768u, 1280u, "y"},
};

// launch gray
static const vgsim_binding mixer_sim_0_gray_bindings[] = {
    {0, 0u, 768u},
    {1, 0u, 1280u},
    {2, 0u, 0u},
};
static const vgsim_range mixer_sim_0_gray_ranges[] = {
    {0u, VGSIM_READ, 768u, 1024u, "y"},
    {0u, VGSIM_WRITE, 1280u, 1536u, "small"},
    {0u, VGSIM_READ, 0u, 24u, "where"},
};

// copy given -> extra
static const vgsim_binding mixer_sim_0_copy_given_extra_bindings[] = {
    {0, 0u, 1536u},
    {1, 1u, 256u},
};
static const vgsim_range mixer_sim_0_copy_given_extra_ranges[] = {
    {1u, VGSIM_READ, 256u, 304u, "given"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1536u, 1584u, "extra"},
};

// download y, small, extra
static const vgsim_binding mixer_sim_0_download_bindings[] = {
    {1, 0u, 768u},
    {0, 2u, 768u},
};
static const vgsim_range mixer_sim_0_download_ranges[] = {
    {0u, VGSIM_READ, 768u, 1584u, "y, small, extra"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 768u, 1584u, "y, small, extra"},
};

// launch vg_end
static const vgsim_binding mixer_sim_0_end_bindings[] = {
    {0, 2u, 1792u},
};

static const vgsim_node mixer_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 33u},
    {VGSIM_TRANSFER_NODE, "upload where, x", "vg_copy",
     mixer_sim_0_upload_bindings, 2u,
     mixer_sim_0_upload_ranges, 2u, nullptr, 0u, 30u},
    {VGSIM_MOVE_NODE, "clear small", "vg_fill",
     mixer_sim_0_clear_small_bindings, 1u,
     mixer_sim_0_clear_small_ranges, 1u, nullptr, 0u, 27u},
    {VGSIM_KERNEL_NODE, "launch mix", "mix",
     mixer_sim_0_mix_bindings, 4u,
     mixer_sim_0_mix_ranges, 4u, nullptr, 0u, 34u},
    {VGSIM_KERNEL_NODE, "launch gray", "gray",
     mixer_sim_0_gray_bindings, 3u,
     mixer_sim_0_gray_ranges, 3u, nullptr, 0u, 36u},
    {VGSIM_MOVE_NODE, "copy given -> extra", "vg_copy",
     mixer_sim_0_copy_given_extra_bindings, 2u,
     mixer_sim_0_copy_given_extra_ranges, 2u, nullptr, 0u, 39u},
    {VGSIM_TRANSFER_NODE, "download y, small, extra", "vg_copy",
     mixer_sim_0_download_bindings, 2u,
     mixer_sim_0_download_ranges, 2u, nullptr, 0u, 26u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     mixer_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 33u},
};

static const vgsim_graph mixer_sim_graphs[] = {
    {"main", mixer_sim_0, 8u},
};

// mixer.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t mixer_vg_stamp __attribute__((weak));

static const vgsim_program mixer_sim_program = {
    "mixer",
    90u, // the capability that the device answers
    mixer_sim_spaces, 3u,
    mixer_sim_graphs, 1u,
    3u, // lanes
    mixer_sim_buffers, 13u,
    "mixer.yaml",
    VGGEN_mixer_SIM_STAMP, &mixer_vg_stamp,
};

static const struct mixer_sim_registration {
    mixer_sim_registration()
    {
        vgsim_register_program(&mixer_sim_program);
    }
} mixer_sim_registered;

#endif

// ---- mixer.cu ----
#if VGSIM_HAS(1)

#include "mixer_kernels.h"
#if VGGEN_mixer_KERNELS_STAMP != VGGEN_mixer_SIM_STAMP
#error "mixer_sim.cpp and mixer_kernels.h are of different runs of vggen: generate both again"
#endif
#include "mixer.cu"

// Each kernel as the spec has it.
#include <cuda_fp16.h>
namespace vggen_fallback {
vggen_nothing *mix(vggen_nothing);
vggen_nothing *gray(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_mixer_0 = vggen_parameters<decltype(&::mix)>;
static_assert(vggen_count<0, 7, vggen_kernel_mixer_0::vggen_count>::vggen_checked,
              "kernel 'mix' has 7 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_mixer_0::vggen_list, const float2 *>::vggen_checked,
              "parameter 'x' of kernel 'mix' is 'in f32x2*': expected 'const float2 *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_mixer_0::vggen_list, cell *, const cell *>::vggen_checked,
              "parameter 'cells' of kernel 'mix' is 'inout cell*': expected 'cell *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_mixer_0::vggen_list, const float4 *>::vggen_checked,
              "parameter 'table' of kernel 'mix' is 'in f32x4*': expected 'const float4 *' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_mixer_0::vggen_list, float3>::vggen_checked,
              "parameter 'tint' of kernel 'mix' is 'f32x3': expected 'float3' in its source");
static_assert(vggen_check<4, 0, 4, vggen_kernel_mixer_0::vggen_list, cell>::vggen_checked,
              "parameter 'first' of kernel 'mix' is 'cell': expected 'cell' in its source");
static_assert(vggen_check<5, 0, 5, vggen_kernel_mixer_0::vggen_list, float2 *>::vggen_checked,
              "parameter 'y' of kernel 'mix' is 'out f32x2*': expected 'float2 *' in its source");
static_assert(vggen_check<6, 0, 6, vggen_kernel_mixer_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'n' of kernel 'mix' is 'u32': expected 'unsigned int' in its source");
using vggen_kernel_mixer_1 = vggen_parameters<decltype(&::gray)>;
static_assert(vggen_count<1, 4, vggen_kernel_mixer_1::vggen_count>::vggen_checked,
              "kernel 'gray' has 4 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_mixer_1::vggen_list, const float *>::vggen_checked,
              "parameter 'v' of kernel 'gray' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_mixer_1::vggen_list, __half2 *>::vggen_checked,
              "parameter 'o' of kernel 'gray' is 'out f16x2*': expected '__half2 *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_mixer_1::vggen_list, const cell *>::vggen_checked,
              "parameter 'where' of kernel 'gray' is 'in cell*': expected 'const cell *' in its source");
static_assert(vggen_check<3, 1, 3, vggen_kernel_mixer_1::vggen_list, cell>::vggen_checked,
              "parameter 'pick' of kernel 'gray' is 'cell': expected 'cell' in its source");

VGSIM_REGISTER_KERNEL_OF("mixer: mixer.cu", "mix", ::mix)
VGSIM_REGISTER_KERNEL_OF("mixer: mixer.cu", "gray", ::gray)

#endif

