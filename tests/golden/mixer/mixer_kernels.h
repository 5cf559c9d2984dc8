/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* mixer_kernels.h - what program "mixer" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from mixer.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_mixer_KERNELS_STAMP && VGGEN_mixer_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_mixer_SIM_STAMP
#error "two mixer_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef MIXER_KERNELS_H
#define MIXER_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_mixer_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_mixer_STAMP && VGGEN_mixer_STAMP != VGGEN_mixer_KERNELS_STAMP
#error "mixer.h and mixer_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "mixer_kernels.h is for kernel sources, which are C++; mixer.h is for C"
#else

#include <stddef.h>
#include <cuda_fp16.h>

/* The spec's defines. #if does not see them: those that it needs stand under 'macros:' in the spec. */
namespace vg_defines_mixer {
[[maybe_unused]] static __device__ constexpr int N = 64;
}
using namespace vg_defines_mixer;

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

struct cell {
    float level;
    unsigned char kind;
    unsigned char padding_2[3]; /* zero */
    float2 pair;
    unsigned char tag[3];
    bool on;
    unsigned char padding_5[4]; /* zero */
};
static_assert(sizeof(struct cell) == 24 && alignof(struct cell) == 8, "cell");
static_assert(offsetof(struct cell, level) == 0, "cell.level");
static_assert(offsetof(struct cell, kind) == 4, "cell.kind");
static_assert(offsetof(struct cell, pair) == 8, "cell.pair");
static_assert(offsetof(struct cell, tag) == 16, "cell.tag");
static_assert(offsetof(struct cell, on) == 19, "cell.on");

#endif

#endif
