/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Fused launches of random programs. */
#ifndef RANDOM_FUSED_H
#define RANDOM_FUSED_H

#include "../../gen/base/arena.h"
#include "../../gen/base/diag.h"
#include "../../gen/spec/model.h"
#include "../../gen/plan/plan.h"
#include "vgsim.h"

/* The machine code of everything that random programs launch, from a file; NULL: it is not there. */
const char *fused_read_code(const char *path);
/* Stage fuse on a finished plan, by that machine code, and its proof; false, with messages, where that fails. Nothing is
 * assembled. */
bool fused_choose(arena *a, diag *d, const model *m, plan *p, const char *code);
/* Some launch is fused. */
bool fused_any(const plan *p);
/* Tells the CPU device what each fused launch does. Once in a process. */
void fused_register(const model *m, const plan *p);
/* Breaks the order of parts: each launch of one block does its parts in the opposite order. */
void fused_reverse(plan *p);

#endif
