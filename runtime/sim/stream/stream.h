/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* stream.h - work that waits in streams, and running a snapshot node by node. */
#ifndef SIM_STREAM_H
#define SIM_STREAM_H

#include "graph/graph.h"

#pragma GCC visibility push(hidden)

/* ---- stream.c: queued work ---- */

typedef enum {
    SIM_WORK_GRAPH,
    SIM_WORK_LAUNCH,
    SIM_WORK_COPY,
    SIM_WORK_FILL,
    SIM_WORK_WORD, /* fill.value goes to fill.to */
    SIM_WORK_RECORD,
    SIM_WORK_WAIT,
    SIM_WORK_HOST,
    SIM_WORK_ALLOCATE, /* only where it is captured, as the next one */
    SIM_WORK_FREE
} sim_work_kind;

typedef struct sim_work {
    struct sim_work *next;
    sim_work_kind kind;
    uint64_t sequence;
    sim_exec *exec;
    sim_launch launch;
    sim_copy copy;
    CUDA_MEMCPY3D copy_parameters; /* by which the copy was asked for */
    sim_fill fill;
    sim_object *event;
    uint64_t version;         /* of the event */
    sim_object *source;       /* wait: the stream that records it, … */
    uint64_t source_sequence; /* … and the record's place there */
    CUDA_HOST_NODE_PARAMS host;
    struct sim_progress *progress; /* of a graph that has begun */
    struct sim_watch *watch;       /* of a graph */
    uint64_t until;                /* of a delayed launch: it ends no earlier, by the monotonic clock */
} sim_work;

sim_work *sim_work_new(sim_work_kind kind);
/* Takes the work over, also on failure. Runs it at once without VGSIM_LAZY. */
CUresult sim_stream_push(CUstream stream, sim_work *work);
CUresult sim_stream_drain(CUstream stream);
CUresult sim_drain_all(void);
void sim_drain_exec(const sim_exec *exec); /* the launches of it that wait */
CUresult sim_drain_legacy(void);           /* what a synchronous call on the null stream waits for */
bool sim_stream_known(CUstream stream);
bool sim_stream_idle(CUstream stream); /* nothing waits in it */
bool sim_stream_any_hangs(void);       /* some has work that never ends */

/* ---- capture.c: streams whose work becomes nodes ---- */

bool sim_stream_captured(CUstream stream);
/* A call that was to put work into the stream has failed with the code: a capture does not outlive that. 0: nothing. */
void sim_stream_failed(CUstream stream, CUresult code);
/* `into`: a graph of the application's, and the nodes that the first one comes behind; NULL: a new graph. */
CUresult sim_capture_begin(CUstream stream, CUstreamCaptureMode mode, const sim_place *into);
CUresult sim_capture_end(CUstream stream, CUgraph *out);
/* The call that ends it has failed. The capture is over, and there is no graph. */
void sim_capture_give_up(CUstream stream);

typedef struct {
    CUstreamCaptureStatus status;
    uint64_t id;
    CUgraph graph;
    const CUgraphNode *after;
    size_t count;
} sim_capture_view;

CUresult sim_capture_look(CUstream stream, sim_capture_view *view);
/* The next node comes behind these, or behind these as well. */
CUresult sim_capture_update(CUstream stream, const CUgraphNode *nodes, size_t count, bool replace);

/* ---- delay.c: launches that take longer by plan ---- */

void sim_delay_tell(void); /* at the end: the plan has not come */

/* ---- run.c: execution of a snapshot ---- */

/* One node after the other, for graphs on several streams to take turns. */
typedef struct sim_progress sim_progress;
sim_progress *sim_exec_begin(sim_exec *exec);
size_t sim_exec_left(const sim_progress *progress); /* nodes that have not run */
CUresult sim_exec_step(sim_progress *progress);
void sim_exec_end(sim_progress *progress); /* done or not */
CUresult sim_exec_run(sim_exec *exec);
void sim_call_host(const CUDA_HOST_NODE_PARAMS *host);

/* Runs a kernel node once, without checking what it touches. */
CUresult sim_run_plain(sim_exec *exec, size_t node, bool *waited);

#pragma GCC visibility pop

#endif
