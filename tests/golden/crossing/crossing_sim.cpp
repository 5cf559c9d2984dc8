// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// crossing_sim.cpp - program "crossing" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from crossing.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_crossing_SIM_STAMP 0x0123456789abcdef

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

static const vgsim_space crossing_sim_spaces[] = {
    {"device", 29440u, 0, 0},
    {"pinned", 42496u, 1, 0},
};

static const vgsim_buffer crossing_sim_buffers[] = {
    {"x", 1u, 8960u, 4096u, 4u},
    {"z", 0u, 512u, 4096u, 4u},
    {"z", 1u, 512u, 4096u, 4u},
    {"c", 0u, 4608u, 4096u, 4u},
    {"c", 1u, 4608u, 4096u, 4u},
    {"letters", 0u, 256u, 37u, 1u},
    {"letters", 1u, 256u, 37u, 1u},
    {"table", 0u, 8704u, 4096u, 4u},
    {"table", 1u, 13056u, 4096u, 4u},
    {"gain", 0u, 0u, 4u, 4u},
    {"gain", 1u, 0u, 4u, 4u},
    {"bias", 1u, 8704u, 4u, 4u},
    {"sum", 0u, 12800u, 4096u, 4u},
    {"sum", 1u, 17152u, 4096u, 4u},
    {"sum", 1u, 21504u, 4096u, 4u},
    {"y", 0u, 25344u, 4096u, 4u},
    {"w", 1u, 25600u, 4096u, 4u},
    {"v", 0u, 17152u, 4096u, 4u},
    {"v", 1u, 29696u, 4096u, 4u},
    {"last", 0u, 21248u, 4096u, 4u},
    {"last", 1u, 33792u, 4096u, 4u},
    {"said", 1u, 37888u, 4u, 4u},
    {"echo", 0u, 16896u, 37u, 1u},
    {"echo", 1u, 21248u, 37u, 1u},
    {"quick", 1u, 38144u, 4096u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// upload gain, letters, z
static const vgsim_binding crossing_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range crossing_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 4608u, "gain, letters, z"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 4608u, "gain, letters, z"},
};

// upload c
static const vgsim_binding crossing_sim_0_upload_c_bindings[] = {
    {VGSIM_TO, 0u, 4608u},
    {VGSIM_FROM, 1u, 4608u},
};
static const vgsim_range crossing_sim_0_upload_c_ranges[] = {
    {1u, VGSIM_READ, 4608u, 8704u, "c"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 4608u, 8704u, "c"},
};

// upload table on request
static const vgsim_binding crossing_sim_0_upload_table_bindings[] = {
    {0, 0u, 8704u},
    {1, 1u, 13056u},
};
static const vgsim_range crossing_sim_0_upload_table_ranges[] = {
    {1u, VGSIM_READ, 13056u, 17152u, "table"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8704u, 12800u, "table"},
};

// upload sum on request
static const vgsim_binding crossing_sim_0_upload_sum_bindings[] = {
    {0, 0u, 12800u},
    {1, 1u, 17152u},
};
static const vgsim_range crossing_sim_0_upload_sum_ranges[] = {
    {1u, VGSIM_READ, 17152u, 21248u, "sum"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 12800u, 16896u, "sum"},
};

// launch scale
static const vgsim_binding crossing_sim_0_scale_bindings[] = {
    {0, 1u, 8960u},
    {1, 0u, 0u},
    {2, 0u, 25344u},
};
static const vgsim_range crossing_sim_0_scale_ranges[] = {
    {1u, VGSIM_READ, 8960u, 13056u, "x"},
    {0u, VGSIM_READ, 0u, 4u, "gain"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 25344u, 29440u, "y"},
};

// launch join
static const vgsim_binding crossing_sim_0_join_bindings[] = {
    {0, 0u, 25344u},
    {1, 0u, 512u},
    {2, 0u, 4608u},
    {3, 0u, 8704u},
    {4, 0u, 12800u},
    {5, 1u, 25600u},
    {6, 0u, 17152u},
    {7, 0u, 21248u},
};
static const vgsim_range crossing_sim_0_join_ranges[] = {
    {0u, VGSIM_READ, 25344u, 29440u, "y"},
    {0u, VGSIM_READ, 512u, 4608u, "z"},
    {0u, VGSIM_READ, 4608u, 8704u, "c"},
    {0u, VGSIM_READ, 8704u, 12800u, "table"},
    {0u, VGSIM_READ | VGSIM_WRITE, 12800u, 16896u, "sum"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 25600u, 29696u, "w"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 17152u, 21248u, "v"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 21248u, 25344u, "last"},
};

// launch note
static const vgsim_binding crossing_sim_0_note_bindings[] = {
    {0, 1u, 8704u},
    {1, 0u, 256u},
    {2, 1u, 37888u},
    {3, 0u, 16896u},
};
static const vgsim_range crossing_sim_0_note_ranges[] = {
    {1u, VGSIM_READ, 8704u, 8708u, "bias"},
    {0u, VGSIM_READ, 256u, 293u, "letters"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 37888u, 37892u, "said"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 16896u, 16933u, "echo"},
};

// download echo
static const vgsim_binding crossing_sim_0_download_echo_bindings[] = {
    {VGSIM_FROM, 0u, 16896u},
    {VGSIM_TO, 1u, 21248u},
};
static const vgsim_range crossing_sim_0_download_echo_ranges[] = {
    {0u, VGSIM_READ, 16896u, 16933u, "echo"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 21248u, 21285u, "echo"},
};

// download sum on request
static const vgsim_binding crossing_sim_0_download_sum_bindings[] = {
    {1, 0u, 12800u},
    {0, 1u, 21504u},
};
static const vgsim_range crossing_sim_0_download_sum_ranges[] = {
    {0u, VGSIM_READ, 12800u, 16896u, "sum"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 21504u, 25600u, "sum"},
};

// download v[16:24]
static const vgsim_binding crossing_sim_0_download_v_bindings[] = {
    {1, 0u, 17216u},
    {0, 1u, 29760u},
};
static const vgsim_range crossing_sim_0_download_v_ranges[] = {
    {0u, VGSIM_READ, 17216u, 17248u, "v"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 29760u, 29792u, "v"},
};

// download last on request
static const vgsim_binding crossing_sim_0_download_last_bindings[] = {
    {1, 0u, 21248u},
    {0, 1u, 33792u},
};
static const vgsim_range crossing_sim_0_download_last_ranges[] = {
    {0u, VGSIM_READ, 21248u, 25344u, "last"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 33792u, 37888u, "last"},
};

// launch vg_end
static const vgsim_binding crossing_sim_0_end_bindings[] = {
    {0, 1u, 42240u},
};

static const vgsim_node crossing_sim_0[] = {
    {VGSIM_TRANSFER_NODE, "upload gain, letters, z", "vg_copy",
     crossing_sim_0_upload_bindings, 2u,
     crossing_sim_0_upload_ranges, 2u, nullptr, 0u, 31u},
    {VGSIM_COPY_NODE, "upload c", nullptr,
     crossing_sim_0_upload_c_bindings, 2u,
     crossing_sim_0_upload_c_ranges, 2u, nullptr, 0u, 28u},
    {VGSIM_TRANSFER_NODE, "upload table on request", "vg_copy",
     crossing_sim_0_upload_table_bindings, 2u,
     crossing_sim_0_upload_table_ranges, 2u, nullptr, 0u, 30u},
    {VGSIM_TRANSFER_NODE, "upload sum on request", "vg_copy",
     crossing_sim_0_upload_sum_bindings, 2u,
     crossing_sim_0_upload_sum_ranges, 2u, nullptr, 0u, 33u},
    {VGSIM_KERNEL_NODE, "launch scale", "scale",
     crossing_sim_0_scale_bindings, 3u,
     crossing_sim_0_scale_ranges, 3u, nullptr, 0u, 43u},
    {VGSIM_KERNEL_NODE, "launch join", "join",
     crossing_sim_0_join_bindings, 8u,
     crossing_sim_0_join_ranges, 8u, nullptr, 0u, 45u},
    {VGSIM_KERNEL_NODE, "launch note", "note",
     crossing_sim_0_note_bindings, 4u,
     crossing_sim_0_note_ranges, 4u, nullptr, 0u, 47u},
    {VGSIM_COPY_NODE, "download echo", nullptr,
     crossing_sim_0_download_echo_bindings, 2u,
     crossing_sim_0_download_echo_ranges, 2u, nullptr, 0u, 39u},
    {VGSIM_TRANSFER_NODE, "download sum on request", "vg_copy",
     crossing_sim_0_download_sum_bindings, 2u,
     crossing_sim_0_download_sum_ranges, 2u, nullptr, 0u, 33u},
    {VGSIM_TRANSFER_NODE, "download v[16:24]", "vg_copy",
     crossing_sim_0_download_v_bindings, 2u,
     crossing_sim_0_download_v_ranges, 2u, nullptr, 0u, 36u},
    {VGSIM_TRANSFER_NODE, "download last on request", "vg_copy",
     crossing_sim_0_download_last_bindings, 2u,
     crossing_sim_0_download_last_ranges, 2u, nullptr, 0u, 37u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     crossing_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 42u},
};

// upload z
static const vgsim_binding crossing_sim_1_upload_bindings[] = {
    {0, 0u, 512u},
    {1, 1u, 512u},
};
static const vgsim_range crossing_sim_1_upload_ranges[] = {
    {1u, VGSIM_READ, 512u, 4608u, "z"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 512u, 4608u, "z"},
};

// launch fast
static const vgsim_binding crossing_sim_1_fast_bindings[] = {
    {0, 1u, 8960u},
    {1, 0u, 512u},
    {2, 1u, 38144u},
};
static const vgsim_range crossing_sim_1_fast_ranges[] = {
    {1u, VGSIM_READ, 8960u, 13056u, "x"},
    {0u, VGSIM_READ, 512u, 4608u, "z"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 38144u, 42240u, "quick"},
};

// launch vg_end
static const vgsim_binding crossing_sim_1_end_bindings[] = {
    {0, 1u, 42240u},
};

static const vgsim_node crossing_sim_1[] = {
    {VGSIM_TRANSFER_NODE, "upload z", "vg_copy",
     crossing_sim_1_upload_bindings, 2u,
     crossing_sim_1_upload_ranges, 2u, nullptr, 0u, 27u},
    {VGSIM_KERNEL_NODE, "launch fast", "fast",
     crossing_sim_1_fast_bindings, 3u,
     crossing_sim_1_fast_ranges, 3u, nullptr, 0u, 50u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     crossing_sim_1_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 49u},
};

static const vgsim_graph crossing_sim_graphs[] = {
    {"all", crossing_sim_0, 12u},
    {"some", crossing_sim_1, 3u},
};

// crossing.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t crossing_vg_stamp __attribute__((weak));

static const vgsim_program crossing_sim_program = {
    "crossing",
    90u, // the capability that the device answers
    crossing_sim_spaces, 2u,
    crossing_sim_graphs, 2u,
    1u, // lanes
    crossing_sim_buffers, 25u,
    "crossing.yaml",
    VGGEN_crossing_SIM_STAMP, &crossing_vg_stamp,
};

static const struct crossing_sim_registration {
    crossing_sim_registration()
    {
        vgsim_register_program(&crossing_sim_program);
    }
} crossing_sim_registered;

#endif

// ---- crossing.cu ----
#if VGSIM_HAS(1)

#include "crossing_kernels.h"
#if VGGEN_crossing_KERNELS_STAMP != VGGEN_crossing_SIM_STAMP
#error "crossing_sim.cpp and crossing_kernels.h are of different runs of vggen: generate both again"
#endif
#include "crossing.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *scale(vggen_nothing);
vggen_nothing *join(vggen_nothing);
vggen_nothing *note(vggen_nothing);
vggen_nothing *fast(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_crossing_0 = vggen_parameters<decltype(&::scale)>;
static_assert(vggen_count<0, 3, vggen_kernel_crossing_0::vggen_count>::vggen_checked,
              "kernel 'scale' has 3 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_crossing_0::vggen_list, const int *>::vggen_checked,
              "parameter 'x' of kernel 'scale' is 'in once i32*': expected 'const int *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_crossing_0::vggen_list, const int *>::vggen_checked,
              "parameter 'gain' of kernel 'scale' is 'in i32*': expected 'const int *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_crossing_0::vggen_list, int *>::vggen_checked,
              "parameter 'y' of kernel 'scale' is 'out i32*': expected 'int *' in its source");
using vggen_kernel_crossing_1 = vggen_parameters<decltype(&::join)>;
static_assert(vggen_count<1, 8, vggen_kernel_crossing_1::vggen_count>::vggen_checked,
              "kernel 'join' has 8 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_crossing_1::vggen_list, const int *>::vggen_checked,
              "parameter 'y' of kernel 'join' is 'in i32*': expected 'const int *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_crossing_1::vggen_list, const int *>::vggen_checked,
              "parameter 'z' of kernel 'join' is 'in i32*': expected 'const int *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_crossing_1::vggen_list, const int *>::vggen_checked,
              "parameter 'c' of kernel 'join' is 'in i32*': expected 'const int *' in its source");
static_assert(vggen_check<3, 1, 3, vggen_kernel_crossing_1::vggen_list, const int *>::vggen_checked,
              "parameter 'table' of kernel 'join' is 'in i32*': expected 'const int *' in its source");
static_assert(vggen_check<4, 1, 4, vggen_kernel_crossing_1::vggen_list, int *, const int *>::vggen_checked,
              "parameter 'sum' of kernel 'join' is 'inout i32*': expected 'int *' in its source");
static_assert(vggen_check<5, 1, 5, vggen_kernel_crossing_1::vggen_list, int *>::vggen_checked,
              "parameter 'w' of kernel 'join' is 'out once i32*': expected 'int *' in its source");
static_assert(vggen_check<6, 1, 6, vggen_kernel_crossing_1::vggen_list, int *>::vggen_checked,
              "parameter 'v' of kernel 'join' is 'out i32*': expected 'int *' in its source");
static_assert(vggen_check<7, 1, 7, vggen_kernel_crossing_1::vggen_list, int *>::vggen_checked,
              "parameter 'last' of kernel 'join' is 'out i32*': expected 'int *' in its source");
using vggen_kernel_crossing_2 = vggen_parameters<decltype(&::note)>;
static_assert(vggen_count<2, 4, vggen_kernel_crossing_2::vggen_count>::vggen_checked,
              "kernel 'note' has 4 parameters in the spec");
static_assert(vggen_check<0, 2, 0, vggen_kernel_crossing_2::vggen_list, const int *>::vggen_checked,
              "parameter 'bias' of kernel 'note' is 'in once i32*': expected 'const int *' in its source");
static_assert(vggen_check<1, 2, 1, vggen_kernel_crossing_2::vggen_list, const unsigned char *>::vggen_checked,
              "parameter 'letters' of kernel 'note' is 'in u8*': expected 'const unsigned char *' in its source");
static_assert(vggen_check<2, 2, 2, vggen_kernel_crossing_2::vggen_list, int *>::vggen_checked,
              "parameter 'said' of kernel 'note' is 'out once i32*': expected 'int *' in its source");
static_assert(vggen_check<3, 2, 3, vggen_kernel_crossing_2::vggen_list, unsigned char *>::vggen_checked,
              "parameter 'echo' of kernel 'note' is 'out u8*': expected 'unsigned char *' in its source");
using vggen_kernel_crossing_3 = vggen_parameters<decltype(&::fast)>;
static_assert(vggen_count<3, 3, vggen_kernel_crossing_3::vggen_count>::vggen_checked,
              "kernel 'fast' has 3 parameters in the spec");
static_assert(vggen_check<0, 3, 0, vggen_kernel_crossing_3::vggen_list, const int *>::vggen_checked,
              "parameter 'x' of kernel 'fast' is 'in once i32*': expected 'const int *' in its source");
static_assert(vggen_check<1, 3, 1, vggen_kernel_crossing_3::vggen_list, const int *>::vggen_checked,
              "parameter 'z' of kernel 'fast' is 'in once i32*': expected 'const int *' in its source");
static_assert(vggen_check<2, 3, 2, vggen_kernel_crossing_3::vggen_list, int *>::vggen_checked,
              "parameter 'quick' of kernel 'fast' is 'out once i32*': expected 'int *' in its source");

VGSIM_REGISTER_KERNEL_OF("crossing: crossing.cu", "scale", ::scale)
VGSIM_REGISTER_KERNEL_OF("crossing: crossing.cu", "join", ::join)
VGSIM_REGISTER_KERNEL_OF("crossing: crossing.cu", "note", ::note)
VGSIM_REGISTER_KERNEL_OF("crossing: crossing.cu", "fast", ::fast)

#endif

