/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the proof of fused launches shares. */
#ifndef VERIFY_FUSED_PARTS_H
#define VERIFY_FUSED_PARTS_H

#include "image/image.h"
#include "verify/parts.h"

/* A graph or a body with fused launches in it, and what it was made from. */
typedef struct {
    const plan_graph *fused;
    const plan_graph *plain;
    const plan_plain *all; /* the plain graph and its bodies */
} fused_graph;

/* ---- verify_fused_nodes.c ---- */

/* The node that bears the name, or MODEL_NONE. */
typedef struct {
    const char **names; /* sorted */
    uint32_t *nodes;
    size_t count;
} fused_names;

fused_names fused_names_of(arena *a, const plan_graph *g);
uint32_t fused_names_find(const fused_names *n, const char *name);

/* A node that is left as it was: whether all that it does is what the other one does. */
bool fused_same_node(const plan_node *left, const plan_node *right);

/* ---- verify_fused_given.c ---- */

/* What a part's kernel is given is what its node gives it, and nothing about the node changes from replay to replay
 * but what the fused launch can follow. */
void fused_check_part(verifier *v, const plan_node *launch, const plan_node *node, const plan_part *part);

/* Whether a part has the blocks of its node, or does the same with any. */
bool fused_same_shape(const verifier *v, const plan_node *node, const plan_part *part);

/* ---- verify_fused_touched.c ---- */

/* The ranges of a fused launch are those of its parts. */
void fused_check_ranges(verifier *v, const fused_graph *g, const plan_node *launch);
/* Conditions that are words of a launch: all that set one are parts of it. */
void fused_check_conditions(verifier *v, const fused_graph *g, const plan_node *launch);

/* ---- verify_fused_order.c ---- */

/* Where a node of the plain graph is. */
typedef struct {
    uint32_t node;            /* of the fused graph, or MODEL_NONE: it is left out */
    const plan_fused_list *in; /* a part: the list that it stands in … */
    uint32_t position;        /* … and where */
} fused_place;

/* Everything that the plain graph orders is ordered in the fused one. A node that became several parts has its first
 * and its last one; else these are the same. fused: NULL for the parts of a list alone. */
void fused_check_order(verifier *v, const plan_graph *plain, const plan_graph *fused, const fused_place *first,
                       const fused_place *last);

/* ---- verify_fused_mailbox.c ---- */

/* The resident launch does with each graph what the graph does. */
void fused_check_mailbox(verifier *v);

/* ---- verify_fused_text.c ---- */

/* The text of each fused launch does what the plan says, with kernels of the same texts that the others are made of. */
void fused_check_texts(verifier *v, const image *i);

#endif
