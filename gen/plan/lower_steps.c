/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a step becomes. */
#include <string.h>

#include "plan/lower_parts.h"

/* A node that may not run does not surely write what its step writes. */
static bool may_not_run(const model_step *step)
{
    if (step->switched != MODEL_NONE || step->idle_name || step->sized != 0)
        return true;
    for (size_t i = 0; i < step->grid_count; i++) {
        if (step->grid[i].varies && step->grid[i].low <= 0)
            return true;
    }
    return false;
}

static void add_touch(plan_node *node, const model_step *step, const model_slice *slice, unsigned access)
{
    if (may_not_run(step))
        access &= ~(unsigned)PLAN_WHOLE;
    lower_range(node, slice->buffer, slice->first, slice->last, access);
}

static const char *name_of_step(lowering *l, const model_step *step, const char *otherwise, const char *ending)
{
    const char *base = step->name ? step->name : otherwise;
    bool whole = ending[0] == '\0';
    return lower_names_take(l->names, whole ? base : arena_printf(l->memory, "%s%s", base, ending),
                            step->name && whole);
}

static plan_node *add_node(lowering *l, lower_list *list, plan_node_kind kind, const model_step *step, uint32_t index)
{
    plan_node *node = lower_add(l, list, kind, index, step->at);
    node->title = step->title;
    node->switched = step->switched;
    node->unless = step->unless;
    return node;
}

/* ---- launches ---- */

static unsigned access_of(model_access access)
{
    switch (access) {
    case ACCESS_IN:
        return PLAN_READ;
    case ACCESS_OUT:
        return PLAN_WRITE | PLAN_WHOLE;
    case ACCESS_OUT_PART:
        return PLAN_WRITE;
    case ACCESS_INOUT:
        return PLAN_READ | PLAN_WRITE;
    case ACCESS_WORK:
        return PLAN_READ | PLAN_WRITE | PLAN_WORK;
    case ACCESS_VALUE:
        break;
    }
    return 0;
}

static void lower_argument(const model_param *param, const model_argument *from, plan_argument *to)
{
    to->pointer = param->access != ACCESS_VALUE;
    to->parameter = param->name;
    to->type = param->type;
    to->setting = MODEL_NONE;
    to->condition = MODEL_NONE;
    if (to->pointer) {
        to->buffer = from->slice.buffer;
        to->first = from->slice.first;
    } else {
        to->value = from->value;
        to->grid = from->kind == ARGUMENT_GRID;
        if (from->kind == ARGUMENT_SETTING)
            to->setting = from->slice.buffer;
        if (from->kind == ARGUMENT_CONDITION)
            to->condition = from->slice.buffer;
    }
}

static void set_varying(lowering *l, plan_node *node, const model_step *step)
{
    const model_expr *shared = step->shared.root ? &step->shared : &l->m->kernels[step->kernel].shared;
    for (size_t i = 0; i < step->grid_count; i++)
        node->grid_varies[i] = step->grid[i].varies ? &step->grid[i] : NULL;
    node->shared_varies = shared->varies ? shared : NULL;
}

static void lower_launch(lowering *l, lower_list *list, const model_step *step, uint32_t index)
{
    const model_kernel *kernel = &l->m->kernels[step->kernel];
    plan_node *node = add_node(l, list, PLAN_KERNEL, step, index);
    node->name = name_of_step(l, step, kernel->name, "");
    node->kernel = step->kernel;
    memcpy(node->grid, step->grid_size, sizeof node->grid);
    memcpy(node->block, step->block_size, sizeof node->block);
    node->resident = step->resident;
    node->shared_bytes = step->shared_bytes;
    node->condition = step->sized != 0 ? step->sized - 1 : MODEL_NONE;
    set_varying(l, node, step);
    node->argument_count = kernel->param_count;
    node->arguments = ARENA_ARRAY(l->memory, plan_argument, kernel->param_count);
    node->ranges = ARENA_ARRAY(l->memory, plan_range, kernel->param_count + step->read_count + step->write_count);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const model_argument *argument = &step->arguments[i];
        lower_argument(&kernel->params[i], argument, &node->arguments[i]);
        if (node->arguments[i].pointer)
            add_touch(node, step, &argument->slice, access_of(argument->access));
        else if (argument->kind == ARGUMENT_CONDITION) /* those that set it keep their order */
            lower_range(node, argument->slice.buffer, 0, l->m->buffers[argument->slice.buffer].size,
                        PLAN_READ | PLAN_WRITE);
    }
    for (size_t i = 0; i < step->read_count; i++)
        add_touch(node, step, &step->reads[i], PLAN_READ);
    for (size_t i = 0; i < step->write_count; i++)
        add_touch(node, step, &step->writes[i], PLAN_WRITE);
}

/* ---- captures ---- */

/* What its function enqueues has no settings, and no grid that the plan knows. */
static void lower_capture(lowering *l, lower_list *list, const model_step *step, uint32_t index)
{
    plan_node *node = add_node(l, list, PLAN_CAPTURE, step, index);
    node->name = name_of_step(l, step, step->capture->name, "");
    node->capture = step->capture;
    node->argument_count = step->argument_count;
    node->arguments = ARENA_ARRAY(l->memory, plan_argument, step->argument_count);
    node->ranges = ARENA_ARRAY(l->memory, plan_range, step->argument_count);
    for (size_t i = 0; i < step->argument_count; i++) {
        const model_argument *argument = &step->arguments[i];
        const model_param pointer = {
            .name = argument->keyword, .access = argument->access, .type = argument->slice.type};
        lower_argument(&pointer, argument, &node->arguments[i]);
        add_touch(node, step, &argument->slice, access_of(argument->access));
    }
}

/* ---- fills and copies ---- */

static void set_fill(plan_node *node, uint32_t buffer, const lower_fill *part)
{
    node->to = buffer;
    node->to_first = part->first;
    node->value = part->value;
    node->element = part->element;
    node->pitch = part->pitch;
    node->count = part->count;
}

static void name_part(lowering *l, plan_node *node, const model_step *step, const char *otherwise, size_t part,
                      size_t count)
{
    if (count == 1) {
        node->name = name_of_step(l, step, otherwise, "");
    } else if (count == 2) {
        node->name = name_of_step(l, step, otherwise, part == 0 ? "_low" : "_high");
        node->title = arena_printf(l->memory, "%s (%s half)", step->title, part == 0 ? "low" : "high");
    } else {
        node->name = name_of_step(l, step, otherwise, arena_printf(l->memory, "_part%zu", part + 1));
        node->title = arena_printf(l->memory, "%s (part %zu of %zu)", step->title, part + 1, count);
    }
}

static void lower_fill_step(lowering *l, lower_list *list, const model_step *step, uint32_t index)
{
    const model_buffer *buffer = &l->m->buffers[step->to.buffer];
    const char *otherwise = arena_printf(l->memory, "fill_%s", buffer->name);
    lower_fill parts[LOWER_MAX_FILLS];
    uint32_t size = step->to.type->size;
    uint64_t bytes = step->to.last - step->to.first;
    bool launch = lower_fills_by_launch(l, step->pattern, size, bytes);
    size_t count = launch ? 1
                          : lower_fill_split(step->pattern, size, buffer->alignment, step->to.first, step->to.last,
                                             parts);
    if (count > LOWER_MAX_FILLS) {
        diag_error(l->d, step->literal.at, "fill-nodes",
                   "expected a value that at most %u nodes can write, found one that takes %zu", LOWER_MAX_FILLS,
                   count);
        diag_hint(l->d, "let a kernel write it");
        return;
    }
    /* Each of several parts writes only some bytes of the range: together they write all of it, and order keeps all of
     * them before whatever follows. */
    unsigned access = count == 1 ? PLAN_WRITE | PLAN_WHOLE : PLAN_WRITE;
    for (size_t i = 0; i < count; i++) {
        plan_node *node = add_node(l, list, PLAN_FILL, step, index);
        name_part(l, node, step, otherwise, i, count);
        if (launch)
            lower_launch_fill(l, node, step->to.buffer, step->to.first, step->pattern, size, bytes);
        else
            set_fill(node, step->to.buffer, &parts[i]);
        node->ranges = ARENA_ARRAY(l->memory, plan_range, 1);
        add_touch(node, step, &step->to, access);
    }
}

void lower_clear(lowering *l, lower_list *list, uint32_t index)
{
    static const unsigned char zero[1] = {0};
    const model_buffer *buffer = &l->m->buffers[index];
    plan_node *node = lower_add(l, list, PLAN_FILL, MODEL_NONE, buffer->at);
    node->name = lower_names_take(l->names, arena_printf(l->memory, "clear_%s", buffer->name), false);
    node->title = arena_printf(l->memory, "clear %s", buffer->name);
    if (lower_fills_by_launch(l, zero, 1, buffer->size)) {
        lower_launch_fill(l, node, index, 0, zero, 1, buffer->size);
    } else {
        lower_fill part[LOWER_MAX_FILLS];
        lower_fill_split(zero, 1, buffer->alignment, 0, buffer->size, part);
        set_fill(node, index, part);
    }
    node->ranges = ARENA_ARRAY(l->memory, plan_range, 1);
    lower_range(node, index, 0, buffer->size, PLAN_WRITE | PLAN_WHOLE);
}

static void lower_copy(lowering *l, lower_list *list, const model_step *step, uint32_t index)
{
    const char *from = l->m->buffers[step->from.buffer].name, *to = l->m->buffers[step->to.buffer].name;
    plan_node *node = add_node(l, list, PLAN_COPY, step, index);
    node->name = name_of_step(l, step, arena_printf(l->memory, "copy_%s_%s", from, to), "");
    node->to = step->to.buffer;
    node->to_first = step->to.first;
    node->from = step->from.buffer;
    node->from_first = step->from.first;
    node->bytes = step->to.last - step->to.first;
    if (lower_copies_by_launch(l, node->bytes))
        lower_launch_copy(l, node);
    node->ranges = ARENA_ARRAY(l->memory, plan_range, 2);
    add_touch(node, step, &step->from, PLAN_READ);
    add_touch(node, step, &step->to, PLAN_WRITE | PLAN_WHOLE);
}

/* ---- control flow ---- */

static void lower_control(lowering *l, lower_list *list, const model_step *step, uint32_t index)
{
    static const char *const words[] = {[STEP_WHILE] = "while", [STEP_IF] = "if", [STEP_SWITCH] = "switch"};
    const char *word = words[step->kind];
    plan_node *node = add_node(l, list, PLAN_CONDITIONAL, step, index);
    node->name =
        name_of_step(l, step, step->flag_name ? arena_printf(l->memory, "%s_%s", word, step->flag_name) : word, "");
    lower_conditional(l, node, step, index);
}

bool lower_is_control(const model_step *step)
{
    return step->kind == STEP_WHILE || step->kind == STEP_IF || step->kind == STEP_SWITCH;
}

uint32_t lower_after_step(const model_step *step, uint32_t index)
{
    return lower_is_control(step) ? step->end : index + 1;
}

void lower_step(lowering *l, lower_list *list, const model_step *step, uint32_t index)
{
    /* The driver refuses nodes without bytes. */
    bool moves = step->kind == STEP_FILL || step->kind == STEP_COPY;
    if (moves && step->to.first == step->to.last && step->in_place.name != NULL)
        return;
    if (moves && step->to.first == step->to.last) {
        diag_warning(l->d, step->at, "step-no-effect", "'%s' has no effect: it has no bytes", step->title);
        return;
    }
    switch (step->kind) {
    case STEP_LAUNCH:
        lower_launch(l, list, step, index);
        break;
    case STEP_FILL:
        lower_fill_step(l, list, step, index);
        break;
    case STEP_COPY:
        lower_copy(l, list, step, index);
        break;
    case STEP_CAPTURE:
        lower_capture(l, list, step, index);
        break;
    case STEP_WHILE:
    case STEP_IF:
    case STEP_SWITCH:
        lower_control(l, list, step, index);
        break;
    case STEP_COLLECTIVE: /* of one rank: check made a copy of it */
    case STEP_REPEAT:
    case STEP_CALL:
        break;
    }
}
