/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* How many blocks of a kernel a multiprocessor holds at once, from the limits that the CUDA programming guide documents
 * for each compute capability. Knows no kernel and no file. */
#ifndef OCCUPANCY_H
#define OCCUPANCY_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint32_t threads;       /* of a block */
    uint32_t registers;     /* of a thread */
    uint64_t shared_bytes;  /* of a block, static and dynamic */
} occupancy_use;

typedef struct {
    uint32_t blocks;        /* at once on a multiprocessor; 0: not one fits */
    uint32_t warps, most_warps;
    uint32_t multiprocessors;   /* of the largest chip with this capability, of which products have all or fewer */
    const char *limit;      /* what there would have to be more of: "warps", "blocks", "registers" or "shared memory" */
} occupancy_result;

/* False for a compute capability (90 for 9.0) whose limits are not known here. */
bool occupancy_find(unsigned capability, const occupancy_use *use, occupancy_result *result);

#endif
