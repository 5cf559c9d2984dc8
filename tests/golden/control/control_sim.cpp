// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// control_sim.cpp - program "control" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from control.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_control_SIM_STAMP 0x0123456789abcdef

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

// ---- built-in kernels: mailbox.cu ----

// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// The kernels with which a resident block begins and ends each replay. What goes in and comes out crosses the bus as
// lines: 8 bytes that hold a word and, above it, the number of the replay, so that a line that has arrived is known to
// be whole and of this replay, whatever order lines arrive in. The lowest 8 bits of a number are free: of a line that
// goes in they are the graph that is to run, or 255, which ends the block.

// Takes all lines that go in, and puts their words side by side into `mirror`, where kernels read them. Any block of
// one dimension. `numbers` holds the last number that each thread took; numbers count in steps of 256 and leave 0 out.
// Volatile loads of 8 bytes are single accesses, and those of several lines are under way together.
extern "C" __global__ void vg_mail_in(unsigned *mirror, unsigned *numbers, const unsigned long long *lines,
                                      unsigned count, cudaGraphConditionalHandle go, cudaGraphConditionalHandle which)
{
    const unsigned stop = 255, thread = threadIdx.x, threads = blockDim.x;
    const unsigned next = (numbers[thread] & ~255u) + 256u, number = next != 0 ? next : 256u;
    const volatile unsigned long long *const line = lines;
    unsigned graph = 0;

    for (unsigned first = thread; first < count; first += 4 * threads) {
        unsigned long long taken[4];
        bool whole;

        do {
#pragma unroll
            for (unsigned k = 0; k < 4; k++)
                if (first + k * threads < count)
                    taken[k] = line[first + k * threads];
            whole = true;
#pragma unroll
            for (unsigned k = 0; k < 4; k++)
                if (first + k * threads < count)
                    whole = whole && ((unsigned)(taken[k] >> 32) & ~255u) == number;
        } while (!whole);
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            if (first + k * threads < count)
                mirror[first + k * threads] = (unsigned)taken[k];
        graph = (unsigned)(taken[0] >> 32) & 255u;
    }
    numbers[thread] = number;
    if (thread == 0) {
        cudaGraphSetConditional(which, graph);
        if (graph == stop)
            cudaGraphSetConditional(go, 0);
    }
}

// Sends the words of `mirror` as lines: as many as the first word that went in says.
extern "C" __global__ void vg_mail_out(unsigned long long *lines, const unsigned *mirror, const unsigned *count,
                                       const unsigned *numbers)
{
    const unsigned long long number = (unsigned long long)numbers[threadIdx.x] << 32;
    const unsigned last = *count;
    volatile unsigned long long *const line = lines;

    for (unsigned i = threadIdx.x; i < last; i += blockDim.x)
        line[i] = number | mirror[i];
}

VGSIM_REGISTER_KERNEL(vg_mail_in)
VGSIM_REGISTER_KERNEL(vg_mail_out)

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

// ---- dynamic shared memory: the arrays of all sources ----


// ---- memory ----

static const vgsim_space control_sim_spaces[] = {
    {"device", 26112u, 0, 0},
    {"pinned", 2304u, 1, 0},
    {"mirror", 5636u, VGSIM_MIRROR, 0},
};

static const vgsim_buffer control_sim_buffers[] = {
    {"sensors", 1u, 0u, 256u, 4u},
    {"forces", 1u, 256u, 256u, 4u},
    {"status", 1u, 512u, 16u, 16u},
    {"report", 1u, 768u, 1024u, 16u},
    {"frames", 1u, 1792u, 4u, 4u},
    {"sections", 0u, 0u, 5120u, 4u},
    {"gains", 0u, 5120u, 16384u, 4u},
    {"watched", 0u, 21504u, 16u, 16u},
    {"memory", 0u, 21760u, 2048u, 4u},
    {"held", 0u, 23808u, 256u, 4u},
    {"tallies", 0u, 24064u, 1024u, 16u},
    {"counted", 0u, 25088u, 4u, 4u},
    {"samples", 0u, 25344u, 256u, 4u},
    {"filtered", 0u, 25600u, 256u, 4u},
    {"wanted", 0u, 25856u, 256u, 4u},
    {"sensors", 2u, 4112u, 256u, 4u},
    {"forces", 2u, 4608u, 256u, 4u},
    {"status", 2u, 4864u, 16u, 16u},
    {"report", 2u, 4608u, 1024u, 16u},
    {"frames", 2u, 5632u, 4u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch take
static const vgsim_binding control_sim_0_take_bindings[] = {
    {0, 1u, 0u},
    {3, 0u, 21504u},
    {4, 0u, 25344u},
};
static const vgsim_range control_sim_0_take_ranges[] = {
    {1u, VGSIM_READ, 0u, 256u, "sensors"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21504u, 21520u, "watched"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25344u, 25600u, "samples"},
};

// launch filter
static const vgsim_binding control_sim_0_filter_bindings[] = {
    {0, 0u, 21504u},
    {1, 0u, 25344u},
    {2, 0u, 0u},
    {3, 0u, 21760u},
    {4, 0u, 25600u},
};
static const vgsim_range control_sim_0_filter_ranges[] = {
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 0u, 5120u, "sections"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21760u, 23808u, "memory"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25600u, 25856u, "filtered"},
};

// launch mix
static const vgsim_binding control_sim_0_mix_bindings[] = {
    {0, 0u, 5120u},
    {1, 0u, 25600u},
    {2, 0u, 25856u},
};
static const vgsim_range control_sim_0_mix_ranges[] = {
    {0u, VGSIM_READ, 5120u, 21504u, "gains"},
    {0u, VGSIM_READ, 25600u, 25856u, "filtered"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25856u, 26112u, "wanted"},
};

// launch drive
static const vgsim_binding control_sim_0_drive_bindings[] = {
    {0, 0u, 21504u},
    {1, 0u, 25344u},
    {2, 0u, 25856u},
    {4, 0u, 23808u},
    {5, 0u, 24064u},
    {6, 1u, 256u},
    {7, 1u, 512u},
};
static const vgsim_range control_sim_0_drive_ranges[] = {
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ | VGSIM_WRITE, 23808u, 24064u, "held"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 256u, 512u, "forces"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 512u, 528u, "status"},
};

// launch vg_end
static const vgsim_binding control_sim_0_end_bindings[] = {
    {0, 1u, 2048u},
};

static const vgsim_node control_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch take", "take",
     control_sim_0_take_bindings, 3u,
     control_sim_0_take_ranges, 3u, nullptr, 0u, 90u},
    {VGSIM_KERNEL_NODE, "launch filter", "filter",
     control_sim_0_filter_bindings, 5u,
     control_sim_0_filter_ranges, 5u, nullptr, 0u, 92u},
    {VGSIM_KERNEL_NODE, "launch mix", "mix",
     control_sim_0_mix_bindings, 3u,
     control_sim_0_mix_ranges, 3u, nullptr, 0u, 94u},
    {VGSIM_KERNEL_NODE, "launch drive", "drive",
     control_sim_0_drive_bindings, 7u,
     control_sim_0_drive_ranges, 7u, nullptr, 0u, 96u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     control_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 89u},
};

// launch summarize
static const vgsim_binding control_sim_1_summarize_bindings[] = {
    {0, 0u, 25088u},
    {1, 0u, 21504u},
    {2, 0u, 24064u},
    {3, 1u, 768u},
    {4, 1u, 1792u},
};
static const vgsim_range control_sim_1_summarize_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 25088u, 25092u, "counted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 768u, 1792u, "report"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 1792u, 1796u, "frames"},
};

// launch vg_end
static const vgsim_binding control_sim_1_end_bindings[] = {
    {0, 1u, 2048u},
};

static const vgsim_node control_sim_1[] = {
    {VGSIM_KERNEL_NODE, "launch summarize", "summarize",
     control_sim_1_summarize_bindings, 5u,
     control_sim_1_summarize_ranges, 5u, nullptr, 0u, 99u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     control_sim_1_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 98u},
};

// ---- the mailbox: a launch that stays on the device ----

// until it is disarmed
static const vgsim_range control_mailbox_part_0_ranges[] = {
    {2u, VGSIM_READ | VGSIM_WRITE, 0u, 5636u, "the mirror"},
    {2u, VGSIM_READ, 4112u, 4368u, "sensors"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21504u, 21520u, "watched"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 0u, 5120u, "sections"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21760u, 23808u, "memory"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25600u, 25856u, "filtered"},
    {0u, VGSIM_READ, 5120u, 21504u, "gains"},
    {0u, VGSIM_READ, 25600u, 25856u, "filtered"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ | VGSIM_WRITE, 23808u, 24064u, "held"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 4864u, "forces"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4864u, 4880u, "status"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25088u, 25092u, "counted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 5632u, "report"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 5632u, 5636u, "frames"},
    {2u, VGSIM_READ | VGSIM_WRITE, 0u, 5636u, "the mirror"},
};
// launch vg_mail_in
static const vgsim_binding control_mailbox_part_0_0_part_0_bindings[] = {
    {0, 2u, 4096u},
    {1, 2u, 0u},
};
static const vgsim_range control_mailbox_part_0_0_part_0_ranges[] = {
    {2u, VGSIM_READ | VGSIM_WRITE, 0u, 5636u, "the mirror"},
};
static const vgsim_given control_mailbox_part_0_0_part_0_given[] = {
    {VGSIM_PARAMETER, 0u, 8u, 0u},
    {VGSIM_PARAMETER, 1u, 8u, 0u},
    {VGSIM_PARAMETER, 2u, 8u, 0u},
    {VGSIM_PARAMETER, 3u, 4u, 0u},
    {VGSIM_CONDITION, 0u, 8u, 0u},
    {VGSIM_CONDITION, 1u, 8u, 0u},
};
// the graph that the lines name
static const vgsim_range control_mailbox_part_0_0_part_1_ranges[] = {
    {2u, VGSIM_READ, 4112u, 4368u, "sensors"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21504u, 21520u, "watched"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 0u, 5120u, "sections"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21760u, 23808u, "memory"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25600u, 25856u, "filtered"},
    {0u, VGSIM_READ, 5120u, 21504u, "gains"},
    {0u, VGSIM_READ, 25600u, 25856u, "filtered"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ | VGSIM_WRITE, 23808u, 24064u, "held"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 4864u, "forces"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4864u, 4880u, "status"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25088u, 25092u, "counted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 5632u, "report"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 5632u, 5636u, "frames"},
};
// launch take
static const vgsim_binding control_mailbox_part_0_0_part_1_0_part_0_bindings[] = {
    {0, 2u, 4112u},
    {3, 0u, 21504u},
    {4, 0u, 25344u},
};
static const vgsim_range control_mailbox_part_0_0_part_1_0_part_0_ranges[] = {
    {2u, VGSIM_READ, 4112u, 4368u, "sensors"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21504u, 21520u, "watched"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25344u, 25600u, "samples"},
};
static const vgsim_given control_mailbox_part_0_0_part_1_0_part_0_given[] = {
    {VGSIM_PARAMETER, 4u, 8u, 0u},
    {VGSIM_LOADED, 1u, 4u, 4100u},
    {VGSIM_LOADED, 1u, 4u, 4104u},
    {VGSIM_PARAMETER, 5u, 8u, 0u},
    {VGSIM_PARAMETER, 6u, 8u, 0u},
};
// launch filter
static const vgsim_binding control_mailbox_part_0_0_part_1_0_part_1_bindings[] = {
    {0, 0u, 21504u},
    {1, 0u, 25344u},
    {2, 0u, 0u},
    {3, 0u, 21760u},
    {4, 0u, 25600u},
};
static const vgsim_range control_mailbox_part_0_0_part_1_0_part_1_ranges[] = {
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 0u, 5120u, "sections"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21760u, 23808u, "memory"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25600u, 25856u, "filtered"},
};
static const vgsim_given control_mailbox_part_0_0_part_1_0_part_1_given[] = {
    {VGSIM_PARAMETER, 5u, 8u, 0u},
    {VGSIM_PARAMETER, 6u, 8u, 0u},
    {VGSIM_PARAMETER, 7u, 8u, 0u},
    {VGSIM_PARAMETER, 8u, 8u, 0u},
    {VGSIM_PARAMETER, 9u, 8u, 0u},
};
// launch mix
static const vgsim_binding control_mailbox_part_0_0_part_1_0_part_2_bindings[] = {
    {0, 0u, 5120u},
    {1, 0u, 25600u},
    {2, 0u, 25856u},
};
static const vgsim_range control_mailbox_part_0_0_part_1_0_part_2_ranges[] = {
    {0u, VGSIM_READ, 5120u, 21504u, "gains"},
    {0u, VGSIM_READ, 25600u, 25856u, "filtered"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25856u, 26112u, "wanted"},
};
static const vgsim_given control_mailbox_part_0_0_part_1_0_part_2_given[] = {
    {VGSIM_PARAMETER, 10u, 8u, 0u},
    {VGSIM_PARAMETER, 9u, 8u, 0u},
    {VGSIM_PARAMETER, 11u, 8u, 0u},
};
// launch drive
static const vgsim_binding control_mailbox_part_0_0_part_1_0_part_3_bindings[] = {
    {0, 0u, 21504u},
    {1, 0u, 25344u},
    {2, 0u, 25856u},
    {4, 0u, 23808u},
    {5, 0u, 24064u},
    {6, 2u, 4608u},
    {7, 2u, 4864u},
};
static const vgsim_range control_mailbox_part_0_0_part_1_0_part_3_ranges[] = {
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ | VGSIM_WRITE, 23808u, 24064u, "held"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 4864u, "forces"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4864u, 4880u, "status"},
};
static const vgsim_given control_mailbox_part_0_0_part_1_0_part_3_given[] = {
    {VGSIM_PARAMETER, 5u, 8u, 0u},
    {VGSIM_PARAMETER, 6u, 8u, 0u},
    {VGSIM_PARAMETER, 11u, 8u, 0u},
    {VGSIM_LOADED, 1u, 4u, 4108u},
    {VGSIM_PARAMETER, 12u, 8u, 0u},
    {VGSIM_PARAMETER, 13u, 8u, 0u},
    {VGSIM_PARAMETER, 14u, 8u, 0u},
    {VGSIM_PARAMETER, 15u, 8u, 0u},
};
static const vgsim_node control_mailbox_part_0_0_part_1_0_nodes[] = {
    {VGSIM_KERNEL_NODE, "launch take", "take",
     control_mailbox_part_0_0_part_1_0_part_0_bindings, 3u,
     control_mailbox_part_0_0_part_1_0_part_0_ranges, 3u, nullptr, 0u, 90u},
    {VGSIM_KERNEL_NODE, "launch filter", "filter",
     control_mailbox_part_0_0_part_1_0_part_1_bindings, 5u,
     control_mailbox_part_0_0_part_1_0_part_1_ranges, 5u, nullptr, 0u, 92u},
    {VGSIM_KERNEL_NODE, "launch mix", "mix",
     control_mailbox_part_0_0_part_1_0_part_2_bindings, 3u,
     control_mailbox_part_0_0_part_1_0_part_2_ranges, 3u, nullptr, 0u, 94u},
    {VGSIM_KERNEL_NODE, "launch drive", "drive",
     control_mailbox_part_0_0_part_1_0_part_3_bindings, 7u,
     control_mailbox_part_0_0_part_1_0_part_3_ranges, 7u, nullptr, 0u, 96u},
};
static const vgsim_part control_mailbox_part_0_0_part_1_0_parts[] = {
    {VGSIM_LAUNCH_PART, 0u, 0, "take", "control: control.cu",
     {1u, 1u, 1u}, {64u, 1u, 1u}, 0u, control_mailbox_part_0_0_part_1_0_part_0_given, 5u, nullptr, 0u, nullptr, 0u},
    {VGSIM_LAUNCH_PART, 0u, 0, "filter", "control: control.cu",
     {1u, 1u, 1u}, {64u, 1u, 1u}, 0u, control_mailbox_part_0_0_part_1_0_part_1_given, 5u, nullptr, 0u, nullptr, 0u},
    {VGSIM_LAUNCH_PART, 0u, 0, "mix", "control: control.cu",
     {1u, 1u, 1u}, {256u, 1u, 1u}, 0u, control_mailbox_part_0_0_part_1_0_part_2_given, 3u, nullptr, 0u, nullptr, 0u},
    {VGSIM_LAUNCH_PART, 0u, 0, "drive", "control: control.cu",
     {1u, 1u, 1u}, {64u, 1u, 1u}, 0u, control_mailbox_part_0_0_part_1_0_part_3_given, 8u, nullptr, 0u, nullptr, 0u},
};
// launch summarize
static const vgsim_binding control_mailbox_part_0_0_part_1_1_part_0_bindings[] = {
    {0, 0u, 25088u},
    {1, 0u, 21504u},
    {2, 0u, 24064u},
    {3, 2u, 4608u},
    {4, 2u, 5632u},
};
static const vgsim_range control_mailbox_part_0_0_part_1_1_part_0_ranges[] = {
    {0u, VGSIM_READ | VGSIM_WRITE, 25088u, 25092u, "counted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 5632u, "report"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 5632u, 5636u, "frames"},
};
static const vgsim_given control_mailbox_part_0_0_part_1_1_part_0_given[] = {
    {VGSIM_PARAMETER, 16u, 8u, 0u},
    {VGSIM_PARAMETER, 5u, 8u, 0u},
    {VGSIM_PARAMETER, 13u, 8u, 0u},
    {VGSIM_PARAMETER, 17u, 8u, 0u},
    {VGSIM_PARAMETER, 18u, 8u, 0u},
};
static const vgsim_node control_mailbox_part_0_0_part_1_1_nodes[] = {
    {VGSIM_KERNEL_NODE, "launch summarize", "summarize",
     control_mailbox_part_0_0_part_1_1_part_0_bindings, 5u,
     control_mailbox_part_0_0_part_1_1_part_0_ranges, 5u, nullptr, 0u, 99u},
};
static const vgsim_part control_mailbox_part_0_0_part_1_1_parts[] = {
    {VGSIM_LAUNCH_PART, 0u, 0, "summarize", "control: control.cu",
     {1u, 1u, 1u}, {64u, 1u, 1u}, 0u, control_mailbox_part_0_0_part_1_1_part_0_given, 5u, nullptr, 0u, nullptr, 0u},
};
static const vgsim_graph control_mailbox_part_0_0_part_1_bodies[] = {
    {"control", control_mailbox_part_0_0_part_1_0_nodes, 4u},
    {"telemetry", control_mailbox_part_0_0_part_1_1_nodes, 1u},
};
static const vgsim_parts control_mailbox_part_0_0_part_1_lists[] = {
    {control_mailbox_part_0_0_part_1_0_parts, 4u},
    {control_mailbox_part_0_0_part_1_1_parts, 1u},
};
// launch vg_mail_out
static const vgsim_binding control_mailbox_part_0_0_part_2_bindings[] = {
    {1, 2u, 4608u},
    {2, 2u, 4096u},
    {3, 2u, 0u},
};
static const vgsim_range control_mailbox_part_0_0_part_2_ranges[] = {
    {2u, VGSIM_READ | VGSIM_WRITE, 0u, 5636u, "the mirror"},
};
static const vgsim_given control_mailbox_part_0_0_part_2_given[] = {
    {VGSIM_PARAMETER, 19u, 8u, 0u},
    {VGSIM_PARAMETER, 20u, 8u, 0u},
    {VGSIM_PARAMETER, 0u, 8u, 0u},
    {VGSIM_PARAMETER, 1u, 8u, 0u},
};
static const vgsim_node control_mailbox_part_0_0_nodes[] = {
    {VGSIM_LINES_NODE, "launch vg_mail_in", "vg_mail_in",
     control_mailbox_part_0_0_part_0_bindings, 2u,
     control_mailbox_part_0_0_part_0_ranges, 1u, nullptr, 0u, 9u},
    {VGSIM_CONDITIONAL_NODE, "the graph that the lines name", nullptr,
     nullptr, 0u,
     control_mailbox_part_0_0_part_1_ranges, 23u,
     control_mailbox_part_0_0_part_1_bodies, 2u, 9u},
    {VGSIM_LINES_NODE, "launch vg_mail_out", "vg_mail_out",
     control_mailbox_part_0_0_part_2_bindings, 3u,
     control_mailbox_part_0_0_part_2_ranges, 1u, nullptr, 0u, 9u},
};
static const vgsim_part control_mailbox_part_0_0_parts[] = {
    {VGSIM_LAUNCH_PART, 0u, 0, "vg_mail_in", nullptr,
     {1u, 1u, 1u}, {256u, 1u, 1u}, 0u, control_mailbox_part_0_0_part_0_given, 6u, nullptr, 0u, nullptr, 0u},
    {VGSIM_SWITCH_PART, 0u, 0, nullptr, nullptr, {}, {}, 0u, nullptr, 0u, nullptr, 1u, control_mailbox_part_0_0_part_1_lists, 2u},
    {VGSIM_LAUNCH_PART, 0u, 0, "vg_mail_out", nullptr,
     {1u, 1u, 1u}, {256u, 1u, 1u}, 0u, control_mailbox_part_0_0_part_2_given, 4u, nullptr, 0u, nullptr, 0u},
};
static const vgsim_graph control_mailbox_part_0_bodies[] = {
    {"mailbox_pass", control_mailbox_part_0_0_nodes, 3u},
};
static const vgsim_parts control_mailbox_part_0_lists[] = {
    {control_mailbox_part_0_0_parts, 3u},
};
static const vgsim_node control_mailbox_nodes[] = {
    {VGSIM_CONDITIONAL_NODE, "until it is disarmed", nullptr,
     nullptr, 0u,
     control_mailbox_part_0_ranges, 25u,
     control_mailbox_part_0_bodies, 1u, 9u},
};
static const vgsim_part control_mailbox_parts[] = {
    {VGSIM_WHILE_PART, 0u, 0, nullptr, nullptr, {}, {}, 0u, nullptr, 0u, nullptr, 0u, control_mailbox_part_0_lists, 1u},
};
static const vgsim_graph control_mailbox_list = {"mailbox", control_mailbox_nodes, 1u};
static const unsigned control_mailbox_conditions[] = {1u, 0u};
static const uint32_t control_mailbox_sizes[] = {8u, 8u, 8u, 4u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u, 8u};
static const vgsim_fused control_mailbox_fused = {{control_mailbox_parts, 1u}, control_mailbox_conditions, 2u, 1, 2u};
static const struct control_mailbox_registration {
    vgsim_kernel kernel;
    control_mailbox_registration()
        : kernel{"vgf_mailbox", nullptr, 21u, control_mailbox_sizes,
                 "control: fused launches", &control_mailbox_fused}
    {
        vgsim_register_kernel(&kernel);
    }
} control_mailbox_registered;
static const vgsim_binding control_mailbox_bindings[] = {
    {0, 2u, 4096u},
    {1, 2u, 0u},
    {4, 2u, 4112u},
    {5, 0u, 21504u},
    {6, 0u, 25344u},
    {7, 0u, 0u},
    {8, 0u, 21760u},
    {9, 0u, 25600u},
    {10, 0u, 5120u},
    {11, 0u, 25856u},
    {12, 0u, 23808u},
    {13, 0u, 24064u},
    {14, 2u, 4608u},
    {15, 2u, 4864u},
    {16, 0u, 25088u},
    {17, 2u, 4608u},
    {18, 2u, 5632u},
    {20, 2u, 4608u},
};
static const vgsim_range control_mailbox_ranges[] = {
    {2u, VGSIM_READ | VGSIM_WRITE, 0u, 5636u, "the mirror"},
    {2u, VGSIM_READ, 4112u, 4368u, "sensors"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21504u, 21520u, "watched"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 0u, 5120u, "sections"},
    {0u, VGSIM_READ | VGSIM_WRITE, 21760u, 23808u, "memory"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25600u, 25856u, "filtered"},
    {0u, VGSIM_READ, 5120u, 21504u, "gains"},
    {0u, VGSIM_READ, 25600u, 25856u, "filtered"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ, 25344u, 25600u, "samples"},
    {0u, VGSIM_READ, 25856u, 26112u, "wanted"},
    {0u, VGSIM_READ | VGSIM_WRITE, 23808u, 24064u, "held"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 4864u, "forces"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4864u, 4880u, "status"},
    {0u, VGSIM_READ | VGSIM_WRITE, 25088u, 25092u, "counted"},
    {0u, VGSIM_READ, 21504u, 21520u, "watched"},
    {0u, VGSIM_READ | VGSIM_WRITE, 24064u, 25088u, "tallies"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 5632u, "report"},
    {2u, VGSIM_WRITE | VGSIM_WHOLE, 5632u, 5636u, "frames"},
    {2u, VGSIM_READ | VGSIM_WRITE, 0u, 5636u, "the mirror"},
};
static const vgsim_node control_mailbox_node[] = {
    {VGSIM_FUSED_NODE, "1 in one launch: mailbox", "vgf_mailbox",
     control_mailbox_bindings, 18u,
     control_mailbox_ranges, 25u,
     &control_mailbox_list, 1u, 9u},
};

static const vgsim_graph control_sim_graphs[] = {
    {"control", control_sim_0, 5u},
    {"telemetry", control_sim_1, 2u},
    {"mailbox", control_mailbox_node, 1u},
};

// control.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t control_vg_stamp __attribute__((weak));

static const vgsim_program control_sim_program = {
    "control",
    90u, // the capability that the device answers
    control_sim_spaces, 3u,
    control_sim_graphs, 3u,
    1u, // lanes
    control_sim_buffers, 20u,
    "control.yaml",
    VGGEN_control_SIM_STAMP, &control_vg_stamp,
};

static const struct control_sim_registration {
    control_sim_registration()
    {
        vgsim_register_program(&control_sim_program);
    }
} control_sim_registered;

#endif

// ---- control.cu ----
#if VGSIM_HAS(1)

#include "control_kernels.h"
#if VGGEN_control_KERNELS_STAMP != VGGEN_control_SIM_STAMP
#error "control_sim.cpp and control_kernels.h are of different runs of vggen: generate both again"
#endif
#include "control.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *take(vggen_nothing);
vggen_nothing *filter(vggen_nothing);
vggen_nothing *mix(vggen_nothing);
vggen_nothing *drive(vggen_nothing);
vggen_nothing *summarize(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_control_0 = vggen_parameters<decltype(&::take)>;
static_assert(vggen_count<0, 5, vggen_kernel_control_0::vggen_count>::vggen_checked,
              "kernel 'take' has 5 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_control_0::vggen_list, const float *>::vggen_checked,
              "parameter 'sensors' of kernel 'take' is 'in once f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_control_0::vggen_list, float>::vggen_checked,
              "parameter 'trip' of kernel 'take' is 'f32': expected 'float' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_control_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'clear' of kernel 'take' is 'u32': expected 'unsigned int' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_control_0::vggen_list, watch *, const watch *>::vggen_checked,
              "parameter 'watched' of kernel 'take' is 'inout watch*': expected 'watch *' in its source");
static_assert(vggen_check<4, 0, 4, vggen_kernel_control_0::vggen_list, float *>::vggen_checked,
              "parameter 'samples' of kernel 'take' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_control_1 = vggen_parameters<decltype(&::filter)>;
static_assert(vggen_count<1, 5, vggen_kernel_control_1::vggen_count>::vggen_checked,
              "kernel 'filter' has 5 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_control_1::vggen_list, const watch *>::vggen_checked,
              "parameter 'watched' of kernel 'filter' is 'in watch*': expected 'const watch *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_control_1::vggen_list, const float *>::vggen_checked,
              "parameter 'samples' of kernel 'filter' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_control_1::vggen_list, const float *>::vggen_checked,
              "parameter 'sections' of kernel 'filter' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<3, 1, 3, vggen_kernel_control_1::vggen_list, float *, const float *>::vggen_checked,
              "parameter 'memory' of kernel 'filter' is 'inout f32*': expected 'float *' in its source");
static_assert(vggen_check<4, 1, 4, vggen_kernel_control_1::vggen_list, float *>::vggen_checked,
              "parameter 'filtered' of kernel 'filter' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_control_2 = vggen_parameters<decltype(&::mix)>;
static_assert(vggen_count<2, 3, vggen_kernel_control_2::vggen_count>::vggen_checked,
              "kernel 'mix' has 3 parameters in the spec");
static_assert(vggen_check<0, 2, 0, vggen_kernel_control_2::vggen_list, const float *>::vggen_checked,
              "parameter 'gains' of kernel 'mix' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 2, 1, vggen_kernel_control_2::vggen_list, const float *>::vggen_checked,
              "parameter 'filtered' of kernel 'mix' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 2, 2, vggen_kernel_control_2::vggen_list, float *>::vggen_checked,
              "parameter 'wanted' of kernel 'mix' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_control_3 = vggen_parameters<decltype(&::drive)>;
static_assert(vggen_count<3, 8, vggen_kernel_control_3::vggen_count>::vggen_checked,
              "kernel 'drive' has 8 parameters in the spec");
static_assert(vggen_check<0, 3, 0, vggen_kernel_control_3::vggen_list, const watch *>::vggen_checked,
              "parameter 'watched' of kernel 'drive' is 'in watch*': expected 'const watch *' in its source");
static_assert(vggen_check<1, 3, 1, vggen_kernel_control_3::vggen_list, const float *>::vggen_checked,
              "parameter 'samples' of kernel 'drive' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 3, 2, vggen_kernel_control_3::vggen_list, const float *>::vggen_checked,
              "parameter 'wanted' of kernel 'drive' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<3, 3, 3, vggen_kernel_control_3::vggen_list, float>::vggen_checked,
              "parameter 'limit' of kernel 'drive' is 'f32': expected 'float' in its source");
static_assert(vggen_check<4, 3, 4, vggen_kernel_control_3::vggen_list, float *, const float *>::vggen_checked,
              "parameter 'held' of kernel 'drive' is 'inout f32*': expected 'float *' in its source");
static_assert(vggen_check<5, 3, 5, vggen_kernel_control_3::vggen_list, tally *, const tally *>::vggen_checked,
              "parameter 'tallies' of kernel 'drive' is 'inout tally*': expected 'tally *' in its source");
static_assert(vggen_check<6, 3, 6, vggen_kernel_control_3::vggen_list, float *>::vggen_checked,
              "parameter 'forces' of kernel 'drive' is 'out once f32*': expected 'float *' in its source");
static_assert(vggen_check<7, 3, 7, vggen_kernel_control_3::vggen_list, watch *>::vggen_checked,
              "parameter 'status' of kernel 'drive' is 'out once watch*': expected 'watch *' in its source");
using vggen_kernel_control_4 = vggen_parameters<decltype(&::summarize)>;
static_assert(vggen_count<4, 5, vggen_kernel_control_4::vggen_count>::vggen_checked,
              "kernel 'summarize' has 5 parameters in the spec");
static_assert(vggen_check<0, 4, 0, vggen_kernel_control_4::vggen_list, unsigned int *, const unsigned int *>::vggen_checked,
              "parameter 'counted' of kernel 'summarize' is 'inout u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<1, 4, 1, vggen_kernel_control_4::vggen_list, const watch *>::vggen_checked,
              "parameter 'watched' of kernel 'summarize' is 'in watch*': expected 'const watch *' in its source");
static_assert(vggen_check<2, 4, 2, vggen_kernel_control_4::vggen_list, tally *, const tally *>::vggen_checked,
              "parameter 'tallies' of kernel 'summarize' is 'inout tally*': expected 'tally *' in its source");
static_assert(vggen_check<3, 4, 3, vggen_kernel_control_4::vggen_list, tally *>::vggen_checked,
              "parameter 'report' of kernel 'summarize' is 'out once tally*': expected 'tally *' in its source");
static_assert(vggen_check<4, 4, 4, vggen_kernel_control_4::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'frames' of kernel 'summarize' is 'out once u32*': expected 'unsigned int *' in its source");

VGSIM_REGISTER_KERNEL_OF("control: control.cu", "take", ::take)
VGSIM_REGISTER_KERNEL_OF("control: control.cu", "filter", ::filter)
VGSIM_REGISTER_KERNEL_OF("control: control.cu", "mix", ::mix)
VGSIM_REGISTER_KERNEL_OF("control: control.cu", "drive", ::drive)
VGSIM_REGISTER_KERNEL_OF("control: control.cu", "summarize", ::summarize)

#endif

