/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* sonar_kernels.h - what program "sonar" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from sonar.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_sonar_KERNELS_STAMP && VGGEN_sonar_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_sonar_SIM_STAMP
#error "two sonar_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef SONAR_KERNELS_H
#define SONAR_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_sonar_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_sonar_STAMP && VGGEN_sonar_STAMP != VGGEN_sonar_KERNELS_STAMP
#error "sonar.h and sonar_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "sonar_kernels.h is for kernel sources, which are C++; sonar.h is for C"
#else

#include <cuda_fp16.h>

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_sonar {
[[maybe_unused]] static __device__ constexpr int N = 1024;
[[maybe_unused]] static __device__ constexpr int BLOCK = 128;
[[maybe_unused]] static __device__ constexpr double SCALE = 0.5;
}
using namespace vg_defines_sonar;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

#endif

#endif
