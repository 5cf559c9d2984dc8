/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage place: liveness over the partial order → offsets. */
#ifndef PLACE_H
#define PLACE_H

#include <stdbool.h>

#include "base/arena.h"
#include "plan/plan.h"

void place_buffers(arena *a, diag *d, const model *m, plan *p);

/* Its bytes are its own for the program's whole life, not only from its first to its last use in a graph. */
bool place_is_kept(const model *m, const model_buffer *b);

#endif
