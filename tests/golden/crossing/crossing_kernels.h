/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* crossing_kernels.h - what program "crossing" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from crossing.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_crossing_KERNELS_STAMP && VGGEN_crossing_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_crossing_SIM_STAMP
#error "two crossing_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef CROSSING_KERNELS_H
#define CROSSING_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_crossing_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_crossing_STAMP && VGGEN_crossing_STAMP != VGGEN_crossing_KERNELS_STAMP
#error "crossing.h and crossing_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "crossing_kernels.h is for kernel sources, which are C++; crossing.h is for C"
#else

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_crossing {
[[maybe_unused]] static __device__ constexpr int N = 1024;
[[maybe_unused]] static __device__ constexpr int ODD = 37;
}
using namespace vg_defines_crossing;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

#endif

#endif
