/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Kernels whose block is left to measured times (`tune:`). Each block that the spec allows is tried with all that is
 * checked of the kernel's launches; what comes of that is kept, for the program that measures them. One is in use: the
 * one that was measured to be the fastest, else the spec's default, else the one that occupancy gives, which is known
 * only once there is machine code: gen/main.c then begins again with it. */
#include <inttypes.h>
#include <string.h>

#include "check/check_parts.h"

#define WARP 32u
#define MOST_THREADS 1024u
#define USUAL_THREADS 256u /* where nothing else is known */

/* ---- the blocks that there are ---- */

static const model_candidate *find(const model_kernel *k, const uint32_t block[3])
{
    for (size_t i = 0; i < k->candidate_count; i++)
        if (memcmp(k->candidates[i].block, block, sizeof k->candidates[i].block) == 0)
            return &k->candidates[i];
    return NULL;
}

static void add_all(checker *c, model_kernel *k)
{
    k->candidates = ARENA_ARRAY(c->a, model_candidate, MOST_THREADS / WARP + 1);
    for (uint32_t threads = WARP; threads <= MOST_THREADS; threads += WARP) {
        model_candidate *found = &k->candidates[k->candidate_count++];

        found->at = k->block_at;
        found->written[0] = (model_expr){.at = k->block_at, .root = expr_integer(c->a, threads), .value = threads};
        found->written_count = 1;
    }
}

/* Of blocks that are equal only the first one stays. */
static bool evaluate_all(checker *c, model_kernel *k)
{
    size_t count = k->candidate_count;
    bool good = true;

    k->candidate_count = 0;
    for (size_t i = 0; i < count; i++) {
        model_candidate found = k->candidates[i];

        if (found.written_count == 0 || !check_block_size(c, found.written, found.written_count, found.at, found.block))
            good = false;
        else if (find(k, found.block) == NULL)
            k->candidates[k->candidate_count++] = found;
    }
    return good;
}

/* One of the list that is the same is written as the default is, which may have a name. */
static void add_default(model_kernel *k)
{
    const model_candidate *same = find(k, k->block_size);
    model_candidate *added = &k->candidates[same != NULL ? (size_t)(same - k->candidates) : k->candidate_count];

    if (k->block_count == 0)
        return;
    k->candidate_count += same == NULL ? 1 : 0;
    added->at = k->block_at;
    memcpy(added->written, k->block, sizeof added->written);
    added->written_count = k->block_count;
    memcpy(added->block, k->block_size, sizeof added->block);
}

/* ---- the one in use ---- */

static const char *block_text(checker *c, const uint32_t block[3])
{
    return block[1] == 1 && block[2] == 1
               ? arena_printf(c->a, "%" PRIu32, block[0])
               : arena_printf(c->a, "%" PRIu32 " x %" PRIu32 " x %" PRIu32, block[0], block[1], block[2]);
}

/* What the file of --tuned has for the kernel. */
static model_measured *measured_of(const checker *c, const model_kernel *k)
{
    const model_tuned *t = c->m->measured;

    for (size_t i = 0; t != NULL && !t->stale && i < t->kernel_count; i++)
        if (strcmp(t->kernels[i].kernel, k->name) == 0)
            return &t->kernels[i];
    return NULL;
}

static const model_candidate *given_of(const checker *c, const model_kernel *k)
{
    for (size_t i = 0; i < c->m->given_count; i++)
        if (strcmp(c->m->given_blocks[i].kernel, k->name) == 0)
            return find(k, c->m->given_blocks[i].block);
    return NULL;
}

static uint64_t distance(const model_candidate *candidate)
{
    uint64_t threads = check_threads(candidate->block);

    return threads > USUAL_THREADS ? threads - USUAL_THREADS : USUAL_THREADS - threads;
}

/* The nearest to the usual number of threads, of those that nothing is wrong with if there are any. */
static const model_candidate *nearest(const model_kernel *k)
{
    const model_candidate *found = &k->candidates[0];

    for (size_t i = 1; i < k->candidate_count; i++) {
        const model_candidate *other = &k->candidates[i];
        bool better = (other->refused == NULL) > (found->refused == NULL);

        if (better || ((other->refused == NULL) == (found->refused == NULL) && distance(other) < distance(found)))
            found = other;
    }
    return found;
}

/* `measured`: what is there to be used, or NULL. `written`: the spec's default, or NULL. */
static void choose(const checker *c, model_kernel *k, const model_candidate *measured, const model_candidate *written)
{
    const model_candidate *given = given_of(c, k), *found = measured;

    k->block_from = BLOCK_MEASURED;
    if (found == NULL) {
        found = written;
        k->block_from = BLOCK_DEFAULT;
    }
    if (found == NULL) {
        found = given;
        k->block_from = BLOCK_OCCUPANCY;
    }
    if (found == NULL) {
        found = nearest(k);
        k->block_from = BLOCK_NEAREST;
    }
    k->candidate = (uint32_t)(found - k->candidates);
    memcpy(k->block, found->written, sizeof k->block);
    k->block_count = found->written_count;
    memcpy(k->block_size, found->block, sizeof k->block_size);
}

static const model_candidate *fail_measured(checker *c, const model_kernel *k, const model_measured *m,
                                            const char *problem)
{
    diag_error(c->d, m->block_at, "tuned-block", "the block of %s cannot be that of kernel '%s': %s",
               block_text(c, m->block), k->name, problem);
    diag_note(c->d, k->block_at, "the blocks that it may have");
    return NULL;
}

/* The candidate that was measured to be the fastest; NULL where none was, or after an error. */
static const model_candidate *measured_candidate(checker *c, const model_kernel *k)
{
    model_measured *m = measured_of(c, k);
    const model_candidate *found;

    if (m == NULL)
        return NULL;
    m->used = true;
    found = find(k, m->block);
    if (found == NULL)
        return fail_measured(c, k, m, "it is none of those that 'tune' allows");
    if (!m->measured)
        return fail_measured(c, k, m, "it is not among those that were measured");
    if (m->refused != NULL)
        return fail_measured(c, k, m, arena_printf(c->a, "it was refused: %s", m->refused));
    if (found->refused != NULL)
        return fail_measured(c, k, m, found->refused);
    return found;
}

bool check_candidates(checker *c, model_kernel *k)
{
    const model_candidate *written;

    if (k->tune_all)
        add_all(c, k);
    if (!evaluate_all(c, k) || (k->candidate_count == 0 && k->block_count == 0))
        return false;
    add_default(k);
    written = k->block_count > 0 ? find(k, k->block_size) : NULL;
    choose(c, k, NULL, written);
    return true;
}

/* Kernels that the file has and the spec does not leave open. */
static void check_file(checker *c)
{
    const model_tuned *t = c->m->measured;

    for (size_t i = 0; t != NULL && !t->stale && i < t->kernel_count; i++)
        if (!t->kernels[i].used)
            diag_error(c->d, t->kernels[i].at, "tuned-kernel", "the spec leaves the block of no kernel '%s' open",
                       t->kernels[i].kernel);
}

/* ---- trying them ---- */

static bool is_tuned(const checker *c, const model_step *step, const model_kernel *k)
{
    return step->kind == STEP_LAUNCH && !step->broken && step->block_count == 0 && &c->m->kernels[step->kernel] == k;
}

static void number_launches(checker *c, model_kernel *k)
{
    k->tuned_launches = 0;
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++)
            if (is_tuned(c, &c->m->graphs[g].steps[i], k))
                c->m->graphs[g].steps[i].tuned = (uint32_t)++k->tuned_launches;
}

/* Evaluates copies of the launches. */
static void try_launches(checker *c, const model_kernel *k, model_candidate *candidate)
{
    candidate->launches = ARENA_ARRAY(c->a, model_tuned_launch, k->tuned_launches + 1);
    for (size_t g = 0; g < c->m->graph_count; g++)
        for (size_t i = 0; i < c->m->graphs[g].step_count; i++) {
            model_step step = c->m->graphs[g].steps[i];
            model_tuned_launch *to = &candidate->launches[step.tuned > 0 ? step.tuned - 1 : 0];

            if (!is_tuned(c, &step, k))
                continue;
            check_launch(c, &step);
            memcpy(to->grid, step.grid, sizeof to->grid);
            memcpy(to->grid_size, step.grid_size, sizeof to->grid_size);
            to->shared = step.shared.root != NULL ? step.shared : k->shared;
            to->shared_bytes = step.shared_bytes;
        }
}

/* What is wrong is kept, and nothing is said of it. */
static void try_candidate(checker *c, model_kernel *k, model_candidate *candidate)
{
    const checker before = *c;
    const model_kernel as_it_was = *k;
    bool *misused = ARENA_ARRAY(c->a, bool, c->m->define_count + 1);

    for (size_t i = 0; i < c->m->define_count; i++)
        misused[i] = c->m->defines[i].misused;
    c->d = diag_new(c->a);
    c->undefined = NULL;
    memcpy(k->block_size, candidate->block, sizeof k->block_size);
    check_shared_size(c, &k->shared, check_threads(k->block_size), &k->shared_bytes);
    try_launches(c, k, candidate);
    candidate->refused = diag_first_error(c->d);
    for (size_t i = 0; i < c->m->define_count; i++)
        c->m->defines[i].misused = misused[i];
    *k = as_it_was;
    *c = before;
}

/* A node is made so that it can be disabled only where its grid may have no block. */
static bool is_empty_alike(const model_tuned_launch *launch, const model_tuned_launch *other)
{
    for (size_t i = 0; i < 3; i++)
        if (launch->grid[i].varies && (launch->grid[i].low < 1) != (other->grid[i].low < 1))
            return false;
    return true;
}

static void compare_with_used(model_kernel *k)
{
    const model_candidate *used = &k->candidates[k->candidate];

    for (size_t i = 0; i < k->candidate_count; i++)
        for (size_t n = 0; k->candidates[i].refused == NULL && n < k->tuned_launches; n++)
            if (!is_empty_alike(&k->candidates[i].launches[n], &used->launches[n]))
                k->candidates[i].refused = "settings may make its grid empty, and that of the block in use not, or "
                                           "the other way round";
}

void check_tuned_blocks(checker *c)
{
    for (size_t i = 0; i < c->m->kernel_count; i++) {
        model_kernel *k = &c->m->kernels[i];
        const model_candidate *written;

        if (!k->tuned || k->broken)
            continue;
        written = k->block_from == BLOCK_DEFAULT ? &k->candidates[k->candidate] : NULL;
        number_launches(c, k);
        for (size_t n = 0; n < k->candidate_count; n++)
            try_candidate(c, k, &k->candidates[n]);
        choose(c, k, measured_candidate(c, k), written);
        check_shared_size(c, &k->shared, check_threads(k->block_size), &k->shared_bytes);
        compare_with_used(k);
    }
    check_file(c);
}

void check_give_blocks(checker *c, const model_given_block *blocks, size_t count)
{
    c->m->given_blocks = blocks;
    c->m->given_count = count;
    check_launch_sizes(c);
}
