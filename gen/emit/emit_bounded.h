/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Which calls of a program wait for the device, and which driver calls its replays make: for NAME.h and for reports. */
#ifndef EMIT_BOUNDED_H
#define EMIT_BOUNDED_H

#include "emit/emit_context.h"

/* A function that may wait, without the program's name, and until when. */
typedef struct {
    const char *call, *waits;
} emit_waiting;

/* All of them, in the order of NAME.h; every other function neither waits nor calls the driver. */
size_t emit_find_waiting(const emit *e, const emit_waiting **rows);
/* The driver calls that replays of a graph make between start and the end of finish, in their order; the count. */
#define EMIT_MOST_CALLS 12
size_t emit_replay_calls(const emit *e, size_t graph, const char *calls[EMIT_MOST_CALLS]);
#endif
