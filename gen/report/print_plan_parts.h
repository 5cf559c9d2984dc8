/* SPDX-License-Identifier: MIT */
/* What the two forms of a printed plan share. */
#ifndef PRINT_PLAN_PARTS_H
#define PRINT_PLAN_PARTS_H

#include <stdint.h>

#include "report/print_plan.h"

/* "read", "write", "write_all", "read_write" or "work". */
const char *print_plan_access(unsigned access);
/* "copy", "kernel" or "direct". */
const char *print_plan_transport(model_transport transport);
/* A time in microseconds, with as many digits as are of use. */
void print_plan_time(FILE *out, double microseconds);
/* What is said of the edges between kernels that lead to a node; nothing where there are none. In JSON a member after
 * others. */
void print_plan_overlaps(FILE *out, const model *m, const plan_graph *g, const plan_node *n);
void print_plan_overlaps_json(FILE *out, const model *m, const plan_graph *g, const plan_node *n);
/* Of all arenas. */
uint64_t print_plan_device_bytes(const plan *p);

#endif
