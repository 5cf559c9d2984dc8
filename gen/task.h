/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the command line asks for, beside the stages. */
#ifndef TASK_H
#define TASK_H

#include "emit/emit_context.h"
#include "options.h"

/* Does a task that reads no spec. False: the command line asks for one that does. */
bool task_alone(arena *a, diag *d, const options *o);

/* Lists, for a model that has no plan yet, what would be written. False: another task is asked for. */
bool task_list(arena *a, diag *d, const model *m, const options *o);

/* Whether the task overwrites only what it may; false after errors. */
bool task_may_write(arena *a, diag *d, const model *m, const options *o);

typedef struct task task;

/* Begins what is asked for, of one spec or several. NULL after errors. */
task *task_begin(arena *a, diag *d, const options *o);

/* Writes or prints what is asked for of a finished plan. */
void task_deliver(task *t, diag *d, const emit_input *in, const options *o);

/* After the last spec. */
void task_end(task *t);

#endif
