/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the application may not touch: device memory, what was freed, what lies beyond pinned memory, and NULL, which a
 * program that is not open gives in place of its buffers. Said in the handler of the signal by which the application
 * then ends. */
#define _GNU_SOURCE
#include "memory/memory.h"

#include <stdio.h>
#include <string.h>

/* No system puts anything below this address, and an index into a buffer of NULL is rarely larger. */
#define NEAR_NULL ((uint64_t)0x400000)
/* An index that is wrong by more than this many bytes is not taken for one of a program's buffers. */
#define NEAR_MEMORY ((uint64_t)1 << 30)
#define MOST_BUFFERS 4u

static void on_null(const void *address)
{
    char names[256] = "";
    for (size_t p = 0; p < sim_program_count(); p++) {
        const char *name = sim_program(p)->name;
        const size_t used = strlen(names);
        if (!sim_instance_openings(sim_program(p))) {
            snprintf(names + used, sizeof names - used, "%s\"%s\"", used ? ", " : "", name);
        }
    }
    if (names[0]) {
        sim_problem("null pointer",
                    "%s touches %p; program %s is not open, and the functions for its buffers answer NULL before open, "
                    "after an open that failed, and after close", sim_blamed(), address, names);
    } else {
        sim_problem("null pointer", "%s touches %p", sim_blamed(), address);
    }
}

/* "x[300], y[44]": what the address would be in each buffer of the space that begins before it. */
static void indices(const sim_memory *memory, uint64_t at, char *text, size_t size)
{
    const vgsim_program *program = memory->program;
    unsigned named = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < program->buffer_count; i++) {
        const vgsim_buffer *b = &program->buffers[i];
        const size_t used = strlen(text);
        if (b->space != memory->space || at < memory->space_base + b->offset) {
            continue;
        }
        if (named++ == MOST_BUFFERS) {
            snprintf(text + used, size - used, ", ...");
            return;
        }
        snprintf(text + used, size - used, "%s%s[%llu] of %llu", used ? ", or " : "", b->name,
                 (unsigned long long)((at - memory->space_base - b->offset) / b->element),
                 (unsigned long long)(b->bytes / b->element));
    }
}

static void outside(const sim_memory *memory, const void *address)
{
    const uint64_t at = (uint64_t)(uintptr_t)address;
    const bool before = at < memory->base;
    const unsigned long long away = before ? memory->base - at : at - memory->base - memory->bytes + 1;
    char text[512] = "";
    if (!memory->program) {
        sim_problem("out of bounds", "%s touches %p, outside the %llu bytes allocated by %s", sim_blamed(), address,
                    (unsigned long long)memory->bytes, sim_call_words(memory->created).text);
        return;
    }
    indices(memory, at, text, sizeof text);
    sim_problem("out of bounds", "%s touches %p, %llu byte%s %s the %s memory of \"%s\"%s%s", sim_blamed(),
                address, away, away == 1 ? "" : "s", before ? "before" : "past the end of",
                memory->kind == SIM_DEVICE_MEMORY ? "device" : "pinned", memory->program->name, text[0] ? ": " : "",
                text);
}

static void dead(const sim_memory *memory, const void *address)
{
    if (memory->program) {
        sim_problem("use after free", "%s touches %p, which was memory of program \"%s\" until it was closed",
                    sim_blamed(), address, memory->program->name);
    } else {
        sim_problem("use after free", "%s touches %p, which was allocated by %s and freed by %s", sim_blamed(), address,
                    sim_call_words(memory->created).text, sim_call_words(memory->destroyed).text);
    }
}

static void on_fault(const void *address)
{
    const uint64_t at = (uint64_t)(uintptr_t)address;
    const sim_memory *memory = at < NEAR_NULL ? NULL : sim_memory_find(at);
    if (at < NEAR_NULL) {
        on_null(address);
        return;
    }
    if (!memory) {
        memory = sim_memory_registered(at, true);
    }
    if (memory && memory->dead) {
        dead(memory, address);
    } else if (memory && at >= memory->base && at - memory->base < memory->bytes) {
        sim_problem("out of bounds", "%s touches %p, which is %s allocated by %s", sim_blamed(), address,
                    memory->kind == SIM_MAPPED_MEMORY ? "the device's address of pinned memory" : "device memory",
                    sim_call_words(memory->created).text);
    } else {
        memory = memory ? memory : sim_memory_near(at, NEAR_MEMORY);
        if (memory) {
            outside(memory, address);
        }
    }
}

__attribute__((constructor)) static void at_start(void)
{
    sim_trap_host(on_fault);
}
