/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What every report calls the things of a plan. */
#ifndef TERMS_H
#define TERMS_H

#include "emit/emit_context.h"
#include "plan/plan.h"

/* "kernel", "copy", "fill", "transfer", "join", "conditional", "begin" or "end" */
const char *terms_kind(plan_node_kind kind);
/* "read", "write", "write_all", "read_write" or "work" */
const char *terms_access(unsigned access);
/* "main.upload" */
const char *terms_node(arena *a, const plan_graph *g, uint32_t node);
/* When a node runs that does not in every replay: "when trace", "unless smooth", "on request", "if changed", "unless
 * its grid is empty"; NULL: always. */
const char *terms_when(const emit *e, const emit_node *n);
/* The graph or body that has the conditional node of a body. */
const plan_graph *terms_holder(const plan *p, const plan_graph *body);
/* Which body of its node it is: "do", "else", "case 0" */
const char *terms_body_word(arena *a, model_step_kind control, size_t body);
const char *terms_body(arena *a, const plan *p, const plan_graph *body);
/* "1 edge", "3 edges", "2 passes" */
const char *terms_count(arena *a, size_t count, const char *what);
/* Microseconds with at most three digits after the point: "12.5" */
const char *terms_time(arena *a, double microseconds);

/* "128", "32 x 4 x 1" */
const char *terms_block(arena *a, const uint32_t block[3]);
/* What the file of --tuned has for a kernel and is used, or NULL. */
const model_measured *terms_measured(const model *m, const model_kernel *k);

#endif
