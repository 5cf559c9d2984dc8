/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* With which sizes each kernel is launched, and how much of a multiprocessor that takes. */
#ifndef KERNEL_LAUNCHES_H
#define KERNEL_LAUNCHES_H

#include "emit/emit_context.h"
#include "image/occupancy.h"

typedef struct {
    uint32_t block[3], shared_bytes;
    uint64_t together; /* of a cooperative kernel, the blocks of its largest grid; else 0 */
} kernel_launch;

/* The different launches of one kernel, in the order of the plan. */
typedef struct {
    kernel_launch *items;
    size_t count, capacity;
} kernel_launches;

/* For each kernel of the plan. */
kernel_launches *kernel_launches_find(const emit *e);

/* How many blocks of the launch a multiprocessor of that target holds; false where it is not known. */
bool kernel_launch_fits(const kernel_launch *l, const image_use *use, unsigned capability, occupancy_result *found);

#endif
