/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* `grid: resident`: how many blocks the device runs at once is found out when the program is opened, so that nothing
 * which decides about it may change later. Among the arguments of such a launch the word `grid` is that number. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

#define MOST_BLOCKS 2147483647

/* ---- the size ---- */

/* What `max:` allows; the grid's own limit where there is none. */
static bool check_most(checker *c, model_step *step)
{
    const model_kernel *k = &c->m->kernels[step->kernel];
    model_expr *most = &step->grid[0];
    int64_t least = k->cluster_count > 0 ? (int64_t)k->cluster_size[0] : 1;

    step->grid_size[0] = (uint32_t)(MOST_BLOCKS - MOST_BLOCKS % least);
    if (step->count.root == NULL)
        return true;
    *most = step->count;
    if (!check_evaluate_launch(c, most, step->block_size[0]))
        return false;
    if (most->varies) {
        diag_error(c->d, most->at, "grid-fixed", "'max' follows a setting, and must be known when the graph is built");
        diag_note(c->d, step->grid_at, "the grid is resident");
        diag_hint(c->d, "let the kernel read the setting, and blocks beyond it return at once");
        return false;
    }
    if (most->value < least || most->value > MOST_BLOCKS) {
        diag_error(c->d, most->at, "resident-max", "expected 'max' to be %" PRId64 " to %d blocks%s, found %" PRId64,
                   least, MOST_BLOCKS, least > 1 ? ", so that there is a cluster" : "", most->value);
        return false;
    }
    step->grid_size[0] = (uint32_t)(most->value - most->value % least);
    return true;
}

bool check_resident_grid(checker *c, model_step *step)
{
    const model_expr *shared = step->shared.root != NULL ? &step->shared : &c->m->kernels[step->kernel].shared;

    step->grid_size[1] = step->grid_size[2] = 1;
    if (!check_most(c, step))
        return false;
    if (!shared->varies)
        return true;
    diag_error(c->d, shared->at, "resident-shared",
               "the shared memory of a block follows a setting, and how many blocks fit would follow it");
    diag_note(c->d, step->grid_at, "the grid is resident");
    diag_hint(c->d, "take the most that may be needed, and let the kernel read the setting");
    return false;
}

/* ---- the argument ---- */

bool check_is_grid_word(const checker *c, const model_argument *argument)
{
    return argument->kind == ARGUMENT_SLICE && argument->slice.part == NULL &&
           strcmp(argument->slice.name, "grid") == 0 && scope_find(c->names, "grid") == NULL;
}

static bool holds_counts(const model_type *type)
{
    return type->lanes == 1 && (type->base == SCALAR_I32 || type->base == SCALAR_U32 || type->base == SCALAR_I64 ||
                                type->base == SCALAR_U64);
}

bool check_grid_argument(checker *c, const model_step *step, const model_param *p, model_argument *argument)
{
    if (!step->resident) {
        diag_error(c->d, argument->at, "grid-argument",
                   "'grid' as an argument is how many blocks a resident grid has, and this launch has another");
        diag_note(c->d, step->grid_at, "its grid is here");
        diag_hint(c->d, "write the number, or 'grid: resident'");
        return false;
    }
    if (!holds_counts(p->type)) {
        diag_error(c->d, argument->at, "grid-argument",
                   "the parameter '%s' takes the number of blocks, expected an integer of 32 or 64 bits, found %s",
                   p->name, p->type->name);
        diag_note(c->d, p->at, "'%s' is declared here", p->name);
        return false;
    }
    argument->kind = ARGUMENT_GRID;
    return true;
}
