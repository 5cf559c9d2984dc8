/* SPDX-License-Identifier: 0BSD */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Bytes of a program's memory in words of its spec: "y[128] to y[255]". Only what no buffer has remains bytes. */
#define _GNU_SOURCE
#include "base/base.h"

#include <stdio.h>
#include <string.h>

/* The buffer of these bytes; several may share them, so the one of that name is preferred. */
static const vgsim_buffer *buffer_of(const vgsim_program *program, unsigned space, uint64_t first, uint64_t last,
                                     const char *name)
{
    const vgsim_buffer *found = NULL;
    for (unsigned i = 0; i < program->buffer_count; i++) {
        const vgsim_buffer *b = &program->buffers[i];
        if (b->space != space || first < b->offset || last - b->offset > b->bytes) {
            continue;
        }
        if (name && strcmp(b->name, name) == 0) {
            return b;
        }
        found = found ? found : b;
    }
    return found;
}

void sim_elements(const vgsim_program *program, unsigned space, uint64_t first, uint64_t last, const char *name,
                  char *text, size_t size)
{
    const vgsim_buffer *b = buffer_of(program, space, first, last, name);
    const bool one = last - first <= 1;
    unsigned long long from, to;
    if (!b) {
        if (one) {
            snprintf(text, size, "byte %llu of %s memory", (unsigned long long)first, program->spaces[space].name);
        } else {
            snprintf(text, size, "bytes %llu to %llu of %s memory", (unsigned long long)first,
                     (unsigned long long)last - 1, program->spaces[space].name);
        }
        return;
    }
    from = (first - b->offset) / b->element;
    to = (last - b->offset - 1) / b->element;
    if ((first - b->offset) % b->element == 0 && (last - b->offset) % b->element == 0 && from < to) {
        snprintf(text, size, "%s[%llu] to %s[%llu]", b->name, from, b->name, to);
    } else if (last - first == b->element && from == to) {
        snprintf(text, size, "%s[%llu]", b->name, from);
    } else if (from == to) {
        snprintf(text, size, "byte%s %llu of %s[%llu]", one ? "" : "s from",
                 (unsigned long long)(first - b->offset) % b->element, b->name, from);
    } else {
        snprintf(text, size, "part of %s[%llu] to %s[%llu]", b->name, from, b->name, to);
    }
}
