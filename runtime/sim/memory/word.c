/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Words that a stream or the end of a graph writes for the host, after all that was to happen before. */
#define _GNU_SOURCE
#include "memory/memory.h"

typedef struct {
    uint64_t address;
    unsigned long memory; /* the call that made the memory around it: addresses of registered memory come back */
    uint32_t value;       /* last written */
    bool end;             /* a kernel at the end of a graph may write it, too */
} word;

static word *words; /* by rising address */
static size_t word_count, word_capacity;

/* The index of the first word at or after the address. */
static size_t first_from(uint64_t address)
{
    size_t low = 0, high = word_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (words[middle].address < address) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

static word *word_at(uint64_t address, unsigned long memory)
{
    const size_t at = first_from(address);
    if (at == word_count || words[at].address != address) {
        words = (word *)sim_grow(words, word_count, &word_capacity, sizeof *words);
        for (size_t i = word_count++; i > at; i--) {
            words[i] = words[i - 1];
        }
        words[at].memory = 0;
    }
    if (words[at].memory != memory) {
        words[at] = (word){address, memory, *(const uint32_t *)(uintptr_t)sim_memory_host_address(address), false};
    }
    return &words[at];
}

void sim_word_expect(uint64_t address)
{
    const sim_memory *memory = sim_memory_find(address);
    if (memory && !memory->dead) {
        word_at(address, memory->created)->end = true;
    }
}

static bool was_left_alone(const word *w, uint32_t now)
{
    return now == w->value || !now || (w->end && now == SIM_END_VALUE);
}

/* The program may clear its word; nobody else may touch it. After an injected fault that no call has returned yet,
 * nothing is written. */
void sim_word_write(uint64_t address, uint32_t value)
{
    const sim_memory *memory = sim_memory_find(address);
    uint32_t *at = (uint32_t *)(uintptr_t)sim_memory_host_address(address); /* where the host looks at it */
    word *known;
    if (!memory || memory->dead || sim_async_waits()) {
        return;
    }
    sim_memory_open();
    known = word_at(address, memory->created);
    /* Without checks no graph is known to end by a kernel. */
    if (sim_get_settings()->check != SIM_CHECK_OFF && !was_left_alone(known, *at)) {
        sim_problem("write outside",
                    "the word at 0x%llx, which was %lu and now is to be %lu, was changed to %lu by something else",
                    (unsigned long long)address, (unsigned long)known->value, (unsigned long)value, (unsigned long)*at);
    }
    known->value = value;
    __atomic_store_n(at, value, __ATOMIC_RELEASE);
    sim_defined(address, sizeof value);
    sim_memory_close();
}

uint64_t sim_word_between(uint64_t first, uint64_t last)
{
    const size_t at = first_from(first);
    return at < word_count && words[at].address < last ? words[at].address : UINT64_MAX;
}
