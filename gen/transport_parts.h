/* SPDX-License-Identifier: MIT */
/* What the files of stage transport share. */
#ifndef TRANSPORT_PARTS_H
#define TRANSPORT_PARTS_H

#include "transport.h"

/* What forbids that kernels work on a buffer's pinned memory. */
typedef struct {
    const char *text;   /* of a message: "launch fir takes it as 'in', not as 'in once'"; NULL: nothing does */
    const char *reason; /* of a report: "not once in launch fir" */
    span at;            /* where that stands in the spec; source 0: nowhere */
    const char *note;   /* what stands there */
    const char *hint;   /* or NULL */
} transport_obstacle;

/* How the steps of all graphs use a buffer. */
typedef struct {
    transport_obstacle obstacle;
    const model_step *writer; /* of an output: the first launch that writes it */
    span writer_at;
} transport_use;

/* One for each buffer; obstacles only of what crosses the bus. */
transport_use *transport_find_uses(arena *a, const model *m);

bool transport_crosses_up(const model_buffer *b);
bool transport_crosses_down(const model_buffer *b);

#endif
