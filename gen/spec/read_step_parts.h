/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files that read steps share: the step being read, and which keys belong to which kind of step. */
#ifndef READ_STEP_PARTS_H
#define READ_STEP_PARTS_H

#include "spec/read_parts.h"

typedef struct {
    model_step *step;
    const tree *kind_key;   /* `launch:`, `while:` …: the first of them */
    const tree *switch_key; /* `when:` or `unless:`, or NULL */
    size_t nested_errors;   /* mistakes in the steps of its bodies: the step itself is read to its end anyway */
    bool has_else;
    model_block then, otherwise;    /* `do:` and `else:`; `cases:` are in the step */
} step_context;

/* False, with an error, when the step already is of a kind. */
bool read_step_kind(reader *r, const tree *key, const tree *value, step_context *c, model_step_kind kind);

/* Checks that each key goes with the step's kind and that none is missing, once all were read without an error. */
void read_check_step(reader *r, const tree *item, const step_context *c);

/* The list of steps under a key, of a graph or of a body. NULL, with count 0, after an error in its form. */
model_step *read_step_list(reader *r, const tree *key, const tree *value, size_t *count);

/* The keys of a launch, fill, copy, capture or collective; object is the step_context. */
void read_launch(reader *r, const tree *key, const tree *value, void *object);
void read_fill(reader *r, const tree *key, const tree *value, void *object);
void read_copy(reader *r, const tree *key, const tree *value, void *object);
void read_collective(reader *r, const tree *key, const tree *value, void *object);
void read_capture(reader *r, const tree *key, const tree *value, void *object);
void read_workspace(reader *r, const tree *key, const tree *value, void *object);
void read_nodes(reader *r, const tree *key, const tree *value, void *object);
void read_step_name(reader *r, const tree *key, const tree *value, void *object);
void read_grid(reader *r, const tree *key, const tree *value, void *object);
void read_step_block(reader *r, const tree *key, const tree *value, void *object);
void read_step_shared(reader *r, const tree *key, const tree *value, void *object);
void read_step_access(reader *r, const tree *key, const tree *value, void *object);
void read_reads(reader *r, const tree *key, const tree *value, void *object);
void read_writes(reader *r, const tree *key, const tree *value, void *object);
void read_step_fuse(reader *r, const tree *key, const tree *value, void *object);
void read_when(reader *r, const tree *key, const tree *value, void *object);
void read_unless(reader *r, const tree *key, const tree *value, void *object);
void read_after(reader *r, const tree *key, const tree *value, void *object);

/* The keys of control flow. */
void read_while(reader *r, const tree *key, const tree *value, void *object);
void read_if(reader *r, const tree *key, const tree *value, void *object);
void read_switch(reader *r, const tree *key, const tree *value, void *object);
void read_repeat(reader *r, const tree *key, const tree *value, void *object);
void read_graph_call(reader *r, const tree *key, const tree *value, void *object);
void read_max(reader *r, const tree *key, const tree *value, void *object);
void read_first(reader *r, const tree *key, const tree *value, void *object);
void read_index(reader *r, const tree *key, const tree *value, void *object);
void read_swap(reader *r, const tree *key, const tree *value, void *object);
void read_idle(reader *r, const tree *key, const tree *value, void *object);

#endif
