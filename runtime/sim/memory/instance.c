/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Where a program's spaces lie, for each lane of each time that the program is open. Bytes of them that are written
 * stop counting as junk here. */
#define _GNU_SOURCE
#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

static sim_instance **instances;
static size_t instance_count, instance_capacity;
static unsigned long openings;

size_t sim_instance_count(void)
{
    return instance_count;
}

sim_instance *sim_instance_at(size_t index)
{
    return instances[index];
}

/* Could the space lie at the address? */
bool sim_space_fits(const vgsim_space *space, uint64_t base)
{
    const sim_memory *memory = sim_memory_find(base);
    return memory && !memory->dead && base >= memory->base && base - memory->base <= memory->bytes &&
           space->size <= memory->bytes - (base - memory->base) &&
           (space->pinned == VGSIM_EXTERNAL ||
            (memory->kind == SIM_DEVICE_MEMORY) == (!space->pinned || space->pinned == VGSIM_MIRROR)) &&
           base == sim_memory_device_address(base);
}

bool sim_instance_alive(const sim_instance *instance)
{
    for (unsigned s = 0; s < instance->program->space_count; s++) {
        if (instance->program->spaces[s].pinned != VGSIM_EXTERNAL && instance->bases[s] &&
            !sim_space_fits(&instance->program->spaces[s], instance->bases[s])) {
            return false;
        }
    }
    return true;
}

unsigned sim_instance_openings(const vgsim_program *program)
{
    unsigned count = 0;
    for (size_t i = 0; i < instance_count; i++) {
        bool counted = instances[i]->program != program;
        for (size_t k = 0; k < i && !counted; k++) {
            counted = instances[k]->opening == instances[i]->opening;
        }
        count += !counted;
    }
    return count;
}

static unsigned lane_count(const sim_instance *instance)
{
    unsigned lanes = 0;
    for (size_t i = 0; i < instance_count; i++) {
        bool counted = instances[i]->opening != instance->opening;
        for (size_t k = 0; k < i && !counted; k++) {
            counted = instances[k]->lane == instances[i]->lane;
        }
        lanes += !counted;
    }
    return lanes;
}

static unsigned slots_of(const vgsim_program *program)
{
    unsigned slots = 1;
    for (unsigned s = 0; s < program->space_count; s++) {
        slots = program->spaces[s].pinned > 1 ? (unsigned)program->spaces[s].pinned : slots;
    }
    return slots;
}

bool sim_instance_has_room(const sim_instance *instance, bool slot)
{
    return slot ? instance->lane->slots < slots_of(instance->program) : lane_count(instance) < instance->program->lanes;
}

void sim_instance_shared_bases(const sim_instance *instance, uint64_t *bases, bool slot)
{
    for (unsigned s = 0; s < instance->program->space_count; s++) {
        const vgsim_space *space = &instance->program->spaces[s];
        bases[s] = space->shared || (slot && !space->pinned) ? instance->bases[s] : 0;
    }
}

static sim_lane *lane_new(const vgsim_program *program)
{
    sim_lane *lane = (sim_lane *)sim_allocate(1, sizeof *lane);
    lane->undefined = (uint8_t **)sim_allocate(program->space_count, sizeof *lane->undefined);
    return lane;
}

static void lane_release(sim_lane *lane, const vgsim_program *program)
{
    if (--lane->slots) {
        return;
    }
    for (unsigned s = 0; s < program->space_count; s++) {
        free(lane->undefined[s]);
    }
    free(lane->undefined);
    free(lane);
}

sim_instance *sim_instance_new(const vgsim_program *program, const sim_instance *kin, bool slot)
{
    sim_instance *instance = (sim_instance *)sim_allocate(1, sizeof *instance);
    instance->program = program;
    instance->opening = kin ? kin->opening : ++openings;
    instance->bases = (uint64_t *)sim_allocate(program->space_count, sizeof *instance->bases);
    instance->uses = (unsigned *)sim_allocate(program->graph_count, sizeof *instance->uses);
    instance->padding = (sim_padding **)sim_allocate(program->space_count, sizeof *instance->padding);
    instance->lane = kin && slot ? kin->lane : lane_new(program);
    instance->lane->slots++;
    instance->undefined = instance->lane->undefined;
    if (kin) {
        sim_instance_shared_bases(kin, instance->bases, slot);
    }
    instances = (sim_instance **)sim_grow(instances, instance_count, &instance_capacity, sizeof *instances);
    instances[instance_count++] = instance;
    return instance;
}

void sim_instance_check_padding(const sim_instance *instance)
{
    for (unsigned s = 0; s < instance->program->space_count; s++) {
        sim_padding_check(instance->program, instance->padding[s]);
    }
}

void sim_instance_release(sim_instance *instance)
{
    if (--instance->references) {
        return;
    }
    if (sim_instance_alive(instance)) {
        sim_instance_check_padding(instance);
    }
    for (size_t i = 0; i < instance_count; i++) {
        if (instances[i] == instance) {
            instances[i] = instances[--instance_count];
            break;
        }
    }
    for (unsigned s = 0; s < instance->program->space_count; s++) {
        sim_padding_free(instance->padding[s]);
    }
    lane_release(instance->lane, instance->program);
    free(instance->padding);
    free(instance->bases);
    free(instance->uses);
    free(instance);
}

/* ---- lanes: what they share is the same for all, and nothing else is ---- */

static bool overlap(const sim_instance *a, unsigned i, const sim_instance *b, unsigned k)
{
    const vgsim_space *first = &a->program->spaces[i], *second = &b->program->spaces[k];
    return a->bases[i] && b->bases[k] && second->pinned != VGSIM_EXTERNAL && a->bases[i] < b->bases[k] + second->size &&
           b->bases[k] < a->bases[i] + first->size;
}

/* Whether the two have the space in common. */
static bool is_common(const sim_instance *a, const sim_instance *b, unsigned s)
{
    const vgsim_space *space = &a->program->spaces[s];
    return space->shared || (a->lane == b->lane && !space->pinned);
}

static void check_space(const sim_instance *instance, unsigned s, const sim_instance *kin)
{
    const vgsim_program *program = instance->program;
    for (unsigned k = 0; k < program->space_count; k++) {
        if (overlap(instance, s, kin, k)) {
            sim_problem("lanes overlap", "%s of one lane of \"%s\" lies at 0x%llx, and %s of another one at 0x%llx",
                        program->spaces[s].name, program->name, (unsigned long long)instance->bases[s],
                        program->spaces[k].name, (unsigned long long)kin->bases[k]);
            return;
        }
    }
}

/* So that what happens to the memory can be said in terms of the program, also when it was closed. */
static void name_memory(const sim_instance *instance, unsigned s)
{
    const uint64_t base = sim_memory_host_address(instance->bases[s]);
    sim_memory *memory = sim_memory_find(base);
    if (memory && !memory->program) {
        memory->program = instance->program;
        memory->space = s;
        memory->space_base = base;
    }
}

void sim_instance_found(sim_instance *instance, const uint64_t *before)
{
    const vgsim_program *program = instance->program;
    for (unsigned s = 0; s < program->space_count; s++) {
        if (before[s] || !instance->bases[s]) {
            continue;
        }
        name_memory(instance, s);
        if (!program->spaces[s].shared) {
            instance->padding[s] = sim_padding_new(program, s, instance->bases[s]);
        }
        for (size_t i = 0; i < instance_count; i++) {
            sim_instance *kin = instances[i];
            if (kin == instance || kin->opening != instance->opening) {
                continue;
            }
            if (is_common(instance, kin, s)) {
                kin->bases[s] = instance->bases[s];
            } else {
                check_space(instance, s, kin);
            }
        }
    }
}

/* From one address on, in every instance: copies and fills need not belong to a graph. */
void sim_defined(uint64_t where, uint64_t bytes)
{
    const uint64_t address = sim_memory_device_address(where);
    for (size_t i = 0; i < sim_instance_count(); i++) {
        sim_instance *instance = sim_instance_at(i);
        for (unsigned s = 0; s < instance->program->space_count; s++) {
            const uint64_t base = instance->bases[s], size = instance->program->spaces[s].size;
            if (instance->undefined[s] && address < base + size && base < address + bytes) {
                const uint64_t first = address > base ? address - base : 0;
                const uint64_t last = address + bytes - base < size ? address + bytes - base : size;
                memset(instance->undefined[s] + first, 0, (size_t)(last - first));
            }
        }
    }
}
