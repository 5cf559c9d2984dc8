/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage fuse: runs of nodes become one launch each, where machine code shows that they can and measured costs that it
 * pays. */
#ifndef FUSE_H
#define FUSE_H

#include "base/arena.h"
#include "base/diag.h"
#include "image/image.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Changes the plan and the image. What cannot be fused stays as it is, with the reason in plan_node.unfused; there is
 * no error. */
void fuse_choose(arena *a, const model *m, image *i, plan *p, const image_options *options);

#endif
