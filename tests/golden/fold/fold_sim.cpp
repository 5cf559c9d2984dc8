// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// fold_sim.cpp - program "fold" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from fold.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_fold_SIM_STAMP 0x0123456789abcdef

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

VGSIM_REGISTER_KERNEL(vg_choose_if)

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

static const vgsim_space fold_sim_spaces[] = {
    {"device", 25088u, 0, 0},
    {"pinned", 8960u, 1, 0},
};

static const vgsim_buffer fold_sim_buffers[] = {
    {"x", 0u, 256u, 4096u, 4u},
    {"x", 1u, 256u, 4096u, 4u},
    {"more", 0u, 4352u, 4u, 4u},
    {"more", 1u, 4352u, 4u, 4u},
    {"parts", 0u, 12800u, 8192u, 4u},
    {"pairs", 0u, 4608u, 8192u, 8u},
    {"gain", 0u, 0u, 4u, 4u},
    {"gain", 1u, 0u, 4u, 4u},
    {"y", 0u, 12800u, 4096u, 4u},
    {"y", 1u, 4608u, 4096u, 4u},
    {"fold_halves_workspace", 0u, 20992u, 4096u, 1u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// capture add_more
static const vgsim_binding fold_sim_1_add_more_bindings[] = {
    {0, 0u, 12800u},
};
static const vgsim_range fold_sim_1_add_more_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 12800u, 16896u, "y"},
};

static const vgsim_node fold_sim_1[] = {
    {VGSIM_CALL_NODE, "capture add_more", nullptr,
     fold_sim_1_add_more_bindings, 1u,
     fold_sim_1_add_more_ranges, 1u, nullptr, 0u, 35u},
};

// upload gain, x, more
static const vgsim_binding fold_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range fold_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 4356u, "gain, x, more"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 4356u, "gain, x, more"},
};

// launch scale
static const vgsim_binding fold_sim_0_scale_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 12800u},
};
static const vgsim_range fold_sim_0_scale_ranges[] = {
    {0u, VGSIM_READ, 256u, 4352u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 12800u, 16896u, "parts"},
};

// capture fold_halves
static const vgsim_binding fold_sim_0_fold_halves_bindings[] = {
    {0, 0u, 12800u},
    {1, 0u, 0u},
    {2, 0u, 4608u},
    {3, 0u, 20992u},
};
static const vgsim_range fold_sim_0_fold_halves_ranges[] = {
    {0u, VGSIM_READ, 12800u, 16896u, "parts"},
    {0u, VGSIM_READ, 0u, 4u, "gain"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 12800u, "pairs"},
    {0u, VGSIM_READ | VGSIM_WRITE | VGSIM_WORK, 20992u, 25088u, "fold_halves_workspace"},
};

// polishing
static const vgsim_binding fold_sim_0_polishing_bindings[] = {
    {0, 0u, 4608u},
};
static const vgsim_range fold_sim_0_polishing_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 4608u, 12800u, "pairs"},
};

// launch scale
static const vgsim_binding fold_sim_0_scale_2_bindings[] = {
    {0, 0u, 4608u},
    {1, 0u, 12800u},
};
static const vgsim_range fold_sim_0_scale_2_ranges[] = {
    {0u, VGSIM_READ, 4608u, 8704u, "pairs"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 12800u, 16896u, "y"},
};

// choice of if more
static const vgsim_binding fold_sim_0_vg_choose_if_bindings[] = {
    {0, 0u, 4352u},
};
static const vgsim_range fold_sim_0_vg_choose_if_ranges[] = {
    {0u, VGSIM_READ, 4352u, 4356u, "more"},
};

// if more
static const vgsim_range fold_sim_0_if_more_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 12800u, 16896u, "y"},
};
static const vgsim_graph fold_sim_0_if_more_bodies[] = {
    {"main_if_more_do", fold_sim_1, 1u},
};

// download y
static const vgsim_binding fold_sim_0_download_bindings[] = {
    {1, 0u, 12800u},
    {0, 1u, 4608u},
};
static const vgsim_range fold_sim_0_download_ranges[] = {
    {0u, VGSIM_READ, 12800u, 16896u, "y"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 8704u, "y"},
};

// launch vg_end
static const vgsim_binding fold_sim_0_end_bindings[] = {
    {0, 1u, 8704u},
};

static const vgsim_node fold_sim_0[] = {
    {VGSIM_TRANSFER_NODE, "upload gain, x, more", "vg_copy",
     fold_sim_0_upload_bindings, 2u,
     fold_sim_0_upload_ranges, 2u, nullptr, 0u, 16u},
    {VGSIM_KERNEL_NODE, "launch scale", "scale",
     fold_sim_0_scale_bindings, 2u,
     fold_sim_0_scale_ranges, 2u, nullptr, 0u, 19u},
    {VGSIM_CALL_NODE, "capture fold_halves", nullptr,
     fold_sim_0_fold_halves_bindings, 4u,
     fold_sim_0_fold_halves_ranges, 4u, nullptr, 0u, 21u},
    {VGSIM_CALL_NODE, "polishing", nullptr,
     fold_sim_0_polishing_bindings, 1u,
     fold_sim_0_polishing_ranges, 1u, nullptr, 0u, 26u},
    {VGSIM_KERNEL_NODE, "launch scale", "scale",
     fold_sim_0_scale_2_bindings, 2u,
     fold_sim_0_scale_2_ranges, 2u, nullptr, 0u, 31u},
    {VGSIM_KERNEL_NODE, "choice of if more", "vg_choose_if",
     fold_sim_0_vg_choose_if_bindings, 1u,
     fold_sim_0_vg_choose_if_ranges, 1u, nullptr, 0u, 33u},
    {VGSIM_CONDITIONAL_NODE, "if more", nullptr,
     nullptr, 0u,
     fold_sim_0_if_more_ranges, 1u,
     fold_sim_0_if_more_bodies, 1u, 33u},
    {VGSIM_TRANSFER_NODE, "download y", "vg_copy",
     fold_sim_0_download_bindings, 2u,
     fold_sim_0_download_ranges, 2u, nullptr, 0u, 17u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     fold_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 18u},
};

static const vgsim_graph fold_sim_graphs[] = {
    {"main", fold_sim_0, 9u},
};

// fold.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t fold_vg_stamp __attribute__((weak));

static const vgsim_program fold_sim_program = {
    "fold",
    90u, // the capability that the device answers
    fold_sim_spaces, 2u,
    fold_sim_graphs, 1u,
    1u, // lanes
    fold_sim_buffers, 11u,
    "fold.yaml",
    VGGEN_fold_SIM_STAMP, &fold_vg_stamp,
};

static const struct fold_sim_registration {
    fold_sim_registration()
    {
        vgsim_register_program(&fold_sim_program);
    }
} fold_sim_registered;

#endif

// ---- fold.cu ----
#if VGSIM_HAS(1)

#include "fold_kernels.h"
#if VGGEN_fold_KERNELS_STAMP != VGGEN_fold_SIM_STAMP
#error "fold_sim.cpp and fold_kernels.h are of different runs of vggen: generate both again"
#endif
#include "fold.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *scale(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_fold_0 = vggen_parameters<decltype(&::scale)>;
static_assert(vggen_count<0, 2, vggen_kernel_fold_0::vggen_count>::vggen_checked,
              "kernel 'scale' has 2 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_fold_0::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'scale' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_fold_0::vggen_list, float *>::vggen_checked,
              "parameter 'y' of kernel 'scale' is 'out f32*': expected 'float *' in its source");

VGSIM_REGISTER_KERNEL_OF("fold: fold.cu", "scale", ::scale)

#endif

