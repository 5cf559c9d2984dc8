/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of a printed plan share. */
#ifndef PRINT_PLAN_PARTS_H
#define PRINT_PLAN_PARTS_H

#include <stdio.h>

#include "emit/emit_context.h"
#include "plan/times.h"

/* ---- print_plan_memory.c ---- */

void print_plan_memory(FILE *file, const emit *e);

/* ---- print_plan_tuned.c ---- */

/* The resident block, where there is one. */
void print_plan_mailbox(FILE *file, const emit *e);
void print_plan_tuned(FILE *file, const emit *e);

/* ---- print_plan_graphs.c ---- */

void print_plan_graphs(FILE *file, const emit *e, const times_table *t);

/* ---- print_plan_nodes.c ---- */

/* What a node does, in pieces that each begin with "; ". */
void print_plan_detail(FILE *file, const emit *e, const emit_node *described);
void print_plan_node(FILE *file, const emit *e, const plan_graph *g, const emit_node *described);

/* ---- print_plan_fused.c ---- */

/* Prints what a fused launch does. */
void print_plan_fused(FILE *file, const emit *e, const emit_node *fused);
/* Prints the reasons for which nodes of the graph are in no fused launch, unless there is only one in the program. */
void print_plan_unfused(FILE *file, const emit *e, const plan_graph *g);

/* ---- print_plan_overlaps.c ---- */

/* Prints which of the edges between kernels that lead to a node are programmatic, and why the others are not. */
void print_plan_overlaps(FILE *file, const emit *e, const plan_graph *g, const plan_node *n);

#endif
