/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files of stage lower share. */
#ifndef LOWER_PARTS_H
#define LOWER_PARTS_H

#include "base/arena.h"
#include "base/diag.h"
#include "plan/plan.h"
#include "spec/model.h"

/* ---- names of nodes ---- */

typedef struct lower_names lower_names;

lower_names *lower_names_new(arena *a);

/* Keeps a name that the spec gives for the step that has it. */
void lower_names_reserve(lower_names *n, const char *name);

/* `base` itself the first time and base_2, base_3 … after that, skipping what is taken. `own`: the name is one that
 * the spec gives. */
const char *lower_names_take(lower_names *n, const char *base, bool own);

/* ---- nodes of the graph at hand ---- */

typedef struct {
    plan_node *items;
    size_t count, capacity;
} lower_list;

typedef struct {
    arena *memory;
    diag *d;
    const model *m;
    plan *p;
    const model_graph *from;
    uint32_t graph;         /* the plan's … */
    uint32_t body;          /* … and its body at hand, or MODEL_NONE */
    lower_names *names;     /* of nodes, those in bodies too */
    lower_names *body_names;
    bool launches;          /* its small fills and copies are launches */
    const plan_run *runs;   /* those of the graph */
    size_t run_count;
} lowering;

plan_node *lower_add(lowering *l, lower_list *list, plan_node_kind kind, uint32_t step, span at);

/* Appends a range to those that the node has room for; none without bytes. */
void lower_range(plan_node *node, uint32_t buffer, uint64_t first, uint64_t last, unsigned access);

void lower_uploads(lowering *l, lower_list *list);
void lower_downloads(lowering *l, lower_list *list);
void lower_step(lowering *l, lower_list *list, const model_step *step, uint32_t index);
void lower_clear(lowering *l, lower_list *list, uint32_t buffer);

bool lower_is_control(const model_step *step);
/* The step of the same list that follows a step and what it holds. */
uint32_t lower_after_step(const model_step *step, uint32_t index);
/* Makes the bodies of a conditional node, whose name is set. */
void lower_conditional(lowering *l, plan_node *node, const model_step *step, uint32_t index);

/* Gives each node, in the graph and in its bodies, the nodes of the steps that its step's `after:` names. A step
 * without nodes stands for those that it names itself; one in another body for the conditional node that holds it. */
void lower_after(arena *a, const model_graph *from, plan *p, uint32_t graph);

/* ---- fills ---- */

/* More nodes than this for one fill are refused. */
#define LOWER_MAX_FILLS 64u

typedef struct {
    uint32_t value, element;
    uint64_t pitch, count;
    uint64_t first;         /* byte in the buffer */
} lower_fill;

/* Bytes [first, last) of a buffer filled with a pattern of `size` bytes: one fill of the widest elements that fit, or,
 * where the pattern repeats only after more than 4 bytes, several that together write every byte. Returns how many;
 * beyond LOWER_MAX_FILLS none is set. */
size_t lower_fill_split(const unsigned char *pattern, uint32_t size, uint32_t alignment, uint64_t first, uint64_t last,
                        lower_fill parts[LOWER_MAX_FILLS]);

/* ---- fills and copies as launches ---- */

/* The kernel vg_copy, which is added to the plan the first time. at: what needs it. */
uint32_t lower_copy_kernel(lowering *l, span at);

model_param lower_param(const char *name, model_access access, scalar type, span at);

/* Whether a launch of vg_fill sets these bytes to the pattern of `size` bytes, over and over. */
bool lower_fills_by_launch(const lowering *l, const unsigned char *pattern, uint32_t size, uint64_t bytes);
/* Whether a launch of vg_copy copies them. */
bool lower_copies_by_launch(const lowering *l, uint64_t bytes);

/* Makes the node such a launch. */
void lower_launch_fill(lowering *l, plan_node *node, uint32_t buffer, uint64_t first, const unsigned char *pattern,
                       uint32_t size, uint64_t bytes);
/* Likewise; it has all that a node of kind PLAN_COPY has. */
void lower_launch_copy(lowering *l, plan_node *node);

/* The least number of bytes that divides the pattern's and after which it repeats. */
uint32_t lower_period(const unsigned char *pattern, uint32_t size);

/* ---- outputs that the steps do not surely write ---- */

/* For each buffer: whether it is an output of which some byte may be read, or downloaded by the graph's runs, before
 * a node of this graph surely wrote it. Nodes are in program order. */
bool *lower_outputs_to_clear(const lowering *l, const plan_node *nodes, size_t node_count);

#endif
