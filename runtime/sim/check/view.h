/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* view.h - what check.c knows of one space while a node is observed. */
#ifndef SIM_VIEW_H
#define SIM_VIEW_H

#include "check/check.h"

#pragma GCC visibility push(hidden)

#define VIEW_FILL 0xA5       /* junk of the first run */
#define VIEW_OTHER_FILL 0x5A /* … of the second */

/* One space during a node. */
typedef struct {
    const vgsim_space *space;
    unsigned index;
    unsigned char *live;
    unsigned char *saved;  /* before the node */
    unsigned char *result; /* after the first run */
    sim_piece *segments;
    size_t count;
} view;

/* A node under observation. */
typedef struct {
    const sim_exec *exec;
    const vgsim_node *node;
    const char *title;
    sim_bounds *bounds; /* of the views */
    sim_argument *arguments, *hidden;
    sim_access_scope access;
    view *views;
    size_t count;
    sim_atomics atomics;
    sim_sets sets;
    sim_early early;
    sim_kernel_run run;
    bool hung; /* in a repeated run */
} observation;

/* ---- view.c ---- */

void view_make_segments(view *v, const vgsim_node *node);
/* Each place has its own junk, so that junk which is moved there shows as well. */
void view_fill_foreign(const view *v, const sim_piece *s, unsigned char fill);
/* The first byte from `at` on where the two differ, or `last`. */
uint64_t view_next_difference(const unsigned char *a, const unsigned char *b, uint64_t at, uint64_t last);
/* The first byte from `at` on that is not as it was before the node, or not the junk that view_fill_foreign made of
 * VIEW_FILL; or the segment's last. */
uint64_t view_next_change(const view *v, const sim_piece *s, uint64_t at);

/* ---- observe.c ---- */

/* Where a later run left something else than the first. */
typedef struct {
    bool any;
    bool condition; /* not in bytes but in what it sets a condition to */
    const view *v;
    uint64_t byte, bytes;
} view_difference;

void view_make_all(observation *o); /* and keeps what is there */
void view_free_all(observation *o);
/* Before a run: what should not matter is filled. */
void view_prepare(const observation *o, unsigned char fill);
/* After the first run. */
void view_keep_results(const observation *o);
void view_check_untouched(const observation *o);
/* After a later run, that had this junk. Bytes of `out` ranges that no run wrote are reported when asked; they do not
 * count as differences. */
view_difference view_compare(const observation *o, unsigned char fill, bool report_unwritten);
/* What the node wrote stays, its work bytes become junk, all else is as before. */
void view_settle(const observation *o);
void view_report_byte(const observation *o, const view *v, const char *kind, const char *what, uint64_t byte,
                      uint64_t bytes);

/* ---- accesses.c ---- */

const vgsim_range *view_range_at(const vgsim_node *node, unsigned space, uint64_t byte);
/* The buffer of that name which has the byte. */
const vgsim_buffer *view_buffer_at(const observation *o, unsigned space, uint64_t byte, const char *name);
/* "byte 0 of y[3]" */
void view_name_byte(const observation *o, const view *v, uint64_t byte, char *text, size_t size);
/* From now on the first run's accesses are looked at, and what is wrong with one sets `found`. */
void view_look_at_accesses(observation *o, bool *found);

#pragma GCC visibility pop

#endif
