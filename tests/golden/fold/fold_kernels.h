/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* fold_kernels.h - what program "fold" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from fold.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_fold_KERNELS_STAMP && VGGEN_fold_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_fold_SIM_STAMP
#error "two fold_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef FOLD_KERNELS_H
#define FOLD_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_fold_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_fold_STAMP && VGGEN_fold_STAMP != VGGEN_fold_KERNELS_STAMP
#error "fold.h and fold_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "fold_kernels.h is for kernel sources, which are C++; fold.h is for C"
#else

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_fold {
[[maybe_unused]] static __device__ constexpr int N = 1024;
}
using namespace vg_defines_fold;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

#endif

#endif
