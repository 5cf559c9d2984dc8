// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// seek_sim.cpp - program "seek" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from seek.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_seek_SIM_STAMP 0x0123456789abcdef

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
VGSIM_REGISTER_KERNEL(vg_loop_odd)
VGSIM_REGISTER_KERNEL(vg_choose_if)
VGSIM_REGISTER_KERNEL(vg_loop_limit)
VGSIM_REGISTER_KERNEL(vg_choose_case)

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

// ---- built-in kernels: copy_pieces.cu ----

// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// vg_copy for several pieces at once, where what crosses the bus together does not lie side by side.

// Where each piece goes, where it comes from, and its bytes; both ends are multiples of 16.
struct vg_pieces {
    unsigned char *to[64];
    const unsigned char *from[64];
    unsigned long long bytes[64];
};

// Any grid and block of one dimension. Its threads share the work as if the pieces were one: each moves 16 bytes at a
// time, or a single byte at the end of a piece. Kernels after it may begin at once, since they wait before they touch
// anything.
extern "C" __global__ void vg_copy_pieces(const vg_pieces pieces, unsigned count)
{
#if defined(VGSIM) || __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
    const unsigned long long threads = (unsigned long long)gridDim.x * blockDim.x;
    unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned piece = 0; piece < count; piece++) {
        unsigned char *const to = pieces.to[piece];
        const unsigned char *const from = pieces.from[piece];
        const unsigned long long whole = pieces.bytes[piece] / 16, moves = whole + pieces.bytes[piece] % 16;

        for (; i < moves; i += threads) {
            if (i < whole)
                reinterpret_cast<uint4 *>(to)[i] = reinterpret_cast<const uint4 *>(from)[i];
            else
                to[15 * whole + i] = from[15 * whole + i];
        }
        i -= moves;
    }
}

VGSIM_REGISTER_KERNEL(vg_copy_pieces)

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

static const vgsim_space seek_sim_spaces[] = {
    {"device", 2048u, 0, 0},
    {"pinned", 1536u, 1, 0},
};

static const vgsim_buffer seek_sim_buffers[] = {
    {"x", 0u, 0u, 256u, 4u},
    {"x", 1u, 0u, 256u, 4u},
    {"near", 0u, 1024u, 256u, 4u},
    {"far", 0u, 1792u, 256u, 4u},
    {"rest", 0u, 1536u, 4u, 4u},
    {"pick", 0u, 256u, 4u, 4u},
    {"pick", 1u, 256u, 4u, 4u},
    {"seen", 0u, 1280u, 12u, 4u},
    {"y", 0u, 1536u, 256u, 4u},
    {"y", 1u, 512u, 256u, 4u},
    {"done", 0u, 512u, 4u, 4u},
    {"done", 1u, 768u, 4u, 4u},
    {"cool_passes", 0u, 768u, 4u, 4u},
    {"cool_passes", 1u, 1024u, 4u, 4u},
    {"vg_one", 0u, 1536u, 4u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch lift
static const vgsim_binding seek_sim_10_lift_3_bindings[] = {
    {0, 0u, 1024u},
    {2, 0u, 1288u},
};
static const vgsim_range seek_sim_10_lift_3_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1288u, 1292u, "seen"},
};

static const vgsim_node seek_sim_10[] = {
    {VGSIM_KERNEL_NODE, "launch lift", "lift",
     seek_sim_10_lift_3_bindings, 2u,
     seek_sim_10_lift_3_ranges, 2u, nullptr, 0u, 77u},
};

// launch lift
static const vgsim_binding seek_sim_9_lift_2_bindings[] = {
    {0, 0u, 1024u},
    {2, 0u, 1284u},
};
static const vgsim_range seek_sim_9_lift_2_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1284u, 1288u, "seen"},
};

static const vgsim_node seek_sim_9[] = {
    {VGSIM_KERNEL_NODE, "launch lift", "lift",
     seek_sim_9_lift_2_bindings, 2u,
     seek_sim_9_lift_2_ranges, 2u, nullptr, 0u, 71u},
};

// fill near
static const vgsim_binding seek_sim_8_fill_near_bindings[] = {
    {0, 0u, 1024u},
};
static const vgsim_range seek_sim_8_fill_near_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1024u, 1280u, "near"},
};

static const vgsim_node seek_sim_8[] = {
    {VGSIM_MOVE_NODE, "fill near", "vg_fill",
     seek_sim_8_fill_near_bindings, 1u,
     seek_sim_8_fill_near_ranges, 1u, nullptr, 0u, 70u},
};

// launch lift
static const vgsim_binding seek_sim_7_lift_bindings[] = {
    {0, 0u, 1024u},
    {2, 0u, 1280u},
};
static const vgsim_range seek_sim_7_lift_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1280u, 1284u, "seen"},
};

static const vgsim_node seek_sim_7[] = {
    {VGSIM_KERNEL_NODE, "launch lift", "lift",
     seek_sim_7_lift_bindings, 2u,
     seek_sim_7_lift_ranges, 2u, nullptr, 0u, 68u},
};

// launch halve
static const vgsim_binding seek_sim_6_halve_bindings[] = {
    {0, 0u, 1024u},
};
static const vgsim_range seek_sim_6_halve_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
};

// limit of cool
static const vgsim_binding seek_sim_6_vg_loop_limit_bindings[] = {
    {0, 0u, 768u},
};
static const vgsim_range seek_sim_6_vg_loop_limit_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 768u, 772u, "cool_passes"},
};

static const vgsim_node seek_sim_6[] = {
    {VGSIM_KERNEL_NODE, "launch halve", "halve",
     seek_sim_6_halve_bindings, 1u,
     seek_sim_6_halve_ranges, 1u, nullptr, 0u, 64u},
    {VGSIM_KERNEL_NODE, "limit of cool", "vg_loop_limit",
     seek_sim_6_vg_loop_limit_bindings, 1u,
     seek_sim_6_vg_loop_limit_ranges, 1u, nullptr, 0u, 59u},
};

// flag of the first pass of cool
static const vgsim_binding seek_sim_5_fill_vg_one_bindings[] = {
    {0, 0u, 1536u},
};
static const vgsim_range seek_sim_5_fill_vg_one_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1536u, 1540u, "vg_one"},
};

// begin of cool
static const vgsim_binding seek_sim_5_vg_loop_begin_2_bindings[] = {
    {0, 0u, 768u},
    {1, 0u, 1536u},
};
static const vgsim_range seek_sim_5_vg_loop_begin_2_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 768u, 772u, "cool_passes"},
    {0u, VGSIM_READ, 1536u, 1540u, "vg_one"},
};

// cool
static const vgsim_range seek_sim_5_cool_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 768u, 772u, "cool_passes"},
};
static const vgsim_graph seek_sim_5_cool_bodies[] = {
    {"main_cool_do", seek_sim_6, 2u},
};

static const vgsim_node seek_sim_5[] = {
    {VGSIM_MOVE_NODE, "flag of the first pass of cool", "vg_fill",
     seek_sim_5_fill_vg_one_bindings, 1u,
     seek_sim_5_fill_vg_one_ranges, 1u, nullptr, 0u, 59u},
    {VGSIM_KERNEL_NODE, "begin of cool", "vg_loop_begin",
     seek_sim_5_vg_loop_begin_2_bindings, 2u,
     seek_sim_5_vg_loop_begin_2_ranges, 2u, nullptr, 0u, 59u},
    {VGSIM_CONDITIONAL_NODE, "cool", nullptr,
     nullptr, 0u,
     seek_sim_5_cool_ranges, 2u,
     seek_sim_5_cool_bodies, 1u, 59u},
};

// launch fold
static const vgsim_binding seek_sim_4_fold_bindings[] = {
    {0, 0u, 1024u},
};
static const vgsim_range seek_sim_4_fold_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
};

static const vgsim_node seek_sim_4[] = {
    {VGSIM_KERNEL_NODE, "launch fold", "fold",
     seek_sim_4_fold_bindings, 1u,
     seek_sim_4_fold_ranges, 1u, nullptr, 0u, 56u},
};

// put back near
static const vgsim_binding seek_sim_3_copy_far_near_bindings[] = {
    {0, 0u, 1024u},
    {1, 0u, 1792u},
};
static const vgsim_range seek_sim_3_copy_far_near_ranges[] = {
    {0u, VGSIM_READ, 1792u, 2048u, "far"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1024u, 1280u, "near"},
};

static const vgsim_node seek_sim_3[] = {
    {VGSIM_MOVE_NODE, "put back near", "vg_copy",
     seek_sim_3_copy_far_near_bindings, 2u,
     seek_sim_3_copy_far_near_ranges, 2u, nullptr, 0u, 50u},
};

// launch climb, swapped
static const vgsim_binding seek_sim_2_climb_2_bindings[] = {
    {0, 0u, 1792u},
    {1, 0u, 1024u},
    {2, 0u, 1536u},
};
static const vgsim_range seek_sim_2_climb_2_ranges[] = {
    {0u, VGSIM_READ, 1792u, 2048u, "far"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1024u, 1280u, "near"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1536u, 1540u, "rest"},
};

// next pass of seek
static const vgsim_binding seek_sim_2_vg_loop_next_bindings[] = {
    {0, 0u, 512u},
    {1, 0u, 1536u},
};
static const vgsim_range seek_sim_2_vg_loop_next_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "done"},
    {0u, VGSIM_READ, 1536u, 1540u, "rest"},
};

static const vgsim_node seek_sim_2[] = {
    {VGSIM_KERNEL_NODE, "launch climb, swapped", "climb",
     seek_sim_2_climb_2_bindings, 3u,
     seek_sim_2_climb_2_ranges, 3u, nullptr, 0u, 52u},
    {VGSIM_KERNEL_NODE, "next pass of seek", "vg_loop_next",
     seek_sim_2_vg_loop_next_bindings, 2u,
     seek_sim_2_vg_loop_next_ranges, 2u, nullptr, 0u, 46u},
};

// launch climb
static const vgsim_binding seek_sim_1_climb_bindings[] = {
    {0, 0u, 1024u},
    {1, 0u, 1792u},
    {2, 0u, 1536u},
};
static const vgsim_range seek_sim_1_climb_ranges[] = {
    {0u, VGSIM_READ, 1024u, 1280u, "near"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1792u, 2048u, "far"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1536u, 1540u, "rest"},
};

// second pass of seek
static const vgsim_binding seek_sim_1_vg_loop_half_bindings[] = {
    {0, 0u, 512u},
    {1, 0u, 1536u},
};
static const vgsim_range seek_sim_1_vg_loop_half_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "done"},
    {0u, VGSIM_READ, 1536u, 1540u, "rest"},
};

// second pass of seek
static const vgsim_range seek_sim_1_if_ranges[] = {
    {0u, VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ, 1792u, 2048u, "far"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1536u, 1540u, "rest"},
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "done"},
};
static const vgsim_graph seek_sim_1_if_bodies[] = {
    {"main_if_do", seek_sim_2, 2u},
};

static const vgsim_node seek_sim_1[] = {
    {VGSIM_KERNEL_NODE, "launch climb", "climb",
     seek_sim_1_climb_bindings, 3u,
     seek_sim_1_climb_ranges, 3u, nullptr, 0u, 52u},
    {VGSIM_KERNEL_NODE, "second pass of seek", "vg_loop_half",
     seek_sim_1_vg_loop_half_bindings, 2u,
     seek_sim_1_vg_loop_half_ranges, 2u, nullptr, 0u, 46u},
    {VGSIM_CONDITIONAL_NODE, "second pass of seek", nullptr,
     nullptr, 0u,
     seek_sim_1_if_ranges, 4u,
     seek_sim_1_if_bodies, 1u, 46u},
};

// launch vg_begin

// upload x, pick
static const vgsim_binding seek_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range seek_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 260u, "x, pick"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 260u, "x, pick"},
};

// clear cool_passes
static const vgsim_binding seek_sim_0_clear_cool_passes_bindings[] = {
    {0, 0u, 768u},
};
static const vgsim_range seek_sim_0_clear_cool_passes_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 768u, 772u, "cool_passes"},
};

// copy x -> near
static const vgsim_binding seek_sim_0_copy_x_near_bindings[] = {
    {0, 0u, 1024u},
    {1, 0u, 0u},
};
static const vgsim_range seek_sim_0_copy_x_near_ranges[] = {
    {0u, VGSIM_READ, 0u, 256u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1024u, 1280u, "near"},
};

// fill rest
static const vgsim_binding seek_sim_0_fill_rest_bindings[] = {
    {0, 0u, 1536u},
};
static const vgsim_range seek_sim_0_fill_rest_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1536u, 1540u, "rest"},
};

// begin of seek
static const vgsim_binding seek_sim_0_vg_loop_begin_bindings[] = {
    {0, 0u, 512u},
    {1, 0u, 1536u},
};
static const vgsim_range seek_sim_0_vg_loop_begin_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 512u, 516u, "done"},
    {0u, VGSIM_READ, 1536u, 1540u, "rest"},
};

// seek
static const vgsim_range seek_sim_0_seek_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1792u, 2048u, "far"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1536u, 1540u, "rest"},
    {0u, VGSIM_READ | VGSIM_WRITE, 512u, 516u, "done"},
};
static const vgsim_graph seek_sim_0_seek_bodies[] = {
    {"main_seek_do", seek_sim_1, 3u},
};

// odd end of seek
static const vgsim_binding seek_sim_0_vg_loop_odd_bindings[] = {
    {0, 0u, 512u},
};
static const vgsim_range seek_sim_0_vg_loop_odd_ranges[] = {
    {0u, VGSIM_READ, 512u, 516u, "done"},
};

// odd end of seek
static const vgsim_range seek_sim_0_if_2_ranges[] = {
    {0u, VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ, 1792u, 2048u, "far"},
};
static const vgsim_graph seek_sim_0_if_2_bodies[] = {
    {"main_if_2_do", seek_sim_3, 1u},
};

// choice of if rest
static const vgsim_binding seek_sim_0_vg_choose_if_bindings[] = {
    {0, 0u, 1536u},
};
static const vgsim_range seek_sim_0_vg_choose_if_ranges[] = {
    {0u, VGSIM_READ, 1536u, 1540u, "rest"},
};

// if rest
static const vgsim_range seek_sim_0_if_rest_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 768u, 772u, "cool_passes"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1536u, 1540u, "vg_one"},
};
static const vgsim_graph seek_sim_0_if_rest_bodies[] = {
    {"main_if_rest_do", seek_sim_4, 1u},
    {"main_if_rest_else", seek_sim_5, 3u},
};

// choice of switch pick
static const vgsim_binding seek_sim_0_vg_choose_case_bindings[] = {
    {0, 0u, 256u},
};
static const vgsim_range seek_sim_0_vg_choose_case_ranges[] = {
    {0u, VGSIM_READ, 256u, 260u, "pick"},
};

// switch pick
static const vgsim_range seek_sim_0_switch_pick_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1280u, 1288u, "seen"},
};
static const vgsim_graph seek_sim_0_switch_pick_bodies[] = {
    {"main_switch_pick_case_0", seek_sim_7, 1u},
    {"main_switch_pick_case_1", seek_sim_8, 1u},
    {"main_switch_pick_case_2", seek_sim_9, 1u},
};

// launch judge
static const vgsim_binding seek_sim_0_judge_bindings[] = {
    {0, 0u, 1024u},
};
static const vgsim_range seek_sim_0_judge_ranges[] = {
    {0u, VGSIM_READ, 1024u, 1280u, "near"},
};

// if hot
static const vgsim_range seek_sim_0_if_hot_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 1024u, 1280u, "near"},
    {0u, VGSIM_READ | VGSIM_WRITE, 1288u, 1292u, "seen"},
};
static const vgsim_graph seek_sim_0_if_hot_bodies[] = {
    {"main_if_hot_do", seek_sim_10, 1u},
};

// copy near -> y
static const vgsim_binding seek_sim_0_copy_near_y_bindings[] = {
    {0, 0u, 1536u},
    {1, 0u, 1024u},
};
static const vgsim_range seek_sim_0_copy_near_y_ranges[] = {
    {0u, VGSIM_READ, 1024u, 1280u, "near"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1536u, 1792u, "y"},
};

// download y, done, cool_passes
static const vgsim_binding seek_sim_0_download_bindings[] = {
    {VGSIM_WITHIN(0, 512), 0u, 1536u},
    {VGSIM_WITHIN(0, 0), 1u, 512u},
    {VGSIM_WITHIN(0, 520), 0u, 512u},
    {VGSIM_WITHIN(0, 8), 1u, 768u},
};
static const vgsim_range seek_sim_0_download_ranges[] = {
    {0u, VGSIM_READ, 1536u, 1792u, "y"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 512u, 768u, "y"},
    {0u, VGSIM_READ | VGSIM_SPARE, 512u, 772u, "done, cool_passes"},
    {0u, VGSIM_READ, 512u, 516u, "done"},
    {0u, VGSIM_READ, 768u, 772u, "cool_passes"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 768u, 1028u, "done, cool_passes"},
};

// launch vg_end
static const vgsim_binding seek_sim_0_end_bindings[] = {
    {0, 1u, 1280u},
};

static const vgsim_node seek_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 43u},
    {VGSIM_TRANSFER_NODE, "upload x, pick", "vg_copy",
     seek_sim_0_upload_bindings, 2u,
     seek_sim_0_upload_ranges, 2u, nullptr, 0u, 33u},
    {VGSIM_MOVE_NODE, "clear cool_passes", "vg_fill",
     seek_sim_0_clear_cool_passes_bindings, 1u,
     seek_sim_0_clear_cool_passes_ranges, 1u, nullptr, 0u, 59u},
    {VGSIM_MOVE_NODE, "copy x -> near", "vg_copy",
     seek_sim_0_copy_x_near_bindings, 2u,
     seek_sim_0_copy_x_near_ranges, 2u, nullptr, 0u, 44u},
    {VGSIM_MOVE_NODE, "fill rest", "vg_fill",
     seek_sim_0_fill_rest_bindings, 1u,
     seek_sim_0_fill_rest_ranges, 1u, nullptr, 0u, 45u},
    {VGSIM_KERNEL_NODE, "begin of seek", "vg_loop_begin",
     seek_sim_0_vg_loop_begin_bindings, 2u,
     seek_sim_0_vg_loop_begin_ranges, 2u, nullptr, 0u, 46u},
    {VGSIM_CONDITIONAL_NODE, "seek", nullptr,
     nullptr, 0u,
     seek_sim_0_seek_ranges, 4u,
     seek_sim_0_seek_bodies, 1u, 46u},
    {VGSIM_KERNEL_NODE, "odd end of seek", "vg_loop_odd",
     seek_sim_0_vg_loop_odd_bindings, 1u,
     seek_sim_0_vg_loop_odd_ranges, 1u, nullptr, 0u, 46u},
    {VGSIM_CONDITIONAL_NODE, "odd end of seek", nullptr,
     nullptr, 0u,
     seek_sim_0_if_2_ranges, 2u,
     seek_sim_0_if_2_bodies, 1u, 46u},
    {VGSIM_KERNEL_NODE, "choice of if rest", "vg_choose_if",
     seek_sim_0_vg_choose_if_bindings, 1u,
     seek_sim_0_vg_choose_if_ranges, 1u, nullptr, 0u, 54u},
    {VGSIM_CONDITIONAL_NODE, "if rest", nullptr,
     nullptr, 0u,
     seek_sim_0_if_rest_ranges, 3u,
     seek_sim_0_if_rest_bodies, 2u, 54u},
    {VGSIM_KERNEL_NODE, "choice of switch pick", "vg_choose_case",
     seek_sim_0_vg_choose_case_bindings, 1u,
     seek_sim_0_vg_choose_case_ranges, 1u, nullptr, 0u, 66u},
    {VGSIM_CONDITIONAL_NODE, "switch pick", nullptr,
     nullptr, 0u,
     seek_sim_0_switch_pick_ranges, 2u,
     seek_sim_0_switch_pick_bodies, 3u, 66u},
    {VGSIM_KERNEL_NODE, "launch judge", "judge",
     seek_sim_0_judge_bindings, 1u,
     seek_sim_0_judge_ranges, 1u, nullptr, 0u, 73u},
    {VGSIM_CONDITIONAL_NODE, "if hot", nullptr,
     nullptr, 0u,
     seek_sim_0_if_hot_ranges, 2u,
     seek_sim_0_if_hot_bodies, 1u, 75u},
    {VGSIM_MOVE_NODE, "copy near -> y", "vg_copy",
     seek_sim_0_copy_near_y_bindings, 2u,
     seek_sim_0_copy_near_y_ranges, 2u, nullptr, 0u, 79u},
    {VGSIM_TRANSFER_NODE, "download y, done, cool_passes", "vg_copy_pieces",
     seek_sim_0_download_bindings, 4u,
     seek_sim_0_download_ranges, 6u, nullptr, 0u, 42u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     seek_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 43u},
};

static const vgsim_graph seek_sim_graphs[] = {
    {"main", seek_sim_0, 18u},
};

// seek.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t seek_vg_stamp __attribute__((weak));

static const vgsim_program seek_sim_program = {
    "seek",
    90u, // the capability that the device answers
    seek_sim_spaces, 2u,
    seek_sim_graphs, 1u,
    1u, // lanes
    seek_sim_buffers, 15u,
    "seek.yaml",
    VGGEN_seek_SIM_STAMP, &seek_vg_stamp,
};

static const struct seek_sim_registration {
    seek_sim_registration()
    {
        vgsim_register_program(&seek_sim_program);
    }
} seek_sim_registered;

#endif

// ---- seek.cu ----
#if VGSIM_HAS(1)

#include "seek_kernels.h"
#if VGGEN_seek_KERNELS_STAMP != VGGEN_seek_SIM_STAMP
#error "seek_sim.cpp and seek_kernels.h are of different runs of vggen: generate both again"
#endif
#include "seek.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *climb(vggen_nothing);
vggen_nothing *fold(vggen_nothing);
vggen_nothing *halve(vggen_nothing);
vggen_nothing *judge(vggen_nothing);
vggen_nothing *lift(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_seek_0 = vggen_parameters<decltype(&::climb)>;
static_assert(vggen_count<0, 3, vggen_kernel_seek_0::vggen_count>::vggen_checked,
              "kernel 'climb' has 3 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_seek_0::vggen_list, const float *>::vggen_checked,
              "parameter 'from' of kernel 'climb' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_seek_0::vggen_list, float *>::vggen_checked,
              "parameter 'to' of kernel 'climb' is 'out f32*': expected 'float *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_seek_0::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'rest' of kernel 'climb' is 'out u32*': expected 'unsigned int *' in its source");
using vggen_kernel_seek_1 = vggen_parameters<decltype(&::fold)>;
static_assert(vggen_count<1, 1, vggen_kernel_seek_1::vggen_count>::vggen_checked,
              "kernel 'fold' has 1 parameter in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_seek_1::vggen_list, float *, const float *>::vggen_checked,
              "parameter 'x' of kernel 'fold' is 'inout f32*': expected 'float *' in its source");
using vggen_kernel_seek_2 = vggen_parameters<decltype(&::halve)>;
static_assert(vggen_count<2, 2, vggen_kernel_seek_2::vggen_count>::vggen_checked,
              "kernel 'halve' has 2 parameters in the spec");
static_assert(vggen_check<0, 2, 0, vggen_kernel_seek_2::vggen_list, float *, const float *>::vggen_checked,
              "parameter 'x' of kernel 'halve' is 'inout f32*': expected 'float *' in its source");
static_assert(vggen_check<1, 2, 1, vggen_kernel_seek_2::vggen_list, cudaGraphConditionalHandle>::vggen_checked,
              "parameter 'more' of kernel 'halve' is 'condition': expected 'cudaGraphConditionalHandle' in its source");
using vggen_kernel_seek_3 = vggen_parameters<decltype(&::judge)>;
static_assert(vggen_count<3, 3, vggen_kernel_seek_3::vggen_count>::vggen_checked,
              "kernel 'judge' has 3 parameters in the spec");
static_assert(vggen_check<0, 3, 0, vggen_kernel_seek_3::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'judge' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 3, 1, vggen_kernel_seek_3::vggen_list, float>::vggen_checked,
              "parameter 'limit' of kernel 'judge' is 'f32': expected 'float' in its source");
static_assert(vggen_check<2, 3, 2, vggen_kernel_seek_3::vggen_list, cudaGraphConditionalHandle>::vggen_checked,
              "parameter 'hot' of kernel 'judge' is 'condition': expected 'cudaGraphConditionalHandle' in its source");
using vggen_kernel_seek_4 = vggen_parameters<decltype(&::lift)>;
static_assert(vggen_count<4, 3, vggen_kernel_seek_4::vggen_count>::vggen_checked,
              "kernel 'lift' has 3 parameters in the spec");
static_assert(vggen_check<0, 4, 0, vggen_kernel_seek_4::vggen_list, float *, const float *>::vggen_checked,
              "parameter 'x' of kernel 'lift' is 'inout f32*': expected 'float *' in its source");
static_assert(vggen_check<1, 4, 1, vggen_kernel_seek_4::vggen_list, float>::vggen_checked,
              "parameter 'by' of kernel 'lift' is 'f32': expected 'float' in its source");
static_assert(vggen_check<2, 4, 2, vggen_kernel_seek_4::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'seen' of kernel 'lift' is 'inout u32*': expected 'unsigned int *' in its source");

VGSIM_REGISTER_KERNEL_OF("seek: seek.cu", "climb", ::climb)
VGSIM_REGISTER_KERNEL_OF("seek: seek.cu", "fold", ::fold)
VGSIM_REGISTER_KERNEL_OF("seek: seek.cu", "halve", ::halve)
VGSIM_REGISTER_KERNEL_OF("seek: seek.cu", "judge", ::judge)
VGSIM_REGISTER_KERNEL_OF("seek: seek.cu", "lift", ::lift)

#endif

