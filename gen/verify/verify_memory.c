/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The size of each memory: whether the plan's figures agree with each other, and with what the spec allows. */
#include "verify/parts.h"

void verify_memory(verifier *v, const char *name, const plan_arena *memory)
{
    const plan_graph *graphs = v->p->graphs;
    bool has_node = memory->peak_node != MODEL_NONE;
    if (memory->bytes == 0 || memory->bytes % PLAN_ALIGNMENT != 0 || memory->lower_bound > memory->bytes)
        verify_fail(v, v->m->program_at, "the size of %s memory is below its bound or no multiple of %u", name,
                    PLAN_ALIGNMENT);
    if (memory->proven != (memory->bytes == memory->lower_bound) || memory->peak > memory->lower_bound)
        verify_fail(v, v->m->program_at,
                    "expected %s memory of %llu bytes to be %s and its peak within %llu, found %llu", name,
                    (unsigned long long)memory->bytes, memory->bytes == memory->lower_bound ? "proven" : "open",
                    (unsigned long long)memory->lower_bound, (unsigned long long)memory->peak);
    if (has_node &&
        (memory->peak_graph >= v->p->graph_count || memory->peak_node >= graphs[memory->peak_graph].node_count))
        verify_fail(v, v->m->program_at, "the peak of %s memory is at no node", name);
}

void verify_arenas(verifier *v)
{
    uint64_t total = 0;
    const model_expr *allowed = &v->m->device_memory;
    for (size_t i = 0; i < v->p->arena_count; i++) {
        const plan_arena *device = &v->p->arenas[i];
        uint64_t copies = device->shared ? 1 : v->m->lanes;
        verify_memory(v, "device", device);
        if (device->shared && v->m->lanes == 1)
            verify_fail(v, v->m->program_at, "device memory %zu is shared by the lanes, but there is one", i);
        if (device->pooled && (!v->m->pooled || v->m->lanes > 1))
            verify_fail(v, v->m->program_at, "device memory %zu is for a pool, but the program has none", i);
        if (device->bytes > (UINT64_MAX - total) / copies)
            verify_fail(v, v->m->program_at, "device memory is larger than any address");
        else
            total += device->bytes * copies;
    }
    if (allowed->root && (allowed->value < 0 || total > (uint64_t)allowed->value))
        verify_fail(v, allowed->at, "device memory is larger than the spec allows");
}
