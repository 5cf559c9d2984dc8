/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of NAME.json share. */
#ifndef MANIFEST_PARTS_H
#define MANIFEST_PARTS_H

#include "base/json.h"
#include "emit/emit_facts.h"
#include "emit/emit_text.h"
#include "plan/times.h"

/* ---- manifest_values.c ---- */

/* Writes an offset; UINT64_MAX is written as null. */
void manifest_offset(json *j, const char *key, uint64_t bytes);

/* ---- manifest_files.c: spec, defines, modules, outputs ---- */

void manifest_mailbox(json *j, const emit *e);
void manifest_spec(json *j, const emit *e);
void manifest_compile(json *j, const emit *e);
void manifest_modules(json *j, const emit *e);
/* Lists the files written so far but the last, which is the manifest. */
void manifest_outputs(json *j, const emit *e);

/* ---- manifest_kernels.c: kernels, targets, launches ---- */

void manifest_kernels(json *j, const emit *e);

/* ---- manifest_tuned.c: blocks that the spec leaves open ---- */

void manifest_tuned(json *j, const emit *e);

/* ---- manifest_memories.c: memories, buffers, transfers ---- */

void manifest_memories(json *j, const emit *e);

/* ---- manifest_graphs.c: graphs, bodies ---- */

/* t: NULL, or times of nodes for critical paths. */
void manifest_graphs(json *j, const emit *e, const times_table *t);

/* ---- manifest_paths.c: longest_path, critical_path, and what `reuse: tight` added ---- */

/* first: the ordinal of the graph's first node. */
void manifest_paths(json *j, const emit *e, const plan_graph *g, size_t first, const times_table *t);

/* ---- manifest_nodes.c ---- */

/* first: the ordinal of the graph's first node. */
void manifest_nodes(json *j, const emit *e, const emit_graph *g, size_t first);

/* ---- manifest_edges.c: edges and why they are there ---- */

/* first: the ordinal of the graph's first node. */
void manifest_edges(json *j, const emit *e, const plan_graph *g, size_t first);

#endif
