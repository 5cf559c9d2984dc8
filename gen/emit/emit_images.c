/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Images, which are what edges between kernels are programmatic with, as bits. */
#include <string.h>

#include "emit/parts.h"

/* Machine code stands before PTX. */
static size_t image_index(const image_module *module, size_t blob)
{
    bool ptx = module->blobs[blob].kind == IMAGE_PTX;
    size_t index = 0;

    for (size_t i = 0; i < module->blob_count; i++) {
        bool other = module->blobs[i].kind == IMAGE_PTX;
        if ((ptx && !other) || (ptx == other && i < blob))
            index++;
    }
    return index;
}

/* The image of every module for a target of the model, as a bit by its index; 0 where they differ. */
uint32_t emit_image_bit(const emit *e, const model_target *target)
{
    uint32_t bits = UINT32_MAX;

    for (size_t m = 0; m < e->i->module_count; m++) {
        const image_module *module = &e->i->modules[m];
        uint32_t bit = 0;
        for (size_t b = 0; b < module->blob_count; b++)
            if (strcmp(module->blobs[b].target, target->name) == 0 && image_index(module, b) < 32)
                bit = (uint32_t)1 << image_index(module, b);
        bits &= bit;
    }
    return e->i->module_count > 0 ? bits : 0;
}

/* Of the images in a mask: "sm_90, compute_90", or "FIR_IMAGE_sm_90 | FIR_IMAGE_compute_90". */
const char *emit_image_names(const emit *e, uint32_t images, const char *prefix, const char *between)
{
    const char *text = "";

    for (size_t t = 0; t < e->m->target_count && t < 32; t++)
        if ((e->target_images[t] & images) != 0)
            text = arena_printf(e->memory, "%s%s%s%s", text, text[0] != '\0' ? between : "", prefix,
                                e->m->targets[t].name);
    return text;
}
