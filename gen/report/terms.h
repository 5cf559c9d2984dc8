/* SPDX-License-Identifier: MIT */
/* The words by which everything that is read names what a plan has. */
#ifndef TERMS_H
#define TERMS_H

#include "base/arena.h"
#include "plan/plan.h"

/* "kernel", "copy", "fill", "transfer", "join", "conditional", "begin" or "end" */
const char *terms_kind(plan_node_kind kind);
/* "read", "write", "write_all", "read_write" or "work" */
const char *terms_access(unsigned access);
/* "main.upload" */
const char *terms_node(arena *a, const plan_graph *g, uint32_t node);
/* Microseconds with at most three digits after the point: "12.5" */
const char *terms_time(arena *a, double microseconds);

#endif
