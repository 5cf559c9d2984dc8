/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files share that write the copying form: calls, calls that are not waited for, batches. */
#ifndef CALL_PARTS_H
#define CALL_PARTS_H

#include "emit/parts.h"

/* "fir_take_in_main" */
const char *emit_call_helper(const emit *e, const char *what, size_t graph);
/* "fir_in" or "fir_main_in" */
const char *emit_call_struct(const emit *e, size_t graph, const char *which);
/* Bytes of this buffer cross in the graph; of any buffer. */
bool emit_call_moves(const emit *e, size_t graph, uint32_t buffer, plan_direction direction);
bool emit_call_moves_any(const emit *e, size_t graph, plan_direction direction);

/* A call looks whether kept outputs answer it: the variables and the statements of that, and the condition for which
 * they do. With `keep: 1` the bytes that went in last lie in pinned memory, so looking also takes what goes in. */
const char *emit_call_variables(const emit *e, size_t graph);
void emit_call_look(FILE *file, const emit *e, size_t graph, const char *own);
const char *emit_call_is_kept(const emit *e, size_t graph, const char *own);
/* Statements that answer it so, with the kept call `which` where there may be several; and those before a launch. */
void emit_call_give_kept(FILE *file, const emit *e, size_t graph, const char *indent, const char *own,
                         const char *which, const char *to);
void emit_call_miss(FILE *file, const emit *e, size_t graph, const char *own);

/* ---- emit_keep_many.c: `keep: N`, N > 1 ---- */

bool emit_keeps_many(const emit *e, size_t graph);
/* Functions that find a kept call of the graph, give what it gave, and remember one. */
void emit_keep_many(FILE *file, const emit *e, size_t graph);

/* ---- emit_started.c ---- */

/* NAME_call_start, _poll and _finish, and what they need. */
void emit_started(FILE *file, const emit *e, size_t graph);

/* ---- emit_batch.c ---- */

/* NAME_call_batch, and what it needs. */
void emit_batch(FILE *file, const emit *e, size_t graph);

#endif
