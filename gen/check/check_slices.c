/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Buffers and parts of them as steps name them: slices, rows, views of another type; and where pointers may point. */
#include "check/check_parts.h"

#include <inttypes.h>

/* A slice being resolved: what its numbers count. */
typedef struct {
    checker *c;
    model_slice *slice;
    const model_buffer *b;
    uint64_t elements;
    const char *text; /* "w", "(w as f32)" */
} part;

static void note_buffer(const part *p)
{
    diag_note(p->c->d, p->b->at, "'%s' is declared here", p->b->name);
}

static bool fail_outside(const part *p, const model_expr *bound)
{
    diag_error(p->c->d, bound->at, "slice-range", "%" PRId64 " is outside '%s', which has %" PRIu64 " elements",
               bound->value, p->text, p->elements);
    note_buffer(p);
    if (bound->value < 0 && p->slice->part->view == NULL)
        diag_hint(p->c->d, "count from the end with len(%s) - %" PRIu64, p->slice->name,
                  UINT64_C(0) - (uint64_t)bound->value);
    return false;
}

static bool check_bounds(const part *p, model_part *bounds)
{
    model_slice *slice = p->slice;
    int64_t elements = (int64_t)p->elements;
    bool has_begin = bounds->begin.root != NULL, has_end = bounds->end.root != NULL;

    if ((has_begin && !check_evaluate(p->c, &bounds->begin)) || (has_end && !check_evaluate(p->c, &bounds->end)))
        return false;
    if (!has_end)
        bounds->end.value = elements;
    if (bounds->begin.value < 0 || bounds->begin.value > elements)
        return fail_outside(p, &bounds->begin);
    if (bounds->end.value < 0 || bounds->end.value > elements)
        return fail_outside(p, &bounds->end);
    if (bounds->begin.value > bounds->end.value) {
        diag_error(p->c->d, slice->at, "slice-reversed", "the slice ends at %" PRId64 ", before it begins at %" PRId64,
                   bounds->end.value, bounds->begin.value);
        return false;
    }
    slice->first = (uint64_t)bounds->begin.value * slice->type->size;
    slice->last = (uint64_t)bounds->end.value * slice->type->size;
    return true;
}

/* Rows are counted along the first dimension; a view has only one. */
static bool check_row(const part *p, model_part *written)
{
    model_slice *slice = p->slice;
    model_expr *row = &written->row;
    bool flat = written->view != NULL || p->b->shape_count == 0;
    uint64_t rows = flat ? p->elements : p->b->dims[0];
    uint64_t row_size;

    if (!check_evaluate(p->c, row))
        return false;
    if (row->value < 0 || (uint64_t)row->value >= rows) {
        diag_error(p->c->d, row->at, "row-range", "row %" PRId64 " is outside '%s', which has %" PRIu64 " rows",
                   row->value, p->text, rows);
        note_buffer(p);
        return false;
    }
    row_size = p->elements / rows * slice->type->size;
    slice->first = (uint64_t)row->value * row_size;
    slice->last = slice->first + row_size;
    return true;
}

/* The type of the elements, and how many there are. Silent where the view's type is broken. */
static bool check_view(part *p, const model_part *written)
{
    model_slice *slice = p->slice;
    const char *view = written == NULL ? NULL : written->view;

    slice->type = view == NULL ? p->b->type : written->view_type;
    if (slice->type == NULL || slice->type->size == 0)
        return false;
    p->elements = p->b->size / slice->type->size;
    p->text = slice->name;
    if (view == NULL)
        return true;
    p->text = arena_printf(p->c->a, "(%s as %s)", slice->name, view);
    if (p->b->size % slice->type->size == 0)
        return true;
    diag_error(p->c->d, written->view_at, "view-size",
               "'%s' has %" PRIu64 " bytes, which are no whole number of %s (%" PRIu32 " bytes each)", slice->name,
               p->b->size, slice->type->name, slice->type->size);
    note_buffer(p);
    return false;
}

span check_name_place(const model_slice *slice)
{
    return slice->part == NULL ? slice->at : slice->part->name_at;
}

bool check_slice(checker *c, model_slice *slice)
{
    const named *found = scope_find(c->names, slice->name);
    part p = {.c = c, .slice = slice};

    if (found == NULL) {
        check_undefined(c, check_name_place(slice), "the buffer", slice->name, NAMED_BUFFER);
        return false;
    }
    if (found->kind != NAMED_BUFFER)
        return check_fail_kind(c, check_name_place(slice), "a buffer", found);
    p.b = &c->m->buffers[found->index];
    slice->buffer = found->index;
    if (p.b->role == ROLE_CONDITION && !p.b->grid) {
        diag_error(c->d, check_name_place(slice), "condition-place",
                   "the condition '%s' has no bytes: it stands alone, for a parameter of type condition", slice->name);
        note_buffer(&p);
        diag_hint(c->d, "a flag with bytes is a u32 buffer");
        return false;
    }
    if (p.b->broken || !check_view(&p, slice->part))
        return false;
    if (slice->part != NULL)
        return slice->part->row.root != NULL ? check_row(&p, slice->part) : check_bounds(&p, slice->part);
    slice->first = 0;
    slice->last = p.b->size;
    return true;
}

/* ---- alignment ---- */

/* Arenas begin at multiples of any alignment that a buffer can ask for. */
bool check_alignment(checker *c, const model_slice *slice, const model_param *p)
{
    const model_buffer *b = &c->m->buffers[slice->buffer];
    uint32_t needed = p->type->align;

    if (b->alignment % needed == 0 && slice->first % needed == 0)
        return true;
    diag_error(c->d, slice->at, "argument-align",
               "the parameter '%s' points at %s, which needs a multiple of %" PRIu32 " bytes; this is byte %" PRIu64
               " of '%s', aligned to %" PRIu32,
               p->name, p->type->name, needed, slice->first, b->name, b->alignment);
    diag_note(c->d, b->at, "'%s' is declared here", b->name);
    if (slice->first % needed == 0)
        diag_hint(c->d, "give '%s' an 'align' of %" PRIu32 " or more", b->name, needed);
    return false;
}
