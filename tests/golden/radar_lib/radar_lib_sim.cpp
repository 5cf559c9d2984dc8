// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// radar_lib_sim.cpp - program "radar_lib" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from radar_lib.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_radar_lib_SIM_STAMP 0x0123456789abcdef

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

static const vgsim_space radar_lib_sim_spaces[] = {
    {"device", 18155776u, 0, 0},
    {"pinned", 8397312u, 1, 0},
};

static const vgsim_buffer radar_lib_sim_buffers[] = {
    {"echo", 0u, 0u, 8388608u, 8u},
    {"echo", 1u, 0u, 8388608u, 8u},
    {"range_window", 0u, 8388608u, 2048u, 4u},
    {"factor", 0u, 8390656u, 4u, 4u},
    {"spectrum", 0u, 8653056u, 8388608u, 8u},
    {"power", 0u, 8390912u, 262144u, 4u},
    {"hits", 0u, 8653056u, 8192u, 4u},
    {"count", 1u, 8388608u, 4u, 4u},
    {"found", 1u, 8388864u, 8192u, 8u},
    {"both_ffts_workspace", 0u, 17041664u, 1114112u, 1u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// upload echo
static const vgsim_binding radar_lib_sim_0_upload_bindings[] = {
    {VGSIM_TO, 0u, 0u},
    {VGSIM_FROM, 1u, 0u},
};
static const vgsim_range radar_lib_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 8388608u, "echo"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 8388608u, "echo"},
};

// capture both_ffts
static const vgsim_binding radar_lib_sim_0_both_ffts_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 8653056u},
    {2, 0u, 17041664u},
};
static const vgsim_range radar_lib_sim_0_both_ffts_ranges[] = {
    {0u, VGSIM_READ, 0u, 8388608u, "echo"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8653056u, 17041664u, "spectrum"},
    {0u, VGSIM_READ | VGSIM_WRITE | VGSIM_WORK, 17041664u, 18155776u, "both_ffts_workspace"},
};

// launch add_powers
static const vgsim_binding radar_lib_sim_0_add_powers_bindings[] = {
    {0, 0u, 8653056u},
    {1, 0u, 8390912u},
};
static const vgsim_range radar_lib_sim_0_add_powers_ranges[] = {
    {0u, VGSIM_READ, 8653056u, 17041664u, "spectrum"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8390912u, 8653056u, "power"},
};

// launch detect
static const vgsim_binding radar_lib_sim_0_detect_bindings[] = {
    {0, 0u, 8390912u},
    {1, 0u, 8390656u},
    {2, 0u, 8653056u},
};
static const vgsim_range radar_lib_sim_0_detect_ranges[] = {
    {0u, VGSIM_READ, 8390912u, 8653056u, "power"},
    {0u, VGSIM_READ, 8390656u, 8390660u, "factor"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8653056u, 8661248u, "hits"},
};

// launch collect
static const vgsim_binding radar_lib_sim_0_collect_bindings[] = {
    {0, 0u, 8653056u},
    {1, 0u, 8390912u},
    {2, 1u, 8388608u},
    {3, 1u, 8388864u},
};
static const vgsim_range radar_lib_sim_0_collect_ranges[] = {
    {0u, VGSIM_READ, 8653056u, 8661248u, "hits"},
    {0u, VGSIM_READ, 8390912u, 8653056u, "power"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 8388608u, 8388612u, "count"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 8388864u, 8397056u, "found"},
};

// launch vg_end
static const vgsim_binding radar_lib_sim_0_end_bindings[] = {
    {0, 1u, 8397056u},
};

static const vgsim_node radar_lib_sim_0[] = {
    {VGSIM_COPY_NODE, "upload echo", nullptr,
     radar_lib_sim_0_upload_bindings, 2u,
     radar_lib_sim_0_upload_ranges, 2u, nullptr, 0u, 59u},
    {VGSIM_CALL_NODE, "capture both_ffts", nullptr,
     radar_lib_sim_0_both_ffts_bindings, 3u,
     radar_lib_sim_0_both_ffts_ranges, 3u, nullptr, 0u, 77u},
    {VGSIM_KERNEL_NODE, "launch add_powers", "add_powers",
     radar_lib_sim_0_add_powers_bindings, 2u,
     radar_lib_sim_0_add_powers_ranges, 2u, nullptr, 0u, 82u},
    {VGSIM_KERNEL_NODE, "launch detect", "detect",
     radar_lib_sim_0_detect_bindings, 3u,
     radar_lib_sim_0_detect_ranges, 3u, nullptr, 0u, 84u},
    {VGSIM_KERNEL_NODE, "launch collect", "collect",
     radar_lib_sim_0_collect_bindings, 4u,
     radar_lib_sim_0_collect_ranges, 4u, nullptr, 0u, 86u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     radar_lib_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 76u},
};

// make_range_window
static const vgsim_binding radar_lib_sim_1_make_range_window_bindings[] = {
    {0, 0u, 8388608u},
};
static const vgsim_range radar_lib_sim_1_make_range_window_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8388608u, 8390656u, "range_window"},
};

// make_factor
static const vgsim_binding radar_lib_sim_1_make_factor_bindings[] = {
    {0, 0u, 8388608u},
    {1, 0u, 8390656u},
};
static const vgsim_range radar_lib_sim_1_make_factor_ranges[] = {
    {0u, VGSIM_READ, 8388608u, 8390656u, "range_window"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8390656u, 8390660u, "factor"},
};

static const vgsim_node radar_lib_sim_1[] = {
    {VGSIM_KERNEL_NODE, "make_range_window", "hann",
     radar_lib_sim_1_make_range_window_bindings, 1u,
     radar_lib_sim_1_make_range_window_ranges, 1u, nullptr, 0u, 69u},
    {VGSIM_KERNEL_NODE, "make_factor", "threshold",
     radar_lib_sim_1_make_factor_bindings, 2u,
     radar_lib_sim_1_make_factor_ranges, 2u, nullptr, 0u, 72u},
};

static const vgsim_graph radar_lib_sim_graphs[] = {
    {"main", radar_lib_sim_0, 6u},
    {"setup", radar_lib_sim_1, 2u},
};

// radar_lib.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t radar_lib_vg_stamp __attribute__((weak));

static const vgsim_program radar_lib_sim_program = {
    "radar_lib",
    90u, // the capability that the device answers
    radar_lib_sim_spaces, 2u,
    radar_lib_sim_graphs, 2u,
    1u, // lanes
    radar_lib_sim_buffers, 10u,
    "radar_lib.yaml",
    VGGEN_radar_lib_SIM_STAMP, &radar_lib_vg_stamp,
};

static const struct radar_lib_sim_registration {
    radar_lib_sim_registration()
    {
        vgsim_register_program(&radar_lib_sim_program);
    }
} radar_lib_sim_registered;

#endif

// ---- radar_lib.cu ----
#if VGSIM_HAS(1)

#include "radar_lib_kernels.h"
#if VGGEN_radar_lib_KERNELS_STAMP != VGGEN_radar_lib_SIM_STAMP
#error "radar_lib_sim.cpp and radar_lib_kernels.h are of different runs of vggen: generate both again"
#endif
#include "radar_lib.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *hann(vggen_nothing);
vggen_nothing *threshold(vggen_nothing);
vggen_nothing *add_powers(vggen_nothing);
vggen_nothing *detect(vggen_nothing);
vggen_nothing *collect(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_radar_lib_0 = vggen_parameters<decltype(&::hann)>;
static_assert(vggen_count<0, 2, vggen_kernel_radar_lib_0::vggen_count>::vggen_checked,
              "kernel 'hann' has 2 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_radar_lib_0::vggen_list, float *>::vggen_checked,
              "parameter 'window' of kernel 'hann' is 'out f32*': expected 'float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_radar_lib_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'n' of kernel 'hann' is 'u32': expected 'unsigned int' in its source");
using vggen_kernel_radar_lib_1 = vggen_parameters<decltype(&::threshold)>;
static_assert(vggen_count<1, 2, vggen_kernel_radar_lib_1::vggen_count>::vggen_checked,
              "kernel 'threshold' has 2 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_radar_lib_1::vggen_list, const float *>::vggen_checked,
              "parameter 'window' of kernel 'threshold' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_radar_lib_1::vggen_list, float *>::vggen_checked,
              "parameter 'factor' of kernel 'threshold' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_radar_lib_2 = vggen_parameters<decltype(&::add_powers)>;
static_assert(vggen_count<2, 2, vggen_kernel_radar_lib_2::vggen_count>::vggen_checked,
              "kernel 'add_powers' has 2 parameters in the spec");
static_assert(vggen_check<0, 2, 0, vggen_kernel_radar_lib_2::vggen_list, const float2 *>::vggen_checked,
              "parameter 'spectrum' of kernel 'add_powers' is 'in f32x2*': expected 'const float2 *' in its source");
static_assert(vggen_check<1, 2, 1, vggen_kernel_radar_lib_2::vggen_list, float *>::vggen_checked,
              "parameter 'power' of kernel 'add_powers' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_radar_lib_3 = vggen_parameters<decltype(&::detect)>;
static_assert(vggen_count<3, 3, vggen_kernel_radar_lib_3::vggen_count>::vggen_checked,
              "kernel 'detect' has 3 parameters in the spec");
static_assert(vggen_check<0, 3, 0, vggen_kernel_radar_lib_3::vggen_list, const float *>::vggen_checked,
              "parameter 'power' of kernel 'detect' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 3, 1, vggen_kernel_radar_lib_3::vggen_list, const float *>::vggen_checked,
              "parameter 'factor' of kernel 'detect' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 3, 2, vggen_kernel_radar_lib_3::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'hits' of kernel 'detect' is 'out u32*': expected 'unsigned int *' in its source");
using vggen_kernel_radar_lib_4 = vggen_parameters<decltype(&::collect)>;
static_assert(vggen_count<4, 4, vggen_kernel_radar_lib_4::vggen_count>::vggen_checked,
              "kernel 'collect' has 4 parameters in the spec");
static_assert(vggen_check<0, 4, 0, vggen_kernel_radar_lib_4::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'hits' of kernel 'collect' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 4, 1, vggen_kernel_radar_lib_4::vggen_list, const float *>::vggen_checked,
              "parameter 'power' of kernel 'collect' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 4, 2, vggen_kernel_radar_lib_4::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'count' of kernel 'collect' is 'out once u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<3, 4, 3, vggen_kernel_radar_lib_4::vggen_list, detection *>::vggen_checked,
              "parameter 'found' of kernel 'collect' is 'out once detection*': expected 'detection *' in its source");

VGSIM_REGISTER_KERNEL_OF("radar_lib: radar_lib.cu", "hann", ::hann)
VGSIM_REGISTER_KERNEL_OF("radar_lib: radar_lib.cu", "threshold", ::threshold)
VGSIM_REGISTER_KERNEL_OF("radar_lib: radar_lib.cu", "add_powers", ::add_powers)
VGSIM_REGISTER_KERNEL_OF("radar_lib: radar_lib.cu", "detect", ::detect)
VGSIM_REGISTER_KERNEL_OF("radar_lib: radar_lib.cu", "collect", ::collect)

#endif

