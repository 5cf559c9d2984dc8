/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* radar_lib_kernels.h - what program "radar_lib" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from radar_lib.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_radar_lib_KERNELS_STAMP && VGGEN_radar_lib_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_radar_lib_SIM_STAMP
#error "two radar_lib_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef RADAR_LIB_KERNELS_H
#define RADAR_LIB_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_radar_lib_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_radar_lib_STAMP && VGGEN_radar_lib_STAMP != VGGEN_radar_lib_KERNELS_STAMP
#error "radar_lib.h and radar_lib_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "radar_lib_kernels.h is for kernel sources, which are C++; radar_lib.h is for C"
#else

#include <stddef.h>

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_radar_lib {
[[maybe_unused]] static __device__ constexpr int CHANNELS = 16;
[[maybe_unused]] static __device__ constexpr int PULSES = 128;
[[maybe_unused]] static __device__ constexpr int RANGES = 512;
[[maybe_unused]] static __device__ constexpr int GUARD = 2;
[[maybe_unused]] static __device__ constexpr int TRAIN = 12;
[[maybe_unused]] static __device__ constexpr double PFA = 1e-6;
[[maybe_unused]] static __device__ constexpr int MOST = 1024;
[[maybe_unused]] static __device__ constexpr int ROWS = 8;
[[maybe_unused]] static __device__ constexpr int TILE = 8;
[[maybe_unused]] static __device__ constexpr int WORDS = 2048;
}
using namespace vg_defines_radar_lib;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

struct detection {
    unsigned short range;
    unsigned short doppler;
    float power;
};
static_assert(sizeof(struct detection) == 8 && alignof(struct detection) == 4, "detection");
static_assert(offsetof(struct detection, range) == 0, "detection.range");
static_assert(offsetof(struct detection, doppler) == 2, "detection.doppler");
static_assert(offsetof(struct detection, power) == 4, "detection.power");

#endif

#endif
