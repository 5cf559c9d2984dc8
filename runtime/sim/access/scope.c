/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The run that is looked at, and which kernels can be. */
#define _GNU_SOURCE
#include "access/parts.h"

static bool active;
static sim_access_scope run;
static uintptr_t *libraries; /* that were compiled with hooks: where each is loaded */
static size_t library_count, library_capacity;

void vgsim_register_hooked(void *(*here)(void))
{
    libraries = (uintptr_t *)sim_grow(libraries, library_count, &library_capacity, sizeof *libraries);
    libraries[library_count++] = access_source_base((uintptr_t)here);
}

static bool is_compiled_for_it(uintptr_t base)
{
    for (size_t i = 0; i < library_count; i++) {
        if (libraries[i] == base) {
            return true;
        }
    }
    return false;
}

bool sim_access_active(void)
{
    return active;
}

bool access_scope_open(const sim_access_scope *scope)
{
    active = sim_get_settings()->accesses != SIM_ACCESSES_OFF &&
             is_compiled_for_it(access_source_base((uintptr_t)scope->thunk));
    run = *scope;
    return active;
}

void access_scope_close(void)
{
    active = false;
}

const sim_access_scope *access_scope(void)
{
    return &run;
}

bool access_in_shared(uint64_t address, uint64_t *offset)
{
    *offset = address - (uint64_t)(uintptr_t)run.shared;
    return run.shared && *offset < run.shared_bytes;
}
