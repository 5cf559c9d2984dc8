/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Stage fuse, its last part: the launch that replays graphs with a mailbox. */
#ifndef FUSE_MAILBOX_H
#define FUSE_MAILBOX_H

#include "base/arena.h"
#include "base/diag.h"
#include "image/image.h"
#include "plan/plan.h"
#include "spec/model.h"

/* Sets plan.mailbox, and adds the launch to the plan's kernels and to the image. An error where a step does not fit.
 * With --image=none machine code is taken on trust. */
void fuse_mailbox(arena *a, diag *d, const model *m, image *i, plan *p, const image_options *options);

#endif
