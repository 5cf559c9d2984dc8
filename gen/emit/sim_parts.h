/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files that write NAME_sim.cpp share: from the lowest up, each knows only those above it. */
#ifndef SIM_PARTS_H
#define SIM_PARTS_H

#include "emit/parts.h"

/* ---- emit_sim_source.c ---- */

void emit_sim_units(FILE *file, const void *context);
/* What is in them beside sources that are included. */
void emit_sim_units_decided(FILE *file, const emit *e);

/* ---- emit_sim_transfer.c ---- */

/* The number of pinned memory, behind the device arenas, or of what a pool may hold of it, behind that. */
size_t emit_sim_pinned(const emit *e, uint32_t buffer);
void emit_sim_range(FILE *file, size_t space, const char *access, uint64_t first, uint64_t last, const char *buffer);
void emit_sim_binding(FILE *file, const char *end, size_t space, uint64_t offset);
/* Both write the lines of a transfer, and return how many there are. */
size_t emit_sim_transfer_ranges(FILE *file, const emit *e, const plan_run *run);
size_t emit_sim_transfer_bindings(FILE *file, const emit *e, const emit_node *n);

/* ---- emit_sim_node.c ---- */

/* Names of the arrays that the line of a node names, and their lengths. */
typedef struct {
    const char *bindings, *ranges, *bodies;
    size_t binding_count, range_count, body_count;
} emit_sim_lines;

/* Where a buffer lies for kernels. */
size_t emit_sim_space(const emit *e, uint32_t buffer);
/* The array of a node's bindings or ranges, where it has any, and how many. */
size_t emit_sim_array(FILE *file, const emit *e, const emit_node *n, bool ranges, const char *name);
/* Writes an array of vgsim_WHAT with these `size` bytes of initializers; nothing where count is 0. */
void emit_sim_write_array(FILE *file, const char *what, const char *name, const char *lines, size_t size, size_t count);
const char *emit_sim_access(unsigned access);
/* A launch of the generator's that takes lines of a mailbox, or sends them. */
bool emit_sim_is_mail(const emit *e, const plan_node *n);
void emit_sim_node_line(FILE *file, const emit *e, const emit_node *n, const emit_sim_lines *lines);

/* ---- emit_sim_parts.c: launches that run other kernels ---- */

/* The number of the mirror, behind all other spaces. */
size_t emit_sim_mirror(const emit *e);
/* The binding of a parameter that is an address; how many lines: 0 or 1. */
size_t emit_sim_argument(FILE *file, const emit *e, size_t parameter, const plan_argument *a);
/* The launch's parts, and it as a kernel; what its node names as its body. */
const char *emit_sim_launch(FILE *file, const emit *e, const plan_node *n, const char *name, bool resident);

/* ---- emit_sim_mailbox.c: nothing where there is none ---- */

/* The array of what a part of the resident launch may touch, or with NULL of what all of the list may. */
size_t emit_sim_mirror_array(FILE *file, const emit *e, const plan_fused_list *list, const plan_part *part,
                             const char *name);
void emit_sim_mailbox(FILE *file, const emit *e);
/* Its lines among the graphs, the spaces and, with how many there are, the buffers; NULL only counts. */
void emit_sim_mailbox_graph(FILE *file, const emit *e);
void emit_sim_mirror_space(FILE *file, const emit *e);
size_t emit_sim_mirror_buffers(FILE *file, const emit *e);

/* ---- emit_sim_fused.c ---- */

/* Lines of a fused launch; how many there are. The first are what transfers among its parts may touch. */
size_t emit_sim_fused_ranges(FILE *file, const emit *e, const plan_node *n);
size_t emit_sim_fused_bindings(FILE *file, const emit *e, const plan_node *n);
/* All that stands before the node's line; what that names as its body. */
const char *emit_sim_fused(FILE *file, const emit *e, const emit_graph *g, const emit_node *n);
void emit_sim_fused_stamp(emit_stamp *stamp, const emit *e, const emit_graph *g, const emit_node *n);

/* ---- emit_sim_stamp.c ---- */

/* What the lines of the nodes in NAME_sim.cpp are made from. */
void emit_sim_stamp_nodes(emit_stamp *stamp, const emit *e);

#endif
