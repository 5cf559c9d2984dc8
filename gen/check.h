/* SPDX-License-Identifier: MIT */
/* Stage check: a table of named checks. Resolves names, evaluates expressions, loads `data:` files. Reports all errors
 * of one run; a check whose prerequisites failed does not run. */
#ifndef CHECK_H
#define CHECK_H

#include "arena.h"
#include "model.h"

void check_model(arena *a, diag *d, model *m);

#endif
