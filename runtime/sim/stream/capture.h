/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* capture.h - streams whose work becomes nodes of a graph; for the files of this folder. */
#ifndef SIM_CAPTURE_H
#define SIM_CAPTURE_H

#include "stream/queue.h"

#pragma GCC visibility push(hidden)

/* One capture: from the stream where it began it spreads to those that wait for its events. */
typedef struct sim_capture {
    sim_capture_state state; /* first */
    sim_object *object;
    CUgraph graph;
    sim_stream *origin;
    size_t before;          /* nodes that the graph had */
    sim_graph *given;       /* the application's own graph; NULL: made for it */
} sim_capture;

/* The work becomes a node; what the node needs is taken out of it. */
CUresult sim_capture_add(sim_stream *stream, sim_work *work);
CUresult sim_capture_record(sim_stream *stream, sim_event *event);
/* The stream is captured, or the event was recorded in a capture. */
CUresult sim_capture_wait(sim_stream *stream, sim_event *event);
/* A node of that kind that is about the event: one that is recorded, or waited for, outside the graph. */
CUresult sim_capture_external(sim_stream *stream, sim_event *event, CUgraphNodeType type);
/* A call that cannot be captured. */
CUresult sim_capture_refuse(sim_stream *stream);
/* Of an event that was last recorded in a capture. */
CUresult sim_capture_refuse_event(const sim_event *event);
/* The stream is destroyed. */
void sim_capture_abandon(sim_stream *stream);

#pragma GCC visibility pop

#endif
