/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What a plan with a mailbox needs before there is machine code: kernels that take and give lines, and that copy. */
#ifndef PLAN_MAILBOX_KERNELS_H
#define PLAN_MAILBOX_KERNELS_H

#include "base/arena.h"
#include "plan/plan.h"
#include "spec/model.h"

#define PLAN_MAIL_FILE "mailbox.cu"

/* Adds them to the plan's kernels where some graph has a mailbox. */
void mailbox_kernels(arena *a, const model *m, plan *p);

#endif
