/* SPDX-License-Identifier: MIT */
/* Stage traffic: which buffers cross the bus in which graph, and which of them together. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "base/arena.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Starts the plan: separate and runs. */
plan *traffic_plan(arena *a, const model *m, bool separate);

#endif
