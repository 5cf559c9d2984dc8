/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What follows from model and plan, and more than one output states. */
#ifndef EMIT_FACTS_H
#define EMIT_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "emit/emit_context.h"

/* ---- emit_facts.c: what follows from model and plan ---- */

/* Of all lanes and replays in flight, as the runtime lays them out in memory of the application. */
uint64_t emit_device_bytes(const emit *e);
uint64_t emit_pinned_bytes(const emit *e);
/* Of these, what a pool may hold. */
uint64_t emit_pool_device_bytes(const emit *e);
bool emit_is_pooled(const emit *e, uint32_t buffer);
bool emit_has_pinned(const plan *p);
/* Where the bytes of the runtime begin, at the end of pinned memory. */
uint64_t emit_pinned_end(const plan *p);
/* The macro of where the runtime's word lies in it. */
const char *emit_completion_name(const emit *e);
/* Nodes are given its address; a setting that no pointer is bound to has none. */
bool emit_has_place(const model_buffer *b);
/* The application writes it before, or reads it after, a replay: it has an accessor or a place in call's arguments. */
bool emit_goes_in(const model_buffer *b);
bool emit_comes_out(const model_buffer *b);
/* … or gives it at open. */
bool emit_is_accessible(const model_buffer *b);
/* Only some of its elements come back. */
bool emit_is_partial(const model_buffer *b);
/* "x", or "x_out" for what comes out of a buffer that is not an output. */
const char *emit_out_name(const emit *e, const model_buffer *b);
/* "FIR_X_UP" or "FIR_X_DOWN" is defined. */
bool emit_is_uploaded(const emit *e, uint32_t buffer);
bool emit_is_downloaded(const emit *e, uint32_t buffer);
/* Bytes that one replay of a graph moves for a run, at `first` of its first member. */
uint64_t emit_run_first(const plan_run *run);
uint64_t emit_run_bytes(const plan_run *run);
/* Of buffers, without what lies between them. */
uint64_t emit_run_carried(const emit *e, const plan_run *run);
bool emit_has_settings(const model *m);
/* Buffers in memory that the application binds. */
size_t emit_external_count(const model *m);
/* The place of one among them. */
size_t emit_external_number(const emit *e, const model_buffer *b);
bool emit_has_state(const model *m);
/* Buffers that cross on request, that way. */
bool emit_has_requests(const model *m, plan_direction direction);
bool emit_is_requested(const model_buffer *b, plan_direction direction);
/* A graph of the plan has runs of that direction with the buffer, or the buffer has no bytes and the graph is alone. */
bool emit_graph_moves(const emit *e, size_t graph, uint32_t buffer, plan_direction direction);
/* Open writes the first content of this buffer; settings go up with every replay. */
bool emit_has_content(const model_buffer *b);
/* Its first content stands in pinned memory as well; zero is there anyway. */
bool emit_starts_pinned(const emit *e, uint32_t buffer);
/* What NAME_image.c holds of a first content: all of it, or one element that repeats; NULL: nothing. */
const unsigned char *emit_embedded(const emit *e, uint32_t buffer, uint64_t *size);
/* The shortest of 1, 2, 4 or 8 bytes that repeat to an element's pattern, or 0. */
uint32_t emit_period(const model_buffer *b);

/* The argument is the value of a setting. */
bool emit_follows_setting(const emit *e, const plan_argument *argument);
/* … whether a switch is on, or off. */
bool emit_follows_switch(const plan_argument *argument);
/* The argument is the handle of a condition. */
bool emit_is_handle(const emit *e, const plan_argument *argument);

/* ---- emit_transport.c: how bytes cross ---- */

/* Where the buffer crosses that way, and why; "": there is nothing to say. */
plan_transport emit_transport(const emit *e, uint32_t buffer, plan_direction direction);
const char *emit_transport_reason(const emit *e, uint32_t buffer, plan_direction direction);
/* "copy", "kernel", "direct" */
const char *emit_transport_name(plan_transport transport);
/* The buffer's place is in pinned memory, where kernels reach it; … */
bool emit_is_direct(const emit *e, uint32_t buffer);
/* … it is in a device arena. */
bool emit_is_on_device(const emit *e, uint32_t buffer);
/* The way that a direct buffer goes: it goes only one. */
plan_direction emit_direct_direction(const emit *e, uint32_t buffer);
/* "x, y": what a launch reaches in pinned memory; NULL: nothing. */
const char *emit_direct_list(const emit *e, const plan_node *n);
/* Lines of a comment: the heading, and each reason for that transport with its buffers. Nothing where none has it. */
void emit_transport_reasons(FILE *file, const emit *e, plan_transport transport, const char *heading);
/* Likewise, of what crosses otherwise than by a copy node. */
void emit_transport_text(FILE *file, const emit *e);

/* ---- emit_completion.c ---- */

/* How a replay of the graph is seen to have ended: "the stream writes the word after it: …". */
const char *emit_completion_text(const emit *e, const plan_graph *g);
/* Writes this for all replayed graphs, as the last lines of a comment. */
void emit_completions(FILE *file, const emit *e);

/* ---- for people ---- */

/* An expression as it stands in the spec. */
const char *emit_expr_text(const emit *e, const expr *x);

/* "x, y, z" */
const char *emit_member_list(const emit *e, const plan_run *run);
const char *emit_buffer_list(const emit *e, const uint32_t *buffers, size_t count);
/* Names of the nodes before and after, "-" where there are none. */
const char *emit_node_list(const emit *e, const plan_graph *g, const uint32_t *nodes, size_t count);

#endif
