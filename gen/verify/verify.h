/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage verify: proves a finished plan from model and plan alone; shares no code with order and place. */
#ifndef VERIFY_H
#define VERIFY_H

#include <stdbool.h>

#include "base/arena.h"
#include "plan/plan.h"

/* False, with an error for each thing that could not be proven, when the plan must not be emitted. */
bool verify_plan(arena *a, diag *d, const model *m, const plan *p);

#endif
