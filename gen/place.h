/* SPDX-License-Identifier: MIT */
/* Stage place: liveness over the partial order → offsets. */
#ifndef PLACE_H
#define PLACE_H

#include "arena.h"
#include "plan.h"

void place_buffers(arena *a, diag *d, const model *m, plan *p);

#endif
