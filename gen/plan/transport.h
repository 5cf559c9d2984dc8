/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage transport: how the bytes of each input, output, inout, state and setting cross the bus, and why. */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "base/arena.h"
#include "base/diag.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Fills in the plan's crossings. It is an error if `io:` asks for what is impossible. With a separate layout, auto
 * means copy. */
void transport_choose(arena *a, diag *d, const model *m, plan *p);

#endif
