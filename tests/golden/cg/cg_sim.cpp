// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// cg_sim.cpp - program "cg" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from cg.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_cg_SIM_STAMP 0x0123456789abcdef

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
VGSIM_REGISTER_KERNEL(vg_loop_count)
VGSIM_REGISTER_KERNEL(vg_loop_next)
VGSIM_REGISTER_KERNEL(vg_loop_end)

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

static const vgsim_space cg_sim_spaces[] = {
    {"device", 67840u, 0, 0},
    {"pinned", 28160u, 1, 0},
};

static const vgsim_buffer cg_sim_buffers[] = {
    {"b", 0u, 256u, 12800u, 8u},
    {"b", 1u, 256u, 12800u, 8u},
    {"tolerance", 0u, 0u, 8u, 8u},
    {"tolerance", 1u, 0u, 8u, 8u},
    {"x", 0u, 13056u, 12800u, 8u},
    {"x", 1u, 13056u, 12800u, 8u},
    {"r", 0u, 27904u, 12800u, 8u},
    {"p", 0u, 40704u, 12800u, 8u},
    {"q", 0u, 53504u, 12800u, 8u},
    {"pq_parts", 0u, 66304u, 16u, 8u},
    {"rr_parts", 0u, 66560u, 16u, 8u},
    {"rr", 0u, 66816u, 8u, 8u},
    {"limit", 0u, 67072u, 8u, 8u},
    {"beta", 0u, 67328u, 8u, 8u},
    {"running", 0u, 25856u, 4u, 4u},
    {"running", 1u, 25856u, 4u, 4u},
    {"history", 0u, 26112u, 1288u, 8u},
    {"history", 1u, 26112u, 1288u, 8u},
    {"iterations", 0u, 27648u, 4u, 4u},
    {"iterations", 1u, 27648u, 4u, 4u},
    {"vg_blocks", 0u, 67584u, 4u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 1 of 16 in its body
static const vgsim_binding cg_sim_1_apply_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 1 of 16 in its body
static const vgsim_binding cg_sim_1_improve_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 1 of 16 in its body
static const vgsim_binding cg_sim_1_judge_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 1 of 16 in its body
static const vgsim_binding cg_sim_1_turn_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_2_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_2_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 2 of 16 in its body
static const vgsim_binding cg_sim_1_apply_2_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_2_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 2 of 16 in its body
static const vgsim_binding cg_sim_1_improve_2_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_2_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 2 of 16 in its body
static const vgsim_binding cg_sim_1_judge_2_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_2_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 2 of 16 in its body
static const vgsim_binding cg_sim_1_turn_2_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_2_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_3_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_3_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 3 of 16 in its body
static const vgsim_binding cg_sim_1_apply_3_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_3_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 3 of 16 in its body
static const vgsim_binding cg_sim_1_improve_3_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_3_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 3 of 16 in its body
static const vgsim_binding cg_sim_1_judge_3_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_3_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 3 of 16 in its body
static const vgsim_binding cg_sim_1_turn_3_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_3_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_4_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_4_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 4 of 16 in its body
static const vgsim_binding cg_sim_1_apply_4_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_4_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 4 of 16 in its body
static const vgsim_binding cg_sim_1_improve_4_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_4_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 4 of 16 in its body
static const vgsim_binding cg_sim_1_judge_4_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_4_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 4 of 16 in its body
static const vgsim_binding cg_sim_1_turn_4_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_4_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_5_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_5_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 5 of 16 in its body
static const vgsim_binding cg_sim_1_apply_5_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_5_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 5 of 16 in its body
static const vgsim_binding cg_sim_1_improve_5_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_5_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 5 of 16 in its body
static const vgsim_binding cg_sim_1_judge_5_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_5_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 5 of 16 in its body
static const vgsim_binding cg_sim_1_turn_5_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_5_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_6_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_6_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 6 of 16 in its body
static const vgsim_binding cg_sim_1_apply_6_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_6_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 6 of 16 in its body
static const vgsim_binding cg_sim_1_improve_6_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_6_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 6 of 16 in its body
static const vgsim_binding cg_sim_1_judge_6_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_6_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 6 of 16 in its body
static const vgsim_binding cg_sim_1_turn_6_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_6_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_7_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_7_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 7 of 16 in its body
static const vgsim_binding cg_sim_1_apply_7_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_7_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 7 of 16 in its body
static const vgsim_binding cg_sim_1_improve_7_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_7_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 7 of 16 in its body
static const vgsim_binding cg_sim_1_judge_7_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_7_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 7 of 16 in its body
static const vgsim_binding cg_sim_1_turn_7_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_7_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_8_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_8_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 8 of 16 in its body
static const vgsim_binding cg_sim_1_apply_8_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_8_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 8 of 16 in its body
static const vgsim_binding cg_sim_1_improve_8_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_8_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 8 of 16 in its body
static const vgsim_binding cg_sim_1_judge_8_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_8_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 8 of 16 in its body
static const vgsim_binding cg_sim_1_turn_8_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_8_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_9_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_9_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 9 of 16 in its body
static const vgsim_binding cg_sim_1_apply_9_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_9_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 9 of 16 in its body
static const vgsim_binding cg_sim_1_improve_9_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_9_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 9 of 16 in its body
static const vgsim_binding cg_sim_1_judge_9_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_9_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 9 of 16 in its body
static const vgsim_binding cg_sim_1_turn_9_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_9_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_10_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_10_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 10 of 16 in its body
static const vgsim_binding cg_sim_1_apply_10_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_10_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 10 of 16 in its body
static const vgsim_binding cg_sim_1_improve_10_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_10_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 10 of 16 in its body
static const vgsim_binding cg_sim_1_judge_10_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_10_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 10 of 16 in its body
static const vgsim_binding cg_sim_1_turn_10_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_10_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_11_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_11_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 11 of 16 in its body
static const vgsim_binding cg_sim_1_apply_11_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_11_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 11 of 16 in its body
static const vgsim_binding cg_sim_1_improve_11_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_11_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 11 of 16 in its body
static const vgsim_binding cg_sim_1_judge_11_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_11_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 11 of 16 in its body
static const vgsim_binding cg_sim_1_turn_11_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_11_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_12_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_12_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 12 of 16 in its body
static const vgsim_binding cg_sim_1_apply_12_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_12_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 12 of 16 in its body
static const vgsim_binding cg_sim_1_improve_12_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_12_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 12 of 16 in its body
static const vgsim_binding cg_sim_1_judge_12_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_12_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 12 of 16 in its body
static const vgsim_binding cg_sim_1_turn_12_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_12_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_13_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_13_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 13 of 16 in its body
static const vgsim_binding cg_sim_1_apply_13_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_13_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 13 of 16 in its body
static const vgsim_binding cg_sim_1_improve_13_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_13_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 13 of 16 in its body
static const vgsim_binding cg_sim_1_judge_13_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_13_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 13 of 16 in its body
static const vgsim_binding cg_sim_1_turn_13_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_13_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_14_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_14_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 14 of 16 in its body
static const vgsim_binding cg_sim_1_apply_14_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_14_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 14 of 16 in its body
static const vgsim_binding cg_sim_1_improve_14_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_14_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 14 of 16 in its body
static const vgsim_binding cg_sim_1_judge_14_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_14_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 14 of 16 in its body
static const vgsim_binding cg_sim_1_turn_14_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_14_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_15_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_15_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 15 of 16 in its body
static const vgsim_binding cg_sim_1_apply_15_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_15_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 15 of 16 in its body
static const vgsim_binding cg_sim_1_improve_15_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_15_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 15 of 16 in its body
static const vgsim_binding cg_sim_1_judge_15_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_15_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 15 of 16 in its body
static const vgsim_binding cg_sim_1_turn_15_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_15_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// count of iterate
static const vgsim_binding cg_sim_1_vg_loop_count_16_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_count_16_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// launch apply, pass 16 of 16 in its body
static const vgsim_binding cg_sim_1_apply_16_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 40704u},
    {2, 0u, 53504u},
    {3, 0u, 66304u},
};
static const vgsim_range cg_sim_1_apply_16_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
};

// launch improve, pass 16 of 16 in its body
static const vgsim_binding cg_sim_1_improve_16_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 66816u},
    {2, 0u, 66304u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 13056u},
    {6, 0u, 27904u},
    {7, 0u, 66560u},
};
static const vgsim_range cg_sim_1_improve_16_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ, 40704u, 53504u, "p"},
    {0u, VGSIM_READ, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
};

// launch judge, pass 16 of 16 in its body
static const vgsim_binding cg_sim_1_judge_16_bindings[] = {
    {0, 0u, 27648u},
    {1, 0u, 66560u},
    {2, 0u, 67072u},
    {3, 0u, 66816u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_1_judge_16_ranges[] = {
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// launch turn, pass 16 of 16 in its body
static const vgsim_binding cg_sim_1_turn_16_bindings[] = {
    {0, 0u, 25856u},
    {1, 0u, 67328u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
};
static const vgsim_range cg_sim_1_turn_16_ranges[] = {
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
};

// next pass of iterate
static const vgsim_binding cg_sim_1_vg_loop_next_bindings[] = {
    {0, 0u, 67584u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_1_vg_loop_next_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 67584u, 67588u, "vg_blocks"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

static const vgsim_node cg_sim_1[] = {
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_bindings, 2u,
     cg_sim_1_vg_loop_count_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 1 of 16 in its body", "apply",
     cg_sim_1_apply_bindings, 4u,
     cg_sim_1_apply_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 1 of 16 in its body", "improve",
     cg_sim_1_improve_bindings, 8u,
     cg_sim_1_improve_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 1 of 16 in its body", "judge",
     cg_sim_1_judge_bindings, 7u,
     cg_sim_1_judge_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 1 of 16 in its body", "turn",
     cg_sim_1_turn_bindings, 4u,
     cg_sim_1_turn_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_2_bindings, 2u,
     cg_sim_1_vg_loop_count_2_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 2 of 16 in its body", "apply",
     cg_sim_1_apply_2_bindings, 4u,
     cg_sim_1_apply_2_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 2 of 16 in its body", "improve",
     cg_sim_1_improve_2_bindings, 8u,
     cg_sim_1_improve_2_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 2 of 16 in its body", "judge",
     cg_sim_1_judge_2_bindings, 7u,
     cg_sim_1_judge_2_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 2 of 16 in its body", "turn",
     cg_sim_1_turn_2_bindings, 4u,
     cg_sim_1_turn_2_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_3_bindings, 2u,
     cg_sim_1_vg_loop_count_3_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 3 of 16 in its body", "apply",
     cg_sim_1_apply_3_bindings, 4u,
     cg_sim_1_apply_3_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 3 of 16 in its body", "improve",
     cg_sim_1_improve_3_bindings, 8u,
     cg_sim_1_improve_3_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 3 of 16 in its body", "judge",
     cg_sim_1_judge_3_bindings, 7u,
     cg_sim_1_judge_3_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 3 of 16 in its body", "turn",
     cg_sim_1_turn_3_bindings, 4u,
     cg_sim_1_turn_3_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_4_bindings, 2u,
     cg_sim_1_vg_loop_count_4_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 4 of 16 in its body", "apply",
     cg_sim_1_apply_4_bindings, 4u,
     cg_sim_1_apply_4_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 4 of 16 in its body", "improve",
     cg_sim_1_improve_4_bindings, 8u,
     cg_sim_1_improve_4_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 4 of 16 in its body", "judge",
     cg_sim_1_judge_4_bindings, 7u,
     cg_sim_1_judge_4_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 4 of 16 in its body", "turn",
     cg_sim_1_turn_4_bindings, 4u,
     cg_sim_1_turn_4_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_5_bindings, 2u,
     cg_sim_1_vg_loop_count_5_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 5 of 16 in its body", "apply",
     cg_sim_1_apply_5_bindings, 4u,
     cg_sim_1_apply_5_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 5 of 16 in its body", "improve",
     cg_sim_1_improve_5_bindings, 8u,
     cg_sim_1_improve_5_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 5 of 16 in its body", "judge",
     cg_sim_1_judge_5_bindings, 7u,
     cg_sim_1_judge_5_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 5 of 16 in its body", "turn",
     cg_sim_1_turn_5_bindings, 4u,
     cg_sim_1_turn_5_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_6_bindings, 2u,
     cg_sim_1_vg_loop_count_6_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 6 of 16 in its body", "apply",
     cg_sim_1_apply_6_bindings, 4u,
     cg_sim_1_apply_6_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 6 of 16 in its body", "improve",
     cg_sim_1_improve_6_bindings, 8u,
     cg_sim_1_improve_6_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 6 of 16 in its body", "judge",
     cg_sim_1_judge_6_bindings, 7u,
     cg_sim_1_judge_6_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 6 of 16 in its body", "turn",
     cg_sim_1_turn_6_bindings, 4u,
     cg_sim_1_turn_6_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_7_bindings, 2u,
     cg_sim_1_vg_loop_count_7_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 7 of 16 in its body", "apply",
     cg_sim_1_apply_7_bindings, 4u,
     cg_sim_1_apply_7_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 7 of 16 in its body", "improve",
     cg_sim_1_improve_7_bindings, 8u,
     cg_sim_1_improve_7_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 7 of 16 in its body", "judge",
     cg_sim_1_judge_7_bindings, 7u,
     cg_sim_1_judge_7_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 7 of 16 in its body", "turn",
     cg_sim_1_turn_7_bindings, 4u,
     cg_sim_1_turn_7_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_8_bindings, 2u,
     cg_sim_1_vg_loop_count_8_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 8 of 16 in its body", "apply",
     cg_sim_1_apply_8_bindings, 4u,
     cg_sim_1_apply_8_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 8 of 16 in its body", "improve",
     cg_sim_1_improve_8_bindings, 8u,
     cg_sim_1_improve_8_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 8 of 16 in its body", "judge",
     cg_sim_1_judge_8_bindings, 7u,
     cg_sim_1_judge_8_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 8 of 16 in its body", "turn",
     cg_sim_1_turn_8_bindings, 4u,
     cg_sim_1_turn_8_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_9_bindings, 2u,
     cg_sim_1_vg_loop_count_9_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 9 of 16 in its body", "apply",
     cg_sim_1_apply_9_bindings, 4u,
     cg_sim_1_apply_9_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 9 of 16 in its body", "improve",
     cg_sim_1_improve_9_bindings, 8u,
     cg_sim_1_improve_9_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 9 of 16 in its body", "judge",
     cg_sim_1_judge_9_bindings, 7u,
     cg_sim_1_judge_9_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 9 of 16 in its body", "turn",
     cg_sim_1_turn_9_bindings, 4u,
     cg_sim_1_turn_9_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_10_bindings, 2u,
     cg_sim_1_vg_loop_count_10_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 10 of 16 in its body", "apply",
     cg_sim_1_apply_10_bindings, 4u,
     cg_sim_1_apply_10_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 10 of 16 in its body", "improve",
     cg_sim_1_improve_10_bindings, 8u,
     cg_sim_1_improve_10_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 10 of 16 in its body", "judge",
     cg_sim_1_judge_10_bindings, 7u,
     cg_sim_1_judge_10_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 10 of 16 in its body", "turn",
     cg_sim_1_turn_10_bindings, 4u,
     cg_sim_1_turn_10_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_11_bindings, 2u,
     cg_sim_1_vg_loop_count_11_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 11 of 16 in its body", "apply",
     cg_sim_1_apply_11_bindings, 4u,
     cg_sim_1_apply_11_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 11 of 16 in its body", "improve",
     cg_sim_1_improve_11_bindings, 8u,
     cg_sim_1_improve_11_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 11 of 16 in its body", "judge",
     cg_sim_1_judge_11_bindings, 7u,
     cg_sim_1_judge_11_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 11 of 16 in its body", "turn",
     cg_sim_1_turn_11_bindings, 4u,
     cg_sim_1_turn_11_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_12_bindings, 2u,
     cg_sim_1_vg_loop_count_12_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 12 of 16 in its body", "apply",
     cg_sim_1_apply_12_bindings, 4u,
     cg_sim_1_apply_12_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 12 of 16 in its body", "improve",
     cg_sim_1_improve_12_bindings, 8u,
     cg_sim_1_improve_12_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 12 of 16 in its body", "judge",
     cg_sim_1_judge_12_bindings, 7u,
     cg_sim_1_judge_12_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 12 of 16 in its body", "turn",
     cg_sim_1_turn_12_bindings, 4u,
     cg_sim_1_turn_12_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_13_bindings, 2u,
     cg_sim_1_vg_loop_count_13_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 13 of 16 in its body", "apply",
     cg_sim_1_apply_13_bindings, 4u,
     cg_sim_1_apply_13_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 13 of 16 in its body", "improve",
     cg_sim_1_improve_13_bindings, 8u,
     cg_sim_1_improve_13_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 13 of 16 in its body", "judge",
     cg_sim_1_judge_13_bindings, 7u,
     cg_sim_1_judge_13_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 13 of 16 in its body", "turn",
     cg_sim_1_turn_13_bindings, 4u,
     cg_sim_1_turn_13_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_14_bindings, 2u,
     cg_sim_1_vg_loop_count_14_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 14 of 16 in its body", "apply",
     cg_sim_1_apply_14_bindings, 4u,
     cg_sim_1_apply_14_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 14 of 16 in its body", "improve",
     cg_sim_1_improve_14_bindings, 8u,
     cg_sim_1_improve_14_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 14 of 16 in its body", "judge",
     cg_sim_1_judge_14_bindings, 7u,
     cg_sim_1_judge_14_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 14 of 16 in its body", "turn",
     cg_sim_1_turn_14_bindings, 4u,
     cg_sim_1_turn_14_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_15_bindings, 2u,
     cg_sim_1_vg_loop_count_15_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 15 of 16 in its body", "apply",
     cg_sim_1_apply_15_bindings, 4u,
     cg_sim_1_apply_15_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 15 of 16 in its body", "improve",
     cg_sim_1_improve_15_bindings, 8u,
     cg_sim_1_improve_15_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 15 of 16 in its body", "judge",
     cg_sim_1_judge_15_bindings, 7u,
     cg_sim_1_judge_15_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 15 of 16 in its body", "turn",
     cg_sim_1_turn_15_bindings, 4u,
     cg_sim_1_turn_15_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "count of iterate", "vg_loop_count",
     cg_sim_1_vg_loop_count_16_bindings, 2u,
     cg_sim_1_vg_loop_count_16_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "launch apply, pass 16 of 16 in its body", "apply",
     cg_sim_1_apply_16_bindings, 4u,
     cg_sim_1_apply_16_ranges, 4u, nullptr, 0u, 105u},
    {VGSIM_KERNEL_NODE, "launch improve, pass 16 of 16 in its body", "improve",
     cg_sim_1_improve_16_bindings, 8u,
     cg_sim_1_improve_16_ranges, 8u, nullptr, 0u, 108u},
    {VGSIM_KERNEL_NODE, "launch judge, pass 16 of 16 in its body", "judge",
     cg_sim_1_judge_16_bindings, 7u,
     cg_sim_1_judge_16_ranges, 7u, nullptr, 0u, 111u},
    {VGSIM_KERNEL_NODE, "launch turn, pass 16 of 16 in its body", "turn",
     cg_sim_1_turn_16_bindings, 4u,
     cg_sim_1_turn_16_ranges, 4u, nullptr, 0u, 114u},
    {VGSIM_KERNEL_NODE, "next pass of iterate", "vg_loop_next",
     cg_sim_1_vg_loop_next_bindings, 2u,
     cg_sim_1_vg_loop_next_ranges, 2u, nullptr, 0u, 100u},
};

// launch vg_begin

// upload tolerance, b
static const vgsim_binding cg_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range cg_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 13056u, "tolerance, b"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 13056u, "tolerance, b"},
};

// fill history
static const vgsim_binding cg_sim_0_fill_history_bindings[] = {
    {0, 0u, 26112u},
};
static const vgsim_range cg_sim_0_fill_history_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 26112u, 27400u, "history"},
};

// fill pq_parts
static const vgsim_binding cg_sim_0_fill_pq_parts_bindings[] = {
    {0, 0u, 66304u},
};
static const vgsim_range cg_sim_0_fill_pq_parts_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 66304u, 66320u, "pq_parts"},
};

// launch start
static const vgsim_binding cg_sim_0_start_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 13056u},
    {2, 0u, 27904u},
    {3, 0u, 40704u},
    {4, 0u, 53504u},
    {5, 0u, 66560u},
};
static const vgsim_range cg_sim_0_start_ranges[] = {
    {0u, VGSIM_READ, 256u, 13056u, "b"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 13056u, 25856u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 27904u, 40704u, "r"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 40704u, 53504u, "p"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 53504u, 66304u, "q"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 66560u, 66576u, "rr_parts"},
};

// launch look
static const vgsim_binding cg_sim_0_look_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 66560u},
    {2, 0u, 66816u},
    {3, 0u, 67072u},
    {4, 0u, 67328u},
    {5, 0u, 25856u},
    {6, 0u, 26112u},
};
static const vgsim_range cg_sim_0_look_ranges[] = {
    {0u, VGSIM_READ, 0u, 8u, "tolerance"},
    {0u, VGSIM_READ, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 66816u, 66824u, "rr"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 67072u, 67080u, "limit"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 67328u, 67336u, "beta"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
};

// begin of iterate
static const vgsim_binding cg_sim_0_fill_iterations_bindings[] = {
    {0, 0u, 27648u},
};
static const vgsim_range cg_sim_0_fill_iterations_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 27648u, 27652u, "iterations"},
};

// begin of iterate
static const vgsim_binding cg_sim_0_vg_loop_begin_bindings[] = {
    {0, 0u, 67584u},
    {1, 0u, 25856u},
};
static const vgsim_range cg_sim_0_vg_loop_begin_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 67584u, 67588u, "vg_blocks"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
};

// iterate
static const vgsim_range cg_sim_0_iterate_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 13056u, 25856u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27904u, 40704u, "r"},
    {0u, VGSIM_READ | VGSIM_WRITE, 40704u, 53504u, "p"},
    {0u, VGSIM_READ | VGSIM_WRITE, 53504u, 66304u, "q"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66304u, 66320u, "pq_parts"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66560u, 66576u, "rr_parts"},
    {0u, VGSIM_READ | VGSIM_WRITE, 66816u, 66824u, "rr"},
    {0u, VGSIM_READ, 67072u, 67080u, "limit"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67328u, 67336u, "beta"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25856u, 25860u, "running"},
    {0u, VGSIM_READ | VGSIM_WRITE, 26112u, 27400u, "history"},
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
    {0u, VGSIM_READ | VGSIM_WRITE, 67584u, 67588u, "vg_blocks"},
};
static const vgsim_graph cg_sim_0_iterate_bodies[] = {
    {"main_iterate_do", cg_sim_1, 81u},
};

// end of iterate
static const vgsim_binding cg_sim_0_vg_loop_end_bindings[] = {
    {0, 0u, 27648u},
};
static const vgsim_range cg_sim_0_vg_loop_end_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 27648u, 27652u, "iterations"},
};

// download x, running, history, iterations
static const vgsim_binding cg_sim_0_download_bindings[] = {
    {1, 0u, 13056u},
    {0, 1u, 13056u},
};
static const vgsim_range cg_sim_0_download_ranges[] = {
    {0u, VGSIM_READ | VGSIM_SPARE, 13056u, 27652u, "x, running, history, iterations"},
    {0u, VGSIM_READ, 13056u, 25856u, "x"},
    {0u, VGSIM_READ, 25856u, 25860u, "running"},
    {0u, VGSIM_READ, 26112u, 27400u, "history"},
    {0u, VGSIM_READ, 27648u, 27652u, "iterations"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 13056u, 27652u, "x, running, history, iterations"},
};

// launch vg_end
static const vgsim_binding cg_sim_0_end_bindings[] = {
    {0, 1u, 27904u},
};

static const vgsim_node cg_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 93u},
    {VGSIM_TRANSFER_NODE, "upload tolerance, b", "vg_copy",
     cg_sim_0_upload_bindings, 2u,
     cg_sim_0_upload_ranges, 2u, nullptr, 0u, 80u},
    {VGSIM_MOVE_NODE, "fill history", "vg_fill",
     cg_sim_0_fill_history_bindings, 1u,
     cg_sim_0_fill_history_ranges, 1u, nullptr, 0u, 94u},
    {VGSIM_MOVE_NODE, "fill pq_parts", "vg_fill",
     cg_sim_0_fill_pq_parts_bindings, 1u,
     cg_sim_0_fill_pq_parts_ranges, 1u, nullptr, 0u, 95u},
    {VGSIM_KERNEL_NODE, "launch start", "start",
     cg_sim_0_start_bindings, 6u,
     cg_sim_0_start_ranges, 6u, nullptr, 0u, 96u},
    {VGSIM_KERNEL_NODE, "launch look", "look",
     cg_sim_0_look_bindings, 7u,
     cg_sim_0_look_ranges, 7u, nullptr, 0u, 98u},
    {VGSIM_MOVE_NODE, "begin of iterate", "vg_fill",
     cg_sim_0_fill_iterations_bindings, 1u,
     cg_sim_0_fill_iterations_ranges, 1u, nullptr, 0u, 100u},
    {VGSIM_KERNEL_NODE, "begin of iterate", "vg_loop_begin",
     cg_sim_0_vg_loop_begin_bindings, 2u,
     cg_sim_0_vg_loop_begin_ranges, 2u, nullptr, 0u, 100u},
    {VGSIM_CONDITIONAL_NODE, "iterate", nullptr,
     nullptr, 0u,
     cg_sim_0_iterate_ranges, 13u,
     cg_sim_0_iterate_bodies, 1u, 100u},
    {VGSIM_KERNEL_NODE, "end of iterate", "vg_loop_end",
     cg_sim_0_vg_loop_end_bindings, 1u,
     cg_sim_0_vg_loop_end_ranges, 1u, nullptr, 0u, 100u},
    {VGSIM_TRANSFER_NODE, "download x, running, history, iterations", "vg_copy",
     cg_sim_0_download_bindings, 2u,
     cg_sim_0_download_ranges, 6u, nullptr, 0u, 81u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     cg_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 93u},
};

static const vgsim_graph cg_sim_graphs[] = {
    {"main", cg_sim_0, 12u},
};

// cg.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t cg_vg_stamp __attribute__((weak));

static const vgsim_program cg_sim_program = {
    "cg",
    90u, // the capability that the device answers
    cg_sim_spaces, 2u,
    cg_sim_graphs, 1u,
    1u, // lanes
    cg_sim_buffers, 21u,
    "cg.yaml",
    VGGEN_cg_SIM_STAMP, &cg_vg_stamp,
};

static const struct cg_sim_registration {
    cg_sim_registration()
    {
        vgsim_register_program(&cg_sim_program);
    }
} cg_sim_registered;

#endif

// ---- cg.cu ----
#if VGSIM_HAS(1)

#include "cg_kernels.h"
#if VGGEN_cg_KERNELS_STAMP != VGGEN_cg_SIM_STAMP
#error "cg_sim.cpp and cg_kernels.h are of different runs of vggen: generate both again"
#endif
#include "cg.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *start(vggen_nothing);
vggen_nothing *look(vggen_nothing);
vggen_nothing *apply(vggen_nothing);
vggen_nothing *improve(vggen_nothing);
vggen_nothing *judge(vggen_nothing);
vggen_nothing *turn(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_cg_0 = vggen_parameters<decltype(&::start)>;
static_assert(vggen_count<0, 6, vggen_kernel_cg_0::vggen_count>::vggen_checked,
              "kernel 'start' has 6 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_cg_0::vggen_list, const double *>::vggen_checked,
              "parameter 'b' of kernel 'start' is 'in once f64*': expected 'const double *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_cg_0::vggen_list, double *>::vggen_checked,
              "parameter 'x' of kernel 'start' is 'out once f64*': expected 'double *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_cg_0::vggen_list, double *>::vggen_checked,
              "parameter 'r' of kernel 'start' is 'out f64*': expected 'double *' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_cg_0::vggen_list, double *>::vggen_checked,
              "parameter 'p' of kernel 'start' is 'out f64*': expected 'double *' in its source");
static_assert(vggen_check<4, 0, 4, vggen_kernel_cg_0::vggen_list, double *>::vggen_checked,
              "parameter 'q' of kernel 'start' is 'out f64*': expected 'double *' in its source");
static_assert(vggen_check<5, 0, 5, vggen_kernel_cg_0::vggen_list, double *>::vggen_checked,
              "parameter 'rr_parts' of kernel 'start' is 'out f64*': expected 'double *' in its source");
using vggen_kernel_cg_1 = vggen_parameters<decltype(&::look)>;
static_assert(vggen_count<1, 7, vggen_kernel_cg_1::vggen_count>::vggen_checked,
              "kernel 'look' has 7 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_cg_1::vggen_list, const double *>::vggen_checked,
              "parameter 'tolerance' of kernel 'look' is 'in once f64*': expected 'const double *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_cg_1::vggen_list, const double *>::vggen_checked,
              "parameter 'rr_parts' of kernel 'look' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_cg_1::vggen_list, double *>::vggen_checked,
              "parameter 'rr' of kernel 'look' is 'out f64*': expected 'double *' in its source");
static_assert(vggen_check<3, 1, 3, vggen_kernel_cg_1::vggen_list, double *>::vggen_checked,
              "parameter 'limit' of kernel 'look' is 'out f64*': expected 'double *' in its source");
static_assert(vggen_check<4, 1, 4, vggen_kernel_cg_1::vggen_list, double *>::vggen_checked,
              "parameter 'beta' of kernel 'look' is 'out f64*': expected 'double *' in its source");
static_assert(vggen_check<5, 1, 5, vggen_kernel_cg_1::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'running' of kernel 'look' is 'out u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<6, 1, 6, vggen_kernel_cg_1::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'history' of kernel 'look' is 'inout f64*': expected 'double *' in its source");
using vggen_kernel_cg_2 = vggen_parameters<decltype(&::apply)>;
static_assert(vggen_count<2, 4, vggen_kernel_cg_2::vggen_count>::vggen_checked,
              "kernel 'apply' has 4 parameters in the spec");
static_assert(vggen_check<0, 2, 0, vggen_kernel_cg_2::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'running' of kernel 'apply' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 2, 1, vggen_kernel_cg_2::vggen_list, const double *>::vggen_checked,
              "parameter 'p' of kernel 'apply' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<2, 2, 2, vggen_kernel_cg_2::vggen_list, double *>::vggen_checked,
              "parameter 'q' of kernel 'apply' is 'out_part f64*': expected 'double *' in its source");
static_assert(vggen_check<3, 2, 3, vggen_kernel_cg_2::vggen_list, double *>::vggen_checked,
              "parameter 'pq_parts' of kernel 'apply' is 'out_part f64*': expected 'double *' in its source");
using vggen_kernel_cg_3 = vggen_parameters<decltype(&::improve)>;
static_assert(vggen_count<3, 8, vggen_kernel_cg_3::vggen_count>::vggen_checked,
              "kernel 'improve' has 8 parameters in the spec");
static_assert(vggen_check<0, 3, 0, vggen_kernel_cg_3::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'running' of kernel 'improve' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 3, 1, vggen_kernel_cg_3::vggen_list, const double *>::vggen_checked,
              "parameter 'rr' of kernel 'improve' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<2, 3, 2, vggen_kernel_cg_3::vggen_list, const double *>::vggen_checked,
              "parameter 'pq_parts' of kernel 'improve' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<3, 3, 3, vggen_kernel_cg_3::vggen_list, const double *>::vggen_checked,
              "parameter 'p' of kernel 'improve' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<4, 3, 4, vggen_kernel_cg_3::vggen_list, const double *>::vggen_checked,
              "parameter 'q' of kernel 'improve' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<5, 3, 5, vggen_kernel_cg_3::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'x' of kernel 'improve' is 'inout f64*': expected 'double *' in its source");
static_assert(vggen_check<6, 3, 6, vggen_kernel_cg_3::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'r' of kernel 'improve' is 'inout f64*': expected 'double *' in its source");
static_assert(vggen_check<7, 3, 7, vggen_kernel_cg_3::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'rr_parts' of kernel 'improve' is 'inout f64*': expected 'double *' in its source");
using vggen_kernel_cg_4 = vggen_parameters<decltype(&::judge)>;
static_assert(vggen_count<4, 7, vggen_kernel_cg_4::vggen_count>::vggen_checked,
              "kernel 'judge' has 7 parameters in the spec");
static_assert(vggen_check<0, 4, 0, vggen_kernel_cg_4::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'iterations' of kernel 'judge' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 4, 1, vggen_kernel_cg_4::vggen_list, const double *>::vggen_checked,
              "parameter 'rr_parts' of kernel 'judge' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<2, 4, 2, vggen_kernel_cg_4::vggen_list, const double *>::vggen_checked,
              "parameter 'limit' of kernel 'judge' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<3, 4, 3, vggen_kernel_cg_4::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'rr' of kernel 'judge' is 'inout f64*': expected 'double *' in its source");
static_assert(vggen_check<4, 4, 4, vggen_kernel_cg_4::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'beta' of kernel 'judge' is 'inout f64*': expected 'double *' in its source");
static_assert(vggen_check<5, 4, 5, vggen_kernel_cg_4::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'running' of kernel 'judge' is 'inout u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<6, 4, 6, vggen_kernel_cg_4::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'history' of kernel 'judge' is 'inout f64*': expected 'double *' in its source");
using vggen_kernel_cg_5 = vggen_parameters<decltype(&::turn)>;
static_assert(vggen_count<5, 4, vggen_kernel_cg_5::vggen_count>::vggen_checked,
              "kernel 'turn' has 4 parameters in the spec");
static_assert(vggen_check<0, 5, 0, vggen_kernel_cg_5::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'running' of kernel 'turn' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 5, 1, vggen_kernel_cg_5::vggen_list, const double *>::vggen_checked,
              "parameter 'beta' of kernel 'turn' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<2, 5, 2, vggen_kernel_cg_5::vggen_list, const double *>::vggen_checked,
              "parameter 'r' of kernel 'turn' is 'in f64*': expected 'const double *' in its source");
static_assert(vggen_check<3, 5, 3, vggen_kernel_cg_5::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'p' of kernel 'turn' is 'inout f64*': expected 'double *' in its source");

VGSIM_REGISTER_KERNEL_OF("cg: cg.cu", "start", ::start)
VGSIM_REGISTER_KERNEL_OF("cg: cg.cu", "look", ::look)
VGSIM_REGISTER_KERNEL_OF("cg: cg.cu", "apply", ::apply)
VGSIM_REGISTER_KERNEL_OF("cg: cg.cu", "improve", ::improve)
VGSIM_REGISTER_KERNEL_OF("cg: cg.cu", "judge", ::judge)
VGSIM_REGISTER_KERNEL_OF("cg: cg.cu", "turn", ::turn)

#endif

