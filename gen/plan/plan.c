/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "plan/plan.h"

#include <string.h>

plan *plan_new(arena *a, const model *m, bool separate)
{
    plan *p = ARENA_NEW(a, plan);

    p->separate = separate;
    p->crossings = ARENA_ARRAY(a, plan_crossing, m->buffer_count);
    p->kernels = ARENA_ARRAY(a, const model_kernel *, m->kernel_count + PLAN_ADDED_KERNELS);
    for (size_t k = 0; k < m->kernel_count; k++)
        p->kernels[k] = &m->kernels[k];
    p->kernel_count = m->kernel_count;
    return p;
}

bool plan_is_pooled(const model *m, const model_buffer *b)
{
    bool brief = b->role == ROLE_INPUT || b->role == ROLE_OUTPUT || b->role == ROLE_INOUT || b->role == ROLE_SCRATCH ||
                 b->role == ROLE_SETTING;

    return m->pooled && brief && !b->external && b->upload != TRAFFIC_ON_REQUEST && b->download != TRAFFIC_ON_REQUEST;
}

uint32_t plan_find_kernel(const plan *p, const char *file, const char *name)
{
    for (uint32_t k = 0; k < p->kernel_count; k++)
        if (p->kernels[k]->builtin != NULL && strcmp(p->kernels[k]->builtin, file) == 0 &&
            strcmp(p->kernels[k]->name, name) == 0)
            return k;
    return MODEL_NONE;
}

plan_node_kind plan_does(const plan *p, const plan_node *n)
{
    const char *file = n->kind == PLAN_KERNEL ? p->kernels[n->kernel]->builtin : NULL;

    if (file == NULL)
        return n->kind;
    return strcmp(file, "copy.cu") == 0 ? PLAN_COPY : strcmp(file, "fill.cu") == 0 ? PLAN_FILL : PLAN_KERNEL;
}

uint32_t plan_add_kernel(plan *p, const model_kernel *k)
{
    p->kernels[p->kernel_count] = k;
    return (uint32_t)p->kernel_count++;
}

static bool has_end_part(const plan_node *n)
{
    for (size_t b = 0; b < n->block_count; b++)
        for (size_t i = 0; i < n->blocks[b].part_count; i++)
            if (n->blocks[b].of->nodes[n->blocks[b].parts[i].node].kind == PLAN_END)
                return true;
    return false;
}

bool plan_has_end(const plan_graph *g)
{
    const plan_node *last = g->node_count > 0 ? &g->nodes[g->node_count - 1] : NULL;

    return last != NULL && (last->kind == PLAN_END || has_end_part(last));
}
