/* SPDX-License-Identifier: MIT */
/* Stage check: a table of named checks. Resolves names, evaluates expressions, loads `data:` files. Reports all errors
 * of one run; a check whose prerequisites failed does not run. */
#ifndef GEN_CHECK_H /* CHECK_H is taken by <check.h> of the unit-test library */
#define GEN_CHECK_H

#include "base/arena.h"
#include "spec/model.h"

void check_model(arena *a, diag *d, model *m);

/* Whether a kernel, a parameter or a buffer may have this name. */
bool check_is_name(arena *a, const char *name);

/* The rule for `program:`, for a name that stands in no spec: false after a file error. */
bool check_program_name(arena *a, diag *d, const char *name);

#endif
