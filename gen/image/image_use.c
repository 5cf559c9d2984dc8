/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include <stdio.h>
#include <string.h>

#include "image/image_work.h"

static image_use *use_of(builder *b, uint32_t kernel, const model_target *target)
{
    return &b->i->uses[kernel * b->m->target_count + (size_t)(target - b->m->targets)];
}

void image_take_use(builder *b, size_t module, const model_target *target, const char *bytes, size_t size)
{
    const image_file *f = &b->files[module];
    const char *problem;
    cubin c;
    if (!cubin_read(b->memory, (const unsigned char *)bytes, size, &c, &problem)) {
        return;
    }
    for (size_t i = 0; i < f->kernel_count; i++) {
        const char *symbol = b->i->symbols[f->kernels[i]];
        image_use *use = use_of(b, f->kernels[i], target);
        for (size_t k = 0; k < c.kernel_count; k++) {
            if (strcmp(c.kernels[k].name, symbol) == 0) {
                use->known = true;
                use->registers = c.kernels[k].registers;
                use->stack = c.kernels[k].stack;
                use->static_shared = c.kernels[k].static_shared;
            }
        }
    }
}

/* ---- what ptxas -v prints ----
 *
 *   ptxas info    : Function properties for NAME
 *       0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads */

static void take_line(builder *b, size_t module, const model_target *target, const char *name, const char *figures)
{
    const image_file *f = &b->files[module];
    size_t length = strcspn(name, "\n");
    unsigned stack;
    unsigned stores;
    unsigned loads;
    if (sscanf(figures, " %u bytes stack frame, %u bytes spill stores, %u bytes spill loads", &stack, &stores,
               &loads) != 3) {
        return;
    }
    for (size_t i = 0; i < f->kernel_count; i++) {
        const char *symbol = b->i->symbols[f->kernels[i]];
        image_use *use = use_of(b, f->kernels[i], target);
        if (strlen(symbol) == length && memcmp(symbol, name, length) == 0) {
            use->spills_known = true;
            use->spill_stores = stores;
            use->spill_loads = loads;
        }
    }
}

void image_take_spills(builder *b, size_t module, const model_target *target)
{
    static const char words[] = "Function properties for ";
    const image_job *job = image_job_find(b, JOB_FIGURES, module, target->name);
    if (job == NULL || !job->good) {
        return;
    }
    for (const char *at = strstr(job->output, words); at != NULL; at = strstr(at, words)) {
        at += sizeof words - 1;
        take_line(b, module, target, at, at + strcspn(at, "\n"));
    }
}
