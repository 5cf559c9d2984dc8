/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Clusters, cooperative launches and priorities: of kernels, and against the targets and the grids of launches. */
#include "check/check_parts.h"

#include <inttypes.h>
#include <string.h>

#define MAX_CLUSTER 8              /* blocks; larger clusters are not portable */
#define CLUSTER_CAPABILITY 90u     /* the oldest target with clusters … */
#define COOPERATIVE_CAPABILITY 60u /* … and with cooperative launches */

char check_axis(size_t i)
{
    return (char)('x' + i);
}

/* ---- kernels ---- */

static bool check_target(checker *c, span at, const char *what, const char *id, unsigned oldest)
{
    for (size_t i = 0; i < c->m->target_count; i++) {
        const model_target *target = &c->m->targets[i];

        if (target->capability == 0 || target->capability >= oldest)
            continue;
        diag_error(c->d, at, id, "%s need sm_%u or newer, found the target '%s'", what, oldest, target->name);
        diag_note(c->d, target->at, "the target is here");
        return false;
    }
    return true;
}

static bool check_cluster_axis(checker *c, model_kernel *k, size_t i)
{
    model_expr *e = &k->cluster[i];

    k->cluster_size[i] = 1;
    if (i >= k->cluster_count)
        return true;
    if (!check_evaluate(c, e))
        return false;
    if (e->value < 1 || e->value > MAX_CLUSTER) {
        diag_error(c->d, e->at, "cluster-size", "cluster.%c is %" PRId64 ", expected 1 to %d", check_axis(i), e->value,
                   MAX_CLUSTER);
        if (e->value > MAX_CLUSTER)
            diag_hint(c->d, "clusters of more than %d blocks are not portable: not every device has them", MAX_CLUSTER);
        return false;
    }
    k->cluster_size[i] = (uint32_t)e->value;
    return true;
}

static bool check_cluster(checker *c, model_kernel *k)
{
    uint32_t blocks = 1;
    bool good = true;

    if (k->cluster_count == 0)
        return true;
    for (size_t i = 0; i < 3; i++) {
        good &= check_cluster_axis(c, k, i);
        blocks *= k->cluster_size[i];
    }
    if (good && blocks > MAX_CLUSTER) {
        diag_error(c->d, k->cluster_at, "cluster-size",
                   "the cluster has %" PRIu32 " blocks (%" PRIu32 " x %" PRIu32 " x %" PRIu32 "), expected at most %d",
                   blocks, k->cluster_size[0], k->cluster_size[1], k->cluster_size[2], MAX_CLUSTER);
        diag_hint(c->d, "clusters of more than %d blocks are not portable: not every device has them", MAX_CLUSTER);
        good = false;
    }
    if (k->cooperative) {
        diag_error(c->d, k->cluster_at, "cluster-cooperative",
                   "a kernel is launched cooperatively or in clusters, found both for '%s'", k->name);
        diag_note(c->d, k->cooperative_at, "'cooperative' is here");
        good = false;
    }
    return check_target(c, k->cluster_at, "clusters", "cluster-target", CLUSTER_CAPABILITY) && good;
}

static bool check_priority(checker *c, model_kernel *k)
{
    if (k->priority.root == NULL)
        return true;
    if (!check_evaluate(c, &k->priority))
        return false;
    if (k->priority.value < INT32_MIN || k->priority.value > INT32_MAX) {
        diag_error(c->d, k->priority.at, "priority-range", "expected a priority of 32 bits, found %" PRId64,
                   k->priority.value);
        diag_hint(c->d, "devices have few, such as 0 to -5: the lowest number runs first");
        return false;
    }
    k->priority_value = (int32_t)k->priority.value;
    return true;
}

bool check_attributes(checker *c, model_kernel *k)
{
    bool good = check_cluster(c, k) & check_priority(c, k);

    if (k->cooperative)
        good &=
            check_target(c, k->cooperative_at, "cooperative launches", "cooperative-target", COOPERATIVE_CAPABILITY);
    return good;
}

/* ---- grids ---- */

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b != 0) {
        uint64_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* A divisor of `size` that divides every value of this part of a grid's expression. Only settings vary; the rest has
 * been evaluated without a mistake. */
static uint64_t divisor(checker *c, const model_expr *grid, const expr *e, int64_t block, uint64_t size)
{
    model_expr part = *grid;
    uint64_t found;

    part.root = e;
    if (!check_evaluate_launch(c, &part, block))
        return 1;
    if (part.low == part.high)
        return common_divisor(part.low < 0 ? 0 - (uint64_t)part.low : (uint64_t)part.low, size);
    if (e->count == 0)
        return 1;
    found = divisor(c, grid, e->arguments[0], block, size);
    if (e->kind == EXPR_NEGATE)
        return found;
    if (e->count > 1 && e->kind == EXPR_BINARY && e->op[0] == '*')
        return common_divisor(found * divisor(c, grid, e->arguments[1], block, size), size);
    if (e->count > 1 && e->kind == EXPR_CALL && strcmp(e->name, "align_up") == 0)
        return divisor(c, grid, e->arguments[1], block, size);
    if ((e->kind == EXPR_BINARY && (e->op[0] == '+' || e->op[0] == '-' || e->op[0] == '%')) ||
        (e->kind == EXPR_CALL && (strcmp(e->name, "min") == 0 || strcmp(e->name, "max") == 0))) {
        for (size_t i = 1; i < e->count; i++)
            found = common_divisor(found, divisor(c, grid, e->arguments[i], block, size));
        return found;
    }
    return 1;
}

static void fail_grid(checker *c, const model_step *step, const model_kernel *k, size_t i)
{
    const model_expr *e = &step->grid[i];
    bool given = i < step->grid_count, ranges = given && e->low != e->high;
    const char *found = !given   ? "1, as it is not given"
                        : ranges ? arena_printf(c->a, "%" PRId64 " to %" PRId64, e->low, e->high)
                                 : arena_printf(c->a, "%" PRId64, e->value);

    diag_error(c->d, given ? e->at : step->grid_at, "cluster-grid",
               "grid.%c is %s, expected a multiple of %" PRIu32 ", cluster.%c of '%s'%s", check_axis(i), found,
               k->cluster_size[i], check_axis(i), k->name, ranges ? ", for all values of its settings" : "");
    diag_note(c->d, k->cluster_at, "the cluster is here");
    if (ranges)
        diag_hint(c->d, "align_up(..., %" PRIu32 ") is one", k->cluster_size[i]);
}

void check_cluster_grid(checker *c, const model_step *step)
{
    const model_kernel *k = &c->m->kernels[step->kernel];

    for (size_t i = 0; k->cluster_count > 0 && i < 3; i++) {
        const model_expr *e = &step->grid[i];
        uint64_t found;

        if (i == 0 && step->resident) /* open makes it of whole clusters */
            continue;
        found = i < step->grid_count ? divisor(c, e, e->root, step->block_size[i], k->cluster_size[i]) : 1;
        if (found != k->cluster_size[i])
            fail_grid(c, step, k, i);
    }
}
