/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tally_kernels.h - what program "tally" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from tally.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_tally_KERNELS_STAMP && VGGEN_tally_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_tally_SIM_STAMP
#error "two tally_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef TALLY_KERNELS_H
#define TALLY_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_tally_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_tally_STAMP && VGGEN_tally_STAMP != VGGEN_tally_KERNELS_STAMP
#error "tally.h and tally_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "tally_kernels.h is for kernel sources, which are C++; tally.h is for C"
#else

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_tally {
[[maybe_unused]] static __device__ constexpr int N = 128;
[[maybe_unused]] static __device__ constexpr int ROWS = 512;
}
using namespace vg_defines_tally;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

#endif

#endif
