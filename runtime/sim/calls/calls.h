/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* calls.h - what driver calls share. */
#ifndef SIM_CALLS_H
#define SIM_CALLS_H

#include "memory/memory.h"

#pragma GCC visibility push(hidden)

/* A call that frees memory: the start of a live block of the kind. */
CUresult sim_memory_release(uint64_t address, sim_memory_kind kind);

/* Whether some version of the driver has it: "cuMemAlloc", "cuMemAlloc_v2". */
bool sim_is_function(const char *name);

#pragma GCC visibility pop

#endif
