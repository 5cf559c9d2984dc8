/* SPDX-License-Identifier: MIT */
/* Launches: kernels found, arguments bound to parameters, each of the right kind and type. */
#include "check_parts.h"

#include <inttypes.h>
#include <string.h>

#include "text.h"

/* ---- slices ---- */

static bool fail_not_buffer(checker *c, const model_slice *slice, const named *found)
{
    diag_error(c->d, slice->name_at, "name-kind", "expected a buffer, '%s' is %s", slice->name,
               check_kind_name(found->kind));
    diag_note(c->d, found->at, "'%s' is %s here", slice->name, check_kind_name(found->kind));
    return false;
}

static bool fail_outside(checker *c, const model_slice *slice, const model_expr *bound, const model_buffer *b)
{
    diag_error(c->d, bound->at, "slice-range", "%" PRId64 " is outside '%s', which has %" PRIu64 " elements",
               bound->value, slice->name, b->elements);
    diag_note(c->d, b->at, "'%s' is declared here", b->name);
    return false;
}

static bool check_bounds(checker *c, model_slice *slice, const model_buffer *b)
{
    int64_t elements = (int64_t)b->elements;
    bool has_begin = slice->begin.root != NULL, has_end = slice->end.root != NULL;

    if ((has_begin && !check_evaluate(c, &slice->begin, -1)) || (has_end && !check_evaluate(c, &slice->end, -1)))
        return false;
    if (!has_end)
        slice->end.value = elements;
    if (slice->begin.value < 0 || slice->begin.value > elements)
        return fail_outside(c, slice, &slice->begin, b);
    if (slice->end.value < 0 || slice->end.value > elements)
        return fail_outside(c, slice, &slice->end, b);
    if (slice->begin.value > slice->end.value) {
        diag_error(c->d, slice->at, "slice-reversed", "the slice ends at %" PRId64 ", before it begins at %" PRId64,
                   slice->end.value, slice->begin.value);
        return false;
    }
    return true;
}

bool check_slice(checker *c, model_slice *slice)
{
    const named *found = scope_find(c->names, slice->name);
    const model_buffer *b;

    if (found == NULL) {
        check_undefined(c, slice->name_at, "the buffer", slice->name, NAMED_BUFFER);
        return false;
    }
    if (found->kind != NAMED_BUFFER)
        return fail_not_buffer(c, slice, found);
    b = &c->m->buffers[found->index];
    slice->buffer = found->index;
    if (b->broken || !check_bounds(c, slice, b))
        return false;
    slice->type = b->type;
    slice->first = (uint64_t)slice->begin.value * b->type->size;
    slice->last = (uint64_t)slice->end.value * b->type->size;
    return true;
}

/* ---- arguments to parameters ---- */

static void note_param(checker *c, const model_param *p)
{
    diag_note(c->d, p->at, "the parameter '%s' is declared here", p->name);
}

static bool fail_keyword(checker *c, const model_kernel *k, const model_argument *argument)
{
    const char **params = ARENA_ARRAY(c->a, const char *, k->param_count + 1);
    const char *nearest;

    for (size_t i = 0; i < k->param_count; i++)
        params[i] = k->params[i].name;
    diag_error(c->d, argument->keyword_at, "argument-unknown", "the kernel '%s' has no parameter '%s'", k->name,
               argument->keyword);
    nearest = text_nearest(argument->keyword, params, k->param_count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    return false;
}

static bool fail_count(checker *c, const model_kernel *k, const model_step *step, const model_argument *first)
{
    diag_error(c->d, first->at, "argument-count", "the kernel '%s' takes %zu argument%s, found %zu", k->name,
               k->param_count, k->param_count == 1 ? "" : "s", step->argument_count);
    diag_note(c->d, k->at, "'%s' is declared here", k->name);
    return false;
}

/* The parameter that an argument goes to, or false after an error. */
static bool find_param(checker *c, const model_kernel *k, const model_step *step, size_t index, size_t *param)
{
    const model_argument *argument = &step->arguments[index];

    if (argument->keyword == NULL) {
        if (index > 0 && step->arguments[index - 1].keyword != NULL) {
            diag_error(c->d, argument->at, "argument-order", "an argument without a name stands after one with a name");
            return false;
        }
        *param = index;
        return index < k->param_count || fail_count(c, k, step, argument);
    }
    for (size_t i = 0; i < k->param_count; i++)
        if (strcmp(k->params[i].name, argument->keyword) == 0) {
            *param = i;
            return true;
        }
    return fail_keyword(c, k, argument);
}

static bool fail_missing(checker *c, const model_kernel *k, const model_step *step, const bool *bound)
{
    size_t missing = 0;

    while (bound[missing])
        missing++;
    diag_error(c->d, step->at, "argument-missing", "the launch gives no argument for the parameter '%s' of '%s'",
               k->params[missing].name, k->name);
    note_param(c, &k->params[missing]);
    return false;
}

/* Puts the arguments into the order of the parameters. */
static bool bind_arguments(checker *c, const model_kernel *k, model_step *step)
{
    model_argument *ordered = ARENA_ARRAY(c->a, model_argument, k->param_count + 1);
    bool *bound = ARENA_ARRAY(c->a, bool, k->param_count + 1);
    size_t count = 0;

    for (size_t i = 0; i < step->argument_count; i++) {
        size_t param = 0;

        if (!find_param(c, k, step, i, &param))
            return false;
        if (bound[param]) {
            diag_error(c->d, step->arguments[i].at, "argument-repeated", "the parameter '%s' has an argument already",
                       k->params[param].name);
            diag_note(c->d, ordered[param].at, "the first one is here");
            return false;
        }
        bound[param] = true;
        ordered[param] = step->arguments[i];
        count++;
    }
    if (count < k->param_count)
        return fail_missing(c, k, step, bound);
    step->arguments = ordered;
    step->argument_count = k->param_count;
    return true;
}

/* ---- one argument ---- */

static bool check_pointer(checker *c, const model_param *p, model_argument *argument)
{
    const model_buffer *b;
    const named *found = argument->kind == ARGUMENT_SLICE ? scope_find(c->names, argument->slice.name) : NULL;

    if (argument->kind != ARGUMENT_SLICE || (found != NULL && found->kind == NAMED_DEFINE)) {
        diag_error(c->d, argument->at, "argument-kind", "the parameter '%s' is a pointer: expected a buffer, found %s",
                   p->name, found != NULL ? "a define" : "a number");
        note_param(c, p);
        return false;
    }
    if (!check_slice(c, &argument->slice))
        return false;
    b = &c->m->buffers[argument->slice.buffer];
    if (b->type != p->type) {
        diag_error(c->d, argument->slice.at, "argument-type", "the parameter '%s' points at %s, '%s' holds %s", p->name,
                   p->type->name, b->name, b->type->name);
        diag_note(c->d, p->type_at, "the parameter '%s' is declared here", p->name);
        return false;
    }
    return true;
}

static bool fail_value_kind(checker *c, const model_param *p, const model_argument *argument, const named *found)
{
    const model_slice *slice = &argument->slice;

    if (found->kind == NAMED_BUFFER && c->m->buffers[found->index].role == ROLE_SETTING && !slice->sliced) {
        diag_error(c->d, argument->at, "not-yet", "the setting '%s' as a value is not supported yet", slice->name);
        diag_hint(c->d, "declare the parameter as in %s* and read the setting through it", p->type->name);
        return false;
    }
    diag_error(c->d, argument->at, "argument-kind", "the parameter '%s' is a value: expected a number, found %s",
               p->name, check_kind_name(found->kind));
    note_param(c, p);
    return false;
}

/* A bare name where a value is wanted: a define, which becomes an expression or a literal. */
static bool resolve_name(checker *c, const model_param *p, model_argument *argument)
{
    const model_slice *slice = &argument->slice;
    const named *found = scope_find(c->names, slice->name);
    const model_define *define;

    if (found == NULL) {
        check_undefined(c, slice->name_at, "the name", slice->name, NAMED_DEFINE);
        return false;
    }
    if (found->kind != NAMED_DEFINE || slice->sliced)
        return found->kind == NAMED_DEFINE ? fail_not_buffer(c, slice, found) : fail_value_kind(c, p, argument, found);
    define = &c->m->defines[found->index];
    if (define->broken)
        return false;
    if (define->is_float) {
        argument->kind = ARGUMENT_LITERAL;
        argument->literal.at = slice->name_at;
        argument->literal.text = define->real_text;
    } else {
        expr *name = ARENA_NEW(c->a, expr);

        name->kind = EXPR_NAME;
        name->name = slice->name;
        argument->kind = ARGUMENT_EXPR;
        argument->expr.at = slice->name_at;
        argument->expr.root = name;
        argument->expr.value = define->value;
    }
    return true;
}

static bool check_value(checker *c, const model_param *p, model_argument *argument)
{
    unsigned char *bytes;

    if (argument->kind == ARGUMENT_SLICE) {
        if (!resolve_name(c, p, argument))
            return false;
    } else if (argument->kind == ARGUMENT_EXPR && !check_evaluate(c, &argument->expr, -1)) {
        return false;
    }
    bytes = arena_alloc(c->a, p->type->size);
    argument->value = bytes;
    if (argument->kind == ARGUMENT_LITERAL)
        return check_literal(c, argument->literal.at, argument->literal.text, p->type, bytes);
    return check_integer(c, argument->expr.at, argument->expr.value, p->type, bytes);
}

/* ---- launches ---- */

static bool check_call(checker *c, model_step *step)
{
    const named *found = scope_find(c->names, step->kernel_name);
    const model_kernel *k;
    bool good = true;

    if (found == NULL) {
        check_undefined(c, step->kernel_at, "the kernel", step->kernel_name, NAMED_KERNEL);
        return false;
    }
    if (found->kind != NAMED_KERNEL) {
        diag_error(c->d, step->kernel_at, "name-kind", "expected a kernel, '%s' is %s", step->kernel_name,
                   check_kind_name(found->kind));
        diag_note(c->d, found->at, "'%s' is %s here", step->kernel_name, check_kind_name(found->kind));
        return false;
    }
    step->kernel = found->index;
    k = &c->m->kernels[step->kernel];
    if (k->broken || !bind_arguments(c, k, step))
        return false;
    for (size_t i = 0; i < k->param_count; i++) {
        const model_param *p = &k->params[i];

        step->arguments[i].access = p->access;
        step->arguments[i].once = p->once;
        good &= p->access == ACCESS_VALUE ? check_value(c, p, &step->arguments[i])
                                          : check_pointer(c, p, &step->arguments[i]);
    }
    return good;
}

void check_calls(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            model_step *step = &c->m->graphs[g].steps[i];

            if (step->kind != STEP_LAUNCH || step->broken)
                continue;
            step->title = step->name != NULL ? step->name : arena_printf(c->a, "launch %s", step->kernel_name);
            step->broken = !check_call(c, step);
        }
}
