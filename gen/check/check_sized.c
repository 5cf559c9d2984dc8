/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Launches whose grid the device sets (`max:`): which drivers have that, and where such a launch may stand. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

/* CUDA has nodes whose grid a kernel sets from this version on (CU_LAUNCH_ATTRIBUTE_DEVICE_UPDATABLE_KERNEL_NODE). */
#define UPDATABLE_CUDA 12040u
/* Arguments of vg_set_grid. */
#define FIRST_NUMBER 3u

/* ---- the numbers ---- */

static void give_number(checker *c, model_argument *argument, uint32_t value)
{
    unsigned char *bytes = arena_alloc(c->a, sizeof value);

    for (size_t i = 0; i < sizeof value; i++)
        bytes[i] = (unsigned char)(value >> (8 * i));
    argument->value = bytes;
}

/* The launch that sets the grid stands right before the one that has it. */
void check_sized_grid(checker *c, const model_graph *g, size_t index)
{
    const model_step *step = &g->steps[index];
    model_step *setter = &g->steps[index - 1];

    for (size_t i = 0; i < step->grid_count; i++)
        if (step->grid[i].varies) {
            diag_error(c->d, step->grid[i].at, "grid-fixed",
                       i == 0 ? "'max' follows a setting, and must be known when the graph is built"
                              : "a grid whose blocks the device counts follows no setting in y and z");
            diag_hint(c->d, "let the kernel that counts the blocks read the setting through a pointer");
            c->silent = true;
            return;
        }
    for (size_t i = 0; i < 3; i++)
        give_number(c, &setter->arguments[FIRST_NUMBER + i], step->grid_size[i]);
}

/* A buffer in the place of the number of blocks, without `max:`. False after an error. */
bool check_grid_name(checker *c, const model_step *step)
{
    const expr *root = step->grid_count > 0 ? step->grid[0].root : NULL;
    const named *found = root != NULL && root->kind == EXPR_NAME ? scope_find(c->names, root->name) : NULL;

    if (found == NULL || found->kind != NAMED_BUFFER || c->m->buffers[found->index].role == ROLE_SETTING)
        return true;
    diag_error(c->d, step->grid[0].at, "grid-count", "the device counts the blocks in '%s', so the launch needs 'max'",
               root->name);
    diag_hint(c->d, "'max' is the most blocks that there can be, which the plan is made for");
    return false;
}

/* ---- where it may stand ---- */

static void check_place(checker *c, const model_graph *g, const model_step *step)
{
    if (g->kind != GRAPH_SETUP)
        return;
    diag_error(c->d, step->count_at, "grid-place", "the device cannot set the grid of a launch in 'setup'");
    diag_hint(c->d, "setup runs once: launch the most blocks, and let the kernel look at the count");
}

static void check_switch(checker *c, const model_step *step)
{
    if (step->switch_name == NULL)
        return;
    diag_error(c->d, step->switch_at, "grid-switch",
               "a step whose grid the device sets cannot be switched by the application");
    diag_note(c->d, step->count_at, "'max' is here");
    diag_hint(c->d, "a count of 0 leaves the step out");
}

static void check_kernel(checker *c, const model_step *step)
{
    const model_kernel *k = &c->m->kernels[step->kernel];
    const char *word = k->cooperative                       ? "which is cooperative"
                       : k->cluster_count > 0               ? "which is made of clusters"
                       : k->tuned && step->block_count == 0 ? "whose block is left to 'tune'"
                                                            : NULL;

    if (word == NULL)
        return;
    diag_error(c->d, step->count_at, "grid-kernel", "the device cannot set the grid of a launch of '%s', %s", k->name,
               word);
    diag_note(c->d, k->at, "'%s' is declared here", k->name);
}

/* Reported once, because there is only one `min_cuda`. */
static void check_driver(checker *c, const model_step *step, bool *told)
{
    if (*told || c->m->min_cuda == 0 || c->m->min_cuda >= UPDATABLE_CUDA)
        return;
    *told = true;
    diag_error(c->d, step->count_at, "grid-driver",
               "a grid that the device sets needs CUDA %u.%u or newer, found "
               "min_cuda %s",
               UPDATABLE_CUDA / 1000, UPDATABLE_CUDA % 1000 / 10, c->m->min_cuda_text);
    diag_note(c->d, c->m->min_cuda_at, "'min_cuda' is here");
}

void check_sized(checker *c)
{
    bool told = false;

    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            const model_step *step = &c->m->graphs[g].steps[i];

            if (step->sized == 0 || step->broken)
                continue;
            check_enter(c, step);
            check_driver(c, step, &told);
            check_place(c, &c->m->graphs[g], step);
            check_switch(c, step);
            check_kernel(c, step);
        }
}
