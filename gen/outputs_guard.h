/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a run may not do to files that lie where it writes: it replaces only what vggen wrote for the same program. */
#ifndef OUTPUTS_GUARD_H
#define OUTPUTS_GUARD_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "spec/model.h"

typedef struct {
    const model *m;
    const char *folder;
    const char *const *names; /* of files in it */
    size_t count;
} outputs_guarded;

/* An error for each file that would be overwritten and is not the program's own: whoever wrote it, whatever it is.
 * Empty files have nothing to lose. */
void outputs_guard(arena *a, diag *d, const outputs_guarded *written);

/* A warning that names the files, of those that this run does not write, which an earlier run wrote for the program and
 * which do not have this run's stamp: they do not fit the others any more. */
void outputs_name_stale(arena *a, diag *d, const outputs_guarded *others, const char *stamp);

#endif
