/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `capture:` with `workspace:` and `nodes:`. A workspace declares a scratch buffer, so that it is placed and ordered as
 * any other. */
#include <string.h>

#include "spec/read_step_parts.h"

/* Whichever of its keys stands first. */
static model_capture *capture_of(reader *r, step_context *c)
{
    if (c->step->capture == NULL)
        c->step->capture = ARENA_NEW(r->a, model_capture);
    return c->step->capture;
}

void read_capture(reader *r, const tree *key, const tree *value, void *object)
{
    step_context *c = object;
    const char *name;

    if (!read_step_kind(r, key, value, c, STEP_CAPTURE))
        return;
    name = read_text(r, value, "the name of a function such as range_fft");
    if (name == NULL)
        return;
    capture_of(r, c)->name = name;
    capture_of(r, c)->at = value->at;
}

void read_workspace(reader *r, const tree *key, const tree *value, void *object)
{
    model_capture *capture = capture_of(r, object);

    capture->workspace_at = key->at;
    read_expr(r, value, &capture->workspace);
}

void read_nodes(reader *r, const tree *key, const tree *value, void *object)
{
    (void)key;
    read_expr(r, value, &capture_of(r, object)->nodes);
}

/* ---- once all graphs are read ---- */

static bool is_whole(const model_step *step)
{
    return step->kind == STEP_CAPTURE && step->capture != NULL && step->capture->name != NULL;
}

static void count(const model_step *steps, size_t step_count, size_t *captures, size_t *buffers)
{
    for (size_t i = 0; i < step_count; i++) {
        *captures += is_whole(&steps[i]);
        *buffers += is_whole(&steps[i]) && steps[i].capture->workspace.root != NULL;
        for (size_t b = 0; b < steps[i].body_count; b++)
            count(steps[i].bodies[b].steps, steps[i].bodies[b].step_count, captures, buffers);
    }
}

static const char **names_of(reader *r, const model_slice *slices, size_t slice_count)
{
    const char **list = ARENA_ARRAY(r->a, const char *, slice_count + 1);

    for (size_t i = 0; i < slice_count; i++)
        list[i] = slices[i].name;
    return list;
}

static void declare_workspace(reader *r, model_capture *capture)
{
    model_buffer *b = &r->m->buffers[r->m->buffer_count++];

    capture->workspace_name =
        names_intern(r->n, arena_printf(r->a, "%s_workspace", capture->name), strlen(capture->name) + 10);
    b->name = capture->workspace_name;
    b->at = b->role_at = b->type_at = b->shape_at = capture->workspace_at;
    b->role = ROLE_SCRATCH;
    b->type = model_type_scalar(SCALAR_U8);
    b->shape = ARENA_NEW(r->a, model_expr);
    b->shape[0] = capture->workspace;
    b->shape_count = 1;
}

static void list(reader *r, const model_step *steps, size_t step_count)
{
    for (size_t i = 0; i < step_count; i++) {
        model_capture *capture = steps[i].capture;

        if (is_whole(&steps[i])) {
            capture->read_names = names_of(r, steps[i].reads, steps[i].read_count);
            capture->write_names = names_of(r, steps[i].writes, steps[i].write_count);
            r->m->captures[r->m->capture_count++] = capture;
            if (capture->workspace.root != NULL)
                declare_workspace(r, capture);
        }
        for (size_t b = 0; b < steps[i].body_count; b++)
            list(r, steps[i].bodies[b].steps, steps[i].bodies[b].step_count);
    }
}

void read_captures(reader *r)
{
    model *m = r->m;
    model_buffer *buffers;
    size_t captures = 0, added = 0;

    for (size_t g = 0; g < m->graph_count; g++)
        count(m->graphs[g].steps, m->graphs[g].step_count, &captures, &added);
    if (captures == 0)
        return;
    m->captures = ARENA_ARRAY(r->a, model_capture *, captures);
    buffers = ARENA_ARRAY(r->a, model_buffer, m->buffer_count + added + 1);
    if (m->buffer_count > 0)
        memcpy(buffers, m->buffers, m->buffer_count * sizeof *buffers);
    m->buffers = buffers;
    for (size_t g = 0; g < m->graph_count; g++)
        list(r, m->graphs[g].steps, m->graphs[g].step_count);
}
