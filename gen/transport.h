/* SPDX-License-Identifier: MIT */
/* Stage transport: how each input, output and setting crosses the bus. */
#ifndef TRANSPORT_H
#define TRANSPORT_H

#include "arena.h"
#include "model.h"
#include "plan.h"

/* Starts the plan: separate and runs. */
plan *transport_choose(arena *a, const model *m, bool separate);

#endif
