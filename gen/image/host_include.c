/* SPDX-License-Identifier: MIT */
/* SPDX-FileCopyrightText: 2026 The vggen authors */
/* Text of a source that is to stand in a file elsewhere: headers beside it are found from there, too. */
#define _POSIX_C_SOURCE 200809L

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/stream.h"
#include "image/host_code.h"

/* The name in a line like `#include "taps.h"`; NULL in others. */
static const char *included(arena *a, const char *line, size_t length)
{
    const char *first, *last;
    size_t at = strspn(line, " \t");

    if (line[at] != '#') {
        return NULL;
    }
    at += 1 + strspn(line + at + 1, " \t");
    if (strncmp(line + at, "include", 7) != 0) {
        return NULL;
    }
    at += 7 + strspn(line + at + 7, " \t");
    first = line + at + 1;
    last = at < length && line[at] == '"' ? memchr(first, '"', length - at - 1) : NULL;
    return last != NULL ? arena_copy(a, first, (size_t)(last - first)) : NULL;
}

const char *host_includes_from(arena *a, const char *text, const char *folder, const char *source)
{
    const char *slash = strrchr(source, '/'), *path;
    const char *beside = slash != NULL ? arena_copy(a, source, (size_t)(slash - source + 1)) : "";
    stream s;
    size_t size;
    FILE *out = stream_open(&s);

    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const char *name = slash != NULL ? included(a, text, length) : NULL;

        path = name != NULL && name[0] != '/' ? arena_printf(a, "%s%s", beside, name) : NULL;
        if (path != NULL && access(source[0] == '/' ? path : arena_printf(a, "%s/%s", folder, path), R_OK) == 0) {
            fprintf(out, "#include \"%s\"\n", path);
        } else {
            fprintf(out, "%.*s\n", (int)length, text);
        }
        text += length + (text[length] != '\0');
    }
    return stream_take(&s, a, &size);
}

const char *host_header_of(arena *a, const char *text, const char *from, const char *to)
{
    const char *header = arena_printf(a, "%s_kernels.h", from);
    bool found = false;
    stream s;
    size_t size;
    FILE *out = stream_open(&s);

    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const char *name = included(a, text, length), *slash = name != NULL ? strrchr(name, '/') : NULL;

        if (name != NULL && strcmp(slash != NULL ? slash + 1 : name, header) == 0) {
            fprintf(out, "#include \"%s_kernels.h\"\n", to);
            found = true;
        } else {
            fprintf(out, "%.*s\n", (int)length, text);
        }
        text += length + (text[length] != '\0');
    }
    text = stream_take(&s, a, &size);
    return found ? text : NULL;
}
