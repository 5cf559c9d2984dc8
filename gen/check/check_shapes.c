/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Defines, shapes and alignments. */
#include "check/check_parts.h"

#include <inttypes.h>

#define DEFAULT_ALIGNMENT 256u
#define MAX_ALIGNMENT 256 /* what cuMemAlloc promises of an arena */

/* ---- defines ---- */

void check_defines(checker *c)
{
    for (size_t i = 0; i < c->m->define_count; i++) {
        model_define *define = &c->m->defines[i];
        model_expr e = {.at = define->value_at, .in = define->value_in, .root = define->root};

        if (!define->broken && !define->is_float) {
            define->broken = !check_evaluate(c, &e);
            define->value = e.value;
        }
        c->evaluated = i + 1;
    }
}

/* ---- shapes ---- */

/* Said once of a define that is a whole dimension. */
static bool fail_too_large(checker *c, const model_buffer *b, const model_expr *dimension)
{
    model_define *define = check_define_alone(c, dimension);

    if (define != NULL && define->misused)
        return false;
    diag_error(c->d, b->shape_at, "shape-size", "the size of '%s' does not fit in 63 bits", b->name);
    return check_misused_define(c, define);
}

static bool check_dimensions(checker *c, model_buffer *b)
{
    bool good = true;

    b->dims = ARENA_ARRAY(c->a, uint64_t, b->shape_count + 1);
    b->elements = 1;
    for (size_t i = 0; i < b->shape_count; i++) {
        model_expr *e = &b->shape[i];

        if (!check_evaluate(c, e)) {
            good = false;
        } else if (e->value < 0) {
            diag_error(c->d, e->at, "shape-negative", "a size is 0 or more, found %" PRId64, e->value);
            good = false;
        } else {
            b->dims[i] = (uint64_t)e->value;
        }
    }
    /* A zero anywhere makes an empty buffer, however large the other sizes are. */
    for (size_t i = 0; good && i < b->shape_count; i++)
        if (b->dims[i] == 0) {
            b->elements = 0;
            return true;
        }
    for (size_t i = 0; good && i < b->shape_count; i++) {
        if (b->dims[i] > (uint64_t)INT64_MAX / b->type->size / b->elements)
            return fail_too_large(c, b, &b->shape[i]);
        b->elements *= b->dims[i];
    }
    return good;
}

static bool check_alignment_value(checker *c, model_buffer *b)
{
    model_expr *e = &b->align;

    b->alignment = DEFAULT_ALIGNMENT;
    if (e->root == NULL)
        return true;
    if (!check_evaluate(c, e))
        return false;
    if (e->value < (int64_t)b->type->align || e->value > MAX_ALIGNMENT || (e->value & (e->value - 1)) != 0) {
        diag_error(c->d, e->at, "align-value", "expected a power of two from %" PRIu32 " (of %s) to %d, found %" PRId64,
                   b->type->align, b->type->name, MAX_ALIGNMENT, e->value);
        return false;
    }
    b->alignment = (uint32_t)e->value;
    return true;
}

static bool check_shape_presence(checker *c, const model_buffer *b)
{
    if (b->role == ROLE_SETTING && b->shape_count > 0) {
        diag_error(c->d, b->shape_at, "key-role", "a setting is one element, it has no 'shape'");
        return false;
    }
    if (b->role != ROLE_SETTING && b->role != ROLE_CONDITION && b->shape_count == 0) {
        diag_error(c->d, b->at, "key-missing", "a buffer needs the key 'shape'");
        diag_hint(c->d, "write shape: [1] for one element");
        return false;
    }
    return true;
}

/* False after an error, and silently for a struct that is broken. */
static bool check_shape(checker *c, model_buffer *b)
{
    bool shaped, aligned;

    if (b->type->size == 0)
        return false;
    shaped = check_shape_presence(c, b) && check_dimensions(c, b);
    aligned = check_alignment_value(c, b);
    b->size = b->elements * b->type->size;
    return shaped && aligned;
}

void check_shapes(checker *c)
{
    for (size_t i = 0; i < c->m->buffer_count; i++) {
        model_buffer *b = &c->m->buffers[i];

        if (!b->broken && !b->generated)
            b->broken = !check_shape(c, b);
        c->sized = i + 1;
    }
}
