/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* reach_kernels.h - what program "reach" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from reach.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_reach_KERNELS_STAMP && VGGEN_reach_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_reach_SIM_STAMP
#error "two reach_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef REACH_KERNELS_H
#define REACH_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_reach_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_reach_STAMP && VGGEN_reach_STAMP != VGGEN_reach_KERNELS_STAMP
#error "reach.h and reach_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "reach_kernels.h is for kernel sources, which are C++; reach.h is for C"
#else

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_reach {
[[maybe_unused]] static __device__ constexpr int VERTICES = 22;
[[maybe_unused]] static __device__ constexpr int EDGES = 36;
[[maybe_unused]] static __device__ constexpr int BLOCK = 128;
[[maybe_unused]] static __device__ constexpr int BLOCKS = 32;
[[maybe_unused]] static __device__ constexpr long long UNREACHED = 4294967295LL;
}
using namespace vg_defines_reach;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

#endif

#endif
