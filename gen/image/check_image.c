/* SPDX-License-Identifier: MIT */
#include "image/check_image_parts.h"

#include <inttypes.h>
#include <string.h>

#define STATIC_SHARED_LIMIT 49152u

const char *check_image_extent(const image_checker *c, const uint32_t extent[3])
{
    return arena_printf(c->memory, "%" PRIu32 " x %" PRIu32 " x %" PRIu32, extent[0], extent[1], extent[2]);
}

span check_image_entry(const model_kernel *k)
{
    return k->entry_at.source != 0 ? k->entry_at : k->at;
}

/* ---- parameters ---- */

static void check_param_count(const image_checker *c, const image_subject *s)
{
    if (s->k->param_count != s->found->param_count) {
        diag_error(c->d, s->k->at, "param-count",
                   "kernel '%s' has %zu parameter%s in the spec, but %zu in its machine code", s->k->name,
                   s->k->param_count, s->k->param_count == 1 ? "" : "s", s->found->param_count);
    }
}

static void check_param_size(const image_checker *c, const image_subject *s)
{
    for (size_t i = 0; i < s->k->param_count; i++) {
        const model_param *p = &s->k->params[i];
        uint32_t expected = p->access == ACCESS_VALUE ? p->type->size : 8;
        if (s->found->param_sizes[i] != expected) {
            diag_error(c->d, p->type_at, "param-size",
                       "parameter '%s' of kernel '%s' is %s%s: expected %" PRIu32
                       " bytes in its machine code, found %" PRIu32,
                       p->name, s->k->name, p->type->name, p->access == ACCESS_VALUE ? "" : "*", expected,
                       s->found->param_sizes[i]);
        }
    }
}

/* ---- launches ---- */

void check_image_launches(const image_checker *c, const image_subject *s, image_launch_check check,
                          bool (*overrides)(const model_step *))
{
    bool reported = false;
    for (size_t g = 0; g < c->m->graph_count; g++) {
        const model_graph *graph = &c->m->graphs[g];
        for (size_t i = 0; i < graph->step_count; i++) {
            const model_step *step = &graph->steps[i];
            bool own = overrides(step);
            if (step->kind == STEP_LAUNCH && !step->broken && step->kernel == s->index && (own || !reported)) {
                bool right = check(c, s, step);
                reported = reported || (!right && !own);
            }
        }
    }
}

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

void check_image_note_launch(const image_checker *c, const model_step *step)
{
    diag_note(c->d, step->at, "in this launch");
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

static void check_block_required(const image_checker *c, const image_subject *s)
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

static void check_launch_bounds(const image_checker *c, const image_subject *s)
{
    if (s->found->max_threads != 0) {
        check_image_launches(c, s, check_bounds, overrides_block);
    }
}

/* ---- shared memory ---- */

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

static void check_shared_limit(const image_checker *c, const image_subject *s)
{
    if (s->found->static_shared > STATIC_SHARED_LIMIT) {
        diag_error(c->d, s->k->at, "shared-limit",
                   "kernel '%s' declares %" PRIu32 " bytes of static shared memory, expected at most %u", s->k->name,
                   s->found->static_shared, STATIC_SHARED_LIMIT);
        return;
    }
    check_image_launches(c, s, check_shared, overrides_shared);
}

/* ---- modules ---- */

/* Told once for a module, and of a kernel that the spec names. */
static void check_module_variable(const image_checker *c, const image_subject *s)
{
    uint32_t module = c->i->module_of[s->index];
    if (s->k->builtin != NULL) {
        return;
    }
    for (uint32_t k = 0; k < s->index; k++) {
        if (c->i->module_of[k] == module && c->i->listed[k]->builtin == NULL) {
            return;
        }
    }
    const image_module *m = &c->i->modules[module];
    for (size_t i = 0; i < m->written_count; i++) {
        diag_error(c->d, s->k->file_at, "module-variable",
                   "kernels of '%s' may write the module variable '%s', which no plan can see", m->file, m->written[i]);
        diag_hint(c->d, "pass a buffer with role: state instead, or make it __constant__ if nothing writes it");
    }
}

/* ---- the table ---- */

typedef enum {
    CHECK_PARAM_COUNT,
    CHECK_PARAM_SIZE,
    CHECK_BLOCK_REQUIRED,
    CHECK_LAUNCH_BOUNDS,
    CHECK_SHARED_LIMIT,
    CHECK_GRID_SYNC,
    CHECK_CLUSTER,
    CHECK_RESIDENCY,
    CHECK_MODULE_VARIABLE,
    CHECK_COUNT
} check_id;

#define BIT(i) (1u << (i))

typedef struct {
    const char *name;
    void (*run)(const image_checker *c, const image_subject *s);
    unsigned needs; /* bits of the checks that must have passed for the same kernel */
} check;

static const check checks[CHECK_COUNT] = {
    [CHECK_PARAM_COUNT] = {"param-count", check_param_count, 0},
    [CHECK_PARAM_SIZE] = {"param-size", check_param_size, BIT(CHECK_PARAM_COUNT)},
    [CHECK_BLOCK_REQUIRED] = {"block-required", check_block_required, 0},
    [CHECK_LAUNCH_BOUNDS] = {"block-launch-bounds", check_launch_bounds, BIT(CHECK_BLOCK_REQUIRED)},
    [CHECK_SHARED_LIMIT] = {"shared-limit", check_shared_limit, 0},
    [CHECK_GRID_SYNC] = {"grid-sync", check_image_grid_sync, 0},
    [CHECK_CLUSTER] = {"cluster", check_image_cluster, 0},
    [CHECK_RESIDENCY] = {"residency", check_image_residency, BIT(CHECK_BLOCK_REQUIRED) | BIT(CHECK_SHARED_LIMIT)},
    [CHECK_MODULE_VARIABLE] = {"module-variable", check_module_variable, 0},
};

void check_image(arena *a, diag *d, const model *m, const image *i)
{
    image_checker c = {a, d, m, i};
    for (uint32_t k = 0; k < i->listed_count; k++) {
        image_subject s = {i->listed[k], &i->kernels[k], k};
        unsigned passed = 0;
        if (!s.found->known || s.k->broken) {
            continue;
        }
        for (size_t n = 0; n < CHECK_COUNT; n++) {
            size_t before = diag_error_count(d);
            if ((checks[n].needs & ~passed) != 0) {
                continue;
            }
            checks[n].run(&c, &s);
            passed |= diag_error_count(d) == before ? BIT(n) : 0;
        }
    }
}
