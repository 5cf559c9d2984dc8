/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* queue.h - streams and events as the device keeps them; for the files of this folder. */
#ifndef SIM_QUEUE_H
#define SIM_QUEUE_H

#include "stream/stream.h"

#include <time.h>

#pragma GCC visibility push(hidden)

typedef struct sim_stream {
    sim_object *object; /* NULL: the null stream */
    sim_work *head, **tail;
    bool non_blocking;
    bool asked; /* queried since the last push: the next query runs the work */
    bool draining;
    int priority;
    unsigned flags;
    uint64_t busy_until;         /* by planned delays */
    struct sim_capture *capture; /* NULL: its work runs … */
    CUgraphNode *after;          /* … else it becomes nodes, the next one behind these */
    size_t after_count;
} sim_stream;

typedef struct {
    sim_object *object;
    unsigned flags;
    uint64_t recorded, completed; /* versions */
    sim_object *stream;           /* of the last record; NULL: the null stream */
    uint64_t sequence;
    bool asked;
    struct timespec at;
    uint64_t capture;   /* of the last record; 0: none … */
    CUgraphNode *after; /* … else what the record comes after */
    size_t after_count;
} sim_event;

sim_stream *sim_stream_get(CUstream handle);
size_t sim_stream_count(void); /* without the null stream */
sim_stream *sim_stream_at(size_t index);
void sim_stream_enlist(sim_stream *stream);
/* After its work is done. */
void sim_stream_delist(sim_stream *stream);
CUresult sim_stream_query(CUstream handle);
uint64_t sim_stream_next_sequence(void);

/* ---- delay.c ---- */

/* When the work is queued: does the plan mean it? */
void sim_delay_plan(sim_stream *stream, sim_work *work);
bool sim_delay_any(void); /* has any work been delayed? */
bool sim_delay_is_over(const sim_work *work);
void sim_delay_sleep(const sim_work *work);
bool sim_delay_never_ends(const sim_work *work);
/* Is the launch, which stays on the device, never to end? */
bool sim_delay_meets(const sim_launch *launch);
/* Between these two a pass of such a launch runs; the second answers whether it has stopped for good, … */
void sim_delay_pass_begin(void);
bool sim_delay_pass_end(void);
/* … which it does where this kernel, or body of that graph's name, is not to end. */
bool sim_delay_stops(const char *name);

/* ---- stream.c, for events ---- */

/* Would whoever waits for the record sleep for a planned delay? */
bool sim_stream_wait_is_delayed(const sim_work *work);
/* Runs what the recording stream has queued up to the record. */
CUresult sim_stream_wait(const sim_work *work);

#pragma GCC visibility pop

#endif
