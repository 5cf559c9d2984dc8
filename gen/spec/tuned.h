/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Blocks that were measured, or that machine code suggests, for kernels whose block the spec leaves open. */
#ifndef TUNED_H
#define TUNED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/diag.h"

/* A kernel's block, as a file of `--tuned` has it. */
typedef struct {
    const char *kernel;
    span at, block_at;
    uint32_t block[3];
    bool measured;              /* it is among the blocks that the file says were measured … */
    const char *refused;        /* … where this is why it was not taken, or NULL */
    double gain;                /* percent, against the block that was used then */
    bool has_gain;
    bool used;                  /* (check) */
} model_measured;

/* `--tuned=FILE`. */
typedef struct {
    const char *path;           /* as given */
    uint32_t source;
    const char *program, *spec, *device, *driver;
    span spec_at, program_at;
    model_measured *kernels;
    size_t kernel_count;
    bool stale;                 /* it was measured for another spec: nothing of it is used */
} model_tuned;

/* A block that occupancy gives, once machine code is known. */
typedef struct {
    const char *kernel;
    uint32_t block[3];
} model_given_block;

#endif
