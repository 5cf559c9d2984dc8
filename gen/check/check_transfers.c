/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Steps fill, copy and collective. */
#include "check/check_parts.h"

#include <inttypes.h>

static bool check_fill(checker *c, model_step *step)
{
    step->title = check_title(c, step, arena_printf(c->a, "fill %s", step->to.name));
    if (!check_slice(c, &step->to))
        return false;
    c->m->buffers[step->to.buffer].by_pointer = true;
    step->pattern = check_element(c, &step->literal, step->to.type);
    return step->pattern != NULL;
}

static bool check_copy_ends(checker *c, const model_step *step)
{
    const model_slice *from = &step->from, *to = &step->to;
    model_buffer *source = &c->m->buffers[from->buffer], *target = &c->m->buffers[to->buffer];
    uint64_t count = (from->last - from->first) / from->type->size;
    uint64_t room = (to->last - to->first) / to->type->size;

    if (from->type != to->type && (source->mistyped || target->mistyped))
        return false; /* the buffer was reported before */
    if (from->type != to->type) {
        source->mistyped = target->mistyped = true;
        diag_error(c->d, step->at, "copy-type", "'%s' holds %s, '%s' holds %s", source->name, from->type->name,
                   target->name, to->type->name);
        if (source->size % to->type->size == 0)
            diag_hint(c->d, "(%s as %s) views the same bytes as %s", source->name, to->type->name, to->type->name);
        return false;
    }
    if (count != room) {
        diag_error(c->d, step->at, "copy-size", "%" PRIu64 " elements are copied to a place for %" PRIu64, count, room);
        return false;
    }
    if (from->buffer == to->buffer && from->first < to->last && to->first < from->last) {
        diag_error(c->d, step->at, "copy-overlap", "the copy writes elements that it reads: %s and %s overlap",
                   check_range_text(c->a, source, from->first, from->last),
                   check_range_text(c->a, target, to->first, to->last));
        return false;
    }
    return true;
}

static bool check_copy(checker *c, model_step *step)
{
    bool from, to;

    step->title = check_title(c, step, arena_printf(c->a, "copy %s -> %s", step->from.name, step->to.name));
    from = check_slice(c, &step->from);
    to = check_slice(c, &step->to);
    if (from)
        c->m->buffers[step->from.buffer].by_pointer = true;
    return from && to && check_copy_ends(c, step);
}

void check_transfers(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            model_step *step = &c->m->graphs[g].steps[i];

            if (step->broken ||
                (step->kind != STEP_FILL && step->kind != STEP_COPY && step->kind != STEP_COLLECTIVE))
                continue;
            check_enter(c, step);
            if (step->kind == STEP_COLLECTIVE)
                step->broken = !check_collective(c, &c->m->graphs[g], step);
            else
                step->broken = !(step->kind == STEP_FILL ? check_fill(c, step) : check_copy(c, step));
            c->silent |= step->broken;
        }
}
