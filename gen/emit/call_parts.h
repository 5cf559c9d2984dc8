/* SPDX-License-Identifier: MIT */
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

/* Statements that copy what goes in; those after which outputs that this graph writes are no longer kept, before
 * anything can fail; and those that answer a call with what is kept. */
void emit_call_take(FILE *file, const emit *e, size_t graph, const char *own);
void emit_call_drop_kept(FILE *file, const emit *e, size_t graph, const char *indent, const char *own);
void emit_call_give_kept(FILE *file, const emit *e, size_t graph, const char *indent, const char *own, const char *to);

/* ---- emit_started.c ---- */

/* NAME_call_start, _poll and _finish, and what they need. */
void emit_started(FILE *file, const emit *e, size_t graph);

/* ---- emit_batch.c ---- */

/* NAME_call_batch, and what it needs. */
void emit_batch(FILE *file, const emit *e, size_t graph);

#endif
