/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which nodes can be part of a fused launch. The text of every target decides; what it cannot know is asked here. */
#include <string.h>

#include "fuse/fuse_parts.h"

#define WARP 32u

/* ---- the whole program ---- */

const char *fuse_program_reason(const fuser *f)
{
    if (f->p->separate)
        return "--layout=separate";
    return f->m->target_count == 0 ? "the program has no target" : NULL;
}

/* ---- threads ---- */

static uint64_t product(const uint32_t of[3])
{
    return (uint64_t)of[0] * of[1] * of[2];
}

/* Built-in kernels that do the same whatever their grid and block are. */
static bool is_any_grid(const fuser *f, const plan_node *n)
{
    const char *file = plan_is_launch(f->p, n) ? f->p->kernels[n->kernel]->builtin : NULL;

    return file != NULL && (strcmp(file, "copy.cu") == 0 || strcmp(file, "fill.cu") == 0);
}

static uint32_t in_warps(uint64_t threads)
{
    return (uint32_t)((threads + WARP - 1) / WARP * WARP);
}

static uint64_t moved_by(const fuser *f, const plan_node *n)
{
    if (n->kind == PLAN_TRANSFER)
        return f->p->runs[n->run].bytes;
    return n->range_count > 0 ? n->ranges[0].last - n->ranges[0].first : 0;
}

uint32_t fuse_threads(const fuser *f, const fuse_sight *s, const plan_node *n)
{
    uint64_t blocks = product(n->grid), each = product(n->block), most = 0;

    if (n->kind == PLAN_CONDITIONAL) {
        for (size_t b = 0; b < n->body_count; b++) {
            const plan_graph *body = &s->bodies[n->first_body + b];
            for (size_t k = 0; k < body->node_count; k++) {
                uint32_t inner = fuse_threads(f, s, &body->nodes[k]);
                most = inner > most ? inner : most;
            }
        }
        return (uint32_t)most;
    }
    if (fuse_is_silent(n) || !plan_is_launch(f->p, n))
        return 0;
    if (is_any_grid(f, n)) {
        most = in_warps(moved_by(f, n) / PLAN_COPY_THREAD_BYTES);
        return most == 0 ? WARP : most > PLAN_COPY_BLOCK ? PLAN_COPY_BLOCK : (uint32_t)most;
    }
    if (blocks <= 1)
        return each > FUSE_MOST_THREADS ? FUSE_MOST_THREADS : (uint32_t)each;
    most = blocks * in_warps(each);
    if (most > FUSE_MOST_THREADS) /* several blocks one after the other */
        most = FUSE_MOST_THREADS / in_warps(each) * in_warps(each);
    return (uint32_t)most;
}

void fuse_shape(const fuser *f, const plan_node *n, uint32_t threads, uint32_t grid[3], uint32_t block[3])
{
    memcpy(grid, n->grid, sizeof n->grid);
    memcpy(block, n->block, sizeof n->block);
    if (!is_any_grid(f, n))
        return;
    grid[0] = 1;
    block[0] = threads > 0 ? threads : fuse_threads(f, NULL, n);
}

/* ---- what the text says ---- */

/* One answer of fuse_refusal. */
struct fuse_asked {
    fuse_asked *next;
    uint32_t kernel, grid[3], block[3], shared, threads;
    const char *why;
};

static const char *ask_targets(fuser *f, const plan_node *n, const fuse_item *item, uint32_t threads)
{
    for (size_t t = 0; t < f->m->target_count; t++) {
        fuse_module *modules = f->modules[t];
        const char *why;
        if (modules[item->module].text == NULL)
            return arena_printf(f->memory, "there is no PTX of %s for %s", f->p->kernels[n->kernel]->name,
                                f->m->targets[t].name);
        why = fuse_refusal(f->memory, modules, item, threads);
        if (why != NULL)
            return why;
    }
    return NULL;
}

static const char *ask(fuser *f, const plan_node *n, uint32_t threads)
{
    fuse_asked now = {.next = f->asked, .kernel = n->kernel, .shared = n->shared_bytes, .threads = threads};
    fuse_item item = {.kind = FUSE_PART,
                      .module = f->i->module_of[n->kernel],
                      .entry = f->i->symbols[n->kernel],
                      .shared_bytes = n->shared_bytes};
    fuse_asked *kept;

    fuse_shape(f, n, threads, now.grid, now.block);
    for (const fuse_asked *old = f->asked; old != NULL; old = old->next)
        if (old->kernel == now.kernel && memcmp(old->grid, now.grid, sizeof now.grid) == 0 &&
            memcmp(old->block, now.block, sizeof now.block) == 0 && old->shared == now.shared &&
            old->threads == threads)
            return old->why;
    memcpy(item.grid, now.grid, sizeof item.grid);
    memcpy(item.block, now.block, sizeof item.block);
    now.why = ask_targets(f, n, &item, threads);
    kept = ARENA_NEW(f->scratch, fuse_asked);
    *kept = now;
    f->asked = kept;
    return now.why;
}

/* ---- one node ---- */

static const char *kernel_reason(const fuser *f, const plan_node *n)
{
    const model_kernel *k = f->p->kernels[n->kernel];

    if (k->cooperative)
        return arena_printf(f->memory, "%s is cooperative", k->name);
    if (k->cluster_count > 0)
        return arena_printf(f->memory, "%s runs in clusters", k->name);
    if (k->priority.root != NULL)
        return arena_printf(f->memory, "%s has a priority of its own", k->name);
    return NULL;
}

static const char *argument_reason(const fuser *f, const plan_node *n)
{
    for (size_t i = 0; i < n->argument_count; i++) {
        const plan_argument *argument = &n->arguments[i];
        if (argument->pointer && argument->buffer != MODEL_NONE && f->m->buffers[argument->buffer].external)
            return arena_printf(f->memory, "%s is external memory", f->m->buffers[argument->buffer].name);
        if (argument->condition != MODEL_NONE && f->m->buffers[argument->condition].grid)
            return "it sets the grid of another launch";
    }
    return NULL;
}

/* What else than the machine code forbids a step's launch. */
static const char *launch_reason(const fuser *f, const plan_node *n)
{
    const char *why = argument_reason(f, n);

    if (n->resident)
        return "its grid is resident";
    if (n->condition != MODEL_NONE)
        return "the device sets its grid";
    for (size_t i = 0; i < 3; i++)
        if (n->grid_varies[i] != NULL)
            return "a setting changes its grid";
    if (n->shared_varies != NULL)
        return "a setting changes its shared memory";
    return why;
}

static const char *transfer_reason(const fuser *f, const plan_node *n)
{
    const plan_run *run = &f->p->runs[n->run];

    if (run->transport != TRANSPORT_KERNEL)
        return "it is a copy node";
    if (run->on_request)
        return "it crosses on request";
    if (run->if_changed)
        return "it is left out where nothing has changed";
    return run->piece_count > 1 ? "it moves several pieces" : NULL;
}

static const char *bodies_reason(fuser *f, const fuse_sight *s, const plan_node *n, uint32_t threads)
{
    for (size_t b = 0; b < n->body_count; b++) {
        const plan_graph *body = &s->bodies[n->first_body + b];
        for (size_t k = 0; k < body->node_count; k++) {
            const char *why = fuse_node_reason(f, s, &body->nodes[k], threads);
            if (why != NULL)
                return arena_printf(f->memory, "%s in it: %s", body->nodes[k].name, why);
        }
    }
    return NULL;
}

static const char *node_reason(fuser *f, const fuse_sight *s, const plan_node *n, uint32_t threads)
{
    switch (n->kind) {
    case PLAN_KERNEL:
        return launch_reason(f, n);
    case PLAN_TRANSFER:
        return transfer_reason(f, n);
    case PLAN_COPY:
        return "it is a copy node";
    case PLAN_FILL:
        return "it is a fill node";
    case PLAN_CAPTURE:
        return "it is a capture";
    case PLAN_CONDITIONAL:
        return bodies_reason(f, s, n, threads);
    case PLAN_EMPTY:
    case PLAN_BEGIN:
    case PLAN_END:
    case PLAN_FUSED:
        break;
    }
    return NULL;
}

bool fuse_is_silent(const plan_node *n)
{
    return n->kind == PLAN_EMPTY || n->kind == PLAN_BEGIN;
}

/* What the spec says. */
static const char *spec_reason(const fuser *f, const fuse_sight *s, const plan_node *n)
{
    const model_graph *g = &f->m->graphs[s->g->graph];

    if (g->fuse_off)
        return "fuse: off";
    if (n->step == MODEL_NONE)
        return NULL;
    if (f->p->measured && g->steps[n->step].tuned > 0)
        return "--tune measures its block";
    return g->steps[n->step].fuse_off ? "fuse: off of the step" : NULL;
}

const char *fuse_node_reason(fuser *f, const fuse_sight *s, const plan_node *n, uint32_t threads)
{
    const char *why = spec_reason(f, s, n);

    if (why == NULL)
        why = node_reason(f, s, n, threads);

    if (why != NULL || n->kind == PLAN_CONDITIONAL || fuse_is_silent(n))
        return why;
    why = kernel_reason(f, n);
    if (why == NULL)
        why = fuse_too_much(f->memory, f, n);
    return why != NULL ? why : ask(f, n, threads > 0 ? threads : fuse_threads(f, s, n));
}
