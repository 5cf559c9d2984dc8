/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage verify, fused launches: that the plan with them does what the plan without them does, and that the text of each
 * does what its parts' kernels do. Shares no code with gen/fuse, nor with what reads PTX in gen/image. */
#ifndef VERIFY_FUSED_H
#define VERIFY_FUSED_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/diag.h"
#include "image/image.h"
#include "plan/plan.h"

/* False, with an error for each thing that could not be proven. True where nothing is fused. After verify_plan. */
bool verify_fused(arena *a, diag *d, const model *m, const image *i, const plan *p);

#endif
