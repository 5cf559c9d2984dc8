/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* What the files that make random programs share. */
#ifndef RANDOM_MAKE_PARTS_H
#define RANDOM_MAKE_PARTS_H

#include "program.h"

/* Some of random_kernels. */
enum { KERNEL_MAP = 1, PLAIN_KERNELS = 8, KERNEL_FLAG = PLAIN_KERNELS, KERNEL_TICK, KERNEL_STOP };

/* Bytes that may be read: certainly, and by steps with a switch turned one way. Those include what is certain. */
enum { CERTAIN, SETS = 1 + 2 * MOST_SWITCHES };

typedef struct {
    random_program *p;
    dice d, io; /* the second one for how bytes cross */
    bool written[SETS][MOST_BUFFERS][MOST_BYTES];
    bool touched[MOST_BUFFERS]; /* some step may write some of it */
    bool spoiled[MOST_BUFFERS][MOST_BYTES]; /* some step of the graph takes it as 'work' */
    unsigned recent[4];         /* buffers that the last steps wrote, … */
    unsigned recent_count;      /* … of so many in this graph */
    bool controls;              /* the program has control flow */
    int inside;                 /* of the next step */
    unsigned body, depth;
    bool looped;                         /* in something that may run again: … */
    bool kept[MOST_BUFFERS][MOST_BYTES]; /* … what is defined there at first has to stay so */
    bool swapped[MOST_BUFFERS];          /* likewise, all of it: a swap of a loop at hand names it */
} maker;

/* ---- make_buffers.c ---- */

void make_buffers(maker *m);

/* ---- make_steps.c ---- */

bool random_writes(char access);
bool random_meets(const random_use *a, const random_use *b);
bool maker_in_setup(const maker *m, const random_graph *g);
bool maker_may_write(const maker *m, const random_graph *g, buffer_role role);
bool maker_may_read(const maker *m, const random_graph *g, const random_step *s, const random_use *u);
/* Whether a step may have these bytes too. */
bool maker_allows(const maker *m, const random_graph *g, const random_step *s, const random_use *u);
/* Finds bytes that the access allows; false after some tries. */
bool maker_choose_bytes(maker *m, const random_graph *g, const random_step *s, char claims, unsigned element,
                        random_use *u);
/* A step counts only once it is ended. */
random_step *maker_begin_step(maker *m, random_graph *g, step_kind kind);
void maker_end_step(maker *m, random_graph *g, random_step *s);
bool make_launch_of(maker *m, random_graph *g, unsigned kernel);
void make_fill(maker *m, random_graph *g);
void make_copy(maker *m, random_graph *g);
void make_fan(maker *m, random_graph *g);
void make_chain(maker *m, random_graph *g);
/* Writes all of a buffer. */
void make_whole(maker *m, random_graph *g, unsigned b);

/* ---- make_control.c ---- */

/* A step that holds others. */
void make_control(maker *m, random_graph *g);

/* ---- make_io.c ---- */

/* Programs without are those of old: everything crosses by copies. */
bool maker_mixes(const maker *m);
/* Some buffers are left to launches alone … */
void make_lone(maker *m);
/* … of which those that the graph is to write get theirs. */
void make_lone_launches(maker *m, unsigned graph);
/* How all bytes cross. */
void make_io(maker *m);

/* ---- make_program.c ---- */

/* Until the graph has so many, or nothing more is found. */
void make_steps(maker *m, random_graph *g, unsigned count);

#endif
