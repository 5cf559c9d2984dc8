/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "report/kernel_launches.h"

#include <string.h>

static kernel_launch *find_launch(const kernel_launches *of, const plan_node *n)
{
    for (size_t i = 0; i < of->count; i++)
        if (memcmp(of->items[i].block, n->block, sizeof n->block) == 0 && of->items[i].shared_bytes == n->shared_bytes)
            return &of->items[i];
    return NULL;
}

static void add_launch(const emit *e, const emit_node *n, kernel_launches *of)
{
    const plan_node *p = n->plan;
    kernel_launch *known = find_launch(of, p);
    uint64_t together = n->kernel->cooperative && !p->resident ? n->most_blocks : 0;

    if (known == NULL) {
        of->items = arena_grow(e->memory, of->items, of->count, &of->capacity, sizeof *of->items);
        known = &of->items[of->count++];
        *known = (kernel_launch){{p->block[0], p->block[1], p->block[2]}, p->shared_bytes, 0};
    }
    if (together > known->together)
        known->together = together;
}

kernel_launches *kernel_launches_find(const emit *e)
{
    kernel_launches *all = ARENA_ARRAY(e->memory, kernel_launches, e->p->kernel_count + 1);

    for (size_t g = 0; g < e->p->graph_count + e->p->body_count; g++)
        for (size_t n = 0; n < e->graphs[g].plan->node_count; n++)
            if (e->graphs[g].nodes[n].kernel != NULL)
                add_launch(e, &e->graphs[g].nodes[n], &all[e->graphs[g].nodes[n].plan->kernel]);
    return all;
}

bool kernel_launch_fits(const kernel_launch *l, const image_use *use, unsigned capability, occupancy_result *found)
{
    occupancy_use taken = {l->block[0] * l->block[1] * l->block[2], use->registers,
                           (uint64_t)use->static_shared + l->shared_bytes};

    return use->known && use->registers > 0 && occupancy_find(capability, &taken, found);
}
