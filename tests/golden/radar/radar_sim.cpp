// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// radar_sim.cpp - program "radar" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from radar.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_radar_SIM_STAMP 0x0123456789abcdef

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

static const vgsim_space radar_sim_spaces[] = {
    {"device", 17042176u, 0, 0},
    {"pinned", 8397312u, 1, 0},
};

static const vgsim_buffer radar_sim_buffers[] = {
    {"echo", 0u, 0u, 8388608u, 8u},
    {"echo", 1u, 0u, 8388608u, 8u},
    {"range_window", 0u, 8388608u, 2048u, 4u},
    {"pulse_window", 0u, 8390656u, 512u, 4u},
    {"factor", 0u, 8391168u, 4u, 4u},
    {"turned", 0u, 8653568u, 8388608u, 8u},
    {"power", 0u, 8391424u, 262144u, 4u},
    {"hits", 0u, 8653568u, 8192u, 4u},
    {"count", 1u, 8388608u, 4u, 4u},
    {"found", 1u, 8388864u, 8192u, 8u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// upload echo
static const vgsim_binding radar_sim_0_upload_bindings[] = {
    {VGSIM_TO, 0u, 0u},
    {VGSIM_FROM, 1u, 0u},
};
static const vgsim_range radar_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 8388608u, "echo"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 8388608u, "echo"},
};

// launch range_fft
static const vgsim_binding radar_sim_0_range_fft_bindings[] = {
    {0, 0u, 0u},
    {1, 0u, 8388608u},
    {2, 0u, 8390656u},
    {3, 0u, 8653568u},
};
static const vgsim_range radar_sim_0_range_fft_ranges[] = {
    {0u, VGSIM_READ, 0u, 8388608u, "echo"},
    {0u, VGSIM_READ, 8388608u, 8390656u, "range_window"},
    {0u, VGSIM_READ, 8390656u, 8391168u, "pulse_window"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8653568u, 17042176u, "turned"},
};

// launch doppler_fft
static const vgsim_binding radar_sim_0_doppler_fft_bindings[] = {
    {0, 0u, 8653568u},
    {1, 0u, 8391424u},
};
static const vgsim_range radar_sim_0_doppler_fft_ranges[] = {
    {0u, VGSIM_READ, 8653568u, 17042176u, "turned"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8391424u, 8653568u, "power"},
};

// launch detect
static const vgsim_binding radar_sim_0_detect_bindings[] = {
    {0, 0u, 8391424u},
    {1, 0u, 8391168u},
    {2, 0u, 8653568u},
};
static const vgsim_range radar_sim_0_detect_ranges[] = {
    {0u, VGSIM_READ, 8391424u, 8653568u, "power"},
    {0u, VGSIM_READ, 8391168u, 8391172u, "factor"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8653568u, 8661760u, "hits"},
};

// launch collect
static const vgsim_binding radar_sim_0_collect_bindings[] = {
    {0, 0u, 8653568u},
    {1, 0u, 8391424u},
    {2, 1u, 8388608u},
    {3, 1u, 8388864u},
};
static const vgsim_range radar_sim_0_collect_ranges[] = {
    {0u, VGSIM_READ, 8653568u, 8661760u, "hits"},
    {0u, VGSIM_READ, 8391424u, 8653568u, "power"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 8388608u, 8388612u, "count"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 8388864u, 8397056u, "found"},
};

// launch vg_end
static const vgsim_binding radar_sim_0_end_bindings[] = {
    {0, 1u, 8397056u},
};

static const vgsim_node radar_sim_0[] = {
    {VGSIM_COPY_NODE, "upload echo", nullptr,
     radar_sim_0_upload_bindings, 2u,
     radar_sim_0_upload_ranges, 2u, nullptr, 0u, 69u},
    {VGSIM_KERNEL_NODE, "launch range_fft", "range_fft",
     radar_sim_0_range_fft_bindings, 4u,
     radar_sim_0_range_fft_ranges, 4u, nullptr, 0u, 91u},
    {VGSIM_KERNEL_NODE, "launch doppler_fft", "doppler_fft",
     radar_sim_0_doppler_fft_bindings, 2u,
     radar_sim_0_doppler_fft_ranges, 2u, nullptr, 0u, 93u},
    {VGSIM_KERNEL_NODE, "launch detect", "detect",
     radar_sim_0_detect_bindings, 3u,
     radar_sim_0_detect_ranges, 3u, nullptr, 0u, 95u},
    {VGSIM_KERNEL_NODE, "launch collect", "collect",
     radar_sim_0_collect_bindings, 4u,
     radar_sim_0_collect_ranges, 4u, nullptr, 0u, 97u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     radar_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 90u},
};

// make_range_window
static const vgsim_binding radar_sim_1_make_range_window_bindings[] = {
    {0, 0u, 8388608u},
};
static const vgsim_range radar_sim_1_make_range_window_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8388608u, 8390656u, "range_window"},
};

// make_pulse_window
static const vgsim_binding radar_sim_1_make_pulse_window_bindings[] = {
    {0, 0u, 8390656u},
};
static const vgsim_range radar_sim_1_make_pulse_window_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8390656u, 8391168u, "pulse_window"},
};

// make_factor
static const vgsim_binding radar_sim_1_make_factor_bindings[] = {
    {0, 0u, 8388608u},
    {1, 0u, 8391168u},
};
static const vgsim_range radar_sim_1_make_factor_ranges[] = {
    {0u, VGSIM_READ, 8388608u, 8390656u, "range_window"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 8391168u, 8391172u, "factor"},
};

static const vgsim_node radar_sim_1[] = {
    {VGSIM_KERNEL_NODE, "make_range_window", "hann",
     radar_sim_1_make_range_window_bindings, 1u,
     radar_sim_1_make_range_window_ranges, 1u, nullptr, 0u, 80u},
    {VGSIM_KERNEL_NODE, "make_pulse_window", "hann",
     radar_sim_1_make_pulse_window_bindings, 1u,
     radar_sim_1_make_pulse_window_ranges, 1u, nullptr, 0u, 83u},
    {VGSIM_KERNEL_NODE, "make_factor", "threshold",
     radar_sim_1_make_factor_bindings, 2u,
     radar_sim_1_make_factor_ranges, 2u, nullptr, 0u, 86u},
};

static const vgsim_graph radar_sim_graphs[] = {
    {"main", radar_sim_0, 6u},
    {"setup", radar_sim_1, 3u},
};

// radar.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t radar_vg_stamp __attribute__((weak));

static const vgsim_program radar_sim_program = {
    "radar",
    90u, // the capability that the device answers
    radar_sim_spaces, 2u,
    radar_sim_graphs, 2u,
    1u, // lanes
    radar_sim_buffers, 10u,
    "radar.yaml",
    VGGEN_radar_SIM_STAMP, &radar_vg_stamp,
};

static const struct radar_sim_registration {
    radar_sim_registration()
    {
        vgsim_register_program(&radar_sim_program);
    }
} radar_sim_registered;

#endif

// ---- radar.cu ----
#if VGSIM_HAS(1)

#include "radar_kernels.h"
#if VGGEN_radar_KERNELS_STAMP != VGGEN_radar_SIM_STAMP
#error "radar_sim.cpp and radar_kernels.h are of different runs of vggen: generate both again"
#endif
#include "radar.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *hann(vggen_nothing);
vggen_nothing *threshold(vggen_nothing);
vggen_nothing *range_fft(vggen_nothing);
vggen_nothing *doppler_fft(vggen_nothing);
vggen_nothing *detect(vggen_nothing);
vggen_nothing *collect(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_radar_0 = vggen_parameters<decltype(&::hann)>;
static_assert(vggen_count<0, 2, vggen_kernel_radar_0::vggen_count>::vggen_checked,
              "kernel 'hann' has 2 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_radar_0::vggen_list, float *>::vggen_checked,
              "parameter 'window' of kernel 'hann' is 'out f32*': expected 'float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_radar_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'n' of kernel 'hann' is 'u32': expected 'unsigned int' in its source");
using vggen_kernel_radar_1 = vggen_parameters<decltype(&::threshold)>;
static_assert(vggen_count<1, 2, vggen_kernel_radar_1::vggen_count>::vggen_checked,
              "kernel 'threshold' has 2 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_radar_1::vggen_list, const float *>::vggen_checked,
              "parameter 'window' of kernel 'threshold' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_radar_1::vggen_list, float *>::vggen_checked,
              "parameter 'factor' of kernel 'threshold' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_radar_2 = vggen_parameters<decltype(&::range_fft)>;
static_assert(vggen_count<2, 4, vggen_kernel_radar_2::vggen_count>::vggen_checked,
              "kernel 'range_fft' has 4 parameters in the spec");
static_assert(vggen_check<0, 2, 0, vggen_kernel_radar_2::vggen_list, const float2 *>::vggen_checked,
              "parameter 'echo' of kernel 'range_fft' is 'in once f32x2*': expected 'const float2 *' in its source");
static_assert(vggen_check<1, 2, 1, vggen_kernel_radar_2::vggen_list, const float *>::vggen_checked,
              "parameter 'range_window' of kernel 'range_fft' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 2, 2, vggen_kernel_radar_2::vggen_list, const float *>::vggen_checked,
              "parameter 'pulse_window' of kernel 'range_fft' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<3, 2, 3, vggen_kernel_radar_2::vggen_list, float2 *>::vggen_checked,
              "parameter 'turned' of kernel 'range_fft' is 'out f32x2*': expected 'float2 *' in its source");
using vggen_kernel_radar_3 = vggen_parameters<decltype(&::doppler_fft)>;
static_assert(vggen_count<3, 2, vggen_kernel_radar_3::vggen_count>::vggen_checked,
              "kernel 'doppler_fft' has 2 parameters in the spec");
static_assert(vggen_check<0, 3, 0, vggen_kernel_radar_3::vggen_list, const float2 *>::vggen_checked,
              "parameter 'turned' of kernel 'doppler_fft' is 'in f32x2*': expected 'const float2 *' in its source");
static_assert(vggen_check<1, 3, 1, vggen_kernel_radar_3::vggen_list, float *>::vggen_checked,
              "parameter 'power' of kernel 'doppler_fft' is 'out f32*': expected 'float *' in its source");
using vggen_kernel_radar_4 = vggen_parameters<decltype(&::detect)>;
static_assert(vggen_count<4, 3, vggen_kernel_radar_4::vggen_count>::vggen_checked,
              "kernel 'detect' has 3 parameters in the spec");
static_assert(vggen_check<0, 4, 0, vggen_kernel_radar_4::vggen_list, const float *>::vggen_checked,
              "parameter 'power' of kernel 'detect' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 4, 1, vggen_kernel_radar_4::vggen_list, const float *>::vggen_checked,
              "parameter 'factor' of kernel 'detect' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 4, 2, vggen_kernel_radar_4::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'hits' of kernel 'detect' is 'out u32*': expected 'unsigned int *' in its source");
using vggen_kernel_radar_5 = vggen_parameters<decltype(&::collect)>;
static_assert(vggen_count<5, 4, vggen_kernel_radar_5::vggen_count>::vggen_checked,
              "kernel 'collect' has 4 parameters in the spec");
static_assert(vggen_check<0, 5, 0, vggen_kernel_radar_5::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'hits' of kernel 'collect' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 5, 1, vggen_kernel_radar_5::vggen_list, const float *>::vggen_checked,
              "parameter 'power' of kernel 'collect' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 5, 2, vggen_kernel_radar_5::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'count' of kernel 'collect' is 'out once u32*': expected 'unsigned int *' in its source");
static_assert(vggen_check<3, 5, 3, vggen_kernel_radar_5::vggen_list, detection *>::vggen_checked,
              "parameter 'found' of kernel 'collect' is 'out once detection*': expected 'detection *' in its source");

VGSIM_REGISTER_KERNEL_OF("radar: radar.cu", "hann", ::hann)
VGSIM_REGISTER_KERNEL_OF("radar: radar.cu", "threshold", ::threshold)
VGSIM_REGISTER_KERNEL_OF("radar: radar.cu", "range_fft", ::range_fft)
VGSIM_REGISTER_KERNEL_OF("radar: radar.cu", "doppler_fft", ::doppler_fft)
VGSIM_REGISTER_KERNEL_OF("radar: radar.cu", "detect", ::detect)
VGSIM_REGISTER_KERNEL_OF("radar: radar.cu", "collect", ::collect)

#endif

