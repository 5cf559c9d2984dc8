/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What control flow needs and no spec writes: conditions, counters, and launches of the kernels that decide. */
#include "check/expand_parts.h"

#include <inttypes.h>
#include <string.h>

#include "spec/builtin.h"

/* ---- buffers ---- */

/* The number to try next behind a name that is taken. Only the first few such names are remembered. */
static unsigned *next_number(expander *e, const char *name)
{
    size_t i = 0;

    while (i < EXPAND_NUMBERED && e->numbered[i].name != NULL && strcmp(e->numbered[i].name, name) != 0)
        i++;
    if (i == EXPAND_NUMBERED)
        return NULL;
    if (e->numbered[i].name == NULL)
        e->numbered[i] = (numbered_name){name, 2};
    return &e->numbered[i].next;
}

static const char *free_name(expander *e, const char *name)
{
    const char *found = name;
    unsigned first = 2, *next;

    if (scope_find(e->c->names, name) == NULL)
        return name;
    next = next_number(e, name);
    if (next == NULL)
        next = &first;
    do
        found = arena_printf(e->a, "%s_%u", name, (*next)++);
    while (scope_find(e->c->names, found) != NULL);
    return found;
}

static void set_size(expander *e, model_buffer *b, const model_buffer *like)
{
    b->dims = ARENA_ARRAY(e->a, uint64_t, like == NULL ? 1 : like->shape_count + 1);
    b->shape_count = like == NULL ? 1 : like->shape_count;
    b->dims[0] = 1;
    for (size_t i = 0; like != NULL && i < like->shape_count; i++)
        b->dims[i] = like->dims[i];
    b->type = like == NULL ? model_type_scalar(SCALAR_U32) : like->type;
    b->elements = like == NULL ? 1 : like->elements;
    b->size = b->elements * b->type->size;
    b->alignment = like == NULL ? MODEL_ALIGNMENT : like->alignment;
}

uint32_t expand_add_buffer(expander *e, const char *name, model_role role, span at, const model_buffer *like)
{
    model *m = e->m;
    model_buffer b = {.name = free_name(e, name), .at = at, .role = role, .role_at = at, .generated = true};
    named entry = {b.name, NAMED_BUFFER, (uint32_t)m->buffer_count, at, false};

    set_size(e, &b, like);
    b.upload = TRAFFIC_NEVER;
    b.download = role == ROLE_OUTPUT ? TRAFFIC_EACH : TRAFFIC_NEVER;
    b.down_last = b.size;
    if (m->buffer_count == e->buffer_capacity) {
        model_buffer *moved = ARENA_ARRAY(e->a, model_buffer, 2 * m->buffer_count + 8);

        if (m->buffer_count > 0)
            memcpy(moved, m->buffers, m->buffer_count * sizeof *moved);
        m->buffers = moved;
        e->buffer_capacity = 2 * m->buffer_count + 8;
    }
    scope_add(e->c->names, &entry);
    m->buffers[m->buffer_count] = b;
    return (uint32_t)m->buffer_count++;
}

uint32_t expand_add_condition(expander *e, span at)
{
    return expand_add_buffer(e, "vg_go", ROLE_CONDITION, at, NULL);
}

/* ---- kernels ---- */

#define ADDED_PARAMS 6

typedef struct {
    const char *name;
    model_access access; /* ACCESS_VALUE: a u32, or a condition */
    bool condition;
} added_param;

typedef struct {
    const char *name;
    added_param params[ADDED_PARAMS];
    size_t count;
    const char *file; /* NULL: control.cu */
} added_kernel;

#define PASSES(access)                                                                                                 \
    {                                                                                                                  \
        "passes", access, false                                                                                        \
    }
#define FLAG                                                                                                           \
    {                                                                                                                  \
        "flag", ACCESS_IN, false                                                                                       \
    }
#define CONDITION(name)                                                                                                \
    {                                                                                                                  \
        name, ACCESS_VALUE, true                                                                                       \
    }
#define VALUE(name)                                                                                                    \
    {                                                                                                                  \
        name, ACCESS_VALUE, false                                                                                      \
    }

static const added_kernel kernels[BUILTIN_COUNT] = {
    [BUILTIN_LOOP_BEGIN] = {"vg_loop_begin", {PASSES(ACCESS_OUT), FLAG, CONDITION("go"), VALUE("first")}, 4},
    [BUILTIN_LOOP_NEXT] = {"vg_loop_next", {PASSES(ACCESS_INOUT), FLAG, CONDITION("go"), VALUE("max")}, 4},
    [BUILTIN_LOOP_HALF] = {"vg_loop_half",
                           {PASSES(ACCESS_INOUT), FLAG, CONDITION("go"), CONDITION("more"), VALUE("max")},
                           5},
    [BUILTIN_LOOP_LIMIT] = {"vg_loop_limit", {PASSES(ACCESS_INOUT), CONDITION("go"), VALUE("max")}, 3},
    [BUILTIN_LOOP_COUNT] = {"vg_loop_count", {PASSES(ACCESS_INOUT), FLAG}, 2},
    [BUILTIN_LOOP_END] = {"vg_loop_end", {PASSES(ACCESS_INOUT)}, 1},
    [BUILTIN_LOOP_ODD] = {"vg_loop_odd", {PASSES(ACCESS_IN), CONDITION("odd")}, 2},
    [BUILTIN_CHOOSE_IF] = {"vg_choose_if", {FLAG, CONDITION("go")}, 2},
    [BUILTIN_CHOOSE_CASE] = {"vg_choose_case", {{"pick", ACCESS_IN, false}, CONDITION("go")}, 2},
    [BUILTIN_SET_GRID] = {"vg_set_grid",
                          {{"count", ACCESS_IN, false},
                           {"above", ACCESS_OUT, false},
                           CONDITION("node"),
                           VALUE("most"),
                           VALUE("y"),
                           VALUE("z")},
                          6,
                          "grid.cu"},
    [BUILTIN_SET_GRID_INSIDE] = {"vg_set_grid_inside",
                                 {{"count", ACCESS_IN, false},
                                  {"above", ACCESS_INOUT, false},
                                  CONDITION("node"),
                                  VALUE("most"),
                                  VALUE("y"),
                                  VALUE("z")},
                                 6,
                                 "grid.cu"},
};

static model_kernel *make_kernel(expander *e, const added_kernel *from, span at)
{
    model_param params[ADDED_PARAMS] = {{0}};

    for (size_t i = 0; i < from->count; i++) {
        params[i].name = from->params[i].name;
        params[i].at = params[i].type_at = at;
        params[i].access = from->params[i].access;
        params[i].once = from == &kernels[BUILTIN_SET_GRID] && params[i].access != ACCESS_VALUE;
        params[i].condition = from->params[i].condition;
        params[i].type = model_type_scalar(params[i].condition ? SCALAR_U64 : SCALAR_U32);
    }
    return builtin_kernel(e->a, from->file != NULL ? from->file : "control.cu", from->name, 1, params, from->count, at);
}

static void add_kernel(expander *e, const added_kernel *from, span at)
{
    model *m = e->m;
    named entry = {from->name, NAMED_KERNEL, (uint32_t)m->kernel_count, at, false};

    if (scope_find(e->c->names, from->name) != NULL)
        return;
    if (m->kernel_count == e->kernel_capacity) {
        model_kernel *moved = ARENA_ARRAY(e->a, model_kernel, m->kernel_count + BUILTIN_COUNT);

        if (m->kernel_count > 0)
            memcpy(moved, m->kernels, m->kernel_count * sizeof *moved);
        m->kernels = moved;
        e->kernel_capacity = m->kernel_count + BUILTIN_COUNT;
    }
    scope_add(e->c->names, &entry);
    m->kernels[m->kernel_count++] = *make_kernel(e, from, at);
}

/* ---- steps ---- */

static model_slice whole(const expander *e, uint32_t buffer, span at)
{
    return (model_slice){.at = at, .name = e->m->buffers[buffer].name, .buffer = buffer};
}

/* Added steps take a place of the spec, which a message about them would show. */
static model_step added(const model_step *why, model_step_kind kind, span at, const char *title)
{
    model_step step = {.kind = kind, .at = at, .title = title, .generated = true, .switched = MODEL_NONE};

    step.copy = why == NULL ? 0 : why->copy;
    return step;
}

void expand_add_launch(expander *e, builtin kernel, const model_step *why, const char *title,
                       const added_argument *arguments, size_t count)
{
    const added_kernel *k = &kernels[kernel];
    span at = why->flag_at;
    model_step step = added(why, STEP_LAUNCH, at, title);

    add_kernel(e, k, at);
    step.kernel_name = k->name;
    step.kernel_at = at;
    step.arguments = ARENA_ARRAY(e->a, model_argument, count);
    step.argument_count = count;
    for (size_t i = 0; i < count; i++) {
        model_argument *to = &step.arguments[i];

        to->at = at;
        to->kind = arguments[i].buffer == MODEL_NONE ? ARGUMENT_EXPR : ARGUMENT_SLICE;
        if (to->kind == ARGUMENT_SLICE) {
            to->slice = whole(e, arguments[i].buffer, at);
            continue;
        }
        to->expr = ARENA_NEW(e->a, model_expr);
        to->expr->at = at;
        to->expr->root = expr_integer(e->a, arguments[i].value);
    }
    step.grid_at = at;
    step.grid[0].at = at;
    step.grid[0].root = expr_integer(e->a, 1);
    step.grid_count = 1;
    expand_append(e, &step);
}

void expand_add_fill(expander *e, uint32_t buffer, const char *value, const model_step *why, const char *title)
{
    model_step step = added(why, STEP_FILL, why->flag_at, title);

    step.to = whole(e, buffer, why->flag_at);
    step.literal.at = why->flag_at;
    step.literal.text = value;
    expand_append(e, &step);
}

uint32_t expand_add_copy(expander *e, uint32_t from, uint32_t to, span at, const char *title)
{
    model_step step = added(NULL, STEP_COPY, at, title);

    step.from = whole(e, from, at);
    step.to = whole(e, to, at);
    return expand_append(e, &step);
}

/* ---- their names ---- */

static void refuse_name(checker *c, model_step *step, span at, const char *what, const char *name, unsigned kind)
{
    if (name == NULL || strncmp(name, "vg_", 3) != 0)
        return;
    check_undefined(c, at, what, name, kind);
    step->broken = c->silent = true;
}

static void refuse_slices(checker *c, model_step *step, const model_slice *slices, size_t count)
{
    for (size_t i = 0; i < count; i++)
        refuse_name(c, step, slices[i].at, "the buffer", slices[i].name, NAMED_BUFFER);
}

void expand_refuse_added(checker *c, model_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        model_step *step = &steps[i];

        refuse_name(c, step, step->flag_at, "the buffer", step->flag_name, NAMED_BUFFER);
        refuse_name(c, step, step->kernel_at, "the kernel", step->kernel_name, NAMED_KERNEL);
        for (size_t k = 0; k < step->argument_count; k++)
            if (step->arguments[k].kind == ARGUMENT_SLICE)
                refuse_slices(c, step, &step->arguments[k].slice, 1);
        for (size_t k = 0; k < step->swap_count; k++) {
            refuse_name(c, step, step->swaps[k].first_at, "the buffer", step->swaps[k].first, NAMED_BUFFER);
            refuse_name(c, step, step->swaps[k].second_at, "the buffer", step->swaps[k].second, NAMED_BUFFER);
        }
        refuse_slices(c, step, step->reads, step->read_count);
        refuse_slices(c, step, step->writes, step->write_count);
        refuse_slices(c, step, &step->to, 1);
        refuse_slices(c, step, &step->from, 1);
        for (size_t b = 0; b < step->body_count; b++)
            expand_refuse_added(c, step->bodies[b].steps, step->bodies[b].step_count);
    }
}
