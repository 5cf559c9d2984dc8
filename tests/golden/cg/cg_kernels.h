/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* cg_kernels.h - what program "cg" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from cg.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_cg_KERNELS_STAMP && VGGEN_cg_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_cg_SIM_STAMP
#error "two cg_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef CG_KERNELS_H
#define CG_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_cg_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_cg_STAMP && VGGEN_cg_STAMP != VGGEN_cg_KERNELS_STAMP
#error "cg.h and cg_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "cg_kernels.h is for kernel sources, which are C++; cg.h is for C"
#else

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_cg {
[[maybe_unused]] static __device__ constexpr int SIZE = 40;
[[maybe_unused]] static __device__ constexpr int POINTS = 1600;
[[maybe_unused]] static __device__ constexpr int MOST = 160;
[[maybe_unused]] static __device__ constexpr int BLOCK = 256;
[[maybe_unused]] static __device__ constexpr int CHUNK = 1024;
[[maybe_unused]] static __device__ constexpr int PARTS = 2;
}
using namespace vg_defines_cg;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

#endif

#endif
