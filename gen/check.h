/* SPDX-License-Identifier: MIT */
/* Stage check: a table of named checks. Resolves names, evaluates expressions, loads `data:` files. Reports all errors
 * of one run; a check whose prerequisites failed does not run. */
#ifndef GEN_CHECK_H /* CHECK_H is taken by <check.h> of the unit-test library */
#define GEN_CHECK_H

#include "arena.h"
#include "model.h"

void check_model(arena *a, diag *d, model *m);

#endif
