/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* The finished plan for people, which --print-plan prints. Decides nothing, raises no diagnostic. */
#ifndef PRINT_PLAN_H
#define PRINT_PLAN_H

#include <stdio.h>

#include "emit/emit_context.h"
#include "plan/times.h"

/* Prints memory, buffers, then each graph with its longest path, its nodes, what they wait for and the bytes that they
 * touch. t: NULL, or the times of nodes for the path that takes longest. */
void print_plan(FILE *file, const emit *e, const times_table *t);

#endif
