/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `repeat: 0`: steps that are not in the list, though the spec has them. Whether there are none may be a matter of a
 * define, so what only they use is not called unused. */
#include "check/expand_parts.h"

static void skip_name(expander *e, const char *name)
{
    const named *found = name == NULL ? NULL : scope_find(e->c->names, name);

    if (found != NULL && found->kind == NAMED_BUFFER)
        e->m->buffers[found->index].skipped = true;
    else if (found != NULL && found->kind == NAMED_KERNEL)
        e->m->kernels[found->index].skipped = true;
}

static void skip_switch(expander *e, const char *name)
{
    const named *found = name == NULL ? NULL : scope_find(e->c->switches, name);

    if (found != NULL)
        e->m->switches[found->index].skipped = true;
}

static void skip_slices(expander *e, const model_slice *slices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        skip_name(e, slices[i].name);
}

void expand_skip(expander *e, const model_step *step)
{
    skip_name(e, step->kernel_name);
    skip_name(e, step->to.name);
    skip_name(e, step->from.name);
    skip_name(e, step->flag_name);
    skip_name(e, step->idle_name);
    if (step->capture != NULL)
        skip_name(e, step->capture->workspace_name);
    skip_switch(e, step->switch_name);
    skip_slices(e, step->reads, step->read_count);
    skip_slices(e, step->writes, step->write_count);
    for (size_t i = 0; i < step->argument_count; i++)
        if (step->arguments[i].kind == ARGUMENT_SLICE || step->arguments[i].kind == ARGUMENT_SETTING ||
            step->arguments[i].kind == ARGUMENT_CONDITION)
            skip_name(e, step->arguments[i].slice.name);
    for (size_t i = 0; i < step->swap_count; i++) {
        skip_name(e, step->swaps[i].first);
        skip_name(e, step->swaps[i].second);
    }
    for (size_t b = 0; b < step->body_count; b++)
        for (size_t i = 0; i < step->bodies[b].step_count; i++)
            expand_skip(e, &step->bodies[b].steps[i]);
}
