/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A kernel behind programmatic edges, before it waits: what the kernels before it write is hidden from each block until
 * one of its threads has waited, and what it changes of their bytes by then is noted. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <string.h>

#define JUNK 0x3C

void sim_early_begin(void)
{
    sim_early *early = the_kernel.run->early;
    for (size_t i = 0; i < early->count; i++) {
        sim_early_part *part = &early->parts[i];
        memcpy(part->kept, part->live, part->bytes);
        if (part->hidden) {
            memset(part->live, JUNK, part->bytes);
        }
    }
    the_block.early = true;
}

static bool changed(const sim_early_part *part)
{
    if (!part->hidden) {
        return memcmp(part->live, part->kept, part->bytes) != 0;
    }
    return part->live[0] != JUNK || memcmp(part->live, part->live + 1, part->bytes - 1) != 0;
}

void sim_early_end(void)
{
    sim_early *early = the_kernel.run->early;
    if (!the_block.early) {
        return;
    }
    the_block.early = false;
    for (size_t i = early->count; i > 0; i--) {
        sim_early_part *part = &early->parts[i - 1];
        early->wrote = early->wrote || changed(part);
        if (part->hidden) {
            memcpy(part->live, part->kept, part->bytes);
        }
    }
}

void vgsim_wait_for_dependencies(void)
{
    hang_look(CALLER);
    the_kernel.waited = true;
    if (the_block.early) {
        block_wait(THREAD_AT_WAIT);
    }
}
