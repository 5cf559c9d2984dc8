/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The sizes of launches against the limits that hold on every device. */
#include <inttypes.h>
#include <string.h>

#include "check/check_parts.h"

#define MAX_GRID_X INT32_MAX
#define MAX_GRID_YZ 65535
#define MAX_BLOCK_XY 1024
#define MAX_BLOCK_Z 64
#define MAX_THREADS 1024u
#define MAX_SHARED 232448 /* 227 KiB, the most that any device gives a block */

static const int64_t grid_limits[3] = {MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ};
static const int64_t block_limits[3] = {MAX_BLOCK_XY, MAX_BLOCK_XY, MAX_BLOCK_Z};

/* ---- sizes ---- */

static const char *bounds_text(checker *c, const model_expr *e)
{
    return e->low == e->high ? arena_printf(c->a, "%" PRId64, e->low)
                             : arena_printf(c->a, "%" PRId64 " to %" PRId64, e->low, e->high);
}

/* A hint under an error about a size that settings change. */
static void hint_settings(checker *c, const model_expr *e)
{
    if (e->varies)
        diag_hint(c->d, "these are the ends over the 'range' of each setting in it");
}

/* A define that is the size of several blocks or grids is reported once. */
static bool fail_size(checker *c, const model_expr *e, const char *id, const char *what, size_t axis, int64_t limit)
{
    model_define *define = check_define_alone(c, e);

    if (define != NULL && define->misused)
        return false;
    diag_error(c->d, e->at, id, "%s.%c is %s, expected %d to %" PRId64, what, check_axis(axis), bounds_text(c, e),
               e->varies ? 0 : 1, limit);
    hint_settings(c, e);
    return check_misused_define(c, define);
}

bool check_block_size(checker *c, model_expr *block, size_t count, span at, uint32_t size[3])
{
    uint64_t threads = 1;
    bool good = true;

    for (size_t i = 0; i < 3; i++) {
        size[i] = 1;
        if (i >= count)
            continue;
        if (!check_evaluate(c, &block[i]))
            good = false;
        else if (block[i].value < 1 || block[i].value > block_limits[i])
            good = fail_size(c, &block[i], "block-size", "block", i, block_limits[i]);
        else
            size[i] = (uint32_t)block[i].value;
        threads *= size[i];
    }
    if (good && threads > MAX_THREADS) {
        diag_error(c->d, at, "block-size", "the block has %" PRIu64 " threads, at most %u are possible", threads,
                   MAX_THREADS);
        good = false;
    }
    return good;
}

static bool fail_shared(checker *c, const model_expr *e)
{
    diag_error(c->d, e->at, "shared-size", "%s bytes of shared memory, expected 0 to %d", bounds_text(c, e),
               MAX_SHARED);
    hint_settings(c, e);
    return false;
}

bool check_shared_size(checker *c, model_expr *e, uint64_t threads, uint32_t *bytes)
{
    if (e->root == NULL)
        return true;
    if (!check_evaluate_launch(c, e, (int64_t)threads))
        return false;
    if (e->low < 0 || e->high > MAX_SHARED)
        return fail_shared(c, e);
    *bytes = (uint32_t)e->value;
    return true;
}

/* ---- launches ---- */

/* `block` in grid.x is the block's x, and so on. A grid of 0 disables a node, so a setting may lead to it. */
static void check_grid(checker *c, model_step *step)
{
    bool good = step->resident ? check_resident_grid(c, step) : check_grid_name(c, step);

    for (size_t i = 0; !step->resident && i < 3; i++) {
        model_expr *e = &step->grid[i];

        step->grid_size[i] = 1;
        if (i >= step->grid_count || (i == 0 && !good))
            continue;
        if (!check_evaluate_launch(c, e, step->block_size[i]))
            good = false;
        else if (e->low < (e->varies ? 0 : 1) || e->high > grid_limits[i])
            good = fail_size(c, e, "grid-size", "grid", i, grid_limits[i]);
        else
            step->grid_size[i] = (uint32_t)e->value;
    }
    if (good)
        check_cluster_grid(c, step);
}

uint64_t check_threads(const uint32_t block[3])
{
    return (uint64_t)block[0] * block[1] * block[2];
}

/* Whether a name stands in it. */
static bool uses_name(const expr *e, const char *name)
{
    if (e->kind == EXPR_NAME)
        return strcmp(e->name, name) == 0;
    for (size_t i = 0; i < e->count; i++)
        if (uses_name(e->arguments[i], name))
            return true;
    return false;
}

/* A launch with a block of its own has as much shared memory as the kernel says of such a block. */
static void take_shared(const model_kernel *k, model_step *step)
{
    if (step->block_count > 0 && step->shared.root == NULL && k->shared.root != NULL &&
        uses_name(k->shared.root, "block"))
        step->shared = k->shared;
}

void check_launch(checker *c, model_step *step)
{
    const model_kernel *k = &c->m->kernels[step->kernel];

    memcpy(step->block_size, k->block_size, sizeof step->block_size);
    step->shared_bytes = k->shared_bytes;
    if (step->block_count == 0 && k->block_count == 0) {
        diag_error(c->d, step->at, "block-missing", "neither the launch nor its kernel '%s' has a 'block'", k->name);
        diag_note(c->d, k->at, "'%s' is declared here", k->name);
        return;
    }
    if (step->block_count > 0 && !check_block_size(c, step->block, step->block_count, step->block_at, step->block_size))
        return;
    take_shared(k, step);
    check_shared_size(c, &step->shared, check_threads(step->block_size), &step->shared_bytes);
    check_grid(c, step);
}

void check_launch_sizes(checker *c)
{
    check_tuned_blocks(c);
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            model_step *step = &c->m->graphs[g].steps[i];

            check_enter(c, step);
            if (step->kind == STEP_LAUNCH && !step->broken)
                check_launch(c, step);
            if (step->sized != 0)
                check_sized_grid(c, &c->m->graphs[g], i);
        }
}
