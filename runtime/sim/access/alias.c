/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Pointer arguments under addresses of their own. Buffers lie side by side, so an index that runs over the end of one
 * is a good address of the next; for the run that is looked at, each pointer argument is another mapping of the same
 * pages, and an access through it is compared with the bytes of that argument alone. The mappings are kept for later
 * launches. */
#define _GNU_SOURCE
#include "access/parts.h"

#include <string.h>
#include <sys/mman.h>

#define PAGE 4096u
#define WANTED_ADDRESS ((void *)(uintptr_t)0x680000000000u)
#define ARENA_BYTES (4 * sim_get_settings()->addresses)

typedef struct {
    uint64_t pages, bytes;   /* what is mapped, */
    uint64_t at;             /* and where it is mapped once more */
    unsigned long allocated; /* the call that allocated it */
} mapping;

typedef struct {
    const sim_argument *argument;
    uint64_t first, last;    /* the argument, */
    uint64_t pages_end;      /* its pages behind it, */
    uint64_t down;           /* and what leads from there to its own address */
} alias;

static unsigned char *arena;
static size_t arena_used;
static bool refused;
static mapping *mappings;
static size_t mapping_count, mapping_capacity;
static alias *aliases;
static size_t alias_count, alias_capacity;

static bool reserve(void)
{
    if (!arena && !refused) {
        void *memory = mmap(WANTED_ADDRESS, ARENA_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        refused = memory == MAP_FAILED;
        arena = refused ? NULL : (unsigned char *)memory;
    }
    return arena != NULL;
}

static bool is_used(uint64_t at)
{
    for (size_t i = 0; i < alias_count; i++) {
        if (aliases[i].pages_end > at && aliases[i].first / PAGE * PAGE <= at) {
            return true;
        }
    }
    return false;
}

/* Two arguments in the same pages have a mapping each, so that each can be told by its address. Memory is never given
 * out again at the same address, so a mapping that is there is of the same memory. */
static uint64_t find_mapping(uint64_t pages, uint64_t bytes)
{
    for (size_t i = 0; i < mapping_count; i++) {
        if (mappings[i].pages == pages && mappings[i].bytes == bytes && !is_used(mappings[i].at)) {
            return mappings[i].at;
        }
    }
    return 0;
}

static uint64_t map(const sim_memory *memory, uint64_t pages, uint64_t bytes)
{
    unsigned char *at = arena + arena_used + PAGE;
    void *other;
    mapping *m;
    if (arena_used + bytes + 2 * PAGE > ARENA_BYTES) {
        return 0;
    }
    other = mremap((void *)(uintptr_t)pages, 0, bytes, MREMAP_MAYMOVE);
    if (other == MAP_FAILED) {
        return 0;
    }
    if (mremap(other, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, at) == MAP_FAILED) {
        munmap(other, bytes);
        return 0;
    }
    mprotect(at, bytes, PROT_READ | PROT_WRITE);
    arena_used += bytes + PAGE;
    mappings = (mapping *)sim_grow(mappings, mapping_count, &mapping_capacity, sizeof *mappings);
    m = &mappings[mapping_count++];
    m->pages = pages;
    m->bytes = bytes;
    m->at = (uint64_t)(uintptr_t)at;
    m->allocated = memory->created;
    return m->at;
}

/* To the reserved range, of which it then is a part again. */
static void give_back(const mapping *m)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    if (mmap((void *)(uintptr_t)m->at, m->bytes, PROT_NONE, flags, -1, 0) == MAP_FAILED) {
        munmap((void *)(uintptr_t)m->at, m->bytes);
    }
}

/* Of memory that was freed. */
static void forget(void)
{
    const size_t before = mapping_count;
    size_t kept = 0;
    for (size_t i = 0; i < mapping_count; i++) {
        const sim_memory *memory = sim_memory_find(mappings[i].pages);
        if (memory && !memory->dead && memory->created == mappings[i].allocated) {
            mappings[kept++] = mappings[i];
        } else {
            give_back(&mappings[i]);
        }
    }
    mapping_count = kept;
    if (kept < before) {
        access_shadow_forget(); /* nothing of it is needed any more, and much may be of memory that is gone */
    }
}

uint64_t access_alias_add(const sim_argument *argument)
{
    const uint64_t pages = argument->first / PAGE * PAGE;
    const uint64_t bytes = (argument->last + PAGE - 1) / PAGE * PAGE - pages;
    const sim_memory *memory = sim_memory_find(argument->first);
    uint64_t at;
    alias *a;
    if (!memory || memory->dead || memory->kind == SIM_PINNED_MEMORY || memory->kind == SIM_REGISTERED_MEMORY ||
        argument->first >= argument->last || !reserve()) {
        return 0;
    }
    at = find_mapping(pages, bytes);
    at = at ? at : map(memory, pages, bytes);
    if (!at) {
        return 0;
    }
    aliases = (alias *)sim_grow(aliases, alias_count, &alias_capacity, sizeof *aliases);
    a = &aliases[alias_count++];
    a->argument = argument;
    a->down = pages - at;
    a->first = argument->first - a->down;
    a->last = argument->last - a->down;
    a->pages_end = at + bytes;
    return a->first;
}

void access_alias_begin(void)
{
    alias_count = 0;
    forget();
}

bool access_is_alias(uint64_t address)
{
    return arena && address - (uint64_t)(uintptr_t)arena < arena_used + PAGE;
}

/* The argument that the address was made from: the one that has it, else the nearest. */
const sim_argument *access_alias_resolve(uint64_t *address, size_t size, bool *inside)
{
    const alias *near = NULL;
    uint64_t distance = UINT64_MAX;
    for (size_t i = 0; i < alias_count; i++) {
        const alias *a = &aliases[i];
        const uint64_t away = *address < a->first ? a->first - *address : *address - a->first;
        if (*address >= a->first && *address + size <= a->last) {
            *inside = true;
            *address += a->down;
            return a->argument;
        }
        if (away < distance) {
            distance = away;
            near = a;
        }
    }
    *inside = false;
    *address += near ? near->down : 0;
    return near ? near->argument : NULL;
}
