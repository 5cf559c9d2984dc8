/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* A random program through the generator's stages, in this process. */
#ifndef RANDOM_STAGES_H
#define RANDOM_STAGES_H

#include "../../gen/base/arena.h"
#include "../../gen/base/diag.h"
#include "../../gen/spec/model.h"
#include "../../gen/plan/plan.h"
#include "program.h"

/* The spec's model. NULL, with messages and the spec on stderr, when the generator refuses it. */
model *stages_read(arena *a, diag *d, const random_program *p);
/* Its plan, before stage traffic; NULL likewise. */
plan *stages_cross(arena *a, diag *d, const random_program *p, const model *m);
/* The plan before order and place. */
void stages_lower(arena *a, diag *d, const model *m, plan *p);
/* The rest of the generator's own way; false, with messages, if it fails. */
bool stages_finish(arena *a, diag *d, const model *m, plan *p);

#endif
