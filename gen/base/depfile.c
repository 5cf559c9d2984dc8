/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
#include "base/depfile.h"

#include <stdbool.h>
#include <string.h>

/* Compilers write "output: " or "output : "; a colon inside a name has no blank after it. */
depfile depfile_begin(arena *a, const char *text, size_t length)
{
    const char *colon = strstr(text, ": ");

    return (depfile){text, length, colon != NULL ? (size_t)(colon - text) + 2 : length, a, arena_alloc(a, length + 1)};
}

/* Appends what the text has here to the name; false: the name ends. */
static bool take(depfile *f, size_t *used)
{
    char c = f->at < f->length ? f->text[f->at] : '\n';
    char next = f->at + 1 < f->length ? f->text[f->at + 1] : '\0';
    bool pair = (c == '\\' && (next == ' ' || next == '#' || next == ':' || next == '\\')) || (c == '$' && next == '$');

    if (!pair && (c == ' ' || c == '\n' || c == '\r' || (c == '\\' && next == '\n')))
        return false;
    f->name[(*used)++] = pair ? next : c;
    f->at += pair ? 2 : 1;
    return true;
}

const char *depfile_next(depfile *f)
{
    size_t used = 0;

    for (; f->at < f->length; f->at++) {
        while (take(f, &used))
            continue;
        if (used > 0)
            return arena_copy(f->memory, f->name, used);
    }
    return NULL;
}
