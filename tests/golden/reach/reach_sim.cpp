// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// reach_sim.cpp - program "reach" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from reach.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_reach_SIM_STAMP 0x0123456789abcdef

#if VGSIM_HAS(0)

// ---- built-in kernels: control.cu ----

// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernels with which a program decides on the device what runs next: each sets the value of a conditional node,
// which the driver reads when the node's turn comes. One thread each. A loop runs while its value is not 0, `if` runs
// its first body where the value is not 0 and its second where it is, `switch` runs the body with that number.
//
// `flag` is the word that the spec's loop or choice goes by, `passes` counts the passes that a loop has done.

// Before a loop: no pass was done; the first one runs if the flag says so, or in any case.
extern "C" __global__ void vg_loop_begin(unsigned *passes, const unsigned *flag, cudaGraphConditionalHandle go,
                                         unsigned first)
{
    *passes = 0;
    cudaGraphSetConditional(go, first != 0 || *flag != 0);
}

// The last step of a loop: one more pass was done.
extern "C" __global__ void vg_loop_next(unsigned *passes, const unsigned *flag, cudaGraphConditionalHandle go,
                                        unsigned max)
{
    const unsigned done = ++*passes;
    cudaGraphSetConditional(go, *flag != 0 && done < max);
}

// Between the two passes of a body that swaps buffers: whether the second one runs, and with it what comes after it.
extern "C" __global__ void vg_loop_half(unsigned *passes, const unsigned *flag, cudaGraphConditionalHandle go,
                                        cudaGraphConditionalHandle more, unsigned max)
{
    const unsigned done = ++*passes;
    const unsigned on = *flag != 0 && done < max;
    cudaGraphSetConditional(go, on);
    cudaGraphSetConditional(more, on);
}

// The last step of a loop whose condition a kernel of the program sets: it ends at the latest after `max` passes.
extern "C" __global__ void vg_loop_limit(unsigned *passes, cudaGraphConditionalHandle go, unsigned max)
{
    const unsigned done = ++*passes;
    if (done >= max)
        cudaGraphSetConditional(go, 0);
}

// Before a pass that may be idle: counts it if it is not.
extern "C" __global__ void vg_loop_count(unsigned *passes, const unsigned *flag)
{
    if (*flag != 0)
        ++*passes;
}

// After a loop whose passes were counted from one less than none, so that each saw how many were done before it.
extern "C" __global__ void vg_loop_end(unsigned *passes)
{
    ++*passes;
}

// After a loop that swaps buffers: whether each holds what the other one held at first.
extern "C" __global__ void vg_loop_odd(const unsigned *passes, cudaGraphConditionalHandle odd)
{
    cudaGraphSetConditional(odd, *passes & 1u);
}

extern "C" __global__ void vg_choose_if(const unsigned *flag, cudaGraphConditionalHandle go)
{
    cudaGraphSetConditional(go, *flag != 0);
}

extern "C" __global__ void vg_choose_case(const unsigned *pick, cudaGraphConditionalHandle go)
{
    cudaGraphSetConditional(go, *pick);
}

VGSIM_REGISTER_KERNEL(vg_loop_begin)
VGSIM_REGISTER_KERNEL(vg_loop_half)
VGSIM_REGISTER_KERNEL(vg_loop_next)

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

static const vgsim_space reach_sim_spaces[] = {
    {"device", 2048u, 0, 0},
    {"pinned", 1280u, 1, 0},
};

static const vgsim_buffer reach_sim_buffers[] = {
    {"row", 0u, 768u, 92u, 4u},
    {"column", 0u, 1024u, 144u, 4u},
    {"source", 1u, 0u, 4u, 4u},
    {"frontier", 0u, 1280u, 88u, 4u},
    {"next", 0u, 1536u, 88u, 4u},
    {"more", 0u, 1792u, 4u, 4u},
    {"level", 0u, 0u, 88u, 4u},
    {"level", 1u, 256u, 88u, 4u},
    {"count", 0u, 256u, 88u, 4u},
    {"count", 1u, 512u, 88u, 4u},
    {"depth", 0u, 512u, 4u, 4u},
    {"depth", 1u, 768u, 4u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// fill more, swapped
static const vgsim_binding reach_sim_2_fill_more_2_bindings[] = {
    {0, 0u, 1792u},
};
static const vgsim_range reach_sim_2_fill_more_2_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1792u, 1796u, "more"},
};

// launch visit, swapped
static const vgsim_binding reach_sim_2_visit_2_bindings[] = {
    {0, 0u, 768u},
    {1, 0u, 1024u},
    {2, 0u, 512u},
    {3, 0u, 1536u},
    {4, 0u, 1280u},
    {5, 0u, 0u},
    {6, 0u, 256u},
    {7, 0u, 1792u},
};
static const vgsim_range reach_sim_2_visit_2_ranges[] = {
    {0u, VGSIM_READ, 768u, 860u, "row"},
    {0u, VGSIM_READ, 1024u, 1168u, "column"},
    {0u, VGSIM_READ, 512u, 516u, "depth"},
    {0u, VGSIM_READ, 1536u, 1624u, "next"},
    {0u, VGSIM_WRITE, 1280u, 1368u, "frontier"},
    {0u, VGSIM_READ | VGSIM_WRITE, 0u, 88u, "level"},
    {0u, VGSIM_READ | VGSIM_WRITE, 256u, 344u, "count"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1792u, 1796u, "more"},
};

// next pass of search
static const vgsim_binding reach_sim_2_vg_loop_next_bindings[] = {
    {0, 0u, 512u},
    {1, 0u, 1792u},
};
static const vgsim_range reach_sim_2_vg_loop_next_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "depth"},
    {0u, VGSIM_READ, 1792u, 1796u, "more"},
};

static const vgsim_node reach_sim_2[] = {
    {VGSIM_MOVE_NODE, "fill more, swapped", "vg_fill",
     reach_sim_2_fill_more_2_bindings, 1u,
     reach_sim_2_fill_more_2_ranges, 1u, nullptr, 0u, 59u},
    {VGSIM_KERNEL_NODE, "launch visit, swapped", "visit",
     reach_sim_2_visit_2_bindings, 8u,
     reach_sim_2_visit_2_ranges, 8u, nullptr, 0u, 60u},
    {VGSIM_KERNEL_NODE, "next pass of search", "vg_loop_next",
     reach_sim_2_vg_loop_next_bindings, 2u,
     reach_sim_2_vg_loop_next_ranges, 2u, nullptr, 0u, 53u},
};

// fill more
static const vgsim_binding reach_sim_1_fill_more_bindings[] = {
    {0, 0u, 1792u},
};
static const vgsim_range reach_sim_1_fill_more_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1792u, 1796u, "more"},
};

// launch visit
static const vgsim_binding reach_sim_1_visit_bindings[] = {
    {0, 0u, 768u},
    {1, 0u, 1024u},
    {2, 0u, 512u},
    {3, 0u, 1280u},
    {4, 0u, 1536u},
    {5, 0u, 0u},
    {6, 0u, 256u},
    {7, 0u, 1792u},
};
static const vgsim_range reach_sim_1_visit_ranges[] = {
    {0u, VGSIM_READ, 768u, 860u, "row"},
    {0u, VGSIM_READ, 1024u, 1168u, "column"},
    {0u, VGSIM_READ, 512u, 516u, "depth"},
    {0u, VGSIM_READ, 1280u, 1368u, "frontier"},
    {0u, VGSIM_WRITE, 1536u, 1624u, "next"},
    {0u, VGSIM_READ | VGSIM_WRITE, 0u, 88u, "level"},
    {0u, VGSIM_READ | VGSIM_WRITE, 256u, 344u, "count"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1792u, 1796u, "more"},
};

// second pass of search
static const vgsim_binding reach_sim_1_vg_loop_half_bindings[] = {
    {0, 0u, 512u},
    {1, 0u, 1792u},
};
static const vgsim_range reach_sim_1_vg_loop_half_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "depth"},
    {0u, VGSIM_READ, 1792u, 1796u, "more"},
};

// second pass of search
static const vgsim_range reach_sim_1_if_ranges[] = {
    {0u, VGSIM_READ, 768u, 860u, "row"},
    {0u, VGSIM_READ, 1024u, 1168u, "column"},
    {0u, VGSIM_WRITE, 1280u, 1368u, "frontier"},
    {0u, VGSIM_READ, 1536u, 1624u, "next"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1792u, 1796u, "more"},
    {0u, VGSIM_READ | VGSIM_WRITE, 0u, 88u, "level"},
    {0u, VGSIM_READ | VGSIM_WRITE, 256u, 344u, "count"},
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "depth"},
};
static const vgsim_graph reach_sim_1_if_bodies[] = {
    {"main_if_do", reach_sim_2, 3u},
};

static const vgsim_node reach_sim_1[] = {
    {VGSIM_MOVE_NODE, "fill more", "vg_fill",
     reach_sim_1_fill_more_bindings, 1u,
     reach_sim_1_fill_more_ranges, 1u, nullptr, 0u, 59u},
    {VGSIM_KERNEL_NODE, "launch visit", "visit",
     reach_sim_1_visit_bindings, 8u,
     reach_sim_1_visit_ranges, 8u, nullptr, 0u, 60u},
    {VGSIM_KERNEL_NODE, "second pass of search", "vg_loop_half",
     reach_sim_1_vg_loop_half_bindings, 2u,
     reach_sim_1_vg_loop_half_ranges, 2u, nullptr, 0u, 53u},
    {VGSIM_CONDITIONAL_NODE, "second pass of search", nullptr,
     nullptr, 0u,
     reach_sim_1_if_ranges, 8u,
     reach_sim_1_if_bodies, 1u, 53u},
};

// launch vg_begin

// fill level
static const vgsim_binding reach_sim_0_fill_level_bindings[] = {
    {0, 0u, 0u},
};
static const vgsim_range reach_sim_0_fill_level_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 88u, "level"},
};

// fill count
static const vgsim_binding reach_sim_0_fill_count_bindings[] = {
    {0, 0u, 256u},
};
static const vgsim_range reach_sim_0_fill_count_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 256u, 344u, "count"},
};

// launch begin
static const vgsim_binding reach_sim_0_begin_bindings[] = {
    {0, 1u, 0u},
    {1, 0u, 0u},
    {2, 0u, 1280u},
    {3, 0u, 256u},
    {4, 0u, 1792u},
};
static const vgsim_range reach_sim_0_begin_ranges[] = {
    {1u, VGSIM_READ, 0u, 4u, "source"},
    {0u, VGSIM_READ | VGSIM_WRITE, 0u, 88u, "level"},
    {0u, VGSIM_WRITE, 1280u, 1368u, "frontier"},
    {0u, VGSIM_READ | VGSIM_WRITE, 256u, 344u, "count"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1792u, 1796u, "more"},
};

// begin of search
static const vgsim_binding reach_sim_0_vg_loop_begin_bindings[] = {
    {0, 0u, 512u},
    {1, 0u, 1792u},
};
static const vgsim_range reach_sim_0_vg_loop_begin_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 512u, 516u, "depth"},
    {0u, VGSIM_READ, 1792u, 1796u, "more"},
};

// search
static const vgsim_range reach_sim_0_search_ranges[] = {
    {0u, VGSIM_READ, 768u, 860u, "row"},
    {0u, VGSIM_READ, 1024u, 1168u, "column"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1280u, 1368u, "frontier"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1536u, 1624u, "next"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1792u, 1796u, "more"},
    {0u, VGSIM_READ | VGSIM_WRITE, 0u, 88u, "level"},
    {0u, VGSIM_READ | VGSIM_WRITE, 256u, 344u, "count"},
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "depth"},
};
static const vgsim_graph reach_sim_0_search_bodies[] = {
    {"main_search_do", reach_sim_1, 4u},
};

// download level, count, depth
static const vgsim_binding reach_sim_0_download_bindings[] = {
    {1, 0u, 0u},
    {0, 1u, 256u},
};
static const vgsim_range reach_sim_0_download_ranges[] = {
    {0u, VGSIM_READ | VGSIM_SPARE, 0u, 516u, "level, count, depth"},
    {0u, VGSIM_READ, 0u, 88u, "level"},
    {0u, VGSIM_READ, 256u, 344u, "count"},
    {0u, VGSIM_READ, 512u, 516u, "depth"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 256u, 772u, "level, count, depth"},
};

// launch vg_end
static const vgsim_binding reach_sim_0_end_bindings[] = {
    {0, 1u, 1024u},
};

static const vgsim_node reach_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 48u},
    {VGSIM_MOVE_NODE, "fill level", "vg_fill",
     reach_sim_0_fill_level_bindings, 1u,
     reach_sim_0_fill_level_ranges, 1u, nullptr, 0u, 49u},
    {VGSIM_MOVE_NODE, "fill count", "vg_fill",
     reach_sim_0_fill_count_bindings, 1u,
     reach_sim_0_fill_count_ranges, 1u, nullptr, 0u, 50u},
    {VGSIM_KERNEL_NODE, "launch begin", "begin",
     reach_sim_0_begin_bindings, 5u,
     reach_sim_0_begin_ranges, 5u, nullptr, 0u, 51u},
    {VGSIM_KERNEL_NODE, "begin of search", "vg_loop_begin",
     reach_sim_0_vg_loop_begin_bindings, 2u,
     reach_sim_0_vg_loop_begin_ranges, 2u, nullptr, 0u, 53u},
    {VGSIM_CONDITIONAL_NODE, "search", nullptr,
     nullptr, 0u,
     reach_sim_0_search_ranges, 8u,
     reach_sim_0_search_bodies, 1u, 53u},
    {VGSIM_TRANSFER_NODE, "download level, count, depth", "vg_copy",
     reach_sim_0_download_bindings, 2u,
     reach_sim_0_download_ranges, 5u, nullptr, 0u, 45u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     reach_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 48u},
};

static const vgsim_graph reach_sim_graphs[] = {
    {"main", reach_sim_0, 8u},
};

// reach.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t reach_vg_stamp __attribute__((weak));

static const vgsim_program reach_sim_program = {
    "reach",
    90u, // the capability that the device answers
    reach_sim_spaces, 2u,
    reach_sim_graphs, 1u,
    1u, // lanes
    reach_sim_buffers, 12u,
    "reach.yaml",
    VGGEN_reach_SIM_STAMP, &reach_vg_stamp,
};

static const struct reach_sim_registration {
    reach_sim_registration()
    {
        vgsim_register_program(&reach_sim_program);
    }
} reach_sim_registered;

#endif

// ---- reach.cu ----
#if VGSIM_HAS(1)

#include "reach_kernels.h"
#if VGGEN_reach_KERNELS_STAMP != VGGEN_reach_SIM_STAMP
#error "reach_sim.cpp and reach_kernels.h are of different runs of vggen: generate both again"
#endif
#include "reach.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *begin(vggen_nothing);
vggen_nothing *visit(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_reach_0 = vggen_parameters<decltype(&::begin)>;
static_assert(vggen_count<0, 5, vggen_kernel_reach_0::vggen_count>::vggen_checked,
              "kernel 'begin' has 5 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_reach_0::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'source' of kernel 'begin' is 'in once u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_reach_0::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'level' of kernel 'begin' is 'inout u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_reach_0::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'frontier' of kernel 'begin' is 'out_part u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_reach_0::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'count' of kernel 'begin' is 'inout u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<4, 0, 4, vggen_kernel_reach_0::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'more' of kernel 'begin' is 'out u32*': expected 'unsigned int *' in its source");
using vggen_kernel_reach_1 = vggen_parameters<decltype(&::visit)>;
static_assert(vggen_count<1, 8, vggen_kernel_reach_1::vggen_count>::vggen_checked,
              "kernel 'visit' has 8 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_reach_1::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'row' of kernel 'visit' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_reach_1::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'column' of kernel 'visit' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_reach_1::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'depth' of kernel 'visit' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<3, 1, 3, vggen_kernel_reach_1::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'frontier' of kernel 'visit' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<4, 1, 4, vggen_kernel_reach_1::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'next' of kernel 'visit' is 'out_part u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<5, 1, 5, vggen_kernel_reach_1::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'level' of kernel 'visit' is 'inout u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<6, 1, 6, vggen_kernel_reach_1::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'count' of kernel 'visit' is 'inout u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<7, 1, 7, vggen_kernel_reach_1::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'more' of kernel 'visit' is 'inout u32*': expected 'unsigned int *' in its source");

VGSIM_REGISTER_KERNEL_OF("reach: reach.cu", "begin", ::begin)
VGSIM_REGISTER_KERNEL_OF("reach: reach.cu", "visit", ::visit)

#endif

