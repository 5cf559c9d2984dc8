/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which bytes of pinned memory a node has read and written: for tests that count what crosses the bus. Nothing is
 * remembered while nobody counts. */
#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t base, bytes; /* as the host sees it */
    uint8_t *flags;       /* of each byte */
} touched;

static struct {
    bool counts;
    touched *parts;
    size_t count, capacity;
} bus;

static touched *part_at(uint64_t address)
{
    const sim_memory *memory = sim_memory_find(address);
    touched *part;
    for (size_t i = 0; i < bus.count; i++) {
        if (address - bus.parts[i].base < bus.parts[i].bytes) {
            return &bus.parts[i];
        }
    }
    if (!memory) {
        memory = sim_memory_registered(address, false);
    }
    if (!memory || memory->dead || memory->kind == SIM_DEVICE_MEMORY) {
        return NULL;
    }
    bus.parts = (touched *)sim_grow(bus.parts, bus.count, &bus.capacity, sizeof *bus.parts);
    part = &bus.parts[bus.count++];
    part->base = memory->base;
    part->bytes = memory->bytes;
    part->flags = (uint8_t *)sim_allocate((size_t)memory->bytes, 1);
    return part;
}

void sim_bus_begin(bool counts)
{
    for (size_t i = 0; i < bus.count; i++) {
        free(bus.parts[i].flags);
    }
    bus.count = 0;
    bus.counts = counts;
}

void sim_bus_touch(uint64_t address, uint64_t bytes, unsigned how)
{
    touched *part;
    if (!bus.counts) {
        return;
    }
    address = sim_memory_host_address(address);
    part = part_at(address);
    for (uint64_t i = 0; part && i < bytes && address - part->base + i < part->bytes; i++) {
        part->flags[address - part->base + i] |= (uint8_t)how;
    }
}

uint64_t sim_bus_touched(uint64_t address, uint64_t bytes, unsigned how)
{
    const uint64_t host = sim_memory_host_address(address);
    uint64_t sum = 0;
    for (size_t k = 0; k < bus.count; k++) {
        const touched *part = &bus.parts[k];
        for (uint64_t i = 0; host - part->base < part->bytes && i < bytes; i++) {
            const uint64_t at = host - part->base + i;
            sum += at < part->bytes && (part->flags[at] & how) ? 1 : 0;
        }
    }
    return sum;
}
