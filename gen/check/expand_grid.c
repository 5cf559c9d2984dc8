/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `grid: BUFFER` with `max:`: a launch before the step reads the buffer and sets the grid of the step's node. The two
 * are ordered like others, by 4 bytes without a place (ROLE_CONDITION) that stand for the grid: the first writes them,
 * the step reads them. What is more than `max` goes into an output that the host looks at when the replay has ended;
 * inside a while, if or switch, whose body may not run, it is read, too, so that it is cleared before. */
#include "check/expand_parts.h"

#include <inttypes.h>
#include <string.h>

bool expand_has_grids(const model_step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (steps[i].kind == STEP_LAUNCH && !steps[i].resident && steps[i].count.root != NULL)
            return true;
        for (size_t b = 0; b < steps[i].body_count; b++)
            if (expand_has_grids(steps[i].bodies[b].steps, steps[i].bodies[b].step_count))
                return true;
    }
    return false;
}

/* ---- the buffer ---- */

static void fail_form(expander *e, const model_step *step)
{
    diag_error(
        e->c->d, step->grid[0].at, "grid-count",
        "with 'max', the first number of 'grid' is the name of a u32 buffer, which holds how many blocks there are");
    diag_note(e->c->d, step->count_at, "'max' is here");
    diag_hint(e->c->d, "a grid that is known, or that follows settings, needs no 'max'");
}

static bool check_buffer(expander *e, const model_step *step, const model_buffer *b)
{
    const char *problem = NULL;

    if (b->role == ROLE_SETTING)
        problem = "is a setting, whose range already bounds what a grid makes of it: leave out 'max'";
    else if (b->role == ROLE_CONDITION)
        problem = "is a condition, which has no bytes";
    else if (b->type->base != SCALAR_U32 || b->type->lanes != 1)
        problem = arena_printf(e->a, "holds %s: a number of blocks is a u32", b->type->name);
    else if (b->elements != 1)
        problem = arena_printf(e->a, "has %" PRIu64 " elements: a number of blocks is one u32", b->elements);
    if (problem == NULL)
        return true;
    diag_error(e->c->d, step->grid[0].at, "grid-count", "'%s' %s", b->name, problem);
    diag_note(e->c->d, b->at, "'%s' is declared here", b->name);
    return false;
}

/* The buffer that holds the number of blocks, or MODEL_NONE after an error. */
static uint32_t find_count(expander *e, const model_step *step)
{
    const expr *root = step->grid[0].root;
    const named *found;

    if (root == NULL)
        return MODEL_NONE;
    found = root->kind == EXPR_NAME ? scope_find(e->c->names, root->name) : NULL;
    if (root->kind == EXPR_NAME && found == NULL && strcmp(root->name, "block") != 0) {
        check_undefined(e->c, step->grid[0].at, "the buffer", root->name, NAMED_BUFFER);
        return MODEL_NONE;
    }
    if (found == NULL || found->kind != NAMED_BUFFER) {
        fail_form(e, step);
        return MODEL_NONE;
    }
    if (e->m->buffers[found->index].broken || !check_buffer(e, step, &e->m->buffers[found->index]))
        return MODEL_NONE;
    return found->index < e->named ? e->now[found->index] : found->index;
}

/* ---- the two launches ---- */

static void read_too(expander *e, model_step *copy, uint32_t buffer, span at)
{
    model_slice *reads = ARENA_ARRAY(e->a, model_slice, copy->read_count + 1);

    if (copy->read_count > 0)
        memcpy(reads, copy->reads, copy->read_count * sizeof *reads);
    reads[copy->read_count++] = (model_slice){.at = at, .name = e->m->buffers[buffer].name, .buffer = buffer};
    copy->reads = reads;
}

/* The numbers of the first launch are those of the second, which check_launch_sizes finds out. */
static void add_setter(expander *e, const model_step *step, model_step *copy, uint32_t count)
{
    model_step why = *copy;
    uint32_t above = expand_add_buffer(e, "vg_above", ROLE_OUTPUT, step->grid_at, NULL);
    uint32_t grid = expand_add_buffer(e, "vg_grid", ROLE_CONDITION, step->grid_at, NULL);

    e->m->buffers[above].alignment = 4;
    e->m->buffers[above].internal = true;
    e->m->buffers[grid].grid = true;
    why.flag_at = step->grid[0].at;
    expand_add_launch(
        e, e->inside != 0 ? BUILTIN_SET_GRID_INSIDE : BUILTIN_SET_GRID, &why,
        arena_printf(e->a, "grid of %s", step->name != NULL ? step->name : step->kernel_name),
        (added_argument[]){{count, 0}, {above, 0}, {grid, 0}, {MODEL_NONE, 1}, {MODEL_NONE, 1}, {MODEL_NONE, 1}}, 6);
    copy->grid_name = e->m->buffers[count].name;
    copy->sized = grid + 1;
    read_too(e, copy, grid, step->grid_at);
}

void expand_grid(expander *e, const model_step *step, model_step *copy)
{
    uint32_t count = step->broken ? MODEL_NONE : find_count(e, step);

    if (count == MODEL_NONE) {
        e->c->silent = true;
        copy->broken = true;
        return;
    }
    add_setter(e, step, copy, count);
    copy->grid[0] = copy->count;
}
