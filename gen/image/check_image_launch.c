/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a launch asks for against what the machine code is made for: the block, and shared memory. */
#include <inttypes.h>
#include <string.h>

#include "image/check_image_parts.h"

#define STATIC_SHARED_LIMIT 49152u

static bool overrides_block(const model_step *step)
{
    return step->block_count > 0;
}

static bool overrides_shared(const model_step *step)
{
    return step->shared.root != NULL;
}

static span block_place(const image_subject *s, const model_step *step)
{
    if (overrides_block(step)) {
        return step->block_at;
    }
    return s->k->block_at.source != 0 ? s->k->block_at : s->k->at;
}

static bool check_required(const image_checker *c, const image_subject *s, const model_step *step)
{
    if (memcmp(step->block_size, s->found->required_block, sizeof step->block_size) == 0) {
        return true;
    }
    diag_error(c->d, block_place(s, step), "block-required",
               "the machine code of kernel '%s' requires blocks of %s, found %s", s->k->name,
               check_image_extent(c, s->found->required_block), check_image_extent(c, step->block_size));
    check_image_note_launch(c, step);
    return false;
}

void check_image_block_required(const image_checker *c, const image_subject *s)
{
    if (s->found->required_block[0] != 0) {
        check_image_launches(c, s, check_required, overrides_block);
    }
}

static bool check_bounds(const image_checker *c, const image_subject *s, const model_step *step)
{
    uint64_t threads = (uint64_t)step->block_size[0] * step->block_size[1] * step->block_size[2];
    if (threads <= s->found->max_threads) {
        return true;
    }
    diag_error(c->d, block_place(s, step), "block-launch-bounds",
               "kernel '%s' is compiled for at most %" PRIu32 " threads in a block, found %" PRIu64, s->k->name,
               s->found->max_threads, threads);
    check_image_note_launch(c, step);
    return false;
}

void check_image_launch_bounds(const image_checker *c, const image_subject *s)
{
    if (s->found->max_threads != 0) {
        check_image_launches(c, s, check_bounds, overrides_block);
    }
}

typedef struct {
    unsigned capability;
    uint32_t bytes; /* most in a block, after the opt-in for dynamic shared memory */
} shared_limit;

static const shared_limit shared_limits[] = {
    {70, 98304},  {72, 98304},   {75, 65536},   {80, 166912},  {86, 101376},  {87, 166912},  {89, 101376},
    {90, 232448}, {100, 232448}, {101, 232448}, {103, 232448}, {110, 232448}, {120, 101376}, {121, 101376},
};

/* For an architecture that is not in the table, the least of its generation. */
static uint32_t find_limit(unsigned capability)
{
    uint32_t least = 0;
    for (size_t i = 0; i < sizeof shared_limits / sizeof shared_limits[0]; i++) {
        const shared_limit *l = &shared_limits[i];
        if (l->capability == capability) {
            return l->bytes;
        }
        if (l->capability / 10 == capability / 10 && (least == 0 || l->bytes < least)) {
            least = l->bytes;
        }
    }
    return least != 0 ? least : STATIC_SHARED_LIMIT;
}

static bool check_shared(const image_checker *c, const image_subject *s, const model_step *step)
{
    /* With settings in it, what their largest values lead to. */
    const model_expr *dynamic = overrides_shared(step) ? &step->shared : &s->k->shared;
    uint32_t most = dynamic->varies ? (uint32_t)dynamic->high : step->shared_bytes;
    uint64_t bytes = (uint64_t)s->found->static_shared + most;
    for (size_t i = 0; i < c->m->target_count; i++) {
        const model_target *t = &c->m->targets[i];
        uint32_t limit = find_limit(t->capability);
        if (bytes <= limit) {
            continue;
        }
        span at = overrides_shared(step) ? step->shared.at : s->k->shared.root != NULL ? s->k->shared.at : s->k->at;
        diag_error(c->d, at, "shared-limit",
                   "kernel '%s' uses %" PRIu64 " bytes of shared memory (%" PRIu32 " static, %" PRIu32
                   " dynamic), expected at most %" PRIu32 " on %s",
                   s->k->name, bytes, s->found->static_shared, most, limit, t->name);
        check_image_note_launch(c, step);
        return false;
    }
    return true;
}

void check_image_shared_limit(const image_checker *c, const image_subject *s)
{
    if (s->found->static_shared > STATIC_SHARED_LIMIT) {
        diag_error(c->d, s->k->at, "shared-limit",
                   "kernel '%s' declares %" PRIu32 " bytes of static shared memory, expected at most %u", s->k->name,
                   s->found->static_shared, STATIC_SHARED_LIMIT);
        return;
    }
    check_image_launches(c, s, check_shared, overrides_shared);
}

/* A key that says 0 is somebody's decision. */
static bool check_dynamic(const image_checker *c, const image_subject *s, const model_step *step)
{
    if (step->shared.root != NULL || s->k->shared.root != NULL) {
        return true;
    }
    diag_error(c->d, s->k->at, "shared-missing",
               "kernel '%s' uses the dynamic shared memory '%s' (extern __shared__), and its launch gives it none",
               s->k->name, s->found->dynamic_shared);
    check_image_note_launch(c, step);
    diag_hint(c->d, "write its size in bytes as 'shared' of the kernel or of each launch");
    return false;
}

void check_image_shared_missing(const image_checker *c, const image_subject *s)
{
    if (s->found->dynamic_shared != NULL) {
        check_image_launches(c, s, check_dynamic, overrides_shared);
    }
}
