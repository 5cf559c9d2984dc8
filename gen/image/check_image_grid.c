/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Cooperative launches and clusters: what the spec asks for against what the machine code needs, and whether
 * the whole grid can be on a device at once. */
#include <inttypes.h>
#include <string.h>

#include "image/check_image_parts.h"
#include "image/occupancy.h"

void check_image_grid_sync(const image_checker *c, const image_subject *s)
{
    if (s->found->grid_sync && !s->k->cooperative) {
        diag_error(c->d, check_image_entry(s->k), "grid-sync",
                   "kernel '%s' waits for its whole grid, which an ordinary launch does not have on the device at once",
                   s->k->name);
        diag_hint(c->d, "say 'cooperative: true' of the kernel");
    } else if (s->k->cooperative && s->found->sync_known && !s->found->grid_sync) {
        diag_warning(c->d, s->k->cooperative_at, "cooperative-unneeded",
                     "kernel '%s' is launched cooperatively, but does not wait for its whole grid", s->k->name);
        diag_hint(c->d, "leave out 'cooperative': other kernels may then run at the same time");
    }
}

/* ---- clusters ---- */

static bool is_same_cluster(const model_kernel *k, const image_kernel *found)
{
    return k->cluster_count > 0 &&
           (found->cluster[0] == 0 || memcmp(k->cluster_size, found->cluster, sizeof found->cluster) == 0);
}

void check_image_cluster(const image_checker *c, const image_subject *s)
{
    const char *needed = s->found->cluster[0] == 0
                             ? "clusters"
                             : arena_printf(c->memory, "clusters of %s", check_image_extent(c, s->found->cluster));

    if (s->found->counts_clusters) {
        diag_error(c->d, check_image_entry(s->k), "cluster",
                   "the machine code of kernel '%s' counts its grid in clusters, expected blocks", s->k->name);
        diag_hint(c->d, "give it __cluster_dims__ instead of __block_size__");
        return;
    }
    if (!s->found->clusters || is_same_cluster(s->k, s->found))
        return;
    if (s->k->cluster_count > 0) {
        diag_error(c->d, s->k->cluster_at, "cluster", "the machine code of kernel '%s' requires %s, found %s",
                   s->k->name, needed, check_image_extent(c, s->k->cluster_size));
        return;
    }
    diag_error(c->d, check_image_entry(s->k), "cluster",
               "the machine code of kernel '%s' requires %s, found none in the spec", s->k->name, needed);
    if (s->found->cluster[0] != 0)
        diag_hint(c->d, "write cluster: [%" PRIu32 ", %" PRIu32 ", %" PRIu32 "]", s->found->cluster[0],
                  s->found->cluster[1], s->found->cluster[2]);
}

/* ---- the whole grid at once ---- */

/* The most that the settings in an expression lead to. */
static uint64_t most(const model_expr *e, uint64_t value)
{
    return e->root != NULL && e->varies ? (uint64_t)e->high : value;
}

/* Saturates: a grid has up to 2^63 blocks. */
static uint64_t most_blocks(const model_step *step)
{
    uint64_t blocks = 1;

    for (size_t i = 0; i < 3; i++) {
        uint64_t size = i < step->grid_count ? most(&step->grid[i], step->grid_size[i]) : 1;

        if (size > 0 && blocks > UINT64_MAX / size)
            return UINT64_MAX;
        blocks *= size;
    }
    return blocks;
}

static bool occupancy_of(const image_checker *c, const image_subject *s, const model_step *step, size_t target,
                         occupancy_result *result)
{
    const image_use *use = &c->i->uses[s->index * c->m->target_count + target];
    const model_expr *dynamic = step->shared.root != NULL ? &step->shared : &s->k->shared;
    occupancy_use taken = {step->block_size[0] * step->block_size[1] * step->block_size[2], use->registers,
                           (uint64_t)use->static_shared + most(dynamic, step->shared_bytes)};

    return use->known && use->registers > 0 && occupancy_find(c->m->targets[target].capability, &taken, result);
}

/* What is too large for the largest chip of a target is too large for each of its devices; open compares with the one
 * that is there. */
static bool check_resident(const image_checker *c, const image_subject *s, const model_step *step)
{
    uint64_t blocks = most_blocks(step);

    for (size_t t = 0; t < c->m->target_count; t++) {
        occupancy_result found;
        uint64_t room;

        if (!occupancy_of(c, s, step, t, &found))
            continue;
        room = (uint64_t)found.blocks * found.multiprocessors;
        if (blocks <= room)
            continue;
        diag_error(c->d, step->grid_at, "cooperative-grid",
                   "a cooperative grid of %" PRIu64 " blocks of '%s' is not at once on any %s: at most %" PRIu32
                   " multiprocessors hold %" PRIu32 " each, %" PRIu64 " in all",
                   blocks, s->k->name, c->m->targets[t].name, found.multiprocessors, found.blocks, room);
        diag_note(c->d, s->k->cooperative_at, "the kernel is cooperative here");
        diag_hint(c->d,
                  "the limit is %s: write 'grid: resident' for as many as fit, or make each phase between two barriers "
                  "a step of its own, which is as fast",
                  found.limit);
        return false;
    }
    return true;
}

/* A resident grid always fits. */
static bool has_fixed_grid(const model_step *step)
{
    return !step->resident;
}

void check_image_residency(const image_checker *c, const image_subject *s)
{
    if (s->k->cooperative)
        check_image_launches(c, s, check_resident, has_fixed_grid);
}
