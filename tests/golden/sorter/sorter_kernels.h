/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* sorter_kernels.h - what program "sorter" defines, for kernel sources (CUDA C++) only.
 * Made by vggen 0.1.0 from sorter.yaml. Do not edit: change the spec and generate again. */
#if defined VGGEN_sorter_KERNELS_STAMP && VGGEN_sorter_KERNELS_STAMP != 0x0123456789abcdef && \
    !defined VGGEN_sorter_SIM_STAMP
#error "two sorter_kernels.h of different runs of vggen in one translation unit"
#endif
#ifndef SORTER_KERNELS_H
#define SORTER_KERNELS_H

/* The stamp of the run of vggen that made this file: files of different runs do not compile together. */
#define VGGEN_sorter_KERNELS_STAMP 0x0123456789abcdef
#if defined VGGEN_sorter_STAMP && VGGEN_sorter_STAMP != VGGEN_sorter_KERNELS_STAMP
#error "sorter.h and sorter_kernels.h are of different runs of vggen: generate both again"
#endif

#ifndef __cplusplus
#error "sorter_kernels.h is for kernel sources, which are C++; sorter.h is for C"
#else

/* The sizes that the spec's types have on every device. */
static_assert(sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8, "integers");
static_assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(bool) == 1, "f32, f64, bool");
static_assert(sizeof(void *) == 8, "pointers");

#endif

#endif
