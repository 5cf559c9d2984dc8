/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "image/candidates.h"

#include <string.h>

#include "image/check_image.h"
#include "image/occupancy.h"

#define USUAL_THREADS 256u

static uint32_t threads_of(const model_candidate *candidate)
{
    return candidate->block[0] * candidate->block[1] * candidate->block[2];
}

/* ---- what a block takes ---- */

/* Dynamic shared memory, the most of any launch and any values of settings. */
static uint64_t most_shared(const model_kernel *k, const model_candidate *candidate)
{
    uint64_t most = 0;

    for (size_t i = 0; i < k->tuned_launches; i++) {
        const model_tuned_launch *launch = &candidate->launches[i];
        uint64_t bytes =
            launch->shared.root != NULL && launch->shared.varies ? (uint64_t)launch->shared.high : launch->shared_bytes;

        most = bytes > most ? bytes : most;
    }
    return most;
}

/* False where the target's machine code, or its limits, are not known. */
static bool occupancy_of(const model *m, const image *i, uint32_t kernel, size_t target,
                         const model_candidate *candidate, occupancy_result *result)
{
    const image_use *use = &i->uses[kernel * m->target_count + target];
    occupancy_use taken = {threads_of(candidate), use->registers,
                           use->static_shared + most_shared(&m->kernels[kernel], candidate)};

    return use->known && use->registers > 0 && occupancy_find(m->targets[target].capability, &taken, result);
}

static void check_room(arena *a, const model *m, const image *i, uint32_t kernel, model_candidate *candidate)
{
    for (size_t t = 0; t < m->target_count && candidate->refused == NULL; t++) {
        occupancy_result found;

        if (occupancy_of(m, i, kernel, t, candidate, &found) && found.blocks == 0)
            candidate->refused =
                arena_printf(a, "a multiprocessor of %s has not enough %s for it", m->targets[t].name, found.limit);
    }
}

/* ---- one block in all launches ---- */

/* Kernels of the model stand before those that were added for the plan. */
static void apply(model *m, uint32_t kernel, const model_candidate *candidate)
{
    model_kernel *k = &m->kernels[kernel];

    for (size_t g = 0; g < m->graph_count; g++)
        for (size_t i = 0; i < m->graphs[g].step_count; i++) {
            model_step *step = &m->graphs[g].steps[i];
            const model_tuned_launch *launch;

            if (step->kind != STEP_LAUNCH || step->kernel != kernel || step->tuned == 0)
                continue;
            launch = &candidate->launches[step->tuned - 1];
            memcpy(step->block_size, candidate->block, sizeof step->block_size);
            memcpy(step->grid, launch->grid, sizeof step->grid);
            memcpy(step->grid_size, launch->grid_size, sizeof step->grid_size);
            *(step->shared.root != NULL ? &step->shared : &k->shared) = launch->shared;
            step->shared_bytes = launch->shared_bytes;
        }
}

static void check_candidate(arena *a, model *m, const image *i, uint32_t kernel, model_candidate *candidate)
{
    diag *quiet = diag_new(a);

    apply(m, kernel, candidate);
    check_image_kernel(a, quiet, m, i, kernel);
    candidate->refused = diag_first_error(quiet);
    check_room(a, m, i, kernel, candidate);
}

void candidates_check(arena *a, model *m, const image *i)
{
    for (uint32_t n = 0; n < m->kernel_count; n++) {
        model_kernel *k = &m->kernels[n];

        for (size_t c = 0; k->tuned && c < k->candidate_count; c++)
            if (k->candidates[c].refused == NULL)
                check_candidate(a, m, i, n, &k->candidates[c]);
        if (k->tuned)
            apply(m, n, &k->candidates[k->candidate]);
    }
}

/* ---- by occupancy ---- */

static bool is_open(const model_kernel *k)
{
    return k->tuned && !k->broken && k->block_from == BLOCK_NEAREST && k->candidate_count > 1;
}

bool candidates_open(const model *m)
{
    for (size_t i = 0; i < m->kernel_count; i++)
        if (is_open(&m->kernels[i]))
            return true;
    return false;
}

static uint32_t distance(const model_candidate *candidate)
{
    uint32_t threads = threads_of(candidate);

    return threads > USUAL_THREADS ? threads - USUAL_THREADS : USUAL_THREADS - threads;
}

static const model_candidate *best_on(const model *m, const image *i, uint32_t kernel, size_t target)
{
    const model_kernel *k = &m->kernels[kernel];
    const model_candidate *best = NULL;
    uint32_t most = 0;

    for (size_t c = 0; c < k->candidate_count; c++) {
        const model_candidate *candidate = &k->candidates[c];
        occupancy_result found;

        if (candidate->refused != NULL || !occupancy_of(m, i, kernel, target, candidate, &found))
            continue;
        if (best == NULL || found.warps > most || (found.warps == most && distance(candidate) < distance(best))) {
            best = candidate;
            most = found.warps;
        }
    }
    return best;
}

const model_given_block *candidates_by_occupancy(arena *a, model *m, const image *i, size_t *count)
{
    model_given_block *given = ARENA_ARRAY(a, model_given_block, m->kernel_count + 1);

    *count = 0;
    candidates_check(a, m, i);
    for (uint32_t n = 0; n < m->kernel_count; n++) {
        const model_candidate *best = NULL;

        for (size_t t = 0; is_open(&m->kernels[n]) && best == NULL && t < m->target_count; t++)
            best = best_on(m, i, n, t);
        if (best == NULL)
            continue;
        given[*count].kernel = m->kernels[n].name;
        memcpy(given[*count].block, best->block, sizeof best->block);
        ++*count;
    }
    return given;
}
