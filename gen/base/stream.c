/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#define _POSIX_C_SOURCE 200809L

#include "base/stream.h"

#include <stdbool.h>
#include <stdlib.h>

FILE *stream_open(stream *s)
{
    *s = (stream){NULL, NULL, 0};
    s->file = open_memstream(&s->bytes, &s->size);
    if (s->file == NULL)
        arena_no_memory();
    return s->file;
}

void stream_close(stream *s)
{
    bool failed = ferror(s->file) != 0;

    if (fclose(s->file) != 0 || failed)
        arena_no_memory();
    s->file = NULL;
}

const char *stream_take(stream *s, arena *a, size_t *size)
{
    const char *text;

    stream_close(s);
    text = arena_copy(a, s->bytes, s->size);
    *size = s->size;
    free(s->bytes);
    s->bytes = NULL;
    return text;
}
