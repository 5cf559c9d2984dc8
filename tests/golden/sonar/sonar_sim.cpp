// SPDX-License-Identifier: 0BSD
// SPDX-FileCopyrightText: 2026 The vggen authors
// sonar_sim.cpp - program "sonar" for the CPU device: its kernels for the host, and what each node may touch.
// Made by vggen 0.1.0 from sonar.yaml. Do not edit: change the spec and generate again.
//
// Unit 0 is the program, each other one is one of its sources. With -DVGSIM_UNIT=NUMBER one of them is compiled by
// itself, as nvcc compiles each source; without it all are, as one text. See the README.md of the CPU device.
#include "vgsim_device.h"

// The stamp of the run of vggen that made this file.
#define VGGEN_sonar_SIM_STAMP 0x0123456789abcdef

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

VGSIM_DYNAMIC_SHARED_NAMED(part, 4part)

// ---- memory ----

static const vgsim_space sonar_sim_spaces[] = {
    {"device", 22528u, 0, 0},
    {"pinned", 19200u, 1, 0},
};

static const vgsim_buffer sonar_sim_buffers[] = {
    {"x", 0u, 256u, 4096u, 4u},
    {"x", 1u, 256u, 4096u, 4u},
    {"mask", 0u, 4352u, 1024u, 1u},
    {"mask", 1u, 4352u, 1024u, 1u},
    {"table", 0u, 9728u, 16u, 4u},
    {"table", 1u, 18432u, 16u, 4u},
    {"sum", 0u, 5376u, 16u, 8u},
    {"sum", 1u, 5376u, 16u, 8u},
    {"sum", 1u, 9984u, 16u, 8u},
    {"w", 0u, 9984u, 4096u, 4u},
    {"y", 0u, 14080u, 4096u, 4u},
    {"y", 1u, 5632u, 4096u, 4u},
    {"part", 0u, 18432u, 4096u, 4u},
    {"part", 1u, 10240u, 4096u, 4u},
    {"log", 0u, 5632u, 4096u, 4u},
    {"log", 1u, 14336u, 4096u, 4u},
    {"total", 0u, 14080u, 4u, 4u},
    {"total", 1u, 18688u, 4u, 4u},
    {"top", 0u, 18176u, 4u, 4u},
    {"top", 1u, 9728u, 4u, 4u},
    {"limit", 0u, 0u, 4u, 4u},
    {"limit", 1u, 0u, 4u, 4u},
};

// ---- nodes: where each address must point, and the bytes that each may touch ----

// launch vg_begin

// upload limit, x
static const vgsim_binding sonar_sim_0_upload_bindings[] = {
    {0, 0u, 0u},
    {1, 1u, 0u},
};
static const vgsim_range sonar_sim_0_upload_ranges[] = {
    {1u, VGSIM_READ, 0u, 4352u, "limit, x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 0u, 4352u, "limit, x"},
};

// upload mask on request
static const vgsim_binding sonar_sim_0_upload_mask_bindings[] = {
    {0, 0u, 4352u},
    {1, 1u, 4352u},
};
static const vgsim_range sonar_sim_0_upload_mask_ranges[] = {
    {1u, VGSIM_READ, 4352u, 5376u, "mask"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 4352u, 5376u, "mask"},
};

// upload sum on request
static const vgsim_binding sonar_sim_0_upload_sum_bindings[] = {
    {0, 0u, 5376u},
    {1, 1u, 5376u},
};
static const vgsim_range sonar_sim_0_upload_sum_ranges[] = {
    {1u, VGSIM_READ, 5376u, 5392u, "sum"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 5376u, 5392u, "sum"},
};

// clear y
static const vgsim_binding sonar_sim_0_clear_y_bindings[] = {
    {0, 0u, 14080u},
};
static const vgsim_range sonar_sim_0_clear_y_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 14080u, 18176u, "y"},
};

// clear log
static const vgsim_binding sonar_sim_0_clear_log_bindings[] = {
    {0, 0u, 5632u},
};
static const vgsim_range sonar_sim_0_clear_log_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 5632u, 9728u, "log"},
};

// clear top
static const vgsim_binding sonar_sim_0_clear_top_bindings[] = {
    {0, 0u, 18176u},
};
static const vgsim_range sonar_sim_0_clear_top_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 18176u, 18180u, "top"},
};

// main_filter
static const vgsim_binding sonar_sim_0_main_filter_bindings[] = {
    {0, 0u, 256u},
    {1, 0u, 9984u},
    {2, 0u, 4352u},
    {6, 0u, 5376u},
    {7, 0u, 14080u},
};
static const vgsim_range sonar_sim_0_main_filter_ranges[] = {
    {0u, VGSIM_READ, 256u, 4352u, "x"},
    {0u, VGSIM_READ, 9984u, 14080u, "w"},
    {0u, VGSIM_READ, 4352u, 5376u, "mask"},
    {0u, VGSIM_READ | VGSIM_WRITE, 5376u, 5392u, "sum"},
    {0u, VGSIM_WRITE, 14080u, 18176u, "y"},
};

// copy y -> part
static const vgsim_binding sonar_sim_0_copy_y_part_bindings[] = {
    {0, 0u, 18432u},
    {1, 0u, 14080u},
};
static const vgsim_range sonar_sim_0_copy_y_part_ranges[] = {
    {0u, VGSIM_READ, 14080u, 18176u, "y"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 18432u, 22528u, "part"},
};

// copy y -> log
static const vgsim_binding sonar_sim_0_copy_y_log_bindings[] = {
    {0, 0u, 5632u},
    {1, 0u, 14080u},
};
static const vgsim_range sonar_sim_0_copy_y_log_ranges[] = {
    {0u, VGSIM_READ, 14080u, 18176u, "y"},
    {0u, VGSIM_WRITE, 5632u, 9728u, "log"},
};

// fill y
static const vgsim_binding sonar_sim_0_fill_y_bindings[] = {
    {0, 0u, 14080u},
};
static const vgsim_range sonar_sim_0_fill_y_ranges[] = {
    {0u, VGSIM_WRITE, 14080u, 14096u, "y"},
};

// launch peak
static const vgsim_binding sonar_sim_0_peak_bindings[] = {
    {0, 0u, 14080u},
    {1, 0u, 18176u},
    {2, 0u, 0u},
};
static const vgsim_range sonar_sim_0_peak_ranges[] = {
    {0u, VGSIM_READ, 14080u, 18176u, "y"},
    {0u, VGSIM_WRITE, 18176u, 18180u, "top"},
    {0u, VGSIM_READ, 0u, 4u, "limit"},
};

// download y, top
static const vgsim_binding sonar_sim_0_download_bindings[] = {
    {1, 0u, 14080u},
    {0, 1u, 5632u},
};
static const vgsim_range sonar_sim_0_download_ranges[] = {
    {0u, VGSIM_READ, 14080u, 18180u, "y, top"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 5632u, 9732u, "y, top"},
};

// download sum on request
static const vgsim_binding sonar_sim_0_download_sum_bindings[] = {
    {1, 0u, 5376u},
    {0, 1u, 9984u},
};
static const vgsim_range sonar_sim_0_download_sum_ranges[] = {
    {0u, VGSIM_READ, 5376u, 5392u, "sum"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 9984u, 10000u, "sum"},
};

// download part[16:48]
static const vgsim_binding sonar_sim_0_download_part_bindings[] = {
    {1, 0u, 18496u},
    {0, 1u, 10304u},
};
static const vgsim_range sonar_sim_0_download_part_ranges[] = {
    {0u, VGSIM_READ, 18496u, 18624u, "part"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 10304u, 10432u, "part"},
};

// download log on request
static const vgsim_binding sonar_sim_0_download_log_bindings[] = {
    {1, 0u, 5632u},
    {0, 1u, 14336u},
};
static const vgsim_range sonar_sim_0_download_log_ranges[] = {
    {0u, VGSIM_READ, 5632u, 9728u, "log"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 14336u, 18432u, "log"},
};

// launch vg_end
static const vgsim_binding sonar_sim_0_end_bindings[] = {
    {0, 1u, 18944u},
};

static const vgsim_node sonar_sim_0[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 48u},
    {VGSIM_TRANSFER_NODE, "upload limit, x", "vg_copy",
     sonar_sim_0_upload_bindings, 2u,
     sonar_sim_0_upload_ranges, 2u, nullptr, 0u, 43u},
    {VGSIM_TRANSFER_NODE, "upload mask on request", "vg_copy",
     sonar_sim_0_upload_mask_bindings, 2u,
     sonar_sim_0_upload_mask_ranges, 2u, nullptr, 0u, 30u},
    {VGSIM_TRANSFER_NODE, "upload sum on request", "vg_copy",
     sonar_sim_0_upload_sum_bindings, 2u,
     sonar_sim_0_upload_sum_ranges, 2u, nullptr, 0u, 32u},
    {VGSIM_MOVE_NODE, "clear y", "vg_fill",
     sonar_sim_0_clear_y_bindings, 1u,
     sonar_sim_0_clear_y_ranges, 1u, nullptr, 0u, 34u},
    {VGSIM_MOVE_NODE, "clear log", "vg_fill",
     sonar_sim_0_clear_log_bindings, 1u,
     sonar_sim_0_clear_log_ranges, 1u, nullptr, 0u, 36u},
    {VGSIM_MOVE_NODE, "clear top", "vg_fill",
     sonar_sim_0_clear_top_bindings, 1u,
     sonar_sim_0_clear_top_ranges, 1u, nullptr, 0u, 38u},
    {VGSIM_KERNEL_NODE, "main_filter", "filter",
     sonar_sim_0_main_filter_bindings, 5u,
     sonar_sim_0_main_filter_ranges, 5u, nullptr, 0u, 49u},
    {VGSIM_MOVE_NODE, "copy y -> part", "vg_copy",
     sonar_sim_0_copy_y_part_bindings, 2u,
     sonar_sim_0_copy_y_part_ranges, 2u, nullptr, 0u, 52u},
    {VGSIM_MOVE_NODE, "copy y -> log", "vg_copy",
     sonar_sim_0_copy_y_log_bindings, 2u,
     sonar_sim_0_copy_y_log_ranges, 2u, nullptr, 0u, 53u},
    {VGSIM_MOVE_NODE, "fill y", "vg_fill",
     sonar_sim_0_fill_y_bindings, 1u,
     sonar_sim_0_fill_y_ranges, 1u, nullptr, 0u, 55u},
    {VGSIM_KERNEL_NODE, "launch peak", "peak",
     sonar_sim_0_peak_bindings, 3u,
     sonar_sim_0_peak_ranges, 3u, nullptr, 0u, 57u},
    {VGSIM_TRANSFER_NODE, "download y, top", "vg_copy",
     sonar_sim_0_download_bindings, 2u,
     sonar_sim_0_download_ranges, 2u, nullptr, 0u, 34u},
    {VGSIM_TRANSFER_NODE, "download sum on request", "vg_copy",
     sonar_sim_0_download_sum_bindings, 2u,
     sonar_sim_0_download_sum_ranges, 2u, nullptr, 0u, 32u},
    {VGSIM_TRANSFER_NODE, "download part[16:48]", "vg_copy",
     sonar_sim_0_download_part_bindings, 2u,
     sonar_sim_0_download_part_ranges, 2u, nullptr, 0u, 35u},
    {VGSIM_TRANSFER_NODE, "download log on request", "vg_copy",
     sonar_sim_0_download_log_bindings, 2u,
     sonar_sim_0_download_log_ranges, 2u, nullptr, 0u, 36u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     sonar_sim_0_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 48u},
};

// launch vg_begin

// upload x
static const vgsim_binding sonar_sim_1_upload_x_bindings[] = {
    {0, 0u, 256u},
    {1, 1u, 256u},
};
static const vgsim_range sonar_sim_1_upload_x_ranges[] = {
    {1u, VGSIM_READ, 256u, 4352u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 256u, 4352u, "x"},
};

// upload table on request
static const vgsim_binding sonar_sim_1_upload_table_bindings[] = {
    {0, 0u, 9728u},
    {1, 1u, 18432u},
};
static const vgsim_range sonar_sim_1_upload_table_ranges[] = {
    {1u, VGSIM_READ, 18432u, 18448u, "table"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 9728u, 9744u, "table"},
};

// upload sum on request
static const vgsim_binding sonar_sim_1_upload_sum_bindings[] = {
    {0, 0u, 5376u},
    {1, 1u, 5376u},
};
static const vgsim_range sonar_sim_1_upload_sum_ranges[] = {
    {1u, VGSIM_READ, 5376u, 5392u, "sum"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 5376u, 5392u, "sum"},
};

// launch scan
static const vgsim_binding sonar_sim_1_scan_bindings[] = {
    {0, 0u, 272u},
    {1, 0u, 14080u},
};
static const vgsim_range sonar_sim_1_scan_ranges[] = {
    {0u, VGSIM_READ, 272u, 288u, "x"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 14080u, 14084u, "total"},
    {0u, VGSIM_READ, 9728u, 9744u, "table"},
};

// copy sum -> sum
static const vgsim_binding sonar_sim_1_copy_sum_sum_bindings[] = {
    {0, 0u, 5384u},
    {1, 0u, 5376u},
};
static const vgsim_range sonar_sim_1_copy_sum_sum_ranges[] = {
    {0u, VGSIM_READ, 5376u, 5384u, "sum"},
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 5384u, 5392u, "sum"},
};

// download total
static const vgsim_binding sonar_sim_1_download_total_bindings[] = {
    {1, 0u, 14080u},
    {0, 1u, 18688u},
};
static const vgsim_range sonar_sim_1_download_total_ranges[] = {
    {0u, VGSIM_READ, 14080u, 14084u, "total"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 18688u, 18692u, "total"},
};

// download sum on request
static const vgsim_binding sonar_sim_1_download_sum_bindings[] = {
    {1, 0u, 5376u},
    {0, 1u, 9984u},
};
static const vgsim_range sonar_sim_1_download_sum_ranges[] = {
    {0u, VGSIM_READ, 5376u, 5392u, "sum"},
    {1u, VGSIM_WRITE | VGSIM_WHOLE, 9984u, 10000u, "sum"},
};

// launch vg_end
static const vgsim_binding sonar_sim_1_end_bindings[] = {
    {0, 1u, 18944u},
};

static const vgsim_node sonar_sim_1[] = {
    {VGSIM_KERNEL_NODE, "launch vg_begin", "vg_begin",
     nullptr, 0u,
     nullptr, 0u, nullptr, 0u, 61u},
    {VGSIM_TRANSFER_NODE, "upload x", "vg_copy",
     sonar_sim_1_upload_x_bindings, 2u,
     sonar_sim_1_upload_x_ranges, 2u, nullptr, 0u, 29u},
    {VGSIM_TRANSFER_NODE, "upload table on request", "vg_copy",
     sonar_sim_1_upload_table_bindings, 2u,
     sonar_sim_1_upload_table_ranges, 2u, nullptr, 0u, 31u},
    {VGSIM_TRANSFER_NODE, "upload sum on request", "vg_copy",
     sonar_sim_1_upload_sum_bindings, 2u,
     sonar_sim_1_upload_sum_ranges, 2u, nullptr, 0u, 32u},
    {VGSIM_KERNEL_NODE, "launch scan", "scan_u32",
     sonar_sim_1_scan_bindings, 2u,
     sonar_sim_1_scan_ranges, 3u, nullptr, 0u, 62u},
    {VGSIM_MOVE_NODE, "copy sum -> sum", "vg_copy",
     sonar_sim_1_copy_sum_sum_bindings, 2u,
     sonar_sim_1_copy_sum_sum_ranges, 2u, nullptr, 0u, 65u},
    {VGSIM_TRANSFER_NODE, "download total", "vg_copy",
     sonar_sim_1_download_total_bindings, 2u,
     sonar_sim_1_download_total_ranges, 2u, nullptr, 0u, 37u},
    {VGSIM_TRANSFER_NODE, "download sum on request", "vg_copy",
     sonar_sim_1_download_sum_bindings, 2u,
     sonar_sim_1_download_sum_ranges, 2u, nullptr, 0u, 32u},
    {VGSIM_END_NODE, "launch vg_end", "vg_end",
     sonar_sim_1_end_bindings, 1u,
     nullptr, 0u, nullptr, 0u, 61u},
};

// launch window
static const vgsim_binding sonar_sim_2_window_bindings[] = {
    {0, 0u, 9984u},
};
static const vgsim_range sonar_sim_2_window_ranges[] = {
    {0u, VGSIM_WRITE | VGSIM_WHOLE, 9984u, 14080u, "w"},
};

static const vgsim_node sonar_sim_2[] = {
    {VGSIM_KERNEL_NODE, "launch window", "window",
     sonar_sim_2_window_bindings, 1u,
     sonar_sim_2_window_ranges, 1u, nullptr, 0u, 45u},
};

static const vgsim_graph sonar_sim_graphs[] = {
    {"search", sonar_sim_0, 17u},
    {"track", sonar_sim_1, 9u},
    {"setup", sonar_sim_2, 1u},
};

// sonar.c has it, where that is linked; cuInit compares it with the stamp of this file.
extern "C" const uint64_t sonar_vg_stamp __attribute__((weak));

static const vgsim_program sonar_sim_program = {
    "sonar",
    90u, // the capability that the device answers
    sonar_sim_spaces, 2u,
    sonar_sim_graphs, 3u,
    1u, // lanes
    sonar_sim_buffers, 22u,
    "sonar.yaml",
    VGGEN_sonar_SIM_STAMP, &sonar_vg_stamp,
};

static const struct sonar_sim_registration {
    sonar_sim_registration()
    {
        vgsim_register_program(&sonar_sim_program);
    }
} sonar_sim_registered;

#endif

// ---- sonar.cu ----
#if VGSIM_HAS(1)

#include "sonar_kernels.h"
#if VGGEN_sonar_KERNELS_STAMP != VGGEN_sonar_SIM_STAMP
#error "sonar_sim.cpp and sonar_kernels.h are of different runs of vggen: generate both again"
#endif
#include "sonar.cu"

// Each kernel as the spec has it.
#include <cuda_fp16.h>
namespace vggen_fallback {
vggen_nothing *window(vggen_nothing);
vggen_nothing *filter(vggen_nothing);
vggen_nothing *peak(vggen_nothing);
vggen_nothing *scan_u32(vggen_nothing);
}
namespace {
using namespace vggen_fallback;
}
using vggen_kernel_sonar_0 = vggen_parameters<decltype(&::window)>;
static_assert(vggen_count<0, 2, vggen_kernel_sonar_0::vggen_count>::vggen_checked,
              "kernel 'window' has 2 parameters in the spec");
static_assert(vggen_check<0, 0, 0, vggen_kernel_sonar_0::vggen_list, float *>::vggen_checked,
              "parameter 'w' of kernel 'window' is 'out f32*': expected 'float *' in its source");
static_assert(vggen_check<1, 0, 1, vggen_kernel_sonar_0::vggen_list, unsigned int>::vggen_checked,
              "parameter 'n' of kernel 'window' is 'u32': expected 'unsigned int' in its source");
using vggen_kernel_sonar_1 = vggen_parameters<decltype(&::filter)>;
static_assert(vggen_count<1, 8, vggen_kernel_sonar_1::vggen_count>::vggen_checked,
              "kernel 'filter' has 8 parameters in the spec");
static_assert(vggen_check<0, 1, 0, vggen_kernel_sonar_1::vggen_list, const float *>::vggen_checked,
              "parameter 'x' of kernel 'filter' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 1, 1, vggen_kernel_sonar_1::vggen_list, const float *>::vggen_checked,
              "parameter 'w' of kernel 'filter' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<2, 1, 2, vggen_kernel_sonar_1::vggen_list, const unsigned char *>::vggen_checked,
              "parameter 'mask' of kernel 'filter' is 'in u8*': expected 'const unsigned char *' in its source");
static_assert(vggen_check<3, 1, 3, vggen_kernel_sonar_1::vggen_list, float>::vggen_checked,
              "parameter 'gain' of kernel 'filter' is 'f32': expected 'float' in its source");
static_assert(vggen_check<4, 1, 4, vggen_kernel_sonar_1::vggen_list, __half>::vggen_checked,
              "parameter 'bias' of kernel 'filter' is 'f16': expected '__half' in its source");
static_assert(vggen_check<5, 1, 5, vggen_kernel_sonar_1::vggen_list, unsigned int>::vggen_checked,
              "parameter 'count' of kernel 'filter' is 'u32': expected 'unsigned int' in its source");
static_assert(vggen_check<6, 1, 6, vggen_kernel_sonar_1::vggen_list, double *, const double *>::vggen_checked,
              "parameter 'sum' of kernel 'filter' is 'inout f64*': expected 'double *' in its source");
static_assert(vggen_check<7, 1, 7, vggen_kernel_sonar_1::vggen_list, float *>::vggen_checked,
              "parameter 'y' of kernel 'filter' is 'out_part f32*': expected 'float *' in its source");
using vggen_kernel_sonar_2 = vggen_parameters<decltype(&::peak)>;
static_assert(vggen_count<2, 3, vggen_kernel_sonar_2::vggen_count>::vggen_checked,
              "kernel 'peak' has 3 parameters in the spec");
static_assert(vggen_check<0, 2, 0, vggen_kernel_sonar_2::vggen_list, const float *>::vggen_checked,
              "parameter 'y' of kernel 'peak' is 'in f32*': expected 'const float *' in its source");
static_assert(vggen_check<1, 2, 1, vggen_kernel_sonar_2::vggen_list, float *>::vggen_checked,
              "parameter 'top' of kernel 'peak' is 'out f32*': expected 'float *' in its source");
static_assert(vggen_check<2, 2, 2, vggen_kernel_sonar_2::vggen_list, const float *>::vggen_checked,
              "parameter 'limit' of kernel 'peak' is 'in f32*': expected 'const float *' in its source");
using vggen_kernel_sonar_3 = vggen_parameters<decltype(&::scan_u32)>;
static_assert(vggen_count<3, 2, vggen_kernel_sonar_3::vggen_count>::vggen_checked,
              "kernel 'scan' has 2 parameters in the spec");
static_assert(vggen_check<0, 3, 0, vggen_kernel_sonar_3::vggen_list, const unsigned int *>::vggen_checked,
              "parameter 'v' of kernel 'scan' is 'in u32*': expected 'const unsigned int *' in its source");
static_assert(vggen_check<1, 3, 1, vggen_kernel_sonar_3::vggen_list, unsigned int *>::vggen_checked,
              "parameter 'total' of kernel 'scan' is 'out u32*': expected 'unsigned int *' in its source");

VGSIM_REGISTER_KERNEL_OF("sonar: sonar.cu", "window", ::window)
VGSIM_REGISTER_KERNEL_OF("sonar: sonar.cu", "filter", ::filter)
VGSIM_REGISTER_KERNEL_OF("sonar: sonar.cu", "peak", ::peak)
VGSIM_REGISTER_KERNEL_OF("sonar: sonar.cu", "scan_u32", ::scan_u32)

#endif

