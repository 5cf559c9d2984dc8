/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fused launches of random programs: stage fuse on their plans, and the table by which the CPU device runs what it made,
 * as NAME_sim.cpp has it. */
#define _POSIX_C_SOURCE 200809L
#include "fused.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../gen/fuse/fuse.h"
#include "../../gen/image/image.h"
#include "../../gen/verify/verify.h"
#include "../../gen/verify/verify_fused.h"

const char *fused_read_code(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    if (!file)
        return NULL;
    FILE *to = open_memstream(&text, &size);
    for (int c = getc(file); to && c != EOF; c = getc(file))
        fputc(c, to);
    fclose(file);
    if (to)
        fclose(to);
    return text;
}

static const char entry[] = "\n.visible .entry ";

/* What stands before the first kernel, and the kernel. */
static const char *code_of(arena *a, const char *code, const char *kernel)
{
    const char *at = strstr(code, entry);
    size_t head = (size_t)(at - code), length = strlen(kernel);
    while (at && (strncmp(at + sizeof entry - 1, kernel, length) != 0 || at[sizeof entry - 1 + length] != '('))
        at = strstr(at + 1, entry);
    const char *end = at ? strstr(at + 1, entry) : NULL;
    return at ? arena_printf(a, "%.*s%.*s", (int)head, code, end ? (int)(end - at) : (int)strlen(at), at) : NULL;
}

/* Each kernel is a module of its own, so that reading one does not take the time of all. */
static void take_code(arena *a, const model *m, image *i, const char *code)
{
    image_module *modules = ARENA_ARRAY(a, image_module, i->listed_count + 1);
    for (uint32_t k = 0; k < i->listed_count; k++) {
        const char **texts = ARENA_ARRAY(a, const char *, m->target_count);
        for (size_t t = 0; t < m->target_count; t++)
            texts[t] = code_of(a, code, i->listed[k]->entry);
        modules[k] = i->modules[i->module_of[k]];
        modules[k].ptx = texts;
        i->module_of[k] = k;
    }
    i->modules = modules;
    i->module_count = i->listed_count;
}

bool fused_choose(arena *a, diag *d, const model *m, plan *p, const char *code)
{
    image_options none = {.none = true, .unread = true}, unread = {.unread = true};
    image *i = image_build(a, d, m, p->kernels, p->kernel_count, &none);
    if (i) {
        take_code(a, m, i, code);
        fuse_choose(a, m, i, p, &unread);
        if (verify_plan(a, d, m, p) && verify_fused(a, d, m, i, p))
            return true;
    }
    diag_print(d, stderr);
    return false;
}

bool fused_any(const plan *p)
{
    for (size_t k = 0; k < p->kernel_count; k++) {
        if (p->kernels[k]->fused)
            return true;
    }
    return false;
}

static void reverse(plan_node *n)
{
    plan_fused_list *list = &n->blocks[0];
    for (size_t i = 0; n->block_count == 1 && i < list->part_count / 2; i++) {
        plan_part first = list->parts[i];
        list->parts[i] = list->parts[list->part_count - 1 - i];
        list->parts[list->part_count - 1 - i] = first;
    }
}

void fused_reverse(plan *p)
{
    for (size_t g = 0; g < p->graph_count; g++) {
        for (size_t n = 0; n < p->graphs[g].node_count; n++) {
            if (p->graphs[g].nodes[n].kind == PLAN_FUSED)
                reverse(&p->graphs[g].nodes[n]);
        }
    }
}

/* ---- for the CPU device ---- */

static unsigned bytes_of(const plan_argument *argument)
{
    if (argument->pointer || argument->condition != MODEL_NONE)
        return 8;
    return argument->type ? (unsigned)argument->type->size : 4;
}

static vgsim_given given_by(const plan_node *launch, const plan_given *given)
{
    if (given->condition)
        return (vgsim_given){VGSIM_CONDITION, given->index, 8, 0};
    return (vgsim_given){VGSIM_PARAMETER, given->index, bytes_of(&launch->arguments[given->index]), 0};
}

static vgsim_parts list_of(const plan *p, const plan_node *launch, const plan_fused_list *lists, size_t count);

static void give(const plan *p, const plan_node *launch, const plan_node *n, const plan_part *from, vgsim_part *to)
{
    const model_kernel *kernel = p->kernels[n->kernel];
    vgsim_given *given = calloc(kernel->param_count + 2, sizeof *given);
    to->entry = kernel->entry;
    memcpy(to->grid, from->grid, sizeof to->grid);
    memcpy(to->threads, from->block, sizeof to->threads);
    to->shared_bytes = n->shared_bytes;
    to->given = given;
    to->given_count = (unsigned)kernel->param_count;
    for (size_t i = 0; i < kernel->param_count; i++)
        given[i] = given_by(launch, &from->given[i]);
    if (from->switched) {
        const plan_given when = {.index = from->switched - 1};
        given[kernel->param_count] = given_by(launch, &when);
        to->when = &given[kernel->param_count];
    }
}

static void hold(const plan *p, const plan_node *launch, const plan_node *n, const plan_part *from, vgsim_part *to)
{
    vgsim_parts *bodies = calloc(n->body_count + 1, sizeof *bodies);
    to->kind = n->control == STEP_WHILE    ? VGSIM_WHILE_PART
               : n->control == STEP_SWITCH ? VGSIM_SWITCH_PART
                                           : VGSIM_IF_PART;
    for (size_t b = 0; b < n->body_count; b++)
        bodies[b] = list_of(p, launch, &from->bodies[b], 1);
    to->condition = from->condition;
    to->bodies = bodies;
    to->body_count = (unsigned)n->body_count;
}

static vgsim_parts list_of(const plan *p, const plan_node *launch, const plan_fused_list *lists, size_t count)
{
    size_t parts = 0;
    for (size_t b = 0; b < count; b++)
        parts += lists[b].part_count;
    vgsim_part *all = calloc(parts + 1, sizeof *all), *next = all;
    for (size_t b = 0; b < count; b++) {
        for (size_t i = 0; i < lists[b].part_count; i++, next++) {
            const plan_part *part = &lists[b].parts[i];
            const plan_node *n = &lists[b].of->nodes[part->node];
            next->block = (unsigned)b;
            next->apart = part->apart;
            if (n->kind == PLAN_CONDITIONAL)
                hold(p, launch, n, part, next);
            else
                give(p, launch, n, part, next);
        }
    }
    return (vgsim_parts){all, (unsigned)parts};
}

static void register_launch(const model *m, const plan *p, const plan_node *n)
{
    vgsim_fused *fused = calloc(1, sizeof *fused);
    unsigned *firsts = calloc(n->condition_count + 1, sizeof *firsts);
    vgsim_kernel *kernel = calloc(1, sizeof *kernel);
    uint32_t *sizes = calloc(n->argument_count + 1, sizeof *sizes);
    fused->parts = list_of(p, n, n->blocks, n->block_count);
    for (size_t i = 0; i < n->condition_count; i++)
        firsts[i] = m->buffers[n->conditions[i]].condition_first;
    fused->conditions = firsts;
    fused->condition_count = (unsigned)n->condition_count;
    for (size_t i = 0; i < n->argument_count; i++)
        sizes[i] = bytes_of(&n->arguments[i]);
    *kernel = (vgsim_kernel){p->kernels[n->kernel]->entry, NULL, (unsigned)n->argument_count, sizes, NULL, fused};
    vgsim_register_kernel(kernel);
}

void fused_register(const model *m, const plan *p)
{
    for (size_t i = 0; i < p->graph_count + p->body_count; i++) {
        const plan_graph *g = i < p->graph_count ? &p->graphs[i] : &p->bodies[i - p->graph_count];
        for (size_t n = 0; n < g->node_count; n++) {
            if (g->nodes[n].kind == PLAN_FUSED)
                register_launch(m, p, &g->nodes[n]);
        }
    }
}
