/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Buffers that are too large for the numbers that a kernel is given to count them. */
#include "check/check_parts.h"

#include <inttypes.h>

#define NARROW_BYTES (UINT64_C(1) << 31)

static bool is_integer(const model_type *type)
{
    return type->lanes == 1 && type->base <= SCALAR_U64;
}

/* A kernel that takes integers, but none of 64 bits: its indexes are likely to be as narrow. */
static const model_param *narrow_param(const model_kernel *k)
{
    const model_param *narrow = NULL;

    for (size_t i = 0; i < k->param_count; i++) {
        const model_param *p = &k->params[i];

        if (p->access != ACCESS_VALUE || p->condition || !is_integer(p->type))
            continue;
        if (p->type->size == 8)
            return NULL;
        narrow = p;
    }
    return narrow;
}

/* One warning for a launch. */
static void check_launch_widths(checker *c, const model_step *step)
{
    const model_param *narrow = NULL;

    for (size_t i = 0; i < step->argument_count; i++) {
        const model_argument *argument = &step->arguments[i];

        if (argument->access == ACCESS_VALUE || argument->slice.last - argument->slice.first <= NARROW_BYTES)
            continue;
        narrow = narrow != NULL ? narrow : narrow_param(&c->m->kernels[step->kernel]);
        if (narrow == NULL)
            return;
        diag_warning(c->d, argument->at, "index-width",
                     "'%s' takes %" PRIu64 " bytes here, but no integer of 64 bits: an index of 32 bits overflows",
                     c->m->kernels[step->kernel].name, argument->slice.last - argument->slice.first);
        diag_note(c->d, narrow->at, "the parameter '%s' is %s", narrow->name, narrow->type->name);
        diag_hint(c->d, "count in i64 or u64, or give each launch a part of the buffer");
        return;
    }
}

void check_widths(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++)
            if (c->m->graphs[g].steps[i].kind == STEP_LAUNCH) {
                check_enter(c, &c->m->graphs[g].steps[i]);
                check_launch_widths(c, &c->m->graphs[g].steps[i]);
            }
}
