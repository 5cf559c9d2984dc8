/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage traffic: which buffers cross the bus in which graph, and which of them together. */
#ifndef TRAFFIC_H
#define TRAFFIC_H

#include "base/arena.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Fills in the plan's runs. */
void traffic_choose(arena *a, const model *m, plan *p);

#endif
