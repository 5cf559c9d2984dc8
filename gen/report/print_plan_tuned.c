/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The blocks of kernels that the spec leaves open: which is in use and why, and which are not to be measured. */
#include <inttypes.h>
#include <string.h>

#include "report/print_plan_parts.h"
#include "report/terms.h"

static const char *reason(const emit *e, const model_kernel *k)
{
    const model_measured *m = terms_measured(e->m, k);

    switch (k->block_from) {
    case BLOCK_MEASURED:
        return m != NULL && m->has_gain ? arena_printf(e->memory, "measured, a gain of %.1f %%", m->gain) : "measured";
    case BLOCK_DEFAULT:
        return "the default";
    case BLOCK_OCCUPANCY:
        return "by occupancy";
    case BLOCK_NEAREST:
        break;
    }
    return k->candidate_count > 1 ? "the nearest to 256, for want of machine code" : "the only one";
}

/* Blocks of one axis one line, those with more each on its own. */
static void print_kernel(FILE *file, const emit *e, const model_kernel *k)
{
    const char *before = "";

    fprintf(file, "%s: %s, %s; may be ", k->name, terms_block(e->memory, k->candidates[k->candidate].block),
            reason(e, k));
    for (size_t i = 0; i < k->candidate_count; i++) {
        if (k->candidates[i].refused != NULL)
            continue;
        fprintf(file, "%s%s", before, terms_block(e->memory, k->candidates[i].block));
        before = ", ";
    }
    fputc('\n', file);
    for (size_t i = 0; i < k->candidate_count; i++)
        if (k->candidates[i].refused != NULL)
            fprintf(file, "  not %s: %s\n", terms_block(e->memory, k->candidates[i].block), k->candidates[i].refused);
}

void print_plan_tuned(FILE *file, const emit *e)
{
    const model_tuned *t = e->m->measured;
    bool any = false;

    for (size_t i = 0; i < e->m->kernel_count; i++) {
        if (!e->m->kernels[i].tuned)
            continue;
        if (!any)
            fprintf(file, "\nblocks to choose from, spec %s%s\n", e->m->hash,
                    t == NULL  ? ""
                    : t->stale ? ", measured for another spec"
                               : arena_printf(e->memory, ", measured on %s, driver %s", t->device, t->driver));
        any = true;
        print_kernel(file, e, &e->m->kernels[i]);
    }
}
