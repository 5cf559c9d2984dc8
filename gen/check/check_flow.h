/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
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

/* A step that left bytes undefined. */
typedef struct flow_loss flow_loss;
struct flow_loss {
    const model_step *step;
    span at;
    bool moved;    /* by a copy that a swap needs, from bytes that are undefined */
    byte_range of; /* the bytes */
    const flow_loss *before;
};

/* What decides whether the bytes that a step reads have been written. */
typedef enum { CAUSE_NONE, CAUSE_SWITCH, CAUSE_GRID, CAUSE_BODY } flow_cause;

/* Bytes that are read before they were certainly written. Each buffer is reported once. */
typedef struct {
    byte_use use;
    const model_step *step;
    byte_range gap;
    flow_cause cause;
    bool later;            /* a step further down in a loop around this one writes them: for the next pass */
    const flow_loss *loss; /* what left them undefined, or NULL */
} early_read;

typedef struct {
    byte_set certain;
    byte_set maybe;           /* in bodies that may not run, before this place */
    switched_bytes *switched; /* each includes what is certain */
    bool touched;             /* some step of some graph may write it */
    early_read *early;        /* the first, or NULL */
    const flow_loss *losses;  /* the last one first */
    bool reported;            /* that a graph leaves it undefined */
} buffer_flow;

/* What a body has made certain, or undefined: until it ends. */
typedef struct {
    byte_set *set;
    uint32_t of; /* an index into the flows */
    uint64_t first, last;
    bool removed;
    bool idle;  /* by a step that may find nothing to do */
    bool later; /* in a pass that is not the first */
} flow_change;

typedef struct {
    flow_change *items;
    size_t count, capacity;
} flow_changes;

/* An output is followed twice: what steps have written of it, and, at flow_end, what is not undefined. Where no step
 * writes it, it is zero. */
typedef struct {
    checker *c;
    buffer_flow *flows;
    flow_changes changes; /* by the bodies that are open */
    size_t open;          /* bodies that may not run, around this place */
    size_t looks;         /* at steps further down */
    bool silent;          /* a loop's body is followed to see what it leaves to its next pass */
} flow;

/* ---- check_flow_bytes.c ---- */

/* Buffers that begin with nothing in them; all others always hold something. */
bool flow_starts_empty(model_role role);
/* Whether steps can leave bytes of it without a value. */
bool flow_follows(model_role role);
/* Where the bytes stand that a download of this buffer would bring: an index into the flows. */
uint32_t flow_end(const checker *c, uint32_t buffer);
void flow_begin_graph(flow *f);
/* Whether the step may read bytes that are not written; *gap: which. */
bool flow_reads_gap(const buffer_flow *f, const model_step *step, const byte_use *u, byte_range *gap);
/* The first of these losses, which are the last ones first, that left the gap undefined; or NULL. */
const flow_loss *flow_find_loss(const flow_loss *losses, const byte_range *gap);
flow_cause flow_find_cause(const buffer_flow *f, const byte_range *gap);
/* `of`: an index into the flows. */
void flow_write_certain(flow *f, const model_step *step, uint32_t of, uint64_t first, uint64_t last);
void flow_write(flow *f, const model_step *step, const byte_use *u);
/* Undefined after a step that may run, except where its switch says that it does not. */
void flow_forget(flow *f, const model_step *step, const byte_use *u);
/* A copy that a swap needs: what is not written there is not written here either, which is no mistake yet. */
void flow_move(flow *f, const model_step *copy, const byte_use *from, const byte_use *to);

/* ---- check_flow_bodies.c ---- */

/* Notes a change of a set, if a body is open. */
void flow_note_change(flow *f, const flow_change *change);
/* A body that may not run: what it writes is certain in it only. */
size_t flow_open_body(flow *f);
/* Adds to *lost what is undefined now and was not before the body. */
void flow_find_lost(flow *f, size_t mark, flow_changes *lost);
/* All is as it was before the body; what it left undefined is added to *lost, which holds whether it runs or not once
 * flow_lose takes it. */
void flow_leave_body(flow *f, size_t mark, flow_changes *lost);
/* Returns whether anything is undefined now that was not, and adds that to *known, which may be NULL. */
bool flow_lose(flow *f, const flow_changes *lost, flow_changes *known);
void flow_close_body(flow *f, size_t mark);
/* What a body has made certain, or only its first pass, for another body that runs in its stead. */
flow_changes flow_take_body(flow *f, size_t mark, bool first_pass);
/* Likewise for after the body, where its first pass has certainly run: without what its idle steps write. */
flow_changes flow_take_certain(flow *f, size_t mark);
/* Makes what was taken certain in the body at hand. */
void flow_give_body(flow *f, const flow_changes *taken);
/* What both bodies of an if have written, while the second one is open. */
flow_changes flow_take_both(flow *f, const flow_changes *taken);

/* ---- check_flow_report.c ---- */

/* Unless its end was reported, one error a buffer: the place where it is read too early, or else that nothing writes
 * it. */
void flow_report(checker *c, const buffer_flow *f, const model_buffer *b);
/* Bytes of a buffer that outlives the graph, undefined at its end. */
void flow_report_end(checker *c, const buffer_flow *f, const model_buffer *b, const byte_range *gap);

#endif
