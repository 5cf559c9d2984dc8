/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Where the runtime's sources are. */
#ifndef RUNTIME_H
#define RUNTIME_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"

/* The folder of the runtime's sources: $VGGEN_RUNTIME, that of the installation which `program` (argv[0]) belongs to,
 * or the configured one. NULL after an error: none of them is there. */
const char *runtime_find(arena *a, diag *d, const char *program);

/* --runtime-dir: prints it. */
bool runtime_print(arena *a, diag *d, const char *program);

#endif
