/* SPDX-License-Identifier: MIT */
/* What the files of a printed plan share. */
#ifndef PRINT_PLAN_PARTS_H
#define PRINT_PLAN_PARTS_H

#include "report/print_plan.h"

/* What is said of the edges between kernels that lead to a node; nothing where there are none. */
void print_plan_overlaps(FILE *file, const model *m, const plan_graph *g, const plan_node *n);

#endif
