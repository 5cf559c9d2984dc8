/* SPDX-License-Identifier: MIT */
/* What the files of check_flow share: the bytes of each buffer that are certainly written at one place of a graph. */
#ifndef CHECK_FLOW_H
#define CHECK_FLOW_H

#include "check/check_parts.h"

/* What steps with one switch have written of a buffer, on top of what is certain. */
typedef struct switched_bytes switched_bytes;
struct switched_bytes {
    uint32_t index;      /* of the switch */
    byte_set written[2]; /* while it is on; while it is off */
    switched_bytes *next;
};

/* What decides whether the bytes that a step reads have been written. */
typedef enum { CAUSE_NONE, CAUSE_SWITCH, CAUSE_GRID, CAUSE_BODY } flow_cause;

/* Bytes that are read before they were certainly written. Each buffer is reported once. */
typedef struct {
    byte_use use;
    const model_step *step;
    byte_range gap;
    flow_cause cause;
    bool later; /* a step further down in a loop around this one writes them: for the next pass */
} early_read;

typedef struct {
    byte_set certain;
    byte_set maybe;           /* in bodies that may not run, before this place */
    switched_bytes *switched; /* each includes what is certain */
    bool touched;             /* some step of some graph may write it */
    early_read *early;        /* the first, or NULL */
} buffer_flow;

/* Bytes that a body made certain: until it ends. */
typedef struct {
    byte_set *set;
    uint32_t buffer;
    uint64_t first, last;
    bool idle;  /* by a step that may find nothing to do */
    bool later; /* in a pass that is not the first */
} body_bytes;

typedef struct {
    checker *c;
    buffer_flow *flows;
    body_bytes *added; /* by the bodies that are open */
    size_t added_count, added_capacity;
    size_t open;  /* bodies that may not run, around this place */
    size_t looks; /* at steps further down */
} flow;

/* ---- check_flow_bytes.c ---- */

/* Buffers that begin with nothing in them; all others always hold something. */
bool flow_starts_empty(model_role role);
/* Whether the step may read bytes that are not written; *gap: which. */
bool flow_reads_gap(const buffer_flow *f, const model_step *step, const byte_use *u, byte_range *gap);
flow_cause flow_find_cause(const buffer_flow *f, const byte_range *gap);
void flow_write(flow *f, const model_step *step, const byte_use *u);
/* Undefined after a step that may run, except where its switch says that it does not. */
void flow_forget(flow *f, const model_step *step, const byte_use *u);

/* A body that may not run: what it writes is certain in it only. */
size_t flow_open_body(flow *f);
void flow_close_body(flow *f, size_t mark);
/* The first pass of the body has certainly run, but what its idle steps write is still uncertain. */
void flow_close_first_pass(flow *f, size_t mark);
/* Takes what a body has made certain, or only its first pass, for another body that runs in its stead. */
body_bytes *flow_take_body(flow *f, size_t mark, bool first_pass, size_t *count);
/* Makes what was taken certain in the body at hand. */
void flow_give_body(flow *f, const body_bytes *taken, size_t count);
/* Closes the other one: what both have written is certain. */
void flow_close_both(flow *f, size_t mark, const body_bytes *taken, size_t count);

/* ---- check_flow_report.c ---- */

/* Reports one error a buffer: the place where it is read too early, or else that nothing writes it. */
void flow_report(checker *c, const buffer_flow *f, const model_buffer *b);

#endif
