/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* NAME.json: what each kernel takes of a multiprocessor, for each target. */
#include "report/kernel_launches.h"
#include "report/manifest_parts.h"

static void write_launch(json *j, const kernel_launch *l, const image_use *use, unsigned capability)
{
    occupancy_result found;
    bool known = kernel_launch_fits(l, use, capability, &found);

    json_object(j, NULL, true);
    json_list(j, "block", true);
    for (size_t axis = 0; axis < 3; axis++)
        json_number(j, NULL, l->block[axis]);
    json_close(j);
    json_number(j, "shared_bytes", l->shared_bytes);
    if (known) {
        json_number(j, "blocks", found.blocks);
        json_number(j, "warps", found.warps);
        json_number(j, "most_warps", found.most_warps);
        json_text(j, "limit", found.limit);
        if (l->together > 0 && found.blocks > 0)
            json_number(j, "multiprocessors", (l->together + found.blocks - 1) / found.blocks);
    } else {
        json_null(j, "blocks");
        json_null(j, "warps");
        json_null(j, "most_warps");
        json_null(j, "limit");
    }
    json_close(j);
}

static void number_if(json *j, const char *key, bool known, uint64_t number)
{
    if (known)
        json_number(j, key, number);
    else
        json_null(j, key);
}

static void write_target(json *j, const emit *e, size_t kernel, size_t target, const kernel_launches *of)
{
    const model_target *t = &e->m->targets[target];
    const image_use *use = &e->i->uses[kernel * e->m->target_count + target];

    json_object(j, NULL, false);
    json_text(j, "target", t->name);
    json_bool(j, "known", use->known);
    number_if(j, "registers", use->known && use->registers > 0, use->registers);
    number_if(j, "stack_bytes", use->known, use->stack);
    number_if(j, "static_shared_bytes", use->known, use->static_shared);
    number_if(j, "spill_store_bytes", use->spills_known, use->spill_stores);
    number_if(j, "spill_load_bytes", use->spills_known, use->spill_loads);
    json_list(j, "launches", false);
    for (size_t i = 0; i < of->count; i++)
        write_launch(j, &of->items[i], use, t->capability);
    json_close(j);
    json_close(j);
}

void manifest_kernels(json *j, const emit *e)
{
    const kernel_launches *all = kernel_launches_find(e);

    json_list(j, "kernels", false);
    for (size_t i = 0; i < e->p->kernel_count; i++) {
        const model_kernel *k = e->p->kernels[i];
        json_object(j, NULL, false);
        json_text(j, "name", k->name);
        json_text(j, "entry", k->entry);
        json_text(j, "symbol", e->i->kernels[i].known ? e->i->symbols[i] : NULL);
        json_number(j, "module", e->i->module_of[i]);
        json_list(j, "targets", false);
        for (size_t t = 0; t < e->m->target_count; t++)
            write_target(j, e, i, t, &all[i]);
        json_close(j);
        json_close(j);
    }
    json_close(j);
}
