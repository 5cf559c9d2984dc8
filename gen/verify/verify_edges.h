/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage verify, second part: proves that every programmatic edge is allowed, from model, image and plan; shares no code
 * with pdl. The plan is one that verify_plan proved. */
#ifndef VERIFY_EDGES_H
#define VERIFY_EDGES_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/image.h"
#include "plan/plan.h"

/* False, with an error for each edge that could not be proven. */
bool verify_edges(arena *a, diag *d, const model *m, const image *i, const plan *p);

#endif
