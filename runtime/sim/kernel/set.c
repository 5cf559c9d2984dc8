/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Conditions and grids that a kernel sets: by which thread, and whether a repeated run sets the same. */
#define _GNU_SOURCE
#include "kernel/block.h"

#include <string.h>

static sim_set *set_of(uint64_t handle)
{
    sim_sets *sets = the_kernel.run->sets;
    for (size_t i = 0; i < sets->count; i++) {
        if (sets->sets[i].handle == handle) {
            return &sets->sets[i];
        }
    }
    sets->sets = (sim_set *)sim_grow(sets->sets, sets->count, &sets->capacity, sizeof *sets->sets);
    memset(&sets->sets[sets->count], 0, sizeof *sets->sets);
    sets->sets[sets->count].handle = handle;
    return &sets->sets[sets->count++];
}

/* Barriers order the threads of a block. Whether atomics order threads or blocks is not examined. */
static bool races(const sim_set *set, uint64_t block)
{
    if (!set->first || the_kernel.used_atomics || (set->block == block && set->thread == the_block.current)) {
        return false;
    }
    return set->grid_barriers == the_kernel.grid_barriers &&
           (set->block != block || set->barriers == the_block.barriers);
}

void vgsim_set_conditional(uint64_t handle, unsigned value)
{
    const uint64_t block = the_block.index;
    sim_set *set = set_of(handle);
    if (the_kernel.run->replay) {
        set->again = value;
        set->repeated = true;
        return;
    }
    if (races(set, block)) {
        block_problem("race", "sets a condition that thread %u of block %llu sets too, and nothing orders them",
                      set->thread, (unsigned long long)set->block);
    }
    set->first = true;
    set->value = value;
    set->block = block;
    set->thread = the_block.current;
    set->barriers = the_block.barriers;
    set->grid_barriers = the_kernel.grid_barriers;
    sim_condition_set(the_kernel.run->exec, handle, value);
}

void vgsim_set_grid(uint64_t handle, unsigned x, unsigned y, unsigned z)
{
    if (x == 0 || sim_grid_fits(the_kernel.run->exec, handle, &x, y, z)) {
        vgsim_set_conditional(handle, x);
    }
}

bool sim_sets_differ(sim_sets *sets)
{
    bool differ = false;
    for (size_t i = 0; i < sets->count; i++) {
        sim_set *set = &sets->sets[i];
        differ = differ || set->first != set->repeated || (set->first && set->value != set->again);
        set->repeated = false;
    }
    return differ;
}
