// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// equalizer_sim.cpp - program "equalizer" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from equalizer.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_equalizer_SIM_STAMP 0x0123456789abcdef

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

VGSIM_DYNAMIC_SHARED_NAMED(window, 6window)

// ---- memory ----

static const vgsim_space equalizer_sim_spaces[] = {
    {"device", 3328u, 0, 0},
    {"pinned", 3072u, 1, 0},
};

static const vgsim_buffer equalizer_sim_buffers[] = {
    {"x", 0u, 256u, 1024u, 4u},
    {"x", 1u, 256u, 1024u, 4u},
    {"hist", 0u, 3072u, 252u, 4u},
    {"taps", 0u, 2816u, 256u, 4u},
    {"gain", 0u, 0u, 4u, 4u},
    {"gain", 1u, 0u, 4u, 4u},
    {"y", 0u, 1280u, 1024u, 4u},
    {"y", 1u, 1280u, 1024u, 4u},
    {"energy", 0u, 2304u, 16u, 8u},
    {"energy", 1u, 2304u, 16u, 8u},
    {"peak", 0u, 2560u, 8u, 4u},
    {"peak", 1u, 2560u, 8u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch vg_begin

// upload gain, x
static const vgsim_binding equalizer_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range equalizer_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 1280u, "gain, x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 1280u, "gain, x"},
};

// fill energy
static const vgsim_binding equalizer_sim_0_fill_energy_bindings[] = {
    {0, 0u, 2304u},
};
static const vgsim_range equalizer_sim_0_fill_energy_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 2304u, 2320u, "energy"},
};

// fill peak
static const vgsim_binding equalizer_sim_0_fill_peak_bindings[] = {
    {0, 0u, 2560u},
};
static const vgsim_range equalizer_sim_0_fill_peak_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 2560u, 2568u, "peak"},
};

// launch fir
static const vgsim_binding equalizer_sim_0_fir_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 3072u},
    {2, 0u, 2816u},
    {3, 0u, 0u},
    {4, 0u, 1280u},
};
static const vgsim_range equalizer_sim_0_fir_ranges[] = {
    {0u, VGSIM_READ, 256u, 1280u, "x"},
    {0u, VGSIM_READ, 3072u, 3324u, "hist"},
    {0u, VGSIM_READ, 2816u, 3072u, "taps"},
    {0u, VGSIM_READ, 0u, 4u, "gain"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 1280u, 2304u, "y"},
};

// keep_history
static const vgsim_binding equalizer_sim_0_keep_history_bindings[] = {
    {0, 0u, 3072u},
    {1, 0u, 1028u},
};
static const vgsim_range equalizer_sim_0_keep_history_ranges[] = {
    {0u, VGSIM_READ, 1028u, 1280u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 3072u, 3324u, "hist"},
};

// meter_before
static const vgsim_binding equalizer_sim_0_meter_before_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 2304u},
    {2, 0u, 2560u},
};
static const vgsim_range equalizer_sim_0_meter_before_ranges[] = {
    {0u, VGSIM_READ, 256u, 1280u, "x"},
    {0u, VGSIM_READ | VGSIM_WRITE, 2304u, 2312u, "energy"},
    {0u, VGSIM_READ | VGSIM_WRITE, 2560u, 2564u, "peak"},
};

// meter_after
static const vgsim_binding equalizer_sim_0_meter_after_bindings[] = {
    {0, 0u, 1280u},
    {1, 0u, 2312u},
    {2, 0u, 2564u},
};
static const vgsim_range equalizer_sim_0_meter_after_ranges[] = {
    {0u, VGSIM_READ, 1280u, 2304u, "y"},
    {0u, VGSIM_READ | VGSIM_WRITE, 2312u, 2320u, "energy"},
    {0u, VGSIM_READ | VGSIM_WRITE, 2564u, 2568u, "peak"},
};

// download y, energy, peak
static const vgsim_binding equalizer_sim_0_download_bindings[] = {
    {1, 0u, 1280u},
    {0, 1u, 1280u},
};
static const vgsim_range equalizer_sim_0_download_ranges[] = {
    {0u, VGSIM_READ | VGSIM_SPARE, 1280u, 2568u, "y, energy, peak"},
    {0u, VGSIM_READ, 1280u, 2304u, "y"},
    {0u, VGSIM_READ, 2304u, 2320u, "energy"},
    {0u, VGSIM_READ, 2560u, 2568u, "peak"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 1280u, 2568u, "y, energy, peak"},
};

// launch vg_end
static const vgsim_binding equalizer_sim_0_end_bindings[] = {
    {0, 1u, 2816u},
};

static const vgsim_node equalizer_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 42u},
    {VGSIM_TRANSFER_NODE, "upload gain, x", "vg_copy",
     equalizer_sim_0_upload_bindings, 2u,
     equalizer_sim_0_upload_ranges, 2u, nullptr, 0u, 37u},
    {VGSIM_MOVE_NODE, "fill energy", "vg_fill",
     equalizer_sim_0_fill_energy_bindings, 1u,
     equalizer_sim_0_fill_energy_ranges, 1u, nullptr, 0u, 43u},
    {VGSIM_MOVE_NODE, "fill peak", "vg_fill",
     equalizer_sim_0_fill_peak_bindings, 1u,
     equalizer_sim_0_fill_peak_ranges, 1u, nullptr, 0u, 44u},
    {VGSIM_KERNEL_NODE, "launch fir", "fir",
     equalizer_sim_0_fir_bindings, 5u,
     equalizer_sim_0_fir_ranges, 5u, nullptr, 0u, 45u},
    {VGSIM_MOVE_NODE, "keep_history", "vg_copy",
     equalizer_sim_0_keep_history_bindings, 2u,
     equalizer_sim_0_keep_history_ranges, 2u, nullptr, 0u, 47u},
    {VGSIM_KERNEL_NODE, "meter_before", "meter",
     equalizer_sim_0_meter_before_bindings, 3u,
     equalizer_sim_0_meter_before_ranges, 3u, nullptr, 0u, 49u},
    {VGSIM_KERNEL_NODE, "meter_after", "meter",
     equalizer_sim_0_meter_after_bindings, 3u,
     equalizer_sim_0_meter_after_ranges, 3u, nullptr, 0u, 52u},
    {VGSIM_TRANSFER_NODE, "download y, energy, peak", "vg_copy",
     equalizer_sim_0_download_bindings, 2u,
     equalizer_sim_0_download_ranges, 5u, nullptr, 0u, 38u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     equalizer_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 42u},
};

static const vgsim_graph equalizer_sim_graphs[] = {
    {"main", equalizer_sim_0, 10u},
};

// equalizer.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t equalizer_vg_stamp __attribute__((weak));

static const vgsim_program equalizer_sim_program = {
    "equalizer",
    90u, // the capability that the device answers
    equalizer_sim_spaces, 2u,
    equalizer_sim_graphs, 1u,
    1u, // lanes
    equalizer_sim_buffers, 12u,
    "equalizer.yaml",
    VGGEN_equalizer_SIM_STAMP, &equalizer_vg_stamp,
};

static const struct equalizer_sim_registration {
    equalizer_sim_registration()
    {
        vgsim_register_program(&equalizer_sim_program);
    }
} equalizer_sim_registered;

#endif

// ---- equalizer.cu ----
#if VGSIM_HAS(1)

#include "equalizer_kernels.h"
#if VGGEN_equalizer_KERNELS_STAMP != VGGEN_equalizer_SIM_STAMP
#error "equalizer_sim.cpp and equalizer_kernels.h are of different runs of vggen: generate both again"
#endif
#include "equalizer.cu"

// Each kernel as the spec has it.
namespace vggen_fallback {
vggen_nothing *fir(vggen_nothing);
vggen_nothing *meter(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_equalizer_0 = vggen_parameters<decltype(&::fir)>;
static_assert(vggen_count<0, 5, vggen_kernel_equalizer_0::vggen_count>::vggen_checked,
              "kernel 'fir' has 5 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_equalizer_0::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'fir' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_equalizer_0::vggen_list, const float *>::vggen_checked,
              "parameter 'hist' of kernel 'fir' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 0, 2, vggen_kernel_equalizer_0::vggen_list, const float *>::vggen_checked,
              "parameter 'taps' of kernel 'fir' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<3, 0, 3, vggen_kernel_equalizer_0::vggen_list, const float *>::vggen_checked,
              "parameter 'gain' of kernel 'fir' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<4, 0, 4, vggen_kernel_equalizer_0::vggen_list, float *>::vggen_checked,
              "parameter 'y' of kernel 'fir' is 'out once f32*': expected 'float *' in its source");
using vggen_kernel_equalizer_1 = vggen_parameters<decltype(&::meter)>;
static_assert(vggen_count<1, 3, vggen_kernel_equalizer_1::vggen_count>::vggen_checked,
              "kernel 'meter' has 3 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_equalizer_1::vggen_list, const float *>::vggen_checked,
              "parameter 'samples' of kernel 'meter' is 'in once f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_equalizer_1::vggen_list, unsigned long long *, unsigned long *, const unsigned long long *, const unsigned long *>::vggen_checked,
              "parameter 'energy' of kernel 'meter' is 'inout u64*': expected 'unsigned long long *' or 'unsigned long *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_equalizer_1::vggen_list, float *, const float *>::vggen_checked,
              "parameter 'peak' of kernel 'meter' is 'inout f32*': expected 'float *' in its source");

VGSIM_REGISTER_KERNEL_OF("equalizer: equalizer.cu", "fir", ::fir)
VGSIM_REGISTER_KERNEL_OF("equalizer: equalizer.cu", "meter", ::meter)

#endif

