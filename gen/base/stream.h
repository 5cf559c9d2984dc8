/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Text that is written as to a file and stays in memory. The process ends with a message where there is no memory. */
#ifndef STREAM_H
#define STREAM_H

#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

/* It must not move until it is closed. */
typedef struct {
    FILE *file;             /* NULL: closed */
    char *bytes;            /* from the close on: NUL-terminated, to be given to free() */
    size_t size;
} stream;

FILE *stream_open(stream *s);
void stream_close(stream *s);

/* Closes it, and returns the text as a copy that lives as long as the arena. */
const char *stream_take(stream *s, arena *a, size_t *size);

#endif
