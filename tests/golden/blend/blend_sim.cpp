// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// blend_sim.cpp - program "blend" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from blend.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_blend_SIM_STAMP 0x0123456789abcdef

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

VGSIM_DYNAMIC_SHARED_NAMED(tile, 4tile)

// ---- memory ----

static const vgsim_space blend_sim_spaces[] = {
    {"device", 35328u, 0, 0},
    {"pinned", 25344u, 1, 0},
};

static const vgsim_buffer blend_sim_buffers[] = {
    {"a", 0u, 0u, 8192u, 4u},
    {"a", 1u, 0u, 8192u, 4u},
    {"picture", 0u, 8192u, 8192u, 4u},
    {"picture", 1u, 8192u, 8192u, 4u},
    {"picture", 1u, 16384u, 8192u, 4u},
    {"t1", 0u, 27136u, 8192u, 4u},
    {"t2", 0u, 17152u, 8192u, 4u},
    {"t3", 0u, 27136u, 8192u, 4u},
    {"weights", 0u, 16896u, 16u, 4u},
    {"lut", 0u, 25344u, 512u, 2u},
    {"curve", 0u, 25856u, 1024u, 4u},
    {"sums", 0u, 16384u, 32u, 8u},
    {"sums", 1u, 24576u, 32u, 8u},
    {"count", 0u, 26880u, 16u, 8u},
    {"last", 0u, 16640u, 16u, 8u},
    {"last", 1u, 24832u, 16u, 8u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch vg_begin

// upload a, picture
static const vgsim_binding blend_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range blend_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 16384u, "a, picture"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 16384u, "a, picture"},
};

// clear sums
static const vgsim_binding blend_sim_0_clear_sums_bindings[] = {
    {0, 0u, 16384u},
};
static const vgsim_range blend_sim_0_clear_sums_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 16384u, 16416u, "sums"},
};

// first
static const vgsim_binding blend_sim_0_first_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 27136u},
};
static const vgsim_range blend_sim_0_first_ranges[] = {
    {0u, VGSIM_READ, 0u, 8192u, "a"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 27136u, 35328u, "t1"},
};

// launch blur
static const vgsim_binding blend_sim_0_blur_bindings[] = {
    {0, 0u, 27136u},
    {1, 0u, 17152u},
};
static const vgsim_range blend_sim_0_blur_ranges[] = {
    {0u, VGSIM_READ, 27136u, 35328u, "t1"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 17152u, 25344u, "t2"},
};

// launch blur
static const vgsim_binding blend_sim_0_blur_2_bindings[] = {
    {0, 0u, 17152u},
    {1, 0u, 27136u},
};
static const vgsim_range blend_sim_0_blur_2_ranges[] = {
    {0u, VGSIM_READ, 17152u, 25344u, "t2"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 27136u, 35328u, "t3"},
};

// fill sums
static const vgsim_binding blend_sim_0_fill_sums_bindings[] = {
    {0, 0u, 16384u},
};
static const vgsim_range blend_sim_0_fill_sums_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 16384u, 16400u, "sums"},
};

// launch mix
static const vgsim_binding blend_sim_0_mix_bindings[] = {
    {0, 0u, 27136u},
    {1, 0u, 25856u},
    {2, 0u, 25344u},
    {3, 0u, 8192u},
    {4, 0u, 16384u},
};
static const vgsim_range blend_sim_0_mix_ranges[] = {
    {0u, VGSIM_READ, 27136u, 35328u, "t3"},
    {0u, VGSIM_READ, 25856u, 26880u, "curve"},
    {0u, VGSIM_READ, 25344u, 25856u, "lut"},
    {0u, VGSIM_READ | VGSIM_WRITE, 8192u, 16384u, "picture"},
    {0u, VGSIM_WRITE, 16384u, 16416u, "sums"},
};

// copy count -> last
static const vgsim_binding blend_sim_0_copy_count_last_bindings[] = {
    {0, 0u, 16640u},
    {1, 0u, 26880u},
};
static const vgsim_range blend_sim_0_copy_count_last_ranges[] = {
    {0u, VGSIM_READ, 26880u, 26896u, "count"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 16640u, 16656u, "last"},
};

// download picture, sums, last
static const vgsim_binding blend_sim_0_download_bindings[] = {
    {1, 0u, 8192u},
    {0, 1u, 16384u},
};
static const vgsim_range blend_sim_0_download_ranges[] = {
    {0u, VGSIM_READ | VGSIM_SPARE, 8192u, 16656u, "picture, sums, last"},
    {0u, VGSIM_READ, 8192u, 16384u, "picture"},
    {0u, VGSIM_READ, 16384u, 16416u, "sums"},
    {0u, VGSIM_READ, 16640u, 16656u, "last"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 16384u, 24848u, "picture, sums, last"},
};

// launch vg_end
static const vgsim_binding blend_sim_0_end_bindings[] = {
    {0, 1u, 25088u},
};

static const vgsim_node blend_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 39u},
    {VGSIM_TRANSFER_NODE, "upload a, picture", "vg_copy",
     blend_sim_0_upload_bindings, 2u,
     blend_sim_0_upload_ranges, 2u, nullptr, 0u, 24u},
    {VGSIM_MOVE_NODE, "clear sums", "vg_fill",
     blend_sim_0_clear_sums_bindings, 1u,
     blend_sim_0_clear_sums_ranges, 1u, nullptr, 0u, 32u},
    {VGSIM_KERNEL_NODE, "first", "blur",
     blend_sim_0_first_bindings, 2u,
     blend_sim_0_first_ranges, 2u, nullptr, 0u, 40u},
    {VGSIM_KERNEL_NODE, "launch blur", "blur",
     blend_sim_0_blur_bindings, 2u,
     blend_sim_0_blur_ranges, 2u, nullptr, 0u, 43u},
    {VGSIM_KERNEL_NODE, "launch blur", "blur",
     blend_sim_0_blur_2_bindings, 2u,
     blend_sim_0_blur_2_ranges, 2u, nullptr, 0u, 45u},
    {VGSIM_MOVE_NODE, "fill sums", "vg_fill",
     blend_sim_0_fill_sums_bindings, 1u,
     blend_sim_0_fill_sums_ranges, 1u, nullptr, 0u, 47u},
    {VGSIM_KERNEL_NODE, "launch mix", "mix",
     blend_sim_0_mix_bindings, 5u,
     blend_sim_0_mix_ranges, 5u, nullptr, 0u, 48u},
    {VGSIM_MOVE_NODE, "copy count -> last", "vg_copy",
     blend_sim_0_copy_count_last_bindings, 2u,
     blend_sim_0_copy_count_last_ranges, 2u, nullptr, 0u, 50u},
    {VGSIM_TRANSFER_NODE, "download picture, sums, last", "vg_copy",
     blend_sim_0_download_bindings, 2u,
     blend_sim_0_download_ranges, 5u, nullptr, 0u, 25u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     blend_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 39u},
};

// launch table
static const vgsim_binding blend_sim_1_table_bindings[] = {
    {0, 0u, 16896u},
    {1, 0u, 25856u},
};
static const vgsim_range blend_sim_1_table_ranges[] = {
    {0u, VGSIM_READ, 16896u, 16912u, "weights"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25856u, 26880u, "curve"},
};

static const vgsim_node blend_sim_1[] = {
    {VGSIM_KERNEL_NODE, "launch table", "table",
     blend_sim_1_table_bindings, 2u,
     blend_sim_1_table_ranges, 2u, nullptr, 0u, 37u},
};

static const vgsim_graph blend_sim_graphs[] = {
    {"main", blend_sim_0, 11u},
    {"setup", blend_sim_1, 1u},
};

// blend.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t blend_vg_stamp __attribute__((weak));

static const vgsim_program blend_sim_program = {
    "blend",
    90u, // the capability that the device answers
    blend_sim_spaces, 2u,
    blend_sim_graphs, 2u,
    1u, // lanes
    blend_sim_buffers, 16u,
    "blend.yaml",
    VGGEN_blend_SIM_STAMP, &blend_vg_stamp,
};

static const struct blend_sim_registration {
    blend_sim_registration()
    {
        vgsim_register_program(&blend_sim_program);
    }
} blend_sim_registered;

#endif

// ---- blend_setup.cu ----
#if VGSIM_HAS(1)

#include "blend_kernels.h"
#if VGGEN_blend_KERNELS_STAMP != VGGEN_blend_SIM_STAMP
#error "blend_sim.cpp and blend_kernels.h are of different runs of vggen: generate both again"
#endif
#include "blend_setup.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *table(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_blend_0 = vggen_parameters<decltype(&::table)>;
static_assert(vggen_count<0, 3, vggen_kernel_blend_0::vggen_count>::vggen_checked,
              "kernel 'table' has 3 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_blend_0::vggen_list, const float *>::vggen_checked,
              "parameter 'weights' of kernel 'table' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_blend_0::vggen_list, float *>::vggen_checked,
              "parameter 'curve' of kernel 'table' is 'out f32*': expected 'float *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_blend_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'n' of kernel 'table' is 'u32': expected 'unsigned int' in its source");

VGSIM_REGISTER_KERNEL_OF("blend: blend_setup.cu", "table", ::table)

#endif

// ---- blend.cu ----
#if VGSIM_HAS(2)

#include "blend_kernels.h"
#if VGGEN_blend_KERNELS_STAMP != VGGEN_blend_SIM_STAMP
#error "blend_sim.cpp and blend_kernels.h are of different runs of vggen: generate both again"
#endif
#include "blend.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *blur(vggen_nothing);
vggen_nothing *mix(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_blend_0 = vggen_parameters<decltype(&::blur)>;
static_assert(vggen_count<0, 4, vggen_kernel_blend_0::vggen_count>::vggen_checked,
              "kernel 'blur' has 4 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_blend_0::vggen_list, const float *>::vggen_checked,
              "parameter 'src' of kernel 'blur' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_blend_0::vggen_list, float *>::vggen_checked,
              "parameter 'dst' of kernel 'blur' is 'out f32*': expected 'float *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_blend_0::vggen_list, int>::vggen_checked,
              "parameter 'w' of kernel 'blur' is 'i32': expected 'int' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_blend_0::vggen_list, int>::vggen_checked,
              "parameter 'h' of kernel 'blur' is 'i32': expected 'int' in its source");
using vggen_kernel_blend_1 = vggen_parameters<decltype(&::mix)>;
static_assert(vggen_count<1, 8, vggen_kernel_blend_1::vggen_count>::vggen_checked,
              "kernel 'mix' has 8 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_blend_1::vggen_list, const float *>::vggen_checked,
              "parameter 'a' of kernel 'mix' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_blend_1::vggen_list, const float *>::vggen_checked,
              "parameter 'curve' of kernel 'mix' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_blend_1::vggen_list, const unsigned short *>::vggen_checked,
              "parameter 'lut' of kernel 'mix' is 'in u16*': expected 'const unsigned short *' in its source");
static_assert(vggen_check<3, 1, 3, vggen_kernel_blend_1::vggen_list, float *, const float *>::vggen_checked,
              "parameter 'picture' of kernel 'mix' is 'inout f32*': expected 'float *' in its source");
static_assert(vggen_check<4, 1, 4, vggen_kernel_blend_1::vggen_list, unsigned long long *, unsigned long *>::vggen_checked,
              "parameter 'sums' of kernel 'mix' is 'out_part u64*': expected 'unsigned long long *' or 'unsigned long *' in its source");
static_assert(vggen_check<5, 1, 5, vggen_kernel_blend_1::vggen_list, float>::vggen_checked,
              "parameter 'k' of kernel 'mix' is 'f32': expected 'float' in its source");
static_assert(vggen_check<6, 1, 6, vggen_kernel_blend_1::vggen_list, double>::vggen_checked,
              "parameter 'bias' of kernel 'mix' is 'f64': expected 'double' in its source");
static_assert(vggen_check<7, 1, 7, vggen_kernel_blend_1::vggen_list, bool>::vggen_checked,
              "parameter 'on' of kernel 'mix' is 'bool': expected 'bool' in its source");

VGSIM_REGISTER_KERNEL_OF("blend: blend.cu", "blur", ::blur)
VGSIM_REGISTER_KERNEL_OF("blend: blend.cu", "mix", ::mix)

#endif

