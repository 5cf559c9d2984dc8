/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Goes through the launches of a kernel. */
#include <inttypes.h>

#include "image/check_image_parts.h"

const char *check_image_extent(const image_checker *c, const uint32_t extent[3])
{
    return arena_printf(c->memory, "%" PRIu32 " x %" PRIu32 " x %" PRIu32, extent[0], extent[1], extent[2]);
}

span check_image_entry(const model_kernel *k)
{
    return k->entry_at.source != 0 ? k->entry_at : k->at;
}

void check_image_launches(const image_checker *c, const image_subject *s, image_launch_check check,
                          bool (*overrides)(const model_step *))
{
    bool reported = false;
    for (size_t g = 0; g < c->m->graph_count; g++) {
        const model_graph *graph = &c->m->graphs[g];
        for (size_t i = 0; i < graph->step_count; i++) {
            const model_step *step = &graph->steps[i];
            bool own = overrides(step);
            if (step->kind == STEP_LAUNCH && !step->broken && step->kernel == s->index && (own || !reported)) {
                bool right = check(c, s, step);
                reported = reported || (!right && !own);
            }
        }
    }
}

void check_image_note_launch(const image_checker *c, const model_step *step)
{
    diag_note(c->d, step->at, "in this launch");
}
