/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* memory_fixture.h - an arena for each test. */
#ifndef MEMORY_FIXTURE_H
#define MEMORY_FIXTURE_H

#include "base/arena.h"
#include "unit/run_suite.h"

static arena *memory;

static inline void setup_memory(void)
{
    memory = arena_new();
}

static inline void free_memory(void)
{
    arena_free(memory);
}

#endif
