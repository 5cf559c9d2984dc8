/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The simulated address space. Addresses come from one reserved arena, in rising order, and are never used again.
 * Around each allocation lie pages that cannot be touched; device memory cannot be touched outside driver calls. Pinned
 * memory, and registered memory where the system can, has a second address, which is the device's, so that a mix-up of
 * the two is found. */
#define _GNU_SOURCE
#include "memory/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096u
#define ALIGNMENT 256u
#define FRESH 0xA5
#define WANTED_ADDRESS ((void *)(uintptr_t)0x500000000000u)
#define SMALLEST_ARENA ((size_t)1 << 24)

static unsigned char *arena;
static size_t arena_bytes, arena_used;
static sim_memory **blocks; /* in the arena, rising */
static size_t block_count, block_capacity;
static sim_memory **alive; /* those of them that are not dead, in no order: a process may have opened thousands */
static size_t alive_count, alive_capacity;
static sim_memory **registered;
static size_t registered_count, registered_capacity;
static size_t device_used;
static unsigned long live;
static unsigned open_depth;

static bool reserve(void)
{
    size_t bytes;
    for (bytes = sim_get_settings()->addresses; !arena && bytes >= SMALLEST_ARENA; bytes /= 4) {
        void *memory = mmap(WANTED_ADDRESS, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory != MAP_FAILED) {
            arena = (unsigned char *)memory;
            arena_bytes = bytes;
        }
    }
    return arena != NULL;
}

static bool only_for_device(sim_memory_kind kind)
{
    return kind == SIM_DEVICE_MEMORY || kind == SIM_MAPPED_MEMORY;
}

static int protection(sim_memory_kind kind)
{
    return only_for_device(kind) && !open_depth ? PROT_NONE : PROT_READ | PROT_WRITE;
}

/* `before`: bytes of its first page that are not its own. */
static sim_memory *add_block(sim_memory_kind kind, unsigned char *map, size_t body, size_t before, size_t bytes,
                             unsigned flags)
{
    sim_memory *memory = (sim_memory *)sim_allocate(1, sizeof *memory);
    memory->kind = kind;
    memory->bytes = bytes;
    memory->map = map;
    memory->map_bytes = body;
    memory->base = (uint64_t)(uintptr_t)map + before;
    memory->flags = flags;
    memory->created = sim_call_number();
    arena_used += body + PAGE;
    blocks = (sim_memory **)sim_grow(blocks, block_count, &block_capacity, sizeof *blocks);
    blocks[block_count++] = memory;
    alive = (sim_memory **)sim_grow(alive, alive_count, &alive_capacity, sizeof *alive);
    alive[alive_count++] = memory;
    return memory;
}

static void bury(sim_memory *memory)
{
    memory->dead = true;
    memory->destroyed = sim_call_number();
    for (size_t i = alive_count; i > 0; i--) {
        if (alive[i - 1] == memory) {
            alive[i - 1] = alive[--alive_count];
            return;
        }
    }
}

/* The data ends at the guard page behind it, or as near to it as its alignment allows. */
static size_t place_in_pages(size_t body, size_t bytes)
{
    return (body - bytes) / ALIGNMENT * ALIGNMENT;
}

static void pair(sim_memory *memory, sim_memory *twin)
{
    memory->twin = twin;
    twin->twin = memory;
}

/* Lays the memory's pages behind a second address as well, for the device alone. Where the system cannot, the device
 * has the host's. */
static void map_for_device(sim_memory *memory)
{
    unsigned char *second = arena + arena_used + PAGE;
    const size_t body = memory->map_bytes;
    int file;
    if (body + 2 * PAGE > arena_bytes - arena_used) {
        return;
    }
    file = memfd_create("pinned", MFD_CLOEXEC);
    if (file < 0) {
        return;
    }
    if (ftruncate(file, (off_t)body) == 0 &&
        mmap(second, body, protection(SIM_MAPPED_MEMORY), MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED) {
        if (mmap(memory->map, body, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
            abort(); /* the pages before were taken away */
        }
        memset(memory->map, FRESH, body);
        pair(memory, add_block(SIM_MAPPED_MEMORY, second, body, place_in_pages(body, (size_t)memory->bytes),
                               (size_t)memory->bytes, memory->flags));
    }
    close(file);
}

sim_memory *sim_memory_new(sim_memory_kind kind, size_t bytes, unsigned flags)
{
    size_t body = (bytes + PAGE - 1) / PAGE * PAGE;
    unsigned char *map;
    sim_memory *memory;
    if (bytes > SIZE_MAX / 2 || !reserve() || body + 2 * PAGE > arena_bytes - arena_used) {
        return NULL;
    }
    if (kind == SIM_DEVICE_MEMORY && (device_used + bytes > sim_get_settings()->memory)) {
        return NULL;
    }
    map = arena + arena_used + PAGE;
    if (mmap(map, body, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_FIXED | MAP_NORESERVE, -1, 0) ==
        MAP_FAILED) { /* shared, so that it can be mapped once more */
        return NULL;
    }
    memset(map, FRESH, body);
    mprotect(map, body, protection(kind));
    memory = add_block(kind, map, body, place_in_pages(body, bytes), bytes, flags);
    if (kind == SIM_PINNED_MEMORY) {
        map_for_device(memory);
    }
    device_used += kind == SIM_DEVICE_MEMORY ? bytes : 0;
    live++;
    return memory;
}

/* Another mapping of the same pages, which only shared ones can have. For private pages a system refuses it, or, if it
 * is an old one, makes new pages, which a trial with private pages shows. */
static bool can_map_twice(void)
{
    static int known;
    if (!known) {
        void *own = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), *other;
        if (own == MAP_FAILED) {
            return false;
        }
        other = mremap(own, 0, PAGE, MREMAP_MAYMOVE);
        known = other == MAP_FAILED ? 1 : -1;
        if (other != MAP_FAILED) {
            munmap(other, PAGE);
        }
        munmap(own, PAGE);
    }
    return known > 0;
}

static void map_registered(sim_memory *memory)
{
    const size_t before = (size_t)(memory->base % PAGE), bytes = (size_t)memory->bytes;
    const size_t body = (before + bytes + PAGE - 1) / PAGE * PAGE;
    unsigned char *second;
    void *other;
    if (!reserve() || body < bytes || body + 2 * PAGE > arena_bytes - arena_used || !can_map_twice()) {
        return;
    }
    second = arena + arena_used + PAGE;
    other = mremap((void *)(uintptr_t)(memory->base - before), 0, body, MREMAP_MAYMOVE);
    if (other != MAP_FAILED) { /* at once to the wanted place, a refusal would leave a hole there */
        if (mremap(other, body, body, MREMAP_MAYMOVE | MREMAP_FIXED, second) == MAP_FAILED) {
            abort(); /* the pages before were taken away */
        }
        mprotect(second, body, protection(SIM_MAPPED_MEMORY));
        pair(memory, add_block(SIM_MAPPED_MEMORY, second, body, before, bytes, memory->flags));
        memory->twin->around = (unsigned char *)sim_allocate(body - bytes + 1, 1);
    }
}

sim_memory *sim_memory_register(void *address, size_t bytes, unsigned flags)
{
    sim_memory *memory = (sim_memory *)sim_allocate(1, sizeof *memory);
    memory->kind = SIM_REGISTERED_MEMORY;
    memory->base = (uint64_t)(uintptr_t)address;
    memory->bytes = bytes;
    memory->flags = flags;
    memory->created = sim_call_number();
    registered = (sim_memory **)sim_grow(registered, registered_count, &registered_capacity, sizeof *registered);
    registered[registered_count++] = memory;
    map_registered(memory);
    live++;
    return memory;
}

/* The few bytes between the data and its pages' ends must still be as they were. */
static void check_slack(const sim_memory *memory)
{
    const unsigned char *first = memory->map, *data = (const unsigned char *)(uintptr_t)memory->base;
    const unsigned char *behind = data + memory->bytes, *last = memory->map + memory->map_bytes;
    for (const unsigned char *at = first; at < last; at++) {
        if (at == data) {
            at = behind;
        }
        if (at < last && *at != FRESH) {
            sim_problem("out of bounds", "a byte %ld %s the allocation of %llu bytes made by %s was written",
                        (long)(at < data ? data - at : at - behind + 1), at < data ? "before" : "past the end of",
                        (unsigned long long)memory->bytes, sim_call_words(memory->created).text);
            return;
        }
    }
}

/* ---- what lies in the pages of registered memory beside it is the application's own ---- */

static size_t bytes_before(const sim_memory *memory)
{
    return (size_t)(memory->base - (uint64_t)(uintptr_t)memory->map);
}

static size_t bytes_behind(const sim_memory *memory)
{
    return memory->map_bytes - bytes_before(memory) - (size_t)memory->bytes;
}

void sim_memory_keep_around(void)
{
    for (size_t i = 0; i < alive_count; i++) {
        const sim_memory *memory = alive[i];
        if (memory->around) {
            memcpy(memory->around, memory->map, bytes_before(memory));
            memcpy(memory->around + bytes_before(memory), (unsigned char *)(uintptr_t)memory->base + memory->bytes,
                   bytes_behind(memory));
        }
    }
}

void sim_memory_check_around(const char *title)
{
    for (size_t i = 0; i < alive_count; i++) {
        const sim_memory *memory = alive[i];
        if (memory->around &&
            (memcmp(memory->around, memory->map, bytes_before(memory)) != 0 ||
             memcmp(memory->around + bytes_before(memory), (unsigned char *)(uintptr_t)memory->base + memory->bytes,
                    bytes_behind(memory)) != 0)) {
            sim_problem("out of bounds", "%s writes beside the %llu bytes that were registered by %s", title,
                        (unsigned long long)memory->bytes, sim_call_words(memory->created).text);
            return;
        }
    }
}

static void unmap(sim_memory *memory)
{
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    bury(memory);
    if (mmap(memory->map, memory->map_bytes, PROT_NONE, flags, -1, 0) == MAP_FAILED) {
        mprotect(memory->map, memory->map_bytes, PROT_NONE);
    }
}

void sim_memory_destroy(sim_memory *memory)
{
    if (memory->kind != SIM_REGISTERED_MEMORY) {
        sim_memory_open();
        check_slack(memory);
        bury(memory);
        sim_memory_close();
        unmap(memory);
    }
    if (memory->twin) {
        unmap(memory->twin);
        free(memory->twin->around);
        memory->twin->around = NULL;
    }
    device_used -= memory->kind == SIM_DEVICE_MEMORY ? memory->bytes : 0;
    bury(memory);
    live--;
}

sim_memory *sim_memory_registered(uint64_t address, bool dead)
{
    for (size_t i = registered_count; i > 0; i--) {
        sim_memory *memory = registered[i - 1];
        if (memory->dead == dead && address >= memory->base && address - memory->base < memory->bytes) {
            return memory;
        }
    }
    return NULL;
}

sim_memory *sim_memory_find(uint64_t address)
{
    size_t low = 0, high = block_count;
    while (low < high) { /* the last block whose pages start at or before the address */
        size_t middle = low + (high - low) / 2;
        if ((uint64_t)(uintptr_t)blocks[middle]->map <= address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    if (low && address - (uint64_t)(uintptr_t)blocks[low - 1]->map < blocks[low - 1]->map_bytes + PAGE) {
        return blocks[low - 1];
    }
    return sim_memory_registered(address, false);
}

static uint64_t distance(const sim_memory *memory, uint64_t address)
{
    return address < memory->base ? memory->base - address
           : address - memory->base < memory->bytes ? 0 : address - memory->base - memory->bytes;
}

const sim_memory *sim_memory_near(uint64_t address, uint64_t most)
{
    const sim_memory *best = NULL;
    for (size_t i = 0; i < alive_count + registered_count; i++) {
        const sim_memory *memory = i < alive_count ? alive[i] : registered[i - alive_count];
        if (!memory->dead && !only_for_device(memory->kind) && distance(memory, address) <= most) {
            best = memory;
            most = distance(memory, address);
        }
    }
    return best;
}

void sim_memory_span(uint64_t *first, uint64_t *last)
{
    *first = (uint64_t)(uintptr_t)arena;
    *last = *first + arena_used + PAGE;
}

sim_memory *sim_memory_overlapping(uint64_t address, uint64_t bytes)
{
    for (size_t i = 0; i < alive_count; i++) {
        const uint64_t first = (uint64_t)(uintptr_t)alive[i]->map;
        if (address < first + alive[i]->map_bytes && first < address + bytes) {
            return alive[i];
        }
    }
    for (size_t i = 0; i < registered_count; i++) {
        if (!registered[i]->dead && address < registered[i]->base + registered[i]->bytes &&
            registered[i]->base < address + bytes) {
            return registered[i];
        }
    }
    return NULL;
}

sim_memory *sim_memory_range(uint64_t address, uint64_t bytes, const char *what)
{
    sim_memory *memory = sim_memory_find(address);
    if (!memory) {
        memory = sim_memory_registered(address, true);
        if (memory) {
            sim_problem("use after free", "%s: 0x%llx was registered by %s and unregistered by %s", what,
                        (unsigned long long)address, sim_call_words(memory->created).text,
                        sim_call_words(memory->destroyed).text);
            return NULL;
        }
        sim_problem("out of bounds", "%s: 0x%llx is not memory that the driver gave out", what,
                    (unsigned long long)address);
        return NULL;
    }
    if (memory->dead) {
        sim_problem("use after free", "%s: 0x%llx was allocated by %s and freed by %s",
                    what,
                    (unsigned long long)address, sim_call_words(memory->created).text,
                    sim_call_words(memory->destroyed).text);
        return NULL;
    }
    if (address < memory->base || address - memory->base > memory->bytes ||
        bytes > memory->bytes - (address - memory->base)) {
        sim_problem("out of bounds", "%s: %llu bytes at 0x%llx are not inside the %llu bytes at 0x%llx", what,
                    (unsigned long long)bytes, (unsigned long long)address, (unsigned long long)memory->bytes,
                    (unsigned long long)memory->base);
        return NULL;
    }
    return memory;
}

sim_memory *sim_memory_device_range(uint64_t address, uint64_t bytes, const char *what)
{
    sim_memory *memory = sim_memory_range(address, bytes, what);
    if (memory && memory->kind != SIM_MAPPED_MEMORY && memory->twin) {
        sim_problem("wrong address", "%s: 0x%llx is the host's address of pinned memory, the device's is 0x%llx", what,
                    (unsigned long long)address, (unsigned long long)sim_memory_device_address(address));
        return NULL;
    }
    return memory;
}

static uint64_t address_in_twin(uint64_t address, bool mapped)
{
    const sim_memory *memory = sim_memory_find(address);
    return memory && memory->twin && (memory->kind == SIM_MAPPED_MEMORY) == mapped
               ? address - memory->base + memory->twin->base
               : address;
}

uint64_t sim_memory_device_address(uint64_t address)
{
    return address_in_twin(address, false);
}

uint64_t sim_memory_host_address(uint64_t address)
{
    return address_in_twin(address, true);
}

static void protect_all(int how)
{
    for (size_t i = 0; i < alive_count; i++) {
        if (only_for_device(alive[i]->kind)) {
            mprotect(alive[i]->map, alive[i]->map_bytes, how);
        }
    }
}

void sim_memory_open(void)
{
    if (open_depth++ == 0) {
        protect_all(PROT_READ | PROT_WRITE);
    }
}

void sim_memory_close(void)
{
    if (--open_depth == 0) {
        protect_all(PROT_NONE);
    }
}

unsigned sim_memory_shut(void)
{
    unsigned depth = open_depth;
    if (depth) {
        open_depth = 0;
        protect_all(PROT_NONE);
    }
    return depth;
}

void sim_memory_reopen(unsigned depth)
{
    if (depth) {
        protect_all(PROT_READ | PROT_WRITE);
        open_depth = depth;
    }
}

void sim_memory_admit(bool (*names)(const sim_memory *memory, const void *user), const void *user)
{
    open_depth = 1;
    for (size_t i = 0; i < alive_count; i++) {
        if (only_for_device(alive[i]->kind) && names(alive[i], user)) {
            mprotect(alive[i]->map, alive[i]->map_bytes, PROT_READ | PROT_WRITE);
        }
    }
}

size_t sim_memory_used(void)
{
    return device_used;
}

unsigned long sim_memory_live(void)
{
    return live;
}

static void report(const sim_memory *memory)
{
    static const char *const names[] = {"device memory", "pinned memory", "registered host memory"};
    if (!memory->dead && memory->kind != SIM_MAPPED_MEMORY) {
        sim_problem("leak", "%s: %llu bytes allocated by %s were never freed", names[memory->kind],
                    (unsigned long long)memory->bytes, sim_call_words(memory->created).text);
    }
}

void sim_memory_report_leaks(void)
{
    for (size_t i = 0; i < block_count; i++) {
        report(blocks[i]);
    }
    for (size_t i = 0; i < registered_count; i++) {
        report(registered[i]);
    }
}
