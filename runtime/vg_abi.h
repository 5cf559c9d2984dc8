/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* vg_abi.h - which runtime this is. What is emitted, the runtime and its driver are of one version or do not compile,
 * link and open together; each external name ends with it, so that several versions live side by side in one binary.
 *
 * VG_ABI is a hash over the version and what the headers of the runtime, its driver and its library calls declare. It
 * and the sizes are written by a script, tests/script/abi.sh --update, which also checks them. */
#if defined VG_ABI && VG_ABI != 0x03fb952
#error "two versions of the runtime in one translation unit: this is vggen 0.1.0, 0x03fb952"
VG_SAY_RUNTIME
#endif

#ifndef VG_ABI_H
#define VG_ABI_H

/* The number that generated files and the runtime must share. */
#define VG_ABI 0x03fb952
#define VG_VERSION "0.1.0"
/* What `strings` finds in every binary with this runtime. */
#define VG_RUNTIME_TEXT "vggen runtime 0.1.0 0x03fb952"
/* The external name of something of the runtime's. */
#define VG_SYMBOL(name) name##_of_runtime_0_1_0_0x03fb952
/* Has the compiler say as an error which runtime this is. */
#define VG_SAY_RUNTIME _Pragma("GCC error \"vg_rt.h is of vggen 0.1.0, 0x03fb952\"")

/* Bytes of the structs that applications and emitted code share with the runtime. */
#define VG_SIZE_vg_code 1016
#define VG_SIZE_vg_config 136
#define VG_SIZE_vg_content 48
#define VG_SIZE_vg_desc 192
#define VG_SIZE_vg_detail 88
#define VG_SIZE_vg_ending 40
#define VG_SIZE_vg_external 16
#define VG_SIZE_vg_graph 360
#define VG_SIZE_vg_graph_desc 48
#define VG_SIZE_vg_image 32
#define VG_SIZE_vg_kernel 40
#define VG_SIZE_vg_pool 552
#define VG_SIZE_vg_pool_memory 32
#define VG_SIZE_vg_program 1592
#define VG_SIZE_vg_queue 136
#define VG_SIZE_vg_stats 168
#define VG_SIZE_vg_status 4
#define VG_SIZE_vg_storage 168
#define VG_SIZE_vg_times 32
#define VG_SIZE_vg_trace 136
#define VG_SIZE_vg_trace_record 48

#endif
