/* SPDX-License-Identifier: MIT */
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

uint32_t plan_add_kernel(plan *p, const model_kernel *k)
{
    p->kernels[p->kernel_count] = k;
    return (uint32_t)p->kernel_count++;
}
