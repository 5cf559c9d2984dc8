/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Arguments whose type is not their parameter's. Each buffer, setting and parameter is reported once, and two arguments
 * that have changed places are reported together. */
#include "check/check_parts.h"

void check_note_mismatch(checker *c, const model_kernel *k, size_t param, const model_type *found)
{
    if (c->mismatched == NULL)
        c->mismatched = ARENA_ARRAY(c->a, const model_type *, k->param_count);
    c->mismatched[param] = found;
}

static bool is_value(const model_param *p)
{
    return p->access == ACCESS_VALUE;
}

static model_buffer *buffer_of(checker *c, const model_argument *argument)
{
    return &c->m->buffers[argument->slice.buffer];
}

static bool was_told(checker *c, const model_param *p, const model_argument *argument)
{
    return p->mistyped || buffer_of(c, argument)->mistyped;
}

/* "x", or "(x as u8)". */
static const char *argument_text(checker *c, const model_argument *argument)
{
    const model_slice *slice = &argument->slice;
    const char *name = buffer_of(c, argument)->name;

    return slice->part == NULL || slice->part->view == NULL ? name
                                                            : arena_printf(c->a, "(%s as %s)", name, slice->part->view);
}

static void say_mismatch(checker *c, const model_param *p, const model_argument *argument, const model_type *found)
{
    diag_error(c->d, argument->at, "argument-type",
               is_value(p) ? "the parameter '%s' is %s, the setting '%s' is %s"
                           : "the parameter '%s' points at %s, '%s' holds %s",
               p->name, p->type->name, argument_text(c, argument), found->name);
}

/* One of the two types is wrong, and would clash with others elsewhere too. */
static void fail_mismatch(checker *c, model_param *p, const model_argument *argument, const model_type *found)
{
    model_buffer *b = buffer_of(c, argument);
    bool told = was_told(c, p, argument);

    p->mistyped = b->mistyped = true;
    if (told)
        return;
    say_mismatch(c, p, argument, found);
    if (is_value(p)) {
        diag_note(c->d, b->at, "'%s' is declared here", b->name);
        return;
    }
    diag_note(c->d, p->type_at, "the parameter '%s' is declared here", p->name);
    if (b->size % p->type->size == 0)
        diag_hint(c->d, "change one of the two types; to read its bytes as %s write (%s as %s)", p->type->name, b->name,
                  p->type->name);
}

/* A later argument that would fit here while this one fits there; param_count where there is none. */
static size_t find_swapped(checker *c, const model_kernel *k, const model_step *step, size_t first)
{
    for (size_t i = first + 1; i < k->param_count; i++)
        if (c->mismatched[i] == k->params[first].type && c->mismatched[first] == k->params[i].type &&
            is_value(&k->params[i]) == is_value(&k->params[first]) && !was_told(c, &k->params[i], &step->arguments[i]))
            return i;
    return k->param_count;
}

/* Nothing is wrong with the types of these. */
static void fail_swapped(checker *c, const model_kernel *k, const model_step *step, size_t first, size_t second)
{
    const model_argument *left = &step->arguments[first], *right = &step->arguments[second];

    say_mismatch(c, &k->params[first], left, c->mismatched[first]);
    diag_note(c->d, k->params[first].type_at, "the parameter '%s' is declared here", k->params[first].name);
    diag_hint(c->d, "'%s' and '%s' seem to have changed places: each fits where the other stands",
              argument_text(c, left), argument_text(c, right));
}

void check_report_mismatches(checker *c, model_kernel *k, const model_step *step)
{
    for (size_t i = 0; i < k->param_count; i++) {
        size_t other;

        if (c->mismatched[i] == NULL)
            continue;
        other = was_told(c, &k->params[i], &step->arguments[i]) ? k->param_count : find_swapped(c, k, step, i);
        if (other < k->param_count) {
            fail_swapped(c, k, step, i, other);
            c->mismatched[other] = NULL;
        } else {
            fail_mismatch(c, &k->params[i], &step->arguments[i], c->mismatched[i]);
        }
    }
}
