/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* tune.h - between the files that measure blocks. */
#ifndef VG_DRIVER_TUNE_H
#define VG_DRIVER_TUNE_H

#include "parts.h"

#ifdef __cplusplus
extern "C" {
#endif

#define vg_tune_give VG_SYMBOL(vg_tune_give)
#define vg_tune_record_bytes VG_SYMBOL(vg_tune_record_bytes)
#define vg_tune_record VG_SYMBOL(vg_tune_record)
#define vg_tune_difference VG_SYMBOL(vg_tune_difference)
#define vg_tune_measure VG_SYMBOL(vg_tune_measure)
#define vg_tune_conclude VG_SYMBOL(vg_tune_conclude)
#define vg_tune_block_text VG_SYMBOL(vg_tune_block_text)
#define vg_tune_print VG_SYMBOL(vg_tune_print)
#define vg_tune_write VG_SYMBOL(vg_tune_write)

#define VG_TUNE_DEVICE_BYTES 256u
#define VG_TUNE_REASON_BYTES 256u

/* What is known of one block of a kernel. */
typedef struct vg_tune_block {
    double us;                          /* the median, added up over the graphs that launch the kernel */
    uint64_t *times;                    /* nanoseconds: `samples` of each graph, one graph after the other */
    size_t taken;                       /* of each graph */
    char refused[VG_TUNE_REASON_BYTES]; /* why it may not be used; "" if it may */
} vg_tune_block;

typedef struct vg_tune_kernel {
    const vg_driver_tuned *what;
    vg_tune_block *blocks;
    size_t chosen;
    int launched;                       /* some graph launches it */
} vg_tune_kernel;

/* A run that measures. */
typedef struct vg_tune {
    const vg_driver_program *p;
    vg_driver_options o;
    const char *path;                   /* of the file that is written */
    unsigned long rounds;
    int uncompared;                     /* candidates are not compared with the block in use */
    void **constants;
    vg_tune_kernel *kernels;
    size_t samples;                     /* of a graph and a block, at most */
    unsigned char *expected, *found;    /* all outputs and the state, replay after replay */
    size_t recorded;                    /* their bytes */
    vg_code code;                       /* stays loaded from one open to the next */
    int lost;                           /* the device is: nothing more can be measured */
    char device[VG_TUNE_DEVICE_BYTES];
    int driver;                         /* 13000 for CUDA 13.0 */
} vg_tune;

/* ---- tune_measure.c ---- */

/* Gives a kernel one of its blocks; the next open makes launches with it. */
void vg_tune_give(const vg_driver_tuned *kernel, size_t block);
/* Bytes that one record has. */
size_t vg_tune_record_bytes(const vg_driver_program *p);
/* Opens the program with the blocks that are given, replays every graph, records what comes of it and closes. Returns
 * 0, with the reason, where that failed. */
int vg_tune_record(vg_tune *t, unsigned char *to, char reason[VG_TUNE_REASON_BYTES]);
/* The name of the first thing in which two records differ; NULL: in nothing. */
const char *vg_tune_difference(const vg_tune *t);
/* Opens the program, replays the graphs that launch the kernel, and keeps the times. Returns 0, with the reason. */
int vg_tune_measure(vg_tune *t, const vg_tune_kernel *kernel, vg_tune_block *block);
/* From the times of all rounds. */
void vg_tune_conclude(const vg_tune *t, const vg_tune_kernel *kernel, vg_tune_block *block);

/* ---- tune_file.c ---- */

/* "128", "[32, 4]": as in a spec. */
void vg_tune_block_text(const vg_driver_tuned *kernel, size_t block, char text[48]);
void vg_tune_print(const vg_tune *t, const vg_tune_kernel *kernel);
/* Returns 0 after a message. */
int vg_tune_write(const vg_tune *t);

#ifdef __cplusplus
}
#endif

#endif
