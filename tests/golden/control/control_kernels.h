/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* control_kernels.h - what program "control" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from control.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_control_KERNELS_STAMP && VGGEN_control_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_control_SIM_STAMP
#error "two control_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef CONTROL_KERNELS_H
#define CONTROL_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_control_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_control_STAMP && VGGEN_control_STAMP != VGGEN_control_KERNELS_STAMP
#error "control.h and control_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "control_kernels.h is for kernel sources, which are C++; control.h is for C"
#else

#include <stddef.h>

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_control {
[[maybe_unused]] static __device__ constexpr int CHANNELS = 64;
[[maybe_unused]] static __device__ constexpr int SECTIONS = 4;
[[maybe_unused]] static __device__ constexpr int TERMS = 5;
[[maybe_unused]] static __device__ constexpr int LANES = 4;
}
using namespace vg_defines_control;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

struct watch {
    unsigned int fault;
    unsigned int bad;
    unsigned int sensor;
    unsigned int frame;
};
static_assert(sizeof(struct watch) == 16 && alignof(struct watch) == 4, "watch");
static_assert(offsetof(struct watch, fault) == 0, "watch.fault");
static_assert(offsetof(struct watch, bad) == 4, "watch.bad");
static_assert(offsetof(struct watch, sensor) == 8, "watch.sensor");
static_assert(offsetof(struct watch, frame) == 12, "watch.frame");

struct tally {
    float squares;
    float peak;
    float effort;
    unsigned int limited;
};
static_assert(sizeof(struct tally) == 16 && alignof(struct tally) == 4, "tally");
static_assert(offsetof(struct tally, squares) == 0, "tally.squares");
static_assert(offsetof(struct tally, peak) == 4, "tally.peak");
static_assert(offsetof(struct tally, effort) == 8, "tally.effort");
static_assert(offsetof(struct tally, limited) == 12, "tally.limited");

#endif

#endif
