/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `index:` of a while declares the u32 that counts its passes. */
#include "spec/read_parts.h"

#include <string.h>

static size_t count_indices(const model_step *steps, size_t count)
{
    size_t found = 0;

    for (size_t i = 0; i < count; i++) {
        found += steps[i].kind == STEP_WHILE && steps[i].index_name != NULL;
        for (size_t b = 0; b < steps[i].body_count; b++)
            found += count_indices(steps[i].bodies[b].steps, steps[i].bodies[b].step_count);
    }
    return found;
}

static void declare(reader *r, model_graph_kind kind, const model_step *step)
{
    model_buffer *b = &r->m->buffers[r->m->buffer_count++];

    b->name = step->index_name;
    b->at = b->role_at = b->type_at = b->shape_at = step->index_at;
    b->role = kind == GRAPH_SETUP ? ROLE_SCRATCH : ROLE_OUTPUT;
    b->type = model_type_scalar(SCALAR_U32);
    b->generated = true;
    b->shape_count = 1;
    b->dims = ARENA_ARRAY(r->a, uint64_t, 1);
    b->dims[0] = b->elements = 1;
    b->size = b->type->size;
    b->alignment = MODEL_ALIGNMENT;
}

static void declare_indices(reader *r, model_graph_kind kind, const model_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (steps[i].kind == STEP_WHILE && steps[i].index_name != NULL)
            declare(r, kind, &steps[i]);
        for (size_t b = 0; b < steps[i].body_count; b++)
            declare_indices(r, kind, steps[i].bodies[b].steps, steps[i].bodies[b].step_count);
    }
}

void read_indices(reader *r)
{
    model *m = r->m;
    model_buffer *buffers;
    size_t count = 0;

    for (size_t g = 0; g < m->graph_count; g++)
        count += count_indices(m->graphs[g].steps, m->graphs[g].step_count);
    if (count == 0)
        return;
    buffers = ARENA_ARRAY(r->a, model_buffer, m->buffer_count + count);
    if (m->buffer_count > 0)
        memcpy(buffers, m->buffers, m->buffer_count * sizeof *buffers);
    m->buffers = buffers;
    for (size_t g = 0; g < m->graph_count; g++)
        declare_indices(r, m->graphs[g].kind, m->graphs[g].steps, m->graphs[g].step_count);
}
