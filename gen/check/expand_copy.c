/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Copies of steps: an index becomes an integer in expressions, a swapped name that of the other buffer. */
#include "check/expand_parts.h"

#include <inttypes.h>
#include <string.h>

static const index_value *find_index(const expander *e, const char *name)
{
    const index_value *i = e->indices;

    while (i != NULL && strcmp(i->name, name) != 0)
        i = i->outer;
    return i;
}

static const expr *bind(const expander *e, const expr *x);

/* Nodes without an index in them are shared. */
static const expr *bind_arguments(const expander *e, const expr *x)
{
    expr *copy = NULL;

    for (size_t i = 0; i < x->count; i++) {
        const expr *bound = bind(e, x->arguments[i]);

        if (bound == x->arguments[i])
            continue;
        if (copy == NULL) {
            copy = ARENA_NEW(e->a, expr);
            *copy = *x;
            copy->arguments = ARENA_ARRAY(e->a, expr *, x->count);
            memcpy(copy->arguments, x->arguments, x->count * sizeof *copy->arguments);
        }
        copy->arguments[i] = (expr *)bound;
    }
    return copy == NULL ? x : copy;
}

static const expr *bind(const expander *e, const expr *x)
{
    const index_value *index;
    expr *value;

    switch (x->kind) {
    case EXPR_INTEGER:
        return x;
    case EXPR_NAME:
        index = find_index(e, x->name);
        if (index == NULL)
            return x;
        value = expr_integer(e->a, index->value);
        value->begin = x->begin;
        value->end = x->end;
        return value;
    case EXPR_CALL:
        if (strcmp(x->name, "sizeof") == 0 || strcmp(x->name, "len") == 0)
            return x;
        return bind_arguments(e, x);
    case EXPR_NEGATE:
    case EXPR_BINARY:
        return bind_arguments(e, x);
    }
    return x;
}

static void bind_expr(const expander *e, model_expr *x)
{
    if (x->root != NULL && e->indices != NULL)
        x->root = bind(e, x->root);
}

static void bind_sizes(const expander *e, model_expr *sizes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        bind_expr(e, &sizes[i]);
}

const char *expand_name(expander *e, const char *name)
{
    const named *found = e->renames ? scope_find(e->c->names, name) : NULL;

    if (found == NULL || found->kind != NAMED_BUFFER || found->index >= e->named)
        return name;
    return e->m->buffers[e->now[found->index]].name;
}

static void bind_slice(expander *e, model_slice *slice)
{
    model_part *part = slice->part;

    if (slice->name == NULL)
        return;
    slice->name = expand_name(e, slice->name);
    if (part == NULL || e->indices == NULL)
        return;
    slice->part = ARENA_NEW(e->a, model_part);
    *slice->part = *part;
    bind_expr(e, &slice->part->begin);
    bind_expr(e, &slice->part->end);
    bind_expr(e, &slice->part->row);
}

static model_slice *bind_slices(expander *e, const model_slice *slices, size_t count)
{
    model_slice *copy = ARENA_ARRAY(e->a, model_slice, count);

    for (size_t i = 0; i < count; i++) {
        copy[i] = slices[i];
        bind_slice(e, &copy[i]);
    }
    return copy;
}

/* ---- arguments ---- */

/* A launch sets the condition that the next conditional node will get, or that it is inside of. */
static void set_condition(expander *e, const model_step *step, model_argument *argument, uint32_t index)
{
    condition_use *use = &e->conditions[index];

    if (use->given && !use->open) {
        use->now = expand_add_condition(e, e->m->buffers[index].at);
        use->given = false;
    }
    argument->slice.name = e->m->buffers[use->now].name;
    if (use->open)
        return;
    use->set_at = argument->at;
    use->set_in = e->inside;
    use->setter = step->kernel_name;
}

static void bind_argument(expander *e, const model_step *step, model_argument *argument)
{
    const model_expr *x = argument->expr;
    const index_value *index;
    const named *found;

    if (argument->kind == ARGUMENT_EXPR && e->indices != NULL) {
        argument->expr = ARENA_NEW(e->a, model_expr);
        *argument->expr = *x;
        bind_expr(e, argument->expr);
    }
    if (argument->kind != ARGUMENT_SLICE || argument->slice.name == NULL)
        return;
    index = argument->slice.part == NULL ? find_index(e, argument->slice.name) : NULL;
    found = e->renames ? scope_find(e->c->names, argument->slice.name) : NULL;
    if (index != NULL) {
        argument->kind = ARGUMENT_EXPR;
        argument->expr = ARENA_NEW(e->a, model_expr);
        argument->expr->at = argument->at;
        argument->expr->root = expr_integer(e->a, index->value);
    } else if (found != NULL && found->kind == NAMED_BUFFER && found->index < e->named &&
               e->m->buffers[found->index].role == ROLE_CONDITION) {
        set_condition(e, step, argument, found->index);
    } else {
        bind_slice(e, &argument->slice);
    }
}

model_step expand_copy_step(expander *e, const model_step *step)
{
    model_step copy = *step;

    copy.arguments = ARENA_ARRAY(e->a, model_argument, step->argument_count);
    for (size_t i = 0; i < step->argument_count; i++) {
        copy.arguments[i] = step->arguments[i];
        bind_argument(e, step, &copy.arguments[i]);
    }
    bind_sizes(e, copy.grid, copy.grid_count);
    bind_sizes(e, copy.block, copy.block_count);
    bind_expr(e, &copy.shared);
    bind_expr(e, &copy.count);
    copy.reads = bind_slices(e, step->reads, step->read_count);
    copy.writes = bind_slices(e, step->writes, step->write_count);
    if (step->kind != STEP_LAUNCH)
        bind_slice(e, &copy.to);
    if (step->kind == STEP_COPY || step->kind == STEP_COLLECTIVE)
        bind_slice(e, &copy.from);
    bind_expr(e, &copy.root);
    return copy;
}

/* ---- counts ---- */

bool expand_count(expander *e, const model_step *step, int64_t low, int64_t high, int64_t *value)
{
    model_expr count = step->count;

    bind_expr(e, &count);
    if (!check_evaluate(e->c, &count))
        return false;
    *value = count.value;
    if (count.value >= low && count.value <= high)
        return true;
    diag_error(e->c->d, step->count_at, step->kind == STEP_WHILE ? "max-value" : "repeat-value",
               "expected %" PRId64 " to %" PRId64 " passes, found %" PRId64, low, high, count.value);
    return false;
}
