/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stages check_spec and check_steps: two tables of named checks, of what must hold of the spec as it was read, and
 * of the flat lists of steps that expand makes of it. They resolve names, evaluate expressions and load `data:`
 * files into the model. All errors of one run are reported; a check whose prerequisites failed does not run. */
#ifndef GEN_CHECK_H /* CHECK_H is taken by <check.h> of the unit-test library */
#define GEN_CHECK_H

#include "base/arena.h"
#include "spec/model.h"

/* What one stage knows for the next: names, and which checks passed. */
typedef struct checker checker;

checker *check_spec(arena *a, diag *d, model *m);
/* After expand_model. */
void check_steps(checker *c);

/* How many checks the two tables have. */
size_t check_count(void);

/* Whether a kernel, a parameter or a buffer may have this name. */
bool check_is_name(arena *a, const char *name);

/* The rule for `program:`, for a name that stands in no spec: false after a file error. */
bool check_program_name(arena *a, diag *d, const char *name);

/* After check_steps, without errors: gives kernels with `tune:` the blocks that occupancy found for them. */
void check_give_blocks(checker *c, const model_given_block *blocks, size_t count);

#endif
