/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Launches: kernels found, arguments bound to parameters, each of the right kind and type. */
#include "check/check_parts.h"

#include <inttypes.h>

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
    nearest = check_nearest_of(c, argument->keyword, params, k->param_count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    return false;
}

/* "1,5": two integers with only a comma between them. */
static bool has_decimal_comma(const model_step *step)
{
    for (size_t i = 1; i < step->argument_count; i++) {
        const model_argument *left = &step->arguments[i - 1], *right = &step->arguments[i];

        if (left->kind == ARGUMENT_EXPR && right->kind == ARGUMENT_EXPR && left->expr->root->kind == EXPR_INTEGER &&
            right->expr->root->kind == EXPR_INTEGER && left->at.end + 1 == right->at.begin)
            return true;
    }
    return false;
}

static bool fail_count(checker *c, const model_kernel *k, const model_step *step, const model_argument *first)
{
    diag_error(c->d, first->at, "argument-count", "the kernel '%s' takes %zu argument%s, found %zu", k->name,
               k->param_count, k->param_count == 1 ? "" : "s", step->argument_count);
    diag_note(c->d, k->at, "'%s' is declared here", k->name);
    if (has_decimal_comma(step))
        diag_hint(c->d, "a decimal is written with a point, not with a comma");
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
    /* Names are interned, and usually in order. */
    for (size_t i = 0; i < k->param_count; i++) {
        size_t next = index + i < k->param_count ? index + i : index + i - k->param_count;

        if (next < k->param_count && k->params[next].name == argument->keyword) {
            *param = next;
            return true;
        }
    }
    return fail_keyword(c, k, argument);
}

static bool fail_missing(checker *c, const model_kernel *k, const model_step *step, const bool *bound)
{
    size_t missing = 0;

    while (bound[missing])
        missing++;
    diag_error(c->d, step->at, "argument-missing", "the kernel '%s' takes %zu argument%s, found %zu: none for '%s'",
               k->name, k->param_count, k->param_count == 1 ? "" : "s", step->argument_count, k->params[missing].name);
    note_param(c, &k->params[missing]);
    return false;
}

/* Whether every argument stands where its parameter does. */
static bool is_in_order(const model_kernel *k, const model_step *step)
{
    if (step->argument_count != k->param_count)
        return false;
    for (size_t i = 0; i < k->param_count; i++)
        if (step->arguments[i].keyword != NULL)
            return false;
    return true;
}

/* Puts the arguments into the order of the parameters. */
static bool bind_arguments(checker *c, const model_kernel *k, model_step *step)
{
    model_argument *ordered;
    bool *bound;
    size_t count = 0;

    if (is_in_order(k, step))
        return true;
    ordered = ARENA_ARRAY(c->a, model_argument, k->param_count + 1);
    bound = ARENA_ARRAY(c->a, bool, k->param_count + 1);
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

/* ---- pointers ---- */

static bool check_pointer(checker *c, const model_kernel *k, size_t param, model_argument *argument)
{
    const model_param *p = &k->params[param];
    const named *found = argument->kind == ARGUMENT_SLICE ? scope_find(c->names, argument->slice.name) : NULL;

    if (found != NULL && found->contested)
        return false;
    if (argument->kind != ARGUMENT_SLICE || (found != NULL && found->kind == NAMED_DEFINE)) {
        diag_error(c->d, argument->at, "argument-kind", "the parameter '%s' is a pointer: expected a buffer, found %s",
                   p->name,
                   found != NULL                                                   ? "a define"
                   : argument->kind == ARGUMENT_LITERAL && argument->literal->list ? "a list"
                                                                                   : "a number");
        note_param(c, p);
        c->misplaced = true;
        return false;
    }
    if (!check_slice(c, &argument->slice))
        return false;
    c->m->buffers[argument->slice.buffer].by_pointer = true;
    if (argument->slice.type != p->type) {
        check_note_mismatch(c, k, param, argument->slice.type);
        return false;
    }
    return check_alignment(c, &argument->slice, p);
}

/* ---- values ---- */

static bool fail_value_kind(checker *c, const model_param *p, const model_argument *argument, const named *found)
{
    if (found->contested)
        return false;
    diag_error(c->d, argument->at, "argument-kind", "the parameter '%s' is a value: expected a number, found %s",
               p->name, check_kind_name(found->kind));
    note_param(c, p);
    c->misplaced = true;
    return false;
}

/* The parameter takes the setting's value at each start. */
static bool bind_setting(checker *c, const model_kernel *k, size_t param, model_argument *argument, const named *found)
{
    model_buffer *b = &c->m->buffers[found->index];

    if (b->broken)
        return false;
    argument->slice.buffer = found->index;
    argument->slice.type = b->type;
    if (b->type != k->params[param].type) {
        check_note_mismatch(c, k, param, b->type);
        return false;
    }
    b->by_value = true;
    argument->kind = ARGUMENT_SETTING;
    argument->value = b->pattern;
    return true;
}

static bool takes_integers(const model_type *type)
{
    return type->lanes == 1 && type->base != SCALAR_STRUCT && !check_is_float(type->base);
}

/* False after an error, and silently where the define was found to be wrong before. */
static bool bind_define(checker *c, const model_param *p, model_define *define, model_argument *argument)
{
    if (define->is_float && takes_integers(p->type)) {
        check_misused_float(c, argument->at, define);
        return false;
    }
    if (define->is_float) {
        argument->kind = ARGUMENT_LITERAL;
        argument->literal = ARENA_NEW(c->a, model_literal);
        argument->literal->at = argument->slice.at;
        argument->literal->text = define->real_text;
    } else {
        argument->kind = ARGUMENT_EXPR;
        argument->expr = ARENA_NEW(c->a, model_expr);
        argument->expr->at = argument->slice.at;
        argument->expr->root = define->root;
        argument->expr->value = argument->expr->low = argument->expr->high = define->value;
    }
    return true;
}

/* A bare name where a value is wanted: a setting, or a define, which becomes an expression or a literal. */
static bool resolve_name(checker *c, const model_kernel *k, size_t param, model_argument *argument)
{
    const model_param *p = &k->params[param];
    const model_slice *slice = &argument->slice;
    const named *found = scope_find(c->names, slice->name);
    bool bare = slice->part == NULL;

    if (found == NULL) {
        check_undefined(c, check_name_place(slice), "the name", slice->name, NAMED_DEFINE);
        return false;
    }
    if (found->kind == NAMED_BUFFER && c->m->buffers[found->index].broken)
        return false;
    if (found->kind == NAMED_BUFFER && c->m->buffers[found->index].role == ROLE_SETTING && bare)
        return bind_setting(c, k, param, argument, found);
    if (found->kind != NAMED_DEFINE)
        return fail_value_kind(c, p, argument, found);
    if (!bare)
        return check_fail_kind(c, check_name_place(slice), "a buffer", found);
    if (c->m->defines[found->index].broken)
        return false;
    return bind_define(c, p, &c->m->defines[found->index], argument);
}

/* Takes an integer expression as a literal: 0 clears a vector or a struct, and any other number is refused there. */
static bool store_expression(checker *c, const model_type *type, model_argument *argument, model_define *define)
{
    const model_expr *e = argument->expr;
    model_literal literal = {.at = e->at};
    unsigned char *bytes;

    if (type->lanes > 1 || type->base == SCALAR_STRUCT) {
        literal.text = arena_printf(c->a, "%" PRId64, e->value);
        argument->value = check_element(c, &literal, type);
        return argument->value != NULL;
    }
    if (define != NULL && define->misused)
        return false;
    argument->value = bytes = arena_alloc(c->a, type->size);
    return check_integer(c, e->at, e->value, type, bytes) || check_misused_define(c, define);
}

/* The handle of a conditional node. */
static bool check_condition(checker *c, const model_param *p, model_argument *argument)
{
    const named *found = argument->kind == ARGUMENT_SLICE ? scope_find(c->names, argument->slice.name) : NULL;
    const model_buffer *b;

    if (argument->kind == ARGUMENT_SLICE && found == NULL) {
        check_undefined(c, check_name_place(&argument->slice), "the condition", argument->slice.name, NAMED_BUFFER);
        return false;
    }
    if (found != NULL && found->contested)
        return false;
    b = found != NULL && found->kind == NAMED_BUFFER ? &c->m->buffers[found->index] : NULL;
    if (b != NULL && b->broken)
        return false;
    if (b == NULL || b->role != ROLE_CONDITION || argument->slice.part != NULL) {
        diag_error(c->d, argument->at, "argument-kind",
                   "the parameter '%s' is a condition: expected the name of one, found %s", p->name,
                   b == NULL ? found == NULL ? "a number" : check_kind_name(found->kind)
                   : argument->slice.part
                       ? "a part of a buffer"
                       : arena_printf(c->a, "'%s', whose role is %s", b->name, model_role_name(b->role)));
        note_param(c, p);
        diag_hint(c->d,
                  "declare one, with nothing else, and let a while, if or switch look at it: go: {role: condition}");
        return false;
    }
    argument->kind = ARGUMENT_CONDITION;
    argument->slice.buffer = found->index;
    argument->slice.type = b->type;
    argument->slice.first = 0;
    argument->slice.last = b->size;
    return true;
}

static bool check_value(checker *c, const model_kernel *k, const model_step *step, size_t param)
{
    const model_type *type = k->params[param].type;
    model_argument *argument = &step->arguments[param];
    model_define *define = NULL;

    if (k->params[param].condition)
        return check_condition(c, &k->params[param], argument);
    if (check_is_grid_word(c, argument))
        return check_grid_argument(c, step, &k->params[param], argument);
    if (argument->kind == ARGUMENT_SLICE) {
        define = check_define_named(c, argument->slice.name);
        if (!resolve_name(c, k, param, argument))
            return false;
    } else if (argument->kind == ARGUMENT_EXPR && !check_evaluate(c, argument->expr)) {
        return false;
    }
    if (argument->kind == ARGUMENT_SETTING)
        return true;
    if (argument->kind == ARGUMENT_EXPR)
        return store_expression(c, type, argument, define);
    argument->value = check_element(c, argument->literal, type);
    return argument->value != NULL;
}

/* ---- `access:` of a launch ---- */

static bool fail_override(checker *c, const model_kernel *k, const model_override *o)
{
    const char **params = ARENA_ARRAY(c->a, const char *, k->param_count + 1);
    const char *nearest;

    for (size_t i = 0; i < k->param_count; i++)
        params[i] = k->params[i].name;
    diag_error(c->d, o->at, "argument-unknown", "the kernel '%s' has no parameter '%s'", k->name, o->parameter);
    nearest = check_nearest_of(c, o->parameter, params, k->param_count);
    if (nearest != NULL)
        diag_hint(c->d, "did you mean '%s'?", nearest);
    return false;
}

static bool apply_override(checker *c, const model_kernel *k, const model_override *o, model_step *step)
{
    const model_param *p = NULL;
    size_t i = 0;

    while (i < k->param_count && k->params[i].name != o->parameter)
        i++;
    if (i == k->param_count)
        return fail_override(c, k, o);
    p = &k->params[i];
    if (p->access == ACCESS_VALUE) {
        diag_error(c->d, o->at, "access-value", "the parameter '%s' is a value, only pointers have an access", p->name);
    } else if (p->access == ACCESS_IN && o->access != ACCESS_IN) {
        diag_error(c->d, o->access_at, "access-const",
                   "the parameter '%s' is declared in, so no launch can write through it", p->name);
    } else {
        step->arguments[i].access = o->access;
        step->arguments[i].once = o->once;
        return true;
    }
    note_param(c, p);
    return false;
}

static bool check_overrides(checker *c, const model_kernel *k, model_step *step)
{
    bool good = true;

    for (size_t i = 0; i < k->param_count; i++) {
        step->arguments[i].access = k->params[i].access;
        step->arguments[i].once = k->params[i].once;
    }
    for (size_t i = 0; i < step->override_count; i++)
        good &= apply_override(c, k, &step->overrides[i], step);
    return good;
}

static bool check_hidden(checker *c, model_slice *slices, size_t count)
{
    bool good = true;

    for (size_t i = 0; i < count; i++)
        if (check_slice(c, &slices[i]))
            c->m->buffers[slices[i].buffer].by_pointer = true;
        else
            good = false;
    return good;
}

/* ---- launches ---- */

/* Where a number and a buffer have changed places, the arguments after them are likely to have moved too. */
static bool check_arguments(checker *c, model_kernel *k, model_step *step)
{
    bool good = true;

    c->misplaced = false;
    c->mismatched = NULL;
    for (size_t i = 0; i < k->param_count && !c->misplaced; i++)
        good &= k->params[i].access == ACCESS_VALUE ? check_value(c, k, step, i)
                                                    : check_pointer(c, k, i, &step->arguments[i]);
    if (c->mismatched != NULL && !c->misplaced)
        check_report_mismatches(c, k, step);
    return good;
}

static bool check_call(checker *c, model_step *step)
{
    const named *found = scope_find(c->names, step->kernel_name);
    bool hidden = check_hidden(c, step->reads, step->read_count);
    model_kernel *k;

    hidden = check_hidden(c, step->writes, step->write_count) && hidden;
    if (found == NULL) {
        check_undefined(c, step->kernel_at, "the kernel", step->kernel_name, NAMED_KERNEL);
        return false;
    }
    if (found->kind != NAMED_KERNEL)
        return check_fail_kind(c, step->kernel_at, "a kernel", found);
    step->kernel = found->index;
    k = &c->m->kernels[step->kernel];
    if (k->broken || !bind_arguments(c, k, step))
        return false;
    return check_arguments(c, k, step) && check_overrides(c, k, step) && hidden;
}

void check_calls(checker *c)
{
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            model_step *step = &c->m->graphs[g].steps[i];

            if (step->kind != STEP_LAUNCH || step->broken)
                continue;
            check_enter(c, step);
            step->title = check_title(c, step, arena_printf(c->a, "launch %s", step->kernel_name));
            step->broken = !check_call(c, step);
            c->silent |= step->broken;
        }
}
